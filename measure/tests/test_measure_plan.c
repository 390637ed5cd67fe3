/* SPDX-License-Identifier: MIT
 * libmeasure: plans against the papers' tables and by trial, and the printer of digits. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "synthetic.h"

void suite_measure_plan(void);

static uint64_t planned_digits(double tick_s, double duration_s, int digits)
{
    struct measure_plan p = {0};
    CU_ASSERT_EQUAL(measure_plan_digits(&p, tick_s, duration_s, 0.95, digits), MEASURE_OK);
    return p.n;
}

/* To one digit, as figure 2 of the paper prints them. */
static double one_digit(double n)
{
    double power = pow(10, floor(log10(n)));
    return round(n / power) * power;
}

static void test_figure_2(void)
{
    static const struct {
        double duration_s, n3, n2;
    } row[] = {{10e-6, 8e7, 8e5}, {100e-6, 8e6, 8e4}, {1e-3, 7e5, 7e3}, {10e-3, 4e4, 4e2}};
    for (size_t i = 0; i < COUNT(row); i++) {
        CU_ASSERT_DOUBLE_EQUAL(one_digit((double)planned_digits(20e-3, row[i].duration_s, 3)), row[i].n3, 0.5);
        CU_ASSERT_DOUBLE_EQUAL(one_digit((double)planned_digits(20e-3, row[i].duration_s, 2)), row[i].n2, 0.5);
    }
    /* (4) worked out by hand: 1.959964^2 * 20000^2 * 0.0005 * 0.9995 / 0.1^2 */
    CU_ASSERT_DOUBLE_EQUAL((double)planned_digits(20e-3, 10e-6, 3), 76790763, 20);
}

static void test_table_15(void)
{
    static const double ratio[] = {20, 40, 200};
    for (size_t i = 0; i < COUNT(ratio); i++) {
        struct measure_plan p = {0};
        CU_ASSERT_EQUAL(measure_plan_width(&p, 1, 1 / ratio[i], 0.9, 0.1), MEASURE_OK);
        double w = 2 * measure_z(0.9) / 0.1;
        CU_ASSERT_DOUBLE_EQUAL((double)p.n, ceil(w * w * (ratio[i] - 1)), 1); /* (14b) */
    }
    struct measure_plan p = {0}; /* (14a) at ET = 2.5 d: {1 - k d/ET} {(1 + k) d/ET - 1} = 0.2 * 0.2 */
    CU_ASSERT_EQUAL(measure_plan_width(&p, 1, 2.5, 0.95, 0.01), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL((double)p.n, ceil(pow(2 * measure_z(0.95) / 0.01, 2) * 0.04), 1);
}

static void test_leading_digit(void)
{
    struct measure_plan p = {0};
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 20e-3, 1e-4, 0.95, 3), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(p.half_width_s, 1e-6, 1e-15);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 20e-3, 0.99e-4, 0.95, 3), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(p.half_width_s, 1e-7, 1e-16);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 20e-3, 100 * 1e-6, 0.95, 3), MEASURE_OK); /* an ulp below 1e-4 */
    CU_ASSERT_DOUBLE_EQUAL(p.half_width_s, 1e-6, 1e-15);
}

static void test_z(void)
{
    CU_ASSERT_DOUBLE_EQUAL(measure_z(0.95), 1.959963985, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(measure_z(0.99), 2.575829304, 1e-8);
    CU_ASSERT(isnan(measure_z(0)));
    CU_ASSERT(isnan(measure_z(1)));
    CU_ASSERT(isnan(measure_z(-0.5)));
    CU_ASSERT(isnan(measure_z(NAN)));
}

static void test_refusals(void)
{
    struct measure_plan p = {.n = 77};
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 0, 1, 0.95, 3), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, -1, 1, 0.95, 3), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, NAN, 1, 0.95, 3), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 1, INFINITY, 0.95, 3), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 1, 0.3, 0, 3), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 1, 0.3, 1, 3), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 1, 0.3, 0.95, 0), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 1, 0.3, 0.95, 16), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_width(&p, 1, 0.3, 0.95, 0), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_width(&p, 1, 0.3, 0.95, NAN), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 1, 1, 0.95, 3), MEASURE_WHOLE);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 0.1, 0.3, 0.95, 3), MEASURE_WHOLE); /* 0.3 / 0.1 is not 3 in doubles */
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 1, 1e-9, 0.95, 15), MEASURE_OVERFLOW);
    CU_ASSERT_EQUAL(p.n, 77);
}

