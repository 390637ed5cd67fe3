/* SPDX-License-Identifier: MIT
 * One mix of readers: every interleaving explored, the witnesses confirmed on the RTL, the engines compared. */
#ifndef TMR0_MIX_H
#define TMR0_MIX_H

#include "explore.h"

struct mix {
    struct explore_result result; /* of the RTL with ENGINE_RTL and ENGINE_BOTH, of the model with ENGINE_MODEL */
    bool explored;                /* the result is valid, even if a later step failed */
    bool confirmed[EXPLORE_WRONGS];
    char *scenario[EXPLORE_WRONGS]; /* the witness as a file for `tmr0 run`; NULL without, or if confirming failed */
    bool compared, agree;           /* ENGINE_BOTH: the model's result is valid; it has the same numbers */
    struct explore_result model;
};

/* The mix is to be freed whatever the status. */
int mix_explore(struct mix *mix, const struct explore_setup *setup, enum engine_kind engine, struct error *e);
void mix_free(struct mix *mix);
/* No wrong value, every witness confirmed, no difference between the engines. */
bool mix_good(const struct mix *mix);

#endif
