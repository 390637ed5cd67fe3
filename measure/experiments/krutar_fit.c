/* SPDX-License-Identifier: MIT
 * [003] Krutar, Tuning a Timer: T(N) of a loop of 359 ns a step on a timer of 500 ns, fitted to averages, minima and
 * least values and by libmeasure's robust line, against the slope that is known; and what `tmr0-measure fit` makes of
 * it. The note gives neither the rate nor the length of its interrupts: those here are chosen. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "cli/random.h"
#include "experiment.h"
#include "krutar_table.h"
#include "measure/measure.h"

#define TRIALS 1000
#define QUICK_TRIALS 12
#define QUICK_ERRORS 100 /* fewer do not show the sign of the mean errors */
#define CONFIDENCE 0.95
#define SECONDS_A_YEAR 31557600.0 /* 365.25 days */
#define FINDING 21
#define COVERS_MOST 0.98
#define CERTAIN 0.99
#define INTERVALS_LEAST 20 /* fewer are those of odd tables */
#define QUICK_INTERVALS 11

static const struct krutar_source paper = {
    "", KRUTAR_PLACES, 8, 10, KRUTAR_COST, KRUTAR_TICK, .interrupts = 1e-6, .interrupt = 20e3};

/* ---- Figures that the note prints */

static void printed(struct experiment_run *run)
{
    const struct measure_clock ten_bits = {.bits = 10};
    experiment_section(run, "Figures that the note prints");
    experiment_add(run, experiment_figure(5, (double)measure_elapsed(&ten_bits, 1022, 3), 1),
                   "3 - 1022 of a timer of ten bits");
    experiment_add(run, experiment_value(ldexp(KRUTAR_COST * 1e-9, 64) / SECONDS_A_YEAR),
                   "RK_count(0), the case that is ignored: years until it ends");
}

/* ---- The Moire pattern */

static size_t levels(const double *value, size_t n)
{
    double sorted[KRUTAR_PLACES];
    size_t count = 1;
    memcpy(sorted, value, n * sizeof *sorted);
    (void)measure_sample_sort(sorted, n); /* finite */
    for (size_t i = 1; i < n; i++)
        count += sorted[i] - sorted[i - 1] > 1e-6;
    return count;
}

static void add_levels(struct experiment_run *run, const struct krutar_table *t, double slope, double overhead,
                       const char *line)
{
    double rest[KRUTAR_PLACES] = {0};
    for (size_t i = 0; i < t->points; i++)
        rest[i] = measure_step_residual(slope, overhead, KRUTAR_TICK, t->n[i], t->t[i]);
    const double count = (double)levels(rest, t->points);
    experiment_add(run, experiment_claim(experiment_value(count), 2, count <= 2),
                   "levels of the excess over a step function, 2 at most, %s", line);
}

static void moire(struct experiment_run *run, uint64_t *state)
{
    const struct krutar_source s = {"", KRUTAR_PLACES, 1, 1, KRUTAR_COST, KRUTAR_TICK, .in_step = true};
    struct krutar_table t;
    struct measure_fit_result fit;
    double rest[KRUTAR_PLACES] = {0}, stepped[KRUTAR_PLACES] = {0};
    experiment_section(run, "The Moire pattern: N = 1 to 100, no interrupts, all runs start with a tick");
    krutar_table_make(&t, &s, KRUTAR_COST, state);
    for (size_t i = 0; i < t.points; i++) {
        rest[i] = t.t[i] - t.overhead - t.slope * t.n[i];
        stepped[i] = measure_step_residual(t.slope, t.overhead, KRUTAR_TICK, t.n[i], t.t[i]);
    }
    if (measure_fit(t.n, t.t, t.points, KRUTAR_TICK, CONFIDENCE, &fit))
        return;
    const struct measure_fit_line *squares = &fit.line[MEASURE_FIT_LEAST_SQUARES],
                                  *values = &fit.line[MEASURE_FIT_LEAST_VALUES];
    experiment_add(run, experiment_value((double)levels(rest, t.points)), "levels of the excess over the true line");
    add_levels(run, &t, t.slope, t.overhead, "true line");
    add_levels(run, &t, squares->slope, squares->overhead, "least squares");
    add_levels(run, &t, values->slope, values->overhead, "least values");
    const struct plot_series series[] = {
        {"the line", PLOT_POINTS, t.n, rest, NULL, NULL, t.points},
        {"the line in steps of the tick", PLOT_POINTS, t.n, stepped, NULL, NULL, t.points},
    };
    experiment_draw(run, "moire",
                    &(struct plot){.title = "Excess over the true time, 359 ns a step, tick 500 ns",
                                   .about =
                                       "Subtracting the line leaves slanting rows, a Moire pattern; subtracting the "
                                       "line as the clock shows it leaves nothing.",
                                   .x = {.label = "N", .low = 0, .high = KRUTAR_PLACES + 1},
                                   .y = {.label = "excess, ns"},
                                   .series = series,
                                   .count = 2});
}

