/* SPDX-License-Identifier: MIT
 * From no paper: how often the intervals of libmeasure and `measure` contain the truth, for runs of many kinds and
 * numbers; the lines of `fit` are those of krutar_fit.c. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fft_complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/random.h"
#include "loop.h"
#include "measure/measure.h"
#include "proofs.h"

#define CONFIDENCE 0.95
#define COVERS 0.93         /* of the tables that get an interval, where one is promised */
#define CHANGES_PROMISED 50 /* that the runs contain of a slow change, where an interval is promised */
#define CHANGES_SEEN 10     /* from so many on, most of these tables are refused, */
#define WRONG 0.07          /* and of all tables at most so many get an interval without the truth */
#define BURSTS_PROMISED 20  /* that the runs contain, where an interval is promised */
#define GIVEN 0.01          /* of the tables: if fewer get one, it counts as refused */
#define TABLES 4000         /* for each kind and number of runs, at most: */
#define FIRST_LOOK 500ULL   /* after so many, twice and four times as many it ends, if all is decided */
#define QUICK_TABLES 200
#define COMPARISONS 400
#define PRECISION 0.01   /* of compare, its default */
#define HOST_SLOWS 0.005 /* a run */
#define HOST_NOISE 0.01
#define RUNS_MOST 10000
#define QUICK_RUNS 1000
#define DEVIATION 0.1
#define MEDIAN 2                 /* of quantiles */
#define FRACTIONAL_PROMISED 1000 /* runs from which intervals are promised for 1/f noise */
#define FRACTIONAL_WRONG 0.05    /* of all tables, then */
#define QUICK_HURST 0.8
#define RECORDED_WRONG 0.05   /* of all windows of the recorded times */
#define RECORDED_QUICK 5      /* every fifth window */
#define FRACTIONAL_MOST 16384 /* a power of two, RUNS_MOST or more */

enum { QUANTILES = 7 };
static const double quantiles[QUANTILES] = {0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999}; /* those of `measure` */
static const size_t numbers[] = {10, 30, 100, 300, 1000, 3000, 10000};

/* Durations are 1 + DEVIATION x, or exp(sigma x); x is normal and correlates with that of the run before by rho. */
struct kind {
    const char *name;
    double rho, sigma;
    double rise;               /* from the first run to the last */
    double share, factor, add; /* of the runs, which are so many times longer, or so much */
    double slow;               /* deviation of a change that is common to neighbours */
    double lasts;              /* runs: it, or those that are longer one after the other; on average */
    double hurst, part;        /* of fractional Gaussian noise, and its part of the variance; 0: none */
    bool plain;                /* independent, no tail: what Student's t and order statistics assume */
};

