/* SPDX-License-Identifier: MIT
 * What a capture shows of the probes: lines that never move, strobes that look inverted, data lines that are the same.
 * What it does not show, a trial tells: the accesses make sense with the fault undone. */
#ifndef TMR0_CLIPS_H
#define TMR0_CLIPS_H

#include "source.h"

struct clips {
    uint64_t high, low; /* pins that were seen so */
    int64_t mostly_low; /* of the first strobe, RD- or MAS-: how much longer it was low than high, ps */
    int64_t second_low; /* of the other one */
    bool read;          /* RD- or MAS- rose while R/W was high */
    uint64_t seen[4];   /* [v / 64]: values of D0-D7 at the ends of strobes */
    uint8_t differ[8];  /* [n]: the lines that differed from Dn in one of them */
};

/* What a trial undoes: the strobes swapped, D7-D0 in place of D0-D7, C/D or R/W inverted; then two of D0-D7 swapped. */
enum { FAULT_NONE, FAULT_STROBES, FAULT_REVERSED, FAULT_INVERTED, FAULT_PAIRS, FAULTS = FAULT_PAIRS + 28 };

void clips_next(struct clips *clips, const struct levels *before, const struct levels *now);
/* Data lines that are dead or the same as another: nothing is known of them. */
bool clips_dead(const struct clips *clips);
/* "MDS- never fell, D3 equals D2"; "": nothing is odd. */
const char *clips_text(char *text, size_t size, const struct clips *clips, enum wires_side side, uint64_t pins);
void clips_undo(struct levels *levels, unsigned fault);
/* "MAS- and MDS- may be swapped (the accesses make sense the other way round)". */
const char *clips_fault(char *text, size_t size, unsigned fault, enum wires_side side);

#endif
