/* SPDX-License-Identifier: MIT
 * What `fit` shows of a table: text, JSON, and the excess plot. */
#ifndef TMR0_FIT_PRINT_H
#define TMR0_FIT_PRINT_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "cli/error.h"
#include "fit_table.h"
#include "measure/measure.h"

struct fit_result {
    const struct fit_table *table;
    double confidence, tick; /* 0: not known */
    bool tick_given;
    struct measure_fit_result fit;
};

void fit_print(const struct fit_result *result);
void fit_json(cJSON *all, const struct fit_result *result);
/* Draws how far the runs lie above the line of the chosen method, or of the least values if there is none. *drawn:
 * false if gnuplot is not installed. */
int fit_plot(const struct fit_result *result, const char *file, bool *drawn, struct error *e);

#endif
