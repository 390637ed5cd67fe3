/* SPDX-License-Identifier: MIT
 * The timing of every machine on the bus: a row for each variant of a machine's file, each strobe translator, and
 * both the slow and the fast corner. */
#ifndef TMR0_TIMING_TABLE_H
#define TMR0_TIMING_TABLE_H

#include "sim/board/margins.h"

/* ---- Does a board work in a machine? Starts the timer as the paper describes, takes 32-bit reads at changing phases,
 * compares every pair of them with the simulated time, and keeps the margins of all checks: bus_reads.c */

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
};

/* No check is violated and every read is right. */
bool bus_reads_good(const struct bus_reads *reads);

/* Opens a board of that configuration, which has a machine, and closes it again. STATUS_OK, or the board's error. */
int bus_reads_run(struct bus_reads *reads, const struct board_config *config, const struct bus_reads_setup *setup,
                  struct error *e);

/* ---- The table */

#define TIMING_MACHINES 64

struct timing_setup {
    const char *dir, *part, *pal_part;
    const char *machine[TIMING_MACHINES]; /* NAME for all its variants, NAME:VARIANT for one */
    size_t machines;
    uint64_t reads; /* of each row */
    uint64_t seed;  /* of the waits between reads */
    bool expected;  /* rows are compared with [expect], if the file has one and the parts are RIG_PART, RIG_PAL */
};

struct timing_row {
    char name[MACHINE_NAME_SIZE];  /* of the machine, with its variant if the file has several */
    const struct machine *machine; /* while timing_watch.row() is called */
    enum pal_kind pal;
    enum corner corner; /* CORNER_MAX or CORNER_MIN */
    struct bus_reads reads;
    bool compared, differs; /* with [expect] */
};

/* The rows of one machine */
struct timing_machine {
    const char *name; /* as the setup names it: with a variant only if that has one */
    struct timing_row row[VARIANTS_MAX * PAL_KINDS * 2];
    size_t rows;
};

/* What timing_run() calls: after every row, and after the rows of each machine. */
struct timing_watch {
    void (*row)(void *context, const struct timing_row *row);
    int (*machine)(void *context, const struct timing_machine *machine, struct error *e); /* or NULL */
    void *context;
};

/* The reads of one row, with that rig, translator and corner. */
int timing_reads(struct bus_reads *reads, const struct timing_setup *setup, const struct rig *rig, enum pal_kind pal,
                 enum corner corner, enum engine_kind engine, struct error *e);
/* Checks that all machines and the part load; if the setup names no machine, names all of dir/machines. The names stay
 * valid until the next call. */
int timing_prepare(struct timing_setup *setup, struct error *e);
int timing_run(const struct timing_setup *setup, const struct timing_watch *watch, struct error *e);

#endif
