/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input.h"
#include "cli/memory.h"
#include "pages/page.h"
#include "results_print.h"
#include "words.h"

static const cJSON *list_of(const cJSON *results, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(results, name);
}

/* Whether the row is the first of its file */
static bool begins(const cJSON *rows, const cJSON *row)
{
    return row == rows->child || strcmp(json_text(row, "path"), json_text(row->prev, "path")) != 0;
}

static void print_timing(FILE *f, const cJSON *rows)
{
    const cJSON *row;
    verdicts_print(f, rows);
    cJSON_ArrayForEach(row, rows)
    {
        if (begins(rows, row)) {
            (void)fputc('\n', f);
            timing_head_print(f, json_text(row, "part"), json_text(row, "pal_part"), (uint64_t)json_whole(row, "reads"),
                              json_text(row, "seed"));
        }
        timing_row_print(f, row);
    }
}

static void print_limits(FILE *f, const cJSON *rows)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (begins(rows, row)) {
            (void)fprintf(f, "\n%s: how far a figure may move alone until the verdict changes\n",
                          json_text(row, "path"));
            limit_head_print(f);
        }
        limit_row_print(f, row);
    }
}

/* In how many points a sweep works. A grid is no sample of boards, so its share is no yield. A yield has its interval:
 * one end of it, rounded outwards, where all points or none work. */
static void add_outcome(cJSON *sweep)
{
    const cJSON *yield = cJSON_GetObjectItemCaseSensitive(sweep, "yield");
    const double points = json_number(sweep, "points"), passed = json_number(sweep, "passed"),
                 low = 100 * json_number(yield, "low"), high = 100 * json_number(yield, "high");
    char text[160];
    if (!yield)
        (void)snprintf(text, sizeof text, "works at %.0f of %.0f points of the grid", passed, points);
    else if (passed == points)
        (void)snprintf(text, sizeof text, "yield > %.1f %% (95 %% interval, %.0f of %.0f boards work)",
                       floor(10 * low) / 10, passed, points);
    else if (passed == 0)
        (void)snprintf(text, sizeof text, "yield < %.1f %% (95 %% interval, none of %.0f boards works)",
                       ceil(10 * high) / 10, points);
    else
        (void)snprintf(text, sizeof text, "yield %.2f %%, 95 %% interval %.2f to %.2f %% (%.0f of %.0f boards work)",
                       100 * passed / points, low, high, passed, points);
    cJSON_AddStringToObject(sweep, "outcome", text);
}

/* The page without JavaScript */
static char *text_of(const cJSON *results)
{
    char *text = NULL;
    size_t size;
    const cJSON *one;
    FILE *f = memory_stream(&text, &size);
    if (list_of(results, "timing")->child)
        print_timing(f, list_of(results, "timing"));
    cJSON_ArrayForEach(one, list_of(results, "sweeps"))
    {
        (void)fprintf(f, "\n%s: %s, %s translator: %s\n", json_text(one, "path"), json_text(one, "machine"),
                      json_text(one, "pal"), json_text(one, "outcome"));
    }
    print_limits(f, list_of(results, "limits"));
    cJSON_ArrayForEach(one, list_of(results, "runs"))
    {
        (void)fprintf(f, "%s%s: %s\n", one->prev->next ? "" : "\n", json_text(one, "path"),
                      json_true(one, "pass")                           ? "pass"
                      : cJSON_IsNull(cJSON_GetObjectItem(one, "pass")) ? "nothing judged"
                                                                       : "FAIL");
    }
    (void)fclose(f);
    return text;
}

char *report_page(cJSON *results)
{
    words_add(results);
    cJSON_AddItemToObject(results, "summary", verdict_summary(list_of(results, "timing")));
    cJSON *sweep;
    cJSON_ArrayForEach(sweep, list_of(results, "sweeps"))
    {
        add_outcome(sweep);
    }
    char *text = text_of(results), *page = page_make(PAGE_REPORT, results, text);
    free(text);
    return page;
}
