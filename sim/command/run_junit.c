/* SPDX-License-Identifier: MIT
 * The results of tmr0 run as JUnit XML: one test case per file. */
#include "run_junit.h"

#include <stdlib.h>

#include "cli/html.h"

static const char *text_of(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    return text ? text : "";
}

static bool passed(const cJSON *result)
{
    return cJSON_IsTrue(cJSON_GetObjectItem(result, "pass"));
}

static void write_line(FILE *f, const cJSON *result, const cJSON *item)
{
    const char *file = text_of(item, "file");
    html(f, "%s:%d: ", *file ? file : text_of(result, "file"), cJSON_GetObjectItem(item, "line")->valueint);
}

/* What failed, a line each */
static void write_reasons(FILE *f, const cJSON *result)
{
    const cJSON *item;
    html(f, "%s", text_of(result, "differ"));
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(result, "failures"))
    {
        write_line(f, result, item);
        html(f, "%s: %s, expected %s\n", text_of(item, "what"), text_of(item, "seen"), text_of(item, "expected"));
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(result, "violations"))
    {
        if (cJSON_IsTrue(cJSON_GetObjectItem(item, "expected")))
            continue;
        write_line(f, result, item);
        html(f, "%s violated\n", text_of(item, "parameter"));
    }
}

static void write_case(FILE *f, const cJSON *result)
{
    const char *error = text_of(result, "error");
    html(f, "  <testcase classname='tmr0 run' name='%s'", text_of(result, "file"));
    if (*error) {
        html(f, "><error message='%s'/></testcase>\n", error);
    } else if (passed(result)) {
        html(f, "/>\n");
    } else {
        html(f, "><failure message='%s'>", cJSON_HasObjectItem(result, "differ") ? "the engines differ" : "FAIL");
        write_reasons(f, result);
        html(f, "</failure></testcase>\n");
    }
}

static void write_all(FILE *f, const cJSON *results)
{
    int failures = 0, errors = 0;
    const cJSON *result;
    cJSON_ArrayForEach(result, results)
    {
        const bool error = cJSON_HasObjectItem(result, "error");
        errors += error;
        failures += !error && !passed(result);
    }
    html(f,
         "<?xml version='1.0' encoding='UTF-8'?>\n<testsuite name='tmr0 run' tests='%d' failures='%d' errors='%d'>\n",
         cJSON_GetArraySize(results), failures, errors);
    cJSON_ArrayForEach(result, results)
    {
        write_case(f, result);
    }
    html(f, "</testsuite>\n");
}

int run_junit(const struct output *output, const cJSON *results, struct error *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = output->file ? open_memstream(&text, &size) : NULL;
    if (!output->file)
        return STATUS_OK;
    if (f)
        write_all(f, results);
    int status = !f || fclose(f) == EOF ? error_set(e, STATUS_SYSTEM, "out of memory") : output_text(output, text, e);
    free(text);
    return status;
}