/* 1.959964^2 (3 / 0.1)^2 = 3457.3; the plan's own half-width covers. */
static void test_deviation(void)
{
    struct measure_plan p = {.n = 77};
    CU_ASSERT_EQUAL(measure_plan_deviation(&p, 3, 0.95, 0), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_deviation(&p, -3, 0.95, 0.1), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_deviation(&p, INFINITY, 0.95, 0.1), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_plan_deviation(&p, 1e30, 0.95, 0.1), MEASURE_OVERFLOW);
    CU_ASSERT_EQUAL(p.n, 77);
    CU_ASSERT_EQUAL(measure_plan_deviation(&p, 3, 0.95, 0.1), MEASURE_OK);
    CU_ASSERT_EQUAL(p.n, 3458);
    CU_ASSERT_EQUAL(p.half_width_s, 0.1);
    CU_ASSERT_TRUE(p.normal);
    CU_ASSERT_EQUAL(measure_plan_deviation(&p, 0, 0.95, 0.1), MEASURE_OK);
    CU_ASSERT_EQUAL(p.n, 1);
    CU_ASSERT_FALSE(p.normal);
}

static void test_normal_note(void)
{
    struct measure_plan p = {0};
    CU_ASSERT_EQUAL(measure_plan_half_width(&p, 1, 0.5, 0.95, 0.2), MEASURE_OK);
    CU_ASSERT_EQUAL(p.n, 25); /* n f (1-f) = 6.25 */
    CU_ASSERT_FALSE(p.normal);
    CU_ASSERT_EQUAL(measure_plan_half_width(&p, 1, 0.5, 0.95, 0.16), MEASURE_OK);
    CU_ASSERT_EQUAL(p.n, 38); /* 9.5 */
    CU_ASSERT_TRUE(p.normal);
}

/* The promise of a plan: so many repetitions, and the mean lies within the half-width with the confidence. */
static void check_promise(double tick_s, double duration_s, const struct measure_plan *p, uint64_t *state)
{
    uint64_t in = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double sum = 0;
        for (uint64_t i = 0; i < p->n; i++)
            sum += floor(duration_s / tick_s + random_uniform(state));
        in += fabs(sum / (double)p->n * tick_s - duration_s) <= p->half_width_s * (1 + 1e-9);
    }
    check_covers(in);
}

static void test_promise(void)
{
    uint64_t state = 1;
    struct measure_plan p = {0};
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 20e-3, 10e-3, 0.95, 2), MEASURE_OK);
    check_promise(20e-3, 10e-3, &p, &state);
    CU_ASSERT_EQUAL(measure_plan_width(&p, 1e-3, 2.3e-3, 0.95, 0.02), MEASURE_OK);
    check_promise(1e-3, 2.3e-3, &p, &state);
}

static void check_text(double value_s, double half_s, const char *expected)
{
    char text[40] = "";
    CU_ASSERT_EQUAL(measure_print_seconds(text, sizeof text, value_s, half_s), MEASURE_OK);
    if (strcmp(text, expected) != 0)
        (void)fprintf(stderr, "'%s', expected '%s'\n", text, expected);
    CU_ASSERT_STRING_EQUAL(text, expected);
}

static void test_digits(void)
{
    char text[40];
    check_text(123.456e-6, 1e-6, "123 us");      /* just one unit of the last digit */
    check_text(123.456e-6, 1.001e-6, "0.12 ms"); /* and a little more */
    check_text(123.456e-6, 0.999e-6, "123 us");
    check_text(123.456e-6, 0.1e-6, "123.5 us");
    check_text(-123.456e-6, 0.1e-6, "-123.5 us");
    check_text(1.2e-9, 0.1e-9, "1.2 ns");
    check_text(12345, 30, "12300 s");
    check_text(0.5, 1e-3, "500 ms");
    CU_ASSERT_EQUAL(measure_print_seconds(text, sizeof text, 1e-6, 2e-6), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_print_seconds(text, sizeof text, 1e-6, 0), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_print_seconds(text, sizeof text, NAN, 1), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_print_seconds(text, sizeof text, 1, INFINITY), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_print_seconds(text, 4, 123e-6, 1e-6), MEASURE_OVERFLOW);
}

