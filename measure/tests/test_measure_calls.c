/* SPDX-License-Identifier: MIT
 * libmeasure: the cost of a function from loops of calls, on a synthetic clock and functions of known cost. */
#include <math.h>
#include <stdlib.h>

#include "synthetic.h"
#include "tests/suite.h"

#define COST_S 30e-9
#define TICK_S 10e-9

/* A function on a host that drifts. */
struct function {
    struct synthetic s;
    double cost_s;
    double noise; /* deviation of a run's speed */
    double bend;  /* the cost of a call rises by this share over 100 us of calls */
    double drift; /* the host becomes slower by this share each second */
    double busy;  /* after 10 ms, by this factor more */
    uint64_t random;
};

static struct function function_of(double cost_s)
{
    return (struct function){.s = {.cost_s = 45e-9, .tick_s = TICK_S, .counts_a_tick = 10, .bits = 64, .now_s = 1},
                             .cost_s = cost_s};
}

static void repeat(void *context, uint64_t n)
{
    struct function *f = context;
    double seconds = f->cost_s * (double)n;
    seconds *= 1 + f->noise * random_normal(&f->random) + f->bend * seconds / 100e-6 + f->drift * f->s.now_s;
    f->s.now_s += seconds * (f->s.now_s > 1.01 ? 1 + f->busy : 1) + 3e-9;
}

static struct measure_calls_result result;

static enum measure_verdict measured(struct function *f, double seconds)
{
    const struct measure_clock clock = synthetic_clock(&f->s);
    return measure_calls(&clock, TICK_S, repeat, f, seconds, 0.95, &result);
}

/* The clock's reading, which each run has, is not in the cost. */
TEST(covers)
{
    int given = 0, in = 0, trials = TRIALS / 50;
    for (int n = 0; n < trials; n++) {
        struct function f = function_of(COST_S);
        f.noise = 0.005;
        f.random = (uint64_t)n << 32;
        CU_ASSERT_EQUAL(measured(&f, 0.1), MEASURE_OK);
        given += !result.range;
        in += !result.range && result.low_s <= COST_S && COST_S <= result.high_s;
        CU_ASSERT(fabs(result.cost_s - COST_S) < 0.01 * COST_S && result.low_s < result.high_s);
        CU_ASSERT(result.moved_low_s < COST_S && COST_S < result.moved_high_s);
    }
    if (given < 0.85 * trials || in < 0.88 * given)
        (void)fprintf(stderr, "%d of %d have an interval, %d cover\n", given, trials, in);
    CU_ASSERT(given >= 0.85 * trials);
    CU_ASSERT(in >= 0.88 * given); /* 94 % less 4 deviations of 200 */
}

/* The longest run takes 100 us, the runs no more than the time given. */
TEST(numbers)
{
    static const struct {
        double cost_s, seconds;
        uint64_t step;
        size_t runs;
    } of[] = {{1e-9, 1, 5000, 2000}, {30e-9, 1, 167, 2000}, {30e-9, 0.064, 167, 1200}, {200e-6, 1, 1, 400}};
    for (size_t i = 0; i < COUNT(of); i++) {
        struct function f = function_of(of[i].cost_s);
        const double before = f.s.now_s;
        CU_ASSERT_EQUAL_FATAL(measured(&f, of[i].seconds), MEASURE_OK);
        CU_ASSERT(f.s.now_s - before < of[i].seconds + 21 * 20 * of[i].cost_s * (double)of[i].step);
        CU_ASSERT(labs((long)result.least_n - (long)of[i].step) <= 5);
        CU_ASSERT_EQUAL(result.most_n, 20 * result.least_n);
        CU_ASSERT_EQUAL(result.runs, of[i].runs);
        uint64_t seen[21] = {0};
        bool in_order = true;
        for (size_t k = 0; k < result.runs; k++) {
            seen[(uint64_t)result.n[k] / result.least_n]++;
            in_order = in_order && (k % 20 == 0 || result.n[k] > result.n[k - 1]);
        }
        for (size_t place = 1; place <= 20; place++)
            CU_ASSERT_EQUAL(seen[place], result.runs / 20);
        CU_ASSERT(!in_order);
    }
    struct function f = function_of(30e-9); /* planned: four blocks of 21 ms; half of the first takes 0.1 s */
    f.busy = 9;
    CU_ASSERT_EQUAL_FATAL(measured(&f, 0.1), MEASURE_OK);
    CU_ASSERT(f.s.now_s > 1.1 && f.s.now_s < 1.15);
    CU_ASSERT_EQUAL(result.runs, 400);
}

