/* SPDX-License-Identifier: MIT */
#include "html.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "page_css.h"
#include "svg.h"

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

void html_begin(FILE *f, const char *title, const char *first, const char *skip)
{
    html(f,
         "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
         "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
         "<meta name='color-scheme' content='light dark'>\n<title>%s</title>\n<style>\n",
         title);
    for (size_t n = 0; n < sizeof page_css / sizeof *page_css; n++)
        (void)fputs(page_css[n], f);
    html(f, "</style>\n</head>\n<body>\n<a class='skip' href='#%s'>%s</a>\n", first, skip);
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
