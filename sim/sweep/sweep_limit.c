/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/memory.h"
#include "sweep_internal.h"

#define OSC_NOMINAL_HZ 4000000
#define FIRST_STEP 1000 /* 1 ns, 1 kHz */

enum verdict_at { AT_PASS, AT_FAIL, AT_END };

struct search {
    struct sweep_loaded *loaded;
    struct sweep_result result; /* of the last value played */
    int status;
    struct error *error;
};

/* AT_END: beyond the figure's range, or it contradicts another figure. */
static enum verdict_at verdict_at(struct search *s, int64_t value)
{
    const struct sweep_axis *axis = &s->loaded->sweep->axis[0];
    struct disorder d;
    s->loaded->value[0] = value;
    if (value < axis->from || value > axis->to || sweep_contradicts(s->loaded, &d))
        return AT_END;
    s->status = sweep_play(s->loaded, 0, ENGINE_MODEL, &s->result, s->error);
    return s->result.pass ? AT_PASS : AT_FAIL;
}

/* The RTL must give the same at this value. */
static void confirm(struct search *s, int64_t value)
{
    if (s->status)
        return;
    char name[SWEEP_COLUMN + 24];
    (void)snprintf(name, sizeof name, "%s = %" PRId64, s->loaded->sweep->axis[0].column, value);
    s->loaded->value[0] = value;
    s->status = sweep_confirm(s->loaded, 0, name, &s->result, s->error);
}

/* way is 1 or -1. */
static void search(struct search *s, int64_t nominal, int64_t way, struct sweep_bound *bound)
{
    int64_t good = nominal, step = FIRST_STEP, bad = nominal;
    enum verdict_at at = AT_PASS;
    for (; at == AT_PASS && s->status == STATUS_OK; step *= 2) {
        bad = good + way * step;
        at = verdict_at(s, bad);
        good = at == AT_PASS ? bad : good;
    }
    while (bad - good != way && s->status == STATUS_OK) {
        const int64_t middle = good + (bad - good) / 2;
        const enum verdict_at now = verdict_at(s, middle);
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

/* Whether a value passes, at last one of the ends of the range; the one nearest to nominal is then in loaded->value */
static bool find_pass(struct search *s, int64_t nominal)
{
    const struct sweep_axis *axis = &s->loaded->sweep->axis[0];
    const int64_t range = axis->to - axis->from, least = range / FIRST_STEP < FIRST_STEP ? 1 : FIRST_STEP;
    for (int64_t far = least; far < range && s->status == STATUS_OK; far += far / 16 > least ? far / 16 : least)
        if (verdict_at(s, nominal - far) == AT_PASS || verdict_at(s, nominal + far) == AT_PASS)
            return true;
    return verdict_at(s, axis->from) == AT_PASS || verdict_at(s, axis->to) == AT_PASS;
}

int sweep_limit(struct sweep_loaded *loaded, struct sweep_limits *limits, struct error *e)
{
    const struct sweep_axis *axis = &loaded->sweep->axis[0];
    struct search s = {.loaded = loaded, .error = e};
    *limits = (struct sweep_limits){.nominal = OSC_NOMINAL_HZ};
    if (axis->kind == SWEEP_FIGURE) {
        const struct figure *figure = sweep_figure(loaded, axis);
        limits->nominal = figure->value[loaded->sweep->corner];
        limits->mark = figure->mark;
    } else if (axis->kind == SWEEP_PHASE)
        limits->nominal = 0;
    limits->works = verdict_at(&s, limits->nominal) == AT_PASS;
    if (!limits->works) {
        limits->broken = s.result.broken;
        limits->reads_wrong = s.result.wrong > 0;
        limits->works = find_pass(&s, limits->nominal);
    }
    if (limits->works) {
        const int64_t pass = loaded->value[0];
        search(&s, pass, -1, &limits->down);
        search(&s, pass, 1, &limits->up);
    }
    loaded->value[0] = limits->nominal;
    sweep_apply(loaded);
    return s.status;
}

/* ---- The table */

#define MACHINES_MAX 64

struct table {
    const struct sweep *base;
    bool both_pals;
    const char *const *key;
    size_t keys;
    sweep_limit_shown *each;
    void *context;
    struct rig rig; /* whose machine the rows are of */
    struct sweep sweep;
    struct sweep_loaded loaded;
};

static int rows_of_variant(void *context, struct error *e)
{
    struct table *t = context;
    t->sweep.machine = t->rig.machine.name;
    for (int pal = 0; pal < PAL_KINDS; pal++)
        for (size_t n = 0; n < t->keys; n++) {
            if (!t->both_pals && pal != (int)t->base->pal)
                continue;
            t->sweep.pal = (enum pal_kind)pal;
            t->sweep.axes = 1;
            int status = sweep_key(t->key[n], &t->sweep.axis[0], e);
            if (status == STATUS_OK)
                status = sweep_load(&t->sweep, &t->loaded, e);
            if (status == STATUS_OK && sweep_applies(&t->loaded, &t->sweep.axis[0], e)) {
                if (!t->base->machine)
                    continue;
                status = STATUS_INPUT;
            }
            struct sweep_limits limits;
            if (status == STATUS_OK)
                status = sweep_limit(&t->loaded, &limits, e);
            if (status)
                return status;
            t->each(t->context, &t->sweep, &limits);
        }
    return STATUS_OK;
}

static int rows_of_machine(struct table *t, const char *name, struct error *e)
{
    return rig_each_variant(&t->rig, t->base->data, t->base->part, t->base->pal_part, name, rows_of_variant, t, e);
}

int sweep_limit_table(const struct sweep *base, bool both_pals, const char *const *key, size_t keys,
                      sweep_limit_shown *each, void *context, struct error *e)
{
    static char names[MACHINES_MAX][48];
    size_t machines = 0;
    int status = STATUS_OK;
    struct table *t = memory_new(1, sizeof *t);
    *t = (struct table){
        .base = base, .both_pals = both_pals, .key = key, .keys = keys, .each = each, .context = context};
    t->sweep = *base;
    if (base->machine)
        status = rows_of_machine(t, base->machine, e);
    else
        status = data_list(names, MACHINES_MAX, &machines, base->data, "machine", e);
    for (size_t n = 0; n < machines && status == STATUS_OK; n++)
        status = rows_of_machine(t, names[n], e);
    free(t);
    return status;
}
