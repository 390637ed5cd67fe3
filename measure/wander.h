/* SPDX-License-Identifier: MIT */
#ifndef MEASURE_WANDER_H
#define MEASURE_WANDER_H

#include <stdbool.h>
#include <stddef.h>

/* The variance of the mean of n values, given less their mean: 1.96 of its deviations hold the mean in 95 %. The values
 * may be independent, 1/f noise, slow changes, or a sum of these, weighted by their likelihood given slow waves. */
double wander_variance(const double *off, size_t n);

/* How far the mean of n values whose changes show may be off, in deviations: slower changes may add to them. */
double wander_deviation(const double *off, size_t n);

/* Correlation of a[i] and b[i], times the root of n: about normal if they are independent. */
double wander_correlation(const double *a, const double *b, size_t n);

/* Whether n values in the order of time depend on their neighbours, tested at this level, or change slowly. Raises
 * `wider` to the factor by which their slow changes widen the interval of the mean of independent values. Leaves the
 * values less their mean. */
bool wander_shows(double *value, size_t n, double level, double *wider);

/* Whether more than half of the variance of n values is in their slowest waves. `room` is for n values. */
bool wander_is_most(const double *value, double *room, size_t n);

#endif
