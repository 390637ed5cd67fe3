/* SPDX-License-Identifier: MIT
 * Does a board work in a machine? Starts the timer as the paper describes, takes 32-bit reads at changing phases,
 * compares every pair of them with the simulated time, and keeps the margins of all checks. */
#ifndef TMR0_BUS_READS_H
#define TMR0_BUS_READS_H

#include "sim/board/margins.h"

struct bus_reads_setup {
    uint64_t reads;    /* 1 or more */
    uint64_t seed;     /* of the waits between reads */
    uint64_t wait_ps;  /* they are drawn below this */
    uint64_t phase_ps; /* simulated time of the first access */
};

/* A count is four periods of the oscillator: 1 us at 4 MHz. */
struct bus_reads {
    struct margins margins;
    uint64_t accesses;
    uint64_t wrong;    /* reads whose count differs from the simulated time since the first by a count or more */
    int64_t spread_ps; /* largest minus smallest of (count - time) over all reads */
    bool reads_wrong;  /* the spread is a count or more: some pair of reads disagrees with the time between them */
    uint64_t unread;   /* reads in which the bus brought no valid data */
    uint64_t broken;   /* checks, without notes: bit FIG_x */
    bool cd_holds;     /* no violation of TAVRL, TAVWH, TRHAX, TWHAX */
};

/* No check is violated and every read is right. */
bool bus_reads_good(const struct bus_reads *reads);

/* Opens a board of that configuration, which has a machine, and closes it again. STATUS_OK, or the board's error. */
int bus_reads_run(struct bus_reads *reads, const struct board_config *config, const struct bus_reads_setup *setup,
                  struct error *e);

#endif
