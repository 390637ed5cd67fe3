/* SPDX-License-Identifier: MIT
 * What a driver does at the socket, for either strobe translator: the sequences of the paper's section 2 and of the
 * facts on the socket. Every sequence first selects the port it needs; the flip-flop keeps what it is told. */
#ifndef TMR0_SEQUENCE_H
#define TMR0_SEQUENCE_H

#include "board.h"

struct driver {
    struct board *board;
    enum pal_kind pal;
    uint64_t accesses;
    bool undriven; /* some read of the chip found nothing on the bus, or nothing valid in time */
};

/* Master reset, LOAD of all counters, FOUT off; counter 5 divides F1 by four; counters 1-4 count up, chained behind
 * it from 0; all armed. The board's oscillator is to be 4 MHz for microseconds. */
int driver_init(struct driver *d, struct error *e);

/* Saves counters 1 and 2 and reads them. start_ps is the start of the access that saves. */
int driver_read32(struct driver *d, uint32_t *count, uint64_t *start_ps, struct error *e);

#endif
