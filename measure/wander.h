/* SPDX-License-Identifier: MIT */
#ifndef MEASURE_WANDER_H
#define MEASURE_WANDER_H

#include <stdbool.h>
#include <stddef.h>

/* Whether n values, given less their mean, change so slowly that they do not tell how well their mean is known.
 * `variance`: changes with less power than independent values of this variance do not count. */
bool wander_is_slow(const double *off, size_t n, double variance);

/* The variance of the mean of n values, given less their mean, if they are noise whose power rises towards low
 * frequencies as their slowest waves show, with a standard error of this rise added: 1/f noise, and all that is
 * flatter. The waves are cosines, the noise fractional Gaussian (Beran, Statistics for long-memory processes, 1994).
 * Where it rises so steeply that no mean exists, or nearly, three to six deviations of the means of 20 blocks are
 * taken for 1.96. */
double wander_variance(const double *off, size_t n);

/* Correlation of a[i] and b[i], times the root of n: about normal if they are independent. */
double wander_correlation(const double *a, const double *b, size_t n);

/* Whether n values in the order of time depend on their neighbours, tested at this level, or change slowly. Raises
 * `wider` to the factor by which their slow changes widen the interval of the mean of independent values. Leaves the
 * values less their mean. */
bool wander_shows(double *value, size_t n, double level, double *wider);

/* Whether more than half of the variance of n values is in their slowest waves. `room` is for n values. */
bool wander_is_most(const double *value, double *room, size_t n);

#endif
