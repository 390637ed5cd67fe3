/* SPDX-License-Identifier: MIT
 * The ways in which a reader can defend itself, each tried against the kinds of competitors that affect it. */
#ifndef TMR0_DEFENCES_H
#define TMR0_DEFENCES_H

#include "explore.h"

struct defence {
    const char *reader, *against; /* names of readers; NULL after the last defence */
};
extern const struct defence defences[];

/* Every interleaving of the two readers, on the model. Sets readers and coarse in the setup and takes the rest from it.
 */
int defence_explore(struct explore_setup *setup, const struct defence *defence, struct explore_result *result,
                    struct error *e);

#endif
