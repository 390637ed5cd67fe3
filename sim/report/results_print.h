/* SPDX-License-Identifier: MIT
 * Results as text, for the commands that make them and for the page without JavaScript. A row is as the command writes
 * it with --json. */
#ifndef TMR0_RESULTS_PRINT_H
#define TMR0_RESULTS_PRINT_H

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

/* The table of `timing` */
void timing_head_print(FILE *f, const char *part, const char *pal_part, uint64_t reads, const char *seed);
void timing_row_print(FILE *f, const cJSON *row);
/* An array of sentences, one for each translator: in how many machines it works. */
cJSON *verdict_summary(const cJSON *rows);
/* These sentences, and the verdict of each machine and translator. */
void verdicts_print(FILE *f, const cJSON *rows);

/* The table of `sweep --limit` */
void limit_head_print(FILE *f);
void limit_row_print(FILE *f, const cJSON *row);

#endif
