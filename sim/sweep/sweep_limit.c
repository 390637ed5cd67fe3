/* SPDX-License-Identifier: MIT */
#include "sweep_limit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep_internal.h"

#define OSC_NOMINAL_HZ 4000000
#define FIRST_STEP 1000 /* 1 ns, 1 kHz */

enum verdict_at { AT_PASS, AT_FAIL, AT_END };

struct search {
    struct sweep_bench *bench;
    struct sweep_result result; /* of the last value played */
    int status;
    struct error *error;
};

/* AT_END: beyond the figure's range, or it contradicts another figure. */
static enum verdict_at verdict_at(struct search *s, int64_t value, enum engine_kind engine)
{
    const struct sweep_axis *axis = &s->bench->sweep->axis[0];
    struct disorder d;
    s->bench->value[0] = value;
    if (value < axis->from || value > axis->to || sweep_contradicts(s->bench, &d))
        return AT_END;
    s->status = sweep_play(s->bench, 0, engine, &s->result, s->error);
    return s->result.pass ? AT_PASS : AT_FAIL;
}

/* The RTL must give the same at this value. */
static void confirm(struct search *s, int64_t value)
{
    if (s->status)
        return;
    (void)verdict_at(s, value, ENGINE_MODEL);
    const struct sweep_result model = s->result;
    (void)verdict_at(s, value, ENGINE_RTL);
    if (s->status || sweep_same(&model, &s->result))
        return;
    char text[2][512];
    s->status = error_set(s->error, STATUS_BAD, "%s = %" PRId64 ": the engines differ\n  model %s\n  rtl   %s",
                          s->bench->sweep->axis[0].column, value, sweep_result_text(text[0], sizeof text[0], &model),
                          sweep_result_text(text[1], sizeof text[1], &s->result));
}

/* way is 1 or -1. */
static void search(struct search *s, int64_t nominal, int64_t way, struct sweep_bound *bound)
{
    int64_t good = nominal, step = FIRST_STEP, bad = nominal;
    enum verdict_at at = AT_PASS;
    for (; at == AT_PASS && s->status == STATUS_OK; step *= 2) {
        bad = good + way * step;
        at = verdict_at(s, bad, ENGINE_MODEL);
        good = at == AT_PASS ? bad : good;
    }
    while (bad - good != way && s->status == STATUS_OK) {
        const int64_t middle = good + (bad - good) / 2;
        const enum verdict_at now = verdict_at(s, middle, ENGINE_MODEL);
        if (now == AT_PASS) {
            good = middle;
        } else {
            bad = middle;
            at = now;
        }
    }
    *bound = (struct sweep_bound){.found = at == AT_FAIL, .value = good};
    if (!bound->found)
        return;
    confirm(s, good);
    confirm(s, bad);
    bound->broken = s->result.broken;
    bound->reads_wrong = s->result.wrong > 0;
}

int sweep_limit(struct sweep_bench *bench, struct sweep_limits *limits, struct error *e)
{
    const struct sweep_axis *axis = &bench->sweep->axis[0];
    struct search s = {.bench = bench, .error = e};
    *limits = (struct sweep_limits){.nominal = OSC_NOMINAL_HZ};
    if (axis->kind == SWEEP_FIGURE) {
        const struct figure *figure = sweep_figure(bench, axis);
        limits->nominal = figure->value[bench->sweep->corner];
        limits->mark = figure->mark;
    } else if (axis->kind == SWEEP_PHASE)
        limits->nominal = 0;
    if (verdict_at(&s, limits->nominal, ENGINE_MODEL) == AT_PASS) {
        search(&s, limits->nominal, -1, &limits->down);
        search(&s, limits->nominal, 1, &limits->up);
    } else {
        limits->broken = s.result.broken;
        limits->reads_wrong = s.result.wrong > 0;
    }
    bench->value[0] = limits->nominal;
    sweep_apply(bench);
    return s.status;
}

/* ---- The table */

#define MACHINES_MAX 64

struct table {
    const struct sweep *base;
    bool both_pals;
    const char *const *key;
    size_t keys;
    void (*each)(void *context, const struct sweep_limit_row *row);
    void *context;
    struct sweep sweep;
    struct sweep_bench bench;
};

static int rows_of_reading(struct table *t, struct error *e)
{
    for (int pal = 0; pal < PAL_KINDS; pal++)
        for (size_t n = 0; n < t->keys; n++) {
            if (!t->both_pals && pal != (int)t->base->pal)
                continue;
            t->sweep.pal = (enum pal_kind)pal;
            t->sweep.axes = 1;
            int status = sweep_key(t->key[n], &t->sweep.axis[0], e);
            if (status == STATUS_OK)
                status = sweep_load(&t->sweep, &t->bench, e);
            if (status == STATUS_OK && sweep_applies(&t->bench, &t->sweep.axis[0], e)) {
                if (!t->base->machine)
                    continue;
                status = STATUS_INPUT;
            }
            struct sweep_limit_row row = {.sweep = &t->sweep, .rig = &t->bench.rig};
            if (status == STATUS_OK)
                status = sweep_limit(&t->bench, &row.limits, e);
            if (status)
                return status;
            t->each(t->context, &row);
        }
    return STATUS_OK;
}

static int rows_of_machine(struct table *t, const char *name, struct error *e)
{
    char full[96];
    t->sweep.machine = name;
    int status = sweep_load(&t->sweep, &t->bench, e);
    const size_t readings = strchr(name, ':') ? 0 : t->bench.rig.machine.readings;
    if (status || readings == 0)
        return status ? status : rows_of_reading(t, e);
    for (size_t n = 0; n < readings && status == STATUS_OK; n++) {
        char reading[24];
        status = sweep_load(&t->sweep, &t->bench, e);
        (void)snprintf(reading, sizeof reading, "%s", t->bench.rig.machine.reading_name[n]);
        (void)snprintf(full, sizeof full, "%s:%s", name, reading);
        t->sweep.machine = full;
        if (status == STATUS_OK)
            status = rows_of_reading(t, e);
        t->sweep.machine = name;
    }
    return status;
}

int sweep_limit_table(const struct sweep *base, bool both_pals, const char *const *key, size_t keys,
                      void (*each)(void *context, const struct sweep_limit_row *row), void *context, struct error *e)
{
    static char names[MACHINES_MAX][48];
    size_t machines = 0;
    int status = STATUS_OK;
    struct table *t = calloc(1, sizeof *t);
    if (!t)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    *t = (struct table){
        .base = base, .both_pals = both_pals, .key = key, .keys = keys, .each = each, .context = context};
    t->sweep = *base;
    if (base->machine)
        status = rows_of_machine(t, base->machine, e);
    else
        status = machine_list(names, MACHINES_MAX, &machines, base->data, e);
    for (size_t n = 0; n < machines && status == STATUS_OK; n++)
        status = rows_of_machine(t, names[n], e);
    free(t);
    return status;
}
