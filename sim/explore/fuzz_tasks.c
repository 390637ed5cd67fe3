/* SPDX-License-Identifier: MIT
 * The files of tasks that fuzz together, and their sum. */
#include "fuzz_tasks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/output.h"

#define NAME_MOST 40 /* "/task-18446744073709551615.json.part.XXXXXX" without its end */

const char *fuzz_path(char path[FUZZ_PATH], const char *dir, uint64_t task, const char *ending)
{
    (void)snprintf(path, FUZZ_PATH, "%s/task-%" PRIu64 ".%s", dir, task, ending);
    return path;
}

static int check_path(const char *dir, struct error *e)
{
    return strlen(dir) + NAME_MOST > FUZZ_PATH
               ? error_set(e, STATUS_INPUT, "%.60s...: the path is too long, expected at most %d bytes", dir,
                           FUZZ_PATH - NAME_MOST)
               : STATUS_OK;
}

int fuzz_folder(const char *dir, struct error *e)
{
    const int status = check_path(dir, e);
    return status ? status : output_folder(dir, e);
}

struct fuzz_setup fuzz_share(const struct fuzz_setup *all, uint64_t task, uint64_t tasks)
{
    struct fuzz_setup share = *all;
    share.ops = all->ops / tasks + (all->ops % tasks != 0);
    share.seed = all->seed + task;
    return share;
}

int fuzz_task_write(const struct fuzz_result *result, bool differs, const struct fuzz_setup *all, const char *dir,
                    uint64_t task, uint64_t tasks, struct error *e)
{
    char path[FUZZ_PATH];
    struct output json;
    cJSON *tree = cJSON_CreateObject();
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    output_json_digits(tree, "seed", all->seed);
    cJSON_AddNumberToObject(tree, "target", all->target);
    cJSON_AddBoolToObject(tree, "effects", all->effects);
    output_json_count(tree, "of", tasks);
    output_json_count(tree, "ops", result->ops);
    output_json_count(tree, "cases", result->cases);
    output_json_count(tree, "refused", result->refused);
    cJSON_AddBoolToObject(tree, "differs", differs);
    int status = output_json_open(&json, fuzz_path(path, dir, task, "json"), e);
    status = output_json_close(&json, tree, status, e);
    cJSON_Delete(tree);
    return status;
}

static uint64_t count(const cJSON *tree, const char *name)
{
    const cJSON *number = cJSON_GetObjectItem(tree, name);
    return cJSON_IsNumber(number) && number->valuedouble > 0 ? (uint64_t)number->valuedouble : 0;
}

static bool same(const cJSON *a, const cJSON *b)
{
    static const char *const field[] = {"tmr0", "seed", "target", "effects", "of"};
    for (size_t n = 0; n < sizeof field / sizeof *field; n++)
        if (!cJSON_Compare(cJSON_GetObjectItem(a, field[n]), cJSON_GetObjectItem(b, field[n]), true))
            return false;
    return true;
}

int fuzz_finish(struct fuzz_result *result, uint64_t *tasks, const char *dir, struct error *e)
{
    char path[FUZZ_PATH];
    cJSON *first = NULL;
    *result = (struct fuzz_result){0};
    int status = check_path(dir, e);
    bool differs = false;
    *tasks = 1;
    for (uint64_t task = 0; task < *tasks && status == STATUS_OK; task++) {
        cJSON *tree = NULL;
        if (access(fuzz_path(path, dir, task, "json"), F_OK) != 0)
            status = error_set(e, STATUS_INPUT, "%s: not there, expected the result of task %" PRIu64, path, task);
        if (status == STATUS_OK)
            status = input_json(path, &tree, e);
        if (status == STATUS_OK && (!count(tree, "of") || (first && !same(first, tree))))
            status = error_set(e, STATUS_INPUT, "%s: of another run, expected a task of the same one", path);
        *tasks = count(first ? first : tree, "of");
        result->ops += count(tree, "ops");
        result->cases += count(tree, "cases");
        result->refused += count(tree, "refused");
        if (cJSON_IsTrue(cJSON_GetObjectItem(tree, "differs"))) {
            printf("task %" PRIu64 " found a difference: %s\n", task, fuzz_path(path, dir, task, "scn"));
            differs = true;
        }
        if (!first)
            first = tree;
        else
            cJSON_Delete(tree);
    }
    cJSON_Delete(first);
    return status == STATUS_OK && differs ? STATUS_BAD : status;
}
