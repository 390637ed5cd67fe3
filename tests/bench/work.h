/* SPDX-License-Identifier: MIT
 * The work that tmr0-bench measures: accesses of the board, and reads by the driver on the virtual CPU. */
#ifndef TMR0_WORK_H
#define TMR0_WORK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/board/board.h"

struct work_done {
    double real_s, simulated_s, ticks;
};

/* 32-bit reads back to back, then an idle stretch; the start of the timer is not measured. A dump is written to waves,
 * and the calls of the RTL to calls, unless they are NULL. */
struct work_done work_on_board(const struct rig *rig, enum engine_kind engine, const char *waves, FILE *calls,
                               unsigned reads, uint64_t idle_ps);

/* The driver's clock counts on the RTL; the board may skip (sim/board/rtl_skip.h), which it does in no other work. */
void work_wait(const struct rig *rig, unsigned waits, uint64_t ps);

/* Seconds that 32-bit reads by the driver take, with clock interrupts; on the SystemC platform or in plain C. */
double work_driver_s(const struct rig *rig, enum engine_kind engine, bool systemc, unsigned reads);

#endif
