/* SPDX-License-Identifier: MIT
 * A random program as text, and its reduction. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

void fuzz_set(struct fuzz_case *c, const char *setting)
{
    memmove(c->line[c->settings + 1], c->line[c->settings], (c->lines - c->settings) * FUZZ_LINE);
    (void)snprintf(c->line[c->settings++], FUZZ_LINE, "%s", setting);
    c->lines++;
}

size_t fuzz_text(const struct fuzz_case *c, char *buffer)
{
    size_t used = 0;
    for (size_t n = 0; n < c->lines; n++)
        used += (size_t)snprintf(buffer + used, FUZZ_LINE + 1, "%s\n", c->line[n]);
    return used;
}

static void take_out(struct fuzz_case *c, size_t from, size_t count)
{
    memmove(c->line[from], c->line[from + count], (c->lines - from - count) * sizeof c->line[0]);
    c->lines -= count;
}

void fuzz_shrink(struct fuzz_case *c, bool (*differs)(void *context, const struct fuzz_case *c), void *context)
{
    static struct fuzz_case fewer;
    size_t chunk = (c->lines - c->settings + 1) / 2;
    while (chunk > 0) {
        bool less = false;
        for (size_t from = c->settings; from + chunk <= c->lines;) {
            fewer = *c;
            take_out(&fewer, from, chunk);
            if (fewer.lines > c->settings && differs(context, &fewer)) {
                *c = fewer;
                less = true;
            } else
                from += chunk;
        }
        if (!less || chunk > 1)
            chunk = chunk == 1 ? 0 : chunk / 2;
    }
    c->ops = c->lines - c->settings;
}
