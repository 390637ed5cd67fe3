/* SPDX-License-Identifier: MIT
 * The experiments: rows and their verdicts, the papers' figures against numbers worked out here, equal seeds. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/experiments/experiment.h"
#include "tests/unit/suite.h"

void suite_experiment(void);

struct outcome {
    struct experiment_run run;
    int status;
    char *text;
};

static struct outcome run_of(const struct experiment *x, uint64_t seed)
{
    size_t size;
    struct outcome o = {.run = {.seed = seed, .quick = true, .data_dir = ".", .json = cJSON_CreateObject()}};
    o.run.text = open_memstream(&o.text, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(o.run.text);
    o.status = experiment_run(x, &o.run);
    (void)fclose(o.run.text);
    return o;
}

static struct outcome run_named(const char *name, uint64_t seed)
{
    const struct experiment *x = experiment_find(name);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x);
    return run_of(x, seed);
}

static void discard(struct outcome *o)
{
    experiment_end(&o->run);
    cJSON_Delete(o->run.json);
    free(o->text);
}

/* A number of the nth row with this name. */
static double row_number(const struct outcome *o, const char *what, int nth, const char *member)
{
    const cJSON *section, *row;
    cJSON_ArrayForEach(section, cJSON_GetObjectItem(o->run.json, "sections")){
        cJSON_ArrayForEach(row, cJSON_GetObjectItem(section, "rows")){
            if (strcmp(cJSON_GetObjectItem(row, "what")->valuestring, what) == 0 &&
                nth-- == 0) return cJSON_GetNumberValue(cJSON_GetObjectItem(row, member));
}
}
(void)fprintf(stderr, "no row '%s'\n", what);
return NAN;
}

static void check_row(const struct outcome *o, const char *what, double ours, double error)
{
    const double row = row_number(o, what, 0, "ours");
    if (!(fabs(row - ours) <= error))
        (void)fprintf(stderr, "%s: %.10g, expected %.10g\n", what, row, ours);
    CU_ASSERT_DOUBLE_EQUAL(row, ours, error);
}

/* The chance that S_n is least..most, summed term by term. */
static double binomial_sum(double n, double p, int least, int most)
{
    double sum = 0;
    for (int k = least; k <= most; k++)
        sum += exp(lgamma(n + 1) - lgamma(k + 1.0) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p));
    return sum;
}

static void test_danzig_fig2(void)
{
    struct outcome o = run_named("danzig-fig2", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 2);
    check_row(&o, "10 us to 3 digits", 76790763, 1); /* 1.959964^2 * 20000^2 * 0.0005 * 0.9995 / 0.1^2 */
    check_row(&o, "1000 us to 2 digits", 7299, 0);   /* 1.959964^2 * 20^2 * 0.05 * 0.95 / 0.1^2 */
    check_row(&o, "10 us, n = 800000: within 1 us", binomial_sum(800000, 0.0005, 360, 440), 1e-6);
    check_row(&o, "1000 us, n = 7000: within 100 us", binomial_sum(7000, 0.05, 315, 385), 1e-9);
    check_row(&o, "1000 us, n = 700000: within 10 us", binomial_sum(700000, 0.05, 34650, 35350), 1e-6);
    check_row(&o, "10000 us, n = 400: within 1000 us", binomial_sum(400, 0.5, 180, 220), 1e-9);
    check_row(&o, "hours for 8e+06 cycles of 10 ms", 8e4 / 3600, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "us measured, cycles that vary around 10 ms", 0, "ours"), 1000, 20);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "us measured, cycles that vary around 10 ms", 1, "ours"), 100, 2);
    double in_step = row_number(&o, "us measured, cycles of just 10 ms", 0, "ours"); /* two phases, half a tick apart */
    CU_ASSERT(in_step == 0 || fabs(in_step - 10000) < 1);
    discard(&o);
}

