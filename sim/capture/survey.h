/* SPDX-License-Identifier: MIT
 * The first pass over a capture: its sampling interval, X2, and whether there are accesses. */
#ifndef TMR0_SURVEY_H
#define TMR0_SURVEY_H

#include "clips.h"
#include "samples.h"

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
    struct clips clips;
};

/* Reads the file's declarations: the signals of that side's pins. */
int survey_open(struct source *v, enum wires_side side, const char *file, const char *map, struct error *e);
/* Reads the file to its end. rate_hz: samples a second, osc_hz: of X2; 0: as captured. STATUS_INPUT with file:line if
 * it is malformed, or no capture. */
int survey_run(struct source *v, struct survey *survey, uint64_t rate_hz, uint64_t osc_hz, struct error *e);

#endif
