/* SPDX-License-Identifier: MIT
 * The files of a scenario: the one that is run, and those that `include` names. A line's number counts all lines of all
 * files, file after file, so the number alone identifies file and line. In the first file it is the line's own. */
#include <stdio.h>
#include <string.h>

#include "scenario_lex.h"

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
    (void)snprintf(buffer, size, source_of(s, line)->option ? "%s" : "%s:%d", file, own);
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
    char chain[sizeof inner.text] = "";
    size_t used = 0;
    for (int at = source_of(s, line)->included; at != 0 && used < sizeof chain; at = source_of(s, at)->included)
        used += (size_t)snprintf(chain + used, sizeof chain - used, "%s%s", used ? ", " : " (included at ",
                                 PLACE_TEXT(s, at));
    if (source_of(s, line)->option && *s->file)
        (void)snprintf(chain, sizeof chain, " (%s", s->file);
    return error_set(e, status, "%s: %s%s%s", PLACE_TEXT(s, line), inner.text, chain, *chain ? ")" : "");
}
