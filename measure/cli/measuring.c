/* SPDX-License-Identifier: MIT */
#include "measuring.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lines.h"
#include "cli/memory.h"
#include "cli/progress.h"
#include "cli/random.h"
#include "cli/seconds.h"

#define WAIT_TICK_S 100e-9 /* with slower clocks each run starts at a random phase of the tick */
#define LEVEL 0.001        /* of the test for independence: chance of a false alarm */
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

/* ---- Ratios */

static bool is_precise(const struct measuring *m, const struct measuring_ratio *ratio)
{
    const struct measure_ratio_result *r = &ratio->of;
    return ratio->verdict == MEASURE_OK && r->high - r->low <= 2 * m->precision * r->ratio;
}

static bool says(const struct measuring *m, const struct measuring_ratio *ratio)
{
    const struct measure_ratio_result *r = &ratio->of;
    return ratio->verdict == MEASURE_OK && (r->low > 1 || r->high < 1 || is_precise(m, ratio));
}

bool measuring_differ(const struct measuring *m, const struct measured *k)
{
    return says(m, &k->cpu_ratio) || says(m, &k->wall_ratio);
}

static void take_ratio(struct measuring_ratio *ratio, const double *a, const double *b, const struct measuring *m,
                       bool last)
{
    ratio->verdict = measure_ratio(a, b, m->runs, m->runs_most, last, m->confidence, &ratio->of);
}

static void look(struct measuring *m, bool last)
{
    const struct measured *first = m->command[0];
    bool wall = true, cpu = true;
    for (size_t i = 1; i < m->commands; i++) {
        struct measured *k = m->command[i];
        take_ratio(&k->wall_ratio, first->counts, k->counts, m, last);
        take_ratio(&k->cpu_ratio, first->cpu_s, k->cpu_s, m, last);
        wall = wall && is_precise(m, &k->wall_ratio);
        cpu = cpu && is_precise(m, &k->cpu_ratio);
    }
    m->precise = wall || cpu;
}

/* ---- Runs */

static void shuffle(unsigned char *order, size_t count, uint64_t *state)
{
    for (size_t i = 0; i < count; i++)
        order[i] = (unsigned char)i;
    for (size_t i = count; i > 1; i--) {
        const size_t j = random_below(state, i);
        const unsigned char other = order[j];
        order[j] = order[i - 1];
        order[i - 1] = other;
    }
}

/* Into place m->runs of the command's lists. */
static int run_one(struct measuring *m, struct measured *k, uint64_t *state, struct error *e)
{
    const struct measure_clock *clock = &m->clock;
    struct workload_usage used;
    uint64_t count = 0;
    int status = workload_run(&k->hook[MEASURING_PREPARE], &used, e);
    if (status)
        return status;
    wait_random(m, state);
    const uint64_t from = clock->read(clock->context);
    status = workload_run(&k->work, &used, e);
    const uint64_t to = clock->read(clock->context);
    const enum measure_verdict verdict = measure_elapsed_checked(clock, from, to, &count);
    if (status == STATUS_BAD && m->ignore_failure && !*m->stop)
        status = STATUS_OK;
    if (status == STATUS_BAD)
        (void)strncat(e->text, "; --ignore-failure takes such runs", sizeof e->text - strlen(e->text) - 1);
    if (status == STATUS_OK && verdict)
        return error_set(e, STATUS_BAD, "clock %s, run %llu: %s", clock->name, (unsigned long long)m->runs + 1,
                         measure_verdict_text(verdict));
    k->counts[m->runs] = (double)count;
    if (k->used) {
        k->used[m->runs] = used;
        k->cpu_s[m->runs] = used.user_s + used.system_s;
    }
    return status;
}

static int run_hooks(struct measuring *m, enum measuring_hook which, struct error *e)
{
    struct workload_usage used;
    int status = STATUS_OK;
    for (size_t i = 0; i < m->commands && status == STATUS_OK; i++)
        status = workload_run(&m->command[i]->hook[which], &used, e);
    return status;
}

static int run_round(struct measuring *m, uint64_t *state, struct error *e)
{
    unsigned char *order = m->order + m->runs * m->commands;
    int status = STATUS_OK;
    m->unfinished = false;
    shuffle(order, m->commands, state);
    for (size_t i = 0; i < m->commands && !m->unfinished && status == STATUS_OK; i++) {
        status = run_one(m, m->command[order[i]], state, e);
        m->unfinished = *m->stop && (status == STATUS_BAD || i + 1 < m->commands);
    }
    return m->unfinished ? STATUS_OK : status; /* the command took the same Ctrl-C */
}

static bool goes_on(struct measuring *m)
{
    const bool more = !m->precise && m->runs < m->runs_most;
    m->interrupted = *m->stop != 0;
    m->out_of_time = !m->interrupted && more && m->runs >= m->runs_least && m->elapsed_s >= m->seconds_most;
    return !m->interrupted && !m->out_of_time && more;
}

