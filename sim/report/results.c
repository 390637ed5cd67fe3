/* SPDX-License-Identifier: MIT
 * Reads results and checks that each field the page uses is there and of its type. */
#include "results.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/input.h"
#include "sim/figures/data.h"

#define PATH_MOST 4096
#define SET 4 /* rows of a machine and reading in the JSON of `timing` */

/* ---- Fields: paths with their types, $ a string, # a number, ? true or false, @ a corner, | a translator, & that or
 * none, % how points are chosen, ! a verdict. A * is each field of an object or item of an array; a path that ends with
 * ~ may be missing. */

#define MARGINS                                                                                                        \
    "$margins.*.form #margins.*.broken ?margins.*.note #margins.*.required_ps~ $margins.*.required_mark~ "             \
    "#margins.*.slack_ps~ #margins.*.at_ps~ #margins.*.access~ "
static const char timing_fields[] = "$machine $pal $part $corner $seed #accesses #reads #reads_wrong #notes #spread_ps "
                                    "$doubts.* #reads_without_valid_data "
                                    "?cd_holds ?as_expected " MARGINS "$verdict.machine !verdict.word $verdict.text";
static const char limit_fields[] =
    "$machine |pal $part $pal_part @corner $seed #reads $figure #value $mark $broken ?reads_wrong ?down.found~ "
    "#down.last_pass~ $down.broken~ ?down.reads_wrong~ ?up.found~ #up.last_pass~ $up.broken~ ?up.reads_wrong~";
static const char run_fields[] = "$file $target $machine &pal $part @corner $seed ?pass ?effects #accesses #end_ps "
                                 "#expectations #expectations_failed #notes " MARGINS;
static const char summary_fields[] =
    "$machine |pal $part $pal_part @corner #reads #seed %kind #points #passed #cd_holds #broken.* #least_slack.* "
    "$axes.*.column~ #axes.*.from~ #axes.*.to~ #axes.*.step~ "
    "#yield.share~ #yield.low~ #yield.high~ #worst.point~ #worst.slack_ps~ $worst.parameter~ #rtl.boundary #rtl.sample "
    "?rtl.agree";

static const char *const chip_pal[] = {"", "flipflop", "direct"}, *const points_kind[] = {"random", "grid"};
static const struct {
    char type;
    int words;
    const char *const *word;
    const char *expected;
} words[] = {{'@', CORNERS, corner_name, "min, typ or max"},
             {'|', 2, pal_kind_name, "flipflop or direct"},
             {'&', 3, chip_pal, "flipflop, direct or \"\""},
             {'%', 2, points_kind, "random or grid"},
             {'!', VERDICT_WORDS, verdict_word_name, "fails, marginal or works"}};

/* NULL if the item is one of the words of that type, else what it should be */
static const char *expected_word(const cJSON *item, char type)
{
    size_t n = 0;
    while (n < sizeof words / sizeof *words && words[n].type != type)
        n++;
    if (n == sizeof words / sizeof *words)
        return cJSON_IsObject(item) || cJSON_IsArray(item) ? NULL : "an object or an array";
    for (int w = 0; w < words[n].words && cJSON_IsString(item); w++)
        if (strcmp(item->valuestring, words[n].word[w]) == 0)
            return NULL;
    return words[n].expected;
}

/* NULL if the item is of that type, else what it should be */
static const char *expected(const cJSON *item, char type)
{
    switch (type) {
    case '$':
        return cJSON_IsString(item) ? NULL : "a string";
    case '#':
        return cJSON_IsNumber(item) && isfinite(item->valuedouble) ? NULL : "a number";
    case '?':
        return cJSON_IsBool(item) ? NULL : "true or false";
    default:
        return expected_word(item, type);
    }
}

/* Where a check is: the file and its row, as "x.json: row 12: ", and the fields on the way, as "margins.TAVRL." */
struct place {
    const char *file;
    char within[96];
};

static int check_path(const cJSON *object, char type, const char *field, const struct place *place, struct error *e);

/* rest: of the path, after the item's name */
static int check_item(const cJSON *item, char type, const char *name, const char *rest, const struct place *place,
                      struct error *e)
{
    struct place inside = {.file = place->file};
    const char *wrong = expected(item, (char)(*rest == '.' ? '.' : type));
    if (wrong)
        return error_set(e, STATUS_INPUT, "%sfield \"%s%s\", expected %s", place->file, place->within, name, wrong);
    (void)snprintf(inside.within, sizeof inside.within, "%.50s%.40s.", place->within, name);
    return *rest == '.' ? check_path(item, type, rest + 1, &inside, e) : STATUS_OK;
}

static int check_path(const cJSON *object, char type, const char *field, const struct place *place, struct error *e)
{
    char name[40];
    const cJSON *item;
    const size_t length = strcspn(field, ".~");
    int status = STATUS_OK, number = 0;
    (void)snprintf(name, sizeof name, "%.*s", (int)length, field);
    if (*field != '*') {
        item = cJSON_GetObjectItemCaseSensitive(object, name);
        return !item && strchr(field, '~') ? STATUS_OK : check_item(item, type, name, field + length, place, e);
    }
    cJSON_ArrayForEach(item, object)
    {
        (void)snprintf(name, sizeof name, "%d", ++number);
        status = check_item(item, type, item->string ? item->string : name, field + length, place, e);
        if (status)
            break;
    }
    return status;
}

