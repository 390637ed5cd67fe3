/* SPDX-License-Identifier: MIT */
#include "experiment_result.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "pages/gnuplot.h"
#include "pages/page.h"

bool experiment_path_fits(const char *out)
{
    return strlen(out) + 1 + EXPERIMENT_NAME < EXPERIMENT_PATH;
}

const char *experiment_path(char *path, const char *out, const char *name, const char *ending)
{
    (void)snprintf(path, EXPERIMENT_PATH, "%s/%s%s", out, name, ending);
    return path;
}

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

/* The text goes first and comes last: where it is, the files are all of one run, whenever a signal ends the program. */
static int write_files(const struct experiment_result *r, const struct experiment_run *run,
                       const struct experiment_asked *asked, struct error *e)
{
    char path[EXPERIMENT_PATH];
    (void)remove(experiment_path(path, asked->out, r->experiment->name, ".txt"));
    const int status = write_drawings(r, run, asked, e);
    return status ? status : output_whole(path, r->text, e);
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
                                 .stop = &interrupted};
    int status = run_in_memory(r, &run);
    if (status <= STATUS_BAD && asked->out) {
        int written = write_files(r, &run, asked, e);
        status = written ? written : status;
    }
    experiment_end(&run);
    return status;
}

/* ---- The page of all */

/* Each drawing with the text of its SVG file, if it is there */
static void add_drawings(cJSON *tree, const char *experiment, const char *folder)
{
    cJSON *drawing;
    cJSON_ArrayForEach(drawing, cJSON_GetObjectItemCaseSensitive(tree, "drawings")) {
        char path[EXPERIMENT_PATH], ending[EXPERIMENT_NAME];
        struct error none;
        (void)snprintf(ending, sizeof ending, "-%s.svg", json_text(drawing, "name"));
        char *svg = input_text(experiment_path(path, folder, experiment, ending), &none);
        if (svg)
            cJSON_AddStringToObject(drawing, "svg", svg);
        free(svg);
    }
}

char *experiment_page(const struct experiment_result *results, size_t count, const struct experiment_asked *asked)
{
    cJSON *tree = cJSON_CreateObject();
    cJSON_AddStringToObject(tree, "tmr0", command_version);
    cJSON_AddStringToObject(tree, "command", asked->command);
    cJSON *list = cJSON_AddArrayToObject(tree, "experiments");
    for (size_t n = 0; n < count; n++) {
        const struct experiment *experiment = results[n].experiment;
        cJSON *one = cJSON_Duplicate(results[n].tree, true);
        cJSON_AddItemToArray(list, one);
        if (results[n].text) {
            add_drawings(one, experiment->name, asked->out);
            continue;
        }
        cJSON_AddStringToObject(one, "experiment", experiment->name);
        cJSON_AddStringToObject(one, "reproduces", experiment->reproduces);
    }
    char *page = page_make(PAGE_EXPERIMENTS, tree);
    cJSON_Delete(tree);
    return page;
}