static void make_room(struct measuring *m)
{
    m->order = memory_new(m->runs_most, m->commands);
    for (size_t i = 0; i < m->commands; i++) {
        struct measured *k = m->command[i];
        k->counts = memory_new(m->runs_most, sizeof *k->counts);
        if (k->work.builtin)
            continue;
        k->cpu_s = memory_new(m->runs_most, sizeof *k->cpu_s);
        k->used = memory_new(m->runs_most, sizeof *k->used);
    }
}

/* Until one of the bounds is reached. */
static int run_rounds(struct measuring *m, struct error *e)
{
    uint64_t state = m->seed;
    struct progress progress = {0};
    int status = STATUS_OK;
    for (uint64_t n = 0; n < m->warmup && status == STATUS_OK && !*m->stop; n++) {
        progress_show(&progress, "warm-up");
        status = run_round(m, &state, e); /* for caches, and for a command that cannot run */
    }
    m->unfinished = false;
    const double start = seconds_now();
    while (status == STATUS_OK && goes_on(m)) {
        progress_show(&progress, "%llu runs, %.0f of %.0f s", (unsigned long long)m->runs, m->elapsed_s,
                      m->seconds_most);
        status = run_round(m, &state, e);
        m->elapsed_s = seconds_now() - start;
        if (status || m->unfinished)
            continue;
        m->runs++;
        if (m->commands > 1 && measure_ratio_looks(m->runs, m->runs_most))
            look(m, false);
    }
    progress_end(&progress);
    return status;
}

int measuring_run(struct measuring *m, struct error *e)
{
    struct error later;
    if (m->tick_s < 10 * m->call_s) /* a longer tick does not show it */
        m->call_s = empty_run_s(&m->clock);
    make_room(m);
    int status = run_hooks(m, MEASURING_SETUP, e);
    if (status == STATUS_OK)
        status = run_rounds(m, e);
    if (m->commands > 1 && !m->precise && m->runs)
        look(m, true);
    const int cleaned = run_hooks(m, MEASURING_CLEANUP, &later);
    if (status == STATUS_OK && cleaned) {
        *e = later;
        status = cleaned;
    }
    m->failed = m->runs > 0 ? status : STATUS_OK;
    if (!m->failed)
        return status;
    m->failure = *e;
    return STATUS_OK;
}

/* ---- A file */

/* Which command a row of --raw is of, from what follows its duration; 0: it is no such row. */
static unsigned long command_of(const char *rest)
{
    char turn[21], command[11], user[32], system[32], lost[21];
    int used = 0;
    return sscanf(rest, ",%20[0-9],%10[0-9],%31[0-9.],%31[0-9.],%20[0-9]%n", turn, command, user, system, lost,
                  &used) == 5 &&
                   !rest[used]
               ? strtoul(command, NULL, 10)
               : 0;
}

static int take_duration(const struct lines *lines, double *value, unsigned long *command, struct error *e)
{
    char *end;
    errno = 0;
    const double real = strtod(lines->text, &end);
    const unsigned long of = *end ? command_of(end) : 1;
    if (of == 0 || errno || !isfinite(real) || real < 0 || real > 0x1p53 || real != floor(real))
        return error_set(e, STATUS_INPUT, "%s:%lu: '%s', expected a whole number of nanoseconds from 0 to 2^53",
                         lines->file, lines->number, lines->text);
    if (*command && of != *command)
        return error_set(e, STATUS_INPUT, "%s:%lu: a run of command %lu, expected those of one", lines->file,
                         lines->number, of);
    *command = of;
    *value = real;
    return STATUS_OK;
}

