/* SPDX-License-Identifier: MIT */
#include "promise.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/seconds.h"
#include "host_clock.h"

#define STEPS 40
#define CALLS 20000
#define TWICE 2
#define DIGITS 3

/* ---- Advice */

static bool better(const struct measure_advice *a, const struct measure_advice *b)
{
    if (a->reached != b->reached)
        return a->reached;
    return a->reached ? TWICE * a->seconds < b->seconds : TWICE * a->half_width_s < b->half_width_s;
}

/* What a clock reaches with no more runs than `tmr0-measure measure` takes. */
static enum measure_verdict advise(struct measure_advice *advice, const struct host_clock *h, const struct promise *p)
{
    const struct measure_way way = {.tick_s = h->tick_s,
                                    .call_s = h->call_s,
                                    .wait_s = measuring_wait_s(h->tick_s) / 2,
                                    .repeats = 1,
                                    .duration_s = p->duration_s,
                                    .deviation_s = p->deviation_s};
    enum measure_verdict verdict = measure_advise_series(advice, &way, p->confidence, p->wanted_s, p->budget_s);
    if (verdict == MEASURE_OK && advice->n > MEASURING_RUNS_MOST)
        verdict = measure_advise_series(advice, &way, p->confidence, p->wanted_s,
                                        advice->seconds * (MEASURING_RUNS_MOST / (double)advice->n));
    return verdict;
}

enum measure_verdict promise_make(struct promise *p)
{
    struct measure_advice best = {0};
    const char *name;
    for (size_t n = 0; (name = measure_host_clock_name(n)); n++) {
        struct host_clock h;
        struct measure_advice advice;
        if (measure_host_clock(name, &h.clock))
            continue;
        host_clock_look(&h, STEPS, CALLS, p->confidence);
        if (h.verdict || advise(&advice, &h, p) || !isfinite(advice.half_width_s))
            continue;
        if (best.n && !better(&advice, &best))
            continue;
        best = advice;
        (void)snprintf(p->clock, sizeof p->clock, "%s", name);
        p->tick_s = h.tick_s;
        p->call_s = h.call_s;
    }
    if (best.n == 0)
        return MEASURE_FEW;
    p->n = best.n;
    p->seconds = best.seconds;
    p->half_width_s = best.reached ? p->wanted_s : best.half_width_s;
    p->reached = best.reached;
    return MEASURE_OK;
}

void promise_print(const struct promise *p)
{
    char seconds[40], budget[40], half[40], missed[80] = "";
    if (!p->reached) {
        char wanted[40];
        (void)snprintf(missed, sizeof missed, ", not to the +- %s asked for",
                       seconds_text(wanted, sizeof wanted, p->wanted_s, DIGITS));
    }
    wrap_print(0,
               "Time %" PRIu64
               " runs one by one with clock %s, %s of the %s: the mean is then known to +- %s at %g %%%s, "
               "if runs deviate by %g %% or less.",
               p->n, p->clock, seconds_text(seconds, sizeof seconds, p->seconds, DIGITS),
               seconds_text(budget, sizeof budget, p->budget_s, DIGITS),
               seconds_text(half, sizeof half, p->half_width_s, DIGITS), 100 * p->confidence, missed,
               100 * p->deviation_s / p->duration_s);
}

void promise_json(cJSON *all, const struct promise *p)
{
    cJSON_AddStringToObject(all, "clock", p->clock);
    cJSON_AddNumberToObject(all, "tick_s", p->tick_s);
    cJSON_AddNumberToObject(all, "call_s", p->call_s);
    output_json_count(all, "n", p->n);
    cJSON_AddNumberToObject(all, "seconds", p->seconds);
    cJSON_AddNumberToObject(all, "half_width_s", p->half_width_s);
    cJSON_AddBoolToObject(all, "reached", p->reached);
    cJSON_AddNumberToObject(all, "duration_s", p->duration_s);
    cJSON_AddNumberToObject(all, "deviation_s", p->deviation_s);
    cJSON_AddNumberToObject(all, "confidence", p->confidence);
    cJSON_AddNumberToObject(all, "budget_s", p->budget_s);
}

/* ---- The promise */