static void test_seed(void)
{
    struct outcome one = run_named("danzig-fig2", 7), same = run_named("danzig-fig2", 7),
                   other = run_named("danzig-fig2", 8);
    CU_ASSERT_STRING_EQUAL(one.text, same.text);
    CU_ASSERT_STRING_NOT_EQUAL(strchr(one.text, '\n') + 8, strchr(other.text, '\n') + 8); /* after "seed 7\n" */
    CU_ASSERT_PTR_NOT_NULL(strstr(one.text, "\nseed 7, quick\n"));
    discard(&one);
    discard(&same);
    discard(&other);
}

static void test_beilner_tables(void)
{
    struct outcome o = run_named("beilner-tables", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 19);
    check_row(&o, "w_r for 95 %", 3.919928, 1e-6);
    check_row(&o, "n for (90, 0.1), d/ET = 20", 20691, 1e-6);          /* 33^2 * 19 */
    check_row(&o, "n for (95, 0.05), d/ET = 20", 117979.36, 1e-3);     /* 78.8^2 * 19 */
    check_row(&o, "   with p = 0.1", 29494.84, 1e-3);                  /* 39.4^2 * 19 */
    check_row(&o, "(99, 0.01), d 10 ms, cycle 5 ms", 264924.72, 1e-2); /* 516^2 * 199 * 0.005 */
    check_row(&o, "(w/p)^2", 737500, 1e-6);                            /* 29500 / (0.2 * 0.2) */
    check_row(&o, "bound d/(6n) of the deviation at VT = 0, in d/n", 0.408248, 1e-6);
    check_row(&o, "factor of d^2/n that VT stays under, 1/2.58^2 - 1/6", 0.15023136 - 0.16666667, 1e-7);
    check_row(&o, "S_DT in ms from VT = 0.02209 d^2/n", 0.047, 1e-6);
    check_row(&o, "(12,1) deviation by (10a)", 4.5472, 1e-4);  /* 10 * sqrt(0.29208 * 0.70792) */
    check_row(&o, "(1,1) deviation of the ten", 1.8582, 1e-4); /* sqrt(3107.6 / 9) / 10 */
    check_row(&o, "variance of the ten over that by (10a), 1 +- 0.14", 0.5119, 1e-4);
    check_row(&o, "10000 is below the n of (90, 0.1)", 9801, 1e-6); /* 33^2 * 9 */
    discard(&o);
}

/* Interrupts of 20 us once a ms add 2 % to the time of all runs: 7.18 ns a step. */
static void test_krutar_fit(void)
{
    struct outcome o = run_named("krutar-fit", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 2);
    CU_ASSERT_EQUAL(o.run.drawings, 3);
    check_row(&o, "RK_count(0), the case that is ignored: years until it ends", 0x1p64 * 359e-9 / 31557600, 1e-3);
    check_row(&o, "averages of 8, least squares: mean error, ns a step", 7.18, 0.7);
    check_row(&o, "one run, least squares: mean error, ns a step", 7.18, 2);
    check_row(&o, "all runs, robust (own): mean error, ns a step", 0, 0.02);
    check_row(&o, "averages of 8, least squares: interval covers, share", 0, 0);
    check_row(&o, "levels of the excess over the true line", 100, 0); /* 359 and 500 have no factor in common */
    check_row(&o, "levels of the excess over a step function, true line", 1, 0);
    CU_ASSERT(row_number(&o, "least values is the result, share", 5, "ours") > 0.95); /* in step with the clock */
    discard(&o);
}

/* Interrupts are 10 us on average, exponential. Of those in 2.1 us a filter that allows 1 us keeps few more than the
 * share below 1 us, 1 - exp(-0.1). Of two measurements both must be disturbed alike. */
