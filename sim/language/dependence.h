/* SPDX-License-Identifier: MIT
 * Whether what a scenario prints, reads and violates depends on a choice, that is, on which of two sources the chip
 * follows. */
#ifndef TMR0_DEPENDENCE_H
#define TMR0_DEPENDENCE_H

#include "session.h"

struct dependence {
    char *text[2];       /* what the run prints with each value of the choice, its violations and its verdict */
    const char *line[2]; /* the first in which they differ, each up to its '\n'; NULL: they are the same */
};

/* Runs the scenario under both values of the choice. After STATUS_OK the dependence is to be freed. */
int dependence_find(struct dependence *d, const struct scenario *s, int choice, const char *dir,
                    enum engine_kind engine, struct error *e);
void dependence_free(struct dependence *d);

#endif
