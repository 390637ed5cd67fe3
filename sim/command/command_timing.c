/* SPDX-License-Identifier: MIT
 * tmr0 timing: every machine, reading, strobe translator and corner, one row each. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/random.h"
#include "driver-sim/tmr_chip.h"
#include "sim/board/report.h"
#include "sim/workstation/harness.h"

#define COMMAND "tmr0 timing"
#define MACHINES_MAX 64
#define JUDGED "am9513a"      /* the part that [expect] in machines/ speaks of */
#define OSC_HALF_PS 125000    /* 4.0 MHz, as the paper says */
#define MICROSECOND 1000000   /* the clock's resolution, ps */
#define WAIT_MAX_PS 200000000 /* between reads: 0 .. 200 us, drawn */
#define DRIVER_GAP_PS 1500000 /* the driver waits out the longest recovery time between accesses */

struct timing_options {
    const char *json, *part;
    uint64_t reads, seed;
    bool margins;
    const char *machine[MACHINES_MAX];
    size_t machines;
};

struct row {
    const struct machine *machine;
    enum pal_kind pal;
    enum corner corner;
    struct margins margins;
    uint64_t accesses;
    uint64_t wrong;    /* reads whose count is not the simulated time since the first, to 1 us */
    int64_t spread_ps; /* largest minus smallest of (count - time) over all reads: below 1 us when all pairs agree */
    uint64_t unread;   /* reads in which the bus brought nothing valid */
    bool cd_holds;     /* TAVRL, TAVWH, TRHAX, TWHAX */
    bool as_expected;  /* or not judged: the machines' files speak of the part JUDGED */
};

static const uint64_t cd_checks =
    UINT64_C(1) << FIG_TAVRL | UINT64_C(1) << FIG_TAVWH | UINT64_C(1) << FIG_TRHAX | UINT64_C(1) << FIG_TWHAX;
static const enum corner table_corner[] = {CORNER_MAX, CORNER_MIN};

static bool judged(const struct timing_options *o)
{
    return strcmp(o->part, JUDGED) == 0;
}

static const char *corner_text(enum corner corner)
{
    return corner == CORNER_MAX ? "slow" : "fast";
}

/* The reads of one row, as the virtual CPU runs them. */
struct reading {
    const struct timing_options *options;
    struct row *row;
    struct board *board;
    uint64_t start_ps; /* of this read's first command, its SAVE; 0: not yet */
    bool undriven;     /* in this read, the bus brought nothing, or nothing valid */
    int status;
    struct error *error;
};

static void note_access(void *context, int offset, bool write, uint8_t value, const struct access *access)
{
    struct reading *r = context;
    (void)value;
    r->row->accesses++;
    if (write && offset == 2 && !r->start_ps)
        r->start_ps = access->start_ps;
    if (!write && (offset == 2 || r->row->pal == PAL_DIRECT))
        r->undriven = r->undriven || !access->valid;
}

/* Starts the timer and holds the reads against time. All pairs agree to within 1 us if count - time never spreads by
 * 1 us. */
static void take_reads(struct vcpu *cpu, void *arg)
{
    struct reading *r = arg;
    struct row *row = r->row;
    uint64_t state = r->options->seed, first_ps = 0;
    uint32_t first = 0;
    int64_t least = 0, most = 0;
    struct tmr_chip chip;
    tmr_chip_open(&chip, cpu, VCPU_SOCKET, row->pal == PAL_DIRECT, TMR_WAIT_NONE); /* the board's gap waits */
    tmr_chip_start(&chip);
    for (uint64_t n = 0; n < r->options->reads; n++) {
        r->start_ps = 0;
        r->undriven = false;
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
        row->unread += r->undriven;
        least = off < least ? off : least;
        most = off > most ? off : most;
    }
    row->spread_ps = most - least;
}

