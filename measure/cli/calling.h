/* SPDX-License-Identifier: MIT
 * Measuring a builtin that is too short for the clock: loops of calls, in several processes. */
#ifndef TMR0_CALLING_H
#define TMR0_CALLING_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "fit_table.h"
#include "measuring.h"

enum { CALLING_PROCESSES_MOST = 1000 };

struct calling {
    /* Asked for */
    struct measuring *measuring; /* its clock, seconds, confidence and precision; the runs are noted there */
    const struct workload *work;
    uint64_t processes; /* started one after another; 1: this one */

    /* Seen */
    struct fit_table table; /* of all processes: calls, ns */
    size_t room;            /* for its runs */
    double least_n, most_n; /* calls of a run */
    uint64_t done;          /* processes */

    /* Found */
    enum measure_verdict range; /* MEASURE_OK: the cost has an interval; else why it has only a range */
    struct measure_quantile cost;
    double moved_low_s, moved_high_s; /* of the processes, or of 20 blocks of the runs of one */
};

/* One call is shorter than what the clock can time. */
bool calling_is_needed(const struct measuring *m, const struct workload *work);
int calling_run(struct calling *c, struct error *e);
void calling_print(const struct calling *c);
void calling_json(cJSON *all, const struct calling *c);
/* "N T", as `fit` reads it; T in ns. */
void calling_raw(FILE *f, const struct calling *c);
/* Draws how far the runs lie above the line. *drawn: false if gnuplot is not installed. */
int calling_svg(const struct calling *c, const char *file, bool *drawn, struct error *e);
void calling_free(struct calling *c);

#endif
