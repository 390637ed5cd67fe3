/* SPDX-License-Identifier: MIT
 * One of this host's clocks: its rate, its tick, and the cost of a call; and what its CPUs do to times. */
#ifndef TMR0_HOST_CLOCK_H
#define TMR0_HOST_CLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "measure/measure.h"

struct host_clock {
    struct measure_clock clock; /* hz 0: to be calibrated */
    enum measure_verdict verdict;
    struct measure_character character; /* this and the following: only if the verdict is MEASURE_OK */
    double tick_s, call_s;
};

enum { HOST_CLOCK_STEPS_MAX = 100 };

/* Measures h->clock and fills the rest. steps, calls: how many are measured. */
void host_clock_look(struct host_clock *h, size_t steps, uint64_t calls, double confidence);

/* The shortest interval that a clock with a fast tick measures to 1 %. */
double host_clock_single_s(const struct host_clock *h);

/* Says in one line where CPUs change or differ in speed: a governor other than "performance", turbo, several greatest
 * frequencies. Nothing if `sys`, the folder /sys, has none of these. */
void host_clock_note(FILE *f, const char *who, const char *sys);

#endif
