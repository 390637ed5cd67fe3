/* SPDX-License-Identifier: MIT
 * From no paper: which clock and which estimator give the narrowest honest interval in a given time. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stddef.h>

#include "cli/random.h"
#include "measure/measure.h"
#include "proofs.h"

#define CONFIDENCE 0.95
#define COVERS 0.94   /* what libmeasure promises at least, measure/docs/measure.md */
#define DEVIATION 0.1 /* of a segment, over its duration [E]; as in `tmr0-measure plan --advise` */
#define AS_GOOD 1.1   /* half-widths within this factor are equal */
#define DURATIONS 37  /* from 10 ns to 10 s, four a decade */
#define BUDGETS 27    /* from 10 ms, four a decade, to 10 h */
#define CELLS ((size_t)DURATIONS * BUDGETS)
#define MINUTES_10 600.0

enum { SLOW, BOARD, TSC, CLOCKS };
/* [000]: tick and Figure 1, a mapped read on the 3/260. [004]: rate. The calls of the slow clock and of the TSC are
 * [E]. */
static const struct {
    const char *name;
    double tick_s, call_s;
} clocks[CLOCKS] = {
    {"slow clock, 20 ms", 20e-3, 200e-6}, {"board, 1 us", 1e-6, 8e-6}, {"TSC, 0.3 ns", 1 / 3.333e9, 10e-9}};

enum { ALONE, LOOPS, ESTIMATORS };
#define LINES ((size_t)CLOCKS * ESTIMATORS)
static const char *const estimators[ESTIMATORS] = {"alone", "loops"};

static struct measure_way way_of(int clock, double duration_s, uint64_t repeats)
{
    return (struct measure_way){.tick_s = clocks[clock].tick_s,
                                .call_s = clocks[clock].call_s,
                                .wait_s = clock == TSC ? 0 : clocks[clock].tick_s / 2,
                                .repeats = repeats,
                                .duration_s = duration_s,
                                .deviation_s = DEVIATION * duration_s};
}

/* What a clock reaches in the budget, and with how many segments in a run. false: no interval is narrower than the
 * duration. */
struct entry {
    struct measure_way way;
    struct measure_advice advice;
};
static bool enter(struct entry *best, int clock, int estimator, double duration_s, double budget_s)
{
    bool found = false;
    const uint64_t most = estimator == ALONE ? 1 : UINT64_C(1) << 42;
    for (uint64_t repeats = 1; repeats <= most && (double)repeats * duration_s < budget_s; repeats *= 2) {
        struct entry one = {.way = way_of(clock, duration_s, repeats)};
        if (measure_advise(&one.advice, &one.way, CONFIDENCE, 0, budget_s) || one.advice.half_width_s > duration_s)
            continue;
        if (!found || one.advice.half_width_s < best->advice.half_width_s)
            *best = one;
        found = true;
    }
    return found;
}

/* ---- The map */

/* The slowest clock that is as good as the best; CLOCKS: none gives an interval. */
static int slowest(int estimator, double duration_s, double budget_s)
{
    double half_s[CLOCKS], least = INFINITY;
    for (int c = SLOW; c < CLOCKS; c++) {
        struct entry entry;
        half_s[c] = enter(&entry, c, estimator, duration_s, budget_s) ? entry.advice.half_width_s : INFINITY;
        least = fmin(least, half_s[c]);
    }
    for (int c = SLOW; c < CLOCKS && least < INFINITY; c++)
        if (half_s[c] <= AS_GOOD * least)
            return c;
    return CLOCKS;
}

static void draw_map(struct experiment_run *run, int estimator)
{
    static const char *const label[CLOCKS + 1] = {"the slow clock is as good as any", "the board is as good as the TSC",
                                                  "the TSC alone", "none: fewer than 100 runs fit"};
    static const char *const title[ESTIMATORS] = {"Which clock, if each segment is timed alone",
                                                  "Which clock, if segments are timed in loops"};
    static const char *const about[ESTIMATORS] = {
        ("The slow clock is enough from about 300 ms, the board from 100 us; shorter segments need the TSC. On the "
         "right, below the diagonal, fewer than 100 runs fit the time."),
        ("The board is enough for every duration from some seconds of measuring on, the slow clock for 2 ms in ten "
         "hours and for 100 ms in four minutes.")};
    static const struct plot_mark marks[] = {{0.01, "10 ms"}, {0.1, "100 ms"}, {1, "1 s"},    {10, "10 s"},
                                             {60, "1 min"},   {600, "10 min"}, {3600, "1 h"}, {36000, "10 h"}};
    static double x[CLOCKS + 1][CELLS], y[CLOCKS + 1][CELLS];
    struct plot_series series[CLOCKS + 1];
    for (int c = 0; c <= CLOCKS; c++)
        series[c] = (struct plot_series){.label = label[c], .x = x[c], .y = y[c]};
    for (size_t i = 0; i < CELLS && experiment_goes_on(run, (double)i, CELLS); i++) {
        const size_t column = i % DURATIONS, line = i / DURATIONS;
        const double duration_s = 10e-9 * pow(10, (double)column / 4);
        const double budget_s = fmin(10e-3 * pow(10, (double)line / 4), 36000);
        struct plot_series *s = &series[slowest(estimator, duration_s, budget_s)];
        const size_t at = (size_t)(s - series);
        x[at][s->n] = duration_s;
        y[at][s->n++] = budget_s;
    }
    experiment_draw(run, estimators[estimator],
                    &(struct plot){.title = title[estimator],
                                   .about = about[estimator],
                                   .x = {.label = "duration of a segment", .unit = "s", .log = true},
                                   .y = {.label = "time for the measurement",
                                         .log = true,
                                         .mark = marks,
                                         .marks = sizeof marks / sizeof marks[0]},
                                   .series = series,
                                   .count = CLOCKS + 1});
}

