/* SPDX-License-Identifier: MIT
 * [003] Krutar, Tuning a Timer: the tick of a clock by the least interval, as in MPICH, by the greatest common divisor,
 * as in the paper's program, and by the tolerant divisor of libmeasure. */
#include <math.h>
#include <stddef.h>

#include "cli/random.h"
#include "experiment.h"
#include "measure/measure.h"

#define PROCESSES 10000
#define INTERVALS 64 /* most that a process takes */
#define PROGRAM 10   /* that the paper's program takes */
#define SHARE 0.99   /* of the processes that must be right */
#define SLEW 1e-3    /* tolerance of the tolerant divisor */

/* Clocks that count nanoseconds. Each call takes call_s and up to spread_s more, uniformly. */
static const struct timer {
    const char *title;
    double tick_s, call_s, spread_s;
    double slew;      /* each tick counts up to this share more or less, uniformly */
    unsigned finding; /* the divisor does not converge; docs/findings.md */
    const char *follows_if;
} timers[] = {
    {"500 ns, the paper's timer; a call takes 1.8 to 2 us", 500e-9, 1.8e-6, 0.2e-6, 0, 0, NULL},
    {"1 us, the board; a mapped read takes 7 to 9 us (Figure 1 of [000], 3/260)", 1e-6, 7e-6, 2e-6, 0, 0, NULL},
    {"1 us, the board; a system call takes 238 to 243 us (Figure 1, 3/50)", 1e-6, 238e-6, 5e-6, 0, 0, NULL},
    {"1 us, the board; each call takes just 4 us", 1e-6, 4e-6, 0, 0, 11, "the calls vary by part of a tick"},
    {"10 ms; a call takes 20 to 22 us", 10e-3, 20e-6, 2e-6, 0, 0, NULL},
    {"10 ms; a call takes 33 to 35 ms", 10e-3, 33e-3, 2e-3, 0, 0, NULL},
    {"10 ms, slewed by up to 500 ppm; a call takes 33 to 35 ms", 10e-3, 33e-3, 2e-3, 500e-6, 11,
     "the clock is not slewed"},
};
#define TIMERS (sizeof timers / sizeof timers[0])

enum method { MINIMUM, DIVISOR, TOLERANT, METHODS };
static const char *const method_name[METHODS] = {"minimum", "gcd", "tolerant gcd"};

/* The intervals between reads that differ, as one process sees them: it begins at a random phase. */
struct process {
    uint64_t interval[INTERVALS]; /* counts */
    uint64_t readings;
};

static struct process observe(const struct timer *t, uint64_t *state)
{
    struct process p = {0};
    double phase = random_uniform(state), left = 0; /* ticks; counts that a slewed clock is ahead of whole ones */
    for (size_t i = 0; i < INTERVALS; i++) {
        double ticks = 0;
        while (ticks == 0) {
            phase += (t->call_s + t->spread_s * random_uniform(state)) / t->tick_s;
            ticks = floor(phase);
            phase -= ticks;
            p.readings++;
        }
        double counts = left + 1e9 * t->tick_s * ticks;
        for (uint64_t n = 0; n < (uint64_t)ticks && t->slew > 0; n++)
            counts += 1e9 * t->tick_s * t->slew * (2 * random_uniform(state) - 1);
        p.interval[i] = (uint64_t)round(counts);
        left = counts - round(counts);
    }
    return p;
}

static bool right(const struct timer *t, double counts)
{
    return fabs(counts / (1e9 * t->tick_s) - 1) <= fmax(t->slew, 1e-9);
}

/* The tolerant divisor of the first n intervals, 0 if there is none. */
static double tolerant(const struct process *p, size_t n)
{
    double tick = 0;
    const bool still = p->readings > (uint64_t)2 * INTERVALS;
    return measure_tick_tolerant(p->interval, n, SLEW, still, &tick) ? 0 : tick;
}

/* What all processes together have found. */
struct found {
    uint64_t processes, readings;
    uint64_t right_at_all[METHODS], right_in_program[METHODS];
    uint64_t tick[METHODS][INTERVALS + 1]; /* in whole ticks after PROGRAM intervals; the last holds all longer ones */
    double first[METHODS][PROCESSES];      /* intervals after which each is right; INTERVALS + 1: never */
};

static void add_process(struct found *f, const struct timer *t, const struct process *p)
{
    const uint64_t index = f->processes++;
    double value[METHODS] = {INFINITY, 0, 0};
    f->readings += p->readings;
    for (size_t m = 0; m < METHODS; m++)
        f->first[m][index] = INTERVALS + 1;
    for (size_t n = 1; n <= INTERVALS; n++) {
        value[MINIMUM] = fmin(value[MINIMUM], (double)p->interval[n - 1]);
        value[DIVISOR] = (double)measure_gcd((uint64_t)value[DIVISOR], p->interval[n - 1]);
        if (f->first[TOLERANT][index] > INTERVALS || n == INTERVALS || n == PROGRAM)
            value[TOLERANT] = tolerant(p, n);
        for (size_t m = 0; m < METHODS; m++) {
            const bool good = right(t, value[m]);
            if (good && f->first[m][index] > INTERVALS)
                f->first[m][index] = (double)n;
            f->right_in_program[m] += n == PROGRAM && good;
            f->right_at_all[m] += n == INTERVALS && good;
            if (n == PROGRAM)
                f->tick[m][(size_t)fmin(INTERVALS, round(value[m] / (1e9 * t->tick_s)))]++;
        }
    }
}

