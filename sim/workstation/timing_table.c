/* SPDX-License-Identifier: MIT */
#include "timing_table.h"

#include <stdlib.h>

#include "cli/memory.h"

#define WAIT_PS 200000000 /* between reads: less than 200 us, drawn */

int timing_reads(struct bus_reads *reads, const struct timing_setup *setup, const struct rig *rig, enum pal_kind pal,
                 enum corner corner, enum engine_kind engine, struct error *e)
{
    const struct bus_reads_setup how = {.reads = setup->reads, .seed = setup->seed, .wait_ps = WAIT_PS};
    struct board_config config = rig_config(rig, TARGET_BOARD);
    config.pal_kind = pal;
    config.corner = corner;
    config.engine = engine;
    config.seed = setup->seed;
    return bus_reads_run(reads, &config, &how, e);
}

static int run_row(struct timing_row *row, const struct rig *rig, const struct timing_setup *setup, struct error *e)
{
    const struct verdict *expect = &row->machine->expect[row->pal][row->corner];
    const int status = timing_reads(&row->reads, setup, rig, row->pal, row->corner, ENGINE_RTL, e);
    row->compared = setup->expected && expect->given;
    row->differs =
        row->compared && (expect->checks != row->reads.broken || expect->reads_wrong != row->reads.reads_wrong);
    return status;
}

/* ---- The table */

struct timing_table {
    const struct timing_setup *setup;
    const struct timing_watch *watch;
    struct rig rig;
    struct timing_machine machine; /* its rows so far */
};

static int run_variant(void *context, struct error *e)
{
    struct timing_table *t = context;
    static const enum corner corner[] = {CORNER_MAX, CORNER_MIN};
    for (enum pal_kind pal = 0; pal < PAL_KINDS; pal++)
        for (size_t n = 0; n < sizeof corner / sizeof corner[0]; n++) {
            struct timing_row *row = &t->machine.row[t->machine.rows++];
            *row = (struct timing_row){.machine = &t->rig.machine, .pal = pal, .corner = corner[n]};
            (void)snprintf(row->name, sizeof row->name, "%s", t->rig.machine.name);
            const int status = run_row(row, &t->rig, t->setup, e);
            if (status)
                return status;
            t->watch->row(t->watch->context, row);
        }
    return STATUS_OK;
}

static int name_machines(struct timing_setup *setup, struct error *e)
{
    static char names[TIMING_MACHINES][48];
    int status = data_list(names, TIMING_MACHINES, &setup->machines, setup->dir, "machine", e);
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
    struct rig *rig = memory_new(1, sizeof *rig);
    for (size_t n = 0; n < setup->machines && status == STATUS_OK; n++)
        status = rig_load(rig, setup->dir, TARGET_BOARD, setup->part, setup->pal_part, setup->machine[n], e);
    free(rig);
    return status;
}

int timing_run(const struct timing_setup *setup, const struct timing_watch *watch, struct error *e)
{
    int status = STATUS_OK;
    struct timing_table *t = memory_new(1, sizeof *t);
    t->setup = setup;
    t->watch = watch;
    for (size_t n = 0; n < setup->machines && status == STATUS_OK; n++) {
        t->machine.name = setup->machine[n];
        t->machine.rows = 0;
        status =
            rig_each_variant(&t->rig, setup->dir, setup->part, setup->pal_part, t->machine.name, run_variant, t, e);
        if (status == STATUS_OK && watch->machine)
            status = watch->machine(watch->context, &t->machine, e);
    }
    free(t);
    return status;
}
