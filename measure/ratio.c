/* SPDX-License-Identifier: MIT
 * The ratio of two times that are measured in pairs.
 *
 * Each round times both in random order. Whatever drifts meanwhile then makes the second of a round slower as often as
 * the first, so the sign of log(b / a) less the true ratio's is that of a coin: the interval of the median of the
 * logarithms is that of the sign test, and neither drift nor dependence between rounds widens it.
 *
 * Who looks at an interval again and again, and stops when it is narrow, is wrong more often than each interval is.
 * So a comparison has a fixed number of looks, at 10, 20, 40, ... rounds and at its end, which share the error: half
 * of it is the last look's, the others have equal parts. The chance that any of them is wrong is at most the sum. */
#include <math.h>
#include <stdlib.h>

#include "measure.h"

#define FIRST 10 /* rounds at the first look */

/* Looks before the last one. */
static size_t looks_before(size_t most)
{
    size_t looks = 0;
    for (size_t n = FIRST; n < most; n *= 2)
        looks++;
    return looks;
}

bool measure_ratio_looks(size_t n, size_t most)
{
    size_t look = FIRST;
    while (look < n)
        look *= 2;
    return look == n && n < most;
}

enum measure_verdict measure_ratio(const double *a, const double *b, size_t n, size_t most, bool last,
                                   double confidence, struct measure_ratio_result *result)
{
    struct measure_quantile median;
    if (!a || !b || !result || isnan(measure_z(confidence)) || n > most || most > MEASURE_RATIO_MOST)
        return MEASURE_ARGUMENT;
    const size_t looks = looks_before(most);
    if (n == 0 || (!last && looks == 0))
        return MEASURE_FEW;
    for (size_t i = 0; i < n; i++)
        if (!(a[i] > 0 && b[i] > 0))
            return MEASURE_UNREASONABLE;
    double *logs = calloc(n, sizeof *logs);
    if (!logs)
        return MEASURE_MEMORY;
    for (size_t i = 0; i < n; i++)
        logs[i] = log(b[i] / a[i]);
    const double error = looks == 0 ? 1 - confidence : (1 - confidence) / 2 / (last ? 1 : (double)looks);
    enum measure_verdict verdict = measure_sample_sort(logs, n);
    if (verdict == MEASURE_OK)
        verdict = measure_sample_quantile(logs, n, 0.5, 1 - error, &median);
    free(logs);
    if (verdict == MEASURE_OK)
        *result = (struct measure_ratio_result){exp(median.value), exp(median.low), exp(median.high)};
    return verdict;
}
