/* SPDX-License-Identifier: MIT
 * [004] wtmlib: ticks to nanoseconds by multiplier and shift. The article's figures, and the exact worst error of its
 * choice, fio's, Linux's and ours. All claims are judged in integers. */
#include <inttypes.h>
#include <math.h>

#include "cli/random.h"
#include "experiment.h"
#include "linux_scale.h"
#include "measure/measure.h"

#define SECOND_NS UINT64_C(1000000000)
#define YEAR_S UINT64_C(31536000)
#define HOUR_S UINT64_C(3600)
#define ARTICLE_HZ UINT64_C(3333000000)
#define MACHINE_HZ UINT64_C(2599998971) /* the article's own machine */
#define KHZ 1000

/* A whole number of the paper: equal or not. */
static void whole(struct experiment_run *run, const char *what, uint64_t paper, uint64_t ours)
{
    experiment_add(run, experiment_claim(experiment_value((double)ours), (double)paper, paper == ours), "%s", what);
}

static void article(struct experiment_run *run)
{
    const uint64_t year = ARTICLE_HZ * YEAR_S, hour = ARTICLE_HZ * HOUR_S;
    struct measure_convert c = {0};
    struct measure_exact below = {0}, above = {0};
    experiment_section(run, "The article's conversion at 3.333 ticks a ns");
    (void)measure_convert_for(&c, ARTICLE_HZ, (double)YEAR_S);
    whole(run, "ticks of a year", UINT64_C(105109488000000000), year);
    experiment_add(run, experiment_figure(175.5, (double)UINT64_MAX / (double)year, 0.1), "factor / 3.333 at most");
    experiment_add(run, experiment_figure(584.9, (double)UINT64_MAX / (double)year * 3.333, 0.1), "factor at most");
    whole(run, "interval a year: 2^shift", 512, UINT64_C(1) << c.shift);
    whole(run, "interval a year: mult", 153, c.mult);
    whole(run, "interval a year: a year in ns", UINT64_C(31409671218750000), year * c.mult >> c.shift);
    const uint64_t error = YEAR_S * SECOND_NS - (year * c.mult >> c.shift);
    whole(run, "interval a year: error at its end, ns", UINT64_C(126328781250000), error);
    whole(run, "interval a year: error at its end, hours", 35, error / (HOUR_S * SECOND_NS));
    (void)measure_convert_for(&c, ARTICLE_HZ, (double)HOUR_S);
    whole(run, "interval an hour: 2^shift", 4194304, UINT64_C(1) << c.shift);
    whole(run, "interval an hour: mult", 1258417, c.mult);
    whole(run, "interval an hour: error at its end, ns", 119305, HOUR_S * SECOND_NS - (hour * c.mult >> c.shift));
    (void)measure_convert_error(&c, ARTICLE_HZ, year, &below, &above);
    const uint64_t hours = YEAR_S / HOUR_S; /* to each hour its error, less the part of a ns that is cut off once */
    experiment_add(run,
                   experiment_check(experiment_value(measure_exact_ns(below) / 1e6),
                                    below.whole >= 119304 * hours && below.whole < 119306 * hours),
                   "interval an hour: over a year, worst, ms");
    experiment_section(run, "Ticks per ms in place of ticks per s, 2599998971 Hz");
    experiment_add(run,
                   experiment_finding(experiment_figure(0.999999626, 2599998e3 / 2599998971.0, 1e-9), 12,
                                      "it is cut off after nine digits"),
                   "ratio");
    experiment_add(run,
                   experiment_finding(experiment_figure(374, 971 / 2599998971.0 * 1e9, 1), 12,
                                      "it is taken from the ratio that is cut off"),
                   "error a second, ns");
}

/* ---- Conversions compared ---- */

enum kind { YEAR, HOUR, SECOND, FIO, CLOCKSOURCE, SCHED_CLOCK, WIDE, KINDS };
static const struct {
    const char *name;
    double interval_s; /* of measure_convert_for; 0: a measure_scale */
} kinds[KINDS] = {
    {"article, year", 365 * 86400.0}, {"article and ticks2ns, hour", 3600}, {"ticks2ns, second", 1},
    {"fio, hour, whole kHz", 3600}, /* axboe/fio, gettime.c, since pull request 387 */
    {"Linux clock source", 0},        {"Linux scheduler's clock", 0},       {"product of 128 bits", 0},
};

struct conversion {
    bool modulus; /* convert, else scale */
    struct measure_convert convert;
    struct measure_scale scale;
    uint64_t ticks_max;
};

static void make_conversion(struct conversion *c, enum kind kind, uint64_t hz)
{
    const uint64_t khz = hz / KHZ;
    *c = (struct conversion){.modulus = kinds[kind].interval_s > 0};
    if (c->modulus)
        (void)measure_convert_for(&c->convert, kind == FIO ? khz * KHZ : hz, kinds[kind].interval_s);
    else if (kind == WIDE)
        (void)measure_scale_wide(&c->scale, hz);
    else if (kind == CLOCKSOURCE)
        c->scale = linux_scale_clocksource(khz);
    else
        c->scale = linux_scale_sched_clock(khz);
    c->ticks_max = c->modulus ? c->convert.ticks_max : c->scale.ticks_max;
}

/* The larger of the two worst errors over 0..ticks, negative if it is above the truth. False: overflow. */
static bool worst(const struct conversion *c, uint64_t hz, uint64_t ticks, struct measure_exact *error, bool *is_above)
{
    struct measure_exact below, above;
    if (c->modulus ? measure_convert_error(&c->convert, hz, ticks, &below, &above)
                   : measure_scale_error(&c->scale, hz, ticks, &below, &above))
        return false;
    *is_above = above.whole > below.whole || (above.whole == below.whole && above.part > below.part);
    *error = *is_above ? above : below;
    return true;
}

