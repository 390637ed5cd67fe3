/* SPDX-License-Identifier: MIT
 * fit: unit cost and overhead from the user's table of times. */
#include <getopt.h>
#include <stdio.h>

#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "fit_print.h"

static const char synopsis[] = "FILE [options]";

static const char usage[] =
    "Fits T = overhead + slope N to a table of times by least squares, a robust line and the least values. Prints\n"
    "each line with its interval, or the reason why the data do not support it.\n"
    "The first line that they support is the result. Times of long runs may spread more than those of short ones,\n"
    "and the host's speed may change: the interval allows for it if the N are in random order or each in turn.\n"
    "The least values are the cost of undisturbed runs; the typical and the average cost are printed beside them.\n"
    "Exit status 1 if no line is supported.\n\n"
    "Each line of FILE is one run, \"N T\", \"N,T\" or \"N;T\"; # starts a comment; - is standard input. N is a\n"
    "whole number, the work of the run; T is its time in any unit. Several runs may have the same N. At least\n"
    "three different N are needed, and 10 runs for anything but bounds.\n\n"
    "  --tick T        tick of the clock, in the unit of the table; default: that of which all T are multiples\n"
    "  --confidence A  default 0.95\n"
    "  --plot FILE     draw how far the runs lie above the line, as SVG (by gnuplot)\n"
    "  --json FILE     write the results\n";

struct fit_options {
    const char *command, *file, *plot, *json;
    double tick, confidence;
};

static int parse_options(struct fit_options *o, int argc, char **argv)
{
    const struct option_rule rule[] = {
        {"tick", .positive = &o->tick},
        {"confidence", .confidence = &o->confidence},
        {"plot", .output = &o->plot},
        {"json", .output = &o->json},
    };
    const struct options options = {o->command,   synopsis,
                                    usage,        .operands = OPERANDS_ANYWHERE,
                                    .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status == STATUS_OK && argc - optind != 1)
        return options_bad(o->command, "%d files, expected one", argc - optind);
    o->file = argv[optind];
    return status;
}

static int fit_table(struct fit_result *r, struct error *e)
{
    const struct fit_table *t = r->table;
    enum measure_verdict verdict = MEASURE_OK;
    if (!r->tick_given)
        verdict = measure_fit_tick(t->t, t->points, &r->tick);
    if (verdict != MEASURE_MEMORY)
        verdict = measure_fit(t->n, t->t, t->points, r->tick, r->confidence, &r->fit);
    if (verdict == MEASURE_FEW)
        return error_set(e, STATUS_INPUT, "%s: %zu run%s, expected runs of at least three different N", t->file,
                         t->points, t->points == 1 ? "" : "s");
    return verdict ? error_set(e, STATUS_SYSTEM, "%s: %s", t->file, measure_verdict_text(verdict)) : STATUS_OK;
}

struct fit_call {
    const struct fit_options *options;
    struct fit_result result;
};

static int report_fit(void *context, cJSON *all, struct error *e)
{
    struct fit_call *call = context;
    struct fit_result *r = &call->result;
    bool drawn = true;
    int status = fit_table(r, e);
    if (status == STATUS_OK && call->options->plot) /* first: its place may be no place for a file */
        status = fit_plot(r, call->options->plot, &drawn, e);
    if (status)
        return status;
    fit_print(r);
    fit_json(all, r);
    if (!drawn)
        printf("no drawing: gnuplot is not installed\n");
    return r->fit.choice < MEASURE_FITS
               ? STATUS_OK
               : error_set(e, STATUS_BAD, "%s: the data support no method, for the reasons given", r->table->file);
}

int command_fit(int argc, char **argv, const char *data_dir)
{
    (void)data_dir;
    struct fit_options o = {.command = argv[0], .confidence = 0.95};
    struct fit_table table = {0};
    struct error e;
    int status = parse_options(&o, argc, argv);
    if (status)
        return status;
    const char *const files[] = {o.json, o.plot};
    struct fit_call call = {.options = &o,
                            .result = {&table, .confidence = o.confidence, .tick = o.tick, .tick_given = o.tick > 0}};
    status = output_distinct(files, 2, &e);
    if (status == STATUS_OK)
        status = fit_table_load(&table, o.file, &e);
    if (status == STATUS_OK)
        status = output_json_run(o.json, cJSON_CreateObject(), report_fit, &call, &e);
    fit_table_free(&table);
    return status ? error_print(&e, o.command, status) : STATUS_OK;
}
