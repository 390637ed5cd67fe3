/* SPDX-License-Identifier: MIT */
#include "measuring.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lines.h"
#include "cli/memory.h"
#include "cli/random.h"
#include "cli/seconds.h"

#define WAIT_TICK_S 100e-9 /* with slower clocks each run starts at a random phase of the tick */
#define LEVEL 0.001        /* of the test for independence: chance of a false alarm */
#define PROGRESS_S 0.25
#define EMPTY_RUNS 1000
#define INTERRUPTED 10 /* times the median: more than reading the clock */

const double measuring_q[MEASURING_QUANTILES] = {0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999};

double measuring_wait_s(double tick_s)
{
    return tick_s < WAIT_TICK_S ? 0 : tick_s;
}

/* Lets up to one tick go by, so that no run follows the clock's step. */
static void wait_random(const struct measuring *m, uint64_t *state)
{
    if (measuring_wait_s(m->tick_s) == 0)
        return;
    double until = seconds_now() + measuring_wait_s(m->tick_s) * random_uniform(state);
    while (seconds_now() < until && !*m->stop)
        ;
}

/* What reading the clock adds to a run: runs of nothing, those that were interrupted left out. */
static double empty_run_s(const struct measure_clock *clock)
{
    static struct workload empty;
    struct error none;
    struct workload_usage usage;
    double counts[EMPTY_RUNS], sum = 0;
    size_t n = 0;
    (void)workload_find(&empty, "empty");
    for (size_t i = 0; i < EMPTY_RUNS; i++) {
        uint64_t from = clock->read(clock->context);
        (void)workload_run(&empty, &usage, &none);
        counts[i] = (double)measure_elapsed(clock, from, clock->read(clock->context));
    }
    (void)measure_sample_sort(counts, EMPTY_RUNS); /* counts are finite */
    while (n < EMPTY_RUNS && counts[n] <= INTERRUPTED * counts[EMPTY_RUNS / 2])
        sum += counts[n++];
    return sum / (double)n / clock->hz;
}

static void show_progress(const struct measuring *m, double elapsed, double *shown)
{
    if (elapsed - *shown < PROGRESS_S)
        return;
    *shown = elapsed;
    (void)fprintf(stderr, "\r%llu runs, %.0f of %.0f s ", (unsigned long long)m->runs, elapsed, m->seconds_most);
}

static bool goes_on(struct measuring *m, double elapsed)
{
    m->interrupted = *m->stop != 0;
    m->out_of_time = !m->interrupted && m->runs < m->runs_most && elapsed >= m->seconds_most;
    return !m->interrupted && !m->out_of_time && m->runs < m->runs_most;
}

static void count_run(struct measuring *m, const struct workload_usage *used)
{
    if (m->cpu_s)
        m->cpu_s[m->runs] = used->user_s + used->system_s;
    m->wall_s += (double)m->counts[m->runs++] / m->clock.hz;
    m->used.user_s += used->user_s;
    m->used.system_s += used->system_s;
    m->used.involuntary += used->involuntary;
}

/* For caches, and for a command that cannot run. */
static int warm_up(const struct measuring *m, const struct workload *w, struct error *e)
{
    struct workload_usage used;
    int status = STATUS_OK;
    for (uint64_t n = 0; n < m->warmup && status == STATUS_OK && !*m->stop; n++) {
        status = workload_run(&m->prepare, &used, e);
        status = status ? status : workload_run(w, &used, e);
    }
    return status == STATUS_BAD && *m->stop ? STATUS_OK : status; /* the command took the same Ctrl-C */
}

int measuring_run(struct measuring *m, const struct workload *w, struct error *e)
{
    const struct measure_clock *clock = &m->clock;
    uint64_t state = m->seed;
    double start = seconds_now(), shown = 0;
    bool terminal = isatty(STDERR_FILENO);
    if (m->tick_s < 10 * m->call_s) /* a longer tick does not show it */
        m->call_s = empty_run_s(clock);
    struct workload_usage used;
    int status = warm_up(m, w, e);
    m->counts = memory_new(m->runs_most, sizeof *m->counts);
    m->cpu_s = w->builtin ? NULL : memory_new(m->runs_most, sizeof *m->cpu_s);
    while (status == STATUS_OK && goes_on(m, m->elapsed_s)) {
        status = workload_run(&m->prepare, &used, e);
        wait_random(m, &state);
        uint64_t from = clock->read(clock->context);
        status = status ? status : workload_run(w, &used, e);
        uint64_t to = clock->read(clock->context);
        enum measure_verdict verdict = measure_elapsed_checked(clock, from, to, &m->counts[m->runs]);
        if (status == STATUS_BAD && *m->stop) { /* the command took the same Ctrl-C */
            m->unfinished++;
            status = STATUS_OK;
        } else if (status == STATUS_OK && verdict)
            status = error_set(e, STATUS_BAD, "clock %s, run %llu: %s", clock->name, (unsigned long long)m->runs + 1,
                               measure_verdict_text(verdict));
        else if (status == STATUS_OK)
            count_run(m, &used);
        m->elapsed_s = seconds_now() - start;
        if (terminal)
            show_progress(m, m->elapsed_s, &shown);
    }
    if (terminal && shown > 0)
        (void)fprintf(stderr, "\r%40s\r", "");
    return status;
}

