/* SPDX-License-Identifier: MIT
 * A capture as a scenario of the chip: its accesses and the movements of SRC and GATE at their times, and the values of
 * reads that the capture determines as expectations. AC parameters are legal, so a recovery time may delay an access.
 */
#ifndef TMR0_SCRIPT_H
#define TMR0_SCRIPT_H

#include <stdio.h>

#include "capture.h"

#define SCRIPT_WAITS 64

struct script {
    FILE *f;
    const struct capture_result *result;
    const char *part;
    bool started;
    uint64_t shift_ps;                 /* from the capture's first sample to the scenario's time */
    uint64_t done_ps;                  /* the scenario's time after its last statement */
    uint64_t strobe_ps;                /* end of its last strobe; 0: none */
    bool write;                        /* which was one of a write */
    uint64_t pins;                     /* SRC and GATE as last set */
    struct levels waits[SCRIPT_WAITS]; /* movements in a read: the model reads at its beginning */
    unsigned waiting;
};

/* Each call needs all before it in the order of the capture. */
void script_access(struct script *script, const struct bus_access *access, const struct known_word *word);
/* SRC and GATE at a sample. reading: a read goes on or ends, which script_access() will be called for. */
void script_pins(struct script *script, const struct levels *levels, bool reading);

#endif
