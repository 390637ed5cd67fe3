/* SPDX-License-Identifier: MIT */
#include "linux_scale.h"

#define SECOND_NS UINT64_C(1000000000)
#define KHZ 1000
#define MULT_BITS 32      /* Linux keeps mult in as many, and shift is at most this */
#define TEN_MINUTES 600   /* of a clock source wider than 32 bits; mult is chosen to be exact for as long */
#define ADJUST_PERCENT 11 /* by which NTP may change mult without an overflow */

/* Linux's clocks_calc_mult_shift: the largest shift up to 32 for which mult, rounded to nearest, leaves a product of 64
 * bits room for `seconds`. */
static struct measure_scale linux_scale(uint64_t khz, uint64_t seconds)
{
    unsigned room = MULT_BITS;
    for (uint64_t ticks = seconds * KHZ * khz >> MULT_BITS; ticks; ticks >>= 1)
        room--;
    struct measure_scale s = {.hz = khz * KHZ, .shift = MULT_BITS};
    for (;; s.shift--) {
        s.mult = ((SECOND_NS / KHZ << s.shift) + khz / 2) / khz;
        if (s.shift == 1 || s.mult >> room == 0)
            return s;
    }
}

struct measure_scale linux_scale_clocksource(uint64_t khz)
{
    struct measure_scale s = linux_scale(khz, TEN_MINUTES);
    uint64_t adjust = s.mult * ADJUST_PERCENT / 100;
    if (s.mult + adjust > UINT32_MAX) {
        s.mult >>= 1;
        s.shift--;
        adjust = s.mult * ADJUST_PERCENT / 100;
    }
    s.ticks_max = UINT64_MAX / (s.mult + adjust); /* shifted right, the product fits all the more */
    return s;
}

struct measure_scale linux_scale_sched_clock(uint64_t khz)
{
    struct measure_scale s = linux_scale(khz, 0);
    if (s.shift == MULT_BITS) { /* user programs that convert perf's times expect less */
        s.shift--;
        s.mult >>= 1;
    }
    const measure_product ticks = (((measure_product)1 << (64 + s.shift)) - 1) / s.mult;
    s.ticks_max = ticks < UINT64_MAX ? (uint64_t)ticks : UINT64_MAX;
    return s;
}
