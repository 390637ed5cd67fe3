/* SPDX-License-Identifier: MIT
 * tmr0 timing: every machine, variant, strobe translator and corner, one row each. */
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "commands.h"
#include "sim/sweep/timing_verdict.h"
#include "timing_print.h"

#define COMMAND "tmr0 timing"

struct timing_options {
    struct timing_setup setup;
    int pal; /* of which the verdict is */
    const char *json;
    bool margins, marks;
};

static const char *corner_text(enum corner corner)
{
    return corner == CORNER_MAX ? "slow" : "fast";
}

/* A line in the form of [expect] in the machine's file. */
static void print_verdict(FILE *f, const struct timing_row *row, const char *what, uint64_t broken, bool reads_wrong)
{
    (void)fprintf(f, "    %-9s %s.%s =", what, pal_kind_name[row->pal], corner_text(row->corner));
    for (int n = 0; n < FIG_CHECKS; n++)
        if (broken >> n & 1)
            (void)fprintf(f, " %s", figure_info[n].name);
    (void)fprintf(f, "%s%s\n", reads_wrong ? " reads-wrong" : "", broken || reads_wrong ? "" : " clean");
}

static void print_row(FILE *f, const struct timing_row *row, const cJSON *json, const struct timing_options *o)
{
    timing_row_print(f, json);
    if (row->differs) {
        const struct verdict *expect = &row->machine->expect[row->pal][row->corner];
        print_verdict(f, row, "expected", expect->checks, expect->reads_wrong);
        print_verdict(f, row, "found", row->reads.broken, row->reads.reads_wrong);
    }
    if (o->margins)
        margins_print(f, &row->reads.margins);
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
    cJSON_AddBoolToObject(one, "cd_holds", !(row->reads.broken & CHECKS_CD));
    cJSON_AddNumberToObject(one, "reads", (double)o->setup.reads);
    cJSON_AddNumberToObject(one, "reads_wrong", (double)row->reads.wrong);
    cJSON_AddNumberToObject(one, "reads_without_valid_data", (double)row->reads.unread);
    output_json_integer(one, "spread_ps", row->reads.spread_ps);
    cJSON_AddNumberToObject(one, "notes", (double)margins_notes(&row->reads.margins));
    if (row->compared)
        cJSON_AddBoolToObject(one, "as_expected", !row->differs);
    else
        cJSON_AddNullToObject(one, "as_expected");
    cJSON_AddItemToObject(one, "margins", margins_json(&row->reads.margins));
    cJSON_AddItemToObject(one, "doubts", doubts_json(row->machine->figure, HOME_MACHINE));
    return one;
}

/* The answer is printed before the table, so the table is kept until all machines are judged. */
struct timing_print {
    struct timing_options *options;
    unsigned compared, differ; /* rows, with [expect] */
    cJSON *rows;
    FILE *table, *lines; /* the rows; a line for each machine */
    struct progress progress;
    size_t machines;        /* judged so far */
    enum verdict_word word; /* the worst of them */
    int verdict;            /* the exit status */
};

static void show_row(void *context, const struct timing_row *row)
{
    struct timing_print *p = context;
    cJSON *json = row_json(row, p->options);
    cJSON_AddItemToArray(p->rows, json);
    p->compared += row->compared;
    p->differ += row->differs;
    print_row(p->table, row, json, p->options);
}