static const struct kind kinds[] = {
    {.name = "independent, normal", .plain = true},
    {.name = "dependent, AR(1) with rho 0.2", .rho = 0.2},
    {.name = "dependent, AR(1) with rho 0.5", .rho = 0.5},
    {.name = "dependent, AR(1) with rho 0.8", .rho = 0.8},
    {.name = "1 % of the runs ten times longer", .share = 0.01, .factor = 10},
    {.name = "lognormal, sigma 1", .sigma = 1},
    {.name = "lognormal, sigma 1.5", .sigma = 1.5},
    {.name = "lognormal, sigma 1, and rho 0.8", .rho = 0.8, .sigma = 1},
    {.name = "drift by two deviations", .rise = 2 * DEVIATION},
    {.name = "bimodal, 30 % twice as long", .share = 0.3, .factor = 1, .add = 1, .plain = true},
    {.name = "a slow change by 5 % that lasts 50 runs", .slow = 0.05, .lasts = 50},
    {.name = "a slow change by 5 % that lasts 200 runs", .slow = 0.05, .lasts = 200},
    {.name = "two modes that last 50 runs each", .share = 0.5, .factor = 1, .add = 0.4, .lasts = 50},
    {.name = "two modes that last 300 runs each", .share = 0.5, .factor = 1, .add = 0.4, .lasts = 300},
    {.name = "2 % of the runs ten times longer, 5 in a row", .share = 0.02, .factor = 10, .lasts = 5},
    {.name = "2 % of the runs ten times longer, 20 in a row", .share = 0.02, .factor = 10, .lasts = 20},
    {.name = "0.5 % of the runs ten times longer, 30 in a row", .share = 0.005, .factor = 10, .lasts = 30},
    {.name = "1/f noise, H 0.6", .hurst = 0.6, .part = 1},
    {.name = "1/f noise, H 0.7", .hurst = 0.7, .part = 1},
    {.name = "1/f noise, H 0.8", .hurst = 0.8, .part = 1},
    {.name = "1/f noise, H 0.9", .hurst = 0.9, .part = 1},
    {.name = "1/f noise, H 0.6, a quarter of the variance", .hurst = 0.6, .part = 0.25},
    {.name = "1/f noise, H 0.7, a quarter of the variance", .hurst = 0.7, .part = 0.25},
    {.name = "1/f noise, H 0.8, a quarter of the variance", .hurst = 0.8, .part = 0.25},
    {.name = "1/f noise, H 0.9, a quarter of the variance", .hurst = 0.9, .part = 0.25},
};

/* The roots of the eigenvalues of the circulant covariance of 2 m values of fractional Gaussian noise, m a power of
 * two (Davies and Harte, Biometrika 74, 1987). */
static void fractional_roots(double *root, size_t m, double hurst)
{
    static double z[4 * FRACTIONAL_MOST];
    for (size_t k = 0; k < 2 * m; k++) {
        const double lag = (double)(k <= m ? k : 2 * m - k), twice = 2 * hurst;
        z[2 * k] = (pow(fabs(lag - 1), twice) - 2 * pow(lag, twice) + pow(lag + 1, twice)) / 2;
        z[2 * k + 1] = 0;
    }
    (void)gsl_fft_complex_radix2_forward(z, 1, 2 * m);
    for (size_t k = 0; k < 2 * m; k++)
        root[k] = sqrt(fmax(z[2 * k], 0) / (double)(2 * m)); /* none is below 0 but by rounding */
}

/* Adds n values of variance 1 times `times`. */
static void add_fractional(double *value, size_t n, double hurst, double times, uint64_t *state)
{
    static double root[2 * FRACTIONAL_MOST], z[4 * FRACTIONAL_MOST], made_hurst;
    static size_t made;
    size_t m = 1;
    while (m < n)
        m *= 2;
    if (made != m || made_hurst != hurst)
        fractional_roots(root, m, hurst);
    made = m;
    made_hurst = hurst;
    for (size_t k = 0; k < 2 * m; k++) {
        z[2 * k] = root[k] * random_normal(state);
        z[2 * k + 1] = root[k] * random_normal(state);
    }
    (void)gsl_fft_complex_radix2_forward(z, 1, 2 * m);
    for (size_t i = 0; i < n; i++)
        value[i] += times * z[2 * i];
}

/* Whether the next run is one of the longer ones. */
static bool is_longer(const struct kind *k, bool now, uint64_t *state)
{
    const double drawn = random_uniform(state);
    if (k->lasts == 0)
        return drawn < k->share;
    return now ? drawn >= 1 / k->lasts : drawn < k->share / (1 - k->share) / k->lasts;
}

