/* SPDX-License-Identifier: MIT
 * Cost of one read of a clock, by one-call/two-call differences. */
#include <math.h>

#include "measure.h"

#define INTERRUPTED 10 /* times the least; a longer one was interrupted */

struct kind {
    double n, sum, square; /* counts; exact up to 2^53 */
    uint64_t least, interrupted;
};

static enum measure_verdict add(struct kind *k, const struct measure_clock *clock, uint64_t from, uint64_t to)
{
    uint64_t counts;
    enum measure_verdict verdict = measure_elapsed_checked(clock, from, to, &counts);
    if (verdict)
        return verdict;
    k->least = counts < k->least ? counts : k->least;
    if (k->least && counts / INTERRUPTED > k->least) {
        k->interrupted++;
        return MEASURE_OK;
    }
    double value = (double)counts;
    k->n++;
    k->sum += value;
    k->square += value * value;
    return MEASURE_OK;
}

static double mean_variance(const struct kind *k)
{
    return fmax(0, k->square - k->sum * k->sum / k->n) / (k->n - 1) / k->n;
}

enum measure_verdict measure_clock_overhead(const struct measure_clock *clock, uint64_t n, double confidence,
                                            struct measure_overhead *result)
{
    enum measure_verdict verdict = measure_clock_check(clock);
    double z = measure_z(confidence);
    if (verdict || !result || isnan(z))
        return MEASURE_ARGUMENT;
    if (n < 30)
        return MEASURE_FEW;
    struct kind one = {.least = UINT64_MAX}, two = {.least = UINT64_MAX};
    for (uint64_t i = 0; i < n && verdict == MEASURE_OK; i++) {
        uint64_t at[5];
        for (size_t k = 0; k < 5; k++)
            at[k] = clock->read(clock->context);
        verdict = add(&one, clock, at[0], at[1]);
        if (verdict == MEASURE_OK)
            verdict = add(&two, clock, at[2], at[4]);
    }
    if (verdict)
        return verdict;
    if (one.n < 30 || two.n < 30)
        return MEASURE_FEW;
    if (two.sum == 0)
        return MEASURE_STOPPED;
    double call = two.sum / two.n - one.sum / one.n;
    double half = z * sqrt(mean_variance(&one) + mean_variance(&two));
    if (!isfinite((call - half) / clock->hz) || !isfinite((call + half) / clock->hz))
        return MEASURE_OVERFLOW;
    *result = (struct measure_overhead){.call_s = call / clock->hz,
                                        .low_s = (call - half) / clock->hz,
                                        .high_s = (call + half) / clock->hz,
                                        .interrupted = one.interrupted + two.interrupted,
                                        .least = two.least > one.least ? two.least - one.least : 0};
    return MEASURE_OK;
}
