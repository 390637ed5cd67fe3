/* SPDX-License-Identifier: MIT
 * Ticks to nanoseconds by one multiplication and a shift: with a product of 128 bits, and as Linux chooses it. */
#include "lattice.h"

#define SECOND_NS UINT64_C(1000000000)
#define HZ_MAX UINT64_C(1000000000000)
#define KHZ 1000
#define MULT_BITS 32      /* Linux keeps mult in as many, and shift is at most this */
#define TEN_MINUTES 600   /* of a clock source wider than 32 bits; mult is chosen to be exact for as long */
#define ADJUST_PERCENT 11 /* by which NTP may change mult without an overflow */

/* Ticks whose product has at most product_bits and whose nanoseconds fit 64. */
static uint64_t find_ticks_max(const struct measure_scale *s, unsigned product_bits, uint64_t mult_max)
{
    if (product_bits == 64)
        return UINT64_MAX / mult_max; /* shifted right, the product fits all the more */
    uwide product = s->shift >= 64 ? ~(uwide)0 : ((uwide)1 << (64 + s->shift)) - 1;
    uwide ticks = product / s->mult;
    return ticks < UINT64_MAX ? (uint64_t)ticks : UINT64_MAX;
}

enum measure_verdict measure_scale_wide(struct measure_scale *scale, uint64_t hz)
{
    if (!scale || hz < 1 || hz > HZ_MAX)
        return MEASURE_ARGUMENT;
    struct measure_scale s = {.hz = hz};
    /* 10^9 2^shift / hz, one binary digit at a time, as long as it fits 64 bits */
    uint64_t rest = SECOND_NS % hz;
    s.mult = SECOND_NS / hz;
    while (s.mult >> 63 == 0) {
        rest *= 2;
        s.mult = 2 * s.mult + (rest >= hz);
        rest -= rest >= hz ? hz : 0;
        s.shift++;
    }
    s.ticks_max = find_ticks_max(&s, 128, s.mult);
    *scale = s;
    return MEASURE_OK;
}

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

enum measure_verdict measure_scale_clocksource(struct measure_scale *scale, uint64_t khz)
{
    if (!scale || khz < 1 || khz > UINT32_MAX)
        return MEASURE_ARGUMENT;
    struct measure_scale s = linux_scale(khz, TEN_MINUTES);
    uint64_t adjust = s.mult * ADJUST_PERCENT / 100;
    if (s.mult + adjust > UINT32_MAX) {
        s.mult >>= 1;
        s.shift--;
        adjust = s.mult * ADJUST_PERCENT / 100;
    }
    s.ticks_max = find_ticks_max(&s, 64, s.mult + adjust);
    *scale = s;
    return MEASURE_OK;
}

enum measure_verdict measure_scale_sched_clock(struct measure_scale *scale, uint64_t khz)
{
    if (!scale || khz < 1 || khz > UINT32_MAX)
        return MEASURE_ARGUMENT;
    struct measure_scale s = linux_scale(khz, 0);
    if (s.shift == MULT_BITS) { /* user programs that convert perf's times expect less */
        s.shift--;
        s.mult >>= 1;
    }
    s.ticks_max = find_ticks_max(&s, 128, s.mult);
    *scale = s;
    return MEASURE_OK;
}

enum measure_verdict measure_scale_error(const struct measure_scale *s, uint64_t hz, uint64_t ticks,
                                         struct measure_exact *below, struct measure_exact *above)
{
    if (!s || !below || !above || s->mult == 0 || hz < 1 || hz > HZ_MAX)
        return MEASURE_ARGUMENT;
    if (ticks > s->ticks_max)
        return MEASURE_OVERFLOW;
    struct lattice_errors errors = lattice_errors(s->mult, s->shift, hz, ticks);
    *below = lattice_exact(errors.most, hz);
    *above = lattice_exact(-errors.least, hz);
    return MEASURE_OK;
}