static void draw(const struct kind *k, double *value, size_t n, uint64_t *state)
{
    const double rest = sqrt(1 - k->rho * k->rho), rho = k->lasts > 0 ? exp(-1 / k->lasts) : 0;
    double x = random_normal(state), slow = k->slow > 0 ? random_normal(state) : 0;
    bool longer = k->share > 0 && random_uniform(state) < k->share;
    for (size_t i = 0; i < n; i++) {
        value[i] = k->sigma > 0 ? exp(k->sigma * x) : 1 + DEVIATION * x + k->rise * ((double)i + 0.5) / (double)n;
        value[i] += k->slow * slow;
        if (longer)
            value[i] = value[i] * k->factor + k->add;
        x = k->rho * x + rest * random_normal(state);
        if (k->slow > 0)
            slow = rho * slow + sqrt(1 - rho * rho) * random_normal(state);
        if (k->share > 0)
            longer = is_longer(k, longer, state);
    }
    if (k->hurst > 0) {
        for (size_t i = 0; i < n; i++)
            value[i] = 1 + sqrt(1 - k->part) * (value[i] - 1);
        add_fractional(value, n, k->hurst, DEVIATION * sqrt(k->part), state);
    }
}

static bool is_burst(const struct kind *k)
{
    return k->lasts > 0 && k->share > 0 && k->share < 0.5;
}

/* The runs from which intervals are promised: with fewer the slow changes, or the bursts, may be too few to be seen. */
static double promised_from(const struct kind *k)
{
    return fmax(CHANGES_PROMISED * k->lasts, is_burst(k) ? BURSTS_PROMISED * k->lasts / k->share : 0);
}

static double mean_of(const struct kind *k)
{
    const double typical = k->sigma > 0 ? exp(k->sigma * k->sigma / 2) : 1 + k->rise / 2;
    return k->share > 0 ? (1 - k->share) * typical + k->share * (typical * k->factor + k->add) : typical;
}

/* The share of the runs below y, with the drift averaged over n runs. */
static double share_below(const struct kind *k, double y, size_t n)
{
    const double deviation = hypot(DEVIATION, k->slow);
    if (k->sigma > 0)
        return gsl_cdf_ugaussian_P(log(y) / k->sigma);
    if (k->share > 0)
        return (1 - k->share) * gsl_cdf_ugaussian_P((y - 1) / DEVIATION) +
               k->share * gsl_cdf_ugaussian_P(((y - k->add) / k->factor - 1) / DEVIATION);
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += gsl_cdf_ugaussian_P((y - 1 - k->rise * ((double)i + 0.5) / (double)n) / deviation) / (double)n;
    return sum;
}

static double quantile_of(const struct kind *k, double q, size_t n)
{
    double low = 1e-6, high = 1e6;
    while (high / low > 1 + 1e-12) {
        const double middle = sqrt(low * high);
        *(share_below(k, middle, n) < q ? &low : &high) = middle;
    }
    return high;
}

/* ---- One kind and number of runs */

struct cell {
    uint64_t given, in;
};

enum promise { COVERED, SELDOM_WRONG, FRACTIONAL, NOTHING };

static void count(struct cell *c, enum measure_verdict verdict, double low, double high, double truth)
{
    c->given += verdict == MEASURE_OK;
    c->in += verdict == MEASURE_OK && low <= truth && truth <= high;
}

struct cells {
    struct cell mean, student, quantile[QUANTILES], order;
    uint64_t tables;
};

/* Leaves the values sorted. */
static void take_table(struct cells *c, double *value, size_t n, double mean, const double *quantile)
{
    struct measure_series series;
    struct measure_series_mean_result m = {0};
    struct measure_sample_mean_result student = {0};
    struct measure_quantile q = {0};
    if (measure_series_make(&series, value, n))
        return;
    enum measure_verdict verdict = measure_series_mean(&series, CONFIDENCE, &m);
    count(&c->mean, verdict, m.low, m.high, mean);
    verdict = measure_sample_mean(value, n, CONFIDENCE, &student);
    count(&c->student, verdict, student.low, student.high, mean);
    for (size_t i = 0; i < QUANTILES; i++) {
        verdict = measure_series_quantile(&series, quantiles[i], CONFIDENCE, &q);
        count(&c->quantile[i], verdict, q.low, q.high, quantile[i]);
    }
    verdict = measure_sample_quantile(series.sorted, n, 0.5, CONFIDENCE, &q);
    count(&c->order, verdict, q.low, q.high, quantile[MEDIAN]);
    measure_series_free(&series);
    c->tables++;
}

