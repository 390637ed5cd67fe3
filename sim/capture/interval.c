/* SPDX-License-Identifier: MIT
 * A sampled file's times are multiples of the sampling interval, or these rounded to the file's unit. The least step
 * may be many intervals. Their greatest common divisor is the interval if there are enough different steps, unless
 * times are rounded: then it is one unit, however long the interval. So a longer period that rounded steps fit is
 * looked for. One of less than 2.4 units is not found: steps of the unit alone are taken for one as long as that. */
#include "interval.h"

#include <math.h>

#include "measure/measure.h"

/* measure_tick_tolerant() finds rounded ticks of 10 units and more. */
#define SHORT_MOST 10.0
#define SHORT_LEAST 2.4   /* below it too many steps fit by chance */
#define SHORT_STEP 0.0001 /* of the search */
#define SHORT_REACH 1000U /* longest step that takes part: then the search is off by 0.025 units at most */
#define NEAR 1.025        /* units: rounded steps are nearer to a multiple */
#define MISSES 50         /* one step in so many may be farther */
#define SLEW 1e-9         /* none: a file's times do not drift */

void interval_add(struct interval *in, uint64_t step)
{
    uint64_t *slot = &in->step[step * UINT64_C(0x9e3779b97f4a7c15) >> 55];
    if (*slot != step)
        in->divisor = measure_gcd(in->divisor, step);
    *slot = *slot ? *slot : step;
    in->least = !in->least || step < in->least ? step : in->least;
}

/* Two rounded multiples of the period differ by less than a unit from a multiple; other steps often do not. */
static bool fits(const uint64_t *step, size_t steps, double period)
{
    size_t misses = 0;
    for (size_t n = 0; n < steps && misses * MISSES <= steps; n++)
        misses += fabs((double)step[n] - period * round((double)step[n] / period)) > NEAR;
    return misses * MISSES <= steps;
}

/* The longest period from 2.4 to 10 units that rounded steps fit; 0: none; SHORT_MOST: too few steps are short. */
static double short_period(const uint64_t *step, size_t steps)
{
    const unsigned least = (unsigned)(SHORT_LEAST / SHORT_STEP), most = (unsigned)(SHORT_MOST / SHORT_STEP);
    uint64_t brief[INTERVAL_STEPS];
    size_t used = 0;
    for (size_t n = 0; n < steps; n++)
        if (step[n] <= SHORT_REACH)
            brief[used++] = step[n];
    if (used < INTERVAL_STEPS_LEAST)
        return SHORT_MOST;
    for (unsigned n = most; n >= least; n--)
        if (fits(brief, used, n * SHORT_STEP))
            return n * SHORT_STEP;
    return 0;
}

uint64_t interval_units(const struct interval *in, enum interval_source *source, size_t *different)
{
    uint64_t step[INTERVAL_STEPS];
    size_t steps = 0;
    double tick;
    for (size_t n = 0; n < INTERVAL_STEPS; n++)
        if (in->step[n])
            step[steps++] = in->step[n];
    *different = steps;
    *source = INTERVAL_LEAST;
    if (steps < INTERVAL_STEPS_LEAST)
        return in->least + 1;
    const bool even = in->divisor == in->least && in->divisor > 1;
    if (!even && measure_tick_tolerant(step, steps, SLEW, false, &tick) != MEASURE_OK)
        return in->least + 1;
    *source = INTERVAL_GRID;
    if (even || (in->divisor > 1 && tick <= (double)in->divisor))
        return in->divisor;
    if (tick < SHORT_MOST)
        tick = fmin(fmax(tick, short_period(step, steps)), (double)in->least + 1);
    *source = tick < SHORT_LEAST ? INTERVAL_UNIT : INTERVAL_NEAR_GRID;
    return *source == INTERVAL_NEAR_GRID ? (uint64_t)ceil(tick) : in->least == 1 ? 2 : (uint64_t)ceil(SHORT_LEAST);
}
