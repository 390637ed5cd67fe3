/* SPDX-License-Identifier: MIT
 * What the rows of one machine and translator say together. A row holds if no check is violated and all reads are
 * right. The board works if all rows hold, of all variants and at both corners. It is marginal if some of them hold,
 * and fails if none does. */
#ifndef TMR0_TIMING_VERDICT_H
#define TMR0_TIMING_VERDICT_H

#include "sim/workstation/timing_table.h"

struct timing_verdict {
    enum verdict_word word;
    char *text; /* the check that limits it and by how much; what cures it. To be freed */
    char *line; /* word, number and cure in short. To be freed */
};

/* The machine has rows of that translator. The cure is searched with the setup's part and seed: cure.h. The texts are
 * there in any case. */
int timing_verdict(const struct timing_setup *setup, const struct timing_machine *machine, enum pal_kind pal,
                   struct timing_verdict *verdict, struct error *e);

#endif
