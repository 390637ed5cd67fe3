/* SPDX-License-Identifier: MIT
 * The experiments: rows and their verdicts, the papers' figures against numbers worked out here, equal seeds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "outcome.h"
#include "proofs.h"
#include "tests/suite.h"

const struct experiment *const experiment_list = experiments; /* of the test program */

/* The chance that S_n is least..most, summed term by term. */
static double binomial_sum(double n, double p, int least, int most)
{
    double sum = 0;
    for (int k = least; k <= most; k++)
        sum += exp(lgamma(n + 1) - lgamma(k + 1.0) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p));
    return sum;
}

TEST(danzig_fig2)
{
    struct outcome o = outcome_of(experiment_danzig_fig2, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 2);
    outcome_check(&o, "10 us to 3 digits", 76790763, 1); /* 1.959964^2 * 20000^2 * 0.0005 * 0.9995 / 0.1^2 */
    outcome_check(&o, "1000 us to 2 digits", 7299, 0);   /* 1.959964^2 * 20^2 * 0.05 * 0.95 / 0.1^2 */
    outcome_check(&o, "10 us, n = 800000: within 1 us", binomial_sum(800000, 0.0005, 360, 440), 1e-6);
    outcome_check(&o, "1000 us, n = 7000: within 100 us", binomial_sum(7000, 0.05, 315, 385), 1e-9);
    outcome_check(&o, "1000 us, n = 700000: within 10 us", binomial_sum(700000, 0.05, 34650, 35350), 1e-6);
    outcome_check(&o, "10000 us, n = 400: within 1000 us", binomial_sum(400, 0.5, 180, 220), 1e-9);
    outcome_check(&o, "hours for 8e+06 cycles of 10 ms", 8e4 / 3600, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "us measured, cycles that vary around 10 ms", 0), 1000, 20);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "us measured, cycles that vary around 10 ms", 1), 100, 2);
    double in_step = outcome_number(&o, "us measured, cycles of just 10 ms", 0); /* two phases, half a tick apart */
    CU_ASSERT(in_step == 0 || fabs(in_step - 10000) < 1);
    outcome_discard(&o);
}

TEST(seed)
{
    struct outcome one = outcome_of(experiment_aix_filter, 7), same = outcome_of(experiment_aix_filter, 7),
                   other = outcome_of(experiment_aix_filter, 8);
    CU_ASSERT_STRING_EQUAL(one.text, same.text);
    CU_ASSERT_STRING_NOT_EQUAL(strchr(one.text, '\n') + 8, strchr(other.text, '\n') + 8); /* after "seed 7\n" */
    CU_ASSERT_PTR_NOT_NULL(strstr(one.text, "\nseed 7, quick\n"));
    outcome_discard(&one);
    outcome_discard(&same);
    outcome_discard(&other);
}

TEST(beilner_tables)
{
    struct outcome o = outcome_of(experiment_beilner_tables, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 19);
    outcome_check(&o, "w_r for 95 %", 3.919928, 1e-6);
    outcome_check(&o, "n for (90, 0.1), d/ET = 20", 20691, 1e-6);          /* 33^2 * 19 */
    outcome_check(&o, "n for (95, 0.05), d/ET = 20", 117979.36, 1e-3);     /* 78.8^2 * 19 */
    outcome_check(&o, "   with p = 0.1", 29494.84, 1e-3);                  /* 39.4^2 * 19 */
    outcome_check(&o, "(99, 0.01), d 10 ms, cycle 5 ms", 264924.72, 1e-2); /* 516^2 * 199 * 0.005 */
    outcome_check(&o, "(w/p)^2", 737500, 1e-6);                            /* 29500 / (0.2 * 0.2) */
    outcome_check(&o, "bound d/(6n) of the deviation at VT = 0, in d/n", 0.408248, 1e-6);
    outcome_check(&o, "factor of d^2/n that VT stays under, 1/2.58^2 - 1/6", 0.15023136 - 0.16666667, 1e-7);
    outcome_check(&o, "S_DT in ms from VT = 0.02209 d^2/n", 0.047, 1e-6);
    outcome_check(&o, "(12,1) deviation by (10a)", 4.5472, 1e-4);  /* 10 * sqrt(0.29208 * 0.70792) */
    outcome_check(&o, "(1,1) deviation of the ten", 1.8582, 1e-4); /* sqrt(3107.6 / 9) / 10 */
    outcome_check(&o, "variance of the ten over that by (10a), 1 +- 0.14", 0.5119, 1e-4);
    outcome_check(&o, "10000 is below the n of (90, 0.1)", 9801, 1e-6); /* 33^2 * 9 */
    outcome_discard(&o);
}

