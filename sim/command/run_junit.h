/* SPDX-License-Identifier: MIT
 * The results of tmr0 run as JUnit XML. */
#ifndef TMR0_RUN_JUNIT_H
#define TMR0_RUN_JUNIT_H

#include "cli/output.h"

/* results: the array that --json writes. Nothing without a file. */
int run_junit(const struct output *output, const cJSON *results, struct error *e);

#endif
