/* SPDX-License-Identifier: MIT */
#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "page_templates.h"

/* A < within JSON is within a string. Written as its code, it cannot end the element that holds the JSON. */
static void write_json(FILE *f, const cJSON *results)
{
    char *text = cJSON_PrintUnformatted(results);
    if (!text)
        memory_gone();
    for (const char *at = text; *at; at++)
        if (*at == '<')
            (void)fputs("\\u003c", f);
        else
            (void)fputc(*at, f);
    (void)fputc('\n', f);
    cJSON_free(text);
}

char *page_make(enum page_template template, const cJSON *results)
{
    char *page = NULL;
    size_t size;
    FILE *f = memory_stream(&page, &size);
    for (const char *const *line = template == PAGE_REPORT ? page_report : page_experiments; *line; line++)
        if (strcmp(*line, "@json@\n") == 0)
            write_json(f, results);
        else
            (void)fputs(*line, f);
    (void)fclose(f);
    return page;
}
