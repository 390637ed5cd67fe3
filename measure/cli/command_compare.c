/* SPDX-License-Identifier: MIT
 * compare: how much longer one command takes than another. */
#include <errno.h>
#include <getopt.h> /* optind */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "commands.h"
#include "contest_print.h"

#define VALUES 64

static const char synopsis[] = "[options] COMMAND COMMAND...";

static const char usage[] =
    "Runs the commands in rounds, each command once a round, in random order. Prints the ratio of each command's CPU\n"
    "time and of its wall time to the first command's, with intervals. Other programs disturb CPU time less. Stops\n"
    "when all ratios of CPU time, or all of wall time, are known to --precision. Exit status 1 if both ratios of a\n"
    "command say nothing. A command is one argument, its words in quotes: 'sort -n file'. Its standard output goes to\n"
    "/dev/null. Its start is part of the run.\n\n"
    "  --precision P   half-width of a ratio's interval, such as 0.01 (default) for 1 %\n"
    "  --runs N        at most this many rounds, default 1000\n"
    "  --seconds T     at most this time for all rounds, default 60s; a round under way is finished\n"
    "  --confidence A  of each interval, however early the runs stop; default 0.95\n"
    "  --warmup N      rounds at the beginning that are not counted, default 1\n"
    "  --prepare C     run C before each run; it is not timed\n"
    "  --shell         /bin/sh reads the commands, that of --prepare too; its start is part of the run\n"
    "  --parameter P   NAME=1..8 or NAME=a,b,c: each command that has {NAME} is run with each of the values\n"
    "  --seed N        of the order, default 1\n"
    "  --raw FILE      write a row for each run, as CSV\n"
    "  --export-csv FILE, --export-markdown FILE\n"
    "                  write a row for each command\n"
    "  --json FILE     write the results\n";

struct compare_options {
    const char *command, *prepare, *json, *raw, *csv, *markdown;
    bool shell;
    char *name, *value[VALUES]; /* of --parameter: "{NAME}" */
    size_t values;
};

static int take_range(struct compare_options *o, struct argument a, const char *text)
{
    char number[24], *end;
    errno = 0;
    const long from = strtol(text, &end, 10);
    const bool dots = end > text && strncmp(end, "..", 2) == 0;
    text = dots ? end + 2 : "";
    const long to = strtol(text, &end, 10);
    if (!dots || end == text || *end || errno || to < from || (unsigned long)to - (unsigned long)from >= VALUES)
        return argument_bad(a, "a range of 1 to 64 whole numbers, such as NAME=1..8");
    for (long n = 0; n <= to - from; n++) {
        (void)snprintf(number, sizeof number, "%ld", from + n);
        o->value[o->values++] = memory_text(number);
    }
    return STATUS_OK;
}

static int take_parameter(void *to, struct argument a)
{
    struct compare_options *o = to;
    const char *equal = strchr(a.text, '=');
    const size_t length = equal ? (size_t)(equal - a.text) : 0;
    if (length == 0 || !equal[1])
        return argument_bad(a, "NAME=1..8 or NAME=a,b,c");
    o->name = memory_new(length + 3, 1);
    (void)snprintf(o->name, length + 3, "{%.*s}", (int)length, a.text);
    if (strstr(equal, ".."))
        return take_range(o, a, equal + 1);
    for (const char *text = equal + 1; text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL) {
        if (o->values == VALUES)
            return argument_bad(a, "at most 64 values");
        o->value[o->values] = memory_text(text);
        o->value[o->values++][strcspn(text, ",")] = '\0';
    }
    return STATUS_OK;
}

static int take_precision(void *to, struct argument a)
{
    double *precision = to;
    int status = argument_positive(a, precision);
    return status || *precision < 1 ? status : argument_bad(a, "less than 1, such as 0.01");
}

/* The text with the value in place of each {NAME}. */
static char *filled(const struct compare_options *o, const char *text, const char *value)
{
    char *made;
    size_t size;
    FILE *f = memory_stream(&made, &size);
    const char *at;
    for (; (at = strstr(text, o->name)); text = at + strlen(o->name))
        (void)fprintf(f, "%.*s%s", (int)(at - text), text, value);
    (void)fputs(text, f);
    (void)fclose(f);
    return made;
}

