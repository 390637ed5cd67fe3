/* SPDX-License-Identifier: MIT
 * Runs code of driver-sim/ on a board, in plain C: contexts are coroutines, the board catches up at each access. */
#ifndef TMR0_HARNESS_H
#define TMR0_HARNESS_H

#include "sim/board/board.h"
#include "vcpu_host.h"

#ifdef __cplusplus
extern "C" {
#endif

struct harness_setup {
    struct tmr0_board *board; /* target board, at any time */
    const struct machine *machine;
    bool blank;          /* the display is blanked: it steals no memory cycles */
    bool clock;          /* clock interrupts */
    bool free;           /* work takes no time: accesses as fast as tmr0_gap() lets them */
    uint64_t quantum_ps; /* platform_run() only */
    /* Called after each access at the socket, unless NULL. */
    void (*watch)(void *context, int offset, bool write, uint8_t value, const struct tmr0_access *access);
    void *context;
};

/* Runs program in context 0 until it returns or halts the CPU. STATUS_OK, or the board's error. */
int harness_run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                struct error *e);

/* ---- platform.cpp: the same on a SystemC/TLM-2.0 platform, with the same results
 *
 *   CPU: an SC_THREAD for each context ----+                    +---- board (tmr0/tlm.h)
 *                                          +--- address map ----+
 *   display: fetches its lines ------------+                    +---- memory
 *   clock: raises its interrupt at the CPU
 *
 * Loosely timed: the CPU runs ahead of sc_time_stamp() by up to setup->quantum_ps, but never beyond a clock interrupt
 * or what the display has asked of the memory. The kernel of SystemC resolves 1 ps. */

#define PLATFORM_QUANTUM_PS UINT64_C(1000000000) /* if setup->quantum_ps is 0 */

/* As harness_run(). SystemC knows one simulation at a time: not from two threads. */
int platform_run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                 struct error *e);

#ifdef __cplusplus
}
#endif
#endif