static int load_lines(struct measuring *m, struct lines *lines, struct error *e)
{
    struct measured *k = m->command[0];
    unsigned long command = 0;
    size_t room = 0;
    for (;;) {
        double value = 0;
        int status = lines_next(lines, e);
        if (status || !lines->text)
            return status;
        status = take_duration(lines, &value, &command, e);
        if (status)
            return status;
        if (m->runs == room)
            k->counts = memory_grow(k->counts, &room, 1024, sizeof *k->counts);
        k->counts[m->runs++] = value;
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

/* ---- Results */

/* The tally sees what a slow clock hides: counts that are all alike, too few of one kind, or in step with the runs. */
static enum measure_verdict check_counts(const struct measuring *m, const struct measured *k)
{
    struct measure_estimate plain;
    struct measure_independence independence;
    enum measure_verdict verdict = measure_tally_estimate(&k->tally, m->tick_s, m->confidence, &plain);
    if (verdict == MEASURE_OK && k->slow &&
        measure_tally_independence(&k->tally, LEVEL, &independence) == MEASURE_SYNCHRONOUS)
        verdict = MEASURE_SYNCHRONOUS;
    return verdict;
}

double measuring_ticks(const struct measuring *m, const struct measured *k, uint64_t run)
{
    return round(k->counts[run] / (m->tick_s * m->clock.hz));
}

static void take_values(const struct measuring *m, struct measured *k)
{
    k->value_s = k->counts; /* in their place: there may be many */
    for (uint64_t i = 0; i < m->runs; i++) {
        const double ticks = measuring_ticks(m, k, i);
        k->wall_s += k->counts[i] / m->clock.hz;
        measure_tally_add(&k->tally, (uint64_t)ticks);
        k->value_s[i] = ticks * m->tick_s;
    }
    k->counts = NULL;
    if (measure_series_make(&k->series, k->value_s, m->runs) == MEASURE_MEMORY) /* whole numbers of ticks are finite */
        memory_gone();
    k->median_s = k->series.sorted[(m->runs - 1) / 2];
    k->deviation_s = m->runs > 1 ? sqrt(measure_tally_variance(&k->tally)) * m->tick_s : 0;
}

static void evaluate_cpu(const struct measuring *m, struct measured *k)
{
    struct measure_series series = {0};
    struct workload_usage sum = {0};
    for (uint64_t i = 0; i < m->runs; i++) {
        sum.user_s += k->used[i].user_s;
        sum.system_s += k->used[i].system_s;
        sum.involuntary += k->used[i].involuntary;
        k->failed += k->used[i].failed;
    }
    const double runs = (double)m->runs;
    k->mean = (struct workload_usage){sum.user_s / runs, sum.system_s / runs, sum.involuntary / runs, false};
    if (measure_series_make(&series, k->cpu_s, m->runs) == MEASURE_MEMORY)
        memory_gone();
    k->cpu_verdict = measure_series_mean(&series, m->confidence, &k->cpu);
    if (k->cpu_verdict)
        k->cpu.mean = k->mean.user_s + k->mean.system_s;
    measure_series_free(&series);
}

static void evaluate(const struct measuring *m, struct measured *k)
{
    take_values(m, k);
    k->cpu_verdict = MEASURE_FEW;
    if (k->used)
        evaluate_cpu(m, k);
    k->slow = k->series.sorted[m->runs / 2] < 1.5 * m->tick_s;
    if (!k->slow && m->runs >= MEASURE_MEAN_LEAST) /* of fewer the blocks show their own spread */
        (void)measure_series_blocks(&k->series, measuring_q[MEASURING_MEDIAN], &k->moved_low_s, &k->moved_high_s);
    k->wall_verdict = check_counts(m, k);
    if (k->wall_verdict == MEASURE_OK)
        k->wall_verdict = measure_series_mean(&k->series, m->confidence, &k->wall);
    if (k->wall_verdict)
        k->wall.mean = k->wall_s / (double)m->runs;
    k->wall.worth = fmax(1, floor(k->wall.worth));
    k->outlier_verdict =
        k->slow ? MEASURE_FEW : measure_sample_outliers(k->series.sorted, m->runs, m->tick_s, &k->outliers);
    for (size_t q = 0; q < MEASURING_QUANTILES; q++)
        k->quantile_verdict[q] =
            k->slow ? MEASURE_FEW : measure_series_quantile(&k->series, measuring_q[q], m->confidence, &k->quantile[q]);
    struct measure_quantile plain;
    k->range = m->runs < MEASURE_QUANTILE_LEAST && !k->quantile_verdict[MEASURING_MEDIAN] &&
               !measure_sample_quantile(k->series.sorted, m->runs, 0.5, m->confidence, &plain) &&
               k->quantile[MEASURING_MEDIAN].low < plain.low;
}

void measuring_evaluate(struct measuring *m)
{
    for (size_t i = 0; i < m->commands; i++)
        evaluate(m, m->command[i]);
    m->command[0]->cpu_ratio.of = m->command[0]->wall_ratio.of = (struct measure_ratio_result){1, 1, 1};
}

bool measuring_precise(const struct measuring *m, const struct measured *k)
{
    const double most = 2 * m->precision * k->wall.mean;
    return k->wall_verdict == MEASURE_OK && k->wall.high - k->wall.low <= most &&
           k->moved_high_s - k->moved_low_s <= most;
}

bool measuring_says(const struct measured *k)
{
    bool any = k->wall_verdict == MEASURE_OK || k->moved_high_s > 0;
    for (size_t q = 0; q < MEASURING_QUANTILES; q++)
        any = any || k->quantile_verdict[q] == MEASURE_OK;
    return any;
}

struct measured *measuring_add(struct measuring *m)
{
    return m->command[m->commands++] = memory_new(1, sizeof *m->command[0]);
}

void measuring_free(struct measuring *m)
{
    for (size_t i = 0; i < m->commands; i++) {
        struct measured *k = m->command[i];
        workload_free(&k->work);
        for (size_t n = 0; n < MEASURING_HOOKS; n++)
            workload_free(&k->hook[n]);
        free(k->counts);
        free(k->cpu_s);
        free(k->used);
        free(k->value_s);
        measure_series_free(&k->series);
        free(k);
    }
    free(m->order);
}
