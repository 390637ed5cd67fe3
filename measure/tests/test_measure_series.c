/* SPDX-License-Identifier: MIT
 * libmeasure: intervals of runs that may depend on each other; where they are refused. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"
#include "measure/wander.h"
#include "runs.h"
#include "synthetic.h"
#include "tests/suite.h"

#define MOST 3000
#define UNLIKELY 1e-4 /* chance that a share of the tables is taken for one beyond its bounds */
enum { TABLES = TRIALS < 10000 ? 100 : 1000 };

static double value[MOST];

/* Both bounds: an interval that always covers would be too wide. Not judged if both are 0. */
struct bounds {
    double low, high;
};

/* All runs together take less than 2 s, so no blocks are looked at, or more. */
static const struct row {
    const char *name;
    size_t n;
    struct runs kind;
    struct bounds mean_given, mean, median_given, median; /* the second and the last: of those that are given */
    double wrong;                                         /* means of all, at most */
    bool blocks;
    double wide; /* intervals of medians on average, at most */
} rows[] = {
#define MODES .share = 0.5, .factor = 1, .add = 0.4
    {"few", 30, {0}, {0, 1e-9}, {0, 0}, {0.98, 0.997}, {0.95, 0.985}, 0, false, 0},
    {"few", 30, {.rho = 0.8}, {0, 1e-9}, {0, 0}, {1, 1}, {0.95, 0.99}, 0, false, 0},
    {"few", 100, {0}, {0, 1e-9}, {0, 0}, {0.91, 0.96}, {0.95, 1}, 0, false, 0},
    {"independent", 300, {0}, {0.985, 1}, {0.95, 0.985}, {0.985, 1}, {0.95, 0.995}, 0, false, 0},
    {"independent", 1000, {0}, {0.985, 1}, {0.94, 0.98}, {0.985, 1}, {0.94, 0.995}, 0, false, 0},
    {"many", MOST, {0}, {0.985, 1}, {0.94, 0.97}, {0.985, 1}, {0.94, 0.985}, 0, false, 0},
    /* Student's t covers in 50 %, the median's order statistics in 57 % (rho 0.8, any number of runs). */
    {"dependent", 300, {.rho = 0.5}, {0.98, 1}, {0.95, 0.985}, {0.91, 0.96}, {0.95, 1}, 0, false, 0.093},
    {"dependent", 1000, {.rho = 0.8}, {0.96, 1}, {0.94, 0.98}, {0.58, 0.7}, {0.95, 1}, 0, false, 0},
    {"longer", 300, {.share = 0.01, .factor = 10}, {0.985, 1}, {0.92, 0.97}, {0, 0}, {0, 0}, 0, false, 0},
    {"lognormal", 300, {.sigma = 1.5}, {0.985, 1}, {0.95, 0.985}, {0, 0}, {0.95, 0.995}, 0, false, 0},
    /* Changes of which the runs hold 5 to 60. What is given holds the truth. */
    {"slow", 1000, {.slow = 0.05, .lasts = 200}, {0.8, 0.9}, {0.97, 1}, {0.4, 0.65}, {0.97, 1}, 0, false, 0},
    {"slow", 1000, {.slow = 0.05, .lasts = 17}, {0.32, 0.44}, {0.95, 1}, {0.2, 0.33}, {0.95, 1}, 0, false, 0},
    {"modes", 1000, {MODES, .lasts = 100}, {0.28, 0.42}, {0.93, 1}, {0.15, 0.27}, {0.9, 1}, 0.05, false, 0},
    {"modes", 1000, {MODES, .lasts = 17}, {0.64, 0.76}, {0.95, 0.995}, {0.58, 0.7}, {0.95, 0.995}, 0, false, 0},
    {"drift", 1000, {.rise = 0.2}, {0.94, 1}, {0.98, 1}, {0.9, 1}, {0.98, 1}, 0, false, 0},
    {"1/f", 1000, {.hurst = 0.8, .part = 0.25}, {0.85, 1}, {0.92, 0.97}, {0.75, 0.9}, {0.93, 1}, 0.07, false, 0},
    {"1/f", 1000, {.hurst = 0.9, .part = 0.25}, {0.7, 0.82}, {0.9, 0.97}, {0.46, 0.6}, {0.9, 1}, 0.07, false, 0},
    {"1/f", 1000, {.hurst = 0.9, .part = 1}, {0.03, 0.11}, {0, 0}, {0, 0.07}, {0, 0}, 0.03, false, 0},
    /* Blocks show how the runs wander: nothing is refused for dependence. */
    {"blocks", 300, {.rho = 0.92}, {1, 1}, {0.9, 0.95}, {1, 1}, {0.97, 1}, 0, true, 0},
    {"blocks", 1000, {MODES, .lasts = 100}, {1, 1}, {0.95, 1}, {1, 1}, {0.95, 1}, 0, true, 0},
    {"blocks", 1000, {.hurst = 0.9, .part = 1}, {1, 1}, {0.93, 0.97}, {1, 1}, {0.94, 0.97}, 0, true, 0},
    {"blocks", 100, {.rho = 0.9}, {0, 1e-9}, {0, 0}, {1, 1}, {0.97, 1}, 0, true, 0},
};

