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

/* The machine has rows of that translator. The cure is searched with the setup's part and seed: cure_find(). The texts
 * are there in any case. */
int timing_verdict(const struct timing_setup *setup, const struct timing_machine *machine, enum pal_kind pal,
                   struct timing_verdict *verdict, struct error *e);

/* ---- What makes a board hold in a machine: a faster PAL, another chip, or more of a figure of the board: cure.c */

struct cure_board {
    const struct timing_setup *setup;
    const char *const *machine; /* variants of a machine: the cure holds in all of them */
    size_t machines;
    enum pal_kind pal;
    int worst; /* the check that misses most, and how much; -1: none has a time */
    int64_t short_ps;
};

struct cure {
    char part[48];   /* the chip; "": no chip and PAL of parts/ is a cure */
    int64_t most_ps; /* the longest delay of a PAL with which the board holds at the slow corner, in whole ns or as
                        pal_ps */
    char pal[48];    /* the slowest PAL of parts/ that is not slower; RIG_PAL if that one is not */
    int64_t pal_ps;  /* its longest delay */
    enum mark mark;
    int64_t more_ps; /* so much more of the machine's figure is a cure, too, in whole ns; 0: none is */
    int figure;      /* FIG_x */
};

/* For a board that does not work. Tries the setup's part, then the other chips of parts/. With each it searches how
 * slow the PAL may be, from the fastest of parts/ up: sweep_limit(), which repeats the bound on the RTL. The model
 * plays the PAL that it names at both corners, and the board's own parts with more of the figure that the worst check
 * needs. STATUS_BAD if the engines differ. */
int cure_find(const struct cure_board *board, struct cure *cure, struct error *e);

#endif
