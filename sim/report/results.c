/* SPDX-License-Identifier: MIT
 * Reads results and checks that each field the page uses is there and of its type. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/grow.h"
#include "cli/input.h"
#include "results.h"

#define PATH_MOST 4096
#define PLACE 96 /* bytes of "row 12: margins.TAVRL" */

/* ---- Fields */

enum type { STRING, NUMBER, BOOLEAN, OBJECT, STRINGS };
static const char *const type_name[] = {"a string", "a number", "true or false", "an object", "an array of strings"};

struct field {
    const char *name;
    enum type type;
};

static bool is_type(const cJSON *item, enum type type)
{
    if (type == STRINGS) {
        bool good = cJSON_IsArray(item);
        const cJSON *one;
        cJSON_ArrayForEach(one, item)
        {
            good = good && cJSON_IsString(one);
        }
        return good;
    }
    return type == STRING    ? cJSON_IsString(item)
           : type == NUMBER  ? cJSON_IsNumber(item) && isfinite(item->valuedouble)
           : type == BOOLEAN ? cJSON_IsBool(item)
                             : cJSON_IsObject(item);
}

static int check_fields(const cJSON *object, const struct field *field, size_t fields, const char *path,
                        const char *place, struct error *e)
{
    for (size_t n = 0; n < fields; n++)
        if (!is_type(cJSON_GetObjectItemCaseSensitive(object, field[n].name), field[n].type))
            return error_set(e, STATUS_INPUT, "%s: %sfield \"%s\", expected %s", path, place, field[n].name,
                             type_name[field[n].type]);
    return STATUS_OK;
}
#define CHECK_FIELDS(object, fields, path, place, e)                                                                   \
    check_fields(object, fields, sizeof(fields) / sizeof *(fields), path, place, e)