static void check_share(const struct row *row, const char *what, uint64_t in, uint64_t all, struct bounds b)
{
    const double below = gsl_cdf_binomial_P((unsigned)in, b.low, (unsigned)all),
                 above = in > 0 ? gsl_cdf_binomial_Q((unsigned)in - 1, b.high, (unsigned)all) : 1;
    const bool good = b.high == 0 || (below > UNLIKELY && above > UNLIKELY);
    if (!good)
        (void)fprintf(stderr, "%s, %zu runs, %s: %" PRIu64 " of %" PRIu64 ", expected %g to %g\n", row->name, row->n,
                      what, in, all, b.low, b.high);
    CU_ASSERT(good);
}

static void check_row(const struct row *row)
{
    const double unit_s = row->blocks ? 1 : 1e-6, mean = runs_mean(&row->kind) * unit_s,
                 median = runs_quantile(&row->kind, 0.5, row->n) * unit_s;
    uint64_t state = 81, means = 0, in = 0, medians = 0, median_in = 0;
    double wide = 0;
    for (int table = 0; table < TABLES; table++) {
        struct measure_series s;
        struct measure_series_mean_result m;
        struct measure_quantile q;
        runs_draw(&row->kind, value, row->n, &state);
        for (size_t i = 0; i < row->n; i++)
            value[i] *= unit_s;
        CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, row->n), MEASURE_OK);
        if (measure_series_mean(&s, 0.95, &m) == MEASURE_OK) {
            CU_ASSERT(m.low <= m.mean && m.mean <= m.high && m.worth > 0);
            means++;
            in += m.low <= mean && mean <= m.high;
        }
        if (measure_series_quantile(&s, 0.5, 0.95, &q) == MEASURE_OK) {
            CU_ASSERT(q.low <= q.value && q.value <= q.high);
            medians++;
            wide += (q.high - q.low) / unit_s;
            median_in += q.low <= median && median <= q.high;
        }
        measure_series_free(&s);
    }
    check_share(row, "mean given", means, TABLES, row->mean_given);
    check_share(row, "mean covers", in, means, row->mean);
    check_share(row, "median given", medians, TABLES, row->median_given);
    check_share(row, "median covers", median_in, medians, row->median);
    CU_ASSERT(row->wide == 0 || wide / (double)medians < row->wide);
    check_share(row, "mean wrong", means - in, TABLES, (struct bounds){0, row->wrong});
}

TEST(rows)
{
    for (size_t i = 0; i < COUNT(rows); i++)
        check_row(&rows[i]);
}

