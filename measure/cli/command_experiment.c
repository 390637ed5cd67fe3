/* SPDX-License-Identifier: MIT
 * experiment: a paper's figures beside ours. */
#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/folder.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "experiment_result.h"

#define EXPERIMENTS_MOST 32

static const char synopsis[] = "NAME [options]\n--all --out DIR [options]\n--list";

static const char usage[] =
    "Repeats an experiment from a paper. Prints the paper's figures beside ours with a verdict, and for each figure\n"
    "that does not agree the assumption that would reproduce it. Exit status 1 if a figure differs and\n"
    "docs/findings.md does not explain it, or if one agrees although that page says that it differs. Ctrl-C ends the\n"
    "experiment with what is complete (exit status 130).\n\n"
    "  --all        all experiments but those with options of their own; also DIR/index.html, a page of their\n"
    "               tables and drawings\n"
    "  --list       the names of all experiments, and what they reproduce\n"
    "  --quick      fewer draws\n"
    "  --seed S     seed of what is drawn, default 1\n"
    "  --out DIR    write DIR/NAME.txt and, by gnuplot, DIR/NAME-DRAWING.svg for each drawing; DIR is made if its\n"
    "               parent exists\n";

struct experiment_options {
    struct experiment_asked asked;
    const struct experiment *experiment;
    bool list, all;
    int lock; /* of the folder; -1: none */
};

static const struct experiment *find(const char *name)
{
    for (const struct experiment *x = experiment_list; x->name; x++)
        if (strcmp(x->name, name) == 0)
            return x;
    return NULL;
}

static int check_options(struct experiment_options *o, int names, const char *name)
{
    const struct experiment_asked *a = &o->asked;
    if (o->list && (a->out || a->quick || o->all || names))
        return options_bad(a->command, "--list with more, expected it alone");
    if (o->list)
        return STATUS_OK;
    if (o->all && (!a->out || names))
        return options_bad(a->command, "expected --all with --out DIR, and no name");
    if (o->all)
        return STATUS_OK;
    if (names != 1)
        return options_bad(a->command, "%d names, expected one of %s --list", names, a->command);
    o->experiment = find(name);
    if (!o->experiment || !o->experiment->run)
        return options_bad(a->command, "no experiment %s, expected one of %s --list", name, a->command);
    return STATUS_OK;
}

static int parse_options(struct experiment_options *o, int argc, char **argv)
{
    struct experiment_asked *a = &o->asked;
    const struct option_rule rule[] = {
        {"list", .given = &o->list},   {"all", .given = &o->all},
        {"quick", .given = &a->quick}, {"seed", .number = &a->seed, .most = UINT64_MAX},
        {"out", .text = &a->out},
    };
    const struct options options = {a->command,   synopsis,
                                    usage,        .operands = OPERANDS_ANYWHERE,
                                    .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    return status ? status : check_options(o, argc - optind, argv[optind]);
}

static void clean(const struct experiment_options *o)
{
    folder_clean(o->asked.out, o->all ? "index.html" : o->experiment->name);
    for (const struct experiment *x = experiment_list; o->all && x->name; x++)
        folder_clean(o->asked.out, x->name);
}

/* Checks the options against each other and against what is on the disk. */
static int check_files(struct experiment_options *o, struct error *e)
{
    const char *out = o->asked.out;
    if (!out)
        return STATUS_OK;
    if (!experiment_path_fits(out))
        return error_set(e, STATUS_INPUT, "--out with %zu characters, expected at most %d", strlen(out),
                         EXPERIMENT_PATH);
    int status = output_folder(out, e);
    if (status)
        return status;
    status = folder_lock(&o->lock, out, e);
    if (status == STATUS_OK)
        clean(o);
    return status;
}

/* ---- One */

static int run_one(const struct experiment_options *o, struct error *e)
{
    struct experiment_result r = {.experiment = o->experiment, .tree = cJSON_CreateObject()};
    const int status = experiment_obtain(&r, &o->asked, e);
    if (status <= STATUS_BAD)
        (void)fputs(r.text, stdout);
    cJSON_Delete(r.tree);
    free(r.text);
    return status <= STATUS_BAD && r.stopped ? STATUS_INTERRUPTED : status;
}

/* ---- All, and their page */

static int write_page(const struct experiment_result *r, size_t count, const struct experiment_asked *asked,
                      struct error *e)
{
    char path[EXPERIMENT_PATH];
    char *text = experiment_page(r, count, asked);
    const int status = output_whole(experiment_path(path, asked->out, "index", ".html"), text, e);
    free(text);
    if (status == STATUS_OK)
        printf("written: %s\n", path);
    return status;
}

/* The last line of an experiment's text: "verdict: ..." */
static void print_verdict(const struct experiment_result *r)
{
    const char *last = strstr(r->text, "\nverdict: ");
    printf("%-15s %s", r->experiment->name, last ? last + strlen("\nverdict: ") : "\n");
    (void)fflush(stdout);
}

static int run_all(const struct experiment_options *o, struct error *e)
{
    struct experiment_result r[EXPERIMENTS_MOST] = {{0}};
    size_t count = 0;
    bool stopped = false;
    int status = STATUS_OK, worst = STATUS_OK;
    for (const struct experiment *x = experiment_list; x->name; x++) {
        assert(count < EXPERIMENTS_MOST);
        if (x->run)
            r[count++] = (struct experiment_result){.experiment = x, .tree = cJSON_CreateObject()};
    }
    for (size_t n = 0; n < count && !stopped && status <= STATUS_BAD; n++) {
        status = experiment_obtain(&r[n], &o->asked, e);
        stopped = r[n].stopped;
        worst = status > worst ? status : worst;
        if (status <= STATUS_BAD)
            print_verdict(&r[n]);
    }
    if (worst <= STATUS_BAD) {
        status = write_page(r, count, &o->asked, e);
        worst = status ? status : worst;
    }
    while (count-- > 0) {
        cJSON_Delete(r[count].tree);
        free(r[count].text);
    }
    return worst <= STATUS_BAD && stopped ? STATUS_INTERRUPTED : worst;
}

int command_experiment(int argc, char **argv, const char *data_dir)
{
    struct experiment_options o = {.asked = {.command = argv[0], .data_dir = data_dir, .seed = 1}, .lock = -1};
    struct error e;
    const struct experiment *own = argc > 1 ? find(argv[1]) : NULL;
    if (own && own->command) {
        static char title[64]; /* for the messages of getopt */
        (void)snprintf(title, sizeof title, "%s %s", argv[0], argv[1]);
        argv[1] = title;
        return own->command(argc - 1, argv + 1, data_dir);
    }
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    if (o.list) {
        for (const struct experiment *x = experiment_list; x->name; x++) {
            struct wrap w = {stdout, (size_t)printf("%-15s", x->name), 16};
            wrap_words(&w, x->reproduces);
            (void)putchar('\n');
        }
        return STATUS_OK;
    }
    status = check_files(&o, &e);
    if (status == STATUS_OK)
        status = o.all ? run_all(&o, &e) : run_one(&o, &e);
    folder_unlock(o.lock);
    return status > STATUS_BAD && status != STATUS_INTERRUPTED ? error_print(&e, argv[0], status) : status;
}