static double coverage(const struct cell *c)
{
    return (double)c->in / (double)c->given;
}

static bool is_given(const struct cell *c, uint64_t tables)
{
    return (double)c->given >= GIVEN * (double)tables && c->given > 0;
}

/* Coverage among the tables that get an interval. Of a quick run the few tables may do worse by chance. */
static void add_cell(struct experiment_run *run, const struct cell *c, uint64_t tables, size_t n, enum promise promise,
                     const char *what)
{
    const double refused = 1 - (double)c->given / (double)tables;
    if (!is_given(c, tables)) {
        experiment_add(run, experiment_check(experiment_value(refused), true), "%zu runs: %s, share refused", n, what);
        return;
    }
    struct experiment_row row = experiment_value(coverage(c)), wrong = experiment_share(c->given - c->in, tables);
    if (promise == COVERED)
        row = experiment_check(row, coverage(c) >= COVERS ||
                                        (run->quick && experiment_share(c->in, c->given).high >= COVERS));
    else if (promise != NOTHING)
        row = experiment_check(row, promise == FRACTIONAL ? wrong.low <= FRACTIONAL_WRONG
                                                          : (run->quick ? wrong.low : wrong.ours) <= WRONG);
    if (c->given == tables)
        experiment_add(run, row, "%zu runs: %s", n, what);
    else
        experiment_add(run, row, "%zu runs: %s, %.1f %% refused", n, what, 100 * refused);
}

static enum promise promise_of(const struct kind *k, size_t n)
{
    const double least = promised_from(k);
    return k->hurst > 0 && n < FRACTIONAL_PROMISED                                ? NOTHING
           : k->hurst > 0                                                         ? FRACTIONAL
           : (double)n >= least                                                   ? COVERED
           : !is_burst(k) && (double)n * CHANGES_PROMISED >= least * CHANGES_SEEN ? SELDOM_WRONG
                                                                                  : NOTHING;
}

static bool is_fair(const struct kind *k, size_t n)
{
    return k->plain && n >= 30;
}

/* The 99.9 % interval of what is judged lies on one side of its bound. */
static bool is_decided(const struct cell *c, uint64_t tables, enum promise promise)
{
    const bool covers = promise == COVERED;
    const double bound = covers ? COVERS : promise == FRACTIONAL ? FRACTIONAL_WRONG : WRONG;
    if (promise == NOTHING || c->given == 0)
        return true;
    const struct experiment_row share =
        covers ? experiment_share(c->in, c->given) : experiment_share(c->given - c->in, tables);
    return share.low > bound || share.high < bound;
}

/* More tables would say the same. */
static bool all_decided(const struct kind *k, const struct cells *c, size_t n)
{
    const enum promise promise = promise_of(k, n);
    bool all = is_decided(&c->mean, c->tables, promise);
    for (size_t i = 0; i < QUANTILES; i++)
        all = all && is_decided(&c->quantile[i], c->tables, promise);
    return all && is_decided(&c->student, c->tables, is_fair(k, n) ? COVERED : NOTHING) &&
           is_decided(&c->order, c->tables, k->plain ? COVERED : NOTHING);
}

static bool is_look(uint64_t tables)
{
    return tables == FIRST_LOOK || tables == 2 * FIRST_LOOK || tables == 4 * FIRST_LOOK;
}

