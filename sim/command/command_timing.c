/* SPDX-License-Identifier: MIT
 * tmr0 timing: every machine, variant, strobe translator and corner, one row each. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "sim/report/results_print.h"
#include "sim/sweep/timing_verdict.h"

#define COMMAND "tmr0 timing"

struct timing_options {
    struct timing_setup setup;
    const char *json;
    bool margins;
};

static const char *corner_text(enum corner corner)
{
    return corner == CORNER_MAX ? "slow" : "fast";
}

/* A line in the form of [expect] in the machine's file. */
static void print_verdict(const struct timing_row *row, const char *what, uint64_t broken, bool reads_wrong)
{
    printf("    %-9s %s.%s =", what, pal_kind_name[row->pal], corner_text(row->corner));
    for (int n = 0; n < FIG_CHECKS; n++)
        if (broken >> n & 1)
            printf(" %s", figure_info[n].name);
    printf("%s%s\n", reads_wrong ? " reads-wrong" : "", broken || reads_wrong ? "" : " clean");
}

static void print_row(const struct timing_row *row, const cJSON *json, const struct timing_options *o)
{
    timing_row_print(stdout, json);
    if (!row->as_expected) {
        const struct verdict *expect = &row->machine->expect[row->pal][row->corner];
        print_verdict(row, "expected", expect->checks, expect->reads_wrong);
        print_verdict(row, "found", row->reads.broken, row->reads.reads_wrong);
    }
    if (o->margins)
        margins_print(stdout, &row->reads.margins);
}

static cJSON *row_json(const struct timing_row *row, const struct timing_options *o)
{
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "tmr0", command_version);
    cJSON_AddStringToObject(one, "machine", row->machine->name);
    cJSON_AddStringToObject(one, "pal", pal_kind_name[row->pal]);
    cJSON_AddStringToObject(one, "part", o->setup.part);
    cJSON_AddStringToObject(one, "pal_part", o->setup.pal_part);
    output_json_digits(one, "seed", o->setup.seed);
    cJSON_AddStringToObject(one, "corner", corner_text(row->corner));
    cJSON_AddNumberToObject(one, "accesses", (double)row->reads.accesses);
    cJSON_AddBoolToObject(one, "cd_holds", row->reads.cd_holds);
    cJSON_AddNumberToObject(one, "reads", (double)o->setup.reads);
    cJSON_AddNumberToObject(one, "reads_wrong", (double)row->reads.wrong);
    cJSON_AddNumberToObject(one, "reads_without_valid_data", (double)row->reads.unread);
    output_json_integer(one, "spread_ps", row->reads.spread_ps);
    cJSON_AddNumberToObject(one, "notes", (double)margins_notes(&row->reads.margins));
    if (timing_judged(&o->setup))
        cJSON_AddBoolToObject(one, "as_expected", row->as_expected);
    else
        cJSON_AddNullToObject(one, "as_expected");
    cJSON_AddItemToObject(one, "margins", margins_json(&row->reads.margins));
    cJSON_AddItemToObject(one, "doubts", doubts_json(row->machine->figure, HOME_MACHINE));
    return one;
}

struct timing_print {
    struct timing_options *options;
    struct timing_total total;
    cJSON *rows;
};

static void show_row(void *context, const struct timing_row *row)
{
    struct timing_print *p = context;
    cJSON *json = row_json(row, p->options);
    cJSON_AddItemToArray(p->rows, json);
    print_row(row, json, p->options);
    (void)fflush(stdout);
}

/* Adds the verdict to the rows that it is about: the last of this machine, with its translator. */
static void add_verdict(cJSON *rows, const char *machine, enum pal_kind pal, const struct timing_verdict *verdict)
{
    cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (cJSON_HasObjectItem(row, "verdict") || strcmp(json_text(row, "pal"), pal_kind_name[pal]) != 0)
            continue;
        cJSON *one = cJSON_AddObjectToObject(row, "verdict");
        cJSON_AddStringToObject(one, "machine", machine);
        cJSON_AddStringToObject(one, "word", verdict_word_name[verdict->word]);
        cJSON_AddStringToObject(one, "text", verdict->text);
    }
}

static int judge_machine(void *context, const struct timing_machine *machine, struct error *e)
{
    const struct timing_print *p = context;
    int status = STATUS_OK;
    for (enum pal_kind pal = 0; pal < PAL_KINDS && status == STATUS_OK; pal++) {
        struct timing_verdict verdict;
        status = timing_verdict(&p->options->setup, machine, pal, &verdict, e);
        add_verdict(p->rows, machine->name, pal, &verdict);
        free(verdict.text);
    }
    return status;
}

