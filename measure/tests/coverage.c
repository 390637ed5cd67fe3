/* SPDX-License-Identifier: MIT
 * From no paper: how often the intervals of libmeasure and `measure` contain the truth, for runs of many kinds and
 * numbers; the lines of `fit` are those of krutar_fit.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/random.h"
#include "loop.h"
#include "measure/measure.h"
#include "proofs.h"
#include "runs.h"

#define CONFIDENCE 0.95
#define COVERS 0.93         /* of the tables that get an interval, where one is promised */
#define CHANGES_PROMISED 50 /* that the runs contain of a slow change, where an interval is promised */
#define CHANGES_SEEN 10     /* from so many on, most of these tables are refused, */
#define WRONG 0.07          /* and of all tables at most so many get an interval without the truth */
#define BURSTS_PROMISED 20  /* that the runs contain, where an interval is promised */
#define GIVEN 0.01          /* of the tables: if fewer get one, it counts as refused */
#define TABLES 4000         /* for each kind and number of runs, at most: */
#define FIRST_LOOK 500ULL   /* after so many, twice and four times as many it ends, if all is decided */
#define QUICK_TABLES 20
#define QUICK_RUNS 1000
#define MEDIAN 2                 /* of quantiles */
#define FRACTIONAL_PROMISED 1000 /* runs from which intervals are promised for 1/f noise */
#define QUICK_HURST 0.8
#define RECORDED_WRONG 0.05 /* of all windows of the recorded times */
#define RECORDED_QUICK 5    /* every fifth window */

enum { QUANTILES = 7 };
static const double quantiles[QUANTILES] = {0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999}; /* those of `measure` */
static const size_t numbers[] = {10, 30, 100, 300, 1000, 3000, 10000};

static const struct runs kinds[] = {
    {.name = "independent, normal", .plain = true},
    {.name = "dependent, AR(1) with rho 0.2", .rho = 0.2},
    {.name = "dependent, AR(1) with rho 0.5", .rho = 0.5},
    {.name = "dependent, AR(1) with rho 0.8", .rho = 0.8},
    {.name = "dependent, AR(1) with rho -0.5", .rho = -0.5},
    {.name = "1 % of the runs ten times longer", .share = 0.01, .factor = 10},
    {.name = "lognormal, sigma 1", .sigma = 1},
    {.name = "lognormal, sigma 1.5", .sigma = 1.5},
    {.name = "lognormal, sigma 1, and rho 0.8", .rho = 0.8, .sigma = 1},
    {.name = "drift by two deviations", .rise = 2 * RUNS_DEVIATION},
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

static bool is_burst(const struct runs *k)
{
    return k->lasts > 0 && k->share > 0 && k->share < 0.5;
}

/* The runs from which intervals are promised: with fewer the slow changes, or the bursts, may be too few to be seen. */
static double promised_from(const struct runs *k)
{
    return fmax(CHANGES_PROMISED * k->lasts, is_burst(k) ? BURSTS_PROMISED * k->lasts / k->share : 0);
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
    struct cell mean, student, quantile[QUANTILES], order, seldom_wrong;
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

/* Of a quick run the few tables may do worse by chance. */
static bool covers(const struct experiment_run *run, const struct cell *c)
{
    return coverage(c) >= COVERS || (run->quick && experiment_share(c->in, c->given).high >= COVERS);
}

/* Coverage among the tables that get an interval. */
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
        row = experiment_check(row, covers(run, c));
    else if (promise != NOTHING)
        row = experiment_check(row, (promise == FRACTIONAL || run->quick ? wrong.low : wrong.ours) <= WRONG);
    if (c->given == tables)
        experiment_add(run, row, "%zu runs: %s", n, what);
    else
        experiment_add(run, row, "%zu runs: %s, %.1f %% refused", n, what, 100 * refused);
}

static enum promise promise_of(const struct runs *k, size_t n)
{
    const double least = promised_from(k);
    return (k->hurst > 0 && n < FRACTIONAL_PROMISED) || (!k->plain && n < MEASURE_QUANTILE_LEAST) ? NOTHING
           : k->hurst > 0                                                                         ? FRACTIONAL
           : (double)n >= least                                                                   ? COVERED
           : !is_burst(k) && (double)n * CHANGES_PROMISED >= least * CHANGES_SEEN                 ? SELDOM_WRONG
                                                                                                  : NOTHING;
}

static bool is_fair(const struct runs *k, size_t n)
{
    return k->plain && n >= 30;
}

/* The 99.9 % interval of what is judged lies on one side of its bound. */
static bool is_decided(const struct cell *c, uint64_t tables, enum promise promise)
{
    const bool to_cover = promise == COVERED;
    const double bound = to_cover ? COVERS : WRONG;
    if (promise == NOTHING || c->given == 0)
        return true;
    const struct experiment_row share =
        to_cover ? experiment_share(c->in, c->given) : experiment_share(c->given - c->in, tables);
    return share.low > bound || share.high < bound;
}

/* More tables would say the same. */
static bool all_decided(const struct runs *k, const struct cells *c, size_t n)
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

static void add_to(struct cell *all, const struct cell *c)
{
    all->given += c->given;
    all->in += c->in;
}

/* Counts the tables of all kinds for which an interval is promised, or of which only few may be wrong. */
static void add_all(struct cells *all, const struct cells *c, enum promise promise)
{
    if (promise == COVERED) {
        add_to(&all->mean, &c->mean);
        for (size_t i = 0; i < QUANTILES; i++)
            add_to(&all->quantile[i], &c->quantile[i]);
    } else if (promise != NOTHING) {
        all->seldom_wrong.in += c->mean.given - c->mean.in;
        all->seldom_wrong.given += c->tables;
    }
}

/* These tables are many, also in a quick run. */
static void report_all(struct experiment_run *run, const struct cells *all)
{
    experiment_section(run, "The same: all kinds and numbers of runs together for which it is promised");
    experiment_add(run, experiment_covers(all->mean.in, all->mean.given, CONFIDENCE), "mean");
    for (size_t i = 0; i < QUANTILES; i++)
        experiment_add(run, experiment_covers(all->quantile[i].in, all->quantile[i].given, CONFIDENCE), "%g %%",
                       100 * quantiles[i]);
    const struct experiment_row wrong = experiment_share(all->seldom_wrong.in, all->seldom_wrong.given);
    experiment_add(run, experiment_check(wrong, wrong.low <= WRONG), "mean, wrong of all, 1/f noise and slow changes");
}

static void report(struct experiment_run *run, const struct runs *k, const struct cells *c, size_t n)
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
    experiment_add(run, is_fair(k, n) ? experiment_check(student, covers(run, &c->student)) : student,
                   "   Student's t, which assumes much");
    experiment_add(run, k->plain ? experiment_check(order, covers(run, &c->order)) : order,
                   "   median by order statistics alone");
}