/* ---- Ten minutes */

static void ten_minutes(struct experiment_run *run)
{
    static double x[DURATIONS], y[LINES][DURATIONS];
    char label[LINES][48];
    struct plot_series series[LINES];
    experiment_section(run, "Half-width over duration that 10 minutes reach, segments that deviate by 10 %");
    for (size_t n = 0; n < LINES; n++) {
        const bool shared = n == BOARD * ESTIMATORS + LOOPS; /* with the line of the TSC, which would hide this one */
        (void)snprintf(label[n], sizeof label[n], "%s, %s", clocks[n / ESTIMATORS].name, estimators[n % ESTIMATORS]);
        series[n] = (struct plot_series){
            .label = label[n], .form = shared ? PLOT_POINTS : PLOT_LINE, .x = x, .y = y[n], .n = DURATIONS};
    }
    for (size_t i = 0; i < DURATIONS; i++) {
        x[i] = 10e-9 * pow(10, (double)i / 4);
        for (size_t n = 0; n < LINES; n++) {
            struct entry entry;
            const bool any = enter(&entry, (int)n / ESTIMATORS, (int)n % ESTIMATORS, x[i], MINUTES_10);
            y[n][i] = any ? entry.advice.half_width_s / x[i] : NAN;
            if (any && i % 8 == 0)
                experiment_add(run, experiment_value(y[n][i]), "%g us, %s: share", x[i] * 1e6, label[n]);
        }
    }
    experiment_draw(run, "ten-minutes",
                    &(struct plot){.title = "Half-width of the interval that 10 minutes reach, over the duration",
                                   .about = "Where lines meet, the deviation of the segments alone is left, and no "
                                            "faster clock helps: for the slow clock from 300 ms (in loops 100 ms), for "
                                            "the board from 100 us (in loops any duration).",
                                   .x = {.label = "duration of a segment", .unit = "s", .log = true},
                                   .y = {.label = "half-width over duration", .log = true},
                                   .series = series,
                                   .count = LINES});
}

/* ---- Are the intervals honest? */

static double draw_normal(uint64_t *state)
{
    return gsl_cdf_ugaussian_Pinv((random_uniform(state) + 0x1p-54));
}

/* One measurement as advised; false: refused. */
static bool simulate(const struct entry *entry, struct measure_estimate *e, uint64_t *state)
{
    const struct measure_way *way = &entry->way;
    const double repeats = (double)way->repeats;
    struct measure_tally tally = {0};
    for (uint64_t n = 0; n < entry->advice.n; n++) {
        const double run_s =
            way->call_s + repeats * way->duration_s + sqrt(repeats) * way->deviation_s * draw_normal(state);
        measure_tally_add(&tally, (uint64_t)floor(run_s / way->tick_s + random_uniform(state)));
    }
    return measure_tally_estimate(&tally, way->tick_s, CONFIDENCE, e) == MEASURE_OK;
}

static void honesty(struct experiment_run *run, uint64_t *state)
{
    static const struct {
        int clock;
        int estimator;
        double duration_s, budget_s;
    } trial[] = {{SLOW, ALONE, 9e-3, 20},       {SLOW, LOOPS, 100e-6, 60}, {BOARD, ALONE, 35e-6, 50e-3},
                 {BOARD, LOOPS, 100e-9, 50e-3}, {TSC, ALONE, 1e-6, 1e-3},  {TSC, LOOPS, 10e-9, 100e-6}};
    const uint64_t runs = run->quick ? 400 : 10000;
    experiment_section(run, "Coverage of the 95 % intervals, and share that is as narrow as promised, simulated");
    for (size_t i = 0; i < sizeof trial / sizeof trial[0]; i++) {
        struct entry entry;
        uint64_t given = 0, in = 0, kept = 0;
        if (!enter(&entry, trial[i].clock, trial[i].estimator, trial[i].duration_s, trial[i].budget_s))
            continue;
        const double repeats = (double)entry.way.repeats, truth = entry.way.call_s + repeats * entry.way.duration_s;
        for (uint64_t r = 0; r < runs && experiment_goes_on(run, (double)r, (double)runs); r++) {
            struct measure_estimate e;
            if (!simulate(&entry, &e, state))
                continue;
            given++;
            in += e.low_s <= truth && truth <= e.high_s;
            kept += (e.high_s - e.low_s) / 2 <= entry.advice.half_width_s * repeats;
        }
        experiment_add(run, experiment_covers(in, given, COVERS), "%s, %s, %g us, %g runs of %g: coverage",
                       clocks[trial[i].clock].name, estimators[trial[i].estimator], trial[i].duration_s * 1e6,
                       (double)entry.advice.n, repeats);
        experiment_add(run, experiment_covers(kept, runs, CONFIDENCE), "   as narrow as promised");
    }
}

void experiment_race(struct experiment_run *run)
{
    uint64_t state = run->seed;
    ten_minutes(run);
    for (int estimator = ALONE; estimator < ESTIMATORS; estimator++)
        draw_map(run, estimator);
    honesty(run, &state);
}
