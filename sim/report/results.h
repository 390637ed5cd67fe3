/* SPDX-License-Identifier: MIT
 * Results that other commands have written: tables of `timing --json` and `sweep --limit --json`, runs of
 * `run --json`, folders of `sweep --out`. */
#ifndef TMR0_RESULTS_H
#define TMR0_RESULTS_H

#include <cjson/cJSON.h>

#include "cli/error.h"

/* Results are an object with the arrays "timing" and "limits" of rows, "runs", and "sweeps" of summaries. Each of these
 * objects is as it was written, and "path" says where. A run also has "scenario", the text of its file, and "drawing",
 * an SVG, if these can be read; a sweep has "arguments", its command line, and "drawing". */
cJSON *results_new(void);
/* Adds a folder of `sweep --out`, or a JSON file and the drawing beside it (X.svg of X.json). STATUS_INPUT if it is
 * none of these or of another version. The page shows what is there. */
int results_add(cJSON *results, const char *path, struct error *e);

#endif
