/* SPDX-License-Identifier: MIT
 * What `tmr0-measure measure` and `compare` print of their runs: text and a drawing. */
#ifndef TMR0_MEASURING_PRINT_H
#define TMR0_MEASURING_PRINT_H

#include "cli/output.h"
#include "measuring.h"

/* "it lost its CPU 1 time a run" */
const char *measuring_lost_text(char *text, size_t size, double involuntary);
/* To standard output: of one command all that its runs say, of several what they take and their ratios. */
void measuring_print(const struct measuring *m);
/* Draws the first command's histogram as SVG. *drawn: false if gnuplot is not installed. */
int measuring_svg(const struct measuring *m, const char *file, bool *drawn, struct error *e);

#endif
