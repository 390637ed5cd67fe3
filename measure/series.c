/* SPDX-License-Identifier: MIT
 * Durations in the order of their runs, which may depend on each other: how many independent runs they are worth, and
 * the intervals of mean and quantiles that follow.
 *
 * The variance of a mean of n runs is that of one run times tau / n; tau = 1 + 2 (r1 + r2 + ...) sums the correlations
 * r of runs so far apart. They are summed in pairs as long as these are positive and fall: Geyer's initial positive
 * sequence. tau is not taken below that of a process with r1 alone, (1 + r1) / (1 - r1), and raised by two of its
 * standard errors: by so much more the runs may depend on each other without showing it. If they are worth too few,
 * nothing is given. Changes that last about as long as all runs, and noise without a longest period, do not show in
 * tau: the interval is that of wander.c.
 *
 * Blocks of neighbours show how far the runs wander. An interval somewhat longer than from the least block to the
 * greatest is given where it is narrower than the one above, or that is refused. How often it holds the truth was
 * tried: `measure-proofs coverage`. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "measure.h"
#include "order.h"
#include "wander.h"

#define GROUPS_MOST 4096 /* of more runs, neighbours are averaged */
#define ERRORS 2         /* standard errors of tau, for what the runs do not show */
#define LONGER 10        /* times further above the upper quartile than that is above the median */
#define NEAR_LEAST 20    /* runs must be worth so many by the correlations of neighbours; */
#define NEAR_SHARE 8     /* for quantiles of few runs, n divided by this */
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

static double product(const struct groups *g, size_t lag)
{
    double sum = 0;
    for (size_t i = lag; i < g->count; i++)
        sum += g->off[i] * g->off[i - lag];
    return sum / (double)g->count;
}

/* tau of the groups; their number if it cannot be told from so few. */
static double inflation(const struct groups *g, double variance)
{
    const double r = fmax(0, product(g, 1) / variance), count = (double)g->count;
    double tau = -1, last = INFINITY;
    size_t lags = 0;
    for (; lags + 1 < g->count && tau < count / 4; lags += 2) {
        const double pair = (product(g, lags) + product(g, lags + 1)) / variance;
        if (pair * count <= 1.001) /* runs that take turns leave 1 / count at each pair */
            break;
        last = fmin(last, pair);
        tau += 2 * last;
    }
    const double window = lags > 0 ? 2 * (double)lags - 1 : 1; /* correlations in the sum */
    if (tau >= count / 4 || window > count / 2)
        return count;
    return fmax(fmax(1, tau), (1 + r) / (1 - r)) / (1 - window / count) * (1 + ERRORS * sqrt(2 * window / count));
}

/* The numbers of independent runs whose mean would be known as well. */
struct worth {
    double near; /* by the correlations of neighbours */
    double all;  /* by what slower changes may add */
};

static struct worth worth(const struct view *v)
{
    struct groups g;
    group(v, &g);
    const double between = product(&g, 0), n = (double)v->series->n, count = (double)g.count;
    if (!(between > 0))
        return (struct worth){n, n}; /* all are alike, and show no dependence */
    const double near = fmin(n, g.variance / between * count / inflation(&g, between));
    return (struct worth){.near = near, .all = fmin(n, g.variance / wander_variance(g.off, g.count))};
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
    return (product(&g, 0) > 0 ? wander_variance(g.off, g.count) : 0) + squares / n / n;
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
    const struct worth ranks = worth(&(struct view){.series = &made, .form = RANKS});
    made.worth = ranks.near < fmin(NEAR_LEAST, (double)n / NEAR_SHARE) ? 0 : ranks.all;
    *series = made;
    return MEASURE_OK;
}

void measure_series_free(struct measure_series *series)
{
    free(series->group);
    *series = (struct measure_series){0};
}

