/* SPDX-License-Identifier: MIT
 * The sampling interval of a file from the steps between its times. */
#ifndef TMR0_INTERVAL_H
#define TMR0_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INTERVAL_STEPS = 512, INTERVAL_STEPS_LEAST = 20 };

/* Different steps, in units of the file; {0} is empty. */
struct interval {
    uint64_t step[INTERVAL_STEPS]; /* by a hash, 0: free; one that finds no place is left out */
    uint64_t least, divisor;       /* of all steps; least 0: none yet */
};

/* What an interval comes from */
enum interval_source {
    INTERVAL_RATE,    /* --rate */
    INTERVAL_COMMENT, /* the rate that the file names, unless its times show a longer interval */
    INTERVAL_LEAST,   /* the least step and one unit: there are too few different steps */
    INTERVAL_UNIT,    /* steps have the unit in common, as they would if times of a longer period were rounded to it */
    INTERVAL_GRID,    /* all steps are multiples of it */
    INTERVAL_NEAR_GRID, /* the period that times rounded to a unit are near multiples of, rounded up */
    INTERVAL_EXACT,     /* a dump of tmr0 is not sampled */
};

void interval_add(struct interval *in, uint64_t step);
/* The longest that it can be, in units of the file. There must be a step. */
uint64_t interval_units(const struct interval *in, enum interval_source *source);

#endif
