/* SPDX-License-Identifier: MIT
 * What runs said, for other programs: JSON, CSV, Markdown, and the runs themselves. */
#ifndef TMR0_MEASURING_EXPORT_H
#define TMR0_MEASURING_EXPORT_H

#include "cli/output.h"
#include "measuring.h"

/* The clock and the runs. Returns the list of the commands, to be filled. */
cJSON *measuring_json_runs(cJSON *all, const struct measuring *m);
void measuring_json(cJSON *all, const struct measuring *m);
/* A row a command. */
void measuring_csv(FILE *f, const struct measuring *m);
void measuring_markdown(FILE *f, const struct measuring *m);
/* A row a run, in the order of the runs: whole nanoseconds, of commands what else is known. Before
 * measuring_evaluate(). */
void measuring_raw(FILE *f, const struct measuring *m);

#endif
