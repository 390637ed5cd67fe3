/* SPDX-License-Identifier: MIT
 * A part of a run as a timing diagram shows it: the levels of all lines, the accesses, and what the checks observed. */
#ifndef TMR0_TIMELINE_H
#define TMR0_TIMELINE_H

#include "sim/language/play.h"

/* Lines from top to bottom. The first four are the socket's, the others the chip's pins. */
enum line {
    LINE_MAS,
    LINE_MDS,
    LINE_RW,
    LINE_SOCKET_DATA,
    LINE_CD,
    LINE_RD,
    LINE_WR,
    LINE_CS,
    LINE_CHIP_DATA,
    LINE_X2, /* lines from here on are drawn only if they move */
    LINE_SRC,
    LINE_GATE = LINE_SRC + 5,
    LINE_OUT = LINE_GATE + 5,
    LINE_FOUT = LINE_OUT + 5,
    LINES,
    LINE_NONE = -1,
};

/* The value of a bus: its state, and what is on it in the lower 16 bits. Any other line's value is an enum level. */
enum bus_state {
    BUS_FREE = 0,
    BUS_HOST = 1 << 16,    /* driven by the workstation's side */
    BUS_CHIP = 2 << 16,    /* by the chip's side, valid */
    BUS_INVALID = 3 << 16, /* by the chip's side, not valid */
    BUS_BOTH = 4 << 16,    /* by both sides */
    BUS_STATE = 7 << 16,
};

struct edge {
    uint64_t at_ps;
    uint32_t value; /* from then on */
};

struct line_edges {
    struct edge *edge; /* the first one is the value when the timeline begins */
    size_t edges, room;
    bool dense; /* there were more than EDGES_MAX: the rest is missing */
};
#define EDGES_MAX 4096

struct timeline_access {
    uint32_t number;
    int line; /* of its statement */
    uint64_t start_ps, end_ps;
    char text[48];
};
#define TIMELINE_ACCESSES 16

/* What one check observed in one access: the observation of the least slack. */
struct judgement {
    struct observation least;
    uint32_t observations;
};

struct span {
    uint64_t from_ps, to_ps;
};

/* Parts of the run in order of time; what is between two of them is left out. */
struct window {
    struct span part[TIMELINE_ACCESSES];
    size_t parts;
};

struct timeline {
    struct window window;    /* its parts are shown */
    uint64_t from_ps, to_ps; /* of the window; both belong to it */
    struct line_edges line[LINES];
    struct timeline_access access[TIMELINE_ACCESSES]; /* that overlap it */
    size_t accesses;
    struct judgement *judgement; /* made in it, about times of which one is shown; in order of time */
    size_t judgements, room;
};

void timeline_open(struct timeline *timeline, const struct window *window);
/* The calls that fill it, for struct board_watch and struct play_options; context is the
 * timeline. */
void timeline_lines(void *context, uint64_t at_ps, const struct engine_lines *lines);
void timeline_observed(void *context, const struct observation *observation);
void timeline_access(void *context, const struct played_access *played);

void timeline_free(struct timeline *timeline);

/* In a part that is shown. */
bool window_shows(const struct window *window, uint64_t ps);

/* Observed and required time: what a judgement says. */
int64_t observed_ps(const struct check_observation *o);
int64_t slack_ps(const struct check_observation *o);

#endif