static int check_margins(const cJSON *row, const char *path, const char *place, struct error *e)
{
    static const struct field always[] = {{"form", STRING}, {"broken", NUMBER}, {"note", BOOLEAN}};
    static const struct field timed[] = {{"required_ps", NUMBER}, {"required_mark", STRING}, {"slack_ps", NUMBER}};
    const cJSON *margin;
    cJSON_ArrayForEach(margin, cJSON_GetObjectItemCaseSensitive(row, "margins"))
    {
        char where[PLACE];
        (void)snprintf(where, sizeof where, "%.32smargins.%.32s: ", place, margin->string);
        int status = CHECK_FIELDS(margin, always, path, where, e);
        if (status == STATUS_OK && cJSON_HasObjectItem(margin, "slack_ps"))
            status = CHECK_FIELDS(margin, timed, path, where, e);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static int check_bound(const cJSON *row, const char *name, const char *path, const char *place, struct error *e)
{
    static const struct field bound[] = {
        {"found", BOOLEAN}, {"last_pass", NUMBER}, {"broken", STRING}, {"reads_wrong", BOOLEAN}};
    const cJSON *one = cJSON_GetObjectItemCaseSensitive(row, name);
    char where[PLACE];
    (void)snprintf(where, sizeof where, "%.32s%s: ", place, name);
    return one ? CHECK_FIELDS(one, bound, path, where, e) : STATUS_OK;
}

static const struct field timing_field[] = {
    {"machine", STRING},   {"pal", STRING},     {"part", STRING},        {"corner", STRING}, {"seed", STRING},
    {"accesses", NUMBER},  {"reads", NUMBER},   {"reads_wrong", NUMBER}, {"notes", NUMBER},  {"cd_holds", BOOLEAN},
    {"spread_ps", NUMBER}, {"margins", OBJECT}, {"doubts", STRINGS},
};
static const struct field limit_field[] = {
    {"machine", STRING}, {"pal", STRING},  {"part", STRING},   {"pal_part", STRING},
    {"corner", STRING},  {"seed", STRING}, {"reads", NUMBER},  {"figure", STRING},
    {"value", NUMBER},   {"mark", STRING}, {"broken", STRING}, {"reads_wrong", BOOLEAN},
};
static const struct field run_field[] = {
    {"file", STRING}, {"pass", BOOLEAN},  {"target", STRING}, {"machine", STRING}, {"pal", STRING},
    {"part", STRING}, {"corner", STRING}, {"seed", STRING},   {"notes", NUMBER},   {"margins", OBJECT},
};
static const struct field summary_field[] = {
    {"machine", STRING},  {"pal", STRING},    {"part", STRING},        {"pal_part", STRING}, {"corner", STRING},
    {"reads", NUMBER},    {"seed", NUMBER},   {"kind", STRING},        {"points", NUMBER},   {"passed", NUMBER},
    {"cd_holds", NUMBER}, {"broken", OBJECT}, {"least_slack", OBJECT}, {"rtl", OBJECT},
};
static const struct field yield_field[] = {{"share", NUMBER}, {"low", NUMBER}, {"high", NUMBER}};
static const struct field worst_field[] = {{"point", NUMBER}, {"slack_ps", NUMBER}, {"parameter", STRING}};
static const struct field rtl_field[] = {{"boundary", NUMBER}, {"sample", NUMBER}, {"agree", BOOLEAN}};
static const struct field sweep_field[] = {{"arguments", STRINGS}};

static int check_version(const cJSON *object, const char *path, const char *place, struct error *e)
{
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(object, "tmr0");
    if (cJSON_IsString(version) && strcmp(version->valuestring, command_version) == 0)
        return STATUS_OK;
    return error_set(e, STATUS_INPUT, "%s: %sresults of %s%.20s, expected those of tmr0 %s", path, place,
                     cJSON_IsString(version) ? "tmr0 " : "no version",
                     cJSON_IsString(version) ? version->valuestring : "", command_version);
}

static int check_row(const cJSON *row, enum result_kind kind, const char *path, const char *place, struct error *e)
{
    if (kind == RESULT_RUNS && cJSON_HasObjectItem(row, "differ"))
        return error_set(e, STATUS_INPUT, "%s: %sa run in which the engines differ, expected one with a result", path,
                         place);
    int status = check_version(row, path, place, e);
    if (status)
        return status;
    if (kind == RESULT_LIMITS) {
        status = CHECK_FIELDS(row, limit_field, path, place, e);
        if (status == STATUS_OK)
            status = check_bound(row, "down", path, place, e);
        return status == STATUS_OK ? check_bound(row, "up", path, place, e) : status;
    }
    status = kind == RESULT_TIMING ? CHECK_FIELDS(row, timing_field, path, place, e)
                                   : CHECK_FIELDS(row, run_field, path, place, e);
    return status == STATUS_OK ? check_margins(row, path, place, e) : status;
}

static int check_rows(struct result_source *s, struct error *e)
{
    const cJSON *row, *first = cJSON_IsArray(s->tree) ? s->tree->child : NULL;
    int number = 0, status = STATUS_OK;
    if (cJSON_HasObjectItem(first, "file"))
        s->kind = RESULT_RUNS;
    else if (cJSON_HasObjectItem(first, "figure"))
        s->kind = RESULT_LIMITS;
    else if (cJSON_HasObjectItem(first, "cd_holds"))
        s->kind = RESULT_TIMING;
    else
        return error_set(e, STATUS_INPUT, "%s: no such results, expected the JSON of timing, run or sweep --limit",
                         s->path);
    cJSON_ArrayForEach(row, s->tree)
    {
        char place[PLACE];
        (void)snprintf(place, sizeof place, "row %d: ", ++number);
        status = check_row(row, s->kind, s->path, place, e);
        if (status)
            break;
    }
    return status;
}

/* ---- Drawings and scenarios */

/* A file that may be missing. */
static int read_drawing(const char *path, char **text, struct error *e)
{
    struct stat st;
    if (stat(path, &st) != 0 && errno == ENOENT)
        return STATUS_OK;
    *text = input_text(path, e);
    if (!*text)
        return STATUS_INPUT;
    return strstr(*text, "<svg") ? STATUS_OK : error_set(e, STATUS_INPUT, "%s: no drawing, expected SVG", path);
}

/* The name in the results may be of any file: only scenarios and vectors are shown. */
static bool is_scenario(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".scn") == 0 || strcmp(dot, ".txt") == 0);
}

static int add_run_files(struct result_source *s, struct error *e)
{
    const cJSON *run;
    size_t n = 0;
    const size_t stem = strlen(s->path) - (sizeof ".json" - 1);
    s->scenario = calloc((size_t)cJSON_GetArraySize(s->tree), sizeof *s->scenario);
    if (!s->scenario)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    cJSON_ArrayForEach(run, s->tree)
    {
        struct error unread;
        const char *file = cJSON_GetObjectItemCaseSensitive(run, "file")->valuestring;
        if (is_scenario(file))
            s->scenario[n] = input_text(file, &unread);
        n++;
    }
    if (n != 1 || strlen(s->path) < sizeof ".json" || strcmp(s->path + stem, ".json") != 0)
        return STATUS_OK;
    char path[PATH_MOST];
    (void)snprintf(path, sizeof path, "%.*s.svg", (int)stem, s->path);
    return read_drawing(path, &s->drawing, e);
}

/* ---- A sweep */

static int sweep_file(char *path, const char *dir, const char *name, struct error *e)
{
    if (snprintf(path, PATH_MOST, "%s/%s", dir, name) < PATH_MOST)
        return STATUS_OK;
    return error_set(e, STATUS_INPUT, "%.60s...: the path is too long, expected the folder of a sweep", dir);
}

