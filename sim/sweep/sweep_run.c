/* SPDX-License-Identifier: MIT
 * The folder of a sweep, and its blocks. */
#include "sweep_run.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/folder.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "sweep_internal.h"
#include "workers.h"

#define DIGEST_SIZE 17
#define DEFINITION_MOST 65536 /* bytes of sweep.json */

const char *sweep_path(char *path, const char *dir, const char *name)
{
    (void)snprintf(path, SWEEP_PATH, "%s/%s", dir, name);
    return path;
}

static bool is_there(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* ---- sweep.json */

static const char *digest_text(char *text, const struct sweep_loaded *loaded)
{
    (void)snprintf(text, DIGEST_SIZE, "%016" PRIx64, loaded->digest);
    return text;
}

static int write_definition(const struct sweep_loaded *loaded, const char *dir, int argc, char **argv, struct error *e)
{
    char path[SWEEP_PATH], digest[DIGEST_SIZE];
    cJSON *tree = cJSON_CreateObject();
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON_AddStringToObject(tree, "figures", digest_text(digest, loaded));
    cJSON *arguments = cJSON_AddArrayToObject(tree, "arguments");
    for (int n = 0; n < argc; n++)
        cJSON_AddItemToArray(arguments, cJSON_CreateString(argv[n]));
    struct output json;
    int status = output_json_open(&json, sweep_path(path, dir, "sweep.json"), e);
    status = output_json_close(&json, tree, status, e);
    cJSON_Delete(tree);
    return status;
}

/* Nothing is in the folder; shared: or only what another task is about to write. */
static bool is_empty(const char *dir, bool shared)
{
    const struct dirent *entry;
    bool empty = true;
    DIR *d = opendir(dir);
    while (d && empty && (entry = readdir(d)) != NULL)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                (shared && (strncmp(entry->d_name, "sweep.json", 10) == 0 || strcmp(entry->d_name, "blocks") == 0));
    if (d)
        (void)closedir(d);
    return empty;
}

static cJSON *read_definition(const char *dir, struct error *e)
{
    char path[SWEEP_PATH], text[DEFINITION_MOST];
    if (strlen(dir) + SWEEP_NAME > SWEEP_PATH) {
        (void)error_set(e, STATUS_INPUT, "%.60s...: the path is too long, expected the folder of a sweep", dir);
        return NULL;
    }
    FILE *f = fopen(sweep_path(path, dir, "sweep.json"), "r");
    const size_t size = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[size] = '\0';
    if (f)
        (void)fclose(f);
    cJSON *tree = f ? cJSON_Parse(text) : NULL;
    const cJSON *arguments = cJSON_GetObjectItem(tree, "arguments"), *one;
    bool good = cJSON_IsString(cJSON_GetObjectItem(tree, "tmr0")) &&
                cJSON_IsString(cJSON_GetObjectItem(tree, "figures")) && cJSON_IsArray(arguments);
    cJSON_ArrayForEach(one, arguments) good = good && cJSON_IsString(one);
    if (good)
        return tree;
    cJSON_Delete(tree);
    (void)error_set(e, STATUS_INPUT, "%s: %s, expected the folder of a sweep", path,
                    f ? "not of a sweep" : strerror(errno));
    return NULL;
}

int sweep_arguments(const char *dir, int *argc, char ***argv, struct error *e)
{
    cJSON *tree = read_definition(dir, e);
    if (!tree)
        return STATUS_INPUT;
    const cJSON *one, *arguments = cJSON_GetObjectItem(tree, "arguments");
    *argc = 0;
    *argv = memory_new((size_t)cJSON_GetArraySize(arguments) + 1, sizeof **argv);
    cJSON_ArrayForEach(one, arguments)
    {
        (*argv)[(*argc)++] = memory_text(one->valuestring);
    }
    cJSON_Delete(tree);
    return STATUS_OK;
}

void sweep_arguments_free(int argc, char **argv)
{
    for (int n = 0; n < argc; n++)
        free(argv[n]);
    free(argv);
}

int sweep_check(const struct sweep_loaded *loaded, const char *dir, struct error *e)
{
    char digest[DIGEST_SIZE];
    int status = STATUS_OK;
    cJSON *tree = read_definition(dir, e);
    if (!tree)
        return STATUS_INPUT;
    const char *version = cJSON_GetObjectItem(tree, "tmr0")->valuestring;
    if (strcmp(version, command_version) != 0)
        status =
            error_set(e, STATUS_INPUT, "%s: a sweep of tmr0 %.20s, expected one of %s", dir, version, command_version);
    else if (strcmp(cJSON_GetObjectItem(tree, "figures")->valuestring, digest_text(digest, loaded)) != 0)
        status = error_set(
            e, STATUS_INPUT,
            "%s: the figures of parts/ or machines/ have changed since the sweep began, expected the same", dir);
    cJSON_Delete(tree);
    return status;
}

/* The folder's sweep is this one. */
static int check_same(const struct sweep_loaded *loaded, const char *dir, int argc, char **argv, struct error *e)
{
    char **there;
    int count;
    int status = sweep_arguments(dir, &count, &there, e);
    if (status)
        return status;
    bool same = count == argc;
    for (int n = 1; same && n < count; n++) /* argv[0] is the command's name */
        same = strcmp(there[n], argv[n]) == 0;
    sweep_arguments_free(count, there);
    return same ? sweep_check(loaded, dir, e)
                : error_set(e, STATUS_INPUT, "%s: holds another sweep, expected the same options for all tasks", dir);
}

/* Tasks that begin at the same time write the same bytes, and each looks at what is there then. */
int sweep_create(int *lock, const struct sweep_loaded *loaded, const char *dir, bool shared, int argc, char **argv,
                 struct error *e)
{
    char path[SWEEP_PATH];
    if (strlen(dir) + SWEEP_NAME > SWEEP_PATH)
        return error_set(e, STATUS_INPUT, "%.60s...: the path is too long, expected at most %d bytes", dir,
                         SWEEP_PATH - SWEEP_NAME);
    if (!shared && is_there(sweep_path(path, dir, "sweep.json")))
        return error_set(e, STATUS_INPUT, "%s: holds a sweep already, expected another folder, or --resume %s", dir,
                         dir);
    int status = output_folder(dir, e);
    if (status == STATUS_OK)
        status = folder_lock(lock, dir, shared, e);
    if (status == STATUS_OK && !(shared && is_there(sweep_path(path, dir, "sweep.json"))))
        status = is_empty(dir, shared)
                     ? write_definition(loaded, dir, argc, argv, e)
                     : error_set(e, STATUS_INPUT, "%s: holds other files, expected a new or an empty folder", dir);
    return status == STATUS_OK && shared ? check_same(loaded, dir, argc, argv, e) : status;
}

/* ---- Blocks */

uint64_t sweep_blocks(const struct sweep *sweep)
{
    return (sweep->points + SWEEP_BLOCK - 1) / SWEEP_BLOCK;
}

const char *sweep_block_path(char *path, const char *dir, uint64_t block)
{
    (void)snprintf(path, SWEEP_PATH, "%s/blocks/%06" PRIu64 ".csv", dir, block);
    return path;
}

uint64_t sweep_block_end(const struct sweep *sweep, uint64_t block)
{
    const uint64_t end = (block + 1) * SWEEP_BLOCK;
    return end < sweep->points ? end : sweep->points;
}

struct sweep_work {
    struct sweep_loaded *loaded;
    const char *dir;
    uint64_t *block; /* those to play */
};

static int play_points(struct sweep_loaded *loaded, FILE *f, uint64_t first, uint64_t end, uint64_t *done,
                       struct error *e)
{
    char row[SWEEP_ROW];
    for (uint64_t point = first; point < end; point++) {
        struct sweep_result result;
        sweep_values(loaded, point);
        int status = sweep_play(loaded, point, ENGINE_MODEL, &result, e);
        if (status)
            return status;
        (void)fputs(sweep_row_text(row, loaded, point, &result), f);
        ++*done;
    }
    return STATUS_OK;
}

static int play_block(void *context, uint64_t piece, uint64_t *done, struct error *e)
{
    const struct sweep_work *work = context;
    const uint64_t block = work->block[piece], end = sweep_block_end(work->loaded->sweep, block);
    char path[SWEEP_PATH];
    struct output output;
    int status = output_open(&output, sweep_block_path(path, work->dir, block), e);
    if (status == STATUS_OK)
        status = play_points(work->loaded, output.f, block * SWEEP_BLOCK, end, done, e);
    return output_close(&output, status, e);
}

int sweep_run(struct sweep_loaded *loaded, const char *dir, uint64_t task, uint64_t tasks, struct error *e)
{
    char path[SWEEP_PATH];
    const uint64_t blocks = sweep_blocks(loaded->sweep);
    struct sweep_work work = {.loaded = loaded, .dir = dir};
    struct workers_job job = {.what = "points", .units = loaded->sweep->points, .piece = play_block, .context = &work};
    if (is_there(sweep_path(path, dir, "points.csv")))
        return STATUS_OK;
    int status = output_folder(sweep_path(path, dir, "blocks"), e);
    if (status)
        return status;
    work.block = memory_new(blocks, sizeof *work.block);
    for (uint64_t n = task; n < blocks; n += tasks) {
        if (is_there(sweep_block_path(path, dir, n)))
            job.done += sweep_block_end(loaded->sweep, n) - n * SWEEP_BLOCK;
        else
            work.block[job.pieces++] = n;
    }
    status = job.pieces ? workers_run(&job, e) : STATUS_OK;
    free(work.block);
    return status;
}
