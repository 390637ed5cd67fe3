/* SPDX-License-Identifier: MIT */
#include "timing_table.h"

#include <stdlib.h>
#include <string.h>

#include "cli/random.h"
#include "driver-sim/tmr_chip.h"
#include "harness.h"

#define MICROSECOND 1000000   /* the clock's resolution, ps */
#define WAIT_MAX_PS 200000000 /* between reads: 0 .. 200 us, drawn */
#define DRIVER_GAP_PS 1500000 /* the driver keeps the longest recovery time between accesses */

const uint64_t timing_cd_checks =
    UINT64_C(1) << FIG_TAVRL | UINT64_C(1) << FIG_TAVWH | UINT64_C(1) << FIG_TRHAX | UINT64_C(1) << FIG_TWHAX;

bool timing_judged(const struct timing_setup *setup)
{
    return strcmp(setup->part, TIMING_JUDGED) == 0;
}

/* ---- One row */

/* The reads of one row, as the virtual CPU runs them. */
struct timing_reads {
    const struct timing_setup *setup;
    struct timing_row *row;
    struct board *board;
    uint64_t start_ps; /* of the first command of this read, its SAVE; 0 before it */
    bool unread;       /* in this read the bus brought no valid data */
    int status;
    struct error *error;
};

static void note_access(void *context, int offset, bool write, uint8_t value, const struct access *access)
{
    struct timing_reads *r = context;
    (void)value;
    r->row->accesses++;
    if (write && offset == 2 && !r->start_ps)
        r->start_ps = access->start_ps;
    if (!write && (offset == 2 || r->row->pal == PAL_DIRECT))
        r->unread = r->unread || !access->valid;
}

/* Starts the timer and compares the reads with the simulated time. All pairs agree to within 1 us if count - time
 * spreads by less than 1 us. */
static void take_reads(struct vcpu *cpu, void *arg)
{
    struct timing_reads *r = arg;
    struct timing_row *row = r->row;
    uint64_t state = r->setup->seed, first_ps = 0;
    uint32_t first = 0;
    int64_t least = 0, most = 0;
    struct tmr_chip chip;
    tmr_chip_open(&chip, cpu, VCPU_SOCKET, row->pal == PAL_DIRECT, TMR_WAIT_NONE); /* the board's gap waits */
    tmr_chip_start(&chip);
    for (uint64_t n = 0; n < r->setup->reads; n++) {
        r->start_ps = 0;
        r->unread = false;
        r->status = board_run_until(r->board, board_now_ps(r->board) + random_below(&state, WAIT_MAX_PS), r->error);
        if (r->status)
            return;
        const uint32_t count = (uint32_t)tmr_chip_read(&chip, 2);
        if (n == 0) {
            first = count;
            first_ps = r->start_ps;
        }
        int64_t off = (int64_t)(uint32_t)(count - first) * MICROSECOND - (int64_t)(r->start_ps - first_ps);
        row->wrong += off <= -MICROSECOND || off >= MICROSECOND;
        row->unread += r->unread;
        least = off < least ? off : least;
        most = off > most ? off : most;
    }
    row->spread_ps = most - least;
}

static void judge_row(struct timing_row *row, const struct timing_setup *setup)
{
    const struct verdict *expect = &row->machine->expect[row->pal][row->corner];
    const uint64_t broken = margins_broken(&row->margins);
    row->reads_wrong = row->spread_ps >= MICROSECOND;
    row->cd_holds = !(broken & timing_cd_checks);
    row->as_expected =
        !timing_judged(setup) || (expect->given && expect->checks == broken && expect->reads_wrong == row->reads_wrong);
}

static int run_row(struct timing_row *row, const struct rig *rig, const struct timing_setup *setup, struct error *e)
{
    struct board_config config = rig_config(rig, TARGET_BOARD);
    config.pal_kind = row->pal;
    config.corner = row->corner;
    config.seed = setup->seed;
    struct timing_reads r = {.setup = setup, .row = row, .error = e};
    int status = board_open(&r.board, &config, e);
    if (status)
        return status;
    const struct harness_setup harness = {
        .board = r.board, .machine = &rig->machine, .free = true, .watch = note_access, .context = &r};
    status = board_gap(r.board, DRIVER_GAP_PS, e);
    if (status == STATUS_OK)
        status = harness_run(&harness, take_reads, &r, e);
    if (status == STATUS_OK)
        status = r.status;
    if (status == STATUS_OK)
        margins_take(&row->margins, r.board);
    board_close(r.board);
    judge_row(row, setup);
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
    total->cd_holds[row->pal] += row->cd_holds;
    total->notes += margins_notes(&row->margins);
    total->accesses += row->accesses;
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
