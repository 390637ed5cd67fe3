/* SPDX-License-Identifier: MIT
 * Ordinary least squares and the step residual, [003]. */
#include <math.h>

#include "measure.h"

enum measure_verdict measure_line_least_squares(const double *x, const double *y, size_t n, struct measure_line *line)
{
    if (!x || !y || !line)
        return MEASURE_ARGUMENT;
    if (n < 3)
        return MEASURE_FEW;
    double count = (double)n, mean_x = 0, mean_y = 0, xx = 0, xy = 0, rest = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return MEASURE_ARGUMENT;
        mean_x += x[i] / count;
        mean_y += y[i] / count;
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    if (xx == 0)
        return MEASURE_FEW;
    double slope = xy / xx, overhead = mean_y - slope * mean_x;
    for (size_t i = 0; i < n; i++)
        rest += pow(y[i] - overhead - slope * x[i], 2);
    double residual = sqrt(rest / (count - 2));
    struct measure_line l = {.slope = slope,
                             .overhead = overhead,
                             .slope_deviation = residual / sqrt(xx),
                             .overhead_deviation = residual * sqrt(1 / count + mean_x * mean_x / xx),
                             .residual_deviation = residual,
                             .n = n};
    if (!isfinite(xx) || !isfinite(slope) || !isfinite(overhead) || !isfinite(residual) ||
        !isfinite(l.slope_deviation) || !isfinite(l.overhead_deviation))
        return MEASURE_OVERFLOW;
    *line = l;
    return MEASURE_OK;
}

double measure_step_residual(double slope, double overhead, double tick, double x, double y)
{
    return y - tick * floor((overhead + slope * x) / tick);
}
