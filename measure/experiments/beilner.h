/* SPDX-License-Identifier: MIT
 * Tables 17a and 17b of [002] Beilner, Measuring with Slow Clocks: ten runs of 10,000 cycles with a clock of 1 ms. */
#ifndef TMR0_BEILNER_H
#define TMR0_BEILNER_H

#include <stddef.h>

#define BEILNER_RUNS 10
#define BEILNER_INTERVALS 13 /* the whole cycle, (1,1), is the first */
#define BEILNER_CYCLES 10000

extern const struct beilner_interval {
    const char *name;
    double count[BEILNER_RUNS], sum;
    double mean, by_10a, sample; /* us */
} beilner_17[BEILNER_INTERVALS];

/* Mean duration, ticks. */
double beilner_duration(size_t interval);
/* The variance of the mean counts of the runs over that by (10a). */
double beilner_dispersion(size_t interval);

#endif
