/* SPDX-License-Identifier: MIT
 * A watchdog for Unicorn 2.0.1, which hangs at some words that are no instructions: a signal comes for each second of
 * processor time, and if no instruction was begun since the last one, control returns to `hung`. */
#ifndef TMR0_M68K_WATCHDOG_H
#define TMR0_M68K_WATCHDOG_H

#include <setjmp.h>
#include <signal.h>

struct watchdog {
    sigjmp_buf hung;               /* sigsetjmp(hung, 1) before the first signal */
    volatile sig_atomic_t guarded; /* Unicorn is at work, not the host, whose accesses may take long */
    const unsigned *begun;         /* counts instructions */
    unsigned heard;                /* it at the last signal */
    struct sigaction before;
};

/* One at a time. */
void watchdog_start(struct watchdog *w, const unsigned *begun);
void watchdog_stop(const struct watchdog *w);

#endif
