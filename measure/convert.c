/* SPDX-License-Identifier: MIT
 * Ticks to nanoseconds by multiply, shift and modulus, [004]: parameters, and the exact worst error. */
#include <math.h>

#include "lattice.h"
#include "measure.h"

#define SECOND_NS UINT64_C(1000000000)
#define HZ_MAX UINT64_C(1000000000000)

static uwide convert_wide(const struct measure_convert *c, uint64_t ticks)
{
    return (uwide)(ticks >> c->modulus_bits) * c->ns_per_modulus + ((ticks & c->mask) * c->mult >> c->shift);
}

static uint64_t find_ticks_max(const struct measure_convert *c)
{
    uint64_t low = 0, high = UINT64_MAX; /* low fits */
    if (convert_wide(c, high) <= UINT64_MAX)
        return high;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (convert_wide(c, middle) <= UINT64_MAX)
            low = middle;
        else
            high = middle;
    }
    return low;
}

enum measure_verdict measure_convert_for(struct measure_convert *convert, uint64_t hz, double interval_s)
{
    if (!convert || hz < 1 || hz > HZ_MAX || !isfinite(interval_s) || interval_s <= 0)
        return MEASURE_ARGUMENT;
    double wanted = floor(interval_s * (double)hz * (1 + 1e-15));
    if (wanted < 1)
        return MEASURE_ARGUMENT;
    if (wanted >= 0x1p64)
        return MEASURE_OVERFLOW;
    uint64_t ticks = (uint64_t)wanted;
    uwide factor = (uwide)(UINT64_MAX / ticks) * hz / SECOND_NS;
    if (factor == 0)
        return MEASURE_OVERFLOW;
    struct measure_convert c = {.hz = hz};
    while (c.shift < 63 && factor >> (c.shift + 1))
        c.shift++;
    c.mult = (uint64_t)(((uwide)SECOND_NS << c.shift) / hz);
    while (c.modulus_bits < 63 && ticks >> (c.modulus_bits + 1))
        c.modulus_bits++;
    c.mask = (UINT64_C(1) << c.modulus_bits) - 1;
    c.ns_per_modulus = (c.mask + 1) * c.mult >> c.shift;
    c.ticks_max = find_ticks_max(&c);
    *convert = c;
    return MEASURE_OK;
}

static wide larger(wide a, wide b)
{
    return a > b ? a : b;
}

enum measure_verdict measure_convert_error(const struct measure_convert *c, uint64_t hz, uint64_t ticks,
                                           struct measure_exact *below, struct measure_exact *above)
{
    if (!c || !below || !above || c->hz == 0 || hz < 1 || hz > HZ_MAX)
        return MEASURE_ARGUMENT;
    if (ticks > c->ticks_max)
        return MEASURE_OVERFLOW;
    /* The error of whole moduli is proportional to their number, so the first and the last are enough. */
    const wide modulus = (wide)(c->mask + 1) * SECOND_NS - (wide)c->ns_per_modulus * hz; /* error of each, times hz */
    const uint64_t moduli = ticks >> c->modulus_bits;
    const struct lattice_errors rest = lattice_errors(c->mult, c->shift, hz, ticks & c->mask);
    wide most = moduli * modulus + rest.most, least = moduli * modulus + rest.least;
    if (moduli) {
        const struct lattice_errors full = lattice_errors(c->mult, c->shift, hz, c->mask);
        const wide last = (moduli - 1) * modulus;
        most = larger(most, larger(0, last) + full.most);
        least = -larger(-least, larger(0, -last) - full.least);
    }
    *below = lattice_exact(most, hz);
    *above = lattice_exact(-least, hz);
    return MEASURE_OK;
}