/* ---- Errors of the methods */

enum method { ONE_RUN, AVERAGES, MINIMA, ROBUST, LEAST_VALUES, METHODS };
static const char *const method_name[METHODS] = {"one run, least squares", "averages of 8, least squares",
                                                 "minima of 8, least squares", "all runs, robust (own)",
                                                 "all runs, least values"};

struct errors {
    double slope[METHODS][TRIALS]; /* ns a step */
    uint64_t covered[METHODS], trials;
    uint64_t below;                     /* runs below the least values */
    double first[TRIALS], last[TRIALS]; /* truth less the line through the minima of two, at the ends */
};

static void add_error(struct errors *all, enum method m, const struct measure_fit_line *line, double truth)
{
    all->slope[m][all->trials] = line->slope - truth;
    all->covered[m] += fabs(line->slope - truth) <= line->slope_half;
}

static uint64_t runs_below(const struct krutar_table *t, const struct measure_fit_line *line)
{
    uint64_t below = 0;
    for (size_t i = 0; i < t->points; i++)
        below += t->t[i] - line->overhead - line->slope * t->n[i] < -1e-6;
    return below;
}

/* The least squares through the minima of the first runs of each N. */
static struct measure_line through_minima(const struct krutar_table *t, int places, int runs)
{
    struct measure_line line = {0};
    double least[KRUTAR_PLACES];
    for (int i = 0; i < places; i++) {
        least[i] = t->t[i];
        for (int run = 1; run < runs; run++)
            least[i] = fmin(least[i], t->t[places * run + i]);
    }
    (void)measure_line_least_squares(t->n, least, (size_t)places, &line); /* different N, finite */
    return line;
}

static void add_ends(struct errors *all, const struct krutar_table *t, int places)
{
    const struct measure_line line = through_minima(t, places, 2);
    const double first = t->n[0], last = t->n[places - 1];
    all->first[all->trials] = t->overhead - line.overhead + (t->slope - line.slope) * first;
    all->last[all->trials] = t->overhead - line.overhead + (t->slope - line.slope) * last;
}

static bool take_errors(struct errors *all, const struct krutar_source *s, uint64_t *state)
{
    static struct krutar_table t;
    struct measure_fit_result one, fit;
    krutar_table_make(&t, s, s->slope, state);
    if (measure_fit(t.n, t.t, (size_t)s->places, KRUTAR_TICK, CONFIDENCE, &one) ||
        measure_fit(t.n, t.t, t.points, KRUTAR_TICK, CONFIDENCE, &fit))
        return false;
    add_error(all, ONE_RUN, &one.line[MEASURE_FIT_LEAST_SQUARES], t.slope);
    add_error(all, AVERAGES, &fit.line[MEASURE_FIT_LEAST_SQUARES], t.slope);
    const struct measure_line line = through_minima(&t, s->places, s->runs);
    const struct measure_fit_line minima = {.slope = line.slope,
                                            .slope_half = measure_z(CONFIDENCE) * line.slope_deviation};
    add_error(all, MINIMA, &minima, t.slope);
    add_error(all, ROBUST, &fit.line[MEASURE_FIT_ROBUST], t.slope);
    add_error(all, LEAST_VALUES, &fit.line[MEASURE_FIT_LEAST_VALUES], t.slope);
    all->below += runs_below(&t, &fit.line[MEASURE_FIT_LEAST_VALUES]);
    add_ends(all, &t, s->places);
    all->trials++;
    return true;
}

/* False: stopped, or a table has no fit. */
static bool take_all(struct experiment_run *run, struct errors *all, const struct krutar_source *s, uint64_t *state)
{
    const uint64_t trials = run->quick ? QUICK_ERRORS : TRIALS;
    *all = (struct errors){0};
    while (all->trials < trials && experiment_goes_on(run, (double)all->trials, (double)trials))
        if (!take_errors(all, s, state))
            return false;
    return !run->stopped;
}

