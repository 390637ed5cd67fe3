/* SPDX-License-Identifier: MIT
 * Samples: the levels of a capture at its times, without glitches, and what times between them may be. */
#ifndef TMR0_SAMPLES_H
#define TMR0_SAMPLES_H

#include "sim/figures/figures.h"
#include "source.h"

/* ---- The probes: lines that never move or are the same, strobes that look inverted or double. What a capture does not
 * show, a trial tells: the accesses make sense with the fault undone. */

#define CLIPS_LINES 12 /* D0-D7, then CS, RD, WR, C/D, or DES clock, MAS-, MDS-, R/W */

struct clips {
    uint64_t high, low;        /* pins that were seen so */
    int64_t low_ps[2];         /* of RD- and WR-, or MAS- and MDS-: how much longer it was low than high */
    bool read;                 /* RD- or MAS- rose while R/W was high */
    uint64_t seen[4];          /* [v / 64]: values of D0-D7 at the ends of strobes */
    uint8_t differ[8];         /* [n]: the lines that differed from Dn in one of them */
    uint64_t without_controls; /* pins that once moved when none of the lines after D0-D7 did */
    struct clips_control {
        uint64_t apart; /* pins that once did not move with it */
        uint64_t moves, at_ps;
        uint64_t twice, twice_ps; /* how often it moved back so soon that no bus does, and the longest time of these */
    } control[CLIPS_LINES + 1];   /* of the lines after D0-D7, and of X2 */
};

/* What a trial undoes: D7-D0 in place of D0-D7, a line inverted, two lines swapped. */
enum {
    FAULT_NONE,
    FAULT_REVERSED,
    FAULT_INVERTED,
    FAULT_PAIRS = FAULT_INVERTED + CLIPS_LINES,
    FAULTS = FAULT_PAIRS + CLIPS_LINES * (CLIPS_LINES - 1) / 2
};

void clips_next(struct clips *clips, const struct levels *before, const struct levels *now);
/* Lines that are the same as another, or data lines that are dead: nothing is known of them. */
bool clips_dead(const struct clips *clips);
/* Into an empty text: "MDS- never fell, D3 equals D2", if something is odd. few: the only two data lines that never
 * differed are named from fewer values on. */
void clips_text(char *text, size_t size, const struct clips *clips, enum wires_side side, uint64_t pins, bool few);
/* Adds to it, without accesses "RD- looks inverted", else "WR- has double edges (8ns or less)". */
void clips_strobes(char *text, size_t size, const struct clips *clips, enum wires_side side, bool accesses);
uint64_t clips_lines(unsigned fault);
void clips_undo(struct levels *levels, unsigned fault);
/* "MAS- and MDS- may be swapped (the accesses make sense the other way round)". */
void clips_fault(char *text, size_t size, unsigned fault, enum wires_side side);

/* ---- Samples */

/* How the capture was sampled, ps. */
struct sampling {
    int64_t interval_ps;         /* the longest that it can be */
    int64_t rounding_ps;         /* the file's unit, unless each sample is at a multiple of it */
    int64_t jitter_ps;           /* edges may be this much more away from their samples */
    const struct figure *figure; /* the part's: FIG_x */
};

/* How far a time between two edges may be from the one between their samples. */
static inline int64_t unsure_ps(const struct sampling *s)
{
    return s->interval_ps + s->rounding_ps + s->jitter_ps;
}

/* The figure's least value. */
static inline int64_t least_of(const struct sampling *s, int figure)
{
    return s->figure[figure].value[CORNER_MIN];
}

static inline int64_t between(uint64_t from_ps, uint64_t to_ps)
{
    return (int64_t)(to_ps - from_ps);
}

/* Levels at one instant, without glitches. */
struct sample {
    struct levels levels, before; /* before: of the sample before; of the first one its own */
    uint64_t glitches;            /* pins that moved here for one sample: a glitch, or a pulse that no legal bus has */
    int64_t glitch_ps;            /* how long that lasted */
};

static inline uint64_t levels_differ(const struct levels *a, const struct levels *b)
{
    return (a->high ^ b->high) | (a->unknown ^ b->unknown);
}

/* Pins that move to another level, known or not, with this sample. */
static inline uint64_t sample_moves(const struct sample *s)
{
    return levels_differ(&s->before, &s->levels);
}

/* Pins that are unknown in this sample or the one before. */
static inline uint64_t sample_unknown(const struct sample *s)
{
    return s->levels.unknown | s->before.unknown;
}

/* The strobe (AM9513_RD_N or AM9513_WR_N) is low and the chip selected. */
static inline bool bus_low(const struct levels *l, uint64_t strobe)
{
    return !((l->high | l->unknown) & (AM9513_CS_N | strobe));
}

/* At the chip, pins of which two intervals are less than any legal pulse. */
uint64_t deglitch_pins(const struct sampling *s);

#define SAMPLES_TRIAL 1000000 /* 79 faults, each a second or less; at the socket with two translators */

/* A file's samples, one after the other. */
struct samples {
    struct source source;
    uint64_t deglitch; /* the caller's: pins of which a change that lasts one sample is left out */
    unsigned fault;    /* FAULT_x, which is undone, as a trial of at most SAMPLES_TRIAL */
    uint64_t tried, glitches;
    struct levels before; /* of the sample that waits for the next one */
    struct sample waits;
    bool waiting, ended;
};
/* *more false: there is none any more, and *out holds nothing. */
int samples_next(struct samples *samples, const struct sampling *sampling, struct sample *out, bool *more,
                 struct error *e);

/* ---- The first pass over a capture: its sampling interval, X2, and whether there are accesses: survey.c */

#define CAPTURE_OSC_HZ 4000000 /* of the timer board */

enum capture_x2 {
    CAPTURE_X2_NONE,
    CAPTURE_X2_GIVEN,
    CAPTURE_X2_BOARD, /* taken to be as on the board */
    CAPTURE_X2_SEEN,  /* up to here the model's rate is that of X2 */
    CAPTURE_X2_FAST,
    CAPTURE_X2_CHANGES,
    CAPTURE_X2_STANDS
};

/* How X2 runs: period_ps / periods, exactly; periods 0: unknown. */
struct x2_rate {
    uint64_t periods, period_ps;
    double error; /* fraction by which the rate may be wrong */
};

static inline double x2_hz(const struct x2_rate *x2)
{
    return (double)x2->periods / (double)x2->period_ps * 1e12;
}

/* What the first pass found. */
struct survey {
    struct sampling sampling; /* jitter_ps and figure: the caller's, before survey_run() */
    enum interval_source source;
    uint64_t pins, begin_ps, end_ps;
    enum capture_x2 x2;
    struct x2_rate x2_rate;
    struct x2_rate x2_other; /* of the captured X2 if it is not the given one; else no periods */
    uint64_t x2_rise_ps;     /* the first captured one */
    bool selected;           /* RD or WR was low, and CS at that time */
    bool missed;             /* a legal strobe may fall between two samples */
    struct clips clips;
};

/* Reads the file's declarations: the signals of that side's pins. */
int survey_open(struct source *v, enum wires_side side, const char *file, const char *map, struct error *e);
/* Reads the file to its end. rate_hz: samples a second, osc_hz: of X2; 0: as captured. STATUS_INPUT with file:line if
 * it is malformed, or no capture. */
int survey_run(struct source *v, struct survey *survey, uint64_t rate_hz, uint64_t osc_hz, struct error *e);

#endif
