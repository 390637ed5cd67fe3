/* SPDX-License-Identifier: MIT */
#include "fit_table.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lines.h"
#include "cli/memory.h"

#define POINTS_MOST 1000000

static const char between[] = " \t,;";

/* A number in decimal at *text, which moves to what follows it. */
static bool take_number(const char **text, double *value)
{
    const size_t size = strspn(*text, "+-.0123456789eE");
    char *end;
    errno = 0;
    *value = strtod(*text, &end);
    const bool good = size > 0 && end == *text + size && !(errno && fabs(*value) > 1) && isfinite(*value);
    *text = end;
    return good;
}

static int bad_line(const struct lines *lines, const char *expected, struct error *e)
{
    return error_set(e, STATUS_INPUT, "%s:%lu: '%s', expected %s", lines->file, lines->number, lines->text, expected);
}

static int take_run(const struct lines *lines, double *n, double *t, struct error *e)
{
    const char *text = lines->text;
    if (!take_number(&text, n) || !strchr(between, *text))
        return bad_line(lines, "two numbers, N and T (# starts a comment)", e);
    if (*n < 0 || *n > 0x1p53 || *n != floor(*n))
        return bad_line(lines, "as N a whole number from 0 to 2^53", e);
    const size_t blanks = strspn(text, " \t"), comma = text[blanks] == ',' || text[blanks] == ';';
    text += blanks + comma;
    text += strspn(text, " \t");
    if (!*text)
        return bad_line(lines, "a T after the N", e);
    if (!take_number(&text, t) || *text)
        return bad_line(lines, "two numbers, N and T, and no more", e);
    return *t < 0 ? bad_line(lines, "as T a time, 0 or more", e) : STATUS_OK;
}

static void add_run(struct fit_table *table, size_t *room, double n, double t)
{
    if (table->points == *room) {
        size_t same = *room;
        table->n = memory_grow(table->n, &same, 1024, sizeof *table->n);
        table->t = memory_grow(table->t, room, 1024, sizeof *table->t);
    }
    table->n[table->points] = n;
    table->t[table->points++] = t;
}

static int load_lines(struct fit_table *table, struct lines *lines, struct error *e)
{
    size_t room = 0;
    for (;;) {
        double n = 0, t = 0;
        int status = lines_next(lines, e);
        if (status || !lines->text)
            return status;
        status = take_run(lines, &n, &t, e);
        if (status == STATUS_OK && table->points == POINTS_MOST)
            status = error_set(e, STATUS_INPUT, "%s:%lu: more than %d runs", lines->file, lines->number, POINTS_MOST);
        if (status == STATUS_OK)
            add_run(table, &room, n, t);
        if (status)
            return status;
    }
}

int fit_table_load(struct fit_table *table, const char *file, struct error *e)
{
    struct lines lines;
    int status = lines_open(&lines, file, e);
    *table = (struct fit_table){.file = lines.file};
    if (status)
        return status;
    status = load_lines(table, &lines, e);
    lines_close(&lines);
    if (status == STATUS_OK && table->points == 0)
        return error_set(e, STATUS_INPUT, "%s: no runs, expected N and T, one run per line", lines.file);
    return status;
}

void fit_table_free(struct fit_table *table)
{
    free(table->n);
    free(table->t);
}
