/* SPDX-License-Identifier: MIT
 * What the parts of tmr0-bench share. */
#ifndef TMR0_BENCH_H
#define TMR0_BENCH_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

double bench_now_s(void);
/* Sorts the values. */
double bench_median(double *value, size_t count);
/* Prints the figure and adds it to all. */
void bench_figure(cJSON *all, const char *name, double value, const char *unit, bool higher);

/* Figures of libam9513, and of lockstep with the RTL. */
void bench_model(cJSON *all);

/* Figures of libmeasure. */
void bench_measure(cJSON *all);

#endif
