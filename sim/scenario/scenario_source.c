/* SPDX-License-Identifier: MIT
 * The files of a scenario: the one that is run, and those that `include` names. A line's number counts all lines of all
 * files, file after file, so the number alone identifies file and line. In the first file it is the line's own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario_words.h"

#define INCLUDES_DEEP 8

static const struct scenario_source *source_of(const struct scenario *s, int line)
{
    size_t low = 0, high = s->sources;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (s->source[middle].before < line)
            low = middle;
        else
            high = middle;
    }
    return &s->source[low];
}

const char *scenario_file_line(const struct scenario *s, int line, int *own)
{
    const struct scenario_source *from = source_of(s, line);
    *own = line - from->before;
    return from->file;
}

const char *scenario_place(char *buffer, size_t size, const struct scenario *s, int line)
{
    int own;
    const char *file = scenario_file_line(s, line, &own);
    (void)snprintf(buffer, size, "%s:%d", file, own);
    return buffer;
}

const char *scenario_line(char *buffer, size_t size, const struct scenario *s, int line)
{
    if (source_of(s, line) != s->source)
        return scenario_place(buffer, size, s, line);
    (void)snprintf(buffer, size, "%d", line);
    return buffer;
}

int scenario_at_line(const struct scenario *s, int line, struct error *e, int status)
{
    if (status == STATUS_OK || line == 0)
        return status;
    const struct error inner = *e;
    char place[SCENARIO_PLACE], chain[sizeof inner.text] = "";
    size_t used = 0;
    for (int at = source_of(s, line)->included; at != 0 && used < sizeof chain; at = source_of(s, at)->included)
        used += (size_t)snprintf(chain + used, sizeof chain - used, "%s%s", used ? ", " : " (included at ",
                                 scenario_place(place, sizeof place, s, at));
    return error_set(e, status, "%s: %s%s%s", scenario_place(place, sizeof place, s, line), inner.text, chain,
                     *chain ? ")" : "");
}

/* ---- Reading */

static int count_lines(const char *text, const char *end)
{
    int lines = 1;
    while (text < end && (text = memchr(text, '\n', (size_t)(end - text))) != NULL) {
        lines++;
        text++;
    }
    return lines;
}

bool source_add(struct parse *p, const char *file, const char *text, size_t size)
{
    struct scenario *s = p->s;
    if (s->sources == p->sources_room) {
        const size_t room = p->sources_room ? 2 * p->sources_room : 4;
        struct scenario_source *more = parse_memory(p, room * sizeof *more);
        if (!more)
            return false;
        if (s->sources)
            memcpy(more, s->source, s->sources * sizeof *more);
        s->source = more;
        p->sources_room = room;
    }
    s->source[s->sources++] = (struct scenario_source){file, p->lines, p->line};
    p->line = p->lines;
    p->lines += count_lines(text, text + size);
    p->next = text;
    p->end = text + size;
    return true;
}

int source_read(const char *file, char **text, size_t *size, size_t most, struct error *e)
{
    *text = malloc(most + 1);
    if (*text == NULL)
        return error_set(e, STATUS_SYSTEM, "%s: out of memory", file);
    int status = STATUS_OK;
    FILE *in = strcmp(file, "-") == 0 ? stdin : fopen(file, "rb");
    *size = in != NULL ? fread(*text, 1, most + 1, in) : 0;
    if (in == NULL || ferror(in))
        status = error_set(e, STATUS_INPUT, "%s: cannot read: %s", file, strerror(errno));
    else if (*size > most)
        status = error_set(e, STATUS_INPUT, "%s: more than %d MiB%s, expected a scenario file", file,
                           SCENARIO_BYTES_MAX >> 20, most < SCENARIO_BYTES_MAX ? " with what it includes" : "");
    if (in != NULL && in != stdin)
        (void)fclose(in);
    if (status)
        free(*text);
    return status;
}

/* ---- include "FILE" */

/* The name as the includer's folder has it. */
static bool included_name(struct parse *p, const char *name, const char **file)
{
    int own;
    const char *from = scenario_file_line(p->s, p->line, &own), *slash = strrchr(from, '/');
    const size_t folder = slash && name[0] != '/' ? (size_t)(slash - from) + 1 : 0, size = folder + strlen(name) + 1;
    if (size > SCENARIO_FILE_MAX)
        return parse_fail(p, "name \"%.40s...\" is too long, expected at most %d bytes with the folder", name,
                          SCENARIO_FILE_MAX - 1);
    char *whole = parse_memory(p, size);
    if (!whole)
        return false;
    memcpy(whole, from, folder);
    memcpy(whole + folder, name, strlen(name) + 1);
    *file = whole;
    return true;
}

static bool parse_included(struct parse *p, const char *file, const char *text, size_t size)
{
    const struct parse outer = *p;
    p->bytes += size;
    p->floor = p->depth;
    p->includes++;
    if (!source_add(p, file, text, size) || !parse_lines(p))
        return false;
    p->next = outer.next;
    p->end = outer.end;
    p->at = p->stop = outer.stop;
    p->line = outer.line;
    p->floor = outer.floor;
    p->includes--;
    return true;
}

bool parse_include(struct parse *p)
{
    const char *name = "", *file = "";
    char *text = NULL;
    size_t size = 0;
    struct error e;
    if (!lex_text(p, &name))
        return false;
    if (lex_peek(p).kind != TOKEN_END)
        return parse_expected(p, "the end of the line");
    if (p->includes == INCLUDES_DEEP)
        return parse_fail(p, "include is nested too deep, expected at most %d files in each other", INCLUDES_DEEP);
    if (name[0] == '\0' || strcmp(name, "-") == 0)
        return parse_fail(p, "\"%s\" is no name, expected that of a file", name);
    if (!included_name(p, name, &file))
        return false;
    int status = source_read(file, &text, &size, SCENARIO_BYTES_MAX - p->bytes, &e);
    if (status) {
        (void)parse_fail(p, "%s%s", e.text, strstr(e.text, "expected") ? "" : ", expected a scenario");
        p->status = status;
        return false;
    }
    const bool good = parse_included(p, file, text, size);
    free(text);
    return good;
}