static int run_row(struct row *row, const struct rig *rig, const struct timing_options *o, struct error *e)
{
    struct board_config config = rig_config(rig, TARGET_BOARD);
    config.pal_kind = row->pal;
    config.corner = row->corner;
    config.osc_high_ps = config.osc_low_ps = OSC_HALF_PS;
    config.seed = o->seed;
    struct reading r = {.options = o, .row = row, .error = e};
    int status = board_open(&r.board, &config, e);
    if (status)
        return status;
    const struct harness_setup setup = {
        .board = r.board, .machine = &rig->machine, .free = true, .watch = note_access, .context = &r};
    status = board_gap(r.board, DRIVER_GAP_PS, e);
    if (status == STATUS_OK)
        status = harness_run(&setup, take_reads, &r, e);
    if (status == STATUS_OK)
        status = r.status;
    if (status == STATUS_OK)
        margins_take(&row->margins, r.board);
    board_close(r.board);
    const struct verdict *expect = &rig->machine.expect[row->pal][row->corner];
    uint64_t broken = margins_broken(&row->margins);
    row->cd_holds = !(broken & cd_checks);
    row->as_expected = !judged(o) || (expect->given && expect->checks == broken &&
                                      expect->reads_wrong == (row->spread_ps >= MICROSECOND));
    return status;
}

/* The least slack of the C/D checks, and of all others that are no notes. */
static void worst(const struct margins *m, uint64_t among, char *text, size_t size)
{
    int found = -1;
    for (int n = 0; n < FIG_CHECKS; n++)
        if (among >> n & 1 && m->check[n].observed && figure_info[n].kind != KIND_NOTE &&
            figure_info[n].kind != KIND_HAZARD && (found < 0 || m->check[n].slack_ps < m->check[found].slack_ps))
            found = n;
    (void)snprintf(text, size, "-");
    if (found >= 0)
        (void)snprintf(text, size, "%-9s %+8.1f", figure_info[found].name, (double)m->check[found].slack_ps / 1e3);
}

/* A line as [expect] of the machine's file has it. */
static void print_verdict(const struct row *row, const char *what, uint64_t broken, bool reads_wrong)
{
    printf("    %-9s %s.%s =", what, pal_kind_name[row->pal], corner_text(row->corner));
    for (int n = 0; n < FIG_CHECKS; n++)
        if (broken >> n & 1)
            printf(" %s", figure_info[n].name);
    printf("%s%s\n", reads_wrong ? " reads-wrong" : "", broken || reads_wrong ? "" : " clean");
}

static void print_row(const struct row *row, const struct timing_options *o)
{
    char cd[48], other[48], checks[256], reads[48];
    worst(&row->margins, cd_checks, cd, sizeof cd);
    worst(&row->margins, ~cd_checks, other, sizeof other);
    if (row->spread_ps >= MICROSECOND)
        (void)snprintf(reads, sizeof reads, "%" PRIu64 " of %" PRIu64 " wrong", row->wrong, o->reads);
    else
        (void)snprintf(reads, sizeof reads, "%" PRIu64 " good", o->reads);
    printf("%-16s %-8s %-4s %8" PRIu64 "  %-6s %-18s  %-18s  %-18s %-11s %s\n", row->machine->name,
           pal_kind_name[row->pal], corner_text(row->corner), row->accesses, row->cd_holds ? "holds" : "missed", cd,
           other, reads,
           !judged(o)         ? "not judged"
           : row->as_expected ? "as expected"
                              : "DIFFERS",
           checks_text(checks, sizeof checks, margins_broken(&row->margins), &row->margins));
    if (!row->as_expected) {
        const struct verdict *expect = &row->machine->expect[row->pal][row->corner];
        print_verdict(row, "expected", expect->checks, expect->reads_wrong);
        print_verdict(row, "found", margins_broken(&row->margins), row->spread_ps >= MICROSECOND);
    }
    if (o->margins)
        margins_print(stdout, &row->margins);
}

