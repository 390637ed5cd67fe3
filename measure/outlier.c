/* SPDX-License-Identifier: MIT
 * Classifies and counts outliers and gives their share of the whole; none is dropped. */
#include <math.h>

#include "measure.h"

static enum measure_outlier class_of(const struct measure_outliers *fences, double value)
{
    if (value < fences->lower)
        return MEASURE_LOW;
    if (value > fences->severe)
        return MEASURE_HIGH_SEVERE;
    return value > fences->upper ? MEASURE_HIGH : MEASURE_TYPICAL;
}

enum measure_verdict measure_sample_outliers(const double *sorted, size_t n, double tick,
                                             struct measure_outliers *result)
{
    if (!sorted || !result || !isfinite(tick) || tick < 0)
        return MEASURE_ARGUMENT;
    if (n < 4)
        return MEASURE_FEW;
    if (!isfinite(sorted[0]) || !isfinite(sorted[n - 1]))
        return MEASURE_ARGUMENT;
    double low = sorted[(n + 3) / 4 - 1], high = sorted[(3 * n + 3) / 4 - 1], sum = 0;
    double spread = fmax(high - low, tick);
    struct measure_outliers o = {
        .lower = low - 1.5 * spread, .upper = high + 1.5 * spread, .severe = high + 3 * spread};
    for (size_t i = 0; i < n; i++) {
        enum measure_outlier class = class_of(&o, sorted[i]);
        o.count[class]++;
        o.share[class] += sorted[i];
        sum += sorted[i];
    }
    if (!isfinite(o.lower) || !isfinite(o.severe))
        return MEASURE_OVERFLOW;
    for (size_t i = 0; i < MEASURE_OUTLIERS; i++) {
        o.share[i] = sum > 0 ? o.share[i] / sum : 0;
        if (!isfinite(o.share[i]))
            return MEASURE_OVERFLOW;
    }
    *result = o;
    return MEASURE_OK;
}