static int check_version(const cJSON *object, const char *file, struct error *e)
{
    const char *version = json_text(object, "tmr0");
    if (strcmp(version, command_version) == 0)
        return STATUS_OK;
    return error_set(e, STATUS_INPUT, "%sresults of %s%.20s, expected those of tmr0 %s", file,
                     *version ? "tmr0 " : "no version", version, command_version);
}

/* An object of this version with these fields */
static int check_fields(const cJSON *object, const char *fields, const char *file, struct error *e)
{
    const struct place place = {.file = file};
    int status = check_version(object, file, e);
    for (fields += strspn(fields, " "); *fields && status == STATUS_OK; fields += strspn(fields, " ")) {
        char field[48];
        const size_t length = strcspn(fields, " ");
        (void)snprintf(field, sizeof field, "%.*s", (int)length, fields);
        status = check_path(object, field[0], field + 1, &place, e);
        fields += length;
    }
    return status;
}

/* ---- Files of rows */

static const struct kind {
    const char *name, *sign; /* sign: a field that only such rows have */
    const char *fields;
} kinds[] = {{"runs", "file", run_fields}, {"limits", "figure", limit_fields}, {"timing", "cd_holds", timing_fields}};
#define KINDS (sizeof kinds / sizeof *kinds)

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

/* The rows of `timing` are whole sets, a machine's in this order. row NULL: the file has no such row. */
static int check_set(const cJSON *row, const char *machine, int number, const char *file, struct error *e)
{
    static const char *const set[SET] = {"flipflop slow", "flipflop fast", "direct slow", "direct fast"};
    char is[128] = "none", wanted[128];
    (void)snprintf(wanted, sizeof wanted, "%.60s %s", machine, set[(number - 1) % SET]);
    if (row)
        (void)snprintf(is, sizeof is, "%.60s %.20s %.20s", json_text(row, "machine"), json_text(row, "pal"),
                       json_text(row, "corner"));
    return strcmp(is, wanted) == 0 ? STATUS_OK : error_set(e, STATUS_INPUT, "%s%s, expected %s", file, is, wanted);
}

static int add_rows(cJSON *results, cJSON *tree, const char *path, struct error *e)
{
    cJSON *row = cJSON_IsArray(tree) ? tree->child : NULL;
    const bool alone = row && !row->next;
    const struct kind *kind = kinds;
    const char *machine = "";
    char file[PATH_MOST];
    int number = 0, status = STATUS_OK;
    while (kind < kinds + KINDS && !cJSON_HasObjectItem(row, kind->sign))
        kind++;
    if (kind == kinds + KINDS)
        return error_set(e, STATUS_INPUT, "%s: no such results, expected the JSON of timing, run or sweep --limit",
                         path);
    while (status == STATUS_OK && (row = cJSON_DetachItemFromArray(tree, 0)) != NULL) {
        (void)snprintf(file, sizeof file, "%s: row %d: ", path, ++number);
        cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(results, kind->name), row);
        cJSON_AddStringToObject(row, "path", path);
        if (cJSON_HasObjectItem(row, "differ"))
            return error_set(e, STATUS_INPUT, "%sa run in which the engines differ, expected one with a result", file);
        status = check_fields(row, kind->fields, file, e);
        if (status == STATUS_OK && kind->fields == run_fields) {
            add_scenario(row);
            status = alone ? add_run_drawing(row, path, e) : STATUS_OK;
        }
        if (status == STATUS_OK && kind->fields == timing_fields) {
            machine = number % SET == 1 ? json_text(row, "machine") : machine;
            status = check_set(row, machine, number, file, e);
        }
    }
    if (status == STATUS_OK && kind->fields == timing_fields && number % SET) {
        (void)snprintf(file, sizeof file, "%s: row %d: ", path, ++number);
        status = check_set(NULL, machine, number, file, e);
    }
    return status;
}

/* ---- Folders of sweeps */

/* A JSON file of the folder, with these fields */
static int read_part(const char *dir, const char *name, const char *wanted, const char *fields, cJSON **tree,
                     struct error *e)
{
    struct stat st;
    char path[PATH_MOST], file[PATH_MOST];
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= PATH_MOST - 2)
        return error_set(e, STATUS_INPUT, "%.60s...: the path is too long, expected the folder of a sweep", dir);
    if (stat(path, &st) != 0)
        return error_set(e, STATUS_INPUT, "%s: no %s, expected %s", dir, name, wanted);
    (void)snprintf(file, sizeof file, "%.*s: ", PATH_MOST - 3, path);
    int status = input_json(path, tree, e);
    return status == STATUS_OK ? check_fields(*tree, fields, file, e) : status;
}

static int add_sweep(cJSON *results, const char *dir, struct error *e)
{
    static const char *const drawing[] = {"shmoo.svg", "margin.svg"};
    char path[PATH_MOST];
    cJSON *definition = NULL, *summary = NULL;
    (void)snprintf(path, sizeof path, "%s/points.csv", dir);
    (void)input_enter(path, e); /* nothing is written yet; the page may not be written over the points */
    int status = read_part(dir, "sweep.json", "the folder of a sweep", "$arguments.*", &definition, e);
    if (status == STATUS_OK)
        status = read_part(dir, "summary.json", "a sweep that has ended (sweep --resume)", summary_fields, &summary, e);
    if (status == STATUS_OK && json_number(summary, "points") < 1)
        status = error_set(e, STATUS_INPUT, "%s/summary.json: no points, expected one or more", dir);
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

/* ---- */

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