/* How many times as wide as for independent values: in the middle of 200 tables, and in one of ten. */
static void check_widths(size_t n, const struct runs *k, const double middle[2], const double tenth[2])
{
    enum { TIMES = 200 };
    double wider[TIMES];
    uint64_t state = 84;
    for (size_t table = 0; table < TIMES; table++) {
        double mean = 0, squares = 0;
        runs_draw(k, value, n, &state);
        for (size_t i = 0; i < n; i++)
            mean += value[i] / (double)n;
        for (size_t i = 0; i < n; i++) {
            value[i] -= mean;
            squares += value[i] * value[i];
        }
        wider[table] = sqrt(wander_variance(value, n) / squares) * (double)n;
    }
    gsl_sort(wider, 1, TIMES);
    CU_ASSERT(wider[TIMES / 2] > middle[0] && wider[TIMES / 2] < middle[1]);
    CU_ASSERT(wider[TIMES * 9 / 10] > tenth[0] && wider[TIMES * 9 / 10] < tenth[1]);
}

/* Those of the mean of runs that correlate by 0.5 are 1.73 times as wide, by -0.5 0.58 times, of 1/f noise 10 times. A
 * regular wave does not matter, be it in the last octave of the waves that are looked at or not. */
TEST(widths)
{
    check_widths(300, &(struct runs){0}, (double[]){1.1, 1.35}, (double[]){1.5, 2.7});
    check_widths(1000, &(struct runs){0}, (double[]){1.05, 1.2}, (double[]){1.3, 2.2});
    check_widths(1000, &(struct runs){.rho = 0.5}, (double[]){1.8, 2.25}, (double[]){2, 4});
    check_widths(1000, &(struct runs){.rho = -0.5}, (double[]){0.58, 0.75}, (double[]){0.7, 1.5});
    check_widths(800, &(struct runs){.wave = 0.2}, (double[]){0.58, 1}, (double[]){0.7, 2});
    check_widths(1000, &(struct runs){.wave = 0.2}, (double[]){0.58, 1}, (double[]){0.7, 2});
    check_widths(MOST, &(struct runs){.hurst = 0.9, .part = 0.25}, (double[]){10, 40}, (double[]){15, 60});
}

/* Neither the unit nor the direction of time matters. */
TEST(unit_and_direction)
{
    double twice[1000], back[1000];
    uint64_t state = 86;
    runs_draw(&(struct runs){.hurst = 0.8, .part = 0.25}, value, 1000, &state);
    for (size_t i = 0; i < 1000; i++) {
        value[i] -= 1;
        twice[i] = 2 * value[i];
        back[999 - i] = value[i];
    }
    CU_ASSERT_DOUBLE_EQUAL(wander_variance(twice, 1000) / wander_variance(value, 1000), 4, 1e-2);
    CU_ASSERT_DOUBLE_EQUAL(wander_variance(back, 1000) / wander_variance(value, 1000), 1, 1e-2);
    CU_ASSERT(isinf(wander_variance(value, 5)));
    CU_ASSERT_FALSE(isinf(wander_variance(value, 6)));
}

static enum measure_verdict mean_verdict(size_t n)
{
    struct measure_series s;
    struct measure_series_mean_result m = {.mean = 77};
    CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, n), MEASURE_OK);
    const enum measure_verdict verdict = measure_series_mean(&s, 0.95, &m);
    CU_ASSERT(verdict == MEASURE_OK || m.mean == 77);
    measure_series_free(&s);
    return verdict;
}

static enum measure_verdict median_verdict(size_t n)
{
    struct measure_series s;
    struct measure_quantile q = {.value = 77};
    CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, n), MEASURE_OK);
    const enum measure_verdict verdict = measure_series_quantile(&s, 0.5, 0.95, &q);
    CU_ASSERT(verdict == MEASURE_OK || q.value == 77);
    measure_series_free(&s);
    return verdict;
}

/* 299 runs may have missed what comes once in 100; five have no interval of 95 %. */
TEST(least_runs)
{
    for (size_t i = 0; i < 300; i++)
        value[i] = i % 2 ? 3 : 5; /* as regular as can be: worth all runs */
    CU_ASSERT_EQUAL(mean_verdict(300), MEASURE_OK);
    CU_ASSERT_EQUAL(mean_verdict(299), MEASURE_FEW);
    CU_ASSERT_EQUAL(median_verdict(6), MEASURE_OK);
    CU_ASSERT_EQUAL(median_verdict(5), MEASURE_FEW);
    CU_ASSERT_EQUAL(median_verdict(1), MEASURE_FEW);
}