static const struct {
    const char *name;
    uint64_t seconds;
} spans[] = {{"a second", 1}, {"an hour", HOUR_S}, {"a year", YEAR_S}};

static void compare(struct experiment_run *run, uint64_t hz)
{
    char title[96];
    (void)snprintf(title, sizeof title, "Exact worst error at %" PRIu64 " Hz, ns; negative: above the truth", hz);
    experiment_section(run, title);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        struct conversion c;
        make_conversion(&c, kind, hz);
        for (size_t s = 0; s < sizeof spans / sizeof spans[0]; s++) {
            struct measure_exact error;
            bool above;
            if (!worst(&c, hz, hz * spans[s].seconds, &error, &above))
                continue;
            const struct experiment_row row = experiment_value(measure_exact_ns(error) * (above ? -1 : 1));
            experiment_add(run, kind == WIDE ? experiment_check(row, error.whole < 2) : row, "%s: over %s",
                           kinds[kind].name, spans[s].name);
        }
        experiment_add(run, experiment_value((double)c.ticks_max / (double)hz / 3600), "%s: overflow, hours",
                       kinds[kind].name);
    }
    experiment_add(run,
                   experiment_check(experiment_value((double)(UINT64_MAX / SECOND_NS) / (double)hz),
                                    UINT64_MAX / SECOND_NS < 10 * hz),
                   "ticks 10^9 / hz in 64 bits: overflow, s");
}

/* Linux prints max_cycles at its start. */
static void kernel_log(struct experiment_run *run)
{
    const struct measure_scale s = linux_scale_clocksource(2100055);
    experiment_section(run, "Linux's choice against a kernel's log (madgraph5/madgraph4gpu, issue 116)");
    whole(run, "max_cycles of a TSC of 2100.055 MHz", UINT64_C(0x1e45649026e), s.ticks_max);
}

#define RATES 2000
#define RATES_QUICK 200

/* The largest error after a second over rates of 1 to 5 GHz: a single rate may suit one multiplier by chance. */
static void many_rates(struct experiment_run *run, uint64_t *random)
{
    static double error_ns[KINDS][RATES];
    const uint64_t rates = run->quick ? RATES_QUICK : RATES;
    bool wide_holds = true;
    experiment_section(run, "Worst error over a second, rates drawn from 1 to 5 GHz, ns");
    for (uint64_t n = 0; n < rates && experiment_goes_on(run, (double)n, (double)rates); n++) {
        const uint64_t hz = SECOND_NS + random_below(random, 4 * SECOND_NS + 1);
        for (enum kind kind = 0; kind < KINDS; kind++) {
            struct conversion c;
            struct measure_exact error = {0};
            bool above;
            make_conversion(&c, kind, hz);
            (void)worst(&c, hz, hz, &error, &above);
            error_ns[kind][n] = measure_exact_ns(error);
            wide_holds = wide_holds && (kind != WIDE || error.whole < 2);
        }
    }
    for (enum kind kind = 0; kind < KINDS && !run->stopped; kind++) {
        (void)measure_sample_sort(error_ns[kind], rates);
        const struct experiment_row median = experiment_value(error_ns[kind][rates / 2]),
                                    largest = experiment_value(error_ns[kind][rates - 1]);
        experiment_add(run, kind == WIDE ? experiment_check(median, wide_holds) : median, "%s: median",
                       kinds[kind].name);
        experiment_add(run, kind == WIDE ? experiment_check(largest, wide_holds) : largest, "%s: largest",
                       kinds[kind].name);
    }
}

#define CURVE 136 /* points, 10 a decade, from 1 us on to 1 year */

static void draw_errors(struct experiment_run *run)
{
    static const struct plot_mark mark[] = {{1e-6, "1 us"}, {1e-3, "1 ms"}, {1, "1 s"},       {60, "1 min"},
                                            {3600, "1 h"},  {86400, "1 d"}, {31536000, "1 y"}};
    static double at[CURVE], y[KINDS][CURVE];
    struct plot_series series[KINDS];
    for (enum kind kind = 0; kind < KINDS; kind++) {
        struct conversion c;
        make_conversion(&c, kind, MACHINE_HZ);
        for (size_t i = 0; i < CURVE; i++) {
            struct measure_exact error;
            bool above;
            at[i] = 1e-6 * pow(10, 0.1 * (double)i);
            y[kind][i] = worst(&c, MACHINE_HZ, (uint64_t)(at[i] * (double)MACHINE_HZ), &error, &above)
                             ? measure_exact_ns(error) / 1e9
                             : NAN;
        }
        series[kind] = (struct plot_series){kinds[kind].name, PLOT_LINE, at, y[kind], NULL, NULL, CURVE};
    }
    experiment_draw(
        run, "errors",
        &(struct plot){.title = "Worst error of a conversion up to a time, 2599998971 Hz",
                       .about = "Errors grow with time in proportion, more slowly for a finer multiplier. "
                                "Whole kHz cost 373 ns a second. Only the product of 128 bits stays "
                                "below 2 ns.",
                       .x = {.label = "time", .log = true, .mark = mark, .marks = sizeof mark / sizeof mark[0]},
                       .y = {.label = "worst error", .unit = "s", .log = true},
                       .series = series,
                       .count = KINDS});
}

void experiment_tsc_convert(struct experiment_run *run)
{
    uint64_t random = run->seed;
    article(run);
    compare(run, ARTICLE_HZ);
    compare(run, MACHINE_HZ);
    kernel_log(run);
    many_rates(run, &random);
    draw_errors(run);
    tsc_calibrate_simulated(run, &random);
}
