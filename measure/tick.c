/* SPDX-License-Identifier: MIT
 * The tick of a clock, [003], separated from the cost of a call. */
#include <math.h>

#include "measure.h"

#define TELL 0.125   /* of a tick: with a tolerance above this a step cannot distinguish one multiple from the next */
#define ROUNDING 1.2 /* counts: one, with some room for the fit */
#define DIVISORS 65536
#define CHANCE (-13.8) /* logarithm of 1e-6 */
#define USABLE_LEAST 3
#define SLEW_MOST 0.005 /* at twice that, one result in four is wrong */
#define MISSES 20       /* one step in this many may differ by more */
#define TURNS 2048      /* turns of an empty loop: about a microsecond */
#define PARTS 8         /* runs; the least call cost of them is the result */

uint64_t measure_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Returns how far a step may be from a multiple of the tick: its slew, or one count of rounding. A tick of a few counts
 * leaves no room for rounding. */
static double reach_of(uint64_t step, double slew, double tick)
{
    return fmax(TELL * tick >= ROUNDING ? ROUNDING : 0, slew * (double)step);
}

static bool off(uint64_t step, double slew, double tick)
{
    double d = (double)step;
    return fabs(d - tick * round(d / tick)) > reach_of(step, slew, tick);
}

/* Fits the tick to all steps that are short enough to identify their multiple; returns false if more than `most` of
 * them are too far from every multiple. Longer steps take part after each doubling, when the fit identifies their
 * multiples. Steps too far from a multiple take no part. */
static bool tick_fits(const uint64_t *step, size_t steps, double slew, size_t most, double *tick)
{
    const double longest = TELL * *tick / slew;
    double fitted = *tick;
    size_t usable = 0, misses = 0;
    for (int doubled = 1; ldexp(*tick, doubled) < 2 * longest; doubled++) {
        const double limit = fmin(ldexp(*tick, doubled), longest);
        double product = 0, squares = 0;
        usable = 0;
        for (size_t i = 0; i < steps; i++) {
            double d = (double)step[i], k = round(d / fitted);
            if (d > limit || fabs(d - fitted * k) > 2 * TELL * fitted)
                continue;
            product += d * k;
            squares += k * k;
            usable++;
        }
        if (squares > 0)
            fitted = product / squares;
    }
    for (size_t i = 0; i < steps; i++)
        misses += (double)step[i] <= longest && off(step[i], slew, fitted);
    if (usable < USABLE_LEAST || misses > most)
        return false;
    *tick = fitted;
    return true;
}

/* Returns the logarithm of the chance that random steps fit this tick as well. Equal steps count once, and a step that
 * does not fit could have been any of them. */
static double log_chance(const uint64_t *step, size_t steps, double slew, double tick)
{
    double sum = 0;
    for (size_t i = 1; i < steps; i++) {
        double reach = reach_of(step[i], slew, tick);
        bool again = reach > TELL * tick;
        for (size_t j = 0; j < i && !again; j++)
            again = step[j] == step[i];
        if (again)
            continue;
        sum += off(step[i], slew, tick) ? log((double)steps) : log((2 * floor(reach) + 1) / tick);
    }
    return sum;
}

enum measure_verdict measure_tick_tolerant(const uint64_t *step, size_t steps, double slew, bool still, double *tick)
{
    if ((!step && steps) || !tick || !(slew > 0 && slew <= SLEW_MOST))
        return MEASURE_ARGUMENT;
    if (steps < USABLE_LEAST)
        return MEASURE_FEW;
    uint64_t least = UINT64_MAX, gcd = 0;
    const size_t most = still ? 0 : steps / MISSES;
    for (size_t i = 0; i < steps; i++) {
        if (step[i] == 0)
            return MEASURE_ARGUMENT;
        if (step[i] > 1 && step[i] < least) /* one count may be rounding */
            least = step[i];
        gcd = measure_gcd(gcd, step[i]);
    }
    if (least == UINT64_MAX) {
        *tick = 1;
        return MEASURE_OK;
    }
    for (uint64_t divisor = 1; divisor <= DIVISORS && divisor <= least; divisor++) {
        double candidate = (double)least / (double)divisor;
        if (candidate <= (double)gcd)
            break;
        if (tick_fits(step, steps, slew, most, &candidate) &&
            (still || log_chance(step, steps, slew, candidate) + log((double)divisor) < CHANCE)) {
            *tick = candidate;
            return MEASURE_OK;
        }
    }
    if (gcd == 1 && slew * (double)least > 0.5) /* slewing could hide any tick in such steps */
        return MEASURE_NO_TICK;
    *tick = (double)gcd;
    return MEASURE_OK;
}

/* Waits for the next change of the clock; counts the reads it takes. */
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

/* Waits, each time for another length. Calls alone may be in step with the tick, and the duration of a call may look
 * like a tick; steps across such waits are multiples of the tick only. */
static void wait_varied(uint64_t n)
{
    for (uint32_t turns = (uint32_t)n * UINT32_C(2654435769) >> 16 & (TURNS - 1); turns; turns--)
        __asm__ volatile("" : "+r"(turns));
}

enum measure_verdict measure_clock_character(const struct measure_clock *clock, uint64_t *step, size_t steps,
                                             uint64_t patience, double slew, struct measure_character *result)
{
    enum measure_verdict verdict = measure_clock_check(clock);
    if (verdict)
        return verdict;
    if (!step || !result)
        return MEASURE_ARGUMENT;
    if (steps < PARTS)
        return MEASURE_FEW;
    struct measure_character c = {.least = UINT64_MAX, .steps = steps, .call_s = INFINITY};
    uint64_t at = clock->read(clock->context), unused = 0, elapsed;
    verdict = next_step(clock, &at, patience, &unused, &elapsed); /* from here on steps are whole ticks */
    for (size_t i = 0, part = 0; i < steps && verdict == MEASURE_OK; part++) {
        uint64_t calls = 0, sum = 0;
        const size_t end = (part + 1) * steps / PARTS, waits = (i + end + 1) / 2;
        for (; i < end && verdict == MEASURE_OK; i++) {
            uint64_t readings = 0;
            if (i >= waits)
                wait_varied(i);
            verdict = next_step(clock, &at, patience, &readings, &step[i]);
            if (verdict)
                break;
            c.readings += readings;
            if (i < waits) {
                calls += readings;
                sum += step[i];
            }
            c.gcd = measure_gcd(c.gcd, step[i]);
            c.least = step[i] < c.least ? step[i] : c.least;
        }
        if (verdict == MEASURE_OK)
            c.call_s = fmin(c.call_s, (double)sum / (double)calls / clock->hz);
    }
    if (verdict == MEASURE_OK && measure_tick_tolerant(step, steps, slew, c.readings > 2 * c.steps, &c.tick))
        c.tick = (double)c.gcd;
    if (verdict == MEASURE_OK && !isfinite(c.call_s))
        verdict = MEASURE_OVERFLOW;
    if (verdict == MEASURE_OK)
        *result = c;
    return verdict;
}
