/* SPDX-License-Identifier: MIT
 * The AC table of the Am9513A as checks around a chip (am9513.h): requirements on the bus, and edges of count sources
 * and gates so near a command that the count may be off by one. Symbols are the data sheet's.
 *
 *   set-up    TSLRL TSLWH               last movement to the edge; negative if it comes after, where it matters
 *   hold      TRHSH TWHSH               edge to the first movement; negative if it comes before, where it matters
 *   latched   TAVWH TWHAX TDVWH TWHDX   C//D and data around the end of a write: from when they came, until the first
 *                                       movement. Data that the host has let go of before have a negative hold, also if
 *                                       others come too late for their set-up; so has C//D that moves so late, in the
 *                                       second half of the write
 *   stable    TAVRL TRHAX               C//D around a read; movement inside violates the nearer of the two
 *   width     TRLRH TWLWH               of /RD and /WR
 *   recovery  TRHRL TRHWL TWHRL TWHWL   end of a selected strobe to the start of the next; after F9 the short forms
 *   clock     TCHCH TCHCL TCLCH         X2's period, high, low: of its first whole cycle from rise to rise
 *   pins      TEHEH TEHEL TELEH         of count sources that a counter counts: period, active level, other level; for
 *                                       falling edges the mirrored times
 *             TGVGV                     active pulse of a gate that starts or retriggers: edges, and levels with CM7
 *   note      TEHWH TWHEH               source edges of the counters that a command names: the last before the write's
 *                                       end, and the first after it that may not be counted before the command (edges
 *                                       up to -TEHWH after the end are, if that is positive)
 *   note      TGVWH TWHGV               the same for the GATE pins that gate them
 *   note      TGVEH TEHGV               the GATE pin of an armed counter without CM7: last movement to the next source
 *                                       edge, last source edge to the movement
 *   note      TEHRL TRHEH               OUT levels moved by source edges: the last to a status read's start, its end to
 *                                       the first; movement inside the read is negative
 *
 * Data that move at the instant of a falling (opening) edge have a set-up of 0; at the instant of a rising (closing)
 * edge they have a hold of 0.
 *
 * Use am9513_checks_set() and am9513_checks_advance() in place of am9513_set() and am9513_advance(); the chip behaves
 * identically. Time that passes costs nothing, except around commands and gates, where TC chains are followed edge by
 * edge, and in a status read (as long as /RD is low), where changes of OUT are followed. Both structs are plain data: a
 * copy of chip and checks is a snapshot. Calls that return one of am9513.h's error codes have changed nothing.
 *
 * A caller that numbers its accesses sets the member access before the first pin of each access moves. A record names
 * the access whose strobe was the last to begin before the event that it judges. For holds, and for notes after a
 * command or a status read, that event is the end of the strobe.
 *
 * Every broken observation of a note is recorded; edges beyond the limits may be missing from slack_ps. */
#ifndef AM9513_CHECKS_H
#define AM9513_CHECKS_H

#include "am9513.h"

