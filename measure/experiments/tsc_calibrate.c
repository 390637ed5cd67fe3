/* SPDX-License-Identifier: MIT */
#include "experiment.h"

#include <math.h>
#include <string.h>

#include "cli/random.h"
#include "measure/measure.h"

#define NS 1e9
#define SPAN_NS 64e6     /* of a calibration */
#define WINDOWS 50       /* of fio: 50 of 1.28 ms are 64 ms */
#define WINDOW_NS 1.28e6 /* of fio */
#define ENDS 4096        /* brackets at each end of the other calibrations */
#define AIM 3.0          /* ns a second */
#define CONFIDENCE 0.95
#define TRUE_HZ 2599998971.0 /* the article's TSC */

enum method { WINDOWS_KHZ, WINDOWS_HZ, HULL, QUIET, METHODS };
static const char *const method_name[METHODS] = {"fio, whole kHz", "the article, Hz", "hull of brackets",
                                                 "quiet brackets"};

static enum measure_verdict by_ends(const struct measure_bracket *bracket, size_t n, struct measure_rate rate[METHODS])
{
    const enum measure_verdict verdict = measure_rate_hull(bracket, n, &rate[HULL]);
    return verdict ? verdict : measure_rate_quiet(bracket, n, CONFIDENCE, &rate[QUIET]);
}

/* Costs and disturbances in ns. [E]: a call of the vDSO takes some 20 ns, and a time slice of a busy machine 4 ms. */
static const struct load {
    const char *title;
    double spread;             /* of a read, beyond its least time: exponential */
    double interrupts, slices; /* a second of running: interrupts, and ends of the time slice */
} loads[] = {{"idle", 2, 250, 0}, {"loaded", 8, 4000, 250}};
#define READ_NS 18.0
#define INTERRUPT_NS 10e3
#define SLICE_NS 4e6

struct simulated {
    const struct load *load;
    double now;
    uint64_t *random;
};

static void run_for(struct simulated *s, double ns)
{
    s->now += ns;
    if (random_uniform(s->random) < s->load->interrupts * ns / NS)
        s->now += INTERRUPT_NS * random_exponential(s->random);
    if (random_uniform(s->random) < s->load->slices * ns / NS)
        s->now += SLICE_NS * random_exponential(s->random);
}

static uint64_t read_simulated(struct simulated *s, double hz)
{
    run_for(s, READ_NS + s->load->spread * random_exponential(s->random));
    return (uint64_t)floor(s->now * (hz / NS));
}

static uint64_t read_reference(void *context)
{
    return read_simulated(context, NS);
}

static uint64_t read_clock(void *context)
{
    return read_simulated(context, TRUE_HZ);
}

/* fio and the article: windows that begin and end with a read of the reference and one of the clock. */
static enum measure_verdict by_windows(struct simulated *s, struct measure_rate rate[METHODS])
{
    struct measure_bracket bracket[2 * WINDOWS];
    for (size_t i = 0; i < 2 * (size_t)WINDOWS; i++) {
        if (i % 2)
            run_for(s, WINDOW_NS);
        bracket[i].before_ns = bracket[i].after_ns = (int64_t)read_reference(s);
        bracket[i].ticks = read_clock(s);
    }
    const enum measure_verdict verdict = measure_rate_mean(bracket, 2 * (size_t)WINDOWS, CONFIDENCE, &rate[WINDOWS_HZ]);
    rate[WINDOWS_KHZ] = (struct measure_rate){.hz = 1e3 * floor(rate[WINDOWS_HZ].hz / 1e3)};
    return verdict;
}

#define RUNS 1000
#define RUNS_QUICK 40

struct errors {
    uint64_t runs, in[METHODS], good[METHODS];
    double size[METHODS][RUNS]; /* ns a second */
};

static void add_run(struct errors *e, const struct measure_rate rate[METHODS])
{
    for (size_t m = 0; m < METHODS; m++) {
        e->size[m][e->runs] = fabs(rate[m].hz / TRUE_HZ - 1) * NS;
        e->in[m] += rate[m].low_hz <= TRUE_HZ && TRUE_HZ <= rate[m].high_hz;
        e->good[m] += e->size[m][e->runs] <= AIM;
    }
    e->runs++;
}

static void report_errors(struct experiment_run *run, struct errors *e)
{
    for (size_t m = 0; m < METHODS; m++) {
        (void)measure_sample_sort(e->size[m], e->runs);
        const struct experiment_row median = experiment_quantile(e->size[m], e->runs, 0.5);
        const bool tens = 20 <= median.low && median.high < 100;
        experiment_add(
            run,
            m != WINDOWS_KHZ
                ? median
                : experiment_finding(experiment_claim(median, 700, 700 <= median.ours && median.ours <= 900), 12, NULL),
            "%s: median%s", method_name[m], m == WINDOWS_KHZ ? ", 700 to 900" : "");
        if (m == WINDOWS_HZ)
            experiment_add(run,
                           experiment_finding(experiment_claim(experiment_value(tens), 1, tens), 12,
                                              "its 50 windows last 10 ms, not 1.28 ms as fio's"),
                           "   several tens: its interval within 20 to 99 (1: yes)");
        experiment_add(run, experiment_value(e->size[m][e->runs - 1]), "%s: largest", method_name[m]);
        struct experiment_row row = experiment_share(e->good[m], e->runs);
        experiment_add(run, m == QUIET ? experiment_check(row, row.ours >= CONFIDENCE) : row, "%s: at most %.0f, share",
                       method_name[m], AIM);
        if (m == WINDOWS_KHZ)
            continue;
        row = experiment_share(e->in[m], e->runs);
        const bool holds = m == HULL ? e->in[m] == e->runs : row.low <= CONFIDENCE && CONFIDENCE <= row.high;
        experiment_add(run, m == WINDOWS_HZ ? row : experiment_check(row, holds), "%s: %s, share", method_name[m],
                       m == HULL ? "bounds hold" : "95 % interval holds");
    }
}

void tsc_calibrate_simulated(struct experiment_run *run, uint64_t *random)
{
    static struct errors e;
    static struct measure_bracket bracket[2 * ENDS];
    const uint64_t runs = run->quick ? RUNS_QUICK : RUNS;
    for (size_t l = 0; l < sizeof loads / sizeof loads[0]; l++) {
        char title[96];
        struct simulated s = {.load = &loads[l], .random = random};
        const struct measure_clock reference = {"reference", read_reference, &s, NS, 64, 0};
        const struct measure_clock clock = {"tsc", read_clock, &s, TRUE_HZ, 64, 0};
        (void)snprintf(title, sizeof title, "Error of the rate after 64 ms, %s machine, simulated, ns a second",
                       loads[l].title);
        experiment_section(run, title);
        memset(&e, 0, sizeof e);
        while (e.runs < runs && experiment_goes_on(run, (double)e.runs, (double)runs)) {
            struct measure_rate rate[METHODS] = {{0}};
            s.now = NS * random_uniform(random);
            (void)by_windows(&s, rate);
            measure_take_brackets(&reference, &clock, bracket, ENDS);
            run_for(&s, SPAN_NS);
            measure_take_brackets(&reference, &clock, bracket + ENDS, ENDS);
            (void)by_ends(bracket, 2 * (size_t)ENDS, rate);
            add_run(&e, rate);
        }
        if (run->stopped)
            return;
        report_errors(run, &e);
    }
}
