/* SPDX-License-Identifier: MIT
 * What a contest found, as text, JSON, CSV and Markdown. */
#ifndef TMR0_CONTEST_PRINT_H
#define TMR0_CONTEST_PRINT_H

#include "cli/output.h"
#include "contest.h"

void contest_print(const struct contest *c);
void contest_json(cJSON *all, const struct contest *c);
/* A row a command: medians, least and greatest, ratios to the first. */
void contest_csv(FILE *f, const struct contest *c);
void contest_markdown(FILE *f, const struct contest *c);
/* A row a run, in the order of the runs. */
void contest_raw(FILE *f, const struct contest *c);

#endif
