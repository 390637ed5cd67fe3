/* SPDX-License-Identifier: MIT
 * What a capture shows of the probes: lines that never move or are the same, strobes that look inverted or double.
 * What it does not show, a trial tells: the accesses make sense with the fault undone. */
#ifndef TMR0_CLIPS_H
#define TMR0_CLIPS_H

#include "source.h"

#define CLIPS_LINES 12 /* D0-D7, then CS, RD, WR, C/D, or DES clock, MAS-, MDS-, R/W */

struct clips {
    uint64_t high, low; /* pins that were seen so */
    int64_t low_ps[2];  /* of RD- and WR-, or MAS- and MDS-: how much longer it was low than high */
    bool read;          /* RD- or MAS- rose while R/W was high */
    uint64_t seen[4];   /* [v / 64]: values of D0-D7 at the ends of strobes */
    uint8_t differ[8];  /* [n]: the lines that differed from Dn in one of them */
    uint64_t alone;     /* pins that once moved when none of the lines after D0-D7 did */
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
/* "MDS- never fell, D3 equals D2"; "": nothing is odd. few: the only two data lines that never differed are named
 * from fewer values on. */
const char *clips_text(char *text, size_t size, const struct clips *clips, enum wires_side side, uint64_t pins,
                       bool few);
/* Adds to it, without accesses "RD- looks inverted", else "WR- has double edges (8ns or less)". */
void clips_strobes(char *text, size_t size, const struct clips *clips, enum wires_side side, bool accesses);
uint64_t clips_lines(unsigned fault);
void clips_undo(struct levels *levels, unsigned fault);
/* "MAS- and MDS- may be swapped (the accesses make sense the other way round)". */
const char *clips_fault(char *text, size_t size, unsigned fault, enum wires_side side);

#endif
