/* SPDX-License-Identifier: MIT
 * The AC table of the chip's bus and of X2 on sampled levels. An edge lies between two samples, so a time from one edge
 * to another is known to one sampling interval (and the jitter) either way. */
#ifndef TMR0_JUDGE_H
#define TMR0_JUDGE_H

#include "accesses.h"

enum sample_verdict { MET, VIOLATED, UNDECIDED, VERDICTS }; /* UNDECIDED: this sample rate leaves it open */

/* Observations of one figure, as sampled. */
struct observed {
    uint64_t count[VERDICTS];
    uint64_t open;                /* of the undecided: those that the sample rate would decide */
    int64_t nearest_ps, limit_ps; /* the observation nearest to its limit or farthest beyond it, and that limit */
    uint64_t at_ps;               /* when */
    int64_t least_ps, most_ps;
};

/* An observation that is certainly broken. */
struct judge_broken {
    int figure; /* FIG_x */
    int64_t observed_ps, limit_ps;
    uint64_t at_ps; /* of the reference edge */
};

static inline bool observed_any(const struct observed *o)
{
    return o->count[MET] | o->count[VIOLATED] | o->count[UNDECIDED];
}

/* The figure is a delay that the data sheet limits upwards. */
bool judge_at_most(int figure);

struct judge_movement {
    uint64_t at;
    bool real; /* not the capture's first sample, which counts as one */
};

/* A line whose set-up before an edge of a strobe and hold after it are judged together. */
struct judge_pair {
    int setup, hold;                    /* FIG_x */
    struct judge_movement moved, prior; /* the last two */
    uint64_t glitch;                    /* the last glitch; 0: none */
    uint64_t left; /* may have ceased to be valid: became ones, as a bus that nothing drives; C//D: moved. 0: never */
    bool waits;    /* the edge is at ref, and no movement came after it */
    uint64_t ref;
    struct judge_movement before, before_prior; /* the edge: the last two then */
    bool doubt, may_be_early;
    bool lost; /* it left before the edge, or with it: what the chip took is not known */
};

/* A strobe at its pin, the chip selected or not. */
struct judge_strobe {
    uint64_t pin;
    int width, setup, hold; /* FIG_x */
    bool real, used;        /* fell in the capture; the chip was selected while it was low */
    bool waits;             /* for CS to rise */
    uint64_t fall, rise, glitch;
};

struct evidence;

struct judge {
    const struct evidence *of;
    struct observed observed[FIG_RTL];
    void (*on_broken)(void *context, const struct judge_broken *broken);
    void *context;
    struct judge_pair data, port; /* DB and C//D around a write */
    uint64_t write_begin, inside; /* pins that moved since */
    struct judge_strobe read, write;
    uint64_t unclear; /* a strobe or CS was last unknown, or ceased to be */
    uint64_t cs_fall, cs_rise;
    bool cs_fell;
    struct {
        uint64_t begin, end, inside;
        struct judge_movement moved;
        bool was_inside, waits;
    } stable; /* C//D around a read */
    struct {
        uint64_t end;
        bool any, write;
    } last; /* access that ended */
    struct {
        uint64_t rise, fall;
        unsigned seen;
    } x2;
};

/* A time that is known to one sampling interval and the jitter, so much within its limit: the true time is more than
 * the observed one less unsure_ps(), and less than it and unsure_ps(). */
static inline enum sample_verdict sampled_verdict(const struct sampling *s, int64_t within_ps)
{
    const int64_t u = unsure_ps(s);
    return within_ps >= u ? MET : within_ps <= -u ? VIOLATED : UNDECIDED;
}
/* What the data sheet promises or wants: the least, or the most. */
int64_t judge_limit(const struct judge *judge, int figure);
/* Of a time between two edges that are certain. */
enum sample_verdict judge_verdict(const struct judge *judge, int figure, int64_t observed_ps);
/* An observation with that verdict, or UNDECIDED in doubt. */
void judge_observe(struct judge *judge, int figure, int64_t observed_ps, bool doubt, uint64_t at_ps);
/* An observation; the broken ones go to on_broken. */
void judge_note(struct judge *judge, int figure, enum sample_verdict verdict, int64_t observed_ps, int64_t limit_ps,
                uint64_t at_ps);
void judge_start(struct judge *judge, const struct evidence *of, uint64_t now_ps);
void judge_next(struct judge *judge, const struct sample *sample);
/* An access that ended with the last sample: what the chip took may not be known. */
void judge_doubts(const struct judge *judge, struct bus_access *access);
/* The capture ends, or nothing is sampled from here on. */
void judge_end(struct judge *judge, uint64_t now_ps);

#endif