#ifdef __cplusplus
extern "C" {
#endif

enum am9513_check {
    AM9513_TAVRL,
    AM9513_TAVWH,
    AM9513_TDVWH,
    AM9513_TRHAX,
    AM9513_TRHRL,
    AM9513_TRHSH,
    AM9513_TRHWL,
    AM9513_TRLRH,
    AM9513_TSLRL,
    AM9513_TSLWH,
    AM9513_TWHAX,
    AM9513_TWHDX,
    AM9513_TWHRL,
    AM9513_TWHSH,
    AM9513_TWHWL,
    AM9513_TWLWH,
    AM9513_TCHCH,
    AM9513_TCHCL,
    AM9513_TCLCH,
    AM9513_TEHEH,
    AM9513_TEHEL,
    AM9513_TELEH,
    AM9513_TGVGV,
    AM9513_TEHWH, /* notes from here on */
    AM9513_TWHEH,
    AM9513_TGVWH,
    AM9513_TWHGV,
    AM9513_TGVEH,
    AM9513_TEHGV,
    AM9513_TEHRL,
    AM9513_TRHEH,
    AM9513_HOST_READ, /* checks of am9513_board.h from here on */
    AM9513_FF_SHORT,
    AM9513_FF_RACE,
    AM9513_FF_UNKNOWN,
    AM9513_CHECKS
};

/* ps; set-ups, holds and notes may be negative. From -1 ms to 1 ms. */
struct am9513_limits {
    int64_t least_ps[AM9513_CHECKS];
    int64_t twhrl_short_ps, twhwl_short_ps; /* short data write, after F9 */
    int64_t twheh_double_ps;                /* LOAD AND ARM, DISARM AND SAVE */
};

struct am9513_record {
    uint32_t broken;                  /* observations below the limit */
    int64_t observed_ps, required_ps; /* the last of them, and its limit */
    int64_t slack_ps;                 /* least observation minus limit; INT64_MAX if there was nothing to observe */
    int64_t slack_required_ps;        /* that limit */
    uint64_t slack_at_ps;
    uint64_t broken_at_ps;                /* of the last one below the limit */
    uint32_t broken_access, slack_access; /* the accesses that caused these two */
};

/* One rule's memory. */
struct am9513_rule {
    uint64_t data_ps, ref_ps; /* data moved, reference edge */
    uint32_t access;          /* of the reference edge */
    bool known;               /* data has moved at all */
    bool armed;               /* reference edge seen, and no movement after it */
    bool early;               /* data moved before the reference edge that should come first */
};

/* A command and the edges near it. */
struct am9513_beside {
    uint8_t counters; /* named by the command; 0: an edge after it has been judged, or there was no command */
    uint64_t command_ps;
    uint32_t access; /* the command's */
    int64_t after_ps;
    uint64_t hit_ps; /* first edge at a pin after it; AM9513_NEVER: none */
    uint64_t tap_ps; /* first edge of F1-F5 after it, by the choices of source that hold */
    uint64_t edge_ps[5];
    uint8_t had;          /* counters that had an edge at all, the last at edge_ps: at a pin, or by an earlier choice */
    uint64_t since_ps[5]; /* of the choice of source that holds */
};

/* Gates that moved after their counter's last source edge. */
struct am9513_gate_watch {
    uint8_t watch; /* these counters' */
    uint64_t moved_ps[5];
    uint64_t tap_ps[5]; /* next edge of F1-F5, by the choices of source that hold */
    uint64_t until_ps;  /* later edges are far enough from the last movement */
};

/* Movements of SRC1-5 and GATE1-5. */
struct am9513_pin_times {
    uint64_t last_ps[10], prior_ps[10];
    uint16_t had, had_two; /* pins that moved at all, at least twice */
};

struct am9513_checks {
    struct am9513_limits limits;
    struct am9513_record record[AM9513_CHECKS];
    struct am9513_rule rule[AM9513_CHECKS];
    struct am9513_beside sources, gates;
    struct am9513_gate_watch gate;
    struct am9513_pin_times pins;
    uint32_t access, strobe_access; /* the caller's number of the access under way; that of the last strobe to begin */
    bool moved;                     /* C//D, since the last read began */
    bool status;                    /* the last read was one of status */
    bool clock_seen;                /* X2's first cycle */
    /* The caller may set these after am9513_checks_init(): the call comes with each broken observation, of which the
     * record then holds the values. It must not call the library. */
    void (*on_broken)(void *context, enum am9513_check check);
    void *context;
};

/* For a chip fresh from am9513_init(). */
AM9513_API int am9513_checks_init(struct am9513_checks *checks, struct am9513 *chip,
                                  const struct am9513_limits *limits);
AM9513_API int am9513_checks_set(struct am9513_checks *checks, struct am9513 *chip, uint64_t now_ps, uint64_t inputs);
AM9513_API int am9513_checks_advance(struct am9513_checks *checks, struct am9513 *chip, uint64_t now_ps);

/* The driver of /RD or /WR (which: AM9513_RD_N or AM9513_WR_N) has swallowed a pulse: it counts as one of no width; or
 * a pause between two pulses: no recovery. At the chip's time. */
AM9513_API int am9513_checks_lost(struct am9513_checks *checks, const struct am9513 *chip, uint64_t which, bool pause);

#ifdef __cplusplus
}
#endif
#endif
