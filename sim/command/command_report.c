/* SPDX-License-Identifier: MIT
 * tmr0 report: results of other commands as one HTML page, which draws them. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/input.h"
#include "cli/options.h"
#include "cli/output.h"
#include "commands.h"
#include "pages/page.h"
#include "sim/figures/figures.h"
#include "timing_print.h"

#define COMMAND "tmr0 report"
#define PATH_MOST 4096

static const char usage[] =
    "Makes one HTML page of results: verdict of each machine, tables, diagrams, plots. It loads nothing from "
    "elsewhere.\n"
    "DIR is a folder that `tmr0 sweep` wrote. FILE is the JSON of `tmr0 timing`, of `tmr0 run`, or of the limits of\n"
    "`tmr0 sweep`. The diagram X.svg beside a run's X.json, and the run's scenario, are shown with it.\n\n"
    "  --out FILE  the page, default report.html\n";

/* The page has the objects as they were written, with "path", where. */
static const struct kind {
    const char *name, *sign; /* an array; a field that only its objects have */
} kinds[] = {{"runs", "file"}, {"limits", "figure"}, {"timing", "cd_holds"}, {"sweeps", "points"}};
#define KINDS (sizeof kinds / sizeof *kinds)

/* The text of a file, if it is there */
static void add_text(cJSON *object, const char *name, const char *path)
{
    struct error unread;
    char *text = input_text(path, &unread);
    if (text)
        cJSON_AddStringToObject(object, name, text);
    free(text);
}

/* The name in the results may be of any file: only scenarios and vectors are shown. The drawing is of the only run of a
 * file. */
static void add_to_run(cJSON *run, const char *path, bool alone)
{
    char drawing[PATH_MOST];
    const char *file = json_text(run, "file"), *dot = strrchr(file, '.'), *end = strrchr(path, '.');
    if (dot && (strcmp(dot, ".scn") == 0 || strcmp(dot, ".txt") == 0))
        add_text(run, "scenario", file);
    if (!alone || !end || strcmp(end, ".json") != 0)
        return;
    (void)snprintf(drawing, sizeof drawing, "%.*s.svg", (int)(end - path), path);
    add_text(run, "drawing", drawing);
}

static int add_file(cJSON *results, const char *path, struct error *e)
{
    cJSON *tree = NULL, *row;
    const struct kind *kind = kinds;
    int status = input_json(path, &tree, e);
    const cJSON *first = cJSON_GetArrayItem(tree, 0);
    const bool alone = first && !first->next;
    while (kind < kinds + KINDS && !cJSON_HasObjectItem(first, kind->sign))
        kind++;
    if (status == STATUS_OK && kind == kinds + KINDS)
        status =
            error_set(e, STATUS_INPUT, "%s: no such results, expected the JSON of timing, run or sweep --limit", path);
    while (status == STATUS_OK && (row = cJSON_DetachItemFromArray(tree, 0)) != NULL) {
        cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(results, kind->name), row);
        cJSON_AddStringToObject(row, "path", path);
        if (strcmp(kind->name, "runs") == 0)
            add_to_run(row, path, alone);
    }
    cJSON_Delete(tree);
    return status;
}

static int add_sweep(cJSON *results, const char *dir, struct error *e)
{
    char path[PATH_MOST];
    cJSON *definition = NULL, *summary = NULL;
    if (strlen(dir) + sizeof "/summary.json" > PATH_MOST)
        return error_set(e, STATUS_INPUT, "%.60s...: the path is too long, expected the folder of a sweep", dir);
    (void)snprintf(path, sizeof path, "%s/points.csv", dir);
    input_enter(path); /* nothing is written yet; the page may not be written over the points */
    (void)snprintf(path, sizeof path, "%s/sweep.json", dir);
    int status = input_json(path, &definition, e);
    (void)snprintf(path, sizeof path, "%s/summary.json", dir);
    status = status ? status : input_json(path, &summary, e);
    if (status == STATUS_OK) {
        cJSON_AddItemToObject(summary, "arguments", cJSON_DetachItemFromObject(definition, "arguments"));
        cJSON_AddStringToObject(summary, "path", dir);
        (void)snprintf(path, sizeof path, "%s/%s.svg", dir,
                       cJSON_GetArraySize(cJSON_GetObjectItem(summary, "axes")) == 2 ? "shmoo" : "margin");
        add_text(summary, "drawing", path);
        cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(results, "sweeps"), summary);
    }
    cJSON_Delete(definition);
    return status;
}

static int write_page(cJSON *results, const char *file, struct error *e)
{
    words_add(results);
    cJSON_AddItemToObject(results, "summary", verdict_summary(cJSON_GetObjectItemCaseSensitive(results, "timing")));
    char *page = page_make(PAGE_REPORT, results);
    const int status = output_whole(file, page, e);
    free(page);
    return status;
}

int command_report(int argc, char **argv, const char *data_dir)
{
    const char *out = "report.html";
    struct error e;
    struct stat st;
    const struct option_rule rule[] = {{"out", .output = &out}};
    const struct options options = {COMMAND, "[--out FILE] DIR|FILE...", usage, .operands = OPERANDS_ANYWHERE,
                                    OPTION_RULES(rule)};
    int status = options_take(&options, argc, argv);
    if (status)
        return status;
    if (data_dir)
        return options_bad(COMMAND, "--data %s, expected it with a command that reads parts or machines", data_dir);
    if (optind == argc)
        return options_bad(COMMAND, "no results, expected a folder of `tmr0 sweep` or a file of --json");
    cJSON *results = cJSON_CreateObject();
    for (size_t n = 0; n < KINDS; n++)
        cJSON_AddArrayToObject(results, kinds[n].name);
    for (int n = optind; n < argc && status == STATUS_OK; n++)
        status = (stat(argv[n], &st) == 0 && S_ISDIR(st.st_mode) ? add_sweep : add_file)(results, argv[n], &e);
    status = status ? status : write_page(results, out, &e);
    cJSON_Delete(results);
    if (status)
        return error_print(&e, COMMAND, status);
    printf("written: %s\n", out);
    return STATUS_OK;
}