/* Interrupts of 20 us once a ms add 2 % to the time of all runs: 7.18 ns a step. */
TEST(krutar_fit)
{
    struct outcome o = outcome_of(experiment_krutar_fit, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 2);
    CU_ASSERT_EQUAL(o.run.drawings, 3);
    outcome_check(&o, "RK_count(0), the case that is ignored: years until it ends", 0x1p64 * 359e-9 / 31557600, 1e-3);
    outcome_check(&o, "averages of 8, least squares: mean error, ns a step", 7.18, 0.7);
    outcome_check(&o, "one run, least squares: mean error, ns a step", 7.18, 2);
    outcome_check(&o, "all runs, robust (own): mean error, ns a step", 0, 0.02);
    outcome_check(&o, "averages of 8, least squares: interval covers, share", 0, 0.02);
    outcome_check(&o, "levels of the excess over the true line", 100, 0); /* 359 and 500 have no factor in common */
    outcome_check(&o, "levels of the excess over a step function, 2 at most, true line", 1, 0);
    outcome_check(&o, "action in N of 100 situations: least values within 1 %, share", 1, 0);
    outcome_discard(&o);
}

/* Interrupts are 10 us on average, exponential. Of those in 2.1 us a filter that allows 1 us keeps few more than the
 * share below 1 us, 1 - exp(-0.1). Of two measurements both must be disturbed alike. */
TEST(aix_filter)
{
    struct outcome o = outcome_of(experiment_aix_filter, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 1);
    CU_ASSERT_EQUAL(o.run.drawings, 1);
    outcome_check(&o, "calls of read_real_time that C sees", 1, 0);
    outcome_check(&o, "finish before start: prints more than 0, share", 1, 0);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "least + 1 us: disturbed kept", 2), -expm1(-0.1), 0.03);
    CU_ASSERT_EQUAL(outcome_number(&o, "least + 1 us: good discarded", 2), 0);
    /* of the second ones 1 - exp(-0.042) are disturbed; good pairs differ by 200 ns in nearly 2 % */
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "twice: good discarded", 2), 0.017 - expm1(-0.042), 0.005);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "least + 1 us: error of the mean, ns", 2), 100, 3);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "1,000 in one interval: error of the mean, ns", 2), 400, 40);
    outcome_discard(&o);
}

/* A call of 3.6 ticks or more never shows the tick as least interval. */
TEST(krutar_tick)
{
    struct outcome o = outcome_of(experiment_krutar_tick, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 2);
    static const double minimum[] = {0, 0, 0, 0, 1, 0, 0}, divisor[] = {1, 1, 1, 0, 1, 1, 0},
                        tolerant[] = {1, 1, 1, 0, 1, 1, 1};
    for (int timer = 0; timer < 7; timer++) {
        CU_ASSERT_EQUAL(outcome_number(&o, "minimum of 64 intervals is the tick, share", timer), minimum[timer]);
        CU_ASSERT_EQUAL(outcome_number(&o, "gcd of 64 intervals is the tick, share", timer), divisor[timer]);
        CU_ASSERT_EQUAL(outcome_number(&o, "tolerant gcd of 64 intervals is the tick, share", timer), tolerant[timer]);
    }
    outcome_check(&o, "minimum: intervals until 99 % are right", 1, 0); /* the 10 ms clock alone */
    outcome_check(&o, "minimum: readings for them, mean", 476, 5);      /* 10 ms / 21 us, the first tick is cut */
    /* A call of 3.6 to 4 ticks from a random phase shows 4 in nearly four of five intervals, else 3. */
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "gcd: intervals until 99 % are right", 0), 8, 2);
    outcome_discard(&o);
}