/* The chance that two processes find the same whole number of ticks. */
static double agreement(const struct found *f, size_t m)
{
    double sum = 0;
    for (size_t n = 0; n <= INTERVALS; n++)
        sum += pow((double)f->tick[m][n] / (double)f->processes, 2);
    return sum;
}

/* The intervals, and the reads, after which SHARE of the processes are right; no rows if INTERVALS are too few. */
static void add_needed(struct experiment_run *run, struct found *f, size_t m)
{
    (void)measure_sample_sort(f->first[m], f->processes);
    struct experiment_row row = experiment_quantile(f->first[m], f->processes, SHARE);
    const double needed = f->first[m][(size_t)ceil(SHARE * (double)f->processes) - 1];
    if (needed > INTERVALS)
        return;
    row.ours = needed;
    experiment_add(run, row, "%s: intervals until 99 %% are right", method_name[m]);
    experiment_add(run, experiment_value(needed * (double)f->readings / (double)(f->processes * INTERVALS)),
                   "%s: readings for them, mean", method_name[m]);
}

static void report(struct experiment_run *run, const struct timer *t, struct found *f)
{
    struct experiment_row row = experiment_share(f->right_at_all[MINIMUM], f->processes); /* conclusion 4 */
    const bool longer = t->call_s > t->tick_s;
    experiment_add(run, longer ? experiment_claim(row, 0, row.ours < 1 - SHARE) : row,
                   "minimum of %d intervals is the tick, share%s", INTERVALS, longer ? " (below 0.01)" : "");
    row = experiment_share(f->right_at_all[DIVISOR], f->processes); /* conclusion 5 */
    experiment_add(run, experiment_finding(experiment_claim(row, 1, row.ours >= SHARE), t->finding, t->follows_if),
                   "gcd of %d intervals is the tick, share (0.99 at least)", INTERVALS);
    row = experiment_share(f->right_at_all[TOLERANT], f->processes);
    experiment_add(run, t->spread_s > 0 ? experiment_check(row, row.ours >= SHARE) : row,
                   "tolerant gcd of %d intervals is the tick, share", INTERVALS);
    for (size_t m = 0; m < METHODS; m++) {
        experiment_add(run, experiment_share(f->right_in_program[m], f->processes),
                       "%s of %d intervals is the tick, share", method_name[m], PROGRAM);
        experiment_add(run, experiment_value(agreement(f, m)), "%s of %d intervals: two processes agree, share",
                       method_name[m], PROGRAM);
        add_needed(run, f, m);
    }
}

/* Shares of the processes that know the tick after 1, 2, ... intervals. */
struct curve {
    double x[INTERVALS], share[METHODS][INTERVALS];
};

static void take_curve(struct curve *c, const struct found *f)
{
    for (size_t n = 0; n < INTERVALS; n++) {
        c->x[n] = (double)n + 1;
        for (size_t m = 0; m < METHODS; m++) {
            uint64_t right_by_now = 0;
            for (uint64_t i = 0; i < f->processes; i++)
                right_by_now += f->first[m][i] <= c->x[n];
            c->share[m][n] = (double)right_by_now / (double)f->processes;
        }
    }
}

static void draw_curves(struct experiment_run *run, const struct curve *curve)
{
    static const char *const name[METHODS] = {NULL, "gcd", "tolerant"}; /* the minimum is the tick at once or never */
    static const char *const about[METHODS] = {
        [DIVISOR] = ("On clocks that are not slewed nearly all processes know the tick after a dozen intervals, unless "
                     "each call takes the same time; on a slewed clock none does."),
        [TOLERANT] = "As the divisor, and on the slewed clock too; it needs a few more intervals.",
    };
    for (size_t m = DIVISOR; m < METHODS; m++) {
        struct plot_series series[TIMERS];
        char title[80];
        for (size_t i = 0; i < TIMERS; i++)
            series[i] = (struct plot_series){
                .label = timers[i].title, .form = PLOT_STEPS, .x = curve[i].x, .y = curve[i].share[m], .n = INTERVALS};
        (void)snprintf(title, sizeof title, "Share of processes that know the tick: %s", method_name[m]);
        experiment_draw(run, name[m],
                        &(struct plot){.title = title,
                                       .about = about[m],
                                       .x = {.label = "intervals seen", .log = true},
                                       .y = {.label = "share of the processes", .low = -0.02, .high = 1.02},
                                       .series = series,
                                       .count = TIMERS});
    }
}

void experiment_krutar_tick(struct experiment_run *run)
{
    static struct found f;
    static struct curve curve[TIMERS];
    uint64_t state = run->seed;
    for (size_t i = 0; i < TIMERS; i++) {
        const uint64_t many = run->quick ? 100 : PROCESSES;
        const uint64_t processes =
            timers[i].slew > 0 ? many / (run->quick ? 5 : 20) : many; /* the divisor takes longer there */
        f = (struct found){0};
        experiment_section(run, timers[i].title);
        while (f.processes < processes && experiment_goes_on(run, (double)f.processes, (double)processes)) {
            const struct process p = observe(&timers[i], &state);
            add_process(&f, &timers[i], &p);
        }
        if (run->stopped)
            return;
        take_curve(&curve[i], &f);
        report(run, &timers[i], &f);
    }
    draw_curves(run, curve);
}
