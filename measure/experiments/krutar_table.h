/* SPDX-License-Identifier: MIT
 * Tables of N and T(N) whose slope is known, drawn. */
#ifndef TMR0_KRUTAR_TABLE_H
#define TMR0_KRUTAR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/measure.h"

#define KRUTAR_POINTS 1000 /* most runs of a table */
#define KRUTAR_OCTAVES 5   /* of changes, at most, but the first */
#define KRUTAR_PLACES 100  /* different N of a table, at most */
#define KRUTAR_TICK 500.0  /* ns, of the note's timer */
#define KRUTAR_COST 359.0  /* ns a step of its loop */

/* A table is made of this; T in ns. */
struct krutar_source {
    const char *title;
    int places, runs;
    double step; /* from one N to the next */
    double slope, tick;
    double setup;               /* that each run takes besides */
    bool in_step;               /* runs start at one phase of the tick; else at random ones, and slopes vary by 10 % */
    double interrupts, longest; /* interrupts a ns; no runs of a greater N have any. 0: all may */
    double interrupt;           /* their mean length, exponential */
    double noise, tail,
        growing;                /* deviation of normal noise, means of exponential noise; the last a share of slope N */
    double proportional;        /* deviation of normal noise, share of T */
    double place;               /* deviation of what all runs of an N have in common */
    double bend;                /* of N^2 */
    double level, speed, lasts; /* deviations of level and, relative, speed of a host that changes slowly; runs */
    double slower, share;       /* that share of the runs takes so much longer, `lasts` in a row: two sharp speeds */
    bool measured; /* the truth is the mean of the runs' speeds, not of all time: many tables hold no change */
    int octaves;   /* more such changes, each three times as slow as the one before: 1/f noise */
    bool in_order; /* all runs of the first N, then those of the next; else one of each N in turn */
    bool refuse;   /* no line fits */
    bool open;     /* no cover is promised: measure.md, column "not" */
    bool wide;     /* the interval allows for changes of the host, and may cover more often */
    enum measure_fit_method method;
    double least; /* this line is the result of so great a share of the tables at least */
};

/* What `tmr0-measure fit` is tried on. */
enum { KRUTAR_SOURCES = 28 };
extern const struct krutar_source krutar_sources[KRUTAR_SOURCES];

struct krutar_table {
    double n[KRUTAR_POINTS], t[KRUTAR_POINTS];
    size_t points;
    double slope, overhead; /* the truth */
};

void krutar_table_make(struct krutar_table *t, const struct krutar_source *s, double slope, uint64_t *state);
/* The slope that a table of this source is to have: that of the source, or up to 10 % more. */
double krutar_slope(const struct krutar_source *s, uint64_t *state);

#endif
