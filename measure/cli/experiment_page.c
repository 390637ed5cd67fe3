/* SPDX-License-Identifier: MIT */
#include "experiment_page.h"

#include <stdlib.h>

#include "cli/command.h"
#include "cli/input.h"
#include "pages/page.h"

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
