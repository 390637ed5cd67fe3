/* SPDX-License-Identifier: MIT
 * libmeasure: intervals of runs that may depend on each other; where they are refused. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure/experiments/loop.h"
#include "synthetic.h"

void suite_measure_series(void);

#define MOST 3000
#define OCTAVES 10
enum { TABLES = TRIALS < 10000 ? 200 : TRIALS / 10 };

static double value[MOST];

/* Normal runs that correlate with the one before by rho, exp(sigma x) if sigma is above 0; `spikes` of them are ten
 * times as long. `slow` is the deviation of a change that neighbours have in common, `modes` what every other stretch
 * of runs has more; both last so many runs. */
struct kind {
    double rho, sigma, spikes, slow, modes, lasts;
    double octaves; /* the deviation of each of OCTAVES changes that last 2, 4, 8, ... runs */
};

static void add_octaves(size_t n, double deviation, uint64_t *state)
{
    for (int octave = 1; octave <= OCTAVES; octave++) {
        const double keep = exp(-ldexp(1, -octave));
        double x = random_normal(state);
        for (size_t i = 0; i < n; i++) {
            value[i] += deviation * x;
            x = keep * x + sqrt(1 - keep * keep) * random_normal(state);
        }
    }
}

static void draw(size_t n, const struct kind *k, uint64_t *state)
{
    const double keep = k->lasts > 0 ? exp(-1 / k->lasts) : 0;
    double x = random_normal(state), slow = random_normal(state);
    bool mode = random_uniform(state) < 0.5;
    for (size_t i = 0; i < n; i++) {
        value[i] = (k->sigma > 0 ? exp(k->sigma * x) : 10 + x) + k->slow * slow + (mode ? k->modes : 0);
        if (random_uniform(state) < k->spikes)
            value[i] *= 10;
        x = k->rho * x + sqrt(1 - k->rho * k->rho) * random_normal(state);
        slow = keep * slow + sqrt(1 - keep * keep) * random_normal(state);
        mode ^= random_uniform(state) * k->lasts < 1;
    }
    if (k->octaves > 0)
        add_octaves(n, k->octaves, state);
}

struct shares {
    double mean_given, mean, median_given, median;
};

static struct shares shares_of(size_t n, struct kind kind, double mean, double median)
{
    uint64_t state = 81, means = 0, in = 0, medians = 0, median_in = 0;
    for (int table = 0; table < TABLES; table++) {
        struct measure_series s;
        struct measure_series_mean m;
        struct measure_quantile q;
        draw(n, &kind, &state);
        CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, value, n), MEASURE_OK);
        if (measure_series_mean(&s, 0.95, &m) == MEASURE_OK) {
            CU_ASSERT(m.low <= m.mean && m.mean <= m.high && m.worth > 0 && m.worth <= (double)n);
            means++;
            in += m.low <= mean && mean <= m.high;
        }
        if (measure_series_quantile(&s, 0.5, 0.95, &q) == MEASURE_OK) {
            CU_ASSERT(q.low <= q.value && q.value <= q.high);
            medians++;
            median_in += q.low <= median && median <= q.high;
        }
        measure_series_free(&s);
    }
    const struct shares all = {(double)means / (double)TABLES, (double)in / (double)means,
                               (double)medians / (double)TABLES, (double)median_in / (double)medians};
    return all;
}

/* Both bounds: an interval that always covers would be too wide. */
static void check_share(double share, double low, double high)
{
    const double noise = 4 * sqrt(0.05 / (double)TABLES);
    if (!(share >= low - noise / 2 && share <= high + noise / 2))
        (void)fprintf(stderr, "covers in %.4f, expected %g to %g\n", share, low, high);
    CU_ASSERT(share >= low - noise / 2 && share <= high + noise / 2);
}