static double root_mean_square(const double *value, uint64_t n)
{
    double sum = 0;
    for (uint64_t i = 0; i < n; i++)
        sum += value[i] * value[i] / (double)n;
    return sqrt(sum);
}

static void report_errors(struct experiment_run *run, const struct errors *all)
{
    double rms[METHODS];
    for (size_t m = 0; m < METHODS; m++) {
        experiment_add(run, experiment_mean(all->slope[m], all->trials), "%s: mean error, ns a step", method_name[m]);
        rms[m] = root_mean_square(all->slope[m], all->trials);
        experiment_add(run, experiment_value(rms[m]), "%s: root mean square error", method_name[m]);
        const uint64_t in = all->covered[m], n = all->trials;
        experiment_add(run, m < MINIMA ? experiment_share(in, n) : experiment_covers(in, n, CONFIDENCE),
                       "%s: interval covers, share", method_name[m]);
    }
    experiment_add(run, experiment_claim(experiment_value(rms[AVERAGES] / rms[MINIMA]), 1, rms[AVERAGES] > rms[MINIMA]),
                   "do not average: error by averages over that by minima > 1");
    experiment_add(run, experiment_value(rms[MINIMA] / rms[LEAST_VALUES]), "error by minima over that by least values");
    experiment_add(run, experiment_claim(experiment_value((double)all->below), 0, all->below == 0),
                   "least values: runs below the line, in all trials");
}

static void draw_errors(struct experiment_run *run, const struct errors *all)
{
    static double size[METHODS][TRIALS], share[TRIALS];
    struct plot_series series[METHODS];
    for (size_t m = 0; m < METHODS; m++) {
        for (uint64_t i = 0; i < all->trials; i++) {
            size[m][i] = fabs(all->slope[m][i]);
            share[i] = ((double)i + 1) / (double)all->trials;
        }
        (void)measure_sample_sort(size[m], all->trials); /* finite */
        series[m] = (struct plot_series){method_name[m], PLOT_STEPS, size[m], share, NULL, NULL, all->trials};
    }
    experiment_draw(run, "errors",
                    &(struct plot){.title = "Error of the unit cost of 359 ns, share of the trials below it",
                                   .about = "Averages are wrong by seven ns in nearly every trial, minima, robust line "
                                            "and least values by a twentieth of one.",
                                   .x = {.label = "size of the error, ns a step", .log = true},
                                   .y = {.label = "share of the trials", .low = -0.02, .high = 1.02},
                                   .series = series,
                                   .count = METHODS});
}

/* One table: its runs and three lines, all less the truth. */
static void draw_excess(struct experiment_run *run, uint64_t *state)
{
    static struct krutar_table t;
    static double n[KRUTAR_POINTS], excess[KRUTAR_POINTS], end[2], line[3][2];
    static const enum measure_fit_method method[3] = {MEASURE_FIT_LEAST_SQUARES, MEASURE_FIT_ROBUST,
                                                      MEASURE_FIT_LEAST_VALUES};
    struct plot_series series[4] = {{"runs, up to 10 us above", PLOT_DOTS, n, excess, NULL, NULL, 0}};
    struct measure_fit_result fit;
    krutar_table_make(&t, &paper, KRUTAR_COST, state);
    if (measure_fit(t.n, t.t, t.points, KRUTAR_TICK, CONFIDENCE, &fit))
        return;
    for (size_t i = 0; i < t.points; i++) {
        n[series[0].n] = t.n[i];
        excess[series[0].n] = (t.t[i] - t.overhead - t.slope * t.n[i]) / 1e3;
        series[0].n += excess[series[0].n] < 10;
    }
    end[1] = t.n[t.points - 1];
    for (size_t m = 0; m < 3; m++) {
        const struct measure_fit_line *l = &fit.line[method[m]];
        for (size_t i = 0; i < 2; i++)
            line[m][i] = (l->overhead - t.overhead + (l->slope - t.slope) * end[i]) / 1e3;
        series[1 + m] = (struct plot_series){m ? measure_fit_method_name(method[m]) : "least squares of averages",
                                             PLOT_LINE,
                                             end,
                                             line[m],
                                             NULL,
                                             NULL,
                                             2};
    }
    experiment_draw(run, "excess",
                    &(struct plot){.title = "Excess over the true time, interrupts of 20 us once a ms",
                                   .about = "The line through the averages climbs away from the undisturbed runs; the "
                                            "robust line and the least values stay level with them.",
                                   .x = {.label = "N", .low = 0, .high = end[1] + paper.step},
                                   .y = {.label = "excess, us"},
                                   .series = series,
                                   .count = 4});
}

