/* SPDX-License-Identifier: MIT
 * libmeasure: least squares, the lower hull against brute force, the least-values fit against a linear program, and the
 * step residual. */
#include <glpk.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "measure/hull.h"
#include "synthetic.h"
#include "tests/suite.h"

#define POINTS 40

static struct measure_point drawn[POINTS];

TEST(least_squares)
{
    static const double x[] = {1, 2, 3, 4}, y[] = {6, 5, 7, 10}; /* worked by hand: 3.5 + 1.4 x */
    struct measure_line line = {0};
    CU_ASSERT_EQUAL(measure_line_least_squares(x, y, 4, &line), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(line.slope, 1.4, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(line.overhead, 3.5, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(line.residual_deviation, sqrt(4.2 / 2), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(line.slope_deviation, sqrt(2.1 / 5), 1e-12);
}

TEST(least_squares_covers)
{
    uint64_t state = 41, slope_in = 0, overhead_in = 0;
    struct average slopes = {0}, overheads = {0};
    double x[20], y[20], t = gsl_cdf_tdist_Pinv(0.975, 18);
    for (int trial = 0; trial < TRIALS; trial++) {
        struct measure_line line;
        for (int i = 0; i < 20; i++) {
            x[i] = 1e6 + i;
            y[i] = 100 + 0.359 * x[i] + random_normal(&state);
        }
        CU_ASSERT_EQUAL_FATAL(measure_line_least_squares(x, y, 20, &line), MEASURE_OK);
        slope_in += fabs(line.slope - 0.359) <= t * line.slope_deviation;
        overhead_in += fabs(line.overhead - 100) <= t * line.overhead_deviation;
        average_add(&slopes, line.slope);
        average_add(&overheads, line.overhead);
    }
    check_covers(slope_in);
    check_covers(overhead_in);
    check_mean(&slopes, 0.359);
    check_mean(&overheads, 100);
}

TEST(least_squares_refusals)
{
    double x[] = {1, 2, 3}, y[] = {1, 2, 3};
    struct measure_line line = {.slope = 77};
    CU_ASSERT_EQUAL(measure_line_least_squares(x, y, 2, &line), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_line_least_squares(x, y, 0, &line), MEASURE_FEW);
    y[1] = NAN;
    CU_ASSERT_EQUAL(measure_line_least_squares(x, y, 3, &line), MEASURE_ARGUMENT);
    y[1] = INFINITY;
    CU_ASSERT_EQUAL(measure_line_least_squares(x, y, 3, &line), MEASURE_ARGUMENT);
    y[1] = 1e300;
    CU_ASSERT_EQUAL(measure_line_least_squares(x, y, 3, &line), MEASURE_OVERFLOW);
    x[1] = x[2] = 1;
    y[1] = 2;
    CU_ASSERT_EQUAL(measure_line_least_squares(x, y, 3, &line), MEASURE_FEW);
    CU_ASSERT_EQUAL(line.slope, 77);
}

/* A point is a vertex of the lower hull if it lies strictly under every chord over it; small integers, so exact. */
static bool is_vertex(size_t k, size_t n)
{
    const struct measure_point *p = &drawn[k];
    for (size_t i = 0; i < n; i++)
        if (drawn[i].x == p->x && (drawn[i].y < p->y || (i < k && drawn[i].y == p->y)))
            return false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const struct measure_point *a = &drawn[i], *b = &drawn[j];
            if (a->x < p->x && p->x < b->x && (p->y - a->y) * (b->x - a->x) >= (b->y - a->y) * (p->x - a->x))
                return false;
        }
    return true;
}

static void draw_points(size_t n, int64_t width, int64_t height, uint64_t *state)
{
    for (size_t i = 0; i < n; i++)
        drawn[i] = (struct measure_point){.x = (int64_t)(random_next(state) % (uint64_t)width) - width / 2,
                                          .y = (int64_t)(random_next(state) % (uint64_t)height) - height / 2};
}

static void add_points(struct measure_hull *h, size_t n)
{
    for (size_t i = 0; i < n; i++)
        CU_ASSERT_EQUAL_FATAL(measure_hull_add(h, drawn[i].x, drawn[i].y), MEASURE_OK);
}

TEST(hull)
{
    uint64_t state = 42;
    for (int trial = 0; trial < TRIALS; trial++) {
        size_t n = 1 + random_next(&state) % POINTS;
        draw_points(n, trial % 2 ? 12 : 1000, trial % 3 ? 10 : 1000, &state);
        struct measure_hull h = {0};
        add_points(&h, n);
        size_t vertices = 0;
        for (size_t i = 0; i < n; i++) {
            bool found = false;
            for (size_t v = 0; v < h.points; v++)
                found = found || (h.point[v].x == drawn[i].x && h.point[v].y == drawn[i].y);
            if (is_vertex(i, n)) {
                vertices++;
                CU_ASSERT(found);
            }
        }
        CU_ASSERT_EQUAL(vertices, h.points);
        for (size_t v = 1; v < h.points; v++)
            CU_ASSERT(h.point[v - 1].x < h.point[v].x);
        measure_hull_free(&h);
    }
}

/* Exact where doubles and 64-bit products are not: three points on a line, 2^61 apart, one moved by one. */
TEST(hull_exact)
{
    const int64_t far = INT64_C(1) << 61;
    for (int64_t off = -1; off <= 1; off++) {
        struct measure_hull h = {0};
        CU_ASSERT_EQUAL(measure_hull_add(&h, -far, far - 1), MEASURE_OK);
        CU_ASSERT_EQUAL(measure_hull_add(&h, far, 1 - far), MEASURE_OK);
        CU_ASSERT_EQUAL(measure_hull_add(&h, 0, off), MEASURE_OK);
        CU_ASSERT_EQUAL(h.points, off < 0 ? 3 : 2);
        measure_hull_free(&h);
    }
    struct measure_hull h = {0};
    CU_ASSERT_EQUAL(measure_hull_add(&h, INT64_C(1) << 62, 0), MEASURE_OVERFLOW);
    CU_ASSERT_EQUAL(measure_hull_add(&h, 0, -(INT64_C(1) << 62)), MEASURE_OVERFLOW);
    CU_ASSERT_EQUAL(h.n, 0);
}

/* Maximise Y0 + mean(x) dY subject to Y0 + x_i dY <= y_i. */
static double linear_program(size_t n)
{
    glp_prob *lp = glp_create_prob();
    glp_smcp quiet;
    glp_init_smcp(&quiet);
    quiet.msg_lev = GLP_MSG_OFF;
    glp_set_obj_dir(lp, GLP_MAX);
    glp_add_cols(lp, 2);
    glp_set_col_bnds(lp, 1, GLP_FR, 0, 0);
    glp_set_col_bnds(lp, 2, GLP_FR, 0, 0);
    glp_add_rows(lp, (int)n);
    double mean = 0;
    for (size_t i = 0; i < n; i++) {
        int column[] = {0, 1, 2};
        double factor[] = {0, 1, (double)drawn[i].x};
        glp_set_row_bnds(lp, (int)i + 1, GLP_UP, 0, (double)drawn[i].y);
        glp_set_mat_row(lp, (int)i + 1, 2, column, factor);
        mean += (double)drawn[i].x / (double)n;
    }
    glp_set_obj_coef(lp, 1, 1);
    glp_set_obj_coef(lp, 2, mean);
    CU_ASSERT_EQUAL(glp_simplex(lp, &quiet), 0);
    CU_ASSERT_EQUAL(glp_get_status(lp), GLP_OPT);
    double best = glp_get_obj_val(lp);
    glp_delete_prob(lp);
    return best;
}

TEST(least_values)
{
    uint64_t state = 43;
    for (int trial = 0; trial < TRIALS; trial++) {
        size_t n = 3 + random_next(&state) % (POINTS - 3);
        double mean = 0;
        draw_points(n, 1000, 1000, &state);
        struct measure_hull h = {0};
        struct measure_least_values fit = {0};
        add_points(&h, n);
        CU_ASSERT_EQUAL_FATAL(measure_hull_fit(&h, 1, &fit), MEASURE_OK);
        for (size_t i = 0; i < n; i++) {
            CU_ASSERT(fit.overhead + fit.slope * (double)drawn[i].x <= (double)drawn[i].y + 1e-6);
            mean += (double)drawn[i].x / (double)n;
        }
        double best = linear_program(n);
        CU_ASSERT_DOUBLE_EQUAL(fit.overhead + fit.slope * mean, best, 1e-6 * (1 + fabs(best)));
        measure_hull_free(&h);
    }
    glp_free_env();
}

/* Krutar's case: 359 ns a step, ticks of 500 ns, interrupts that come more often in longer runs. The bound holds. */
TEST(bound)
{
    uint64_t state = 44, slope_in = 0, overhead_in = 0, flattered = 0;
    double x[100], y[100];
    for (int trial = 0; trial < TRIALS; trial++) {
        struct measure_hull h = {0};
        struct measure_least_values fit = {0};
        struct measure_line line;
        double truth = 300 + 200 * random_uniform(&state), overhead = 2000 * random_uniform(&state);
        for (int i = 0; i < 100; i++) {
            uint64_t least = UINT64_MAX;
            for (int run = 0; run < 2; run++) {
                double phase = 500 * random_uniform(&state), time = overhead + truth * (i + 1);
                if (random_uniform(&state) < 0.004 * i)
                    time += 20000 * random_exponential(&state);
                uint64_t reading = UINT64_C(500) * (uint64_t)floor((phase + time) / 500);
                least = reading < least ? reading : least;
            }
            x[i] = i + 1;
            y[i] = (double)least;
            CU_ASSERT_EQUAL_FATAL(measure_hull_add(&h, i + 1, (int64_t)least), MEASURE_OK);
        }
        CU_ASSERT_EQUAL_FATAL(measure_hull_fit(&h, 500, &fit), MEASURE_OK);
        slope_in += fabs(fit.slope - truth) <= fit.slope_bound;
        overhead_in += fabs(fit.overhead - overhead) <= fit.overhead_bound;
        CU_ASSERT_EQUAL(measure_line_least_squares(x, y, 100, &line), MEASURE_OK);
        flattered += fabs(fit.slope - truth) < fabs(line.slope - truth);
        measure_hull_free(&h);
    }
    CU_ASSERT_EQUAL(slope_in, TRIALS);
    CU_ASSERT_EQUAL(overhead_in, TRIALS);
    CU_ASSERT(flattered * 10 > (uint64_t)TRIALS * 9); /* nearer to the truth than least squares */
}

TEST(fit_refusals)
{
    struct measure_hull h = {0};
    struct measure_least_values fit;
    CU_ASSERT_EQUAL(measure_hull_fit(&h, 1, &fit), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_hull_add(&h, 1, 1), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_hull_add(&h, 1, 0), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_hull_fit(&h, 1, &fit), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_hull_add(&h, 2, 0), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_hull_fit(&h, 0, &fit), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_hull_fit(&h, NAN, &fit), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_hull_fit(&h, 1, &fit), MEASURE_OK);
    measure_hull_free(&h);
}

/* Readings floor(f(x) / 500) 500: the line leaves a saw-tooth (Moire), the stepped line nothing. */
TEST(step_residual)
{
    double most = 0, line_most = 0;
    for (int n = 1; n <= 1000; n++) {
        double f = 133 + 359.0 * n, y = 500 * floor(f / 500);
        most = fmax(most, fabs(measure_step_residual(359, 133, 500, n, y)));
        line_most = fmax(line_most, fabs(y - f));
    }
    CU_ASSERT_EQUAL(most, 0);
    CU_ASSERT(line_most > 490);
    CU_ASSERT_DOUBLE_EQUAL(measure_step_residual(359, 133, 500, 1, 2000), 2000, 1e-9); /* 492: step 0 */
    CU_ASSERT_DOUBLE_EQUAL(measure_step_residual(359, 141, 500, 1, 2000), 1500, 1e-9); /* 500: step 1 */
}