static void test_independent(void)
{
    struct shares s = shares_of(300, (struct kind){0}, 10, 10);
    CU_ASSERT(s.mean_given > 0.97 && s.median_given > 0.97);
    check_share(s.mean, 0.95, 0.985);
    check_share(s.median, 0.95, 0.995);
    s = shares_of(MOST, (struct kind){0}, 10, 10);
    check_share(s.mean, 0.94, 0.975);
    check_share(s.median, 0.94, 0.985);
}

/* Student's t covers in 50 %, the median's order statistics in 57 % (rho 0.8, any number of runs). */
static void test_dependent(void)
{
    struct shares s = shares_of(300, (struct kind){.rho = 0.5}, 10, 10);
    CU_ASSERT(s.mean_given > 0.95 && s.median_given > 0.95);
    check_share(s.mean, 0.93, 0.99);
    check_share(s.median, 0.93, 1);
    s = shares_of(1000, (struct kind){.rho = 0.8}, 10, 10);
    CU_ASSERT(s.mean_given > 0.95 && s.median_given > 0.97);
    check_share(s.mean, 0.93, 0.99);
    check_share(s.median, 0.93, 1);
    s = shares_of(30, (struct kind){.rho = 0.8}, 10, 10);
    CU_ASSERT(s.mean_given == 0 && s.median_given < 0.2);
}

static void test_long_tails(void)
{
    struct shares s = shares_of(300, (struct kind){.spikes = 0.01}, 10.9, 10.025);
    CU_ASSERT(s.mean_given > 0.97);
    check_share(s.mean, 0.93, 0.98);
    s = shares_of(300, (struct kind){.sigma = 1.5}, exp(1.125), 1);
    CU_ASSERT(s.mean_given > 0.97);
    check_share(s.mean, 0.93, 0.99);
    check_share(s.median, 0.93, 0.995);
}

/* The interval allows for a change that lasts a fifth of all runs; modes that last a tenth are refused. With the
 * correlations of neighbours alone 60 % of the first tables got a mean, 70 % of which covered. */
static void test_slow(void)
{
    const double noise = 4 * sqrt(0.05 / (double)TABLES);
    struct shares s = shares_of(1000, (struct kind){.slow = 0.5, .lasts = 200}, 10, 10);
    check_share(s.mean, 0.95, 1);
    check_share(s.median, 0.95, 1);
    s = shares_of(MOST, (struct kind){.modes = 4, .lasts = 300}, 12, 12);
    CU_ASSERT(s.mean_given < 0.02 + noise && s.median_given < 0.03 + noise);
    s = shares_of(MOST, (struct kind){.slow = 0.5, .lasts = 50}, 10, 10);
    CU_ASSERT(s.mean_given > 0.5 && s.median_given > 0.5);
    check_share(s.mean, 0.93, 1);
    check_share(s.median, 0.93, 1);
    s = shares_of(MOST, (struct kind){.modes = 4, .lasts = 50}, 12, 12);
    CU_ASSERT(s.mean_given > 0.8 && s.median_given > 0.8);
    check_share(s.mean, 0.95, 0.995);
}

/* 1/f noise as the sum of changes that last 2, 4, 8, ... 1024 runs, with noise of three times its variance and alone.
 * Without the rise of its power 63 and 76 % of the first means that are given cover. */
static void test_without_longest_period(void)
{
    struct shares s = shares_of(1000, (struct kind){.octaves = 0.18}, 10, 10);
    check_share(s.mean, 0.93, 1);
    s = shares_of(MOST, (struct kind){.octaves = 0.18}, 10, 10);
    CU_ASSERT(s.mean_given > 0.5);
    check_share(s.mean, 0.93, 1);
    s = shares_of(MOST, (struct kind){.octaves = 2}, 10, 10);
    CU_ASSERT((1 - s.mean) * s.mean_given < 0.05);
}

