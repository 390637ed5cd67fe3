/* SPDX-License-Identifier: MIT
 * Durations in the order of their runs, which may depend on each other: how many independent runs they are worth, and
 * the intervals of mean and quantiles that follow.
 *
 * The variance of a mean of n runs that depend on each other is greater than that of independent ones: n runs are worth
 * fewer. wander.c finds it from the slowest waves that the runs contain, because changes that last about as long as all
 * runs, and noise without a longest period, do not show in the correlations of neighbours.
 *
 * Runs that are worth less than WORTH_LEAST give nothing. Then blocks of neighbours show how far the runs wander: the
 * interval is somewhat longer than from the least block to the greatest. How often it holds the truth was tried:
 * `measure-proofs coverage`. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "measure.h"
#include "order.h"
#include "wander.h"

#define GROUPS_MOST 4096  /* of more runs, neighbours are averaged */
#define SIGNIFICANT 2.326 /* deviations: few runs correlate so by chance in one of 100 tables */
#define LONGER 10         /* times further above the upper quartile than that is above the median */
#define WORTH_LEAST 4     /* the 95 % interval of the mean is then as wide as plus and minus one deviation of a run */
#define BLOCKS MEASURE_SERIES_BLOCKS
#define BLOCK_LEAST 2    /* runs in a block; for quantiles other than the median more */
#define BLOCKS_WIDER 1.4 /* for 1/f noise, H 0.9, at this confidence: */
#define BLOCKS_CONFIDENCE 0.95
#define BLOCKS_LEAST_S (2 - 1e-9) /* a host may be quiet for less than that, and then jump: tests/loop.gz */

/* Maps a run to the number whose mean is examined. */
struct view {
    const struct measure_series *series;
    enum { VALUES, RANKS, BELOW, CLIPPED } form;
    double limit; /* BELOW: 1 for runs up to this, else 0. CLIPPED: longer runs count as this */
};

static double seen(const struct view *v, double value, size_t rank)
{
    switch (v->form) {
    case RANKS:
        return (double)rank;
    case BELOW:
        return value <= v->limit;
    case CLIPPED:
        return fmin(value, v->limit);
    default:
        return value;
    }
}

static size_t group_length(size_t n)
{
    return (n + GROUPS_MOST - 1) / GROUPS_MOST;
}

/* Averages of groups of neighbours, less the mean of all. */
struct groups {
    double off[GROUPS_MOST], variance; /* that of one run */
    size_t count;
};

static void group(const struct view *v, struct groups *g)
{
    const struct measure_series *s = v->series;
    const size_t length = group_length(s->n);
    double mean = 0, squares = 0, used = 0;
    *g = (struct groups){.count = s->n / length};
    for (size_t i = 0, rank = 0; i < s->n; i++) {
        rank = s->sorted[i] > s->sorted[rank] ? i : rank; /* the number of values below this one */
        if (s->group[i] == g->count)                      /* the last runs, which are no whole group */
            continue;
        const double value = seen(v, s->sorted[i], rank), step = value - mean;
        mean += step / ++used;
        squares += step * (value - mean);
        g->off[s->group[i]] += value / (double)length;
    }
    g->variance = squares / used;
    for (size_t i = 0; i < g->count; i++)
        g->off[i] -= mean;
}

/* The number of independent runs whose mean would be known as well. */
static double worth(const struct view *v)
{
    struct groups g;
    group(v, &g);
    const double variance = wander_variance(g.off, g.count), n = (double)v->series->n;
    return variance > 0 ? g.variance / variance : n; /* all are alike: they show no dependence */
}

/* A few much longer runs hide slow changes of the others. The variance of the mean: of the others with what slower
 * changes may add, and of the longer ones. */
static double variance_apart(const struct measure_series *s)
{
    const double upper = s->sorted[order_middle(s->n, 0.75)], limit = upper + LONGER * (upper - s->sorted[s->n / 2]);
    const double n = (double)s->n;
    struct groups g;
    double mean = 0, squares = 0;
    group(&(struct view){s, CLIPPED, limit}, &g);
    for (size_t i = 0; i < s->n; i++) {
        const double more = fmax(0, s->sorted[i] - limit), step = more - mean;
        mean += step / (double)(i + 1);
        squares += step * (more - mean);
    }
    return wander_variance(g.off, g.count) + squares / n / n;
}

