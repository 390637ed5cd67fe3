/* SPDX-License-Identifier: MIT */
#include "experiment_result.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "pages/gnuplot.h"

bool experiment_path_fits(const char *out)
{
    return strlen(out) + 1 + EXPERIMENT_NAME < EXPERIMENT_PATH;
}

const char *experiment_path(char *path, const char *out, const char *name, const char *ending)
{
    (void)snprintf(path, EXPERIMENT_PATH, "%s/%s%s", out, name, ending);
    return path;
}

/* ---- An earlier run */

/* Whether the file is there and was written after this program was. */
static bool is_new(const char *path)
{
    struct stat file, program;
    if (stat(path, &file) != 0 || stat("/proc/self/exe", &program) != 0)
        return false;
    return file.st_mtim.tv_sec != program.st_mtim.tv_sec ? file.st_mtim.tv_sec > program.st_mtim.tv_sec
                                                         : file.st_mtim.tv_nsec >= program.st_mtim.tv_nsec;
}

static bool has_drawings(const cJSON *tree, const char *out, const char *experiment)
{
    const cJSON *drawing;
    cJSON_ArrayForEach(drawing, cJSON_GetObjectItemCaseSensitive(tree, "drawings"))
    {
        char path[EXPERIMENT_PATH], ending[EXPERIMENT_NAME];
        (void)snprintf(ending, sizeof ending, "-%s.svg", json_text(drawing, "name"));
        struct error none;
        experiment_path(path, out, experiment, ending);
        if (!is_new(path) || gnuplot_whole(path, path, &none))
            return false;
    }
    return true;
}

static bool is_asked(const cJSON *tree, const char *experiment, const struct experiment_asked *asked)
{
    char seed[24];
    (void)snprintf(seed, sizeof seed, "%" PRIu64, asked->seed);
    return strcmp(json_text(tree, "tmr0"), command_version) == 0 &&
           strcmp(json_text(tree, "experiment"), experiment) == 0 && strcmp(json_text(tree, "seed"), seed) == 0 &&
           !asked->data_dir && json_true(tree, "quick") == asked->quick && json_true(tree, "complete") &&
           cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(tree, "unknown")) &&
           has_drawings(tree, asked->out, experiment);
}

/* Whether there is an earlier run as asked; its tree and text are then in r. */
static bool read_earlier(struct experiment_result *r, const struct experiment_asked *asked)
{
    char path[EXPERIMENT_PATH];
    const char *name = r->experiment->name;
    cJSON *tree = NULL;
    struct error none;
    const bool found = is_new(experiment_path(path, asked->out, name, ".json")) &&
                       input_json(path, &tree, &none) == STATUS_OK && is_asked(tree, name, asked);
    r->text = found ? input_text(experiment_path(path, asked->out, name, ".txt"), &none) : NULL;
    if (r->text && !strstr(r->text, "\nverdict: ")) { /* not the text of an experiment */
        free(r->text);
        r->text = NULL;
    }
    while (r->text && tree->child) {
        cJSON *item = cJSON_DetachItemViaPointer(tree, tree->child);
        cJSON_AddItemToObject(r->tree, item->string, item);
    }
    cJSON_Delete(tree);
    return r->text != NULL;
}

/* ---- A run */

static void write_script(FILE *script, const void *text)
{
    (void)fputs(text, script);
}

/* Without gnuplot a message names the drawings that are missing, and an older one is not left in its place. */
static int write_drawings(const struct experiment_result *r, const struct experiment_run *run,
                          const struct experiment_asked *asked, struct error *e)
{
    int status = STATUS_OK;
    for (size_t n = 0; n < run->drawings && status == STATUS_OK; n++) {
        char path[EXPERIMENT_PATH], ending[EXPERIMENT_NAME];
        bool drawn;
        (void)snprintf(ending, sizeof ending, "-%s.svg", run->drawing[n].name);
        experiment_path(path, asked->out, r->experiment->name, ending);
        status = gnuplot_draw(path, NULL, write_script, run->drawing[n].script, &drawn, e);
        if (status == STATUS_OK && !drawn) {
            (void)fprintf(stderr, "%s: %s: no drawing: gnuplot is not installed\n", asked->command, path);
            (void)remove(path);
        }
    }
    return status;
}

static int write_text(const struct experiment_result *r, const struct experiment_asked *asked, struct error *e)
{
    char path[EXPERIMENT_PATH];
    struct output out;
    (void)remove(experiment_path(path, asked->out, r->experiment->name, ".txt")); /* read_earlier() may have read it */
    int status = output_open(&out, path, e);
    return status ? status : output_close(&out, output_text(&out, r->text, e), e);
}

/* The JSON file goes first and comes last: read_earlier() begins with it, so files of two runs are never taken for
 * those of one, whenever a signal ends the program. */
static int write_files(const struct experiment_result *r, const struct experiment_run *run,
                       const struct experiment_asked *asked, struct error *e)
{
    char path[EXPERIMENT_PATH];
    struct output json;
    (void)remove(experiment_path(path, asked->out, r->experiment->name, ".json"));
    int status = write_drawings(r, run, asked, e);
    if (status == STATUS_OK)
        status = write_text(r, asked, e);
    if (status == STATUS_OK)
        status = output_json_open(&json, path, e);
    if (status == STATUS_OK)
        status = output_json_close(&json, r->tree, STATUS_OK, e);
    return status;
}

static int run_in_memory(struct experiment_result *r, struct experiment_run *run)
{
    size_t size;
    run->text = memory_stream(&r->text, &size);
    interrupt_watch();
    const int status = experiment_run(r->experiment, run);
    interrupt_leave();
    (void)fclose(run->text);
    r->stopped = run->stopped;
    return status;
}

int experiment_obtain(struct experiment_result *r, const struct experiment_asked *asked, struct error *e)
{
    struct experiment_run run = {.seed = asked->seed,
                                 .quick = asked->quick,
                                 .data_dir = asked->data_dir,
                                 .error = e,
                                 .json = r->tree,
                                 .stop = &interrupted,
                                 .progress = isatty(STDERR_FILENO) == 1};
    if (asked->out && read_earlier(r, asked)) {
        (void)fprintf(stderr, "%s: %s: already in %s\n", asked->command, r->experiment->name, asked->out);
        const bool good = json_number(r->tree, "unknown") == 0;
        return good ? STATUS_OK : STATUS_BAD;
    }
    int status = run_in_memory(r, &run);
    if (status <= STATUS_BAD && asked->out) {
        int written = write_files(r, &run, asked, e);
        status = written ? written : status;
    }
    experiment_end(&run);
    return status;
}