/* Any value, any half-width: the last digit printed is worth at least the half-width and less than ten times it, and
 * the text is the value rounded there. */
static void test_digits_drawn(void)
{
    uint64_t state = 2;
    for (int trial = 0; trial < TRIALS; trial++) {
        double value = pow(10, -9 + 9 * random_uniform(&state)), half = value * pow(10, -7 * random_uniform(&state));
        char text[40] = "", *end;
        if (measure_print_seconds(text, sizeof text, value, half)) {
            CU_ASSERT(half > value / 10); /* then its last digit would lie above the first */
            continue;
        }
        double shown = strtod(text, &end);
        double unit = strcmp(end, " ns") == 0 ? 1e-9 : strcmp(end, " us") == 0 ? 1e-6 : *++end == 'm' ? 1e-3 : 1;
        const char *point = strchr(text, '.');
        double last = unit * (point ? pow(10, -(double)strspn(point + 1, "0123456789")) : 1);
        CU_ASSERT(last >= half * (1 - 1e-6) && last < half * 10 * (1 + 1e-6));
        CU_ASSERT(fabs(shown * unit - value) <= last * 0.5001);
    }
}

/* One measurement on a simulated clock, as advised; *half: the half-width of its interval, infinite if it is refused.
 * Returns whether no interval is given that misses the truth. */
static bool advised_covers(const struct measure_way *way, const struct measure_advice *advice, double *half,
                           uint64_t *state)
{
    struct measure_tally tally = {0};
    struct measure_estimate e;
    for (uint64_t i = 0; i < advice->n; i++) {
        double run_s = way->call_s;
        for (uint64_t r = 0; r < way->repeats; r++)
            run_s += way->duration_s + way->deviation_s * random_normal(state);
        measure_tally_add(&tally, (uint64_t)floor(run_s / way->tick_s + random_uniform(state)));
    }
    *half = INFINITY;
    if (measure_tally_estimate(&tally, way->tick_s, 0.95, &e))
        return true;
    *half = (e.high_s - e.low_s) / 2 / (double)way->repeats;
    const double truth = way->call_s + way->duration_s * (double)way->repeats;
    return e.low_s <= truth && truth <= e.high_s;
}

/* Promises on clocks of known truth: the interval covers in 94 to 96 %, and is as narrow as promised in 95 % or more.
 */
static void test_advice(void)
{
    static const struct {
        struct measure_way way;
        double half_s;
    } trial[] = {
        {{20e-3, 0.2e-3, 10e-3, 1, 10e-3, 0}, 2e-3},      /* Danzig's clock, half a tick */
        {{20e-3, 20e-6, 10e-3, 1, 2e-3, 0.2e-3}, 2e-3},   /* a tenth of a tick */
        {{1e-6, 8e-6, 0.5e-6, 1, 20.3e-6, 0}, 0.05e-6},   /* the board */
        {{1e-6, 8e-6, 0.5e-6, 1, 20e-6, 0.4e-6}, 0.1e-6}, /* durations blur the tick */
        {{1e-9, 25e-9, 0, 1, 35e-6, 3.5e-6}, 1e-6},       /* a fast clock: durations alone */
        {{1e-6, 8e-6, 0.5e-6, 8, 50e-9, 5e-9}, 10e-9},    /* loops of 8 */
    };
    uint64_t state = 5;
    for (size_t n = 0; n < sizeof trial / sizeof trial[0]; n++) {
        struct measure_advice advice;
        const struct measure_way *way = &trial[n].way;
        uint64_t in = 0, kept = 0;
        CU_ASSERT_EQUAL_FATAL(measure_advise(&advice, way, 0.95, trial[n].half_s, 1e6), MEASURE_OK);
        CU_ASSERT(advice.reached && advice.half_width_s <= trial[n].half_s);
        CU_ASSERT_DOUBLE_EQUAL(
            advice.seconds, (double)advice.n * (way->duration_s * (double)way->repeats + 2 * way->call_s + way->wait_s),
            1e-9 * advice.seconds);
        for (int t = 0; t < TRIALS; t++) {
            double half;
            in += advised_covers(way, &advice, &half, &state);
            kept += half <= advice.half_width_s;
        }
        check_covers(in);
        CU_ASSERT((double)kept >= 0.95 * TRIALS - 4 * sqrt(0.0475 * TRIALS));
    }
}

