/* SPDX-License-Identifier: MIT
 * Readings of a clock of any width. */
#include <math.h>

#include "measure.h"

static uint64_t range_mask(const struct measure_clock *clock)
{
    return clock->bits < 64 ? (UINT64_C(1) << clock->bits) - 1 : UINT64_MAX;
}

enum measure_verdict measure_clock_check(const struct measure_clock *clock)
{
    bool good = clock && clock->read && clock->bits >= 1 && clock->bits <= 64 && isfinite(clock->hz) && clock->hz > 0 &&
                isfinite(clock->call_ns) && clock->call_ns >= 0;
    return good ? MEASURE_OK : MEASURE_ARGUMENT;
}

uint64_t measure_elapsed(const struct measure_clock *clock, uint64_t from, uint64_t to)
{
    return (to - from) & range_mask(clock);
}

enum measure_verdict measure_elapsed_checked(const struct measure_clock *clock, uint64_t from, uint64_t to,
                                             uint64_t *counts)
{
    if (!clock || !counts)
        return MEASURE_ARGUMENT;
    uint64_t elapsed = measure_elapsed(clock, from, to);
    if (elapsed > range_mask(clock) / 2)
        return MEASURE_BACKWARD;
    *counts = elapsed;
    return MEASURE_OK;
}