static void errors(struct experiment_run *run, uint64_t *state)
{
    static struct errors all;
    experiment_section(run, "8 runs of N = 10 to 1,000; interrupts of 20 us once a ms (chosen)");
    if (!take_all(run, &all, &paper, state))
        return;
    report_errors(run, &all);
    draw_errors(run, &all);
    draw_excess(run, state);
}

/* ---- Where the excess begins */

static void ends(struct experiment_run *run, double longest, uint64_t *state)
{
    static struct errors all;
    struct krutar_source s = paper;
    const bool short_ones = longest > 0;
    s.longest = longest;
    s.runs = 2;
    experiment_section(run, short_ones
                                ? "The same where only runs of N up to 200 have interrupts, 5 times as many"
                                : "\"It started negative and rose slowly\": the minimum of two runs less its line");
    if (short_ones)
        s.interrupts *= 5;
    if (!take_all(run, &all, &s, state))
        return;
    const struct experiment_row first = experiment_mean(all.first, all.trials),
                                last = experiment_mean(all.last, all.trials);
    const bool negative = first.high < 0;
    const bool greater = last.low > first.ours;
    experiment_add(run,
                   short_ones ? experiment_check(first, negative)
                              : experiment_finding(experiment_claim(first, 0, negative), FINDING,
                                                   "short runs are disturbed more than long ones"),
                   "undisturbed run less the line at N = 10, ns (negative)");
    experiment_add(run,
                   short_ones ? experiment_check(last, greater)
                              : experiment_finding(experiment_claim(last, first.ours, greater), FINDING, NULL),
                   "the same at N = 1,000, ns (greater)");
    static const enum method method[] = {MINIMA, LEAST_VALUES};
    for (size_t i = 0; i < 2 && !short_ones; i++)
        experiment_add(run, experiment_value(root_mean_square(all.slope[method[i]], all.trials)),
                       "%s of two runs: root mean square error, ns a step", i ? "least values" : "minima");
}

/* The minimum of many runs, less the least values as the clock shows them, has at most two neighbouring levels. */
static bool is_level(uint64_t *state)
{
    static const struct krutar_source s = {
        "", 20, 50, 100, KRUTAR_COST, KRUTAR_TICK, .interrupts = 1e-6, .interrupt = 20e3};
    static struct krutar_table t;
    struct measure_fit_result fit;
    double low = INFINITY, high = -INFINITY;
    krutar_table_make(&t, &s, KRUTAR_COST, state);
    if (measure_fit(t.n, t.t, t.points, KRUTAR_TICK, CONFIDENCE, &fit))
        return false;
    const struct measure_fit_line *line = &fit.line[MEASURE_FIT_LEAST_VALUES];
    for (int place = 0; place < s.places; place++) {
        double least = INFINITY;
        for (int run = 0; run < s.runs; run++)
            least = fmin(least, t.t[place + run * s.places]);
        const double excess = measure_step_residual(line->slope, line->overhead, KRUTAR_TICK, t.n[place], least);
        low = fmin(low, excess);
        high = fmax(high, excess);
    }
    return high - low <= KRUTAR_TICK;
}

static void more_runs(struct experiment_run *run, uint64_t *state)
{
    const uint64_t trials = run->quick ? QUICK_ERRORS : TRIALS;
    uint64_t level = 0, done = 0;
    experiment_section(run, "50 runs of N = 100 to 2,000");
    for (; done < trials && experiment_goes_on(run, (double)done, (double)trials); done++)
        level += is_level(state);
    if (run->stopped)
        return;
    struct experiment_row row = experiment_share(level, done);
    experiment_add(run, experiment_claim(row, 1, row.high >= CONFIDENCE),
                   "excess of the minimum is level within a tick, share, interval to 0.95");
}

/* ---- What `tmr0-measure fit` makes of tables */

struct choices {
    uint64_t trials, chosen[MEASURE_FITS + 1], intervals, covered, bounds, bounded;
    double half[TRIALS];
};

