/* SPDX-License-Identifier: MIT
 * A user program that times part of its own code with the board's clock again and again, while other processes do the
 * same: the paper's instrumented code. */
#ifndef INSTRUMENT_H
#define INSTRUMENT_H

#include "kernel.h"
#include "tmr_user.h"

enum instrument_path {
    INSTRUMENT_USER,   /* mapped registers, 32-bit count */
    INSTRUMENT_LOCKED, /* the same under a lock that all processes take */
    INSTRUMENT_CALL,   /* tmr_gettime, 32-bit count */
    INSTRUMENT_TIME,   /* tmr_gettime, timeval */
    INSTRUMENT_FILE,   /* read() of /dev/tmr0, 64-bit count */
    INSTRUMENT_PATHS
};

struct sample {
    uint64_t first, second;           /* what the clock showed, microseconds */
    bool good;                        /* both reads gave a value */
    uint64_t interrupts, descheduled; /* between the two, counted by the kernel */
    uint64_t least_ps, most_ps;       /* the true time between the reads' inner, and outer, ends */
};

struct instrument {
    enum instrument_path path;
    bool direct;
    enum tmr_waits waits;
    uint32_t work; /* CPU cycles of the code that is timed */
    uint32_t samples;
    struct sample *sample;
    bool *lock;                     /* INSTRUMENT_LOCKED: shared */
    uint64_t (*true_ps)(void *arg); /* simulated time, for the report only */
    void *true_arg;
    /* A number below `below`, of true_arg, for pauses between samples; NULL: pauses by a fixed rule */
    uint32_t (*draw)(void *arg, uint32_t below);
    uint32_t
        dither; /* cycles: a wait drawn below it comes between the first read and the code; 0, or without draw: none */
    int error;  /* of the first call that failed, 0 for none */
};

/* For kernel_spawn(); arg is a struct instrument. */
void instrument_main(struct process *process, void *arg);

#endif
