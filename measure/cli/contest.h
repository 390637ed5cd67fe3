/* SPDX-License-Identifier: MIT
 * Commands timed in rounds: each round runs each command once, in random order. */
#ifndef TMR0_CONTEST_H
#define TMR0_CONTEST_H

#include <signal.h>
#include <stdbool.h>

#include "measure/measure.h"
#include "workload.h"

enum { CONTEST_MOST = 64, CONTEST_ROUNDS_MOST = 1000000 }; /* commands, rounds */

/* One command of a contest, what its runs took, and how it compares with the first. */
struct contestant {
    struct workload work;
    double *wall_s, *cpu_s, *user_s, *system_s, *involuntary; /* one a round */
    struct contest_ratio {
        enum measure_verdict verdict;
        struct measure_ratio_result of;
    } wall, cpu;
};

struct contest {
    /* Asked for */
    struct contestant command[CONTEST_MOST];
    size_t commands;
    struct workload prepare; /* before each run, not timed; empty: nothing */
    uint64_t rounds_most, warmup, seed;
    double seconds_most, precision, confidence; /* precision: half-width of a ratio, of itself */
    const volatile sig_atomic_t *stop;

    /* Seen */
    uint64_t rounds;
    unsigned char *order; /* of each round, `commands` indices */
    double elapsed_s;
    bool precise; /* all are: that ended it */
};

/* Runs rounds until all ratios of wall or of CPU time are known to the precision, or a bound is reached, or *stop is
 * set. Ratios are then those of the last look. */
int contest_run(struct contest *c, struct error *e);
/* The ratio's half-width is at most the precision. */
bool contest_precise(const struct contest *c, const struct contest_ratio *ratio);
/* The ratio says which is larger, or that they are equal to the precision. */
bool contest_says(const struct contest *c, const struct contest_ratio *ratio);
void contest_free(struct contest *c);

#endif
