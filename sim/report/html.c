/* SPDX-License-Identifier: MIT */
#include "html.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/svg.h"

#define SPECIFIER 8 /* bytes of "%+.1f" */

void html(FILE *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (const char *at = format; *at; at++) {
        char specifier[SPECIFIER] = "%";
        if (*at != '%') {
            (void)fputc(*at, f);
            continue;
        }
        const size_t size = strcspn(at + 1, "sduf%") + 1;
        (void)snprintf(specifier, sizeof specifier, "%.*s", (int)size + 1, at);
        at += size;
        if (*at == 's') {
            svg_write_text(f, va_arg(arguments, const char *));
        } else if (*at == 'd') {
            const int number = va_arg(arguments, int);
            (void)fprintf(f, specifier, number);
        } else if (*at == 'u') {
            const size_t number = va_arg(arguments, size_t);
            (void)fprintf(f, specifier, number);
        } else if (*at == 'f') {
            const double number = va_arg(arguments, double);
            (void)fprintf(f, specifier, number);
        } else {
            (void)fputc('%', f);
        }
    }
    va_end(arguments);
}

void html_word(FILE *f, const char *word)
{
    char *quoted = NULL;
    size_t size;
    FILE *q = *word && !strpbrk(word, " \t\n'\"\\$`*?[]#~&;<>|(){}!") ? NULL : open_memstream(&quoted, &size);
    for (const char *at = word; q && *at; at++)
        (void)fprintf(q, *at == '\'' ? "'\\''" : "%c", *at);
    if (q)
        (void)fclose(q);
    html(f, quoted ? " '%s'" : " %s", quoted ? quoted : word);
    free(quoted);
}

void html_drawing(FILE *f, const char *svg, const char *description)
{
    html(f, "<div class='drawing' role='group' aria-label='%s' tabindex='0'><img alt='%s' src='data:image/svg+xml,",
         description, description);
    for (; *svg; svg++) {
        const unsigned char c = (unsigned char)*svg;
        (void)fprintf(f, isalnum(c) || (c < 0x80 && strchr("-_.!~*();/:@=+$, ", c)) ? "%c" : "%%%02X", c);
    }
    (void)fputs("'></div>\n", f);
}
