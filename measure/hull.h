/* SPDX-License-Identifier: MIT */
#ifndef MEASURE_HULL_H
#define MEASURE_HULL_H

#include "measure.h"

/* Lower convex hull, exact in integers. Points come one by one in any order; adding one takes constant time if x does
 * not fall. {0} is empty. |x|, |y| < 2^62. */
struct measure_hull {
    struct measure_point {
        int64_t x, y;
    } * point; /* vertices from left to right */
    size_t points, room;
    uint64_t n;                 /* points added */
    uint64_t sum_high, sum_low; /* sum of x, 128 bits, two's complement */
};
enum measure_verdict measure_hull_add(struct measure_hull *hull, int64_t x, int64_t y);
void measure_hull_free(struct measure_hull *hull);

/* The least-values fit of [003]: of all lines under all points, the one with the least sum of distances. It is the edge
 * of the hull over mean(x). from_x and to_x are the outermost vertices less than a tick above the line. The bounds hold
 * if some run was undisturbed at both, so that each time is wrong by less than a tick. `tick` has the unit of y. */
struct measure_least_values {
    double slope, overhead;
    double slope_bound, overhead_bound; /* the truth is within value +- bound */
    int64_t from_x, to_x;
};
enum measure_verdict measure_hull_fit(const struct measure_hull *hull, double tick, struct measure_least_values *fit);

#endif
