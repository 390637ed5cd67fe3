/* SPDX-License-Identifier: MIT */
#ifndef MEASURE_WANDER_H
#define MEASURE_WANDER_H

#include <stdbool.h>
#include <stddef.h>

/* Whether n values, given less their mean, change so slowly that they do not tell how well their mean is known.
 * `variance`: changes with less power than independent values of this variance do not count. */
bool wander_is_slow(const double *off, size_t n, double variance);

/* Correlation of a[i] and b[i], times the root of n: about normal if they are independent. */
double wander_correlation(const double *a, const double *b, size_t n);

/* Whether n values in the order of time depend on their neighbours, tested at this level, or change slowly. Raises
 * `wider` to the factor by which their slow changes widen the interval of the mean of independent values. Leaves the
 * values less their mean. */
bool wander_shows(double *value, size_t n, double level, double *wider);

#endif
