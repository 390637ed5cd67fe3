/* SPDX-License-Identifier: MIT
 * [000] Danzig & Melvin: the segments of Figure 2, timed by a process on the simulated 3/50 with the board's
 * microsecond clock through each of its paths, and the repetitions and hours that the 20 ms clock needs for the same
 * digits. The board is the C model; kernel, driver and process are those of driver-sim/. */
#include <math.h>

#include "cli/random.h"
#include "measure/measure.h"
#include "sim_experiments.h"

#define TICK_S 20e-3
#define PHASES_PS UINT64_C(20000000000) /* the first read comes at a random phase of that tick */
#define CYCLE_S 10e-3                   /* of the loop in section 3 */
#define CONFIDENCE 0.95
#define EXCESS_NS 10000 /* above the least: an interrupt came; the shortest takes 25 us */
#define GROUP 50        /* samples, for the coverage */
/* Cycles: a random wait below it comes after the first read, in segments and empty segments alike. It spans six
 * periods of the display and many of the DES clock, for which each access waits. */
#define DITHER 70
#define SAMPLES_MOST 20000
#define CURVE 512 /* points at most */
#define DRAWN 2   /* segment whose distribution is drawn: 1 ms */

enum { PATHS = 3, SEGMENTS = 6, SHOWN = 4 };
static const struct {
    enum instrument_path path;
    const char *name;
} paths[PATHS] = {{INSTRUMENT_USER, "mapped"}, {INSTRUMENT_CALL, "system call"}, {INSTRUMENT_FILE, "read"}};

/* Nominal times, of code that nothing slows down. The first SHOWN are those of Figure 2. */
static const struct {
    double s;
    uint32_t samples, quick;
} segments[SEGMENTS] = {{10e-6, 20000, 2000}, {100e-6, 20000, 2000}, {1e-3, 20000, 2000},
                        {10e-3, 10000, 1000}, {100e-3, 1000, 100},   {1, 100, 50}};

/* Samples of one segment by one path, microseconds. */
struct taken {
    size_t n, kept;
    double by_board[SAMPLES_MOST], truth[SAMPLES_MOST];           /* all */
    double kept_by_board[SAMPLES_MOST], kept_truth[SAMPLES_MOST]; /* those without an interrupt */
    uint64_t failures;                                            /* reads that are wrong or have no value */
    struct measure_sample_mean_result all, undisturbed;
};

/* Share of the samples that are longer than x. */
struct curve {
    double x[CURVE], y[CURVE];
    size_t n;
};

struct timings {
    struct experiment_run *run;
    uint64_t state;
    bool blank;
    uint32_t dither;
    struct sample sample[SAMPLES_MOST];
    struct taken empty, segment;
    /* Deviations of the difference between a sample and an empty one */
    double all_s[PATHS][SEGMENTS], undisturbed_s[PATHS][SEGMENTS], truth_s[SEGMENTS];
    struct curve curve[PATHS];
};

static int sort_out(struct taken *t, const struct sample *sample, size_t n)
{
    static uint64_t ns[SAMPLES_MOST];
    static bool interrupted[SAMPLES_MOST];
    t->n = n;
    t->kept = 0;
    for (size_t i = 0; i < n; i++) {
        t->by_board[i] = (double)(uint32_t)(sample[i].second - sample[i].first);
        t->truth[i] = 1e-6 * (double)sample[i].least_ps;
        ns[i] = 1000 * (uint64_t)t->by_board[i];
    }
    (void)measure_filter_interrupted(ns, n, EXCESS_NS, interrupted);
    for (size_t i = 0; i < n; i++)
        if (!interrupted[i]) {
            t->kept_by_board[t->kept] = t->by_board[i];
            t->kept_truth[t->kept++] = t->truth[i];
        }
    enum measure_verdict verdict = measure_sample_mean(t->by_board, t->n, EXPERIMENT_CONFIDENCE, &t->all);
    return verdict ? (int)verdict
                   : (int)measure_sample_mean(t->kept_by_board, t->kept, EXPERIMENT_CONFIDENCE, &t->undisturbed);
}