/* ---- Results */

static void swap(double *value, uint16_t *group, size_t a, size_t b)
{
    const double other = value[a];
    const uint16_t other_group = group[a];
    value[a] = value[b];
    group[a] = group[b];
    value[b] = other;
    group[b] = other_group;
}

/* In place and fast: 20 million runs fill 160 MB. */
static void sort(double *value, uint16_t *group, size_t n)
{
    while (n > 1) {
        const double pivot = value[n * UINT64_C(0x9e3779b97f4a7c15) % n]; /* anywhere: no order of runs is slow */
        size_t low = 0, high = n; /* those before `low` are not above the pivot, those from `high` on not below */
        while (low < high) {
            while (value[low] < pivot)
                low++;
            while (value[high - 1] > pivot)
                high--;
            if (low < high)
                swap(value, group, low++, --high);
        }
        if (high < n - low) { /* the smaller part first: then calls are never deep */
            sort(value, group, high);
            value += low;
            group += low;
            n -= low;
        } else {
            sort(value + low, group + low, n - low);
            n = high;
        }
    }
}

enum measure_verdict measure_series_make(struct measure_series *series, double *value, size_t n)
{
    if (!series || !value)
        return MEASURE_ARGUMENT;
    if (n == 0)
        return MEASURE_FEW;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return MEASURE_ARGUMENT;
    struct measure_series made = {.sorted = value, .group = calloc(n, sizeof *made.group), .n = n};
    if (!made.group)
        return MEASURE_MEMORY;
    for (size_t i = 0; i < n; i++)
        made.group[i] = (uint16_t)(i / group_length(n));
    sort(value, made.group, n);
    made.worth = worth(&(struct view){.series = &made, .form = RANKS});
    *series = made;
    return MEASURE_OK;
}

void measure_series_free(struct measure_series *series)
{
    free(series->group);
    *series = (struct measure_series){0};
}

static bool is_outer(double q)
{
    return q < 0.25 || q > 0.75;
}

/* Of a sorted value; the last runs, which are no whole group, are in the last. */
static size_t block_of(const struct measure_series *s, size_t i)
{
    const size_t groups = s->n / group_length(s->n), block = (size_t)s->group[i] * BLOCKS / groups;
    return block < BLOCKS ? block : BLOCKS - 1;
}

bool measure_series_blocks(const struct measure_series *s, double q, double *low, double *high)
{
    const double rarer = q > 0 ? 2 * fmin(q, 1 - q) : 1;
    size_t size[BLOCKS] = {0}, passed[BLOCKS] = {0};
    double sum[BLOCKS] = {0}, at[BLOCKS] = {0};
    if (rarer * (double)s->n < BLOCK_LEAST * BLOCKS)
        return false;
    for (size_t i = 0; i < s->n; i++)
        size[block_of(s, i)]++;
    for (size_t i = 0; i < s->n; i++) {
        const size_t b = block_of(s, i);
        sum[b] += s->sorted[i];
        if (q > 0 && passed[b]++ == order_middle(size[b], q))
            at[b] = s->sorted[i];
    }
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t b = 0; b < BLOCKS; b++) {
        const double value = q > 0 ? at[b] : sum[b] / (double)size[b];
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
    return true;
}

/* The interval by blocks, which holds the value of all runs. */
static bool by_blocks(const struct measure_series *s, double q, double confidence, double value, double *low,
                      double *high)
{
    double all_s = 0;
    for (size_t i = 0; i < s->n; i++)
        all_s += s->sorted[i];
    const double wider = fmax(1, BLOCKS_WIDER * measure_z(confidence) / measure_z(BLOCKS_CONFIDENCE));
    if (!(all_s >= BLOCKS_LEAST_S) || (q > 0 && is_outer(q)) || !measure_series_blocks(s, q, low, high))
        return false;
    const double middle = *low / 2 + *high / 2, half = (*high / 2 - *low / 2) * wider;
    *low = fmin(value, fmax(middle - half, s->sorted[0]));
    *high = fmax(value, fmin(middle + half, s->sorted[s->n - 1]));
    return true;
}

/* The t whose transform by Hall's cubic, which removes the skewness a of a mean's t, is z. */
static double unskewed(double z, double a)
{
    return fabs(a) < 1e-6 ? z : 3 / a * (cbrt(1 + a * (z - a / 6)) - 1);
}

