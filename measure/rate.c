/* SPDX-License-Identifier: MIT
 * Ticks per second from reads bracketed by a reference, [004]. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "hull.h"
#include "measure.h"
#include "wander.h"

#define SECOND_NS 1e9
#define RATES_LEAST 10
#define SWITCH_LEVEL 0.01 /* chance that reads at one place of their brackets seem to switch */
#define QUIET 0.25        /* share of the brackets */
#define QUIET_LEAST 40
/* For normal noise the mean of the rates within one standard deviation has 1.341 times the variance of the plain mean:
 * with y the normal density at 1 and P = 0.683, the influence of an error x is x/P inside and 2y/P x everywhere. The
 * deviation of the rates kept, over the root of their number, gives 0.426. The factor corrects this. */
#define CUT_FACTOR 1.7734

void measure_take_brackets(const struct measure_clock *reference, const struct measure_clock *clock,
                           struct measure_bracket *bracket, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bracket[i].before_ns = (int64_t)reference->read(reference->context);
        bracket[i].ticks = clock->read(clock->context);
        bracket[i].after_ns = (int64_t)reference->read(reference->context);
    }
}

static enum measure_verdict check(const struct measure_bracket *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (b[i].after_ns < b[i].before_ns || (i && b[i].before_ns < b[i - 1].after_ns) ||
            (i && b[i].ticks < b[i - 1].ticks))
            return MEASURE_BACKWARD;
    return n && b[n - 1].ticks == b[0].ticks ? MEASURE_STOPPED : MEASURE_OK;
}

/* Rate of the ith pair; pairs share no bracket, so their errors are independent. */
static double pair_rate(const struct measure_bracket *b, size_t i)
{
    const struct measure_bracket *start = &b[2 * i], *end = start + 1;
    double ns = ((double)(end->before_ns - start->before_ns) + (double)(end->after_ns - start->after_ns)) / 2;
    return (double)(end->ticks - start->ticks) / ns * SECOND_NS;
}

struct moments {
    double n, mean, deviation;
};

/* Moments of the rates within `reach` of `centre`. */
static struct moments moments_of(const struct measure_bracket *b, size_t pairs, double centre, double reach)
{
    struct moments m = {0};
    double squares = 0;
    for (size_t i = 0; i < pairs; i++) {
        double rate = pair_rate(b, i);
        if (fabs(rate - centre) > reach)
            continue;
        double step = rate - m.mean;
        m.mean += step / ++m.n;
        squares += step * (rate - m.mean);
    }
    m.deviation = m.n > 1 ? sqrt(squares / (m.n - 1)) : 0;
    return m;
}

enum measure_verdict measure_rate_mean(const struct measure_bracket *b, size_t n, double confidence,
                                       struct measure_rate *rate)
{
    if (!b || !rate || isnan(measure_z(confidence)))
        return MEASURE_ARGUMENT;
    enum measure_verdict verdict = check(b, n);
    if (n / 2 < RATES_LEAST)
        return MEASURE_FEW;
    if (verdict)
        return verdict;
    for (size_t i = 0; i < n / 2; i++)
        if (!isfinite(pair_rate(b, i)))
            return MEASURE_ARGUMENT;
    struct moments all = moments_of(b, n / 2, 0, INFINITY);
    struct moments kept = moments_of(b, n / 2, all.mean, all.deviation);
    if (kept.n < 2)
        return MEASURE_FEW;
    double half = CUT_FACTOR * kept.deviation / sqrt(kept.n) * gsl_cdf_tdist_Pinv(0.5 + confidence / 2, kept.n - 1);
    *rate = (struct measure_rate){.hz = kept.mean,
                                  .low_hz = kept.mean - half,
                                  .high_hz = kept.mean + half,
                                  .used = (uint64_t)kept.n,
                                  .of = n / 2};
    return MEASURE_OK;
}

/* A line passes below the points of `before` and above those of `after`. Each pair of one point of each bounds its
 * slope from one side; only vertices of the two hulls can be decisive. */
static enum measure_verdict bound_slope(const struct measure_hull *before, const struct measure_hull *after,
                                        struct measure_rate *rate)
{
    double low = 0, high = INFINITY;
    for (size_t i = 0; i < before->points; i++)
        for (size_t j = 0; j < after->points; j++) {
            const struct measure_point *p = &before->point[i], *q = &after->point[j];
            double dx = (double)(p->x - q->x), dy = (double)(p->y + q->y); /* after holds -ticks */
            if (dx > 0)
                high = fmin(high, dy / dx);
            else if (dx < 0)
                low = fmax(low, dy / dx);
            else if (dy < 0)
                return MEASURE_UNSTEADY;
        }
    if (!isfinite(high))
        return MEASURE_FEW;
    if (low > high)
        return MEASURE_UNSTEADY;
    rate->low_hz = low * SECOND_NS;
    rate->high_hz = high * SECOND_NS;
    rate->hz = (rate->low_hz + rate->high_hz) / 2;
    rate->used = before->points + after->points;
    return MEASURE_OK;
}

