/* SPDX-License-Identifier: MIT
 * How often a save of chained counters is torn by the delay of the carries: measured on a board, and from a formula.
 *
 * Counters 1-4 count M clock periods each, chained by TC. A SAVE of two or four of them at a random phase is torn if it
 * acts between an edge of counter 1 that carries and the last count of that carry. With d the delay of a carry and T
 * the clock period, that is d of every M T for two counters, and d (1 + 1/M + 1/M^2) for four: every carry reaches the
 * second counter, each M-th the third, each M^2-th the fourth. */
#ifndef TMR0_TORN_H
#define TMR0_TORN_H

#include "sim/board/rig.h"

#define TORN_TAIL 0.0005 /* a result with a tail probability of at most this is not explained by chance */

struct torn_setup {
    uint64_t saves;   /* of each row */
    uint64_t modulus; /* M */
};

struct torn_row {
    int64_t delay_ps;      /* of a carry */
    unsigned counters;     /* 2 or 4 */
    uint64_t torn;         /* saves */
    double low, high;      /* of their share: interval of 95 % */
    double expected;       /* probability of a torn save at 4 MHz and this M */
    double expected_board; /* the same on the timer board: 1 MHz, M = 65536 */
    bool good;             /* chance explains the difference between torn and expected */
};

/* Probability of a torn save; delay and period in one unit. */
double torn_expected(double delay, double period, double modulus, unsigned counters);
/* Whether k of n events of probability p each, and fewer, and k and more, are both likelier than TORN_TAIL. */
bool torn_likely(unsigned k, unsigned n, double p);

/* Measures a row whose delay_ps and counters are given. Sets TCARRY of the rig's chip. state is that of the random
 * phases. */
int torn_run(struct torn_row *row, struct rig *rig, const struct torn_setup *setup, uint64_t *state, struct error *e);

#endif
