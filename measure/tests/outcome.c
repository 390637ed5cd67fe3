/* SPDX-License-Identifier: MIT */
#include "outcome.h"

#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct outcome outcome_of(void (*run)(struct experiment_run *run), uint64_t seed)
{
    const struct experiment x = {"tested", "what is tested", run, NULL};
    size_t size;
    struct outcome o = {.run = {.seed = seed, .quick = true, .data_dir = ".", .json = cJSON_CreateObject()}};
    o.run.text = open_memstream(&o.text, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(o.run.text);
    o.status = experiment_run(&x, &o.run);
    (void)fclose(o.run.text);
    return o;
}

void outcome_discard(struct outcome *o)
{
    experiment_end(&o->run);
    cJSON_Delete(o->run.json);
    free(o->text);
}

double outcome_number(const struct outcome *o, const char *what, int nth)
{
    const cJSON *section, *row;
    cJSON_ArrayForEach(section, cJSON_GetObjectItem(o->run.json, "sections")) {
        cJSON_ArrayForEach(row, cJSON_GetObjectItem(section, "rows")) {
            if (strncmp(cJSON_GetObjectItem(row, "what")->valuestring, what, strlen(what)) == 0 && nth-- == 0)
                return cJSON_GetNumberValue(cJSON_GetObjectItem(row, "ours"));
        }
    }
    (void)fprintf(stderr, "no row '%s'\n", what);
    return NAN;
}

void outcome_check(const struct outcome *o, const char *what, double ours, double error)
{
    const double row = outcome_number(o, what, 0);
    if (!(fabs(row - ours) <= error))
        (void)fprintf(stderr, "%s: %.10g, expected %.10g\n", what, row, ours);
    CU_ASSERT_DOUBLE_EQUAL(row, ours, error);
}