enum measure_verdict measure_series_mean(const struct measure_series *s, double confidence,
                                         struct measure_series_mean_result *result)
{
    const double z = measure_z(confidence);
    if (!s || !s->sorted || !result || isnan(z))
        return MEASURE_ARGUMENT;
    if (s->n < MEASURE_MEAN_LEAST)
        return MEASURE_FEW;
    const double n = (double)s->n;
    struct measure_series_mean_result m = {.worth = worth(&(struct view){.series = s, .form = VALUES})};
    double squares = 0, cubes = 0;
    for (size_t i = 0; i < s->n; i++)
        m.mean += (s->sorted[i] - m.mean) / (double)(i + 1);
    for (size_t i = 0; i < s->n; i++) {
        const double off = s->sorted[i] - m.mean;
        squares += off * off / n;
        cubes += off * off * off / n;
    }
    const double deviation = sqrt(squares);
    if (!isfinite(deviation))
        return MEASURE_OVERFLOW;
    m.worth = squares > 0 ? fmin(m.worth, squares / variance_apart(s)) : m.worth;
    const double error = deviation / sqrt(m.worth);
    const double skewness = squares > 0 ? cubes / (squares * deviation) / sqrt(m.worth) : 0;
    m.low = fmin(m.mean, fmax(s->sorted[0], m.mean - error * unskewed(z, skewness)));
    m.high = fmax(m.mean, fmin(s->sorted[s->n - 1], m.mean - error * unskewed(-z, skewness)));
    if (fmin(m.worth, s->worth) < WORTH_LEAST) {
        if (!by_blocks(s, 0, confidence, m.mean, &m.low, &m.high))
            return MEASURE_DEPENDENT;
        m.worth = fmin(n, pow(2 * z * deviation / (m.high - m.low), 2));
    }
    *result = m;
    return MEASURE_OK;
}

/* Whether runs that are too few for waves correlate with their neighbours, by rank. */
static bool neighbours_correlate(const struct measure_series *s)
{
    struct groups g;
    double next = 0;
    group(&(struct view){.series = s, .form = RANKS}, &g);
    for (size_t i = 1; i < g.count; i++)
        next += g.off[i] * g.off[i - 1];
    return next / g.variance + 1 > SIGNIFICANT * sqrt((double)g.count); /* of independent runs next is -variance */
}

/* By the order of as many independent runs as these are worth. Of few the order of time shows only whether they depend:
 * then the ends are those of all. */
static enum measure_verdict by_order(const struct measure_series *s, double q, double confidence,
                                     struct measure_quantile *found)
{
    size_t lower, upper;
    double runs = (double)s->n;
    if (order_ends(s->n, q, confidence, &lower, &upper))
        return MEASURE_FEW;
    if (s->n >= MEASURE_QUANTILE_LEAST)
        runs = fmax(1, fmin(runs, fmin(s->worth, worth(&(struct view){s, BELOW, found->value}))));
    else if (neighbours_correlate(s)) {
        lower = 1;
        upper = s->n;
    }
    if (runs < (double)s->n && order_ends((size_t)runs, q, confidence, &lower, &upper))
        return MEASURE_DEPENDENT;
    const double each = (double)s->n / floor(runs); /* runs that count as one, and the ends are in their middle */
    found->low = fmin(found->value, s->sorted[(size_t)(((double)lower - 0.5) * each)]);
    found->high = fmax(found->value, s->sorted[(size_t)(((double)upper - 0.5) * each)]);
    return MEASURE_OK;
}

enum measure_verdict measure_series_quantile(const struct measure_series *s, double q, double confidence,
                                             struct measure_quantile *result)
{
    if (!s || !s->sorted || !result || !(q > 0 && q < 1) || isnan(measure_z(confidence)) || s->n > UINT_MAX)
        return MEASURE_ARGUMENT;
    struct measure_quantile found = {.value = s->sorted[order_middle(s->n, q)]};
    enum measure_verdict verdict = by_order(s, q, confidence, &found);
    if (verdict == MEASURE_DEPENDENT && by_blocks(s, q, confidence, found.value, &found.low, &found.high))
        verdict = MEASURE_OK;
    if (verdict == MEASURE_OK)
        *result = found;
    return verdict;
}
