/* SPDX-License-Identifier: MIT
 * The folder of a sweep, and its shares. */
#include "sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/folder.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "sweep_internal.h"

const char *sweep_path(char *path, const char *dir, const char *name)
{
    (void)snprintf(path, SWEEP_PATH, "%s/%s", dir, name);
    return path;
}

/* ---- The folder */

int sweep_folder(const struct sweep *sweep, const char *dir, struct error *e)
{
    const struct dirent *entry;
    char path[SWEEP_PATH], own[40];
    bool shares = false, others = false;
    if (strlen(dir) + SWEEP_NAME > SWEEP_PATH)
        return error_set(e, STATUS_INPUT, "%.60s...: the path is too long, expected at most %d bytes", dir,
                         SWEEP_PATH - SWEEP_NAME);
    if (access(sweep_path(path, dir, "sweep.json"), F_OK) == 0)
        return error_set(e, STATUS_INPUT, "%s: holds a sweep that has ended, expected another folder", dir);
    DIR *d = opendir(dir);
    (void)snprintf(own, sizeof own, "share-*-of-%" PRIu64 ".csv*", sweep->shares);
    while (d && (entry = readdir(d)) != NULL)
        if (fnmatch(own, entry->d_name, 0) == 0)
            shares = true;
        else if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            others = true;
    if (d)
        (void)closedir(d);
    if (!others || shares)
        return output_folder(dir, e);
    return error_set(e, STATUS_INPUT,
                     "%s: holds files, but none of %" PRIu64 " shares, expected a new or an empty folder, or one with "
                     "shares of this sweep",
                     dir, sweep->shares);
}

int sweep_end(const struct sweep *sweep, const char *dir, int argc, char **argv, struct error *e)
{
    char path[SWEEP_PATH];
    cJSON *tree = cJSON_CreateObject();
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON *arguments = cJSON_AddArrayToObject(tree, "arguments");
    for (int n = 0; n < argc; n++)
        cJSON_AddItemToArray(arguments, cJSON_CreateString(argv[n]));
    const int status = output_json_run(sweep_path(path, dir, "sweep.json"), tree, NULL, NULL, e);
    for (uint64_t n = 0; n < sweep->shares && status == STATUS_OK; n++)
        (void)unlink(sweep_share_path(path, dir, sweep, n));
    if (status == STATUS_OK)
        folder_clean(dir, ""); /* what killed runs left */
    return status;
}

/* ---- Shares */

uint64_t sweep_share_first(const struct sweep *sweep, uint64_t share)
{
    return sweep->points * share / sweep->shares;
}

const char *sweep_share_path(char *path, const char *dir, const struct sweep *sweep, uint64_t share)
{
    (void)snprintf(path, SWEEP_PATH, "%s/share-%" PRIu64 "-of-%" PRIu64 ".csv", dir, share, sweep->shares);
    return path;
}

void sweep_print(FILE *f, const struct sweep *s)
{
    (void)fprintf(
        f, "machine %s, pal %s, part %s, PAL %s, corner %s, %" PRIu64 " points of %" PRIu64 " reads, seed %" PRIu64,
        s->machine, pal_kind_name[s->pal], s->part, s->pal_part, corner_name[s->corner], s->points, s->reads, s->seed);
}

cJSON *sweep_json(const struct sweep *s)
{
    cJSON *tree = cJSON_CreateObject();
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON_AddStringToObject(tree, "machine", s->machine);
    cJSON_AddStringToObject(tree, "pal", pal_kind_name[s->pal]);
    cJSON_AddStringToObject(tree, "part", s->part);
    cJSON_AddStringToObject(tree, "pal_part", s->pal_part);
    cJSON_AddStringToObject(tree, "corner", corner_name[s->corner]);
    output_json_digits(tree, "seed", s->seed);
    output_json_count(tree, "reads", s->reads);
    return tree;
}

