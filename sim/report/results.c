/* SPDX-License-Identifier: MIT
 * Reads results and checks their version and kind. */
#include "results.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/input.h"

#define PATH_MOST 4096

static const struct kind {
    const char *name, *sign; /* sign: a field that only such rows have */
} kinds[] = {{"runs", "file"}, {"limits", "figure"}, {"timing", "cd_holds"}};
#define KINDS (sizeof kinds / sizeof *kinds)

static int check_version(const cJSON *object, const char *file, struct error *e)
{
    const char *version = json_text(object, "tmr0");
    if (strcmp(version, command_version) == 0)
        return STATUS_OK;
    return error_set(e, STATUS_INPUT, "%s: results of %s%.20s, expected those of tmr0 %s", file,
                     *version ? "tmr0 " : "no version", version, command_version);
}

/* Adds the text of a file that may be missing. */
static int add_drawing(cJSON *object, const char *path, struct error *e)
{
    struct stat st;
    if (cJSON_HasObjectItem(object, "drawing") || (stat(path, &st) != 0 && errno == ENOENT))
        return STATUS_OK;
    char *text = input_text(path, e);
    if (!text)
        return STATUS_INPUT;
    cJSON_AddStringToObject(object, "drawing", text);
    const bool drawn = strstr(text, "<svg") != NULL;
    free(text);
    return drawn ? STATUS_OK : error_set(e, STATUS_INPUT, "%s: no drawing, expected SVG", path);
}

/* The name in the results may be of any file: only scenarios and vectors are shown. */
static void add_scenario(cJSON *run)
{
    struct error unread;
    const char *file = json_text(run, "file"), *dot = strrchr(file, '.');
    char *text = dot && (strcmp(dot, ".scn") == 0 || strcmp(dot, ".txt") == 0) ? input_text(file, &unread) : NULL;
    if (text)
        cJSON_AddStringToObject(run, "scenario", text);
    free(text);
}

/* The drawing is of the only run of a file. */
static int add_run_drawing(cJSON *run, const char *json, struct error *e)
{
    char path[PATH_MOST];
    const size_t length = strlen(json), ending = sizeof ".json" - 1;
    if (length <= ending || strcmp(json + length - ending, ".json") != 0)
        return STATUS_OK;
    (void)snprintf(path, sizeof path, "%.*s.svg", (int)(length - ending), json);
    return add_drawing(run, path, e);
}

static int add_row(cJSON *results, const struct kind *kind, cJSON *row, const char *path, bool alone, struct error *e)
{
    cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(results, kind->name), row);
    cJSON_AddStringToObject(row, "path", path);
    if (cJSON_HasObjectItem(row, "differ"))
        return error_set(e, STATUS_INPUT, "%s: a run in which the engines differ, expected one with a result", path);
    const int status = check_version(row, path, e);
    if (status || kind != kinds)
        return status;
    add_scenario(row);
    return alone ? add_run_drawing(row, path, e) : STATUS_OK;
}

static int add_rows(cJSON *results, cJSON *tree, const char *path, struct error *e)
{
    cJSON *row = cJSON_IsArray(tree) ? tree->child : NULL;
    const bool alone = row && !row->next;
    const struct kind *kind = kinds;
    int status = STATUS_OK;
    while (kind < kinds + KINDS && !cJSON_HasObjectItem(row, kind->sign))
        kind++;
    if (kind == kinds + KINDS)
        return error_set(e, STATUS_INPUT, "%s: no such results, expected the JSON of timing, run or sweep --limit",
                         path);
    while (status == STATUS_OK && (row = cJSON_DetachItemFromArray(tree, 0)) != NULL)
        status = add_row(results, kind, row, path, alone, e);
    return status;
}

/* A JSON file of a sweep's folder */
static int read_part(const char *dir, const char *name, const char *wanted, cJSON **tree, struct error *e)
{
    struct stat st;
    char path[PATH_MOST];
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= PATH_MOST)
        return error_set(e, STATUS_INPUT, "%.60s...: the path is too long, expected the folder of a sweep", dir);
    if (stat(path, &st) != 0)
        return error_set(e, STATUS_INPUT, "%s: no %s, expected %s", dir, name, wanted);
    const int status = input_json(path, tree, e);
    return status ? status : check_version(*tree, path, e);
}

static int add_sweep(cJSON *results, const char *dir, struct error *e)
{
    static const char *const drawing[] = {"shmoo.svg", "margin.svg"};
    char path[PATH_MOST];
    cJSON *definition = NULL, *summary = NULL;
    (void)snprintf(path, sizeof path, "%s/points.csv", dir);
    (void)input_enter(path, e); /* nothing is written yet; the page may not be written over the points */
    int status = read_part(dir, "sweep.json", "the folder of a sweep", &definition, e);
    if (status == STATUS_OK)
        status = read_part(dir, "summary.json", "a sweep that has ended (sweep --resume)", &summary, e);
    if (status == STATUS_OK) {
        cJSON_AddItemToObject(summary, "arguments", cJSON_DetachItemFromObject(definition, "arguments"));
        cJSON_AddStringToObject(summary, "path", dir);
    }
    for (size_t n = 0; n < 2 && status == STATUS_OK; n++) {
        (void)snprintf(path, sizeof path, "%s/%s", dir, drawing[n]);
        status = add_drawing(summary, path, e);
    }
    cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(results, "sweeps"), summary);
    cJSON_Delete(definition);
    return status;
}

cJSON *results_new(void)
{
    cJSON *results = cJSON_CreateObject();
    for (size_t n = 0; n < KINDS; n++)
        cJSON_AddArrayToObject(results, kinds[n].name);
    cJSON_AddArrayToObject(results, "sweeps");
    return results;
}

int results_add(cJSON *results, const char *path, struct error *e)
{
    struct stat st;
    cJSON *tree = NULL;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return add_sweep(results, path, e);
    int status = input_json(path, &tree, e);
    if (status == STATUS_OK)
        status = add_rows(results, tree, path, e);
    cJSON_Delete(tree);
    return status;
}