static void test_aix_filter(void)
{
    struct outcome o = run_named("aix-filter", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 1);
    CU_ASSERT_EQUAL(o.run.drawings, 1);
    check_row(&o, "calls of read_real_time that C sees", 1, 0);
    check_row(&o, "finish before start: prints more than 0, share", 1, 0);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "least + 1 us: disturbed kept", 2, "ours"), -expm1(-0.1), 0.03);
    CU_ASSERT_EQUAL(row_number(&o, "least + 1 us: good discarded", 2, "ours"), 0);
    /* of the second ones 1 - exp(-0.042) are disturbed; good pairs differ by 200 ns in nearly 2 % */
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "twice: good discarded", 2, "ours"), 0.017 - expm1(-0.042), 0.005);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "least + 1 us: error of the mean, ns", 2, "ours"), 100, 3);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "1,000 in one interval: error of the mean, ns", 2, "ours"), 400, 40);
    discard(&o);
}

/* A call of 3.6 ticks or more never shows the tick as least interval. */
static void test_krutar_tick(void)
{
    struct outcome o = run_named("krutar-tick", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 2);
    static const double minimum[] = {0, 0, 0, 0, 1, 0, 0}, divisor[] = {1, 1, 1, 0, 1, 1, 0},
                        tolerant[] = {1, 1, 1, 0, 1, 1, 1};
    for (int timer = 0; timer < 7; timer++) {
        CU_ASSERT_EQUAL(row_number(&o, "minimum of 64 intervals is the tick, share", timer, "ours"), minimum[timer]);
        CU_ASSERT_EQUAL(row_number(&o, "gcd of 64 intervals is the tick, share", timer, "ours"), divisor[timer]);
        CU_ASSERT_EQUAL(row_number(&o, "tolerant gcd of 64 intervals is the tick, share", timer, "ours"),
                        tolerant[timer]);
    }
    check_row(&o, "minimum: intervals until 99 % are right", 1, 0); /* the 10 ms clock alone */
    check_row(&o, "minimum: readings for them, mean", 476, 5);      /* 10 ms / 21 us, the first tick is cut */
    /* A call of 3.6 to 4 ticks from a random phase shows 4 in nearly four of five intervals, else 3. */
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "gcd: intervals until 99 % are right", 0, "ours"), 8, 2);
    discard(&o);
}

/* 157 cycles of 63.7 ns, and 25.6 % of memory time to the display: 10.0009 / 0.744. Figure 1's read times, as
 * simulated.
 */
static void test_danzig_board(void)
{
    struct outcome o = run_named("danzig-board", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.drawings, 4);
    check_row(&o, "   the others' mean, less an empty segment; true 10.001", 10.001, 0.15);
    check_row(&o, "   the others' mean, less an empty segment; true 13.446", 13.446, 0.2);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "empty segment: mean as read, us", 3, "ours"), 11.5 + 35 * 0.0637, 0.5);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "empty segment: mean as read, us", 1, "ours"), 244 + 35 * 0.0856, 5);
    CU_ASSERT_EQUAL(row_number(&o, "reads that are wrong", 5, "ours"), 0);
    /* What stays without the random wait is more than the noise, and less than the period of the DES clock. */
    CU_ASSERT_DOUBLE_EQUAL(fabs(row_number(&o, "10 us by read: less an empty segment and the truth, us", 1, "ours")),
                           0.19, 0.0648);
    discard(&o);
}

/* Two interrupts in 20 ms take 3000 and 400 cycles of 63.7 ns, 0.01083 of the time: all code takes 1.01095 times as
 * long. */
static void test_danzig_day(void)
{
    struct outcome o = run_named("danzig-day", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "true mean, us", 0, "ours"), 1010.95, 3);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "true mean, us", 2, "ours"), 10.11, 0.03);
    CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "hours of the machine's time", 1, "ours"), 800 * 1.01095 / 3600, 0.002);
    discard(&o);
}

/* (9 squared differences, 10, over 8, less 1/6) over 10000 cycles of 1 ms; the fit's own numbers are those of a grid.
 */
