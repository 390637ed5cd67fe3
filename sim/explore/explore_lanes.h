/* SPDX-License-Identifier: MIT
 * Declarations that the explorer's two engines share (sim/explore/explore_model.c, which follows states, and
 * sim/explore/explore.c, which plays one schedule): the state of each reader, the effect of an access on it, and
 * how its value is judged. */
#ifndef TMR0_EXPLORE_LANES_H
#define TMR0_EXPLORE_LANES_H

#include "explore.h"

#define ACCESSES_MAX 160 /* of the start */

struct explorer {
    struct explore_setup setup;
    struct board_config config;
    struct program *program[EXPLORE_READERS]; /* equal readers share one */
    unsigned alone[EXPLORE_READERS];
    struct bus_op start[ACCESSES_MAX]; /* a slot each, from time 0 */
    unsigned starts;
    uint64_t slot_ps, slot_us; /* slot_us: microseconds that the clock counts in one; 0 if it is too slow */
    uint64_t slot_0;           /* when that begins */
    uint64_t truth;            /* the count that a SAVE in slot 0 would take */
};

enum outcome { OUTCOME_RUNS, OUTCOME_RIGHT, OUTCOME_GIVEN_UP, OUTCOME_WRONG }; /* + wrong * EXPLORE_DECADES + decade */

/* A reader in progress; plain bytes without holes, so that states can be compared. Done: all 0 but outcome. */
struct lane {
    int32_t at;     /* step of its program */
    uint16_t first; /* slot of its first access, plus 1 */
    uint8_t port;   /* as it chose itself: 0 not yet, 1 control, 2 data */
    uint8_t hurt;   /* bit enum explore_wrong: WRONG_STATUS, WRONG_LOST */
    uint16_t outcome;
    uint8_t bytes; /* of data that it has read */
    bool doomed;   /* setup.coarse: a byte was wrong; from there on it is taken to read zeros */
};

/* All 0 at first. */
struct lanes {
    struct lane lane[EXPLORE_READERS];
    uint32_t port; /* of the flip-flop, as above */
};

struct verdict_of_lane {
    uint64_t value, least, most;
};

bool lanes_done(const struct explorer *x, const struct lanes *lanes);
/* Bit n: reader n may make the next access. */
unsigned lanes_enabled(const struct explorer *x, const struct lanes *lanes);
struct bus_op lanes_op(const struct explorer *x, const struct lanes *lanes, unsigned reader);
/* The access was made in that slot and brought value. verdict is filled if the reader is done. */
int lanes_step(const struct explorer *x, struct lanes *lanes, unsigned reader, unsigned slot, uint8_t value,
               struct verdict_of_lane *verdict, struct error *e);
/* Adds a finished schedule, weight times. */
void lanes_count(const struct explorer *x, const struct lanes *lanes, long double weight,
                 struct explore_result *result);
static inline bool outcome_wrong(uint32_t outcome)
{
    return outcome >= OUTCOME_WRONG;
}
static inline enum explore_wrong outcome_kind(uint32_t outcome)
{
    return (enum explore_wrong)((outcome - OUTCOME_WRONG) / EXPLORE_DECADES);
}
/* True if a schedule of that length and with so many switches would be the better witness. */
bool witness_better(const struct explore_witness *witness, unsigned length, unsigned switches);

/* A schedule on an RTL board. */
struct player {
    const struct explorer *x;
    struct tmr0_board *board;
    FILE *scenario; /* NULL: none */
};

/* With the clock started. The board is to be closed whatever the status. */
int player_open(struct player *p, const struct explorer *x, FILE *scenario, struct error *e);
/* The reader's next access, in that slot. verdict as in lanes_step(). */
int player_step(struct player *p, struct lanes *lanes, unsigned reader, unsigned slot, struct verdict_of_lane *verdict,
                struct error *e);

/* On the model: the count of slot 0, and the accesses of each reader when no other comes between. */
int explore_alone(struct explorer *x, struct error *e);

#endif