/* Few runs, or many that are worth few. */
static enum measure_verdict too_few(const struct measure_series *s, double worth)
{
    return 4 * worth < (double)s->n ? MEASURE_DEPENDENT : MEASURE_FEW;
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
    if (!(all_s >= BLOCKS_LEAST_S) || (q > 0 && is_outer(q)) || isinf(wider) || !measure_series_blocks(s, q, low, high))
        return false;
    const double middle = *low / 2 + *high / 2, half = (*high / 2 - *low / 2) * wider;
    *low = fmin(value, fmax(middle - half, 0)); /* no duration is below 0 */
    *high = fmax(value, middle + half);
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
    const struct worth w = worth(&(struct view){.series = s, .form = VALUES});
    const double n = (double)s->n;
    struct measure_series_mean_result m = {0}, blocks;
    double squares = 0, cubes = 0;
    for (size_t i = 0; i < s->n; i++)
        m.mean += (s->sorted[i] - m.mean) / (double)(i + 1);
    for (size_t i = 0; i < s->n; i++) {
        const double off = s->sorted[i] - m.mean;
        squares += off * off / n;
        cubes += off * off * off / n;
    }
    const double deviation = sqrt(squares);
    blocks = m;
    const bool any = by_blocks(s, 0, confidence, m.mean, &blocks.low, &blocks.high);
    if (w.near < NEAR_LEAST && !any)
        return too_few(s, w.near);
    m.worth = squares > 0 ? fmin(w.all, squares / variance_apart(s)) : w.all;
    const double error = deviation / sqrt(m.worth);
    const double skewness = squares > 0 ? cubes / (squares * deviation) / sqrt(fmax(m.worth, NEAR_LEAST)) : 0;
    m.low = fmin(m.mean, m.mean - error * unskewed(z, skewness));
    m.high = fmax(m.mean, m.mean - error * unskewed(-z, skewness));
    blocks.low = fmin(blocks.low, m.mean - z * deviation / sqrt(n)); /* as of independent runs, or wider */
    blocks.high = fmax(blocks.high, m.mean + z * deviation / sqrt(n));
    if (any && (w.near < NEAR_LEAST || blocks.high - blocks.low < m.high - m.low)) {
        blocks.worth = fmin(n, pow(2 * z * deviation / (blocks.high - blocks.low), 2));
        m = blocks;
    }
    if (!isfinite(m.worth) || !isfinite(skewness) || !isfinite(m.low) || !isfinite(m.high))
        return MEASURE_OVERFLOW;
    *result = m;
    return MEASURE_OK;
}

/* By the order of as many independent runs as these are worth. */
static enum measure_verdict by_order(const struct measure_series *s, double q, double confidence,
                                     struct measure_quantile *found)
{
    size_t lower, upper;
    const double below = worth(&(struct view){s, BELOW, found->value}).all, runs = fmax(1, fmin(s->worth, below));
    if (order_ends(s->n, q, confidence, &lower, &upper))
        return MEASURE_FEW;
    if (s->worth == 0)
        return MEASURE_DEPENDENT;
    if (order_ends((size_t)runs, q, confidence, &lower, &upper)) {
        if (is_outer(q))
            return too_few(s, runs);
        lower = 1; /* anywhere among the values */
        upper = (size_t)runs;
    }
    const double each = (double)s->n / floor(runs); /* runs that count as one */
    found->low = s->sorted[(size_t)((double)(lower - 1) * each)];
    found->high = s->sorted[(size_t)fmin((double)s->n, ceil((double)upper * each)) - 1];
    return MEASURE_OK;
}

enum measure_verdict measure_series_quantile(const struct measure_series *s, double q, double confidence,
                                             struct measure_quantile *result)
{
    if (!s || !s->sorted || !result || !(q > 0 && q < 1) || isnan(measure_z(confidence)) || s->n > UINT_MAX)
        return MEASURE_ARGUMENT;
    if (s->n < MEASURE_QUANTILE_LEAST)
        return MEASURE_FEW;
    size_t lower, upper;
    struct measure_quantile found = {.value = s->sorted[order_middle(s->n, q)]}, blocks = found;
    enum measure_verdict verdict = by_order(s, q, confidence, &found);
    if (by_blocks(s, q, confidence, blocks.value, &blocks.low, &blocks.high) &&
        order_ends(s->n, q, confidence, &lower, &upper) == MEASURE_OK) {
        blocks.low = fmin(blocks.low, s->sorted[lower - 1]); /* as of independent runs, or wider */
        blocks.high = fmax(blocks.high, s->sorted[upper - 1]);
        if (verdict || blocks.high - blocks.low < found.high - found.low)
            found = blocks;
        verdict = MEASURE_OK;
    }
    if (verdict == MEASURE_OK)
        *result = found;
    return verdict;
}
