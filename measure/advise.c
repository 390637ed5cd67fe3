/* SPDX-License-Identifier: MIT
 * What runs timed one by one reach in a given time, and how many reach a given half-width. */
#include <math.h>

#include "measure.h"

#define RARER_LIKELY 16.0   /* expected occurrences of the rarer count: 95 % of the runs then have the 10 required */
#define SEVERAL_LEAST 100.0 /* with fewer the normal interval covers in less than 94.7 % */
#define SHARP 1e-3          /* deviations below this part of a tick do not blur it */
#define KEPT 1.645          /* one side, 95 %: the sample's deviation is not larger */
#define MOST 0x1p62         /* runs */
#define RUNS_PLENTY 2048.0  /* from so many runs on 95 % of the intervals are at most WIDER_PLENTY times as wide */
#define WIDER_PLENTY 3.0    /* as those of independent runs; those of fewer runs are wider: see wider() */
#define RUNS_GOOD 1000.0    /* with so many 3.6 times */
#define SAME 1e-9           /* half-widths that differ by less of themselves are equal */

/* The variance of a count beyond that of the duration: the mean of f (1-f), f the fraction of a tick in a normal
 * duration. Its Fourier series: each wave of f is damped by the normal distribution's characteristic function. */
static double rounding(double ticks, double deviation)
{
    const double f = ticks - floor(ticks);
    double sum = 1.0 / 6;
    if (deviation < SHARP)
        return f * (1 - f);
    for (int k = 1; k * deviation < 1.5; k++) /* exp(-2 pi^2 1.5^2) = 5e-20 */
        sum -= cos(2 * M_PI * k * f) * exp(-2 * pow(M_PI * k * deviation, 2)) / pow(M_PI * k, 2);
    return fmax(sum, 0);
}

/* Half-width in ticks of a run that n runs reach, with the sample's deviation as large as in one of 20 samples. */
static double half_width(double variance, double z, double n)
{
    const double spread = sqrt(fmax(2, 1 / variance) / n) / 2; /* relative, of the sample's deviation */
    return z * sqrt((variance + z * z / (4 * n)) / n) * (1 + KEPT * spread);
}

enum measure_verdict measure_advise(struct measure_advice *advice, const struct measure_way *way, double confidence,
                                    double half_width_s, double budget_s)
{
    const double z = measure_z(confidence);
    if (!advice || !way || isnan(z) || !(way->tick_s > 0) || !(way->call_s >= 0) || !(way->wait_s >= 0) ||
        way->repeats == 0 || !(way->duration_s > 0) || !(way->deviation_s >= 0) || !(half_width_s >= 0) ||
        !(budget_s > 0) || !isfinite(budget_s) || !isfinite(half_width_s))
        return MEASURE_ARGUMENT;
    const double repeats = (double)way->repeats, run_s = repeats * way->duration_s;
    const double ticks = (run_s + way->call_s) / way->tick_s,
                 deviation = way->deviation_s * sqrt(repeats) / way->tick_s;
    const double cycle_s = run_s + 2 * way->call_s + way->wait_s;
    if (!(ticks < 0x1p53) || !isfinite(deviation) || !isfinite(cycle_s))
        return MEASURE_OVERFLOW;
    const double variance = deviation * deviation + rounding(ticks, deviation), once_s = way->tick_s / repeats;
    double least = ceil(fmax(SEVERAL_LEAST, RARER_LIKELY / variance)), most = floor(fmin(budget_s / cycle_s, MOST));
    if (!(least <= most))
        return MEASURE_FEW;
    const bool reached = once_s * half_width(variance, z, most) <= half_width_s;
    while (reached && least < most) {
        const double middle = floor((least + most) / 2);
        if (once_s * half_width(variance, z, middle) <= half_width_s)
            most = middle;
        else
            least = middle + 1;
    }
    *advice = (struct measure_advice){.n = (uint64_t)most,
                                      .seconds = most * cycle_s,
                                      .half_width_s = once_s * half_width(variance, z, most),
                                      .reached = reached};
    return MEASURE_OK;
}

/* How much wider measure_series_mean() makes the interval of n independent runs, for the dependence that they may hide:
 * by less in 95 % of the measurements, which `measure-proofs coverage` shows. */
static double wider(double n)
{
    return WIDER_PLENTY * pow(RUNS_PLENTY / fmin(n, RUNS_PLENTY), 0.26);
}

/* Takes at least `runs`, if the budget allows, and widens the interval as for so many. */
static enum measure_verdict advise_least(struct measure_advice *advice, const struct measure_way *way,
                                         double confidence, double half_width_s, double budget_s, double runs)
{
    struct measure_advice a;
    const enum measure_verdict verdict = measure_advise(&a, way, confidence, half_width_s / wider(runs), budget_s);
    if (verdict)
        return verdict;
    if ((double)a.n < runs) {
        const double once_s = a.seconds / (double)a.n;
        a.n = (uint64_t)fmin(runs, budget_s / once_s);
        a.seconds = once_s * (double)a.n;
    }
    a.half_width_s *= wider((double)a.n);
    a.reached = a.half_width_s <= half_width_s * (1 + SAME);
    if (a.n < MEASURE_MEAN_LEAST)
        return MEASURE_FEW;
    if (!isfinite(a.half_width_s))
        return MEASURE_OVERFLOW;
    *advice = a;
    return MEASURE_OK;
}

enum measure_verdict measure_advise_series(struct measure_advice *advice, const struct measure_way *way,
                                           double confidence, double half_width_s, double budget_s)
{
    if (!advice)
        return MEASURE_ARGUMENT;
    struct measure_advice good;
    const enum measure_verdict verdict = advise_least(&good, way, confidence, half_width_s, budget_s, RUNS_GOOD);
    if (verdict)
        return verdict;
    *advice = good;
    if ((double)good.n >= RUNS_PLENTY)
        (void)advise_least(advice, way, confidence, half_width_s, budget_s, RUNS_PLENTY);
    return MEASURE_OK;
}
