/* SPDX-License-Identifier: MIT
 * libmeasure: plans, by hand and by trial. */
#include <math.h>

#include "synthetic.h"
#include "tests/suite.h"

/* (14a) at ET = 2.5 d: {1 - k d/ET} {(1 + k) d/ET - 1} = 0.2 * 0.2. (14b) is a row of the command's tests. */
TEST(above_a_tick)
{
    struct measure_plan p = {0};
    CU_ASSERT_EQUAL(measure_plan_width(&p, 1, 2.5, 0.95, 0.01), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL((double)p.n, ceil(pow(2 * measure_z(0.95) / 0.01, 2) * 0.04), 1);
}

TEST(leading_digit)
{
    struct measure_plan p = {0};
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 20e-3, 1e-4, 0.95, 3), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(p.half_width_s, 1e-6, 1e-15);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 20e-3, 0.99e-4, 0.95, 3), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(p.half_width_s, 1e-7, 1e-16);
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 20e-3, 100 * 1e-6, 0.95, 3), MEASURE_OK); /* an ulp below 1e-4 */
    CU_ASSERT_DOUBLE_EQUAL(p.half_width_s, 1e-6, 1e-15);
}

TEST(z)
{
    CU_ASSERT_DOUBLE_EQUAL(measure_z(0.95), 1.959963985, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(measure_z(0.99), 2.575829304, 1e-8);
    CU_ASSERT(isnan(measure_z(0)));
    CU_ASSERT(isnan(measure_z(1)));
    CU_ASSERT(isnan(measure_z(-0.5)));
    CU_ASSERT(isnan(measure_z(NAN)));
}

TEST(refusals)
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
TEST(deviation)
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

TEST(normal_note)
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

TEST(promise)
{
    uint64_t state = 1;
    struct measure_plan p = {0};
    CU_ASSERT_EQUAL(measure_plan_digits(&p, 20e-3, 10e-3, 0.95, 2), MEASURE_OK);
    check_promise(20e-3, 10e-3, &p, &state);
    CU_ASSERT_EQUAL(measure_plan_width(&p, 1e-3, 2.3e-3, 0.95, 0.02), MEASURE_OK);
    check_promise(1e-3, 2.3e-3, &p, &state);
}