static bool take_choice(struct choices *c, const struct krutar_source *s, uint64_t *state)
{
    static struct krutar_table t;
    struct measure_fit_result fit;
    krutar_table_make(&t, s, krutar_slope(s, state), state);
    if (measure_fit(t.n, t.t, t.points, s->tick, CONFIDENCE, &fit))
        return false;
    if (fit.choice < MEASURE_FITS) {
        const struct measure_fit_line *line = &fit.line[fit.choice];
        c->half[c->trials - c->chosen[MEASURE_FITS]] = line->slope_half / t.slope;
        const bool in = fabs(line->slope - t.slope) <= line->slope_half,
                   certain = fit.choice == MEASURE_FIT_LEAST_VALUES || fit.spread == 0;
        *(certain ? &c->bounds : &c->intervals) += 1;
        *(certain ? &c->bounded : &c->covered) += in;
    }
    c->chosen[fit.choice]++;
    c->trials++;
    return true;
}

static void report_choices(struct experiment_run *run, const struct krutar_source *s, struct choices *c)
{
    const uint64_t given = c->trials - c->chosen[MEASURE_FITS], least = run->quick ? QUICK_INTERVALS : INTERVALS_LEAST;
    for (unsigned m = 0; m <= MEASURE_FITS; m++) {
        if (c->chosen[m] == 0)
            continue;
        experiment_add(run,
                       s->refuse && m == MEASURE_FITS ? experiment_covers(c->chosen[m], c->trials, CONFIDENCE)
                                                      : experiment_share(c->chosen[m], c->trials),
                       m < MEASURE_FITS ? "%s is the result, share" : "%s, share",
                       m < MEASURE_FITS ? measure_fit_method_name(m) : "no line is supported");
    }
    if (s->refuse || given == 0)
        return;
    if (c->intervals >= least) {
        struct experiment_row row = experiment_share(c->covered, c->intervals);
        if (!s->open)
            row = experiment_check(row, row.high >= CONFIDENCE && (s->wide || row.low <= COVERS_MOST));
        experiment_add(run, row, "the result's 95 %% interval covers, share");
    }
    if (c->bounds >= least)
        experiment_add(run, experiment_covers(c->bounded, c->bounds, CERTAIN), "the result's bounds hold, share");
    (void)measure_sample_sort(c->half, given); /* finite */
    experiment_add(run, experiment_value(100 * c->half[given / 2]), "half-width, %% of the slope, median");
}

static void choices(struct experiment_run *run, uint64_t *state)
{
    static struct choices c;
    const uint64_t trials = run->quick ? QUICK_TRIALS : TRIALS;
    for (size_t i = 0; i < KRUTAR_SOURCES; i++) {
        char title[96];
        (void)snprintf(title, sizeof title, "tmr0-measure fit: %s", krutar_sources[i].title);
        experiment_section(run, title);
        c = (struct choices){0};
        while (c.trials < trials && experiment_goes_on(run, (double)c.trials, (double)trials))
            if (!take_choice(&c, &krutar_sources[i], state))
                return;
        if (run->stopped)
            return;
        report_choices(run, &krutar_sources[i], &c);
    }
}

/* The note: "timings that reveal the block copy cost per byte"; "the actual time required for the action as the slope".
 */
static void examples(struct experiment_run *run, uint64_t *state)
{
    static const struct krutar_source example[] = {
        {"block copy of N bytes", KRUTAR_PLACES, 8, 1000, 25, KRUTAR_TICK, .interrupts = 1e-6, .interrupt = 20e3},
        {"action in N of 100 situations", KRUTAR_PLACES, 8, 1, 5000, KRUTAR_TICK, .setup = 2e6, .interrupts = 1e-6,
         .interrupt = 20e3}};
    static struct errors all;
    experiment_section(run, "The note's examples: 25 ns a byte, 5 us an action after 2 ms of setting up (chosen)");
    for (size_t i = 0; i < 2 && take_all(run, &all, &example[i], state); i++) {
        uint64_t in = 0;
        for (uint64_t n = 0; n < all.trials; n++)
            in += fabs(all.slope[LEAST_VALUES][n]) <= 0.01 * example[i].slope;
        experiment_add(run, experiment_claim(experiment_share(in, all.trials), 1, in == all.trials),
                       "%s: least values within 1 %%, share", example[i].title);
    }
}

void experiment_krutar_fit(struct experiment_run *run)
{
    uint64_t state = run->seed;
    printed(run);
    moire(run, &state);
    errors(run, &state);
    more_runs(run, &state);
    ends(run, 0, &state);
    ends(run, 200, &state);
    choices(run, &state);
    examples(run, &state);
}
