/* SPDX-License-Identifier: MIT
 * From no paper: which clock and which estimator give the narrowest honest interval in a given time. */
#include <math.h>
#include <stddef.h>

#include "measure/measure.h"
#include "proofs.h"

#define CONFIDENCE 0.95
#define DEVIATION 0.1 /* of a segment, over its duration [E] */
#define DURATIONS 37  /* from 10 ns to 10 s, four a decade */
#define MINUTES_10 600.0
#define RARER_LIKELY 16.0   /* expected occurrences of the rarer count: 95 % of the runs then have the 10 required */
#define SEVERAL_LEAST 100.0 /* with fewer the normal interval covers in less than 94.7 % */
#define SHARP 1e-3          /* deviations below this part of a tick do not blur it */
#define KEPT 1.645          /* one side, 95 %: the sample's deviation is not larger */

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

/* A way of timing: runs one by one, each begun at a random phase of the tick, of normally distributed durations. */
struct way {
    double tick_s, call_s;          /* of the clock; a run contains one call, whose cost is known and taken off */
    double wait_s;                  /* before each run, mean */
    uint64_t repeats;               /* of the segment in one run, back to back */
    double duration_s, deviation_s; /* of the segment once */
};
struct advice {
    uint64_t n;          /* runs */
    double half_width_s; /* of the interval of measure_tally_estimate, for the segment once, in 95 % of all */
};

/* The variance of a count beyond that of the duration: the mean of f (1-f), f the fraction of a tick in a normal
 * duration. Its Fourier series: each wave of f is damped by the normal distribution's characteristic function. */
static double rounding(double ticks, double deviation)
{
    const double f = ticks - floor(ticks);
    double sum = 1.0 / 6;
    if (deviation < SHARP)
        return f * (1 - f);
    for (int k = 1; k * deviation < 1.5; k++) /* exp(-2 pi^2 1.5^2) = 5e-20 */
        sum -= cos(2 * M_PI * k * f) * exp(-2 * pow(M_PI * k * deviation, 2)) / pow(M_PI * k, 2);
    return fmax(sum, 0);
}

/* Half-width in ticks of a run that n runs reach, with the sample's deviation as large as in one of 20 samples. */
static double half_width(double variance, double z, double n)
{
    const double spread = sqrt(fmax(2, 1 / variance) / n) / 2; /* relative, of the sample's deviation */
    return z * sqrt((variance + z * z / (4 * n)) / n) * (1 + KEPT * spread);
}

/* What the runs that the budget allows reach; n 0: the budget is too short for an interval. */
static struct advice advise(const struct way *way, double budget_s)
{
    const double repeats = (double)way->repeats, run_s = repeats * way->duration_s;
    const double ticks = (run_s + way->call_s) / way->tick_s,
                 deviation = way->deviation_s * sqrt(repeats) / way->tick_s;
    const double cycle_s = run_s + 2 * way->call_s + way->wait_s;
    const double variance = deviation * deviation + rounding(ticks, deviation);
    const double n = floor(budget_s / cycle_s);
    if (n < fmax(SEVERAL_LEAST, RARER_LIKELY / variance))
        return (struct advice){0};
    return (struct advice){(uint64_t)n, way->tick_s / repeats * half_width(variance, measure_z(CONFIDENCE), n)};
}

static struct way way_of(int clock, double duration_s, uint64_t repeats)
{
    return (struct way){.tick_s = clocks[clock].tick_s,
                        .call_s = clocks[clock].call_s,
                        .wait_s = clock == TSC ? 0 : clocks[clock].tick_s / 2,
                        .repeats = repeats,
                        .duration_s = duration_s,
                        .deviation_s = DEVIATION * duration_s};
}

/* What a clock reaches in the budget, and with how many segments in a run. false: no interval is narrower than the
 * duration. */
struct entry {
    struct way way;
    struct advice advice;
};
static bool enter(struct entry *best, int clock, int estimator, double duration_s, double budget_s)
{
    bool found = false;
    const uint64_t most = estimator == ALONE ? 1 : UINT64_C(1) << 42;
    for (uint64_t repeats = 1; repeats <= most && (double)repeats * duration_s < budget_s; repeats *= 2) {
        struct entry one = {.way = way_of(clock, duration_s, repeats)};
        one.advice = advise(&one.way, budget_s);
        if (one.advice.n == 0 || one.advice.half_width_s > duration_s)
            continue;
        if (!found || one.advice.half_width_s < best->advice.half_width_s)
            *best = one;
        found = true;
    }
    return found;
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

void experiment_race(struct experiment_run *run)
{
    ten_minutes(run);
}
