/* SPDX-License-Identifier: MIT
 * A program that measures the cost of a read of the timer, as in the paper's Figure 1: reads of each path back to back,
 * timed by the board's own counts. */
#ifndef OVERHEAD_H
#define OVERHEAD_H

#include "kernel.h"

enum overhead_path { OVERHEAD_KERNEL, OVERHEAD_USER, OVERHEAD_SYSCALL, OVERHEAD_PATHS };

struct overhead {
    uint32_t reads; /* of each path */
    bool direct;
    enum tmr_waits waits;
    struct kernel kernel;
    int error;                      /* of the first call that failed, 0 for none */
    uint32_t us[OVERHEAD_PATHS][2]; /* cost of all reads of a 32-bit count, of a timeval */
};

/* arg is a struct overhead. */
void overhead_measure(struct vcpu *cpu, void *arg);

#endif