static int add_commands(struct compare_options *o, struct contest *c, char **text, struct error *e)
{
    bool found = !o->name;
    int status = o->prepare ? workload_command(&c->prepare, o->prepare, o->shell, e) : STATUS_OK;
    for (; *text && status == STATUS_OK; text++) {
        const bool has = o->name && strstr(*text, o->name);
        found = found || has;
        for (size_t n = 0; n < (has ? o->values : 1) && status == STATUS_OK; n++) {
            if (c->commands == CONTEST_MOST)
                return error_set(e, STATUS_INPUT, "more than %d commands", CONTEST_MOST);
            char *line = has ? filled(o, *text, o->value[n]) : memory_text(*text);
            status = workload_command(&c->command[c->commands++].work, line, o->shell, e);
            free(line);
        }
    }
    if (status == STATUS_OK && !found)
        status = error_set(e, STATUS_INPUT, "--parameter: no command has %s", o->name);
    if (status == STATUS_OK && c->commands < 2)
        status = error_set(e, STATUS_INPUT, "expected two commands at least; see --help");
    return status;
}

enum { FILES = 3 };

static void (*const write_file[FILES])(FILE *f, const struct contest *c) = {contest_raw, contest_csv, contest_markdown};

struct compare_run {
    struct contest *contest;
    const char *const *file;
};

static int evaluate(const struct contest *c, cJSON *all, struct error *e)
{
    contest_print(c);
    contest_json(all, c);
    for (size_t i = 1; i < c->commands; i++)
        if (!contest_says(c, &c->command[i].cpu) && !contest_says(c, &c->command[i].wall))
            return error_set(e, STATUS_BAD,
                             "%zu against 1: these runs say nothing; make more, or allow a larger "
                             "--precision",
                             i + 1);
    return STATUS_OK;
}

/* The files' places are opened first: one that cannot be written is known before the runs. */
static int run_compare(void *context, cJSON *all, struct error *e)
{
    const struct compare_run *run = context;
    struct contest *c = run->contest;
    struct output out[FILES];
    int status = STATUS_OK, opened = 0;
    for (; opened < FILES && status == STATUS_OK; opened++)
        status = output_open(&out[opened], run->file[opened], e);
    if (status == STATUS_OK) {
        interrupt_watch();
        status = contest_run(c, e);
        interrupt_leave();
    }
    if (status == STATUS_OK && c->rounds == 0)
        status = error_set(e, STATUS_BAD, "ended before the first round was whole");
    for (int n = 0; n < opened; n++) {
        if (status == STATUS_OK && out[n].f)
            write_file[n](out[n].f, c);
        status = output_close(&out[n], status, e);
    }
    return status ? status : evaluate(c, all, e);
}

int command_compare(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    static struct contest c;
    struct compare_options o = {.command = argv[0]};
    struct error e;
    c = (struct contest){.rounds_most = 1000,
                         .warmup = 1,
                         .seed = 1,
                         .seconds_most = 60,
                         .precision = 0.01,
                         .confidence = 0.95,
                         .stop = &interrupted};
    const struct option_rule rule[] = {
        {"precision", .take = take_precision, .to = &c.precision},
        {"runs", .number = &c.rounds_most, .least = 1, .most = CONTEST_ROUNDS_MOST},
        {"seconds", .seconds = &c.seconds_most},
        {"confidence", .confidence = &c.confidence},
        {"warmup", .number = &c.warmup, .least = 0, .most = CONTEST_ROUNDS_MOST},
        {"prepare", .text = &o.prepare},
        {"shell", .given = &o.shell},
        {"parameter", .take = take_parameter, .to = &o, .once = true},
        {"seed", .number = &c.seed, .least = 0, .most = UINT64_MAX},
        {"raw", .output = &o.raw},
        {"export-csv", .output = &o.csv},
        {"export-markdown", .output = &o.markdown},
        {"json", .output = &o.json},
    };
    const struct options options = {
        o.command, synopsis, usage, NULL, OPERANDS_ANYWHERE, rule, sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    const char *const files[] = {o.raw, o.csv, o.markdown, o.json};
    struct compare_run run = {.contest = &c, .file = files};
    status = output_distinct(files, sizeof files / sizeof files[0], &e);
    if (status == STATUS_OK)
        status = add_commands(&o, &c, argv + optind, &e);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateObject(), run_compare, &run, &e);
    contest_free(&c);
    for (size_t n = 0; n < o.values; n++)
        free(o.value[n]);
    free(o.name);
    return status ? error_print(&e, argv[0], status) : STATUS_OK;
}
