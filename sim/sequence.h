/* SPDX-License-Identifier: MIT
 * The driver's sequences at the socket, for either strobe translator, without a CPU: those of driver-sim/tmr_chip.h,
 * its code taking no time, so that accesses come as fast as board_gap() lets them. */
#ifndef TMR0_SEQUENCE_H
#define TMR0_SEQUENCE_H

#include "board.h"
#include "tmr_chip.h"
#include "vcpu_host.h"

struct driver {
    struct board *board;
    enum pal_kind pal;
    uint64_t accesses;
    bool undriven; /* some read of the chip found nothing on the bus, or nothing valid in time */
    /* sim/sequence.c's own */
    struct vcpu cpu;
    struct tmr_chip chip;
    uint64_t first_ps; /* start of the sequence's first access to the chip; 0: none yet */
    int status;
    struct error *error;
};

/* Master reset, LOAD of all counters, FOUT off; counter 5 divides F1 by four; counters 1-4 count up, chained behind
 * it from 0; all armed. The board's oscillator is to be 4 MHz for microseconds. board and pal are set. */
int driver_init(struct driver *d, struct error *e);

/* Saves counters 1 and 2 and reads them. start_ps is the start of the access that saves. After driver_init(). */
int driver_read32(struct driver *d, uint32_t *count, uint64_t *start_ps, struct error *e);

#endif