static int take_duration(const struct lines *lines, uint64_t *value, struct error *e)
{
    char *end;
    errno = 0;
    const double real = strtod(lines->text, &end);
    if (*end || errno || !isfinite(real) || real < 0 || real > 0x1p53 || real != floor(real))
        return error_set(e, STATUS_INPUT, "%s:%lu: '%s', expected a whole number of nanoseconds from 0 to 2^53",
                         lines->file, lines->number, lines->text);
    *value = (uint64_t)real;
    return STATUS_OK;
}

static int load_lines(struct measuring *m, struct lines *lines, struct error *e)
{
    size_t room = 0;
    for (;;) {
        uint64_t value = 0;
        int status = lines_next(lines, e);
        if (status || !lines->text)
            return status;
        status = take_duration(lines, &value, e);
        if (status)
            return status;
        if (m->runs == room)
            m->counts = memory_grow(m->counts, &room, 1024, sizeof *m->counts);
        m->counts[m->runs++] = value;
    }
}

int measuring_load(struct measuring *m, const char *file, struct error *e)
{
    struct lines lines;
    int status = lines_open(&lines, file, e);
    if (status)
        return status;
    status = load_lines(m, &lines, e);
    lines_close(&lines);
    if (status == STATUS_OK && m->runs == 0)
        return error_set(e, STATUS_INPUT, "%s: no durations, expected nanoseconds, one a line", lines.file);
    return status;
}

/* The tally sees what a slow clock hides: counts that are all alike, too few of one kind, or in step with the runs. */
static enum measure_verdict check_counts(const struct measuring *m)
{
    struct measure_estimate plain;
    struct measure_independence independence;
    enum measure_verdict verdict = measure_tally_estimate(&m->tally, m->tick_s, m->confidence, &plain);
    if (verdict == MEASURE_OK && m->slow &&
        measure_tally_independence(&m->tally, LEVEL, &independence) == MEASURE_SYNCHRONOUS)
        verdict = MEASURE_SYNCHRONOUS;
    return verdict;
}

double measuring_ticks(const struct measuring *m, uint64_t run)
{
    return round((double)m->counts[run] / (m->tick_s * m->clock.hz));
}

static void take_values(struct measuring *m)
{
    double *const value_s = (void *)m->counts; /* in their place: there may be many */
    for (uint64_t i = 0; i < m->runs; i++) {
        const double ticks = measuring_ticks(m, i);
        measure_tally_add(&m->tally, (uint64_t)ticks);
        value_s[i] = ticks * m->tick_s;
    }
    m->counts = NULL;
    m->value_s = value_s;
    if (measure_series_make(&m->series, m->value_s, m->runs) == MEASURE_MEMORY) /* whole numbers of ticks are finite */
        memory_gone();
}

static void evaluate_cpu(struct measuring *m)
{
    struct measure_series series = {0};
    m->cpu_verdict = measure_series_make(&series, m->cpu_s, m->runs);
    if (m->cpu_verdict == MEASURE_MEMORY)
        memory_gone();
    m->cpu_verdict = measure_series_mean(&series, m->confidence, &m->cpu_mean);
    measure_series_free(&series);
}

void measuring_evaluate(struct measuring *m)
{
    take_values(m);
    m->cpu_verdict = MEASURE_FEW;
    if (m->cpu_s)
        evaluate_cpu(m);
    m->slow = m->series.sorted[m->runs / 2] < 1.5 * m->tick_s;
    if (!m->slow && m->runs >= MEASURE_MEAN_LEAST) /* of fewer the blocks show their own spread */
        (void)measure_series_blocks(&m->series, measuring_q[MEASURING_MEDIAN], &m->moved_low_s, &m->moved_high_s);
    m->mean_verdict = check_counts(m);
    if (m->mean_verdict == MEASURE_OK)
        m->mean_verdict = measure_series_mean(&m->series, m->confidence, &m->mean);
    m->outlier_verdict =
        m->slow ? MEASURE_FEW : measure_sample_outliers(m->series.sorted, m->runs, m->tick_s, &m->outliers);
    for (size_t q = 0; q < MEASURING_QUANTILES; q++)
        m->quantile_verdict[q] =
            m->slow ? MEASURE_FEW : measure_series_quantile(&m->series, measuring_q[q], m->confidence, &m->quantile[q]);
    m->few = !m->slow && m->runs < MEASURE_QUANTILE_LEAST;
    if (m->few)
        m->quantile_verdict[MEASURING_MEDIAN] = measure_sample_quantile(
            m->series.sorted, m->runs, measuring_q[MEASURING_MEDIAN], m->confidence, &m->quantile[MEASURING_MEDIAN]);
}

bool measuring_precise(const struct measuring *m)
{
    return m->mean_verdict == MEASURE_OK && m->mean.high - m->mean.low <= 2 * m->precision * m->mean.mean &&
           m->moved_high_s - m->moved_low_s <= 2 * m->precision * m->mean.mean;
}

double measuring_deviation_s(const struct measuring *m)
{
    return m->runs > 1 ? sqrt(measure_tally_variance(&m->tally)) * m->tick_s : 0;
}

bool measuring_says(const struct measuring *m)
{
    bool any = m->mean_verdict == MEASURE_OK || m->moved_high_s > 0;
    for (size_t q = 0; q < MEASURING_QUANTILES; q++)
        any = any || m->quantile_verdict[q] == MEASURE_OK;
    return any;
}

void measuring_free(struct measuring *m)
{
    free(m->counts);
    free(m->cpu_s);
    free(m->value_s);
    workload_free(&m->prepare);
    measure_series_free(&m->series);
}