/* Twenty levels, 15 runs at each, the greatest in the middle: means and medians of the blocks are the levels. Two runs
 * are outside. */
static void make_levels(double all_s)
{
    for (size_t i = 0; i < 300; i++) {
        const size_t block = i / 15, level = block < 10 ? block : 29 - block;
        value[i] = all_s / 300 * (1 + 0.001 * ((double)level - 9.5)); /* 1 on average */
    }
    value[0] -= 0.03 * all_s / 300;
    value[1] += 0.03 * all_s / 300;
}

TEST(blocks)
{
    struct measure_series s;
    struct measure_series_mean_result m;
    struct measure_quantile q;
    double low = 77, high = 77;
    for (size_t k = 0; k < 2; k++) {
        const double each = (k ? 2.001 : 1.999) / 300, half = 1.4 * 0.0095 * each;
        make_levels(300 * each);
        CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, 300), MEASURE_OK);
        CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, &m), k ? MEASURE_OK : MEASURE_DEPENDENT);
        CU_ASSERT_EQUAL(measure_series_quantile(&s, 0.5, 0.95, &q), k ? MEASURE_OK : MEASURE_DEPENDENT);
        for (int of = 0; of < 2; of++) {
            CU_ASSERT(measure_series_blocks(&s, of ? 0.5 : 0, &low, &high));
            CU_ASSERT_DOUBLE_EQUAL(low, each * (1 - 0.0095), 1e-9 * each);
            CU_ASSERT_DOUBLE_EQUAL(high, each * (1 + 0.0095), 1e-9 * each);
        }
        if (k) {
            CU_ASSERT_DOUBLE_EQUAL(m.low, each - half, 1e-9 * each);
            CU_ASSERT_DOUBLE_EQUAL(m.high, each + half, 1e-9 * each);
            CU_ASSERT_DOUBLE_EQUAL(q.low, each - half, 1e-9 * each);
            CU_ASSERT_DOUBLE_EQUAL(q.high, each + half, 1e-9 * each);
            CU_ASSERT_EQUAL(measure_series_mean(&s, 0.99, &m), MEASURE_OK);
            CU_ASSERT_DOUBLE_EQUAL((m.high - m.low) / 2 / half, 2.5758 / 1.96, 1e-4);
        }
        measure_series_free(&s);
    }
    for (size_t i = 0; i < 300; i++)
        value[i] = i < 150 ? 1e-3 : 1; /* no further than the runs */
    CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, 300), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, &m), MEASURE_OK);
    CU_ASSERT(m.low == 1e-3 && m.high == 1);
    measure_series_free(&s);
    for (size_t i = 0; i < 300; i++)
        value[i] = i % 3 < 2 ? 1 : 2; /* one more or less is how far the mean may be off */
    CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, 300), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, &m), MEASURE_OK);
    CU_ASSERT((m.high - m.low) / 2 > 0.5 / 300 && (m.high - m.low) / 2 < 4.0 / 300);
    CU_ASSERT_EQUAL(measure_series_quantile(&s, 0.65, 0.95, &q), MEASURE_OK);
    CU_ASSERT(q.value == 1 && q.low == 1 && q.high == 2);
    CU_ASSERT_EQUAL(measure_series_quantile(&s, 0.5, 1 - 1e-16, &q), MEASURE_OK); /* z is finite */
    measure_series_free(&s);
    low = 77;
    for (size_t n = 39; n < 41; n++) {
        make_levels(300);
        CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, n), MEASURE_OK);
        CU_ASSERT_EQUAL(measure_series_blocks(&s, 0.5, &low, &high), n == 40);
        CU_ASSERT_EQUAL(low == 77, n == 39);
        measure_series_free(&s);
    }
}

/* More runs than are kept one by one: their neighbours are averaged, and the interval is that of all. */
TEST(many)
{
    static double many[100001];
    uint64_t state = 83;
    struct measure_series s;
    struct measure_series_mean_result m;
    struct measure_sample_mean_result student;
    for (size_t i = 0; i < COUNT(many); i++)
        many[i] = random_exponential(&state);
    CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, many, COUNT(many)), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, &m), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_sample_mean(many, COUNT(many), 0.95, &student), MEASURE_OK);
    const double wider = (m.high - m.low) / (student.high - student.low);
    CU_ASSERT(wider >= 1 && wider < 1.3);
    CU_ASSERT_DOUBLE_EQUAL(m.mean, student.mean, 1e-9);
    measure_series_free(&s);
}

