/* SPDX-License-Identifier: MIT
 * What makes a board hold in a machine: a faster PAL, or another chip. */
#ifndef TMR0_CURE_H
#define TMR0_CURE_H

#include "sweep.h"

struct cure_board {
    const char *data, *part;
    const char *const *machine; /* readings of a machine: the cure holds in all of them */
    size_t machines;
    enum pal_kind pal;
    uint64_t seed;
};

struct cure {
    char part[48];   /* the chip; "": no chip and PAL of parts/ is a cure */
    int64_t most_ps; /* the longest delay of a PAL with which the board holds at the slow corner */
    char pal[48];    /* the slowest PAL of parts/ that is not slower; RIG_PAL if that one is not */
    int64_t pal_ps;  /* its longest delay */
    enum mark mark;
};

/* Tries the board's chip, then the others of parts/. With each it searches how slow the PAL may be (sweep_limit(), which
 * repeats the bound on the RTL), from the fastest PAL up, and plays the PAL that it names at the fast corner. STATUS_BAD
 * if the engines differ. */
int cure_find(const struct cure_board *board, struct cure *cure, struct error *e);

#endif