/* The worst errors by brute force are in test_measure_convert.c; here, by hand, how fast they grow. */
TEST(tsc_convert)
{
    struct outcome o = outcome_of(experiment_tsc_convert, 1), same = outcome_of(experiment_tsc_convert, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 6);
    outcome_check(&o, "interval an hour: error at its end, ns", 119305, 0);
    outcome_check(&o, "error a second, ns", 373.4617, 1e-4);
    /* 10^9 (1 - 3.333 153 / 512), and less than 1 ns more */
    outcome_check(&o, "article, year: over a second", 4005859.375, 1);
    outcome_check(&o, "article, year: overflow, hours", 18446744073709551615.0 / 3.333e9 / 3600, 1e-3);
    /* 2599998 kHz is 971 Hz too few: 373.46 ns too much, less what mult lacks */
    CU_ASSERT(outcome_number(&o, "fio, hour, whole kHz: over a second", 1) < -300);
    CU_ASSERT(outcome_number(&o, "fio, hour, whole kHz: over a second", 1) > -373.47);
    CU_ASSERT(outcome_number(&o, "product of 128 bits: over a year", 1) < 2);
    for (int load = 0; load < 2; load++) {
        CU_ASSERT_EQUAL(outcome_number(&o, "hull of brackets: bounds hold, share", load), 1);
        CU_ASSERT(outcome_number(&o, "quiet brackets: median", load) < 3);
        /* A window is wrong by some 10 ns in 1.28 ms, their mean by a seventh of that, and by far more under load. */
        const double windows = outcome_number(&o, "the article, Hz: median", load);
        CU_ASSERT(windows > 30 && windows < 2000);
        /* A whole number of kHz, above or below the truth */
        const double off_hz = 2.599998971 * outcome_number(&o, "fio, whole kHz: median", load);
        CU_ASSERT(fmin(fabs(remainder(2599998971 - off_hz, 1000)), fabs(remainder(2599998971 + off_hz, 1000))) < 0.01);
    }
    CU_ASSERT_STRING_EQUAL(o.text, same.text);
    outcome_discard(&o);
    outcome_discard(&same);
}

TEST(tsc_skew)
{
    struct outcome o = outcome_of(experiment_tsc_skew, 1), same = outcome_of(experiment_tsc_skew, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.differ, 6);
    for (int size = 0; size < 6; size++) {
        CU_ASSERT_EQUAL(outcome_number(&o, "moving thread: bounds hold, share", size), 1);
        CU_ASSERT_EQUAL(outcome_number(&o, "compare-and-swap: bounds hold, share", size), 1);
        CU_ASSERT_EQUAL(outcome_number(&o, "shortest paths: bounds hold, share", size), 1);
        /* Twice the least time between two probes, of a socket (135) or of two (315), and some ticks */
        const double width = outcome_number(&o, "compare-and-swap: width of a bound", size);
        CU_ASSERT(size < 4 ? width > 270 && width < 280 : width > 400 && width < 2 * 315);
        CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "moving thread: width of a bound", size), 18000, 40);
        const double truth = outcome_number(&o, "largest shift, true", size),
                     base = outcome_number(&o, "compare-and-swap: largest shift at most", size),
                     order = outcome_number(&o, "shortest paths: largest shift at most", size);
        CU_ASSERT(truth < order && order < base);
    }
    CU_ASSERT_EQUAL(outcome_number(&o, "compare-and-swap: refused, share", 0), 0); /* 1 ppm */
    CU_ASSERT_EQUAL(outcome_number(&o, "compare-and-swap: refused, share", 3), 1); /* 1000 ppm */
    CU_ASSERT_STRING_EQUAL(o.text, same.text);
    outcome_discard(&o);
    outcome_discard(&same);
}

