/* SPDX-License-Identifier: MIT
 * What makes a board hold in a machine: a faster PAL, or another chip. */
#ifndef TMR0_CURE_H
#define TMR0_CURE_H

#include "sim/workstation/timing_table.h"

struct cure_board {
    const struct timing_setup *setup;
    const char *const *machine; /* variants of a machine: the cure holds in all of them */
    size_t machines;
    enum pal_kind pal;
};

struct cure {
    char part[48];   /* the chip; "": no chip and PAL of parts/ is a cure */
    int64_t most_ps; /* the longest delay of a PAL with which the board holds at the slow corner, in whole ns or as
                        pal_ps */
    char pal[48];    /* the slowest PAL of parts/ that is not slower; RIG_PAL if that one is not */
    int64_t pal_ps;  /* its longest delay */
    enum mark mark;
};

/* For a board that does not work. Tries the setup's part, then the other chips of parts/. With each it searches how
 * slow the PAL may be, from the fastest of parts/ up: sweep_limit(), which repeats the bound on the RTL. The model
 * plays the PAL that it names at both corners. STATUS_BAD if the engines differ. */
int cure_find(const struct cure_board *board, struct cure *cure, struct error *e);

#endif