static int take(struct timings *b, enum instrument_path path, double segment_s, uint32_t n, struct taken *t)
{
    static struct system_machine machine;
    struct error *e = b->run->error;
    struct system_result r = {.error = 0};
    int status = experiment_system(b->run, &machine);
    if (status)
        return status;
    const double clock_s = 1e-12 * (double)machine.rig.machine.figure[FIG_CPU_CLOCK].value[CORNER_TYP];
    const struct system_setup setup = {.harness = &machine.harness,
                                       .run = harness_run,
                                       .path = path,
                                       .processes = 1,
                                       .slice_ticks = 1,
                                       .waits = TMR_WAIT_SHORT,
                                       .work = (uint32_t)lround(segment_s / clock_s),
                                       .samples = n,
                                       .sample = b->sample,
                                       .seed = random_next(&b->state) | 1,
                                       .dither = b->dither};
    machine.harness.blank = b->blank;
    status = board_result(tmr0_run_until(machine.harness.board, random_below(&b->state, PHASES_PS)), e);
    if (status == STATUS_OK)
        status = system_run(&setup, &r, e);
    (void)tmr0_close(machine.harness.board);
    if (status == STATUS_OK && r.error)
        status = error_set(e, STATUS_INPUT, "%s: a process ended with error %d, expected none", EXPERIMENT_MACHINE,
                           -r.error);
    if (status == STATUS_OK && sort_out(t, b->sample, n))
        status = error_set(e, STATUS_INPUT, "%s: a sample of %u gives no mean, expected one", EXPERIMENT_MACHINE, n);
    t->failures = system_failures(&r);
    return status;
}

/* What a histogram would show: quantiles, the longest, the share that an interrupt lengthened. */
static void show_distribution(struct experiment_run *run, struct taken *t, const char *name)
{
    const double disturbed = (double)(t->n - t->kept) / (double)t->n;
    experiment_add(run, experiment_between(t->all.mean, t->all.low, t->all.high), "%s: mean as read, us", name);
    (void)measure_sample_sort(t->by_board, t->n);
    experiment_add(run, experiment_quantile(t->by_board, t->n, 0.5), "   median");
    experiment_add(run, experiment_quantile(t->by_board, t->n, 0.99), "   99 %% quantile");
    experiment_add(run, experiment_value(t->by_board[0]), "   shortest");
    experiment_add(run, experiment_value(t->by_board[t->n - 1]), "   longest");
    experiment_add(run, experiment_value(disturbed), "   share that is more than 10 us above the shortest");
}

static double mean(const double *value, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += value[i] / (double)n;
    return sum;
}

/* Groups of undisturbed samples, each less a group of empty ones: how often is the true mean in the interval? */
static struct experiment_row coverage(const struct taken *t, const struct taken *empty)
{
    uint64_t groups = 0, in = 0;
    for (size_t i = 0; i + GROUP <= t->kept && i + GROUP <= empty->kept; i += GROUP) {
        struct measure_sample_mean_result segment, none, difference;
        const double truth = mean(t->kept_truth + i, GROUP);
        if (measure_sample_mean(t->kept_by_board + i, GROUP, CONFIDENCE, &segment) ||
            measure_sample_mean(empty->kept_by_board + i, GROUP, CONFIDENCE, &none) ||
            measure_sample_difference(&segment, &none, CONFIDENCE, &difference))
            continue;
        groups++;
        in += difference.low <= truth && truth <= difference.high;
    }
    return experiment_covers(in, groups, CONFIDENCE);
}

/* The segment by the board, less the empty one, against the time that the simulator knows. */
static void show_truth(struct experiment_run *run, const struct taken *t, const struct taken *empty)
{
    const double truth = mean(t->kept_truth, t->kept);
    struct measure_sample_mean_result d = {0};
    (void)measure_sample_difference(&t->undisturbed, &empty->undisturbed, EXPERIMENT_CONFIDENCE, &d);
    experiment_add(run, experiment_check(experiment_between(d.mean, d.low, d.high), d.low <= truth && truth <= d.high),
                   "   the others' mean, less an empty segment; true %.3f", truth);
    experiment_add(run, coverage(t, empty), "   coverage of its 95 %% interval from groups of %d", GROUP);
}

static void take_curve(struct curve *c, const double *sorted, size_t n)
{
    c->n = 0;
    for (size_t i = 1; i <= n && c->n < CURVE; i++)
        if (i == n || sorted[i] > sorted[i - 1]) {
            c->x[c->n] = sorted[i - 1];
            c->y[c->n++] = i < n ? 1 - (double)i / (double)n : 0.5 / (double)n;
        }
}

static const char *segment_name(char *text, size_t size, double s)
{
    (void)snprintf(text, size, s < 1e-3 ? "%g us" : s < 1 ? "%g ms" : "%g s", s < 1e-3 ? 1e6 * s : s < 1 ? 1e3 * s : s);
    return text;
}

