/* SPDX-License-Identifier: MIT
 * A program that measures what a read of the timer costs, as the paper's Figure 1 does: each path read back to back, by
 * the board's own counts. */
#ifndef OVERHEAD_H
#define OVERHEAD_H

#include "kernel.h"

enum overhead_path { OVERHEAD_KERNEL, OVERHEAD_USER, OVERHEAD_SYSCALL, OVERHEAD_PATHS };

struct overhead {
    uint32_t reads; /* of each path */
    bool direct;
    enum tmr_waits waits;
    struct kernel kernel;
    int error;                    /* of the first call that failed, 0 for none */
    double us[OVERHEAD_PATHS][2]; /* a 32-bit count, a timeval: mean */
};

/* arg is a struct overhead. */
void overhead_measure(struct vcpu *cpu, void *arg);

#endif
