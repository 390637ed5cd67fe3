/* SPDX-License-Identifier: MIT
 * libmeasure: the variance of a loop partly in step with the clock, against loops whose phase is simulated. */
#include <math.h>
#include <stdio.h>

#include "synthetic.h"
#include "tests/suite.h"

#define CYCLES 200

/* The mean count of an interval over CYCLES cycles from a random phase, ticks. */
static double mean_count(double duration, double cycle, double spread, uint64_t *state)
{
    double phase = random_uniform(state), sum = 0;
    for (int i = 0; i < CYCLES; i++) {
        sum += floor(phase + duration);
        phase += cycle + spread * random_normal(state);
        phase -= floor(phase);
    }
    return sum / CYCLES;
}

static double simulated(double duration, double cycle, double spread, uint64_t *state)
{
    struct average mean = {0};
    const double f = duration - floor(duration);
    for (int trial = 0; trial < TRIALS; trial++)
        average_add(&mean, mean_count(duration, cycle, spread, state));
    return average_variance(&mean) * CYCLES / (f * (1 - f));
}

static void check_dispersion(double duration, double cycle, double spread, uint64_t *state)
{
    double ours = 0;
    CU_ASSERT_EQUAL(measure_phase_dispersion(duration, cycle, spread, CYCLES, &ours), MEASURE_OK);
    const double seen = simulated(duration, cycle, spread, state), noise = 4 * sqrt(2.0 / TRIALS);
    if (!(fabs(ours / seen - 1) <= noise + 0.02))
        (void)fprintf(stderr, "%g of %g ticks, spread %g: %g, simulated %g\n", duration, cycle, spread, ours, seen);
    CU_ASSERT(fabs(ours / seen - 1) <= noise + 0.02);
}

TEST(dispersion)
{
    uint64_t state = 81;
    check_dispersion(0.083, 5.685, 0.03, &state);
    check_dispersion(0.083, 5.685, 0.3, &state);
    check_dispersion(1.2, 5.685, 0.01, &state);
    check_dispersion(0.961, 5.685, 0.02, &state);
    check_dispersion(0.3, 6.003, 0.01, &state); /* near six ticks: the mean may be wrong, more than by (10a) */
    check_dispersion(0.3, 5.5, 0.02, &state);
    check_dispersion(0.5, 0.4142135, 0, &state);
}

/* In step all n counts are one; without memory they are independent; with exactly two phases by hand. */
TEST(extremes)
{
    double d = 77;
    CU_ASSERT_EQUAL(measure_phase_dispersion(0.3, 6, 0, 1000, &d), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(d, 1000, 2); /* harmonics above the last counted one are taken as independent */
    CU_ASSERT_EQUAL(measure_phase_dispersion(0.3, 6, 2, 1000, &d), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(d, 1, 1e-12);
    CU_ASSERT_EQUAL(measure_phase_dispersion(0.3, 6, 0, 1, &d), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(d, 1, 1e-12);
    /* Half a tick apart: the pair's sum is 1 in 0.6 of the phases, else 0: 0.24 over twice 0.21, times n / 2 */
    CU_ASSERT_EQUAL(measure_phase_dispersion(0.3, 5.5, 0, 1000, &d), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(d, 0.24 / 0.42 * 500, 1);
    d = 77;
    CU_ASSERT_EQUAL(measure_phase_dispersion(2, 5.5, 0.1, 1000, &d), MEASURE_WHOLE);
    CU_ASSERT_EQUAL(measure_phase_dispersion(0.3, 5.5, -0.1, 1000, &d), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_phase_dispersion(0.3, NAN, 0.1, 1000, &d), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_phase_dispersion(0, 5.5, 0.1, 1000, &d), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_phase_dispersion(0.3, 5.5, 0.1, 0, &d), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(d, 77);
}

/* Variances that are drawn about their expectation: the interval covers, and the estimate is near the truth. */
TEST(spread)
{
    enum { ROWS = 8, FREEDOM = 9, FITS = TRIALS / 20 };
    static const double duration[ROWS] = {0.08, 0.18, 1.2, 0.09, 0.14, 1.19, 0.96, 0.29};
    uint64_t state = 82, in = 0;
    struct measure_phase_spread_result s = {.spread = 77};
    struct measure_phase_row row[ROWS];
    for (int trial = 0; trial < FITS; trial++) {
        for (size_t i = 0; i < ROWS; i++) {
            double chi = 0, d = 0;
            for (int k = 0; k < FREEDOM; k++)
                chi += pow(random_normal(&state), 2);
            CU_ASSERT_EQUAL(measure_phase_dispersion(duration[i], 5.685, 0.02, 10000, &d), MEASURE_OK);
            row[i] = (struct measure_phase_row){.duration = duration[i], .dispersion = d * chi / (double)FREEDOM};
        }
        CU_ASSERT_EQUAL_FATAL(measure_phase_spread(row, ROWS, FREEDOM, 5.685, 10000, 1, 0.95, &s), MEASURE_OK);
        CU_ASSERT(s.low <= s.spread && s.spread <= s.high);
        CU_ASSERT(s.deviance <= s.independent);
        in += s.low <= 0.02 && 0.02 <= s.high;
    }
    CU_ASSERT((double)in / (double)FITS > 0.95 - 4 * sqrt(0.0475 / (double)FITS));
    CU_ASSERT((double)in / (double)FITS < 0.97 + 4 * sqrt(0.0291 / (double)FITS)); /* the grid widens it */
    for (size_t i = 0; i < ROWS; i++)
        row[i].dispersion = 1;
    CU_ASSERT_EQUAL(measure_phase_spread(row, ROWS, FREEDOM, 5.685, 10000, 1, 0.95, &s), MEASURE_OK);
    CU_ASSERT_EQUAL(s.high, INFINITY);
    CU_ASSERT_DOUBLE_EQUAL(s.independent, 0, 1e-12);
    s.spread = 77;
    row[0].duration = 1;
    CU_ASSERT_EQUAL(measure_phase_spread(row, ROWS, FREEDOM, 5.685, 10000, 1, 0.95, &s), MEASURE_WHOLE);
    row[0].dispersion = 0;
    CU_ASSERT_EQUAL(measure_phase_spread(row, ROWS, FREEDOM, 5.685, 10000, 1, 0.95, &s), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_phase_spread(row, 0, FREEDOM, 5.685, 10000, 1, 0.95, &s), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(s.spread, 77);
}
