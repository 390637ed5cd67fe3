/* SPDX-License-Identifier: MIT
 * The text of tmr0 timing, printed from the rows of its JSON. */
#ifndef TMR0_TIMING_PRINT_H
#define TMR0_TIMING_PRINT_H

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

void timing_head_print(FILE *f, const char *part, const char *pal_part, uint64_t reads, uint64_t seed);
void timing_row_print(FILE *f, const cJSON *row);
/* An array of sentences, one for each translator: in how many machines it works. */
cJSON *verdict_summary(const cJSON *rows);
/* These sentences, and the verdict of each machine and translator. */
void verdicts_print(FILE *f, const cJSON *rows);

#endif
