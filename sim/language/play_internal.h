/* SPDX-License-Identifier: MIT
 * Declarations shared by the files that implement play.h: play.c plays statements, play_expect.c judges. */
#ifndef TMR0_PLAY_INTERNAL_H
#define TMR0_PLAY_INTERNAL_H

#include "play.h"

#define ACCESSES 4096 /* as far back as a check looks: at most 1 ms */

struct player {
    const struct scenario *s;
    const struct play_options *options;
    struct play_result *result;
    struct tmr0_board *board;
    int64_t *kept;
    bool *set;
    int line;                 /* of the statement under way */
    int began_line[ACCESSES]; /* of the statement of each access, by its number */
    int moved_line;           /* of the last statement that moved a pin or began an access */
    size_t violations_room, failures_room, values_room, notes_room; /* of the result's lists */
    uint64_t notes;                                                 /* since the last expect notes, bit FIG_x */
    uint64_t of_none;                                               /* expectations that a run of nothing meets */
    bool said_slow;                                                 /* that a wait takes long */
    size_t judged; /* violations up to here were before the last expect violation or expect clean */
};

/* Puts file:line in front of the error's text if status is not STATUS_OK. Returns status. */
int play_at_line(const struct player *p, struct error *e, int status);
int play_value(struct player *p, const struct expr *x, int64_t *out, struct error *e);
int play_value_in(struct player *p, const struct expr *x, int64_t least, int64_t most, int64_t *out, struct error *e);
/* A time of the statement, which a message calls `what`. */
int play_time(struct player *p, const char *what, const struct duration *time, int64_t least, int64_t *ps,
              struct error *e);

/* Adds to one of the result's lists with options.collect. */
void play_collect(struct player *p, struct play_text **list, size_t *used, size_t *room, const char *const text[3]);
/* Counts an expectation that did not hold, and prints it: "WHAT JOIN SEEN, expected EXPECTED", without the blanks. */
void play_failed(struct player *p, const char *what, const char *join, const char *seen, const char *expected);
int play_expect(struct player *p, const struct statement *st, struct error *e);
int play_wait_pin(struct player *p, const struct statement *st, struct error *e);

#endif
