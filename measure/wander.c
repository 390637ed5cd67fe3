/* SPDX-License-Identifier: MIT
 * Values that depend on the time: drift, a machine that heats, modes that seldom change.
 *
 * The error of a mean comes from the slowest of the waves that make up a series, and the series shows nothing of those
 * slower than itself. So the waves cos(pi j (i + 1/2) / n) must have reached their greatest power: the mean power of
 * the first 1, 2, 4, 8, 16 is compared with that of the others. The ratio follows the F distribution for independent
 * values, and for all whose correlations end early. For cosines as a base of low frequencies see Mueller and Watson,
 * Low-frequency econometrics, 2017. */
#include "wander.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#define WAVES_MOST 48 /* from 1,000 values on, correlations of 0.8 between neighbours do not show in them */
#define WAVES_ROOM 512
#define VALUES_A_WAVE 3
#define LEVEL 0.002  /* of each comparison: independent values fail in about 1 % */
#define WAVES_SLOW 8 /* those that widen the interval: more hide slow changes, of fewer the power is not known */

/* Of the wave with j half turns; on average the variance, if the values are independent. */
static double power_of(const double *off, size_t n, size_t j)
{
    const double turn = M_PI * (double)j / (double)n, twice = 2 * cos(turn);
    double sum = 0, before = cos(turn / 2), now = before;
    for (size_t i = 0; i < n; i++) {
        const double next = twice * now - before;
        sum += off[i] * now;
        before = now;
        now = next;
    }
    return 2 * sum * sum / (double)n;
}

static bool is_greater(double first_power, size_t first, double other_power, size_t others)
{
    return other_power <= 0 || gsl_cdf_fdist_Q(first_power / other_power, (double)first, (double)others) < LEVEL;
}

bool wander_is_slow(const double *off, size_t n, double variance)
{
    const size_t count = n / VALUES_A_WAVE < WAVES_MOST ? n / VALUES_A_WAVE : WAVES_MOST;
    double first[WAVES_MOST + 1] = {0}; /* sums */
    for (size_t j = 1; j <= count; j++)
        first[j] = first[j - 1] + power_of(off, n, j);
    for (size_t j = 1; 2 * j < count; j *= 2) {
        const double power = first[j] / (double)j;
        if (power > variance && is_greater(power, j, (first[count] - first[j]) / (double)(count - j), count - j))
            return true;
    }
    return false;
}

/* ---- Noise without a longest period */

#define EXPONENT 0.6 /* of n, the waves that are looked at; more narrow d, and hide slow noise in fast */
#define D_ERRORS 1   /* standard errors of d that are added to it */
#define D_FAR 0.3    /* from here on the blocks say how far the mean may be, */
#define D_NONE 0.5   /* and here it hardly exists */
#define D_MOST 0.4
#define BLOCKS 20
#define NORMAL 1.96   /* of the result's roots are so many of the blocks' deviations: */
#define ERRORS_FAR 3  /* at D_FAR, */
#define ERRORS_NONE 6 /* from D_NONE on: a host is quiet for long, then jumps; measure/docs/measure.md */
#define D_STEP 0.01

/* The power of wave 1 if that of wave j falls as j^-2d. */
static double power_of_first(const double *power, size_t waves, double d)
{
    double sum = 0;
    for (size_t j = 1; j <= waves; j++)
        sum += power[j] * pow((double)j, 2 * d);
    return sum / (double)waves;
}

/* d by Whittle's likelihood, and its standard error above it. */
static double slope_of(const double *power, size_t waves)
{
    double logs = 0, squares = 0, best = INFINITY, found = 0;
    for (size_t j = 1; j <= waves; j++) {
        logs += log((double)j) / (double)waves;
        squares += pow(log((double)j), 2) / (double)waves;
    }
    for (int step = (int)(-0.5 / D_STEP); step * D_STEP <= 1; step++) {
        const double d = step * D_STEP, unlikely = log(power_of_first(power, waves, d)) - 2 * d * logs;
        if (unlikely < best) {
            best = unlikely;
            found = d;
        }
    }
    return found + D_ERRORS / sqrt(2 * (double)waves * (squares - logs * logs));
}

static double variance_of_blocks(const double *off, size_t n)
{
    double squares = 0;
    for (size_t b = 0; b < BLOCKS; b++) {
        const size_t from = b * n / BLOCKS, to = (b + 1) * n / BLOCKS;
        double mean = 0;
        for (size_t i = from; i < to; i++)
            mean += off[i] / (double)(to - from);
        squares += mean * mean;
    }
    return squares / (BLOCKS - 1);
}

double wander_variance(const double *off, size_t n)
{
    double power[WAVES_ROOM];
    size_t waves = (size_t)pow((double)n, EXPONENT);
    waves = waves < WAVES_MOST ? WAVES_MOST : waves < WAVES_ROOM ? waves : WAVES_ROOM - 1;
    waves = waves < n / VALUES_A_WAVE ? waves : n / VALUES_A_WAVE;
    if (waves < 2)
        return INFINITY;
    for (size_t j = 1; j <= waves; j++)
        power[j] = power_of(off, n, j);
    const double slope = fmax(0, slope_of(power, waves)), d = fmin(slope, D_MOST);
    /* That of the mean over that of wave 1, for fractional Gaussian noise of n values, n large */
    const double mean = pow(M_PI, 2 * d) / (tgamma(2 + 2 * d) * cos(M_PI * d));
    const double variance = mean * power_of_first(power, waves, d) / (double)n;
    if (slope < D_FAR)
        return variance;
    const double errors = ERRORS_FAR + (ERRORS_NONE - ERRORS_FAR) * fmin(1, (slope - D_FAR) / (D_NONE - D_FAR));
    return fmax(variance, pow(errors / NORMAL, 2) * variance_of_blocks(off, n));
}

double wander_correlation(const double *a, const double *b, size_t n)
{
    double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
    for (size_t i = 0; i < n; i++) {
        mean_a += a[i] / (double)n;
        mean_b += b[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        aa += (a[i] - mean_a) * (a[i] - mean_a);
        bb += (b[i] - mean_b) * (b[i] - mean_b);
        ab += (a[i] - mean_a) * (b[i] - mean_b);
    }
    return aa > 0 && bb > 0 ? sqrt((double)n) * ab / sqrt(aa * bb) : 0;
}

/* The mean power of the slowest waves over the variance; 0 if all are alike. Takes the mean from the values. */
static double slow_power(double *value, size_t n, double *variance)
{
    const size_t waves = n < WAVES_SLOW ? n : WAVES_SLOW;
    double mean = 0, power = 0;
    *variance = 0;
    for (size_t i = 0; i < n; i++)
        mean += value[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        value[i] -= mean;
        *variance += value[i] * value[i] / (double)n;
    }
    if (n < 2 || !(*variance > 0))
        return 0;
    for (size_t j = 1; j <= waves; j++)
        power += power_of(value, n, j) / (double)waves;
    return power / *variance;
}

bool wander_shows(double *value, size_t n, double level, double *wider)
{
    double variance;
    const double slow = slow_power(value, n, &variance);
    *wider = fmax(*wider, sqrt(slow));
    return slow > 0 && (wander_correlation(value, value + 1, n - 1) > gsl_cdf_ugaussian_Qinv(level) ||
                        wander_is_slow(value, n, variance));
}

bool wander_is_most(const double *value, double *room, size_t n)
{
    double variance;
    memcpy(room, value, n * sizeof *room);
    return WAVES_SLOW * slow_power(room, n, &variance) > (double)n / 2;
}
