/* SPDX-License-Identifier: MIT
 * libmeasure: the ratio of two times that are measured in pairs. */
#include <math.h>

#include "runs.h"
#include "synthetic.h"
#include "tests/suite.h"

#define MOST 20

static double a[MOST], b[MOST];

TEST(looks)
{
    static const size_t look[] = {10, 20, 40, 80};
    size_t next = 0;
    for (size_t n = 0; n <= 100; n++) {
        const bool expected = next < COUNT(look) && n == look[next];
        CU_ASSERT_EQUAL(measure_ratio_looks(n, 100), expected);
        next += expected;
    }
    CU_ASSERT_EQUAL(next, 4);
    CU_ASSERT(!measure_ratio_looks(10, 10)); /* that is the last one */
    CU_ASSERT(measure_ratio_looks(10, 11));
}

/* The sign test's interval of six pairs reaches from the least to the greatest and holds in 96.9 %; of five in 93.75.
 */
TEST(ends)
{
    static const double seconds[] = {2, 3, 4, 5, 6, 8};
    struct measure_ratio_result r = {.ratio = 77};
    for (size_t i = 0; i < COUNT(seconds); i++) {
        a[i] = 2;
        b[i] = seconds[i];
    }
    CU_ASSERT_EQUAL(measure_ratio(a, b, 5, 5, true, 0.95, &r), MEASURE_FEW);
    CU_ASSERT_EQUAL(r.ratio, 77);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 5, 5, true, 0.9375 - 1e-9, &r), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 6, 6, true, 0.95, &r), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(r.ratio, 2, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(r.low, 1, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(r.high, 4, 1e-12);
    /* With looks before it the last one has half of the error: 6 pairs no longer do, 7 do. */
    b[6] = 9;
    a[6] = 2;
    CU_ASSERT_EQUAL(measure_ratio(a, b, 6, 11, true, 0.95, &r), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 7, 11, true, 0.95, &r), MEASURE_OK);
    /* And looks before it share the other half. */
    CU_ASSERT_EQUAL(measure_ratio(a, b, 7, 11, false, 0.95, &r), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 7, 21, false, 0.95, &r), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 7, 10, false, 0.95, &r), MEASURE_FEW); /* there is none */
}

TEST(refusals)
{
    struct measure_ratio_result r;
    for (size_t i = 0; i < 20; i++)
        a[i] = b[i] = 1;
    CU_ASSERT_EQUAL(measure_ratio(NULL, b, 20, 20, true, 0.95, &r), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_ratio(a, NULL, 20, 20, true, 0.95, &r), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 20, 20, true, 0.95, NULL), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 20, 20, true, 1, &r), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 20, 19, true, 0.95, &r), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 1, (size_t)MEASURE_RATIO_MOST + 1, true, 0.95, &r), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 0, 20, true, 0.95, &r), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_ratio(a, b, 20, 20, true, 0.95, &r), MEASURE_OK);
    a[19] = 0;
    CU_ASSERT_EQUAL(measure_ratio(a, b, 20, 20, true, 0.95, &r), MEASURE_UNREASONABLE);
    a[19] = NAN;
    CU_ASSERT_EQUAL(measure_ratio(a, b, 20, 20, true, 0.95, &r), MEASURE_UNREASONABLE);
    a[19] = 1;
    b[19] = -1;
    CU_ASSERT_EQUAL(measure_ratio(a, b, 20, 20, true, 0.95, &r), MEASURE_UNREASONABLE);
}

/* However narrow the interval is at which the comparison stops. */
TEST(coverage)
{
    static const double half_width[] = {0.001, 0.002, 0.004, 0.008, 0.016};
    for (size_t i = 0; i < COUNT(half_width); i++) {
        uint64_t state = 5, in = 0;
        for (int trial = 0; trial < TRIALS / 10; trial++) {
            const struct measure_ratio_result r = runs_compare(1.03, half_width[i], &state);
            in += r.low <= 1.03 && 1.03 <= r.high;
        }
        CU_ASSERT((double)in * 10 / TRIALS >= 0.95);
    }
}
