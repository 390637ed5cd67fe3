/* SPDX-License-Identifier: MIT
 * Processes that time a stretch of their own code again and again, as one who instruments a program does, and what the
 * kernel knows of each stretch: whether an interrupt fell into it, whether the process was descheduled. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "kernel.h"
#include "tmr_user.h"

enum workload_kind {
    WORKLOAD_USER,    /* times by mapped registers */
    WORKLOAD_TWICE,   /* the same, read twice and compared */
    WORKLOAD_SYSCALL, /* times by tmr_gettime */
    WORKLOAD_COMPUTE, /* only computes */
    WORKLOADS
};

struct workload_sample {
    uint32_t us; /* as measured; nonsense if another reader came between */
    uint16_t interrupts, descheduled;
    bool given_up; /* no value */
};

struct workload {
    enum workload_kind kind;
    uint32_t cycles; /* of the code that is timed */
    bool direct;
    enum tmr_waits waits;
    struct workload_sample *sample; /* room for `room`; what comes after is only counted */
    uint32_t room, samples;
    int error; /* of the system call that failed, 0 for none */
};

/* A process's main(); arg is its struct workload. Never ends. */
void workload_main(struct process *process, void *arg);

#endif