enum measure_verdict measure_rate_hull(const struct measure_bracket *b, size_t n, struct measure_rate *rate)
{
    if (!b || !rate)
        return MEASURE_ARGUMENT;
    if (n < 2)
        return MEASURE_FEW;
    enum measure_verdict verdict = check(b, n);
    struct measure_hull before = {0}, after = {0};
    for (size_t i = 0; i < n && verdict == MEASURE_OK; i++) {
        /* Readings are rounded down: the count had reached ticks, not ticks + 1; the reference had not reached after_ns
         * + 1. */
        int64_t ticks = (int64_t)(b[i].ticks - b[0].ticks);
        verdict = measure_hull_add(&before, b[i].before_ns - b[0].before_ns, ticks + 1);
        if (verdict == MEASURE_OK)
            verdict = measure_hull_add(&after, b[i].after_ns + 1 - b[0].before_ns, -ticks);
    }
    struct measure_rate found = {.of = n};
    if (verdict == MEASURE_OK)
        verdict = bound_slope(&before, &after, &found);
    if (verdict == MEASURE_OK)
        *rate = found;
    measure_hull_free(&before);
    measure_hull_free(&after);
    return verdict;
}

/* Where the reads are in their brackets may switch, such as with the CPU's power state. Then neighbours leave the line
 * to one side, and what each says of the slope changes slowly. Overwrites x and y. */
static void allow_switches(double *x, double *y, struct measure_line *line)
{
    const size_t n = line->n;
    double mean = 0, squares = 0, wider = 1;
    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        y[i] -= line->overhead + line->slope * x[i];
        x[i] -= mean;
        squares += x[i] * x[i];
    }
    for (size_t i = 0; i < n; i++)
        x[i] *= y[i] / squares * (double)n;
    if (wander_shows(y, n, SWITCH_LEVEL, &wider))
        line->slope_deviation = fmax(line->slope_deviation, wander_deviation(x, n));
}

/* The line through the middles of the brackets up to this width; x in ns and y in ticks, since the first. */
static enum measure_verdict fit_quiet(const struct measure_bracket *b, size_t n, double width, double *x, double *y,
                                      struct measure_line *line)
{
    size_t quiet = 0;
    for (size_t i = 0; i < n; i++) {
        if ((double)(b[i].after_ns - b[i].before_ns) > width)
            continue;
        x[quiet] = ((double)(b[i].before_ns - b[0].before_ns) + (double)(b[i].after_ns - b[0].before_ns)) / 2;
        y[quiet++] = (double)(b[i].ticks - b[0].ticks);
    }
    const enum measure_verdict verdict = measure_line_least_squares(x, y, quiet, line);
    if (verdict == MEASURE_OK)
        allow_switches(x, y, line);
    return verdict;
}

static enum measure_verdict find_quiet(const struct measure_bracket *b, size_t n, double *x, double *y,
                                       struct measure_line *line)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (double)(b[i].after_ns - b[i].before_ns);
    enum measure_verdict verdict = measure_sample_sort(x, n);
    return verdict ? verdict : fit_quiet(b, n, x[(size_t)(QUIET * (double)n)], x, y, line);
}

enum measure_verdict measure_rate_quiet(const struct measure_bracket *b, size_t n, double confidence,
                                        struct measure_rate *rate)
{
    if (!b || !rate || isnan(measure_z(confidence)))
        return MEASURE_ARGUMENT;
    if (n < QUIET_LEAST)
        return MEASURE_FEW;
    struct measure_line line;
    enum measure_verdict verdict = check(b, n);
    double *x = verdict ? NULL : malloc(2 * n * sizeof *x);
    if (verdict == MEASURE_OK)
        verdict = x ? find_quiet(b, n, x, x + n, &line) : MEASURE_MEMORY;
    free(x);
    if (verdict)
        return verdict;
    double half = line.slope_deviation * gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)line.n - 2);
    *rate = (struct measure_rate){.hz = line.slope * SECOND_NS,
                                  .low_hz = (line.slope - half) * SECOND_NS,
                                  .high_hz = (line.slope + half) * SECOND_NS,
                                  .used = line.n,
                                  .of = n};
    return MEASURE_OK;
}
