/* SPDX-License-Identifier: MIT
 * Runs of many kinds whose mean and quantiles are known, drawn. */
#ifndef TMR0_RUNS_H
#define TMR0_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/measure.h"

#define RUNS_MOST 10000 /* drawn at once */
#define RUNS_DEVIATION 0.1

/* Durations are 1 + RUNS_DEVIATION x, or exp(sigma x); x is normal and correlates with that of the run before by rho.
 */
struct runs {
    const char *name;
    double rho, sigma;
    double rise;               /* from the first run to the last */
    double share, factor, add; /* of the runs, which are so many times longer, or so much */
    double wave;               /* size of a wave of 7 runs */
    double slow;               /* deviation of a change that is common to neighbours */
    double lasts;              /* runs: it, or those that are longer one after the other; on average */
    double hurst, part;        /* of fractional Gaussian noise, and its part of the variance; 0: none */
    bool plain;                /* independent, no tail: what Student's t and order statistics assume */
};

void runs_draw(const struct runs *k, double *value, size_t n, uint64_t *state);
double runs_mean(const struct runs *k);
/* Of n of them: a drift makes it depend on n. */
double runs_quantile(const struct runs *k, double q, size_t n);
/* One comparison as `compare` makes it, of commands of which the second takes so many times as long, on a host that
 * slows down: whoever is second in a round is slower. Ends at the first look where the 95 % interval is so narrow. */
struct measure_ratio_result runs_compare(double ratio, double half_width, uint64_t *state);

#endif
