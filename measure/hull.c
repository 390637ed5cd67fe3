/* SPDX-License-Identifier: MIT
 * Lower convex hull in exact integers, and the least-values fit on it, [003]. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hull.h"
#include "measure.h"
#include "wide.h"

#define LIMIT (INT64_C(1) << 62)

static wide sum_x(const struct measure_hull *h)
{
    return (wide)((uwide)h->sum_high << 64 | h->sum_low);
}

/* True if b is on or above the line from a to c, so that it is no vertex of the lower hull. */
static bool above(struct measure_point a, struct measure_point b, struct measure_point c)
{
    return (wide)(b.y - a.y) * (c.x - a.x) >= (wide)(c.y - a.y) * (b.x - a.x);
}

static bool reserve(struct measure_hull *h)
{
    if (h->points < h->room)
        return true;
    size_t room = h->room ? 2 * h->room : 64;
    struct measure_point *point = realloc(h->point, room * sizeof *point);
    if (!point)
        return false;
    h->point = point;
    h->room = room;
    return true;
}

/* First vertex whose x is not below x. */
static size_t find(const struct measure_hull *h, int64_t x)
{
    size_t low = 0, high = h->points;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (h->point[middle].x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Replaces `count` vertices from `at` on by p. */
static void replace(struct measure_hull *h, size_t at, size_t count, struct measure_point p)
{
    memmove(h->point + at + 1, h->point + at + count, (h->points - at - count) * sizeof p);
    h->point[at] = p;
    h->points += 1 - count;
}

static void insert(struct measure_hull *h, struct measure_point p)
{
    struct measure_point *v = h->point;
    size_t at = h->points && v[h->points - 1].x < p.x ? h->points : find(h, p.x), gone = 0;
    if (at < h->points && v[at].x == p.x) {
        if (v[at].y <= p.y)
            return;
        gone = 1;
    } else if (at > 0 && at < h->points && above(v[at - 1], p, v[at]))
        return;
    while (at + gone + 1 < h->points && above(p, v[at + gone], v[at + gone + 1]))
        gone++;
    while (at > 1 && above(v[at - 2], v[at - 1], p)) {
        at--;
        gone++;
    }
    replace(h, at, gone, p);
}

enum measure_verdict measure_hull_add(struct measure_hull *h, int64_t x, int64_t y)
{
    if (!h)
        return MEASURE_ARGUMENT;
    if (x <= -LIMIT || x >= LIMIT || y <= -LIMIT || y >= LIMIT)
        return MEASURE_OVERFLOW;
    if (!reserve(h))
        return MEASURE_MEMORY;
    uwide sum = (uwide)(sum_x(h) + x);
    h->sum_high = (uint64_t)(sum >> 64);
    h->sum_low = (uint64_t)sum;
    h->n++;
    insert(h, (struct measure_point){x, y});
    return MEASURE_OK;
}

void measure_hull_free(struct measure_hull *h)
{
    free(h->point);
    *h = (struct measure_hull){0};
}

static double excess(const struct measure_least_values *fit, const struct measure_point *origin, struct measure_point p)
{
    return (double)(p.y - origin->y) - fit->slope * (double)(p.x - origin->x);
}

enum measure_verdict measure_hull_fit(const struct measure_hull *h, double tick, struct measure_least_values *fit)
{
    if (!h || !fit || !isfinite(tick) || tick <= 0)
        return MEASURE_ARGUMENT;
    if (h->points < 2)
        return MEASURE_FEW;
    size_t right = 1; /* the edge from right - 1 to right is over mean(x) */
    while (right < h->points - 1 && (wide)h->n * h->point[right].x < sum_x(h))
        right++;
    const struct measure_point *a = &h->point[right - 1], *b = &h->point[right];
    struct measure_least_values f = {.slope = (double)(b->y - a->y) / (double)(b->x - a->x)};
    f.overhead = (double)a->y - f.slope * (double)a->x;
    size_t from = right - 1, to = right; /* the distance of vertices from the line grows to both sides */
    while (from > 0 && excess(&f, a, h->point[from - 1]) < tick)
        from--;
    while (to < h->points - 1 && excess(&f, a, h->point[to + 1]) < tick)
        to++;
    double span = (double)(h->point[to].x - h->point[from].x);
    double chord = (double)(h->point[to].y - h->point[from].y) / span;
    f.from_x = h->point[from].x;
    f.to_x = h->point[to].x;
    f.slope_bound = fabs(chord - f.slope) + 2 * tick / span;
    f.overhead_bound = excess(&f, a, h->point[from]) + tick + f.slope_bound * fabs((double)f.from_x);
    if (!isfinite(f.slope_bound) || !isfinite(f.overhead_bound))
        return MEASURE_OVERFLOW;
    *fit = f;
    return MEASURE_OK;
}
