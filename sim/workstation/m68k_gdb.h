/* SPDX-License-Identifier: MIT
 * A debugger at the 68020: gdb's remote serial protocol over TCP, at this host only. Simulated time stands while the
 * program is stopped: the CPU is stopped within Unicorn, before an instruction, so condition codes stay as they are.
 * But SR and PC cannot be written, instructions that are written are executed after the next jump, and reads at the
 * socket and the control addresses, which would have effects, are refused. `monitor show` prints the time, the
 * port that is selected, the violations so far and the chip's registers. */
#ifndef TMR0_M68K_GDB_H
#define TMR0_M68K_GDB_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/m68k/m68k.h"

#define M68K_BREAKPOINTS 64

struct tmr0_board;

struct m68k_gdb {
    const struct m68k_calls *calls;
    struct m68k *const *cpu;
    struct tmr0_board *board;
    const char *port; /* selected by the last access at offset 0; NULL: none */
    int connection;   /* negative: none, the program runs freely */
    bool steps, begun, killed;
    unsigned instructions;
    uint64_t now_ps;
    int breakpoints;
    uint32_t breakpoint[M68K_BREAKPOINTS], pc;
};

/* Listens at that port, 0: any; says so on standard error, and waits for gdb. The caller fills calls, cpu and board. */
int m68k_gdb_open(struct m68k_gdb *gdb, unsigned port, const char *program, struct error *e);
/* As begins() of m68k.h. Stops at the first instruction, at breakpoints, after a step and at ^C. False: killed. */
bool m68k_gdb_begins(struct m68k_gdb *gdb, uint64_t now_ps, uint32_t pc);
/* Tells gdb how the program ended; after a fault or at the limit it may look. Closes. */
void m68k_gdb_end(struct m68k_gdb *gdb, const struct m68k_result *result);

#endif
