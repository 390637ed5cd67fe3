/* SPDX-License-Identifier: MIT
 * Recorded times of a loop on a virtual host of two CPUs, each run timed by CLOCK_MONOTONIC, ns, one a line. */
#ifndef TMR0_LOOP_H
#define TMR0_LOOP_H

#include <stddef.h>

enum loop_recording {
    LOOP_IDLE,   /* 200,000 runs of 12 us. The host's speed moved by 3 % within these two and a half seconds. */
    LOOP_LOADED, /* 100,000 runs of 0.5 us beside eleven busy processes, by `measure --builtin count --runs --raw` */
    LOOP_RECORDINGS
};

/* Returns the times, for the caller to free. */
double *loop_times(enum loop_recording recording, size_t *n);

#endif
