/* SPDX-License-Identifier: MIT
 * The user's table of times for `fit`. */
#ifndef TMR0_FIT_TABLE_H
#define TMR0_FIT_TABLE_H

#include <stddef.h>

#include "cli/error.h"

/* One run each: T, in the user's unit, of a program whose work is N. */
struct fit_table {
    const char *file; /* its name in messages */
    double *n, *t;
    size_t points;
};

/* Takes "N T" from a file, one run per line; # starts a comment; "-" is standard input. */
int fit_table_load(struct fit_table *table, const char *file, struct error *e);
void fit_table_free(struct fit_table *table);

#endif