static int by_path(struct timings *b, size_t path)
{
    struct experiment_run *run = b->run;
    char title[96], name[32];
    (void)snprintf(title, sizeof title, "3/50, display %s, /dev/tmr0 by %s: microseconds",
                   b->blank ? "blanked" : "active", paths[path].name);
    experiment_section(run, title);
    int status = take(b, paths[path].path, 0, run->quick ? segments[0].quick : segments[0].samples, &b->empty);
    uint64_t failures = b->empty.failures;
    if (status == STATUS_OK)
        show_distribution(run, &b->empty, "empty segment");
    for (size_t i = 0; i < SEGMENTS && status == STATUS_OK && experiment_goes_on(run, (double)i, SEGMENTS); i++) {
        struct taken *t = &b->segment;
        status = take(b, paths[path].path, segments[i].s, run->quick ? segments[i].quick : segments[i].samples, t);
        if (status)
            break;
        failures += t->failures;
        b->all_s[path][i] = 1e-6 * hypot(t->all.deviation, b->empty.all.deviation);
        b->undisturbed_s[path][i] = 1e-6 * hypot(t->undisturbed.deviation, b->empty.undisturbed.deviation);
        b->truth_s[i] = 1e-6 * mean(t->truth, t->n);
        if (i < SHOWN) {
            show_distribution(run, t, segment_name(name, sizeof name, segments[i].s));
            show_truth(run, t, &b->empty);
        }
        if (i == DRAWN)
            take_curve(&b->curve[path], t->by_board, t->n);
    }
    if (status == STATUS_OK)
        experiment_add(run, experiment_check(experiment_value((double)failures), failures == 0),
                       "reads that are wrong");
    return status;
}

static double plan_board(double deviation_s, double half_width_s)
{
    struct measure_plan plan = {0};
    (void)measure_plan_deviation(&plan, deviation_s, CONFIDENCE, half_width_s);
    return (double)plan.n;
}

/* Repetitions to three digits, each beside an empty one; the 20 ms clock by (4) and (10a). */
static void compare(struct timings *b, const char *title)
{
    experiment_section(b->run, title);
    for (size_t i = 0; i < SEGMENTS; i++) {
        struct measure_plan slow = {0};
        char name[32];
        if (measure_plan_digits(&slow, TICK_S, b->truth_s[i], CONFIDENCE, 3))
            continue;
        const double best = plan_board(b->undisturbed_s[0][i], slow.half_width_s);
        experiment_add(b->run, experiment_value((double)slow.n), "%s, as run %.6g us, to %g us: 20 ms clock",
                       segment_name(name, sizeof name, segments[i].s), 1e6 * b->truth_s[i], 1e6 * slow.half_width_s);
        for (size_t path = 0; path < PATHS; path++) {
            const double near = plan_board(b->undisturbed_s[path][i], slow.half_width_s);
            const double all = plan_board(b->all_s[path][i], slow.half_width_s);
            experiment_add(b->run, experiment_value(near), "   board, %s, samples near the shortest", paths[path].name);
            experiment_add(b->run, experiment_value(all), "   board, %s, all samples", paths[path].name);
        }
        experiment_add(b->run, experiment_value((double)slow.n / best),
                       "   20 ms clock over board, mapped, samples near the shortest");
        experiment_add(b->run, experiment_value((double)slow.n * CYCLE_S / 3600),
                       "   hours of the 20 ms clock at 10 ms a cycle");
        experiment_add(b->run, experiment_value(best * CYCLE_S / 3600),
                       "   hours of the board, mapped, samples near the shortest");
    }
}

static void draw_distributions(struct timings *b)
{
    struct plot_series series[PATHS];
    for (size_t path = 0; path < PATHS; path++)
        series[path] = (struct plot_series){.label = paths[path].name,
                                            .form = PLOT_STEPS,
                                            .x = b->curve[path].x,
                                            .y = b->curve[path].y,
                                            .n = b->curve[path].n};
    experiment_draw(b->run, b->blank ? "distribution-blanked" : "distribution-active",
                    &(struct plot){.title = b->blank
                                                ? "1 ms of code as /dev/tmr0 shows it, 3/50 with the display blanked"
                                                : "1 ms of code as /dev/tmr0 shows it, 3/50 with the display active",
                                   .about = "Most samples are within a few microseconds of the shortest; those that a "
                                            "dropped and a kept clock interrupt lengthen are the two steps after it.",
                                   .x = {.label = "time between the readings, us"},
                                   .y = {.label = "share of the samples that are longer", .log = true, .high = 1},
                                   .series = series,
                                   .count = PATHS});
}