static cJSON *row_json(const struct row *row, const struct timing_options *o)
{
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "machine", row->machine->name);
    cJSON_AddStringToObject(one, "pal", pal_kind_name[row->pal]);
    cJSON_AddStringToObject(one, "corner", corner_text(row->corner));
    cJSON_AddNumberToObject(one, "accesses", (double)row->accesses);
    cJSON_AddBoolToObject(one, "cd_holds", row->cd_holds);
    cJSON_AddNumberToObject(one, "reads", (double)o->reads);
    cJSON_AddNumberToObject(one, "reads_wrong", (double)row->wrong);
    cJSON_AddNumberToObject(one, "reads_without_valid_data", (double)row->unread);
    output_json_integer(one, "spread_ps", row->spread_ps);
    cJSON_AddNumberToObject(one, "notes", (double)margins_notes(&row->margins));
    if (judged(o))
        cJSON_AddBoolToObject(one, "as_expected", row->as_expected);
    else
        cJSON_AddNullToObject(one, "as_expected");
    cJSON_AddItemToObject(one, "margins", margins_json(&row->margins));
    return one;
}

struct tally {
    struct timing_options *options;
    const char *dir;
    unsigned rows, differ, cd_holds[PAL_KINDS], by_pal[PAL_KINDS];
    uint64_t notes, accesses;
    cJSON *json;
};

static int run_reading(const struct rig *rig, struct tally *t, struct error *e)
{
    const struct timing_options *o = t->options;
    for (enum pal_kind pal = 0; pal < PAL_KINDS; pal++)
        for (size_t n = 0; n < sizeof table_corner / sizeof table_corner[0]; n++) {
            struct row row = {.machine = &rig->machine, .pal = pal, .corner = table_corner[n]};
            int status = run_row(&row, rig, o, e);
            if (status)
                return status;
            print_row(&row, o);
            (void)fflush(stdout);
            t->rows++;
            t->differ += !row.as_expected;
            t->by_pal[pal]++;
            t->cd_holds[pal] += row.cd_holds;
            t->notes += margins_notes(&row.margins);
            t->accesses += row.accesses;
            cJSON_AddItemToArray(t->json, row_json(&row, o));
        }
    return STATUS_OK;
}

/* All readings of one machine file, or the one that is named. */
static int run_machine(struct rig *rig, const char *name, struct tally *t, struct error *e)
{
    const char *part = t->options->part;
    int status = rig_load(rig, t->dir, TARGET_BOARD, part, name, e);
    if (status)
        return status;
    if (strchr(name, ':') || rig->machine.readings == 0)
        return run_reading(rig, t, e);
    size_t readings = rig->machine.readings;
    for (size_t n = 0; n < readings && status == STATUS_OK; n++) {
        char full[96];
        (void)snprintf(full, sizeof full, "%s:%s", name, rig->machine.reading_name[n]);
        status = rig_load(rig, t->dir, TARGET_BOARD, part, full, e);
        if (status == STATUS_OK)
            status = run_reading(rig, t, e);
    }
    return status;
}

static void print_head(const struct timing_options *o)
{
    printf(
        "Am9513A behind the DES socket: part %s, oscillator 4 MHz, %" PRIu64 " reads of 32 bits a row, seed %" PRIu64
        "\nslow, fast: all delays at their largest, at their least. C/D: TAVRL, TAVWH, TRHAX, TWHAX. Margins are the "
        "least slack.\n\n",
        o->part, o->reads, o->seed);
    printf("%-16s %-8s %-4s %8s  %-6s %18s  %18s  %-18s %-11s %s\n", "machine", "pal", "", "accesses", "C/D",
           "C/D margin, ns", "other margin, ns", "reads", "verdict", "broken");
}

static void print_claim(const struct tally *t)
{
    printf("\nC/D set-up and hold: direct holds in %u of %u rows, flip-flop in %u of %u (the paper: direct cannot meet "
           "them).\n%" PRIu64 " accesses; %" PRIu64
           " notes of an edge near a command or a status read (the count may be off by "
           "one; no violation).\n",
           t->cd_holds[PAL_DIRECT], t->by_pal[PAL_DIRECT], t->cd_holds[PAL_FLIPFLOP], t->by_pal[PAL_FLIPFLOP],
           t->accesses, t->notes);
}