/* Windows of 12 and 36 ms of a recorded loop of which some runs are much longer, which hides that the others change:
 * most are refused. No constant was chosen by these times. */
TEST(recorded)
{
    size_t n, given[2] = {0}, wrong[2] = {0};
    double *const time = loop_times(LOOP_IDLE, &n);
    double mean = 0;
    CU_ASSERT_EQUAL(n, 200000);
    for (size_t i = 0; i < n; i++)
        mean += time[i] / (double)n;
    for (size_t k = 0; k < 2; k++)
        for (size_t at = 0, window = k ? 3000 : 1000; at + window <= n; at += window) {
            struct measure_series s;
            struct measure_series_mean_result m;
            memcpy(value, time + at, window * sizeof *value);
            CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, window), MEASURE_OK);
            if (measure_series_mean(&s, 0.95, &m) == MEASURE_OK) {
                given[k]++;
                wrong[k] += mean < m.low || mean > m.high;
            }
            measure_series_free(&s);
        }
    CU_ASSERT(given[0] >= 15 && given[0] <= 40 && wrong[0] <= 10); /* of 200 */
    CU_ASSERT(given[1] >= 5 && given[1] <= 20 && wrong[1] <= 5);   /* of 66 */
    free(time);
}

/* The same value again and again shows neither spread nor dependence. */
TEST(alike)
{
    struct measure_series s;
    struct measure_series_mean_result m;
    struct measure_quantile q;
    for (size_t i = 0; i < 300; i++)
        value[i] = 7;
    CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, 300), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, &m), MEASURE_OK);
    CU_ASSERT(m.low == m.mean && m.high == m.mean && m.worth == 300);
    CU_ASSERT_EQUAL(measure_series_quantile(&s, 0.5, 0.95, &q), MEASURE_OK);
    CU_ASSERT(q.low == 7 && q.high == 7);
    measure_series_free(&s);
}

/* Each run keeps its part of all when they are sorted: parts of 4, as 4,096 parts of 3 would leave two runs over. */
TEST(parts)
{
    enum { RUNS = 3 * 4096 + 2, STEP = 7919 }; /* without a common factor */
    static double run[RUNS];
    struct measure_series s;
    size_t wrong = 0;
    for (size_t i = 0; i < RUNS; i++)
        run[i * STEP % RUNS] = (double)i;
    CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, run, RUNS), MEASURE_OK);
    CU_ASSERT_PTR_EQUAL(s.sorted, run);
    for (size_t i = 0; i < RUNS; i++)
        wrong += run[i] != (double)i || s.group[i] != i * STEP % RUNS / 4;
    CU_ASSERT_EQUAL(wrong, 0);
    measure_series_free(&s);
}

TEST(refusals)
{
    struct measure_series s = {.n = 77};
    struct measure_series_mean_result m;
    struct measure_quantile q;
    value[0] = NAN;
    CU_ASSERT_EQUAL(measure_series_make(NULL, value, 30), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_make(&s, NULL, 30), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_make(&s, value, 30), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_make(&s, value, 0), MEASURE_FEW);
    CU_ASSERT_EQUAL(s.n, 77);
    for (size_t i = 0; i < 300; i++)
        value[i] = i % 2 ? 1e308 : -1e308;
    CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, 300), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, &m), MEASURE_OVERFLOW);
    CU_ASSERT_EQUAL(measure_series_mean(&s, 1, &m), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_mean(NULL, 0.95, &m), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, NULL), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_quantile(&s, 0, 0.95, &q), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_quantile(&s, 0.5, 1, &q), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_quantile(NULL, 0.5, 0.95, &q), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_series_quantile(&s, 0.5, 0.95, NULL), MEASURE_ARGUMENT);
    measure_series_free(&s);
    CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, &m), MEASURE_ARGUMENT); /* freed */
}
