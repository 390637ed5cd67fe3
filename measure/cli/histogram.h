/* SPDX-License-Identifier: MIT
 * A histogram of durations, in the terminal and as SVG. What lies above the last bin is counted, not dropped. */
#ifndef TMR0_HISTOGRAM_H
#define TMR0_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/error.h"

enum { HISTOGRAM_BINS = 24 };

struct histogram {
    double from, width; /* seconds */
    size_t bins;
    uint64_t count[HISTOGRAM_BINS], above, most;
    double largest;
    const char *unit; /* in which it is shown: a second is so many times as long */
    double times;
};

/* Of sorted durations: from the least to a little above the 99th percentile, bins a whole number of ticks wide. */
void histogram_make(struct histogram *h, const double *sorted_s, size_t n, double tick_s);

void histogram_print(FILE *f, const struct histogram *h);

/* A line drawn over the histogram, and what is written about it, "median 180 ns"; "": none. */
struct histogram_mark {
    char text[64];
    double at_s;
};
enum { HISTOGRAM_MARKS = 2 };

/* As SVG. *drawn: false if gnuplot is not installed. */
int histogram_draw(const struct histogram *h, const char *title, const struct histogram_mark mark[HISTOGRAM_MARKS],
                   const char *file, bool *drawn, struct error *e);

#endif
