/* SPDX-License-Identifier: MIT
 * What the rows of one machine and translator say together: whether the board works there, and what limits it. It works
 * if no check is violated and all reads are right, in all readings and at both corners. */
#ifndef TMR0_TIMING_VERDICT_H
#define TMR0_TIMING_VERDICT_H

#include "timing_table.h"

struct timing_verdict {
    const char *machine; /* as the setup names it: with a reading only if it has one */
    enum pal_kind pal;
    enum timing_works { TIMING_FAILS, TIMING_WORKS_IF, TIMING_WORKS } works;
    char *text; /* what it depends on, and the check that limits it; to be freed */
};
extern const char *const timing_works_name[]; /* "no", "only if", "yes" */

/* Rows of one machine, in any order. */
struct timing_machine {
    struct {
        struct timing_row row; /* without its machine */
        char reading[24];
    } row[READINGS_MAX * PAL_KINDS * 2];
    size_t rows;
};

/* At least one of the rows is of that translator. */
struct timing_verdict timing_verdict(const struct timing_machine *machine, const char *name, enum pal_kind pal);

#endif
