/* SPDX-License-Identifier: MIT
 * An oscillator's exact widths: whole picoseconds and parts of 1 / parts ps, less than 1 ps. It is low at time 0. Each
 * edge is at the nearest picosecond to its exact time, halves rounded up. */
#ifndef TMR0_OSC_H
#define TMR0_OSC_H

#include <stdbool.h>
#include <stdint.h>

struct osc {
    int64_t high_ps, low_ps;
    uint64_t high_part, low_part, parts; /* parts is 0 where there are none */
};

#define OSC_DUTY_WHOLE 100000 /* duty is in thousandths of a percent */

/* Widths of 1 ps to 2 ms, a period of 20 ns at least, at most 2^60 parts. */
bool osc_in_range(const struct osc *osc);
struct osc osc_of_millihertz(uint64_t millihertz, unsigned duty);
struct osc osc_of_period(int64_t period_ps, unsigned duty);
/* The period: to the nearest picosecond, and as exactly as a double is. */
int64_t osc_period_ps(const struct osc *osc);
double osc_exact_ps(const struct osc *osc);

#endif
