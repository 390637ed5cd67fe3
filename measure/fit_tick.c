/* SPDX-License-Identifier: MIT
 * The tick of which all times of a table are multiples, [003]. */
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#define DIGITS_MOST 12
#define STEPS_MOST 128
#define SLEW 1e-3        /* as for the clocks of a host: adjtime slews by 500 ppm at most */
#define ROUNDED_LEAST 10 /* counts, as measure_tick_tolerant() has it */
#define ODD_ONE_IN 20

/* Returns 10^k with the least k for which all times are whole numbers of 10^-k, as far as a double can show; else 0. */
static double decimal_unit(const double *t, size_t n)
{
    for (int digits = 0; digits <= DIGITS_MOST; digits++) {
        const double unit = gsl_pow_int(10, digits);
        size_t whole = 0;
        for (; whole < n; whole++) {
            const double value = t[whole] * unit;
            if (!(fabs(value) < 0x1p53) || fabs(value - round(value)) > 0x1p-51 * fabs(value))
                break;
        }
        if (whole == n)
            return unit;
    }
    return 0;
}

/* Steps between neighbours in the order of size, those of 0 left out. */
static size_t take_steps(const double *sorted, size_t n, double unit, uint64_t *step)
{
    size_t steps = 0;
    for (size_t i = 1; i < n && steps < STEPS_MOST; i++) {
        const double difference = round(sorted[i] * unit) - round(sorted[i - 1] * unit);
        if (difference > 0)
            step[steps++] = (uint64_t)difference;
    }
    return steps;
}

/* Whether the times, not only their steps, are multiples, as far as a slewed or rounded clock shows it. */
static bool are_multiples(const double *t, size_t n, double unit, double tick)
{
    size_t off = 0;
    for (size_t i = 0; i < n; i++) {
        const double counts = fabs(t[i]) * unit;
        off += fabs(counts - tick * round(counts / tick)) > SLEW * counts + (tick >= ROUNDED_LEAST);
    }
    return off * ODD_ONE_IN <= n;
}

static double common_divisor(const double *t, size_t n, double unit)
{
    uint64_t gcd = 0;
    for (size_t i = 0; i < n; i++)
        gcd = measure_gcd(gcd, (uint64_t)round(fabs(t[i]) * unit));
    return (double)gcd;
}

enum measure_verdict measure_fit_tick(const double *t, size_t n, double *tick)
{
    uint64_t step[STEPS_MOST];
    if (!t || !tick)
        return MEASURE_ARGUMENT;
    if (n == 0)
        return MEASURE_FEW;
    double *sorted = calloc(n, sizeof *sorted);
    if (!sorted)
        return MEASURE_MEMORY;
    memcpy(sorted, t, n * sizeof *sorted);
    enum measure_verdict verdict = measure_sample_sort(sorted, n);
    const double unit = verdict ? 0 : decimal_unit(sorted, n);
    const size_t steps = unit > 0 ? take_steps(sorted, n, unit, step) : 0;
    free(sorted);
    if (verdict)
        return verdict;
    if (steps == 0)
        return unit > 0 ? MEASURE_ALIKE : MEASURE_NO_TICK;
    double counts;
    if (measure_tick_tolerant(step, steps, SLEW, false, &counts) || !are_multiples(t, n, unit, counts))
        counts = common_divisor(t, n, unit);
    *tick = counts / unit;
    return MEASURE_OK;
}
