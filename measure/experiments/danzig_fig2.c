/* SPDX-License-Identifier: MIT
 * [000] Danzig & Melvin, section 3: Figure 2 by (4), and by a clock of 20 ms whose phase is a 64-bit fraction of a
 * tick.
 */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stddef.h>

#include "cli/random.h"
#include "experiment.h"
#include "measure/measure.h"

#define TICK_S 20e-3
#define CONFIDENCE 0.95
#define FRACTION 0x1p64 /* of a tick */
#define LEVEL 1e-3      /* of the test for independence */

/* Figure 2: repetitions to three and to two digits, and the half-width that they promise. */
static const struct figure_2 {
    double duration_s;
    int digits;
    double n, half_s;
    unsigned finding; /* the printed n is rounded down so far that the interval does not cover */
} figure_2[] = {
    {10e-6, 3, 8e7, 0.1e-6, 0}, {10e-6, 2, 8e5, 1e-6, 0},   {100e-6, 3, 8e6, 1e-6, 0},  {100e-6, 2, 8e4, 10e-6, 0},
    {1e-3, 3, 7e5, 10e-6, 11},  {1e-3, 2, 7e3, 0.1e-3, 11}, {10e-3, 3, 4e4, 0.1e-3, 0}, {10e-3, 2, 4e2, 1e-3, 0},
};
#define ROWS (sizeof figure_2 / sizeof figure_2[0])

static void by_equation(struct experiment_run *run)
{
    experiment_section(run, "Figure 2: repetitions n by (4) and (5), tick 20 ms, confidence 0.95");
    for (size_t i = 0; i < ROWS; i++) {
        const struct figure_2 *f = &figure_2[i];
        struct measure_plan plan = {0};
        (void)measure_plan_digits(&plan, TICK_S, f->duration_s, CONFIDENCE, f->digits);
        experiment_add(run, experiment_figure(f->n, (double)plan.n, pow(10, floor(log10(f->n)))), "%g us to %d digits",
                       f->duration_s * 1e6, f->digits);
    }
}

#define CURVE 61 /* points from 10 us to 10 ms */

static void draw_figure_2(struct experiment_run *run)
{
    double at[CURVE], n[2][CURVE], paper_at[2][ROWS / 2], paper_n[2][ROWS / 2];
    for (size_t i = 0; i < CURVE; i++) {
        at[i] = 10e-6 * pow(1000, (double)i / (CURVE - 1));
        for (int digits = 2; digits <= 3; digits++) {
            struct measure_plan plan = {0};
            (void)measure_plan_digits(&plan, TICK_S, at[i], CONFIDENCE, digits);
            n[digits - 2][i] = (double)plan.n;
        }
    }
    for (size_t i = 0; i < ROWS; i++) {
        paper_at[figure_2[i].digits - 2][i / 2] = figure_2[i].duration_s;
        paper_n[figure_2[i].digits - 2][i / 2] = figure_2[i].n;
    }
    const struct plot_series series[] = {
        {"three digits, by (4)", PLOT_STEPS, at, n[1], .n = CURVE},
        {"two digits, by (4)", PLOT_STEPS, at, n[0], .n = CURVE},
        {"three digits, printed", PLOT_POINTS, paper_at[1], paper_n[1], .n = ROWS / 2},
        {"two digits, printed", PLOT_POINTS, paper_at[0], paper_n[0], .n = ROWS / 2},
    };
    experiment_draw(run, "repetitions",
                    &(struct plot){.title = "Repetitions that a clock of 20 ms needs, confidence 0.95",
                                   .about = "Ten times the duration needs about a tenth of the repetitions, one more "
                                            "digit a hundred times as many; the half-width steps with the first digit.",
                                   .x = {"duration", .unit = "s", .log = true},
                                   .y = {"repetitions n", .log = true},
                                   .series = series,
                                   .count = sizeof series / sizeof series[0]});
}

/* The chance that the estimate from n repetitions is within half_s, exactly: S_n is binomial. */
static double coverage(const struct figure_2 *f)
{
    const double p = f->duration_s / TICK_S, middle = f->n * p, half = f->half_s / TICK_S * f->n;
    const double below = ceil(middle - half - 1e-6) - 1, most = floor(middle + half + 1e-6);
    return gsl_cdf_binomial_P((unsigned)most, p, (unsigned)f->n) -
           gsl_cdf_binomial_P((unsigned)below, p, (unsigned)f->n);
}

/* Repetitions at phases that are independent and uniform: the number in which the clock advances. */
static uint64_t count_independent(double duration_s, uint64_t n, uint64_t *state)
{
    const uint64_t segment = (uint64_t)(duration_s / TICK_S * FRACTION);
    uint64_t advances = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t phase = random_next(state);
        advances += phase + segment < phase;
    }
    return advances;
}

