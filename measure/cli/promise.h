/* SPDX-License-Identifier: MIT
 * What `tmr0-measure plan --advise` promises of a measurement on this host, and whether `tmr0-measure measure
 * --as-planned` keeps it.
 */
#ifndef TMR0_PROMISE_H
#define TMR0_PROMISE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/error.h"
#include "measuring.h"

struct promise {
    /* Asked for */
    double duration_s, deviation_s; /* expected of a run */
    double wanted_s;                /* half-width */
    double confidence, budget_s;
    /* Advised */
    char clock[16];
    double tick_s, call_s; /* of the clock */
    uint64_t n;            /* runs */
    double seconds;        /* that they take */
    double half_width_s;   /* of the interval, if runs deviate by deviation_s or less */
    bool reached;          /* it is the one wanted */
};

/* Looks at all clocks of this host and takes the one that reaches the half-width in the least time, or else the
 * narrowest interval. A later one must be twice as good: "monotonic" comes first, because the system keeps its rate.
 * MEASURE_FEW if none gives an interval. */
enum measure_verdict promise_make(struct promise *p);
void promise_print(const struct promise *p);
void promise_json(cJSON *all, const struct promise *p);

/* Reads what promise_json() wrote. STATUS_INPUT. */
int promise_read(struct promise *p, const char *file, struct error *e);

/* The half-width of the measured mean is at most the promised one. */
bool promise_kept(const struct promise *p, const struct measuring *m);
void promise_print_outcome(const struct promise *p, const struct measuring *m);
void promise_json_outcome(cJSON *all, const struct promise *p, const struct measuring *m);

#endif
