/* SPDX-License-Identifier: MIT
 * Results that other commands have written: tables of `timing --json` and `sweep --limit --json`, runs of
 * `run --json`, folders of `sweep --out`. */
#ifndef TMR0_RESULTS_H
#define TMR0_RESULTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/error.h"

enum result_kind { RESULT_TIMING, RESULT_LIMITS, RESULT_RUNS, RESULT_SWEEP };

struct result_source {
    enum result_kind kind;
    char *path;
    cJSON *tree;      /* an array of rows or runs, or summary.json */
    cJSON *arguments; /* RESULT_SWEEP: the command line, an array of strings */
    char *drawing;    /* the text of an SVG file: that of the sweep, or of the only run; NULL: none */
    char **scenario;  /* RESULT_RUNS: the text of each run's file; NULL where it cannot be read */
};

struct results {
    struct result_source *source;
    size_t sources, room;
};

/* Reads a folder of `sweep --out`, or a JSON file and the drawing beside it (X.svg of X.json). STATUS_INPUT if it is
 * none of these, is of another version, or lacks a field. */
int results_add(struct results *results, const char *path, struct error *e);
/* A field that results_add() has checked, or that the caller knows to be there. */
const char *result_text(const cJSON *object, const char *name);
double result_number(const cJSON *object, const char *name);
/* False also if there is no such field. */
bool result_true(const cJSON *object, const char *name);
void results_free(struct results *results);

#endif
