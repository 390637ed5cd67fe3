/* SPDX-License-Identifier: MIT */
#include "timing_table.h"

#include <stdlib.h>
#include <string.h>

#define WAIT_PS 200000000 /* between reads: less than 200 us, drawn */

bool timing_judged(const struct timing_setup *setup)
{
    return strcmp(setup->part, TIMING_JUDGED) == 0;
}

static int run_row(struct timing_row *row, const struct rig *rig, const struct timing_setup *setup, struct error *e)
{
    const struct verdict *expect = &row->machine->expect[row->pal][row->corner];
    const struct bus_reads_setup reads = {.reads = setup->reads, .seed = setup->seed, .wait_ps = WAIT_PS};
    struct board_config config = rig_config(rig, TARGET_BOARD);
    config.pal_kind = row->pal;
    config.corner = row->corner;
    config.seed = setup->seed;
    int status = bus_reads_run(&row->reads, &config, &reads, e);
    row->as_expected = !timing_judged(setup) || (expect->given && expect->checks == row->reads.broken &&
                                                 expect->reads_wrong == row->reads.reads_wrong);
    return status;
}

/* ---- The table */

struct timing_table {
    const struct timing_setup *setup;
    struct timing_total *total;
    void (*each)(void *context, const struct timing_row *row);
    void *context;
    struct rig rig;
};

static void add_row(struct timing_total *total, const struct timing_row *row)
{
    total->rows++;
    total->differ += !row->as_expected;
    total->by_pal[row->pal]++;
    total->cd_holds[row->pal] += row->reads.cd_holds;
    total->notes += margins_notes(&row->reads.margins);
    total->accesses += row->reads.accesses;
}

static int run_reading(struct timing_table *t, struct error *e)
{
    static const enum corner corner[] = {CORNER_MAX, CORNER_MIN};
    for (enum pal_kind pal = 0; pal < PAL_KINDS; pal++)
        for (size_t n = 0; n < sizeof corner / sizeof corner[0]; n++) {
            struct timing_row row = {.machine = &t->rig.machine, .pal = pal, .corner = corner[n]};
            int status = run_row(&row, &t->rig, t->setup, e);
            if (status)
                return status;
            add_row(t->total, &row);
            t->each(t->context, &row);
        }
    return STATUS_OK;
}

static int run_machine(struct timing_table *t, const char *name, struct error *e)
{
    int status = rig_load(&t->rig, t->setup->dir, TARGET_BOARD, t->setup->part, name, e);
    if (status)
        return status;
    const size_t readings = strchr(name, ':') ? 0 : t->rig.machine.readings;
    if (readings == 0)
        return run_reading(t, e);
    for (size_t n = 0; n < readings && status == STATUS_OK; n++) {
        char full[96];
        (void)snprintf(full, sizeof full, "%s:%s", name, t->rig.machine.reading_name[n]);
        status = rig_load(&t->rig, t->setup->dir, TARGET_BOARD, t->setup->part, full, e);
        if (status == STATUS_OK)
            status = run_reading(t, e);
    }
    return status;
}

static int name_machines(struct timing_setup *setup, struct error *e)
{
    static char names[TIMING_MACHINES][48];
    int status = machine_list(names, TIMING_MACHINES, &setup->machines, setup->dir, e);
    for (size_t n = 0; n < setup->machines && status == STATUS_OK; n++)
        setup->machine[n] = names[n];
    if (status == STATUS_OK && setup->machines == 0)
        status = error_set(e, STATUS_INPUT, "%s/machines: no machine files, expected one or more", setup->dir);
    return status;
}

int timing_prepare(struct timing_setup *setup, struct error *e)
{
    int status = setup->machines ? STATUS_OK : name_machines(setup, e);
    if (status)
        return status;
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    for (size_t n = 0; n < setup->machines && status == STATUS_OK; n++)
        status = rig_load(rig, setup->dir, TARGET_BOARD, setup->part, setup->machine[n], e);
    free(rig);
    return status;
}

int timing_run(const struct timing_setup *setup, struct timing_total *total,
               void (*each)(void *context, const struct timing_row *row), void *context, struct error *e)
{
    int status = STATUS_OK;
    struct timing_table *t = calloc(1, sizeof *t);
    if (!t)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    *total = (struct timing_total){0};
    t->setup = setup;
    t->total = total;
    t->each = each;
    t->context = context;
    for (size_t n = 0; n < setup->machines && status == STATUS_OK; n++)
        status = run_machine(t, setup->machine[n], e);
    free(t);
    return status;
}
