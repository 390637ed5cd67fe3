/* SPDX-License-Identifier: MIT
 * The whole machine of system.h on a 68020: kernel, driver and processes are machine code, build/tmr0-m68k.elf of
 * driver-sim/m68k/. */
#ifndef TMR0_M68K_SYSTEM_H
#define TMR0_M68K_SYSTEM_H

#include "driver-sim/overhead.h"
#include "m68k_host.h"
#include "system.h"

#define M68K_DRIVER "tmr0-m68k.elf"

/* --cpu, --cycles */
enum cpu { CPU_C, CPU_M68020, CPUS };
extern const char *const cpu_name[CPUS];
extern const char *const m68k_case_name[M68K_CASES];

struct m68k_system {
    const char *dir; /* holds parts/ */
    enum m68k_case clocks_case;
    bool prints, waves; /* as of struct m68k_host */
    struct m68k_result result;
};

/* For system_setup.play; its player is a struct m68k_system. */
int m68k_system_play(const struct system_setup *setup, struct sample *sample, struct system_result *result,
                     struct error *e);

#endif
