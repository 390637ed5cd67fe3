/* SPDX-License-Identifier: MIT
 * What the parts of the bench share. */
#ifndef TMR0_BENCH_H
#define TMR0_BENCH_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "error.h"

extern struct error bench_error;
/* Ends the program with bench_error's text unless status is STATUS_OK. */
void bench_need(int status);
double bench_now_s(void);
double bench_median(double *value, size_t count); /* sorts them */
void bench_figure(cJSON *all, const char *name, double value, const char *unit, bool higher);

/* Driver, platform and explorer (bench/driver.c). dir holds parts/ and machines/. */
void bench_driver(cJSON *all, const char *dir);

#endif