static void print_claim(const struct timing_total *t)
{
    printf(
        "\nC/D set-up and hold: direct holds in %u of %u rows, flip-flop in %u of %u\n(the paper: direct cannot meet "
        "them).\n%" PRIu64 " accesses; %" PRIu64 " notes of an edge near a command or a status read (no violation, the "
        "count may be\noff by one).\n",
        t->cd_holds[PAL_DIRECT], t->by_pal[PAL_DIRECT], t->cd_holds[PAL_FLIPFLOP], t->by_pal[PAL_FLIPFLOP], t->accesses,
        t->notes);
}

/* Figures that the table uses and that are estimates or unverified. */
static int print_doubts(const struct timing_setup *o, struct error *e)
{
    int status = STATUS_OK;
    struct rig *rig = memory_new(1, sizeof *rig);
    printf("\nUnverified figures ([E] estimate, [G] [GK] general knowledge, [1] one source):\n");
    for (size_t n = 0; n < o->machines && status == STATUS_OK; n++) {
        status = timing_load(rig, o, o->machine[n], e);
        if (status == STATUS_OK && n == 0) {
            doubts_print(stdout, rig->chip.figure, HOME_CHIP, false, o->part);
            doubts_print(stdout, rig->pal.figure, HOME_PAL, false, o->pal_part);
        }
        if (status == STATUS_OK)
            doubts_print(stdout, rig->machine.figure, HOME_MACHINE, false, rig->machine.name);
    }
    free(rig);
    return status;
}

static const char usage[] =
    "For each machine file and variant, with each strobe translator, at the slow and the fast corner of all delays:\n"
    "initialises the timer as the paper describes, takes 32-bit reads at changing phases, compares every pair of them\n"
    "with the simulated time, and checks every bus parameter of the part. Exit status 1 if a row differs from\n"
    "what the machine's file expects. Then a verdict of each machine: works, marginal or fails, and what cures it.\n\n"
    "  --machine NAME   only this one (may be given again; NAME:VARIANT for one variant)\n"
    "  --part NAME      default am9513a\n"
    "  --pal-part NAME  the timer board's PAL, default " RIG_PAL "; " RIG_PAL ":25ns: with this delay\n"
    "  --reads N        reads per row, default 1000\n"
    "  --seed N         seed of the waits between reads, default 1\n"
    "  --margins        print every check of every row\n"
    "  --json FILE      write the results\n";

static int take_machine(void *to, struct argument a)
{
    struct timing_setup *setup = to;
    if (setup->machines == TIMING_MACHINES)
        return argument_bad(a, "at most 64 of them");
    setup->machine[setup->machines++] = a.text;
    return STATUS_OK;
}

static int parse_options(struct timing_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"machine", .take = take_machine, .to = &o->setup},
        {"part", .text = &o->setup.part},
        {"pal-part", .text = &o->setup.pal_part},
        {"reads", .number = &o->setup.reads, .least = 1, .most = 1000000},
        {"seed", .number = &o->setup.seed, .least = 0, .most = UINT64_MAX},
        {"margins", .given = &o->margins},
        {"json", .output = &o->json},
    };
    const struct options options = {COMMAND, "[options]", usage, .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    return options_take(&options, argc, argv);
}

static int print_table(void *context, cJSON *rows, struct error *e)
{
    struct timing_print *p = context;
    struct timing_setup *setup = &p->options->setup;
    char seed[24];
    p->rows = rows;
    int status = timing_prepare(setup, e);
    if (status)
        return status;
    (void)snprintf(seed, sizeof seed, "%" PRIu64, setup->seed);
    timing_head_print(stdout, setup->part, setup->pal_part, setup->reads, seed);
    status = timing_run(setup, &p->total, &(struct timing_watch){show_row, judge_machine, p}, e);
    if (status)
        return status;
    print_claim(&p->total);
    printf("\nMachines (works: every check is met and every read is right, at both corners and in all variants;\n"
           "marginal: at one corner or in one variant; fails: never):\n");
    verdicts_print(stdout, rows);
    return print_doubts(setup, e);
}

int command_timing(int argc, char **argv, const char *data_dir)
{
    char dir[1024];
    struct timing_options o = {
        .setup = {.dir = dir, .part = TIMING_JUDGED, .pal_part = RIG_PAL, .reads = 1000, .seed = 1}};
    struct timing_print p = {.options = &o};
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateArray(), print_table, &p, &e);
    if (status)
        return error_print(&e, "tmr0", status);
    if (p.total.differ)
        printf("\nverdict: FAIL, %u of %u rows differ from what machines/ expects\n", p.total.differ, p.total.rows);
    else if (timing_judged(&o.setup))
        printf("\nverdict: pass, all %u rows as expected\n", p.total.rows);
    else
        printf("\nverdict: none, rows are not judged: machines/ expects those of " TIMING_JUDGED " with " RIG_PAL
               " only\n");
    return p.total.differ ? STATUS_BAD : STATUS_OK;
}
