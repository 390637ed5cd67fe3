/* SPDX-License-Identifier: MIT
 * What tmr0 explore prints of one mix of readers. */
#ifndef TMR0_EXPLORE_PRINT_H
#define TMR0_EXPLORE_PRINT_H

#include "sim/explore/explore.h"

/* The numbers of schedules and of values returned, the decades of the errors. */
void explore_print(const struct explore_setup *setup, const struct explore_result *result, int engine);
/* The schedule, and the reader's value on the RTL. */
void explore_print_witness(const struct explore_witness *witness, enum explore_wrong wrong, bool confirmed);

#endif
