/* SPDX-License-Identifier: MIT
 * The accesses of a capture, played into libam9513, and the first read that the captured chip answers differently.
 *
 * The phases of X2 and of the scaler are not known, so chips with phases spread over both are played side by side. What
 * one of them answers is possible. A count may be one more beyond that, because the phases are not dense. */
#ifndef TMR0_REPLAY_H
#define TMR0_REPLAY_H

#include "known.h"

#define REPLAY_PHASES 16
#define REPLAY_SETS 6 /* the part's choices, and each choice made otherwise */

/* How X2 runs: period_ps / periods, exactly; periods 0: unknown. */
struct replay_x2 {
    uint64_t periods, period_ps;
    double error; /* share by which the rate may be wrong */
};

struct replay_difference {
    bool found;
    struct bus_access access;
    bool status; /* a status read; else the register of the word */
    uint8_t pointer;
    uint16_t captured;    /* a status or a word */
    uint16_t least, most; /* what the model answers, over all phases; equal in an exact one */
    uint16_t mask;        /* bits that were compared */
    uint32_t explains;    /* choices, as am9513_config.choices, that made otherwise remove the difference */
    char state[2000];     /* am9513_describe() before the read */
};

struct replay {
    int sets; /* that are played: 1, or all */
    struct am9513_config config;
    struct known known;
    struct replay_x2 x2;
    int64_t unsure_ps;
    uint64_t start_ps, pins;
    uint8_t low;                /* byte that went through last */
    bool unsure_low;            /* it is */
    uint32_t flag[REPLAY_SETS]; /* of am9513_config.choices; 0 for set 0 */
    bool differs[REPLAY_SETS];
    unsigned exact; /* counters whose count may not be one off: edges_exact() */
    uint64_t loaded_ps[5], compared;
    uint8_t high[REPLAY_SETS],
        low_seen[REPLAY_SETS]; /* status bits that some phase had high, low, in the present read */
    struct replay_difference first;
    struct am9513 (*chip)[REPLAY_PHASES]; /* [set][phase] */
};

/* config: all but X2. explains: play the other choices too, six times the work. width: of the bus at the start, 8 or
 * 16; 0: unknown. STATUS_INPUT if the model refuses the rate. */
int replay_open(struct replay *replay, const struct am9513_config *config, const struct replay_x2 *x2, int width,
                bool explains, const struct vcd_levels *first, const struct sampling *sampling, uint64_t pins,
                struct error *e);
void replay_close(struct replay *replay);
/* Inputs SRC and GATE, and of the 8-bit bus DB8-15, at their samples. */
void replay_pins(struct replay *replay, const struct vcd_levels *levels);
/* A read of status begins. */
void replay_status(struct replay *replay, uint64_t now_ps);
/* An access that ended; the word that it completes. */
struct known_word replay_access(struct replay *replay, struct bus_access *access);
/* Levels of OUT 1-5 inside the model at that time, bits 0-4. write: if it acts before, or NULL. */
unsigned replay_outs(const struct replay *replay, uint64_t at_ps, const struct bus_access *write);
/* A chip of the part's own choices. */
const struct am9513 *replay_chip(const struct replay *replay);

#endif
