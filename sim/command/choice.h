/* SPDX-License-Identifier: MIT
 * --choice NAME=VALUE, which may come several times. */
#ifndef TMR0_CHOICE_H
#define TMR0_CHOICE_H

#include "cli/arguments.h"
#include "sim/scenario/scenario.h"

/* Values of choices by their figures: 0 or 1, -1 where none is given. */
struct choices {
    int value[FIG_COUNT];
};

void choices_none(struct choices *c);
/* Takes one option's text; for struct option_rule. */
int choices_take(void *choices, struct argument a);
/* They go over what the scenario's file says. */
void choices_apply(const struct choices *c, struct scenario *s);

#endif