/* Where what the table rests on is an estimate or unverified. */
static int print_doubts(struct rig *rig, const struct tally *t, struct error *e)
{
    const struct timing_options *o = t->options;
    int status = STATUS_OK;
    printf("\nUnverified figures ([E] estimate, [G] [GK] general knowledge, [1] one source):\n");
    for (size_t n = 0; n < o->machines && status == STATUS_OK; n++) {
        status = rig_load(rig, t->dir, TARGET_BOARD, o->part, o->machine[n], e);
        if (status == STATUS_OK && n == 0) {
            doubts_print(stdout, rig->chip.figure, HOME_CHIP, false, o->part);
            doubts_print(stdout, rig->pal.figure, HOME_PAL, false, RIG_PAL);
        }
        if (status == STATUS_OK)
            doubts_print(stdout, rig->machine.figure, HOME_MACHINE, false, rig->machine.name);
    }
    return status;
}

static const char usage[] =
    "usage: tmr0 timing [options]\n\n"
    "For each machine file and reading, both strobe translators, at the slow and the fast corner of all delays:\n"
    "initialises the timer as the paper describes, takes 32-bit reads at changing phases, checks every pair of them\n"
    "against the simulated time and every bus parameter of the part. A row that differs from what the machine's file\n"
    "expects makes exit status 1.\n\n"
    "  --machine NAME  only this one (may be given again; NAME:READING for one reading)\n"
    "  --part NAME     default am9513a\n"
    "  --reads N       a row, default 1000\n"
    "  --seed N        of the waits between reads, default 1\n"
    "  --margins       every check of every row\n"
    "  --json FILE     write the results, - for standard output\n";

static int take_machine(void *to, struct argument a)
{
    struct timing_options *o = to;
    if (o->machines == MACHINES_MAX)
        return argument_bad(a, "at most 64 of them");
    o->machine[o->machines++] = a.text;
    return STATUS_OK;
}

static int parse_options(struct timing_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"machine", .take = take_machine, .to = o},
        {"part", .text = &o->part},
        {"reads", .number = &o->reads, .least = 1, .most = 1000000},
        {"seed", .number = &o->seed, .least = 0, .most = UINT64_MAX},
        {"margins", .given = &o->margins},
        {"json", .text = &o->json},
    };
    const struct options options = {COMMAND, usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    return options_take(&options, argc, argv);
}

static int name_machines(struct timing_options *o, const char *dir, struct error *e)
{
    static char names[MACHINES_MAX][48];
    if (o->machines)
        return STATUS_OK;
    int status = machine_list(names, MACHINES_MAX, &o->machines, dir, e);
    for (size_t n = 0; n < o->machines && status == STATUS_OK; n++)
        o->machine[n] = names[n];
    if (status == STATUS_OK && o->machines == 0)
        status = error_set(e, STATUS_INPUT, "%s/machines: no machine files, expected one or more", dir);
    return status;
}

static int run_all(void *context, cJSON *all, struct error *e)
{
    struct tally *t = context;
    struct timing_options *o = t->options;
    int status = name_machines(o, t->dir, e);
    if (status)
        return status;
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    t->json = all;
    for (size_t n = 0; n < o->machines && status == STATUS_OK; n++) /* before anything is printed */
        status = rig_load(rig, t->dir, TARGET_BOARD, o->part, o->machine[n], e);
    if (status == STATUS_OK)
        print_head(o);
    for (size_t n = 0; n < o->machines && status == STATUS_OK; n++)
        status = run_machine(rig, o->machine[n], t, e);
    if (status == STATUS_OK) {
        print_claim(t);
        status = print_doubts(rig, t, e);
    }
    free(rig);
    return status;
}

int command_timing(int argc, char **argv, const char *data_dir)
{
    struct timing_options o = {.part = JUDGED, .reads = 1000, .seed = 1};
    struct error e;
    char dir[1024];
    struct tally t = {.options = &o, .dir = dir};
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateArray(), run_all, &t, &e);
    if (status)
        return error_print(&e, "tmr0", status);
    if (t.differ)
        printf("\nverdict: FAIL, %u of %u rows differ from what machines/ expects\n", t.differ, t.rows);
    else if (judged(&o))
        printf("\nverdict: pass, all %u rows as expected\n", t.rows);
    else
        printf("\nverdict: none, rows are not judged: machines/ expects those of " JUDGED " only\n");
    return t.differ ? STATUS_BAD : STATUS_OK;
}
