/* SPDX-License-Identifier: MIT
 * A histogram of durations, in the terminal and as SVG. What lies above the last bin is counted, not dropped. */
#ifndef TMR0_HISTOGRAM_H
#define TMR0_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { HISTOGRAM_BINS = 24 };

struct histogram {
    double from, width; /* seconds */
    size_t bins;
    uint64_t count[HISTOGRAM_BINS], above, most;
    double largest;
};

/* Of sorted durations: from the least to a little above the 99th percentile, bins a whole number of ticks wide. */
void histogram_make(struct histogram *h, const double *sorted_s, size_t n, double tick_s);

void histogram_print(FILE *f, const struct histogram *h);

/* A whole SVG document, caller frees; NULL when memory is gone. Vertical lines at median and mean (NaN: none). */
char *histogram_svg(const struct histogram *h, const char *title, double median_s, double mean_s);

#endif
