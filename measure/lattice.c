/* SPDX-License-Identifier: MIT
 * The exact worst error of ticks mult >> shift. The error of r ticks, times hz, is 10^9 r - hz floor(mult r / 2^shift):
 * a walk over the lattice that adds 10^9 for every step right and subtracts hz for every step up. The sum of a piece
 * and its extremes at the ends of steps right are enough to join it to another piece. So Euclid's algorithm on the
 * slope joins the whole walk in as many rounds as a gcd. */
#include "lattice.h"

#define SECOND_NS UINT64_C(1000000000)

struct piece {
    wide sum, most, least;
    bool right; /* has a step right, so most and least are valid */
};

static struct piece join(struct piece a, struct piece b)
{
    struct piece both = {.sum = a.sum + b.sum, .most = a.most, .least = a.least, .right = a.right || b.right};
    if (b.right && (!a.right || a.sum + b.most > a.most))
        both.most = a.sum + b.most;
    if (b.right && (!a.right || a.sum + b.least < a.least))
        both.least = a.sum + b.least;
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

struct lattice_errors lattice_errors(uint64_t mult, unsigned shift, uint64_t hz, uint64_t ticks)
{
    struct piece up = {.sum = -(wide)hz};
    struct piece right = {.sum = (wide)SECOND_NS, .most = (wide)SECOND_NS, .least = (wide)SECOND_NS, .right = true};
    struct piece all = walk(mult, 0, (uwide)1 << shift, ticks, up, right);
    struct lattice_errors errors = {0}; /* of 0 ticks */
    if (all.right && all.most > 0)
        errors.most = all.most;
    if (all.right && all.least < 0)
        errors.least = all.least;
    return errors;
}

struct measure_exact lattice_exact(wide error, uint64_t hz)
{
    wide whole = error / hz;
    return (struct measure_exact){.whole = (uint64_t)whole, .part = (uint64_t)(error - whole * hz), .of = hz};
}
