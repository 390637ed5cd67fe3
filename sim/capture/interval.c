/* SPDX-License-Identifier: MIT
 * A sampled file's times are multiples of the sampling interval, or these rounded to the file's unit. The least step
 * may be many intervals. Their greatest common divisor is the interval if there are enough different steps, unless
 * times are rounded: then it is one unit, however long the interval. So a longer period that rounded steps fit is
 * looked for. One of less than 2.4 units is not found: steps of the unit alone are taken for one as long as that.
 * Rounding moves a time by half a unit at most, so one step that is farther off refutes a period. */
#include "source.h"

#include <math.h>

#include "measure/measure.h"

/* measure_tick_tolerant() finds rounded ticks of 10 units and more. */
#define SHORT_MOST 10.0
#define SHORT_LEAST 2.4 /* below it too many steps fit by chance */
#define SEARCH_STEP 0.0001
#define REACH 400       /* periods in the longest step that takes part: then the search is off by 0.02 units at most */
#define NEAR 1.025      /* units: rounded steps are nearer to a multiple */
#define TICK_ERROR 0.25 /* units: measure_tick_tolerant() is nearer to the period */
#define SLEW 1e-9       /* none: a file's times do not drift */
#define PLACES 8        /* of the table, where a step may be */

void interval_add(struct interval *in, uint64_t step)
{
    size_t at = step * UINT64_C(0x9e3779b97f4a7c15) >> 55;
    for (size_t place = 1; in->step[at] && in->step[at] != step && place < PLACES; place++)
        at = (at + 1) % INTERVAL_STEPS;
    if (in->step[at] != step)
        in->divisor = measure_gcd(in->divisor, step);
    in->step[at] = in->step[at] ? in->step[at] : step;
    in->least = !in->least || step < in->least ? step : in->least;
}

/* Two rounded multiples of the period differ by less than a unit from a multiple; other steps often do not. */
static bool fits(const uint64_t *step, size_t steps, double period)
{
    for (size_t n = 0; n < steps; n++) {
        const double periods = (double)step[n] / period;
        if (periods <= REACH && fabs(periods - round(periods)) * period > NEAR)
            return false;
    }
    return true;
}

/* The longest period in that range that rounded steps fit; 0: none. */
static double longest(const uint64_t *step, size_t steps, double least, double most)
{
    double period = most;
    while (period >= least && !fits(step, steps, period))
        period -= SEARCH_STEP;
    return period >= least ? period : 0;
}

uint64_t interval_units(const struct interval *in, enum interval_source *source)
{
    uint64_t step[INTERVAL_STEPS];
    size_t steps = 0;
    double tick;
    for (size_t n = 0; n < INTERVAL_STEPS; n++)
        if (in->step[n])
            step[steps++] = in->step[n];
    *source = INTERVAL_LEAST;
    if (steps < INTERVAL_STEPS_LEAST)
        return in->least + 1;
    const bool even = in->divisor == in->least && in->divisor > 1;
    if (!even && measure_tick_tolerant(step, steps, SLEW, false, &tick) != MEASURE_OK)
        return in->least + 1;
    *source = INTERVAL_GRID;
    if (even || (in->divisor > 1 && tick <= (double)in->divisor))
        return in->divisor;
    if (tick > (double)in->divisor && longest(step, steps, tick - TICK_ERROR, tick + TICK_ERROR) == 0)
        tick = 0;
    if (tick < SHORT_MOST)
        tick = fmin(fmax(tick, longest(step, steps, SHORT_LEAST, SHORT_MOST)), (double)in->least + 1);
    *source = tick < SHORT_LEAST ? INTERVAL_UNIT : INTERVAL_NEAR_GRID;
    return *source == INTERVAL_NEAR_GRID ? (uint64_t)ceil(tick) : in->least == 1 ? 2 : (uint64_t)ceil(SHORT_LEAST);
}