/* The first line: all that the points depend on. To be freed. */
static char *share_head(const struct sweep *sweep, uint64_t share)
{
    char *head = NULL;
    FILE *f = memory_stream(&head, &(size_t){0});
    (void)fprintf(f, "# tmr0 %s, share %" PRIu64 " of %" PRIu64 ": ", command_version, share, sweep->shares);
    sweep_print(f, sweep);
    for (size_t n = 0; n < sweep->axes; n++)
        (void)fprintf(f, ", %s %" PRId64 "..%" PRId64 "/%" PRId64, sweep->axis[n].column, sweep->axis[n].from,
                      sweep->axis[n].to, sweep->axis[n].step);
    (void)fprintf(f, ", figures %016" PRIx64 "\n", sweep->figures);
    (void)fclose(f);
    return head;
}

int sweep_share_open(FILE **f, const struct sweep *sweep, const char *dir, uint64_t share, struct error *e)
{
    char path[SWEEP_PATH];
    *f = fopen(sweep_share_path(path, dir, sweep, share), "r");
    if (!*f)
        return errno == ENOENT ? STATUS_OK : error_set(e, STATUS_SYSTEM, "%s: cannot read: %s", path, strerror(errno));
    char *head = share_head(sweep, share);
    const size_t size = strlen(head);
    char *there = memory_new(size, 1);
    (void)!fread(there, 1, size, *f);
    const int status =
        memcmp(there, head, size) == 0
            ? STATUS_OK
            : error_set(e, STATUS_INPUT,
                        "%s: of a sweep with other options or figures, or cut, expected \"%.*s\" and the rows of its "
                        "points",
                        path, (int)size - 1, head);
    free(there);
    free(head);
    if (status) {
        (void)fclose(*f);
        *f = NULL;
    }
    return status;
}

struct sweep_work {
    struct sweep_loaded *loaded;
    const char *dir;
    uint64_t *share; /* those to play */
};

static int play_points(struct sweep_loaded *loaded, FILE *f, uint64_t first, uint64_t end, uint64_t *done,
                       struct error *e)
{
    for (uint64_t point = first; point < end; point++) {
        struct sweep_result result;
        sweep_values(loaded, point);
        int status = sweep_play(loaded, point, ENGINE_MODEL, &result, e);
        if (status)
            return status;
        sweep_print_row(f, loaded, point, &result);
        ++*done;
    }
    return STATUS_OK;
}

static int play_share(void *context, uint64_t piece, uint64_t *done, struct error *e)
{
    const struct sweep_work *work = context;
    const struct sweep *sweep = work->loaded->sweep;
    const uint64_t share = work->share[piece];
    char path[SWEEP_PATH];
    struct output output;
    int status = output_open(&output, sweep_share_path(path, work->dir, sweep, share), e);
    if (status)
        return status;
    char *head = share_head(sweep, share);
    (void)fputs(head, output.f);
    free(head);
    status = play_points(work->loaded, output.f, sweep_share_first(sweep, share), sweep_share_first(sweep, share + 1),
                         done, e);
    return output_close(&output, status, e);
}

int sweep_run(struct sweep_loaded *loaded, const char *dir, uint64_t first, uint64_t end, struct error *e)
{
    const struct sweep *sweep = loaded->sweep;
    struct sweep_work work = {.loaded = loaded, .dir = dir, .share = memory_new(end - first, sizeof *work.share)};
    struct workers_job job = {.what = "points",
                              .units = sweep_share_first(sweep, end) - sweep_share_first(sweep, first),
                              .piece = play_share,
                              .context = &work};
    int status = STATUS_OK;
    for (uint64_t n = first; n < end && status == STATUS_OK; n++) {
        FILE *f;
        status = sweep_share_open(&f, sweep, dir, n, e);
        if (f) {
            job.done += sweep_share_first(sweep, n + 1) - sweep_share_first(sweep, n);
            (void)fclose(f);
        } else
            work.share[job.pieces++] = n;
    }
    if (status == STATUS_OK && job.pieces)
        status = workers_run(&job, e);
    free(work.share);
    return status;
}