static int check_summary(const cJSON *tree, const char *path, struct error *e)
{
    static const struct {
        const char *name;
        const struct field *field;
        size_t fields;
        bool optional;
    } part[] = {{"yield", yield_field, sizeof yield_field / sizeof *yield_field, true},
                {"worst", worst_field, sizeof worst_field / sizeof *worst_field, true},
                {"rtl", rtl_field, sizeof rtl_field / sizeof *rtl_field, false}};
    const cJSON *axis;
    int status = CHECK_FIELDS(tree, summary_field, path, "", e);
    for (size_t n = 0; n < sizeof part / sizeof *part && status == STATUS_OK; n++) {
        char place[PLACE];
        const cJSON *one = cJSON_GetObjectItemCaseSensitive(tree, part[n].name);
        (void)snprintf(place, sizeof place, "%s: ", part[n].name);
        if (one || !part[n].optional)
            status = check_fields(one, part[n].field, part[n].fields, path, place, e);
    }
    if (status)
        return status;
    cJSON_ArrayForEach(axis, cJSON_GetObjectItemCaseSensitive(tree, "axes"))
    {
        if (!is_type(cJSON_GetObjectItemCaseSensitive(axis, "column"), STRING))
            return error_set(e, STATUS_INPUT, "%s: an axis without \"column\", expected a string", path);
    }
    return result_number(tree, "points") >= 1 ? STATUS_OK
                                              : error_set(e, STATUS_INPUT, "%s: no points, expected one or more", path);
}

/* A JSON file of the folder, of this version. */
static int read_part(const char *dir, const char *name, const char *expected, cJSON **tree, char *path, struct error *e)
{
    struct stat st;
    int status = sweep_file(path, dir, name, e);
    if (status == STATUS_OK && stat(path, &st) != 0)
        return error_set(e, STATUS_INPUT, "%s: no %s, expected %s", dir, name, expected);
    if (status == STATUS_OK)
        status = input_json(path, tree, e);
    return status == STATUS_OK ? check_version(*tree, path, "", e) : status;
}

static int add_sweep(struct result_source *s, struct error *e)
{
    static const char *const drawing[] = {"shmoo.svg", "margin.svg"};
    char path[PATH_MOST];
    cJSON *definition = NULL;
    s->kind = RESULT_SWEEP;
    int status = read_part(s->path, "sweep.json", "the folder of a sweep", &definition, path, e);
    if (status == STATUS_OK)
        status = CHECK_FIELDS(definition, sweep_field, path, "", e);
    if (status == STATUS_OK)
        s->arguments = cJSON_DetachItemFromObjectCaseSensitive(definition, "arguments");
    cJSON_Delete(definition);
    if (status == STATUS_OK)
        status = read_part(s->path, "summary.json", "a sweep that has ended (sweep --resume)", &s->tree, path, e);
    if (status == STATUS_OK)
        status = check_summary(s->tree, path, e);
    for (size_t n = 0; n < 2 && status == STATUS_OK && !s->drawing; n++) {
        status = sweep_file(path, s->path, drawing[n], e);
        if (status == STATUS_OK)
            status = read_drawing(path, &s->drawing, e);
    }
    return status;
}

/* ---- */

static int add_file(struct result_source *s, struct error *e)
{
    int status = input_json(s->path, &s->tree, e);
    if (status == STATUS_OK)
        status = check_rows(s, e);
    return status == STATUS_OK && s->kind == RESULT_RUNS ? add_run_files(s, e) : status;
}

int results_add(struct results *results, const char *path, struct error *e)
{
    struct stat st;
    if (results->sources == results->room) {
        struct result_source *more = grow(results->source, &results->room, 16, sizeof *more);
        if (!more)
            return error_set(e, STATUS_SYSTEM, "out of memory");
        results->source = more;
    }
    struct result_source *s = &results->source[results->sources];
    *s = (struct result_source){.path = strdup(path)};
    if (!s->path)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    results->sources++;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? add_sweep(s, e) : add_file(s, e);
}

const char *result_text(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name)->valuestring;
}

double result_number(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name)->valuedouble;
}

bool result_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name));
}

void results_free(struct results *results)
{
    for (size_t n = 0; n < results->sources; n++) {
        struct result_source *s = &results->source[n];
        for (int run = 0; s->scenario && run < cJSON_GetArraySize(s->tree); run++)
            free(s->scenario[run]);
        free(s->scenario);
        free(s->drawing);
        cJSON_Delete(s->tree);
        cJSON_Delete(s->arguments);
        free(s->path);
    }
    free(results->source);
}