/* What the line does not support has a range, and the reason. */
TEST(ranges)
{
    struct function f = function_of(COST_S);
    f.noise = 0.001;
    f.bend = 0.1;
    CU_ASSERT_EQUAL(measured(&f, 0.1), MEASURE_OK);
    CU_ASSERT_EQUAL(result.range, MEASURE_CURVED);
    CU_ASSERT(result.low_s == result.moved_low_s && result.high_s == result.moved_high_s);
    f = function_of(COST_S);
    f.noise = 0.001;
    f.drift = 0.5; /* by 5 % in 0.1 s */
    CU_ASSERT_EQUAL(measured(&f, 0.1), MEASURE_OK);
    CU_ASSERT_EQUAL(result.range, MEASURE_OK); /* the interval allows for the change, and holds the mean cost */
    CU_ASSERT(result.fit.changes && result.low_s > 1.4 * COST_S && result.high_s < 1.65 * COST_S);
    CU_ASSERT(result.low_s < 1.515 * COST_S && 1.53 * COST_S < result.high_s);
    f = function_of(COST_S); /* without noise all runs lie on a line, to a tick */
    CU_ASSERT_EQUAL(measured(&f, 0.1), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(result.cost_s, COST_S, 0.001 * COST_S);
}

TEST(refusals)
{
    struct function f = function_of(COST_S);
    struct measure_clock clock = synthetic_clock(&f.s);
    result.cost_s = 77;
    CU_ASSERT_EQUAL(measure_calls(NULL, TICK_S, repeat, &f, 1, 0.95, &result), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_calls(&clock, 0, repeat, &f, 1, 0.95, &result), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_calls(&clock, TICK_S, NULL, &f, 1, 0.95, &result), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_calls(&clock, TICK_S, repeat, &f, NAN, 0.95, &result), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_calls(&clock, TICK_S, repeat, &f, 1, 1, &result), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_calls(&clock, TICK_S, repeat, &f, 1, 0.95, NULL), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measured(&f, 0.020), MEASURE_FEW); /* 20 rounds take 21 ms, */
    CU_ASSERT(f.s.now_s < 1.001);                      /* and not one was made */
    f = function_of(COST_S);
    CU_ASSERT_EQUAL(measure_calls(&clock, 1e-3, repeat, &f, 209.9, 0.95, &result), MEASURE_FEW);
    CU_ASSERT_EQUAL(f.s.now_s, 1); /* runs of 1,000 such ticks would take 210 s: none is tried */
    f = function_of(0);
    CU_ASSERT_EQUAL(measured(&f, 1), MEASURE_UNREASONABLE);
    f = function_of(COST_S);
    f.s.stop_at = 1;
    CU_ASSERT_EQUAL(measured(&f, 1), MEASURE_STOPPED);
    f = function_of(1e-9);
    f.s.cost_s = 0;
    f.s.back_at = 2; /* by two ticks, within less than one */
    CU_ASSERT_EQUAL(measured(&f, 1), MEASURE_BACKWARD);
    CU_ASSERT_EQUAL(result.cost_s, 77);
    f = function_of(COST_S);
    CU_ASSERT_EQUAL(measured(&f, 0.022), MEASURE_OK);
    f = function_of(COST_S);
    CU_ASSERT_EQUAL(measure_calls(&clock, 1e-3, repeat, &f, 210.1, 0.95, &result), MEASURE_OK);
}
