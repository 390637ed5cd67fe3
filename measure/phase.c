/* SPDX-License-Identifier: MIT
 * A loop partly in step with the clock: the covariance of (11).
 *
 * The count of an interval is a function of the phase at which it begins. Over the phase, its variance f (1-f) is the
 * sum of harmonics m = 1, 2, ... with the shares w_m = 2 (sin(pi m f) / (pi m))^2 / (f (1-f)). From one cycle to the
 * next the phase advances by the cycle, c ticks, and loses its memory by the spread s: counts k cycles apart correlate
 * by the sum of w_m Re z_m^k, z_m = exp(-2 pi^2 m^2 s^2 + 2 pi i m c). Summed over all pairs of n cycles each harmonic
 * is a geometric series. */
#include <complex.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "measure.h"

#define HARMONICS 4096 /* at most; those above are taken to be without memory */
#define FORGOTTEN 1e-9 /* correlation of a harmonic from one cycle to the next that counts as none */
#define GONE 750       /* exp(-GONE) is 0 */
#define RESONANT 1e-4  /* n |1 - z| below which all n phases of a harmonic are one */
#define GRID 121       /* spreads tried, from SPREAD_LEAST to 1 tick */
#define SPREAD_LEAST 1e-3
#define ROOM 18500 /* the harmonics of all these spreads together */

/* Sets factor[m - 1] to the variance of n cycles' sum in harmonic m over that of independent cycles; returns their
 * number, at most HARMONICS and the room. All harmonics above have 1. */
static size_t harmonics(double cycle, double spread, double n, double *factor, size_t room)
{
    size_t m = 0;
    while (m < HARMONICS && m < room) {
        const double order = (double)(m + 1), fading = 2 * M_PI * M_PI * order * order * spread * spread;
        const double memory = exp(-fading);
        if (memory < FORGOTTEN)
            break;
        const double turn = 2 * M_PI * (order * cycle - round(order * cycle));
        const double complex z = memory * (cos(turn) + I * sin(turn)), left = 1 - z;
        const double complex last = n * fading < GONE ? cpow(z, n) : 0;
        factor[m++] = n * cabs(left) < RESONANT ? n : 1 + 2 * creal(z * (n * left - (1 - last)) / (left * left)) / n;
    }
    return m;
}

/* Sets weight[m - 1] to the share w_m of a duration's harmonics. */
static void shares(double duration, size_t count, double *weight)
{
    const double f = duration - floor(duration);
    for (size_t m = 0; m < count; m++) {
        const double order = (double)(m + 1), s = sin(M_PI * order * f) / (M_PI * order);
        weight[m] = 2 * s * s / (f * (1 - f));
    }
}

static double dispersion(const double *weight, const double *factor, size_t count)
{
    double sum = 0, rest = 1;
    for (size_t m = 0; m < count; m++) {
        sum += weight[m] * factor[m];
        rest -= weight[m];
    }
    return sum + rest;
}

static bool fits(double duration, double cycle, double spread)
{
    return isfinite(duration) && duration > 0 && isfinite(cycle) && cycle > 0 && isfinite(spread) && spread >= 0;
}

enum measure_verdict measure_phase_dispersion(double duration, double cycle, double spread, uint64_t n, double *result)
{
    double factor[HARMONICS], weight[HARMONICS];
    if (!result || n == 0 || !fits(duration, cycle, spread))
        return MEASURE_ARGUMENT;
    if (duration == floor(duration))
        return MEASURE_WHOLE;
    const size_t count = harmonics(cycle, spread, (double)n, factor, HARMONICS);
    shares(duration, count, weight);
    *result = dispersion(weight, factor, count);
    return MEASURE_OK;
}

enum measure_verdict measure_phase_spread(const struct measure_phase_row *row, size_t rows, double freedom,
                                          double cycle, uint64_t n, double dependence, double confidence,
                                          struct measure_phase_spread_result *result)
{
    /* Twice the log of the largest likelihood of the variances over theirs; each variance is chi-squared with
     * `freedom`. The last one is for no harmonics. */
    double off[GRID + 1] = {0};
    double factor[ROOM], weight[HARMONICS];
    size_t count[GRID + 1] = {0}, best = 0, all = 0;
    if (!row || !result || rows == 0 || !(freedom >= 1) || !(dependence >= 1) || n == 0 ||
        !(confidence > 0 && confidence < 1))
        return MEASURE_ARGUMENT;
    for (size_t i = 0; i < rows; i++) {
        if (!fits(row[i].duration, cycle, 0) || !isfinite(row[i].dispersion) || row[i].dispersion <= 0)
            return MEASURE_ARGUMENT;
        if (row[i].duration == floor(row[i].duration))
            return MEASURE_WHOLE;
    }
    for (size_t g = 0; g < GRID; all += count[g++])
        count[g] = harmonics(cycle, pow(SPREAD_LEAST, 1 - (double)g / (GRID - 1)), (double)n, factor + all, ROOM - all);
    for (size_t i = 0; i < rows; i++) {
        shares(row[i].duration, count[0], weight); /* of the most harmonics */
        for (size_t g = 0, at = 0; g <= GRID; at += count[g++]) {
            const double ratio = row[i].dispersion / dispersion(weight, factor + at, count[g]);
            off[g] += freedom * (ratio - 1 - log(ratio));
        }
    }
    for (size_t g = 0; g < GRID; g++)
        best = off[g] < off[best] ? g : best;
    const double most = off[best] + dependence * gsl_cdf_chisq_Pinv(confidence, 1);
    size_t low = 0, high = GRID - 1;
    while (off[low] > most)
        low++;
    while (off[high] > most)
        high--;
    *result = (struct measure_phase_spread_result){
        .spread = pow(SPREAD_LEAST, 1 - (double)best / (GRID - 1)),
        .low = low ? pow(SPREAD_LEAST, 1 - (double)low / (GRID - 1)) : 0,
        .high = high < GRID - 1 ? pow(SPREAD_LEAST, 1 - (double)high / (GRID - 1)) : INFINITY,
        .deviance = off[best],
        .independent = off[GRID]};
    return MEASURE_OK;
}