/* Repetitions to three digits over the duration. */
static void draw_repetitions(struct timings *b)
{
    static const char *const label[] = {"20 ms clock, (4) and (10a)", "board, mapped, samples near the shortest",
                                        "board, mapped, all samples", "board, system call, all samples",
                                        "board, read, all samples"};
    enum { SERIES = 5 };
    double y[SERIES][SEGMENTS];
    struct plot_series series[SERIES];
    for (size_t i = 0; i < SEGMENTS; i++) {
        struct measure_plan slow = {0};
        const bool good = measure_plan_digits(&slow, TICK_S, b->truth_s[i], CONFIDENCE, 3) == MEASURE_OK;
        y[0][i] = good ? (double)slow.n : NAN;
        y[1][i] = good ? plan_board(b->undisturbed_s[0][i], slow.half_width_s) : NAN;
        for (size_t path = 0; path < PATHS; path++)
            y[2 + path][i] = good ? plan_board(b->all_s[path][i], slow.half_width_s) : NAN;
    }
    for (size_t n = 0; n < SERIES; n++)
        series[n] =
            (struct plot_series){.label = label[n], .form = PLOT_LINE, .x = b->truth_s, .y = y[n], .n = SEGMENTS};
    experiment_draw(b->run, b->blank ? "repetitions-blanked" : "repetitions-active",
                    &(struct plot){.title = b->blank ? "Repetitions to three digits, 3/50 with the display blanked"
                                                     : "Repetitions to three digits, 3/50 with the display active",
                                   .about = "The board needs fewer repetitions than the 20 ms clock at every duration "
                                            "below a second; clock interrupts decide how many.",
                                   .x = {.label = "duration of the segment", .unit = "s", .log = true},
                                   .y = {.label = "repetitions", .log = true},
                                   .series = series,
                                   .count = SERIES});
}

/* Section 2: "The overhead varies a few microseconds from read to read due to the speed of the memory and memory
 * contention." */
static void show_variation(struct timings *b)
{
    double *us = b->empty.by_board;
    (void)measure_sample_sort(us, b->empty.n);
    const double by = us[b->empty.n * 99 / 100] - us[b->empty.n / 100];
    const bool few = 2 <= by && by <= 9;
    experiment_add(b->run, experiment_finding(experiment_claim(experiment_value(few), 1, few), 23, NULL),
                   "mapped: varies by %g us, 1 %% to 99 %% quantile; a few: 2 to 9 (1: yes)", by);
}

/* The same without the random wait: the error does not average out. It is less than a period of what the reads wait
 * for: the DES clock, and the display where it is active. */
static int without_dither(struct timings *b, const char *title)
{
    const struct experiment_run *run = b->run;
    const double bound_us = b->blank ? 0.3 : 1.3;
    int status = STATUS_OK;
    experiment_section(b->run, title);
    b->dither = 0;
    for (size_t path = 0; path < PATHS && status == STATUS_OK && experiment_goes_on(b->run, (double)path, PATHS);
         path++) {
        status = take(b, paths[path].path, 0, run->quick ? segments[0].quick : segments[0].samples, &b->empty);
        if (status == STATUS_OK && paths[path].path == INSTRUMENT_USER)
            show_variation(b);
        for (size_t i = 0; i < 3 && status == STATUS_OK; i++) {
            char name[32];
            status = take(b, paths[path].path, segments[i].s, run->quick ? segments[i].quick : segments[i].samples,
                          &b->segment);
            if (status)
                break;
            const double truth = mean(b->segment.kept_truth, b->segment.kept);
            const double off = b->segment.undisturbed.mean - b->empty.undisturbed.mean - truth;
            experiment_add(b->run, experiment_check(experiment_value(off), fabs(off) < bound_us),
                           "%s by %s: less an empty segment and the truth, us",
                           segment_name(name, sizeof name, segments[i].s), paths[path].name);
        }
    }
    return status;
}

static int with_display(struct timings *b, bool blank)
{
    int status = STATUS_OK;
    b->blank = blank;
    b->dither = DITHER;
    for (size_t path = 0; path < PATHS && status == STATUS_OK && !b->run->stopped; path++)
        status = by_path(b, path);
    if (status || b->run->stopped)
        return status;
    compare(b, blank ? "Display blanked: repetitions to three digits, confidence 0.95"
                     : "Display active: repetitions to three digits, confidence 0.95");
    draw_distributions(b);
    draw_repetitions(b);
    return without_dither(b, blank ? "Display blanked, no random wait after the first read: error that stays"
                                   : "Display active, no random wait after the first read: error that stays");
}

static int run_board(struct experiment_run *run, void *memory)
{
    struct timings *b = memory;
    b->run = run;
    b->state = run->seed;
    int status = STATUS_OK;
    for (int blank = 0; blank < 2 && status == STATUS_OK; blank++)
        status = with_display(b, blank);
    return status;
}

void experiment_danzig_board(struct experiment_run *run)
{
    experiment_call(run, sizeof(struct timings), run_board);
}
