/* SPDX-License-Identifier: MIT
 * Settings of the command line that replace those of a scenario's file. */
#ifndef TMR0_REPLACE_H
#define TMR0_REPLACE_H

#include "cli/arguments.h"
#include "scenario.h"

struct replacements {
    const char *machine, *part; /* NULL: as in the file */
    int pal, corner;            /* -1: as in the file */
    bool seed_given;
    uint64_t seed;
    int choice[FIG_COUNT]; /* values of choices by their figures: 0 or 1, -1: as in the file or the part */
};

void replace_none(struct replacements *r);
/* Takes NAME=VALUE into struct replacements; for struct option_rule. */
int replace_choice(void *replacements, struct argument a);
/* STATUS_INPUT if the scenario's target has no such setting. */
int replace_settings(struct scenario *s, const struct replacements *r, struct error *e);

#endif
