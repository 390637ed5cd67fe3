/* SPDX-License-Identifier: MIT
 * What a clock's readings are multiples of, [003], and what a call costs, kept apart from it. */
#include <math.h>

#include "measure.h"

#define TELL 0.125 /* of a tick: a step's tolerance beyond this no longer tells one multiple from the next */
#define DIVISORS 65536
#define CHANCE (-13.8) /* logarithm of 1e-6 */
#define USABLE_LEAST 3
#define PARTS 8 /* runs of which the least call cost is taken */

uint64_t measure_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Fits the tick to all steps short enough to tell their multiple; false if one is too far from every multiple. */
static bool tick_fits(const uint64_t *step, size_t steps, double slew, double rounding, double *tick)
{
    double product = 0, squares = 0;
    size_t usable = 0;
    for (size_t i = 0; i < steps; i++) {
        double d = (double)step[i], k = round(d / *tick);
        if (fmax(rounding, slew * d) > TELL * *tick)
            continue;
        product += d * k;
        squares += k * k;
        usable++;
    }
    if (usable < USABLE_LEAST || squares == 0)
        return false;
    double fitted = product / squares;
    for (size_t i = 0; i < steps; i++) {
        double d = (double)step[i], reach = fmax(rounding, slew * d);
        if (reach <= TELL * *tick && fabs(d - fitted * round(d / fitted)) > reach)
            return false;
    }
    *tick = fitted;
    return true;
}

/* Logarithm of the chance that steps drawn at random fit this tick as well. Equal steps tell nothing twice. */
static double log_chance(const uint64_t *step, size_t steps, double slew, double tick)
{
    double sum = 0;
    for (size_t i = 1; i < steps; i++) {
        double reach = slew * (double)step[i];
        bool again = reach > TELL * tick;
        for (size_t j = 0; j < i && !again; j++)
            again = step[j] == step[i];
        sum += again ? 0 : log(2 * reach / tick);
    }
    return sum;
}

enum measure_verdict measure_tick_tolerant(const uint64_t *step, size_t steps, double slew, double rounding,
                                           double *tick)
{
    if (!(slew > 0 && slew <= 0.01) || !(rounding >= 0 && rounding <= 1))
        return MEASURE_ARGUMENT;
    if (steps < USABLE_LEAST)
        return MEASURE_FEW;
    uint64_t least = UINT64_MAX, gcd = 0;
    for (size_t i = 0; i < steps; i++) {
        least = step[i] < least ? step[i] : least;
        gcd = measure_gcd(gcd, step[i]);
    }
    if (least == 0)
        return MEASURE_ARGUMENT;
    for (uint64_t divisor = 1; divisor <= DIVISORS && divisor <= least; divisor++) {
        double candidate = (double)least / (double)divisor;
        if (candidate <= (double)gcd)
            break;
        if (tick_fits(step, steps, slew, rounding, &candidate) &&
            (rounding > 0 || log_chance(step, steps, slew, candidate) + log((double)divisor) < CHANCE)) {
            *tick = candidate;
            return MEASURE_OK;
        }
    }
    if (gcd == 1 && slew * (double)least > 0.5) /* slewing could hide any tick in such steps */
        return MEASURE_NO_TICK;
    *tick = (double)gcd;
    return MEASURE_OK;
}

/* The next change of the reading; counts the readings it takes. */
static enum measure_verdict next_step(const struct measure_clock *clock, uint64_t *at, uint64_t patience,
                                      uint64_t *readings, uint64_t *step)
{
    for (uint64_t tries = 0; tries < patience; tries++) {
        uint64_t now = clock->read(clock->context);
        ++*readings;
        if (now != *at) {
            enum measure_verdict verdict = measure_elapsed_checked(clock, *at, now, step);
            *at = now;
            return verdict;
        }
    }
    return MEASURE_STOPPED;
}

enum measure_verdict measure_clock_character(const struct measure_clock *clock, uint64_t *step, size_t steps,
                                             uint64_t patience, double slew, struct measure_character *result)
{
    enum measure_verdict verdict = measure_clock_check(clock);
    if (verdict)
        return verdict;
    if (steps < PARTS)
        return MEASURE_FEW;
    struct measure_character c = {.least = UINT64_MAX, .steps = steps, .call_s = INFINITY};
    uint64_t at = clock->read(clock->context), unused = 0, elapsed;
    verdict = next_step(clock, &at, patience, &unused, &elapsed); /* from here on whole ticks */
    for (size_t i = 0, part = 0; i < steps && verdict == MEASURE_OK; part++) {
        uint64_t readings = 0, sum = 0;
        for (size_t end = (part + 1) * steps / PARTS; i < end && verdict == MEASURE_OK; i++) {
            verdict = next_step(clock, &at, patience, &readings, &step[i]);
            if (verdict)
                break;
            sum += step[i];
            c.gcd = measure_gcd(c.gcd, step[i]);
            c.least = step[i] < c.least ? step[i] : c.least;
        }
        if (verdict == MEASURE_OK)
            c.call_s = fmin(c.call_s, (double)sum / (double)readings / clock->hz);
        c.readings += readings;
    }
    /* A clock seen standing still steps by a tick or two, and these may be rounded. Steps of one that moves at each
     * call show what a call takes, and one count more or less of that is no rounding. */
    double rounding = c.readings > 2 * c.steps ? 1 : 0;
    if (verdict == MEASURE_OK && measure_tick_tolerant(step, steps, slew, rounding, &c.tick))
        c.tick = (double)c.gcd;
    if (verdict == MEASURE_OK)
        *result = c;
    return verdict;
}
