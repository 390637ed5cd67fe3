/* SPDX-License-Identifier: MIT
 * The results of tmr0 run as JUnit XML: one test case per file. */
#include "cli/input.h"
#include "pages/svg.h"
#include "run_print.h"

/* An attribute of a tag that is open */
static void write_attribute(FILE *f, const char *name, const char *text)
{
    (void)fprintf(f, " %s='", name);
    svg_write_text(f, text);
    (void)fputc('\'', f);
}

/* FILE:LINE: */
static void write_line(FILE *f, const cJSON *result, const cJSON *item)
{
    const char *file = json_text(item, "file");
    svg_write_text(f, *file ? file : json_text(result, "file"));
    (void)fprintf(f, ":%.0f: ", json_number(item, "line"));
}

/* What failed, a line each */
static void write_reasons(FILE *f, const cJSON *result)
{
    const cJSON *item;
    svg_write_text(f, json_text(result, "differ"));
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(result, "failures")) {
        write_line(f, result, item);
        svg_write_text(f, json_text(item, "what"));
        (void)fputs(": ", f);
        svg_write_text(f, json_text(item, "seen"));
        (void)fputs(", expected ", f);
        svg_write_text(f, json_text(item, "expected"));
        (void)fputc('\n', f);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(result, "violations")) {
        if (json_true(item, "expected"))
            continue;
        write_line(f, result, item);
        (void)fprintf(f, "%s violated\n", json_text(item, "parameter"));
    }
}

static void write_case(FILE *f, const cJSON *result)
{
    (void)fputs("  <testcase classname='tmr0 run'", f);
    write_attribute(f, "name", json_text(result, "file"));
    if (cJSON_HasObjectItem(result, "error")) {
        (void)fputs("><error", f);
        write_attribute(f, "message", json_text(result, "error"));
        (void)fputs("/></testcase>\n", f);
    } else if (json_true(result, "pass")) {
        (void)fputs("/>\n", f);
    } else if (cJSON_IsNull(cJSON_GetObjectItem(result, "pass"))) {
        (void)fputs("><skipped message='nothing judged'/></testcase>\n", f);
    } else {
        (void)fputs("><failure", f);
        write_attribute(f, "message", cJSON_HasObjectItem(result, "differ") ? "the engines differ" : "FAIL");
        (void)fputc('>', f);
        write_reasons(f, result);
        (void)fputs("</failure></testcase>\n", f);
    }
}

void run_junit(FILE *f, const cJSON *results)
{
    int failures = 0, errors = 0, skipped = 0;
    const cJSON *result;
    cJSON_ArrayForEach(result, results) {
        const bool error = cJSON_HasObjectItem(result, "error");
        errors += error;
        skipped += cJSON_IsNull(cJSON_GetObjectItem(result, "pass"));
        failures += !error && cJSON_IsFalse(cJSON_GetObjectItem(result, "pass"));
    }
    (void)fprintf(f,
                  "<?xml version='1.0' encoding='UTF-8'?>\n"
                  "<testsuite name='tmr0 run' tests='%d' failures='%d' errors='%d' skipped='%d'>\n",
                  cJSON_GetArraySize(results), failures, errors, skipped);
    cJSON_ArrayForEach(result, results) {
        write_case(f, result);
    }
    (void)fputs("</testsuite>\n", f);
}
