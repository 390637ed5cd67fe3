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
    uint64_t quantum_ps; /* sim/workstation/platform.h only */
    /* Called after each access at the socket, unless NULL. */
    void (*watch)(void *context, int offset, bool write, uint8_t value, const struct tmr0_access *access);
    void *context;
};

/* Runs program in context 0 until it returns or halts the CPU. STATUS_OK, or the board's error. */
int harness_run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                struct error *e);

#ifdef __cplusplus
}
#endif
#endif