/* Adds the verdict to the rows that it is about: the last of this machine, with its translator. */
static void add_verdict(cJSON *rows, const char *machine, enum pal_kind pal, const struct timing_verdict *verdict)
{
    cJSON *row;
    cJSON_ArrayForEach(row, rows) {
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
    struct timing_print *p = context;
    const struct timing_setup *setup = &p->options->setup;
    int status = STATUS_OK;
    for (enum pal_kind pal = 0; pal < PAL_KINDS && status == STATUS_OK; pal++) {
        struct timing_verdict verdict;
        status = timing_verdict(setup, machine, pal, &verdict, e);
        add_verdict(p->rows, machine->name, pal, &verdict);
        if (pal == (enum pal_kind)p->options->pal) {
            struct wrap w = {p->lines, (size_t)fprintf(p->lines, "%s:", machine->name), 4};
            wrap_words(&w, verdict.line);
            (void)fputc('\n', p->lines);
            p->word = verdict.word < p->word ? verdict.word : p->word;
        }
        free(verdict.text);
        free(verdict.line);
    }
    p->machines++;
    progress_show(&p->progress, "%zu of %zu machines", p->machines, setup->machines);
    return status;
}

/* Figures that the table uses and that are estimates or unverified. */
static int print_doubts(const struct timing_setup *o, struct error *e)
{
    int status = STATUS_OK;
    struct rig *rig = memory_new(1, sizeof *rig);
    printf("\nUnverified figures ([E] estimate, [G] [GK] general knowledge, [1] one source):\n");
    for (size_t n = 0; n < o->machines && status == STATUS_OK; n++) {
        status = rig_load(rig, o->dir, TARGET_BOARD, o->part, o->pal_part, o->machine[n], e);
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
    "with the simulated time, and checks every bus parameter of the part. Prints the verdict of each machine: works,\n"
    "marginal or fails, and what cures it. Exit status 0 only if every machine works with the translator of --pal.\n\n"
    "  --machine NAME   only this machine: NAME, NAME:VARIANT or FILE.ini; may be given again\n"
    "  --pal KIND       translator of the last lines and of the exit status: flipflop (default) or direct\n"
    "  --part NAME      default " RIG_PART "\n"
    "  --pal-part NAME  the timer board's PAL, default " RIG_PAL "; " RIG_PAL ":25ns: with this delay\n"
    "  --reads N        reads per row, at least 2, default 1000\n"
    "  --seed N         seed of the waits between reads, default 1\n"
    "  --margins        print every check of every row\n"
    "  --marks          print which figures are unverified\n"
    "  --expected       compare the rows with [expect] of the machine's file. The exit status is that of the\n"
    "                   comparison\n"
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
        {"pal", .choice = &o->pal, .names = pal_kind_name, .count = PAL_KINDS},
        {"part", .text = &o->setup.part},
        {"pal-part", .text = &o->setup.pal_part},
        {"reads", .number = &o->setup.reads, .least = 2, .most = 1000000},
        {"seed", .number = &o->setup.seed, .least = 0, .most = UINT64_MAX},
        {"margins", .given = &o->margins},
        {"marks", .given = &o->marks},
        {"expected", .given = &o->setup.expected},
        {"json", .output = &o->json},
    };
    const struct options options = {COMMAND, "[options]", usage, OPTION_RULES(rule)};
    const int status = options_take(&options, argc, argv);
    if (status == STATUS_OK && o->setup.expected &&
        (strcmp(o->setup.part, RIG_PART) != 0 || strcmp(o->setup.pal_part, RIG_PAL) != 0))
        return options_bad(
            COMMAND, "--expected with %s and %s, expected " RIG_PART " and " RIG_PAL ", for which [expect] is written",
            o->setup.part, o->setup.pal_part);
    return status;
}

/* Prints the verdict of all machines, and how the rows compare: the status is of these if that was asked for. */
static int print_end(const struct timing_print *p)
{
    const unsigned rows = (unsigned)cJSON_GetArraySize(p->rows);
    cJSON *summary = verdict_summary(p->rows);
    printf("verdict: %s. %s\n", verdict_word_name[p->word], cJSON_GetArrayItem(summary, p->options->pal)->valuestring);
    cJSON_Delete(summary);
    if (!p->options->setup.expected)
        return p->word == VERDICT_WORKS ? STATUS_OK : STATUS_BAD;
    if (p->differ)
        printf("%u of %u rows differ from [expect]", p->differ, p->compared);
    else
        printf("all %u rows as expected", p->compared);
    if (p->compared < rows)
        printf("; %u more have no [expect]", rows - p->compared);
    printf("\n");
    return p->differ ? STATUS_BAD : STATUS_OK;
}

/* Plays all rows and judges the machines: table and lines. */
static int play_table(struct timing_print *p, const struct timing_setup *setup, struct error *e)
{
    timing_head_print(p->table, setup->part, setup->pal_part, setup->reads, setup->seed);
    const int status = timing_run(setup, &(struct timing_watch){show_row, judge_machine, p}, e);
    progress_end(&p->progress);
    if (status == STATUS_OK && setup->expected && !p->compared)
        return error_set(e, STATUS_INPUT, "no machine asked for has [expect] in its file, expected it with --expected");
    return status;
}

/* The answer comes before the rows, and in short after them. */
static int print_all(void *context, cJSON *rows, struct error *e)
{
    struct timing_print *p = context;
    const struct timing_setup *setup = &p->options->setup;
    char *table, *lines;
    int status = timing_prepare(&p->options->setup, e);
    if (status)
        return status;
    p->rows = rows;
    p->table = memory_stream(&table, &(size_t){0});
    p->lines = memory_stream(&lines, &(size_t){0});
    status = play_table(p, setup, e);
    (void)fclose(p->table);
    (void)fclose(p->lines);
    if (status == STATUS_OK) {
        verdicts_print(stdout, rows);
        printf("\n%s", table);
        status = p->options->marks ? print_doubts(setup, e) : STATUS_OK;
    }
    if (status == STATUS_OK) {
        printf("\n%s", lines);
        p->verdict = print_end(p);
    }
    free(table);
    free(lines);
    return status;
}

int command_timing(int argc, char **argv, const char *data_dir)
{
    char dir[1024];
    struct timing_options o = {.setup = {.dir = dir, .part = RIG_PART, .pal_part = RIG_PAL, .reads = 1000, .seed = 1}};
    struct timing_print p = {.options = &o, .word = VERDICT_WORKS};
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    status = data_find(dir, sizeof dir, data_dir, &e);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateArray(), print_all, &p, &e);
    return status ? error_print(&e, COMMAND, status) : p.verdict;
}
