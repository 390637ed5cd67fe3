/* SPDX-License-Identifier: MIT
 * A scenario's statements as text, for comparisons. */
#ifndef TMR0_SCENARIO_TREE_H
#define TMR0_SCENARIO_TREE_H

#include "sim/language/scenario.h"

#define CHIP "target chip\n"

struct tree_text {
    char buffer[2048];
    size_t used; /* 0 at first */
};

/* "LINE:KIND OPERANDS", with "; " between statements and a block in braces. */
void tree_add(struct tree_text *t, const struct scenario *s, const struct statement *first);

#endif
