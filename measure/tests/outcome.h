/* SPDX-License-Identifier: MIT
 * An experiment as the suites run it: quickly, with its text and its rows kept. */
#ifndef TMR0_OUTCOME_H
#define TMR0_OUTCOME_H

#include <stdint.h>

#include "measure/experiments/experiment.h"

struct outcome {
    struct experiment_run run;
    int status;
    char *text;
};

struct outcome outcome_of(void (*run)(struct experiment_run *run), uint64_t seed);
void outcome_discard(struct outcome *o);

/* Our number in the nth row whose name begins with `what`; NAN if there is none. */
double outcome_number(const struct outcome *o, const char *what, int nth);
/* Asserts that the first row with this name has the value, within the error. */
void outcome_check(const struct outcome *o, const char *what, double ours, double error);

#endif
