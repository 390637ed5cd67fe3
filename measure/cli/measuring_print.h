/* SPDX-License-Identifier: MIT
 * What `tmr0-measure measure` prints of its runs: text, JSON, a drawing. */
#ifndef TMR0_MEASURING_PRINT_H
#define TMR0_MEASURING_PRINT_H

#include <cjson/cJSON.h>

#include "cli/output.h"
#include "histogram.h"
#include "measuring.h"

/* Of commands, first of all: what their runs waited for is in their wall time. */
void measuring_print_waited(double wall_s, double cpu_s);
/* "it lost its CPU 1 time a run" */
const char *measuring_lost_text(char *text, size_t size, double involuntary);
/* To standard output. */
void measuring_print(const struct measuring *m, const struct histogram *h);
/* The clock and the runs, without results. */
void measuring_json_runs(cJSON *all, const struct measuring *m);
void measuring_json(cJSON *all, const struct measuring *m);
/* Whole nanoseconds, one run a line; before measuring_evaluate(). */
void measuring_raw(FILE *f, const struct measuring *m);
/* Draws the histogram as SVG. */
int measuring_svg(const struct measuring *m, const struct histogram *h, const struct output *svg, struct error *e);

#endif
