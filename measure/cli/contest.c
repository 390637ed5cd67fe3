/* SPDX-License-Identifier: MIT */
#include "contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/memory.h"
#include "cli/random.h"
#include "cli/seconds.h"

#define PROGRESS_S 0.25

bool contest_precise(const struct contest *c, const struct contest_ratio *ratio)
{
    const struct measure_ratio_result *r = &ratio->of;
    return ratio->verdict == MEASURE_OK && r->high - r->low <= 2 * c->precision * r->ratio;
}

bool contest_says(const struct contest *c, const struct contest_ratio *ratio)
{
    const struct measure_ratio_result *r = &ratio->of;
    return ratio->verdict == MEASURE_OK && (r->low > 1 || r->high < 1 || contest_precise(c, ratio));
}

static void take(struct contest_ratio *ratio, const double *a, const double *b, const struct contest *c, bool last)
{
    ratio->verdict = measure_ratio(a, b, c->rounds, c->rounds_most, last, c->confidence, &ratio->of);
}

static void look(struct contest *c, bool last)
{
    const struct contestant *first = &c->command[0];
    bool wall = true, cpu = true;
    for (size_t i = 1; i < c->commands; i++) {
        struct contestant *k = &c->command[i];
        take(&k->wall, first->wall_s, k->wall_s, c, last);
        take(&k->cpu, first->cpu_s, k->cpu_s, c, last);
        wall = wall && contest_precise(c, &k->wall);
        cpu = cpu && contest_precise(c, &k->cpu);
    }
    c->precise = wall || cpu;
}

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

/* Into place c->rounds of the command's lists. */
static int run_one(struct contest *c, struct contestant *k, struct error *e)
{
    struct workload_usage used;
    int status = workload_run(&c->prepare, &used, e);
    if (status)
        return status;
    const double from = seconds_now();
    status = workload_run(&k->work, &used, e);
    k->wall_s[c->rounds] = seconds_now() - from;
    k->user_s[c->rounds] = used.user_s;
    k->system_s[c->rounds] = used.system_s;
    k->cpu_s[c->rounds] = used.user_s + used.system_s;
    k->involuntary[c->rounds] = used.involuntary;
    return status;
}

static int run_round(struct contest *c, uint64_t *state, struct error *e)
{
    unsigned char *order = c->order + c->rounds * c->commands;
    int status = STATUS_OK;
    shuffle(order, c->commands, state);
    for (size_t i = 0; i < c->commands && status == STATUS_OK && !*c->stop; i++)
        status = run_one(c, &c->command[order[i]], e);
    return status == STATUS_BAD && *c->stop ? STATUS_OK : status; /* the command took the same Ctrl-C */
}

static void make_room(struct contest *c)
{
    c->order = memory_new(c->rounds_most, c->commands);
    for (size_t i = 0; i < c->commands; i++) {
        struct contestant *k = &c->command[i];
        double **const list[] = {&k->wall_s, &k->cpu_s, &k->user_s, &k->system_s, &k->involuntary};
        for (size_t n = 0; n < sizeof list / sizeof list[0]; n++)
            *list[n] = memory_new(c->rounds_most, sizeof(double));
    }
}

static void show_progress(const struct contest *c, double *shown)
{
    if (c->elapsed_s - *shown < PROGRESS_S)
        return;
    *shown = c->elapsed_s;
    (void)fprintf(stderr, "\r%llu rounds, %.0f of %.0f s ", (unsigned long long)c->rounds, c->elapsed_s,
                  c->seconds_most);
}

int contest_run(struct contest *c, struct error *e)
{
    uint64_t state = c->seed;
    const bool terminal = isatty(STDERR_FILENO);
    double shown = 0;
    int status = STATUS_OK;
    make_room(c);
    for (uint64_t n = 0; n < c->warmup && status == STATUS_OK && !*c->stop; n++)
        status = run_round(c, &state, e);
    const double start = seconds_now();
    while (status == STATUS_OK && !*c->stop && !c->precise && c->rounds < c->rounds_most &&
           c->elapsed_s < c->seconds_most) {
        status = run_round(c, &state, e);
        if (status || *c->stop)
            break;
        c->rounds++;
        c->elapsed_s = seconds_now() - start;
        if (terminal)
            show_progress(c, &shown);
        if (measure_ratio_looks(c->rounds, c->rounds_most))
            look(c, false);
    }
    if (!c->precise && c->rounds)
        look(c, true);
    if (terminal && shown > 0)
        (void)fprintf(stderr, "\r%40s\r", "");
    return status;
}

void contest_free(struct contest *c)
{
    for (size_t i = 0; i < c->commands; i++) {
        struct contestant *k = &c->command[i];
        workload_free(&k->work);
        free(k->wall_s);
        free(k->cpu_s);
        free(k->user_s);
        free(k->system_s);
        free(k->involuntary);
    }
    workload_free(&c->prepare);
    free(c->order);
}
