/* SPDX-License-Identifier: MIT */
#include "calling.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/columns.h"
#include "cli/interrupt.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "cli/seconds.h"
#include "fit_print.h"
#include "measuring_export.h"

#define NS 1e9
#define SINGLE 21 /* calls timed one by one, to see how long they are */
#define DIGITS 4
#define SHARE_S 0.05 /* for the runs of a process, if there is so much */

static void repeat(void *context, uint64_t n)
{
    const struct workload *work = context;
    for (; n; n--)
        work->builtin();
}

bool calling_is_needed(const struct measuring *m, const struct workload *work)
{
    double single_s[SINGLE];
    if (!work->builtin || measuring_wait_s(m->tick_s) > 0)
        return false;
    for (size_t i = 0; i < SINGLE; i++) {
        const uint64_t from = m->clock.read(m->clock.context);
        work->builtin();
        single_s[i] = (double)measure_elapsed(&m->clock, from, m->clock.read(m->clock.context)) / m->clock.hz;
    }
    (void)measure_sample_sort(single_s, SINGLE); /* times are finite */
    return single_s[SINGLE / 2] < m->single_s;
}

/* ---- Runs */

static void add_run(struct calling *c, double n, double t_ns)
{
    struct fit_table *all = &c->table;
    if (all->points == c->room) {
        size_t same = c->room;
        all->n = memory_grow(all->n, &same, MEASURE_CALLS_RUNS, sizeof *all->n);
        all->t = memory_grow(all->t, &c->room, MEASURE_CALLS_RUNS, sizeof *all->t);
    }
    all->n[all->points] = n;
    all->t[all->points++] = t_ns;
    c->least_n = all->points > 1 ? fmin(c->least_n, n) : n;
    c->most_n = fmax(c->most_n, n);
}

/* In this process the interval is that of the line. */
static int call_here(struct calling *c, struct error *e)
{
    static struct measure_calls_result r;
    const struct measuring *m = c->measuring;
    struct workload work = *c->work;
    const enum measure_verdict verdict =
        measure_calls(&m->clock, m->tick_s, repeat, &work, m->seconds_most, m->confidence, &r);
    if (verdict)
        return error_set(e, STATUS_BAD, "%s: %s%s", work.name, measure_verdict_text(verdict),
                         verdict == MEASURE_FEW ? "; allow more --seconds, or fewer --processes" : "");
    for (size_t i = 0; i < r.runs; i++)
        add_run(c, r.n[i], r.t_s[i] * NS);
    c->done = 1;
    c->range = r.range;
    c->cost = (struct measure_quantile){r.cost_s, r.low_s, r.high_s};
    c->moved_low_s = r.moved_low_s;
    c->moved_high_s = r.moved_high_s;
    return STATUS_OK;
}

/* In a process of its own, which writes its runs into a pipe: it holds MEASURE_CALLS_RUNS short lines. */
static int call_elsewhere(struct calling *c, double seconds, double *cost_s, struct error *e)
{
    const struct measuring *m = c->measuring;
    struct workload process;
    struct workload_usage used;
    struct fit_table table = {0};
    struct measure_fit_result fit;
    char line[200], from[32];
    int end[2];
    if (pipe(end))
        return error_set(e, STATUS_SYSTEM, "cannot make a pipe");
    (void)snprintf(from, sizeof from, "/dev/fd/%d", end[0]);
    (void)snprintf(line, sizeof line,
                   "/proc/self/exe measure --builtin %s --processes 1 --clock %s --seconds %.15fs --raw /dev/fd/%d",
                   c->work->name, m->clock.name, seconds, end[1]);
    int status = workload_command(&process, line, NULL, e);
    process.name = c->work->name;
    if (status == STATUS_OK)
        status = workload_run(&process, &used, e);
    (void)close(end[1]);
    if (status == STATUS_OK)
        status = fit_table_load(&table, from, e);
    (void)close(end[0]);
    if (status == STATUS_OK && measure_fit(table.n, table.t, table.points, m->tick_s * NS, m->confidence, &fit))
        status = error_set(e, STATUS_BAD, "%s: a process measured nothing", c->work->name);
    for (size_t i = 0; i < table.points && status == STATUS_OK; i++)
        add_run(c, table.n[i], table.t[i]);
    *cost_s = status ? NAN : measure_fit_typical(&fit) / NS;
    fit_table_free(&table);
    workload_free(&process);
    return status;
}

/* Runs the processes one after another and takes the median of their costs. Too few processes have no interval: then
 * the result is the range of their costs. */
