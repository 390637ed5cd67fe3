/* SPDX-License-Identifier: MIT
 * experiment: what a paper reports beside what we find. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/gnuplot.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "measure/experiments/experiment.h"

#define PATH 4096

static const char synopsis[] = "NAME [options]\n--list";

static const char usage[] =
    "Runs an experiment of a paper. Prints the paper's figures beside ours with a verdict, and what would have to be\n"
    "assumed for a figure that does not follow. Exit status 1 if a figure differs that docs/findings.md does not\n"
    "explain, or agrees where it says that it differs. Ctrl-C ends it with what is complete (exit status 130).\n\n"
    "  --list       the names of all experiments, and what they reproduce\n"
    "  --quick      fewer draws\n"
    "  --seed S     of what is drawn, default 1\n"
    "  --out DIR    write DIR/NAME.txt, DIR/NAME.json and, by gnuplot, DIR/NAME-DRAWING.svg for each drawing;\n"
    "               DIR is made if its parent exists\n"
    "  --json FILE  write the results, - for standard output\n";

struct experiment_options {
    const char *command, *out, *json;
    const struct experiment *experiment;
    uint64_t seed;
    bool quick, list;
};

static int find_experiment(struct experiment_options *o, const char *name)
{
    for (o->experiment = experiments; o->experiment->name; o->experiment++)
        if (strcmp(o->experiment->name, name) == 0)
            return STATUS_OK;
    return options_bad(o->command, "no experiment %s, expected one of %s --list", name, o->command);
}

static int parse_options(struct experiment_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"list", .given = &o->list}, {"quick", .given = &o->quick}, {"seed", .number = &o->seed, .most = UINT64_MAX},
        {"out", .text = &o->out},    {"json", .text = &o->json},
    };
    const struct options options = {o->command,   synopsis,
                                    usage,        .operands = OPERANDS_ANYWHERE,
                                    .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status == STATUS_OK && o->list && (o->out || o->json || o->quick || argc != optind))
        status = options_bad(o->command, "--list with more, expected it alone");
    if (status || o->list)
        return status;
    if (argc - optind != 1)
        return options_bad(o->command, "%d names, expected one of %s --list", argc - optind, o->command);
    return find_experiment(o, argv[optind]);
}

/* The files of --out; without it both names are empty. */
struct experiment_files {
    char text[PATH], json[PATH];
};

static int name_files(struct experiment_files *f, const struct experiment_options *o, struct error *e)
{
    *f = (struct experiment_files){0};
    if (!o->out)
        return STATUS_OK;
    int status = output_folder(o->out, e);
    if (status)
        return status;
    int length = snprintf(f->text, PATH, "%s/%s.txt", o->out, o->experiment->name);
    (void)snprintf(f->json, PATH, "%s/%s.json", o->out, o->experiment->name);
    if (length + 1 >= PATH)
        return error_set(e, STATUS_INPUT, "a path of %d characters, expected at most %d", length, PATH - 2);
    const char *const file[] = {f->text, f->json, output_json_file(o->json)};
    return output_distinct(file, 3, 3, e);
}

struct experiment_call {
    const struct experiment_options *options;
    struct experiment_files files;
    bool stopped; /* by Ctrl-C */
};

/* The text of the run in memory, *text of the caller to free. */
static int run_in_memory(const struct experiment_options *o, struct experiment_run *run, char **text, struct error *e)
{
    size_t size;
    run->text = open_memstream(text, &size);
    if (!run->text)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    int status = experiment_run(o->experiment, run);
    if (fclose(run->text) == EOF)
        status = error_set(e, STATUS_SYSTEM, "out of memory");
    return status;
}

static void write_script(FILE *script, const void *text)
{
    (void)fputs(text, script);
}

/* Without gnuplot a message names the drawings that are missing, and an older one is not left in its place. */
static int write_drawings(const struct experiment_options *o, const struct experiment_run *run, struct error *e)
{
    int status = STATUS_OK;
    for (size_t n = 0; n < run->drawings && status == STATUS_OK; n++) {
        char path[PATH];
        bool drawn;
        if (!run->drawing[n].script)
            return error_set(e, STATUS_SYSTEM, "out of memory");
        if (snprintf(path, PATH, "%s/%s-%s.svg", o->out, o->experiment->name, run->drawing[n].name) >= PATH)
            return error_set(e, STATUS_INPUT, "%s: a path too long, expected at most %d characters", o->out, PATH);
        status = gnuplot_draw(path, NULL, write_script, run->drawing[n].script, &drawn, e);
        if (status == STATUS_OK && !drawn) {
            (void)fprintf(stderr, "%s: %s: no drawing: gnuplot is not installed\n", o->command, path);
            (void)remove(path);
        }
    }
    return status;
}

static int write_files(const struct experiment_files *f, const char *text, const cJSON *tree, struct error *e)
{
    struct output out;
    struct output_json json;
    int status = output_open(&out, f->text, e);
    if (status == STATUS_OK)
        status = output_close(&out, output_text(&out, text, e), e);
    if (status == STATUS_OK)
        status = output_json_open(&json, f->json, e);
    if (status == STATUS_OK)
        status = output_json_close(&json, tree, STATUS_OK, e);
    return status;
}

static int report_experiment(void *context, cJSON *tree, struct error *e)
{
    struct experiment_call *call = context;
    const struct experiment_options *o = call->options;
    struct experiment_run run = {
        .seed = o->seed, .quick = o->quick, .json = tree, .stop = &interrupted, .progress = isatty(STDERR_FILENO) == 1};
    char *text = NULL;
    interrupt_watch();
    int status = run_in_memory(o, &run, &text, e);
    interrupt_leave();
    call->stopped = run.stopped;
    if (status <= STATUS_BAD && o->out) {
        int written = write_drawings(o, &run, e);
        written = written ? written : write_files(&call->files, text, tree, e);
        status = written ? written : status;
    }
    if (status <= STATUS_BAD)
        (void)fputs(text, stdout);
    experiment_end(&run);
    free(text);
    return status;
}

int command_experiment(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct experiment_options o = {.command = argv[0], .seed = 1};
    struct experiment_call call = {.options = &o};
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    if (o.list) {
        for (const struct experiment *x = experiments; x->name; x++)
            printf("%-15s %s\n", x->name, x->reproduces);
        return STATUS_OK;
    }
    status = name_files(&call.files, &o, &e);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateObject(), report_experiment, &call, &e);
    if (status > STATUS_BAD)
        return error_print(&e, o.command, status);
    return call.stopped ? STATUS_INTERRUPTED : status;
}