static void report(struct experiment_run *run, const struct kind *k, const struct cells *c, size_t n)
{
    const enum promise promise = promise_of(k, n);
    size_t worst = MEDIAN;
    char what[32];
    add_cell(run, &c->mean, c->tables, n, promise, "mean");
    add_cell(run, &c->quantile[MEDIAN], c->tables, n, promise, "median");
    for (size_t i = 0; i < QUANTILES; i++)
        if (i != MEDIAN && is_given(&c->quantile[i], c->tables) &&
            (worst == MEDIAN || coverage(&c->quantile[i]) < coverage(&c->quantile[worst])))
            worst = i;
    (void)snprintf(what, sizeof what, "worst other, %g %%", 100 * quantiles[worst]);
    if (worst != MEDIAN)
        add_cell(run, &c->quantile[worst], c->tables, n, promise, what);
    const struct experiment_row student = experiment_value(coverage(&c->student)),
                                order = experiment_value(coverage(&c->order));
    experiment_add(
        run, is_fair(k, n) ? experiment_check(student, student.ours >= COVERS - (run->quick ? 0.05 : 0)) : student,
        "   Student's t, which assumes much");
    experiment_add(run, k->plain ? experiment_check(order, order.ours >= COVERS - (run->quick ? 0.05 : 0)) : order,
                   "   median by order statistics alone");
}

static void cover(struct experiment_run *run, const struct kind *k, uint64_t *state)
{
    static double value[RUNS_MOST];
    const uint64_t tables = run->quick ? QUICK_TABLES : TABLES;
    char title[96];
    if (run->quick && k->hurst > 0 && k->hurst != QUICK_HURST)
        return;
    (void)snprintf(title, sizeof title, "Share of 95 %% intervals that hold the truth: %s", k->name);
    experiment_section(run, title);
    if (k->lasts > 0)
        experiment_add(run, experiment_value(promised_from(k)), "runs from which they are promised to hold it");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const size_t n = numbers[i];
        double quantile[QUANTILES];
        struct cells c = {0};
        if (run->quick && (n > QUICK_RUNS || (k->hurst > 0 && n < QUICK_RUNS)))
            continue;
        for (size_t q = 0; q < QUANTILES; q++)
            quantile[q] = quantile_of(k, quantiles[q], n);
        while (c.tables < tables && !(is_look(c.tables) && all_decided(k, &c, n)) &&
               experiment_goes_on(run, (double)c.tables, (double)tables)) {
            draw(k, value, n, state);
            take_table(&c, value, n, mean_of(k), quantile);
        }
        if (!run->stopped)
            report(run, k, &c, n);
    }
}

/* ---- Times of a real loop, in windows, against mean and median of all */

static void add_recorded(struct experiment_run *run, const struct cell *c, uint64_t windows, size_t n, const char *what)
{
    const struct experiment_row wrong = experiment_share(c->given - c->in, windows);
    if (is_given(c, windows))
        experiment_add(run, experiment_share(c->in, c->given), "%zu runs: %s, %.1f %% refused", n, what,
                       100 - 100 * (double)c->given / (double)windows);
    experiment_add(run, experiment_check(wrong, wrong.low <= RECORDED_WRONG), "%zu runs: %s, wrong of all windows", n,
                   what);
}

static void recorded(struct experiment_run *run)
{
    static const size_t windows[] = {300, 1000, 3000};
    static double value[RUNS_MOST];
    size_t runs;
    double *const time = loop_times(&runs), *const sorted = loop_times(&runs);
    double mean = 0, quantile[QUANTILES];
    experiment_section(run, "The same: windows of 200,000 recorded runs of a loop on an idle host");
    for (size_t i = 0; i < runs; i++)
        mean += time[i] / (double)runs;
    (void)measure_sample_sort(sorted, runs); /* times are finite */
    for (size_t q = 0; q < QUANTILES; q++)
        quantile[q] = sorted[(size_t)(quantiles[q] * (double)runs)];
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
        const size_t n = windows[i], step = run->quick ? RECORDED_QUICK * n : n;
        struct cells c = {0};
        for (size_t at = 0; at + n <= runs && experiment_goes_on(run, (double)at, (double)runs); at += step) {
            memcpy(value, time + at, n * sizeof *value);
            take_table(&c, value, n, mean, quantile);
        }
        add_recorded(run, &c.mean, c.tables, n, "mean");
        add_recorded(run, &c.quantile[MEDIAN], c.tables, n, "median");
    }
    free(sorted);
    free(time);
}