static struct experiment_row given;

static void make_given(struct experiment_run *run)
{
    experiment_section(run, "one");
    experiment_add(run, given, "row");
}

/* An experiment with this row alone has the status, counts what differs and what is unjudged, and says the text. */
static void check_verdict(struct experiment_row row, int status, unsigned differ, unsigned few, const char *text)
{
    given = row;
    struct outcome o = outcome_of(make_given, 1);
    CU_ASSERT_EQUAL(o.status, status);
    CU_ASSERT_EQUAL(o.run.differ, differ);
    CU_ASSERT_EQUAL(o.run.few, few);
    CU_ASSERT_PTR_NOT_NULL(strstr(o.text, text));
    outcome_discard(&o);
}

/* The kinds for which Student's t covers least, and what is given for them. */
TEST(coverage)
{
    struct outcome o = outcome_of(experiment_coverage, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(outcome_number(&o, "10 runs: mean, share refused", 0), 1);
    CU_ASSERT(outcome_number(&o, "300 runs: mean", 0) >= 0.93);
    CU_ASSERT(outcome_number(&o, "1000 runs: median", 3) >= 0.93);                 /* rho 0.8 */
    CU_ASSERT(outcome_number(&o, "   Student's t, which assumes much", 16) < 0.8); /* 30 runs, rho 0.8 */
    outcome_discard(&o);
}

/* Only a disagreement without a finding is bad, and a finding without a disagreement. */
TEST(verdicts)
{
    const struct experiment_row near = experiment_figure(300, 350, 100), far = experiment_figure(300, 352, 100),
                                value = experiment_value(1);
    check_verdict(near, STATUS_OK, 0, 0, "");
    check_verdict(far, STATUS_BAD, 1, 0, "");
    check_verdict(experiment_finding(far, 8, NULL), STATUS_OK, 1, 0, "");
    check_verdict(experiment_finding(near, 8, NULL), STATUS_BAD, 0, 0, "");
    check_verdict(experiment_claim(value, 0, false), STATUS_BAD, 1, 0, "");
    check_verdict(experiment_claim(value, 0, true), STATUS_OK, 0, 0, "");
    check_verdict(experiment_check(value, false), STATUS_BAD, 0, 0, "");
    check_verdict(experiment_check(value, true), STATUS_OK, 0, 0, "");
    check_verdict(value, STATUS_OK, 0, 0, "");
    check_verdict(experiment_covers(94, 100, 0.95), STATUS_OK, 0, 0, "");
    check_verdict(experiment_covers(60, 100, 0.95), STATUS_BAD, 0, 0, "");
    struct experiment_row share = experiment_share(50, 100); /* 0.5 +- z / sqrt(4 (n + z^2)), z = 3.290527 */
    CU_ASSERT_DOUBLE_EQUAL(share.low, 0.5 - 3.290527 / sqrt(4 * (100 + 3.290527 * 3.290527)), 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(share.high, 1 - share.low, 1e-12);
}

/* A share of ten runs agrees with nearly anything, of eleven not; what differs does so with few runs, too. */
TEST(few_runs)
{
    CU_ASSERT(experiment_share(10, 10).few);
    CU_ASSERT(!experiment_share(11, 11).few);
    check_verdict(experiment_covers(10, 10, 0.95), STATUS_OK, 0, 1, "too few to judge\n");
    check_verdict(experiment_covers(11, 11, 0.95), STATUS_OK, 0, 0, "as expected\n");
    check_verdict(experiment_covers(2, 10, 0.95), STATUS_BAD, 0, 0, "NOT AS EXPECTED\n");
    check_verdict(experiment_finding(experiment_claim(experiment_share(10, 10), 0.95, true), 8, NULL), STATUS_OK, 0, 1,
                  "0 rows unexplained, 1 unjudged\n");
    check_verdict(experiment_share(10, 10), STATUS_OK, 0, 0, "0 rows unexplained\n");
}