static void cover(struct experiment_run *run, const struct runs *k, struct cells *all, uint64_t *state)
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
            quantile[q] = runs_quantile(k, quantiles[q], n);
        while (c.tables < tables && !(is_look(c.tables) && all_decided(k, &c, n)) &&
               experiment_goes_on(run, (double)c.tables, (double)tables)) {
            runs_draw(k, value, n, state);
            take_table(&c, value, n, runs_mean(k), quantile);
        }
        if (run->stopped)
            return;
        report(run, k, &c, n);
        add_all(all, &c, promise_of(k, n));
    }
}

/* ---- Times of a real loop, in windows, against mean and median of all */

static void add_recorded(struct experiment_run *run, const struct cell *c, uint64_t windows, size_t n, bool judged,
                         const char *what)
{
    const struct experiment_row wrong = experiment_share(c->given - c->in, windows);
    if (is_given(c, windows))
        experiment_add(run, experiment_share(c->in, c->given), "%zu runs: %s, %.1f %% refused", n, what,
                       100 - 100 * (double)c->given / (double)windows);
    experiment_add(run, judged ? experiment_check(wrong, wrong.low <= RECORDED_WRONG) : wrong,
                   "%zu runs: %s, wrong of all windows", n, what);
}

/* Of a loaded host nothing is promised: it takes the CPU away for longer than the windows last. */
static void recorded(struct experiment_run *run, enum loop_recording recording)
{
    static const size_t windows[] = {300, 1000, 3000};
    static double value[RUNS_MOST];
    size_t runs;
    double *const time = loop_times(recording, &runs), *const sorted = loop_times(recording, &runs);
    double mean = 0, quantile[QUANTILES];
    experiment_section(run, recording == LOOP_IDLE
                                ? "The same: windows of 200,000 recorded runs of a loop on an idle host"
                                : "The same: windows of 100,000 recorded runs of a loop on a loaded host");
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
        add_recorded(run, &c.mean, c.tables, n, recording == LOOP_IDLE, "mean");
        add_recorded(run, &c.quantile[MEDIAN], c.tables, n, recording == LOOP_IDLE, "median");
    }
    free(sorted);
    free(time);
}

void experiment_coverage(struct experiment_run *run)
{
    uint64_t state = run->seed;
    struct cells all = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        cover(run, &kinds[i], &all, &state);
    report_all(run, &all);
    recorded(run, LOOP_IDLE);
    recorded(run, LOOP_LOADED);
}
