/* SPDX-License-Identifier: MIT
 * HTML in which no text of a result can become markup. */
#ifndef TMR0_HTML_H
#define TMR0_HTML_H

#include <stdio.h>

/* As fprintf, but what %s prints is escaped, for text and for values of attributes in double or single quotes. Takes
 * %s, %d, %zu, %.Nf, %+.Nf and %%. */
void html(FILE *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A page up to its body, whose first link leads to the element of the id `first`. Equal texts give equal bytes. */
void html_begin(FILE *f, const char *title, const char *first, const char *skip);

/* A space and a word of a command line, quoted for the shell where needed. */
void html_word(FILE *f, const char *word);

/* A drawing as an image with its own document: its names and styles cannot collide with those of another, and its
 * scripts do not run. */
void html_drawing(FILE *f, const char *svg, const char *description);

#endif
