/* SPDX-License-Identifier: MIT
 * The words of pages. */
#ifndef TMR0_FIGURES_WORDS_H
#define TMR0_FIGURES_WORDS_H

#include <cjson/cJSON.h>

/* Adds the version, "tmr0", and what marks and checks mean, "marks" and "checks". */
void words_add(cJSON *results);

#endif