static void test_beilner_dash(void)
{
    struct outcome o = run_named("beilner-dash", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.drawings, 2);
    check_row(&o, "spread of a cycle by the totals (1,1) of runs 2 to 10, us", 10.4083, 1e-3);
    check_row(&o, "spread of a cycle that fits them, us; 1000 is no bound", 28, 1.5);
    check_row(&o, "mean of the twelve", 0.5119, 1e-4);
    check_row(&o, "(1,2) true mean; paper, by (6b): 1193", 1192.68, 0.5); /* 85 ns a cycle of the CPU, and the spread */
    check_row(&o, "(12,1) true mean; paper, by (6b): 292", 292.08, 0.5);
    check_row(&o, "   deviation by (10a); paper: 3.94", 3.94, 0.01);
    /* In step: in ten runs of 100 the phase runs around evenly; near six ticks all counts of a run are nearly one. */
    CU_ASSERT(row_number(&o, "   coverage of the 95 % interval for independent counts", 0, "ours") > 0.98);
    CU_ASSERT(row_number(&o, "   coverage of the 95 % interval for independent counts", 7, "ours") < 0.3);
    discard(&o);
}

/* Ends a text before what it says of this host, which differs from run to run. */
static void cut_host(struct outcome *o)
{
    char *host = strstr(o->text, "\nThis host");
    CU_ASSERT_PTR_NOT_NULL(host);
    if (host)
        *host = '\0';
}

/* The worst errors by brute force are in test_measure_convert.c; here, by hand, how fast they grow. */
static void test_tsc_convert(void)
{
    struct outcome o = run_named("tsc-convert", 1), same = run_named("tsc-convert", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 2);
    check_row(&o, "interval an hour: error at its end, ns", 119305, 0);
    check_row(&o, "error a second, ns", 373.4617, 1e-4);
    /* 10^9 (1 - 3.333 153 / 512), and less than 1 ns more */
    check_row(&o, "article, year: over a second", 4005859.375, 1);
    check_row(&o, "article, year: overflow, hours", 18446744073709551615.0 / 3.333e9 / 3600, 1e-3);
    /* 2599998 kHz is 971 Hz too few: 373.46 ns too much, less what mult lacks */
    CU_ASSERT(row_number(&o, "fio, hour, whole kHz: over a second", 1, "ours") < -300);
    CU_ASSERT(row_number(&o, "fio, hour, whole kHz: over a second", 1, "ours") > -373.47);
    CU_ASSERT(row_number(&o, "product of 128 bits: over a year", 1, "ours") < 2);
    for (int load = 0; load < 2; load++) {
        CU_ASSERT_EQUAL(row_number(&o, "hull of brackets: bounds hold, share", load, "ours"), 1);
        CU_ASSERT(row_number(&o, "quiet brackets: median", load, "ours") < 3);
        /* A window is wrong by some 10 ns in 1.28 ms, their mean by a seventh of that, and by far more under load. */
        const double windows = row_number(&o, "the article, Hz: median", load, "ours");
        CU_ASSERT(windows > 30 && windows < 2000);
        /* A whole number of kHz, above or below the truth */
        const double off_hz = 2.599998971 * row_number(&o, "fio, whole kHz: median", load, "ours");
        CU_ASSERT(fmin(fabs(remainder(2599998971 - off_hz, 1000)), fabs(remainder(2599998971 + off_hz, 1000))) < 0.01);
    }
    cut_host(&o);
    cut_host(&same);
    CU_ASSERT_STRING_EQUAL(o.text, same.text);
    discard(&o);
    discard(&same);
}