static int read_fields(struct promise *p, const cJSON *tree, const char *file, struct error *e)
{
    const struct {
        const char *name;
        double *to, most;
    } field[] = {
        {"tick_s", &p->tick_s, 1e9},
        {"duration_s", &p->duration_s, 1e9},
        {"half_width_s", &p->half_width_s, 1e9},
        {"deviation_s", &p->deviation_s, 1e9},
        {"confidence", &p->confidence, 1},
        {"budget_s", &p->budget_s, 1e9},
    };
    const char *clock = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree, "clock"));
    const double n = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(tree, "n"));
    if (!clock || strlen(clock) >= sizeof p->clock)
        return error_set(e, STATUS_INPUT, "%s: no \"clock\", expected the JSON of tmr0-measure plan --advise", file);
    (void)snprintf(p->clock, sizeof p->clock, "%s", clock);
    if (!(n >= 1 && n <= MEASURING_RUNS_MOST && n == floor(n)))
        return error_set(e, STATUS_INPUT, "%s: \"n\", expected a whole number 1..%d", file, MEASURING_RUNS_MOST);
    p->n = (uint64_t)n;
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(tree, field[i].name);
        if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble < field[i].most))
            return error_set(e, STATUS_INPUT, "%s: \"%s\", expected a number of 0 or more below %g", file,
                             field[i].name, field[i].most);
        *field[i].to = item->valuedouble;
    }
    if (p->half_width_s > 0 && p->confidence > 0 && p->budget_s > 0)
        return STATUS_OK;
    return error_set(e, STATUS_INPUT, "%s: \"half_width_s\", \"confidence\" or \"budget_s\" is 0", file);
}

int promise_read(struct promise *p, const char *file, struct error *e)
{
    cJSON *tree = NULL;
    int status = input_json(file, &tree, e);
    *p = (struct promise){0};
    if (status == STATUS_OK)
        status = read_fields(p, tree, file, e);
    cJSON_Delete(tree);
    return status;
}

static double half_of(const struct measuring *m)
{
    return (m->mean.high - m->mean.low) / 2;
}

bool promise_kept(const struct promise *p, const struct measuring *m)
{
    return m->mean_verdict == MEASURE_OK && half_of(m) <= p->half_width_s;
}

static void print_runs_missing(const struct promise *p, const struct measuring *m)
{
    if (m->runs < p->n)
        wrap_row("", "%" PRIu64 " of %" PRIu64 " runs were made", m->runs, p->n);
}

void promise_print_outcome(const struct promise *p, const struct measuring *m)
{
    char promised[40], half[40], found[40], assumed[40];
    const double deviation_s = measuring_deviation_s(m);
    seconds_text(promised, sizeof promised, p->half_width_s, DIGITS);
    if (m->mean_verdict) {
        wrap_row("promise", "not kept: no mean, +- %s was promised", promised);
        print_runs_missing(p, m);
        wrap_row("", "plan more runs, by one digit more and, if they take longer, a longer --budget%s",
                 measuring_says(m) ? "; the quantiles above need no mean" : "");
        return;
    }
    const double mean_s = m->mean.mean - m->call_s;
    struct seconds_row row;
    seconds_row(&row, mean_s, fmax(m->mean.low - m->call_s, fmin(mean_s, 0)), m->mean.high - m->call_s, half_of(m));
    wrap_row("promise", "%s: +- %s of +- %s promised", promise_kept(p, m) ? "kept" : "not kept",
             seconds_text(half, sizeof half, half_of(m), DIGITS), promised);
    wrap_row("", "mean %s, from %s to %s, without the clock's reading", row.value, row.low, row.high);
    if (promise_kept(p, m))
        return;
    print_runs_missing(p, m);
    wrap_row("", "runs deviate by %s, %s was assumed%s; about %.3g runs would keep it",
             seconds_text(found, sizeof found, deviation_s, DIGITS),
             seconds_text(assumed, sizeof assumed, p->deviation_s, DIGITS),
             2 * m->mean.worth < (double)m->runs ? ", and depend on each other" : "",
             (double)m->runs * pow(half_of(m) / p->half_width_s, 2));
    if (mean_s > 2 * p->duration_s || mean_s < p->duration_s / 2)
        wrap_row("", "a run takes %s, the plan is for %s", seconds_text(found, sizeof found, mean_s, DIGITS),
                 seconds_text(assumed, sizeof assumed, p->duration_s, DIGITS));
}

void promise_json_outcome(cJSON *all, const struct promise *p, const struct measuring *m)
{
    cJSON *promise = cJSON_AddObjectToObject(all, "promise");
    cJSON_AddNumberToObject(promise, "half_width_s", p->half_width_s);
    cJSON_AddBoolToObject(promise, "kept", promise_kept(p, m));
    if (m->mean_verdict)
        return;
    cJSON_AddNumberToObject(promise, "found_half_width_s", half_of(m));
    cJSON_AddNumberToObject(promise, "mean_s", m->mean.mean - m->call_s);
}