static void test_advice_bounds(void)
{
    const struct measure_way way = {1e-6, 8e-6, 0.5e-6, 1, 20.3e-6, 2e-6};
    struct measure_advice one, four;
    CU_ASSERT_EQUAL(measure_advise(&one, &way, 0.95, 0, 1), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_advise(&four, &way, 0.95, 0, 4), MEASURE_OK);
    CU_ASSERT(!one.reached && one.seconds <= 1 && one.seconds > 0.99);
    CU_ASSERT_DOUBLE_EQUAL(one.half_width_s / four.half_width_s, 2, 0.02);
    CU_ASSERT_DOUBLE_EQUAL(four.half_width_s, 1.96 * sqrt((4e-12 + 1e-12 / 6) / (double)four.n), 1e-9);
    CU_ASSERT_EQUAL(measure_advise(&one, &way, 0.95, 1e-9, 1), MEASURE_OK);
    CU_ASSERT(!one.reached && one.half_width_s > 1e-9);
    CU_ASSERT_EQUAL(measure_advise(&one, &way, 0.95, 1e-9, 1e-3), MEASURE_FEW);
    const struct measure_way whole = {1, 0, 0, 1, 2, 0}, none = {1, 0, 0, 0, 2, 1}, nan = {1, 0, 0, 1, NAN, 1};
    CU_ASSERT_EQUAL(measure_advise(&one, &whole, 0.95, 1, 1e9), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_advise(&one, &none, 0.95, 1, 1e9), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_advise(&one, &nan, 0.95, 1, 1e9), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_advise(&one, &way, 1, 1, 1e9), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_advise(&one, NULL, 0.95, 1, 1e9), MEASURE_ARGUMENT);
}

/* A budget for 250 runs is too small for a mean; one for 500 gives a wider interval than 1,000 runs would. */
static void test_advised_runs(void)
{
    const struct measure_way way = {.tick_s = 1e-9, .repeats = 1, .duration_s = 1e-3, .deviation_s = 1e-4};
    struct measure_advice few = {.n = 77}, good = {0}, plenty = {0};
    CU_ASSERT_EQUAL(measure_advise_series(&few, &way, 0.95, 1e-4, 0.25), MEASURE_FEW);
    CU_ASSERT_EQUAL(few.n, 77);
    CU_ASSERT_EQUAL(measure_advise_series(NULL, &way, 0.95, 1e-4, 0.25), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_advise_series(&few, NULL, 0.95, 1e-4, 0.25), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_advise_series(&few, &way, 0.95, 1e-4, 0.5), MEASURE_OK);
    CU_ASSERT_EQUAL(few.n, 500);
    CU_ASSERT(few.reached);
    CU_ASSERT_EQUAL(measure_advise_series(&good, &way, 0.95, 1e-4, 600), MEASURE_OK);
    CU_ASSERT_EQUAL(good.n, 1000);
    CU_ASSERT_EQUAL(measure_advise_series(&plenty, &way, 0.95, 1e-6, 600), MEASURE_OK);
    CU_ASSERT(plenty.reached && plenty.half_width_s <= 1e-6 * (1 + 1e-9));
    /* (1.96 x 1e-4 / 1e-6)^2, 3^2 times and a little more */
    CU_ASSERT((double)plenty.n > 9 * 38416 && (double)plenty.n < 9.3 * 38416);
    CU_ASSERT_EQUAL(measure_advise_series(&plenty, &way, 0.95, 1e-6, 10), MEASURE_OK);
    CU_ASSERT(!plenty.reached && plenty.half_width_s > 1e-6);
}

void suite_measure_plan(void)
{
    CU_pSuite s = CU_add_suite("measure_plan", NULL, NULL);
    CU_ADD_TEST(s, test_figure_2);
    CU_ADD_TEST(s, test_table_15);
    CU_ADD_TEST(s, test_leading_digit);
    CU_ADD_TEST(s, test_z);
    CU_ADD_TEST(s, test_refusals);
    CU_ADD_TEST(s, test_normal_note);
    CU_ADD_TEST(s, test_deviation);
    CU_ADD_TEST(s, test_promise);
    CU_ADD_TEST(s, test_advice);
    CU_ADD_TEST(s, test_advice_bounds);
    CU_ADD_TEST(s, test_digits);
    CU_ADD_TEST(s, test_digits_drawn);
    CU_ADD_TEST(s, test_advised_runs);
}
