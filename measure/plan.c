/* SPDX-License-Identifier: MIT
 * Repetitions before the experiment: [000] (4) (5), [002] (10a) (13) (14a). */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "measure.h"

#define NORMAL_LEAST 9.0 /* n f (1-f): three standard deviations stay inside 0..n */
#define SAMPLE_LEAST 30  /* durations, unless their distribution is far from normal */
#define SAME 1e-9        /* a ratio this near to a whole number is one, because times are given in decimals */

double measure_z(double confidence)
{
    return confidence > 0 && confidence < 1 ? gsl_cdf_ugaussian_Qinv((1 - confidence) / 2) : NAN;
}

static bool positive(double value)
{
    return isfinite(value) && value > 0;
}

/* variance: of one repetition; least: n from which the normal distribution applies. */
static enum measure_verdict plan_for(struct measure_plan *plan, double variance, double z, double half_width_s,
                                     double least)
{
    double n = ceil(z * z * variance / (half_width_s * half_width_s) * (1 - 1e-12));
    if (!(n < 0x1p64))
        return MEASURE_OVERFLOW;
    n = n < 1 ? 1 : n;
    *plan = (struct measure_plan){.n = (uint64_t)n, .half_width_s = half_width_s, .normal = n >= least};
    return MEASURE_OK;
}

enum measure_verdict measure_plan_half_width(struct measure_plan *plan, double tick_s, double duration_s,
                                             double confidence, double half_width_s)
{
    double z = measure_z(confidence), ratio = duration_s / tick_s;
    if (!plan || !positive(tick_s) || !positive(duration_s) || !positive(half_width_s) || isnan(z))
        return MEASURE_ARGUMENT;
    if (!positive(ratio) || ratio > 0x1p53 * SAME)
        return MEASURE_OVERFLOW;
    if (fabs(ratio - round(ratio)) <= SAME * ratio)
        return MEASURE_WHOLE;
    double f = ratio - floor(ratio), spread = f * (1 - f);
    return plan_for(plan, tick_s * tick_s * spread, z, half_width_s, NORMAL_LEAST / spread);
}

enum measure_verdict measure_plan_deviation(struct measure_plan *plan, double deviation_s, double confidence,
                                            double half_width_s)
{
    double z = measure_z(confidence);
    if (!plan || !(isfinite(deviation_s) && deviation_s >= 0) || !positive(half_width_s) || isnan(z))
        return MEASURE_ARGUMENT;
    return plan_for(plan, deviation_s * deviation_s, z, half_width_s, SAMPLE_LEAST);
}

/* Returns one unit of the digits-th significant digit of the duration, s; digits 1..15, else NaN. */
static double digit_s(double duration_s, int digits)
{
    if (digits < 1 || digits > 15 || !positive(duration_s))
        return NAN;
    return pow(10, floor(log10(duration_s) + 1e-12) + 1 - digits);
}

enum measure_verdict measure_plan_digits(struct measure_plan *plan, double tick_s, double duration_s, double confidence,
                                         int digits)
{
    const double unit_s = digit_s(duration_s, digits);
    if (isnan(unit_s))
        return MEASURE_ARGUMENT;
    return measure_plan_half_width(plan, tick_s, duration_s, confidence, unit_s);
}

enum measure_verdict measure_plan_width(struct measure_plan *plan, double tick_s, double duration_s, double confidence,
                                        double width)
{
    if (!positive(width))
        return MEASURE_ARGUMENT;
    return measure_plan_half_width(plan, tick_s, duration_s, confidence, width * duration_s / 2);
}