/* Refusals of what is independent: at most 2 in 100. */
static void test_seldom_refused(void)
{
    static const size_t runs[] = {100, 300, 1000, MOST};
    for (size_t i = 0; i < COUNT(runs); i++) {
        const struct shares s = shares_of(runs[i], (struct kind){0}, 10, 10);
        CU_ASSERT((runs[i] < 300 || s.mean_given > 0.98) && s.median_given > 0.975);
    }
}

static enum measure_verdict mean_verdict(size_t n)
{
    struct measure_series s;
    struct measure_series_mean m = {.mean = 77};
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

/* 299 runs may have missed what comes once in 100; 39 do not show how they depend on each other. */
static void test_least_runs(void)
{
    for (size_t i = 0; i < 300; i++)
        value[i] = i % 2 ? 3 : 5; /* as regular as can be: worth all runs */
    CU_ASSERT_EQUAL(mean_verdict(300), MEASURE_OK);
    CU_ASSERT_EQUAL(mean_verdict(299), MEASURE_FEW);
    CU_ASSERT_EQUAL(median_verdict(40), MEASURE_OK);
    CU_ASSERT_EQUAL(median_verdict(39), MEASURE_FEW);
    CU_ASSERT_EQUAL(median_verdict(1), MEASURE_FEW);
}

static void test_drift(void)
{
    uint64_t state = 82;
    draw(1000, &(struct kind){0}, &state);
    for (size_t i = 0; i < 1000; i++)
        value[i] += 0.004 * (double)i;
    CU_ASSERT_EQUAL(mean_verdict(1000), MEASURE_DEPENDENT);
    CU_ASSERT_EQUAL(median_verdict(1000), MEASURE_DEPENDENT);
}

/* More runs than are kept one by one: their neighbours are averaged, and the interval is that of all. */
static void test_many(void)
{
    static double many[100001];
    uint64_t state = 83;
    struct measure_series s;
    struct measure_series_mean m;
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

/* Windows of a recorded loop of which some runs are much longer, which hid that the others change: 27 of these 200
 * intervals did not hold the mean of all, and 28 of 66 of 3,000 runs. */
static void test_recorded(void)
{
    size_t n, wrong[2] = {0};
    double *const time = loop_times(&n);
    double mean = 0;
    CU_ASSERT_EQUAL(n, 200000);
    for (size_t i = 0; i < n; i++)
        mean += time[i] / (double)n;
    for (size_t k = 0; k < 2; k++)
        for (size_t at = 0, window = k ? 3000 : 1000; at + window <= n; at += window) {
            struct measure_series s;
            struct measure_series_mean m;
            CU_ASSERT_EQUAL_FATAL(measure_series_make(&s, time + at, window), MEASURE_OK);
            CU_ASSERT_EQUAL(measure_series_mean(&s, 0.95, &m), MEASURE_OK);
            wrong[k] += mean < m.low || mean > m.high;
            measure_series_free(&s);
        }
    CU_ASSERT(wrong[0] <= 10);
    CU_ASSERT(wrong[1] <= 7);
    free(time);
}

/* The same value again and again shows neither spread nor dependence. */
static void test_alike(void)
{
    struct measure_series s;
    struct measure_series_mean m;
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

static void test_refusals(void)
{
    struct measure_series s = {.n = 77};
    struct measure_series_mean m;
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

void suite_measure_series(void)
{
    CU_pSuite s = CU_add_suite("measure_series", NULL, NULL);
    CU_ADD_TEST(s, test_independent);
    CU_ADD_TEST(s, test_dependent);
    CU_ADD_TEST(s, test_long_tails);
    CU_ADD_TEST(s, test_slow);
    CU_ADD_TEST(s, test_without_longest_period);
    CU_ADD_TEST(s, test_seldom_refused);
    CU_ADD_TEST(s, test_least_runs);
    CU_ADD_TEST(s, test_drift);
    CU_ADD_TEST(s, test_many);
    CU_ADD_TEST(s, test_recorded);
    CU_ADD_TEST(s, test_alike);
    CU_ADD_TEST(s, test_refusals);
}