static void test_tsc_skew(void)
{
    struct outcome o = run_named("tsc-skew", 1), same = run_named("tsc-skew", 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 0);
    for (int size = 0; size < 6; size++) {
        CU_ASSERT_EQUAL(row_number(&o, "moving thread: bounds hold, share", size, "ours"), 1);
        CU_ASSERT_EQUAL(row_number(&o, "compare-and-swap: bounds hold, share", size, "ours"), 1);
        CU_ASSERT_EQUAL(row_number(&o, "shortest paths: bounds hold, share", size, "ours"), 1);
        /* Twice the least time between two probes, of a socket (135) or of two (315), and some ticks */
        const double width = row_number(&o, "compare-and-swap: width of a bound", size, "ours");
        CU_ASSERT(size < 4 ? width > 270 && width < 280 : width > 400 && width < 2 * 315);
        CU_ASSERT_DOUBLE_EQUAL(row_number(&o, "moving thread: width of a bound", size, "ours"), 18000, 40);
        const double truth = row_number(&o, "largest shift, true", size, "ours"),
                     base = row_number(&o, "compare-and-swap: largest shift at most", size, "ours"),
                     order = row_number(&o, "shortest paths: largest shift at most", size, "ours");
        CU_ASSERT(truth < order && order < base);
    }
    CU_ASSERT_EQUAL(row_number(&o, "compare-and-swap: refused, share", 0, "ours"), 0); /* 1 ppm */
    CU_ASSERT_EQUAL(row_number(&o, "compare-and-swap: refused, share", 3, "ours"), 1); /* 1000 ppm */
    cut_host(&o);
    cut_host(&same);
    CU_ASSERT_STRING_EQUAL(o.text, same.text);
    discard(&o);
    discard(&same);
}

static struct experiment_row given;

static void make_given(struct experiment_run *run)
{
    experiment_section(run, "one");
    experiment_add(run, &given, "row");
}

/* Returns the status of an experiment with this row alone, and counts what differs. */
static int status_of(struct experiment_row row, unsigned differ)
{
    const struct experiment x = {"given", "one row", make_given};
    given = row;
    struct outcome o = run_of(&x, 1);
    CU_ASSERT_EQUAL(o.run.differ, differ);
    discard(&o);
    return o.status;
}

/* Only a disagreement without a finding is bad, and a finding without a disagreement. */
static void test_verdicts(void)
{
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.paper = 300, .ours = 350, .unit = 100}, 0), STATUS_OK);
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.paper = 300, .ours = 352, .unit = 100}, 1), STATUS_BAD);
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.paper = 300, .ours = 352, .unit = 100, .finding = 8}, 1),
                    STATUS_OK);
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.paper = 300, .ours = 300, .unit = 100, .finding = 8}, 0),
                    STATUS_BAD);
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.judge = EXPERIMENT_CLAIM}, 1), STATUS_BAD);
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.judge = EXPERIMENT_CLAIM, .holds = true}, 0), STATUS_OK);
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.judge = EXPERIMENT_CHECK}, 0), STATUS_BAD);
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.judge = EXPERIMENT_CHECK, .holds = true}, 0), STATUS_OK);
    CU_ASSERT_EQUAL(status_of((struct experiment_row){.judge = EXPERIMENT_VALUE}, 0), STATUS_OK);
    struct experiment_row share = experiment_share(50, 100); /* 0.5 +- z / sqrt(4 (n + z^2)), z = 3.290527 */
    CU_ASSERT_DOUBLE_EQUAL(share.low, 0.5 - 3.290527 / sqrt(4 * (100 + 3.290527 * 3.290527)), 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(share.high, 1 - share.low, 1e-12);
}

void suite_experiment(void)
{
    CU_pSuite s = CU_add_suite("experiment", NULL, NULL);
    CU_ADD_TEST(s, test_verdicts);
    CU_ADD_TEST(s, test_seed);
    CU_ADD_TEST(s, test_danzig_fig2);
    CU_ADD_TEST(s, test_beilner_tables);
    CU_ADD_TEST(s, test_krutar_tick);
    CU_ADD_TEST(s, test_krutar_fit);
    CU_ADD_TEST(s, test_aix_filter);
    CU_ADD_TEST(s, test_tsc_skew);
    CU_ADD_TEST(s, test_tsc_convert);
    CU_ADD_TEST(s, test_danzig_board);
    CU_ADD_TEST(s, test_danzig_day);
    CU_ADD_TEST(s, test_beilner_dash);
}