/* ---- A slow clock: counts of 0 and 1 at random phases */

static void slow_clock(struct experiment_run *run, uint64_t *state)
{
    static double value[RUNS_MOST];
    const uint64_t tables = run->quick ? QUICK_TABLES : TABLES;
    const double truth = 0.3; /* ticks */
    experiment_section(run, "The same: counts of a slow clock, 0.3 ticks");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const size_t n = numbers[i];
        struct cell mean = {0}, tallied = {0};
        if (run->quick && n > QUICK_RUNS)
            continue;
        for (uint64_t t = 0; t < tables && experiment_goes_on(run, (double)t, (double)tables); t++) {
            struct measure_tally tally = {0};
            struct measure_estimate e = {0};
            struct measure_series series;
            struct measure_series_mean_result m = {0};
            for (size_t k = 0; k < n; k++) {
                const uint64_t advances = random_uniform(state) < truth;
                measure_tally_add(&tally, advances);
                value[k] = (double)advances;
            }
            enum measure_verdict verdict = measure_tally_estimate(&tally, 1, CONFIDENCE, &e);
            count(&tallied, verdict, e.low_s, e.high_s, truth);
            if (verdict || measure_series_make(&series, value, n))
                continue;
            verdict = measure_series_mean(&series, CONFIDENCE, &m);
            count(&mean, verdict, m.low, m.high, truth);
            measure_series_free(&series);
        }
        add_cell(run, &mean, tables, n, COVERED, "mean");
        add_cell(run, &tallied, tables, n, COVERED, "tally");
    }
}

/* ---- compare: two commands */

#define ROUNDS 640

/* How the verdict of `compare --precision 1%` comes out for a host that slows down by 0.5 % a run, in 1 % of noise. */
static void compare(struct experiment_run *run, double ratio, uint64_t *state)
{
    static double a[ROUNDS], b[ROUNDS];
    const uint64_t comparisons = run->quick ? QUICK_TABLES : COMPARISONS;
    uint64_t in = 0, above = 0, below = 0, done = 0;
    for (; done < comparisons && experiment_goes_on(run, (double)done, (double)comparisons); done++) {
        struct measure_ratio_result r = {0};
        double host = 0;
        bool last = false;
        for (size_t n = 1; !last; n++) {
            double time[2];
            for (size_t turn = 0; turn < 2; turn++) {
                time[turn] = exp(host + HOST_NOISE * random_normal(state));
                host += HOST_SLOWS;
            }
            const size_t first = random_below(state, 2);
            a[n - 1] = time[first];
            b[n - 1] = ratio * time[1 - first];
            last = n == ROUNDS;
            if (last || measure_ratio_looks(n, ROUNDS))
                last = (measure_ratio(a, b, n, ROUNDS, last, CONFIDENCE, &r) == MEASURE_OK &&
                        r.high - r.low <= 2 * PRECISION) ||
                       last;
        }
        in += r.low <= ratio && ratio <= r.high;
        above += r.low > 1;
        below += r.high < 1;
    }
    experiment_add(run, experiment_covers(in, done, CONFIDENCE), "ratio %g: the interval holds it", ratio);
    const struct experiment_row wrong = experiment_share(ratio > 1 ? below : above + below, done);
    experiment_add(run, experiment_check(wrong, wrong.ours <= 1 - CONFIDENCE), "ratio %g: wrong verdicts", ratio);
    experiment_add(run, experiment_share(above + below, done), "ratio %g: says which takes longer", ratio);
}

void experiment_coverage(struct experiment_run *run)
{
    uint64_t state = run->seed;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        cover(run, &kinds[i], &state);
    recorded(run);
    slow_clock(run, &state);
    experiment_section(run, "compare: two commands on a host that slows down, 1 % of noise");
    compare(run, 1, &state);
    compare(run, 1.03, &state);
}
