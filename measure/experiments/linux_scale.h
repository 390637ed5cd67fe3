/* SPDX-License-Identifier: MIT
 * Ticks to nanoseconds as Linux chooses it, for a whole rate of 1..2^32-1 kHz. */
#ifndef TMR0_LINUX_SCALE_H
#define TMR0_LINUX_SCALE_H

#include "measure/measure.h"

/* For a clock source of 64 bits: mult of 32 bits, a product of 64 that is not to overflow for 10 minutes, nor if NTP
 * makes mult 11 % larger. Sources: clocks_calc_mult_shift and __clocksource_update_freq_scale in
 * kernel/time/clocksource.c. */
struct measure_scale linux_scale_clocksource(uint64_t khz);

/* For its scheduler's clock: mult of 32 bits, a product of 128. Source: __set_cyc2ns_scale in arch/x86/kernel/tsc.c. */
struct measure_scale linux_scale_sched_clock(uint64_t khz);

#endif
