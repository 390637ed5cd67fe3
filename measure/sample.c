/* SPDX-License-Identifier: MIT
 * Durations of a clock that is fast enough to time each one: mean and quantiles. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <limits.h>
#include <math.h>

#include "measure.h"
#include "order.h"

enum measure_verdict measure_sample_sort(double *value, size_t n)
{
    if (!value && n)
        return MEASURE_ARGUMENT;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return MEASURE_ARGUMENT;
    if (n)
        gsl_sort(value, 1, n); /* qsort() takes as much memory again */
    return MEASURE_OK;
}

/* Returns the least k that Bin(n, q) exceeds with a chance of at most `rest`. */
static unsigned binomial_upper(double rest, double q, unsigned n)
{
    unsigned low = 0, high = n;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (gsl_cdf_binomial_Q(middle, q, n) <= rest)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

enum measure_verdict order_ends(size_t n, double q, double confidence, size_t *lower, size_t *upper)
{
    const double rest = (1 - confidence) / 2;
    const unsigned count = (unsigned)n;
    /* The number X of values below the quantile is Bin(n, q); value k is a lower bound if X >= k. */
    *upper = (size_t)binomial_upper(rest, q, count) + 1;
    *lower = count - binomial_upper(rest, 1 - q, count);
    return *lower < 1 || *upper > count ? MEASURE_FEW : MEASURE_OK;
}

size_t order_middle(size_t n, double q)
{
    return (size_t)ceil(q * (double)n * (1 - 1e-15)) - 1;
}

enum measure_verdict measure_sample_quantile(const double *sorted, size_t n, double q, double confidence,
                                             struct measure_quantile *result)
{
    size_t lower, upper;
    if (!sorted || !result || !(q > 0 && q < 1) || !(confidence > 0 && confidence < 1) || n > UINT_MAX)
        return MEASURE_ARGUMENT;
    if (n == 0 || order_ends(n, q, confidence, &lower, &upper))
        return MEASURE_FEW;
    const double value = sorted[order_middle(n, q)];
    if (!isfinite(sorted[lower - 1]) || !isfinite(value) || !isfinite(sorted[upper - 1]))
        return MEASURE_ARGUMENT;
    *result = (struct measure_quantile){.value = value, .low = sorted[lower - 1], .high = sorted[upper - 1]};
    return MEASURE_OK;
}

enum measure_verdict measure_sample_mean(const double *value, size_t n, double confidence,
                                         struct measure_sample_mean_result *result)
{
    if (!value || !result || isnan(measure_z(confidence)))
        return MEASURE_ARGUMENT;
    if (n < 2)
        return MEASURE_FEW;
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(value[i]))
            return MEASURE_ARGUMENT;
        double step = value[i] - mean;
        mean += step / (double)(i + 1);
        squares += step * (value[i] - mean);
    }
    double count = (double)n, deviation = sqrt(squares / (count - 1));
    double half = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, count - 1) * deviation / sqrt(count);
    if (!isfinite(mean - half) || !isfinite(mean + half) || !isfinite(deviation))
        return MEASURE_OVERFLOW;
    *result = (struct measure_sample_mean_result){
        .mean = mean, .low = mean - half, .high = mean + half, .deviation = deviation, .n = n};
    return MEASURE_OK;
}

enum measure_verdict measure_sample_difference(const struct measure_sample_mean_result *a,
                                               const struct measure_sample_mean_result *b, double confidence,
                                               struct measure_sample_mean_result *result)
{
    if (!a || !b || !result || isnan(measure_z(confidence)))
        return MEASURE_ARGUMENT;
    if (a->n < 2 || b->n < 2)
        return MEASURE_FEW;
    double va = a->deviation * a->deviation / (double)a->n, vb = b->deviation * b->deviation / (double)b->n;
    double half = 0, mean = a->mean - b->mean;
    if (va + vb > 0) {
        double freedom = (va + vb) * (va + vb) / (va * va / (double)(a->n - 1) + vb * vb / (double)(b->n - 1));
        half = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, freedom) * sqrt(va + vb);
    }
    if (!isfinite(mean - half) || !isfinite(mean + half))
        return MEASURE_OVERFLOW;
    *result = (struct measure_sample_mean_result){
        .mean = mean, .low = mean - half, .high = mean + half, .deviation = sqrt(va + vb), .n = a->n + b->n};
    return MEASURE_OK;
}
