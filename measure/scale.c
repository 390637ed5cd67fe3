/* SPDX-License-Identifier: MIT
 * Ticks to nanoseconds by one multiplication and a shift, with a product of 128 bits. */
#include "lattice.h"

#define SECOND_NS UINT64_C(1000000000)
#define HZ_MAX UINT64_C(1000000000000)

/* Ticks whose product has at most 128 bits and whose nanoseconds fit 64. */
static uint64_t find_ticks_max(const struct measure_scale *s)
{
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
    s.ticks_max = find_ticks_max(&s);
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
