/* SPDX-License-Identifier: MIT
 * The first pass over a capture: its sampling interval, X2, and whether there are accesses. */
#ifndef TMR0_SURVEY_H
#define TMR0_SURVEY_H

#include "capture.h"

struct survey {
    uint64_t first, rise, rises, least, most; /* of X2's rises */
    bool gap;                                 /* it was unknown between them */
    bool strobes, selected;                   /* RD or WR was low, and CS at that time */
};

/* Reads the file's declarations: the signals of that side's pins. */
int survey_open(struct vcd *v, enum wires_side side, const struct capture_setup *setup, struct error *e);
/* Reads the file to its end and fills the result's pins, times, sampling and X2. STATUS_INPUT with file:line if it is
 * malformed, or no capture. */
int survey_run(struct vcd *v, struct capture_result *r, const struct capture_setup *setup, struct survey *seen,
               struct error *e);

#endif
