/* SPDX-License-Identifier: MIT
 * Ticks to nanoseconds by multiply, shift and modulus, [004]: parameters, and the exact worst error. */
#include <math.h>

#include "measure.h"
#include "wide.h"

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

/* The error of r ticks below a modulus, times hz, is 10^9 r - hz floor(mult r / 2^shift): a walk over the lattice that
 * adds 10^9 for every step right and subtracts hz for every step up. The sum of a piece and its largest value at the
 * end of a step right are enough to join it to another piece. So Euclid's algorithm on the slope joins the whole walk
 * in as many rounds as a gcd. */
struct piece {
    wide sum, best;
    bool right; /* has a step right, so best is valid */
};

static struct piece join(struct piece a, struct piece b)
{
    struct piece both = {.sum = a.sum + b.sum, .best = a.best, .right = a.right || b.right};
    if (b.right && (!a.right || a.sum + b.best > a.best))
        both.best = a.sum + b.best;
    return both;
}

static struct piece repeat(struct piece p, uwide times)
{
    struct piece all = {0};
    for (; times; times >>= 1) {
        if (times & 1)
            all = join(all, p);
        if (times > 1)
            p = join(p, p);
    }
    return all;
}

/* The walk under (a x + b) / c for x = 1..n; b < c. */
static struct piece walk(uwide a, uwide b, uwide c, uwide n, struct piece up, struct piece right)
{
    if (n == 0)
        return (struct piece){0};
    if (a >= c)
        return walk(a % c, b, c, n, up, join(repeat(up, a / c), right));
    uwide top = (a * n + b) / c;
    if (top == 0)
        return repeat(right, n);
    struct piece head = join(repeat(right, (c - b - 1) / a), up);
    struct piece tail = repeat(right, n - (c * top - b - 1) / a);
    return join(join(head, walk(c, (c - b - 1) % a, a, top - 1, right, up)), tail);
}

/* Worst error of 0..ticks below a modulus, times hz. */
static wide worst_remainder(const struct measure_convert *c, uint64_t ticks)
{
    struct piece up = {.sum = -(wide)c->hz}, right = {.sum = (wide)SECOND_NS, .best = (wide)SECOND_NS, .right = true};
    struct piece all = walk(c->mult, 0, (uwide)1 << c->shift, ticks, up, right);
    return all.right && all.best > 0 ? all.best : 0;
}

enum measure_verdict measure_convert_error(const struct measure_convert *c, uint64_t ticks, double *worst_ns)
{
    if (!c || !worst_ns)
        return MEASURE_ARGUMENT;
    if (c->hz == 0 || ticks > c->ticks_max)
        return c->hz ? MEASURE_OVERFLOW : MEASURE_ARGUMENT;
    wide modulus = (wide)(c->mask + 1) * SECOND_NS - (wide)c->ns_per_modulus * c->hz; /* error of each, times hz */
    uint64_t moduli = ticks >> c->modulus_bits;
    wide worst = moduli * modulus + worst_remainder(c, ticks & c->mask);
    if (moduli) {
        wide before = (moduli - 1) * modulus + worst_remainder(c, c->mask);
        worst = before > worst ? before : worst;
    }
    wide whole = worst / c->hz;
    *worst_ns = (double)whole + (double)(worst - whole * c->hz) / (double)c->hz;
    return MEASURE_OK;
}