static int call_in_processes(struct calling *c, struct error *e)
{
    double *cost_s = memory_new(c->processes, sizeof *cost_s), start_s = 0;
    const double equal_s = c->measuring->seconds_most / (double)c->processes, from = seconds_now();
    struct output pipe;
    int status = output_open(&pipe, "/dev/null", e); /* where nothing can be written, no process can */
    (void)output_close(&pipe, STATUS_BAD, e);
    for (; c->done < c->processes && !*c->measuring->stop && status == STATUS_OK; c->done += status == STATUS_OK) {
        const double now = seconds_now(), left_s = c->measuring->seconds_most - (now - from);
        const double share_s = fmax(left_s / (double)(c->processes - c->done) - start_s, fmin(SHARE_S, equal_s));
        status = call_elsewhere(c, share_s, &cost_s[c->done], e);
        start_s = fmax(0, seconds_now() - now - share_s);
    }
    if (*c->measuring->stop) /* the process took the same Ctrl-C */
        status = c->done ? STATUS_OK : error_set(e, STATUS_BAD, "ended before the first process");
    if (status == STATUS_OK && measure_sample_sort(cost_s, c->done))
        status = error_set(e, STATUS_BAD, "%s: %s", c->work->name, measure_verdict_text(MEASURE_UNSTEADY));
    if (status == STATUS_OK) {
        c->moved_low_s = cost_s[0];
        c->moved_high_s = cost_s[c->done - 1];
        c->cost = (struct measure_quantile){cost_s[(c->done - 1) / 2], c->moved_low_s, c->moved_high_s};
        c->range = measure_sample_quantile(cost_s, c->done, 0.5, c->measuring->confidence, &c->cost);
    }
    free(cost_s);
    return status;
}

int calling_run(struct calling *c, struct error *e)
{
    struct measuring *m = c->measuring;
    const double start = seconds_now();
    interrupt_watch();
    const int status = c->processes > 1 ? call_in_processes(c, e) : call_here(c, e);
    interrupt_leave();
    m->runs = c->table.points;
    m->interrupted = c->done < c->processes;
    m->elapsed_s = seconds_now() - start;
    return status;
}

/* ---- Results */

/* The interval of the processes' median contains their differences. That of one line may not contain the host's
 * changes. */
static bool is_precise(const struct calling *c)
{
    const double most = 2 * c->measuring->precision * c->cost.value;
    return !c->range && c->cost.high - c->cost.low <= most &&
           (c->processes > 1 || c->moved_high_s - c->moved_low_s <= most);
}

static void print_range(const struct calling *c, const char *label, double low_s, double high_s, const char *what)
{
    struct seconds_row row;
    seconds_row(&row, c->cost.value, low_s, high_s, fmax((high_s - low_s) / 2, c->cost.value * 1e-6));
    wrap_row(label, "%s to %s%s", row.low, row.high, what);
}

void calling_print(const struct calling *c)
{
    char tick[40], what[160];
    const struct measuring *m = c->measuring;
    const char *parts = c->processes > 1 ? " in the processes" : " in 20 parts of the runs, in their order";
    wrap_print(
        0,
        "%s: %" PRIu64 " runs of %.0f to %.0f calls in %" PRIu64 " process%s and %.2f s, clock %s with a tick of %s%s",
        c->work->name, m->runs, c->least_n, c->most_n, c->done, c->done == 1 ? "" : "es", m->elapsed_s, m->clock.name,
        seconds_text(tick, sizeof tick, m->tick_s, DIGITS), m->interrupted ? "; ended by Ctrl-C" : "");
    (void)snprintf(what, sizeof what, " a call: %g %% interval%s%s", 100 * m->confidence,
                   c->processes > 1 ? " of the processes' median" : "",
                   is_precise(c)      ? ""
                   : c->processes > 1 ? ", wider than --precision"
                                      : "; it is wider than --precision, or the cost changed more");
    if (c->range)
        (void)snprintf(what, sizeof what, " a call%s; no interval: %s", parts, measure_verdict_text(c->range));
    print_range(c, is_precise(c) ? "cost" : "range", c->cost.low, c->cost.high, what);
    if (!c->range)
        print_range(c, "costs", c->moved_low_s, c->moved_high_s, parts);
}

void calling_json(cJSON *all, const struct calling *c)
{
    const struct {
        const char *name;
        double value;
    } figure[] = {
        {"processes", (double)c->done},  {"calls_least", c->least_n},
        {"calls_most", c->most_n},       {"cost_s", c->cost.value},
        {"low_s", c->cost.low},          {"high_s", c->cost.high},
        {"moved_low_s", c->moved_low_s}, {"moved_high_s", c->moved_high_s},
    };
    cJSON *one = cJSON_CreateObject();
    cJSON_AddItemToArray(measuring_json_runs(all, c->measuring), one);
    cJSON_AddStringToObject(one, "command", c->work->name);
    for (size_t n = 0; n < sizeof figure / sizeof figure[0]; n++)
        cJSON_AddNumberToObject(one, figure[n].name, figure[n].value);
    cJSON_AddBoolToObject(one, "precise", is_precise(c));
    if (c->range)
        cJSON_AddStringToObject(one, "interval_refused", measure_verdict_text(c->range));
}

void calling_raw(FILE *f, const struct calling *c)
{
    for (size_t i = 0; i < c->table.points; i++)
        (void)fprintf(f, "%.0f %.10g\n", c->table.n[i], c->table.t[i]);
}

int calling_svg(const struct calling *c, const char *file, bool *drawn, struct error *e)
{
    const struct measuring *m = c->measuring;
    struct fit_result r = {&c->table, .confidence = m->confidence, .tick = m->tick_s * NS, .tick_given = true};
    (void)measure_fit(c->table.n, c->table.t, c->table.points, r.tick, m->confidence, &r.fit); /* as of each process */
    return fit_plot(&r, file, drawn, e);
}

void calling_free(struct calling *c)
{
    fit_table_free(&c->table);
}
