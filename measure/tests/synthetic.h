/* SPDX-License-Identifier: MIT
 * What the suites measure_* share: seeded draws, trials, and clocks of known truth. */
#ifndef TMR0_SYNTHETIC_H
#define TMR0_SYNTHETIC_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/random.h"
#include "measure/measure.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Statistical tests run 10,000 trials; the sanitized build, ten times as slow, looks for other faults and runs 500. */
#if defined(__SANITIZE_ADDRESS__)
#define TRIALS 500
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRIALS 500
#endif
#endif
#ifndef TRIALS
#define TRIALS 10000
#endif

/* Asserts that `in` of TRIALS lie in 94..96 % (wider by four deviations where TRIALS is below 10,000). */
void check_covers(uint64_t in);

/* Asserts that the values added so far have this mean, within four and a half standard errors. */
struct average {
    double n, mean, squares;
};
void average_add(struct average *a, double value);
double average_variance(const struct average *a);
void check_mean(const struct average *a, double truth);

/* A clock of known truth: true time runs by cost_s a read, its values are floor((time + phase) / tick) * counts a tick,
 * modulo the width. */
struct synthetic {
    double now_s, cost_s, tick_s;
    double counts_a_tick; /* values are rounded down to whole counts */
    double slew;          /* each tick lasts counts (1 + slew times a draw from -1..1) */
    unsigned bits;
    uint64_t stop_at;         /* reads after which it stops; 0: never */
    uint64_t back_at;         /* read at which it steps back by two ticks; 0: never */
    uint64_t interrupt_every; /* so many reads, one takes interrupt_s more; 0: never */
    double interrupt_s;
    uint64_t reads, random;
    double slewed; /* counts of the ticks so far */
    uint64_t ticks, held;
};
struct measure_clock synthetic_clock(struct synthetic *s);

#endif