static bool within(const struct figure_2 *f, uint64_t advances, uint64_t n)
{
    return fabs((double)advances * TICK_S / (double)n - f->duration_s) <= f->half_s * (1 + 1e-9);
}

static void by_simulation(struct experiment_run *run, uint64_t *state)
{
    const double repetitions = run->quick ? 3e6 : 3e8; /* of a row */
    experiment_section(run, "Coverage of the interval with the n printed: exact (binomial), then simulated");
    for (size_t i = 0; i < ROWS; i++) {
        const struct figure_2 *f = &figure_2[i];
        const double exact = coverage(f);
        experiment_add(run,
                       experiment_finding(experiment_claim(experiment_value(exact), CONFIDENCE, exact >= CONFIDENCE),
                                          f->finding, f->finding ? "n is rounded up, to 8 of its power of ten" : NULL),
                       "%g us, n = %g: within %g us, at least", f->duration_s * 1e6, f->n, f->half_s * 1e6);
        const uint64_t n = (uint64_t)f->n, runs = (uint64_t)fmin(1e5, repetitions / f->n);
        const uint64_t all = ROWS * runs;
        uint64_t in = 0;
        if (runs == 0)
            continue;
        for (uint64_t r = 0; r < runs && experiment_goes_on(run, (double)(i * runs + r), (double)all); r++)
            in += within(f, count_independent(f->duration_s, n, state), n);
        struct experiment_row row = experiment_share(in, runs);
        experiment_add(run, experiment_check(row, row.low <= exact && exact <= row.high), "   simulated, runs: %g",
                       (double)runs);
    }
}

/* Cycles of a loop from a random phase on. Beside the segment a cycle takes a part that is uniform between 0 and
 * twice the rest of the mean cycle, or just that rest. tally: NULL, or all counts one by one. */
static uint64_t count_loop(double duration_s, double cycle_s, bool varied, uint64_t n, struct measure_tally *tally,
                           uint64_t *state)
{
    const uint64_t segment = (uint64_t)(duration_s / TICK_S * FRACTION);
    const double rest = (cycle_s - duration_s) / TICK_S * FRACTION;
    uint64_t phase = random_next(state), advances = 0;
    for (uint64_t i = 0; i < n; i++) {
        const bool advance = phase + segment < phase;
        advances += advance;
        if (tally)
            measure_tally_add(tally, advance);
        phase += segment + (uint64_t)(varied ? 2 * rest * random_uniform(state) : rest);
    }
    return advances;
}

/* The two examples of section 3: a stack whose cycle takes 10 ms, segments of 1 ms and of 100 us. */
static void section_3(struct experiment_run *run, uint64_t *state)
{
    static const struct {
        const struct figure_2 *figure;
        const char *title;
        double hours, unit;
    } example[] = {{&figure_2[4], "Section 3: 1 ms to three digits, about two hours", 2, 1},
                   {&figure_2[2], "Section 3: 100 us to three digits, an entire day", 24, 12}};
    for (size_t i = 0; i < 2; i++) {
        const struct figure_2 *f = example[i].figure;
        const uint64_t n = (uint64_t)f->n, few = n / 100, runs = run->quick ? 10 : i ? 1000 : 10000;
        struct measure_independence independence;
        experiment_section(run, example[i].title);
        experiment_add(run, experiment_figure(example[i].hours, f->n * 10e-3 / 3600, example[i].unit),
                       "hours for %g cycles of 10 ms", f->n);
        for (int varied = 1; varied >= 0; varied--) {
            struct measure_tally tally = {0};
            const double mean = (double)count_loop(f->duration_s, 10e-3, varied, n, &tally, state) / f->n;
            const enum measure_verdict verdict = measure_tally_independence(&tally, LEVEL, &independence);
            const bool refused = verdict == MEASURE_SYNCHRONOUS || verdict == MEASURE_ALIKE;
            experiment_add(run, experiment_value(mean * TICK_S * 1e6),
                           varied ? "us measured, cycles that vary around 10 ms" : "us measured, cycles of just 10 ms");
            if (!varied)
                experiment_add(run, experiment_check(experiment_value(refused), refused),
                               "   libmeasure refuses these counts (1: yes)");
        }
        const struct figure_2 *two = f + 1; /* the same to two digits */
        uint64_t in = 0;
        for (uint64_t r = 0; r < runs && experiment_goes_on(run, (double)r, (double)runs); r++)
            in += within(two, count_loop(f->duration_s, 10e-3, true, few, NULL, state), few);
        struct experiment_row row = experiment_share(in, runs);
        experiment_add(run, experiment_claim(row, CONFIDENCE, row.high >= CONFIDENCE),
                       "coverage of %g such loops of %g cycles, interval to 0.95", (double)runs, (double)few);
    }
}

void experiment_danzig_fig2(struct experiment_run *run)
{
    uint64_t state = run->seed;
    by_equation(run);
    draw_figure_2(run);
    by_simulation(run, &state);
    section_3(run, &state);
}
