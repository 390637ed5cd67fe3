/* SPDX-License-Identifier: MIT
 * Experiments as a page: one HTML file that loads nothing. */
#ifndef TMR0_EXPERIMENT_PAGE_H
#define TMR0_EXPERIMENT_PAGE_H

#include <stddef.h>

#include "experiment_result.h"

/* The page as text, to be freed. The drawings are read from asked->out; an experiment whose
 * tree is empty was not run. Equal results give equal bytes. */
char *experiment_page(const struct experiment_result *results, size_t count, const struct experiment_asked *asked);

#endif
