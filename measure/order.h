/* SPDX-License-Identifier: MIT */
#ifndef MEASURE_ORDER_H
#define MEASURE_ORDER_H

#include "measure.h"

/* Finds which of n sorted values, 1 to n, are the ends of a quantile's interval. MEASURE_FEW if there is none. */
enum measure_verdict order_ends(size_t n, double q, double confidence, size_t *lower, size_t *upper);

/* The place of the quantile itself, 0 to n - 1. */
size_t order_middle(size_t n, double q);

#endif
