/* SPDX-License-Identifier: MIT
 * Drawings by gnuplot. */
#ifndef TMR0_GNUPLOT_H
#define TMR0_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/error.h"

/* Writes the beginning of a script: output, terminal, font, border, key, and the title, which the file has too. */
void gnuplot_begin(FILE *f, const char *title);

/* Writes the text between single quotes, where gnuplot reads nothing but them; `?` for each byte that XML or UTF-8 does
 * not allow. */
void gnuplot_quote(FILE *f, const char *text);

/* Runs gnuplot on the script that write() writes, and puts the drawing in its place when it is complete. The script
 * finds the drawing's file in ARG1 and that of the points (NULL: none) in ARG2, so no character of a name is special to
 * gnuplot. STATUS_OK and *drawn false if gnuplot is not installed. */
int gnuplot_draw(const char *drawing, const char *points, void (*write)(FILE *script, const void *context),
                 const void *context, bool *drawn, struct error *e);

#endif
