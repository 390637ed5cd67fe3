/* SPDX-License-Identifier: MIT
 * tmr0 report: results of other commands as one HTML page. */
#include <getopt.h>
#include <stdlib.h>

#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "sim/report/report.h"
#include "sim/report/results.h"

#define COMMAND "tmr0 report"

static const char usage[] =
    "Makes one HTML page of results: verdict of each machine, tables, diagrams, plots. It loads nothing from "
    "elsewhere.\n"
    "DIR is a folder that `tmr0 sweep` wrote. FILE is the JSON of `tmr0 timing`, of `tmr0 run`, or of the limits of\n"
    "`tmr0 sweep`. The diagram X.svg beside a run's X.json, and the run's scenario, are shown with it.\n\n"
    "  --out FILE  the page, default report.html\n";

static int write_page(cJSON *results, const char *file, struct error *e)
{
    struct output output;
    char *page = report_page(results);
    int status = output_open(&output, file, e);
    if (status == STATUS_OK) {
        status = output_text(&output, page, e);
        status = output_close(&output, status, e);
    }
    free(page);
    return status;
}

int command_report(int argc, char **argv, const char *data_dir)
{
    const char *out = "report.html";
    struct error e;
    const struct option_rule rule[] = {{"out", .output = &out}};
    const struct options options = {COMMAND,      "[--out FILE] DIR|FILE...",
                                    usage,        .operands = OPERANDS_ANYWHERE,
                                    .rule = rule, .rules = sizeof rule / sizeof rule[0]};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (data_dir)
        return options_bad(COMMAND, "--data %s, expected it with a command that reads parts or machines", data_dir);
    if (optind == argc)
        return options_bad(COMMAND, "no results, expected a folder of `tmr0 sweep` or a file of --json");
    cJSON *results = results_new();
    for (int n = optind; n < argc && status == STATUS_OK; n++)
        status = results_add(results, argv[n], &e);
    if (status == STATUS_OK)
        status = write_page(results, out, &e);
    cJSON_Delete(results);
    if (status)
        return error_print(&e, COMMAND, status);
    printf("written: %s\n", out);
    return STATUS_OK;
}
