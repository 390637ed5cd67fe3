/* SPDX-License-Identifier: MIT
 * The unit cost from a table of (N, T), [003]: lines by three methods, and which of them the data support. */
#define _GNU_SOURCE /* qsort_r */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hull.h"
#include "measure.h"
#include "wander.h"

#define POINTS_LEAST 10
#define LEVEL 0.01         /* chance that a test of the residuals rejects where it should not */
#define CURVE_LEVEL 0.001  /* the same of the test for a curve, after which no method is supported */
#define NORMAL_MAD 0.67449 /* median of |z|, z normal */
#define BISQUARE 4.685     /* spreads, from which on a run has no weight: 95 % efficient for normal residuals */
#define STEPS_MOST 100     /* of the weights; mostly 10 to 20 are taken, until the line moves no more than by */
#define STEADY 1e-9        /* of the spread */
#define TERMS_MOST 3
#define SPREAD_LEAST 0.2    /* ticks: times at random phases that spread less are refused; measure/docs/measure.md */
#define SLANT_MOST 0.95     /* of the mean size of residuals: their line stays above 0 */
#define SKEW_MOST 1         /* of residuals that grow with N; half of an exponential distribution's */
#define BELOW_MOST 0.05     /* of the slope: a skewness that may move it further is refused */
#define FAR 5               /* spreads from the line: a run was disturbed; */
#define FAR_TICKS 1.25      /* ticks, if it is the tick that spreads the times, by up to one */
#define DISTURBED_MOST 0.25 /* of the runs in either half, for the robust line */
#define UNSEEN_NEAR 2       /* times as many runs may be disturbed unseen as are seen up to twice as far away, */
#define UNSEEN_LEFT 0.65    /* their weights leave so much of the distance: experiment krutar-fit */
#define EXACT 1e-12         /* of T: what sums leave */
#define HULL_BITS 60        /* of the largest time, as the hull's integers */
#define BUNCH_TICKS 2       /* undisturbed times lie within so many ticks above the least-values line, */
#define BUNCH_LEAST 8       /* at least so many of them, */
#define BUNCH_RATIO 4       /* and so many times more than in the next ticks as wide */

/* The points in the order in which they were given; by_x holds their indices in the order of x. */
struct table {
    double *x, *y, *rest, *off, *room; /* the last two are those of robust_fit() */
    size_t *by_x, n;
    bool timed; /* the order is that of time, and x does not change as slowly as a host may */
};

static void table_free(struct table *t)
{
    free(t->x);
    free(t->by_x);
}

static enum measure_verdict table_make(struct table *t, size_t n)
{
    *t = (struct table){.x = calloc(n, 5 * sizeof *t->x), .by_x = calloc(n, sizeof *t->by_x)};
    if (t->x && t->by_x) {
        t->y = t->x + n;
        t->rest = t->y + n;
        t->off = t->rest + n;
        t->room = t->off + n;
        return MEASURE_OK;
    }
    table_free(t);
    return MEASURE_MEMORY;
}

static int by_place(const void *a, const void *b, void *x)
{
    const size_t i = *(const size_t *)a, k = *(const size_t *)b;
    const double p = ((double *)x)[i], q = ((double *)x)[k];
    return p != q ? (p > q) - (p < q) : (i > k) - (i < k);
}

/* The number of runs at the x of the i-th point in the order of x, if that is the first of them. */
static size_t runs_from(const struct table *t, size_t i)
{
    size_t n = 1;
    while (i + n < t->n && t->x[t->by_x[i + n]] == t->x[t->by_x[i]])
        n++;
    return n;
}

/* ---- Lines and parabolas: y = c0 + c1 u + c2 u^2, u = (x - middle) / width */

struct robust {
    double middle, width;
    double c[TERMS_MOST], deviation[TERMS_MOST],
        cross; /* coefficients, their deviations, covariance of the first two */
};

typedef double square[TERMS_MOST][TERMS_MOST];

/* By Gauss and Jordan, in place. False if it is not positive definite. */
static bool invert(square m, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        const double pivot = m[k][k];
        if (!(pivot > 0))
            return false;
        m[k][k] = 1;
        for (size_t j = 0; j < n; j++)
            m[k][j] /= pivot;
        for (size_t i = 0; i < n; i++) {
            const double times = m[i][k];
            if (i == k)
                continue;
            m[i][k] = 0;
            for (size_t j = 0; j < n; j++)
                m[i][j] -= times * m[k][j];
        }
    }
    return true;
}

static void powers_at(const struct robust *r, double x, double power[TERMS_MOST])
{
    const double u = (x - r->middle) / r->width;
    power[0] = 1;
    power[1] = u;
    power[2] = u * u;
}

/* Of a run so far from the line; spread 0: each run counts the same. */
static double weight_of(double off, double spread)
{
    const double far = spread > 0 ? off / (BISQUARE * spread) : 0;
    return fabs(far) < 1 ? pow(1 - far * far, 2) : 0;
}

/* How far a run moves the line for each unit of T: the slope of the bisquare, from its weight. Of least squares it is
 * 1. */
static double pull_of(double weight)
{
    return sqrt(weight) * (5 * sqrt(weight) - 4);
}

/* The median of the sizes over that of normal ones. `room` may be `value`. */
static double spread_of(const double *value, size_t n, double *room)
{
    for (size_t i = 0; i < n; i++)
        room[i] = fabs(value[i]);
    return gsl_stats_select(room, 1, n, n / 2) / NORMAL_MAD;
}

/* The coefficients for the weights of the distances so far, and the new distances. Returns how far it moved. */
static double robust_step(const struct table *t, double spread, size_t terms, struct robust *r)
{
    square sums = {0};
    double right[TERMS_MOST] = {0}, power[TERMS_MOST] = {0}, moved = 0;
    for (size_t i = 0; i < t->n; i++) {
        const double weight = weight_of(t->off[i], spread);
        powers_at(r, t->x[i], power);
        for (size_t k = 0; k < terms; k++) {
            right[k] += weight * power[k] * t->off[i];
            for (size_t j = 0; j < terms; j++)
                sums[k][j] += weight * power[k] * power[j];
        }
    }
    if (!invert(sums, terms))
        return NAN;
    double step[TERMS_MOST] = {0};
    for (size_t k = 0; k < terms; k++) {
        for (size_t j = 0; j < terms; j++)
            step[k] += sums[k][j] * right[j];
        r->c[k] += step[k];
        moved += fabs(step[k]);
    }
    for (size_t i = 0; i < t->n; i++) {
        powers_at(r, t->x[i], power);
        t->off[i] -= step[0] + step[1] * power[1] + step[2] * power[2];
    }
    return moved;
}

/* Covariances for runs of unequal spread: each run counts with its own residual, over what it leaves of it (HC3:
 * MacKinnon and White, Journal of Econometrics 29, 1985). */
static enum measure_verdict sandwich(const struct table *t, double spread, size_t terms, struct robust *r)
{
    square inverse = {0}, covariance = {0};
    double power[TERMS_MOST] = {0};
    for (size_t i = 0; i < t->n; i++) {
        const double pull = pull_of(weight_of(t->off[i], spread));
        powers_at(r, t->x[i], power);
        for (size_t k = 0; k < terms; k++)
            for (size_t j = 0; j < terms; j++)
                inverse[k][j] += pull * power[k] * power[j];
    }
    if (!invert(inverse, terms))
        return MEASURE_UNSTEADY;
    for (size_t i = 0; i < t->n; i++) {
        const double weight = weight_of(t->off[i], spread);
        double moved[TERMS_MOST] = {0}, own = 0;
        powers_at(r, t->x[i], power);
        for (size_t k = 0; k < terms; k++) {
            for (size_t j = 0; j < terms; j++)
                moved[k] += inverse[k][j] * power[j];
            own += weight * moved[k] * power[k];
        }
        const double rest = weight * t->off[i] / (1 - own);
        for (size_t k = 0; k < terms; k++)
            for (size_t j = 0; j < terms; j++)
                covariance[k][j] += rest * rest * moved[k] * moved[j];
    }
    r->cross = covariance[1][0];
    for (size_t k = 0; k < terms; k++) {
        r->deviation[k] = sqrt(covariance[k][k]);
        if (!isfinite(r->c[k]) || !isfinite(r->deviation[k]))
            return MEASURE_OVERFLOW;
    }
    return MEASURE_OK;
}

/* Least squares, or bisquare weights: MEASURE_UNSTEADY if they do not converge, MEASURE_SYNCHRONOUS if most residuals
 * are 0. */
static enum measure_verdict robust_fit(const struct table *t, bool bisquare, size_t terms, struct robust *r)
{
    const double first = t->x[t->by_x[0]], last = t->x[t->by_x[t->n - 1]];
    *r = (struct robust){.middle = (first + last) / 2, .width = (last - first) / 2};
    memcpy(t->off, t->y, t->n * sizeof *t->off);
    double spread = 0, moved = robust_step(t, 0, terms, r) + robust_step(t, 0, terms, r); /* twice: for the digits */
    for (int step = 0; bisquare; step++) {
        spread = spread_of(t->off, t->n, t->room);
        if (!(spread > 0))
            return MEASURE_SYNCHRONOUS;
        if (moved <= STEADY * spread)
            break;
        if (step == STEPS_MOST)
            return MEASURE_UNSTEADY;
        moved = robust_step(t, spread, terms, r);
    }
    return sandwich(t, spread, terms, r);
}

/* ---- What the residuals show */

struct residuals {
    double spread, far;    /* standard deviation of normal ones with their median */
    uint64_t disturbed[2]; /* runs far from the line, in the lower and the upper half of the points */
    uint64_t near[2];      /* of these, those that are less than twice as far */
    double most;           /* the spread at the greatest N, as a multiple of the mean; 1 if it does not change */
    double wider;          /* factor for the intervals, for slow changes that are too small to be tested */
    double below; /* how far the undisturbed may be below the line, if the times are skewed; near the mean size */
    bool changes; /* the host does, in the order of time, and */
    double slope, overhead; /* how far these may be from those of all time: deviations, */
    double slope_most;      /* and at most, by the furthest run */
    enum measure_verdict verdict;
};

static void subtract(struct table *t, const struct measure_fit_line *line)
{
    for (size_t i = 0; i < t->n; i++)
        t->rest[i] = t->y[i] - line->overhead - line->slope * t->x[i];
}

/* Whether runs far from the line come in stretches, more than their x explain: a host of two speeds. */
static bool far_in_stretches(const struct table *t, const struct residuals *r, double *a)
{
    struct measure_line far;
    double none = 1;
    for (size_t i = 0; i < t->n; i++)
        a[i] = fabs(t->rest[i]) > r->far;
    if (measure_line_least_squares(t->x, a, t->n, &far))
        return false;
    for (size_t i = 0; i < t->n; i++)
        a[i] -= far.overhead + far.slope * t->x[i];
    return wander_shows(a, t->n, LEVEL / 2, &none);
}

/* Whether level or slope of the line change in the order of the file. `a` and `b` have room for all. */
static bool host_wanders(const struct table *t, struct residuals *r, double *a, double *b)
{
    const double middle = (t->x[t->by_x[0]] + t->x[t->by_x[t->n - 1]]) / 2;
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (fabs(t->rest[i]) <= r->far) {
            a[n] = t->rest[i];
            b[n++] = t->rest[i] * (t->x[i] - middle);
        }
    const bool level = wander_shows(a, n, LEVEL / 2, &r->wider), slope = wander_shows(b, n, LEVEL / 2, &r->wider);
    return level || slope;
}

/* What the residuals at x were divided by. */
static double size_at(const struct table *t, const struct residuals *r, double x)
{
    const double first = t->x[t->by_x[0]], last = t->x[t->by_x[t->n - 1]];
    return 1 + (r->most - 1) * (2 * x - first - last) / (last - first);
}

/* If the residuals' sizes change with x, divides them by the line of their sizes, which is 1 on average. */
static enum measure_verdict level_sizes(struct table *t, struct residuals *r, double *a, double *b)
{
    struct table size = *t;
    struct robust line = {0};
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (fabs(t->rest[i]) <= r->far) {
            a[n] = fabs(t->rest[i]);
            b[n++] = t->x[i];
        }
    if (fabs(wander_correlation(a, b, n)) <= gsl_cdf_ugaussian_Qinv(LEVEL))
        return MEASURE_OK;
    for (size_t i = 0; i < t->n; i++)
        a[i] = fabs(t->rest[i]);
    size.y = a;
    const enum measure_verdict verdict = robust_fit(&size, true, 2, &line);
    if (verdict)
        return verdict == MEASURE_MEMORY ? verdict : MEASURE_SPREAD;
    const double rise = fmax(-SLANT_MOST, fmin(line.c[1] / line.c[0], SLANT_MOST));
    r->most = 1 + rise;
    for (size_t i = 0; i < t->n; i++)
        t->rest[i] /= size_at(t, r, t->x[i]);
    return MEASURE_OK;
}

/* The line of least squares is a mean of what each run says of slope and overhead. These change with time as the host
 * does. */
static void take_changes(const struct table *t, struct residuals *r, double *room)
{
    const double mean = gsl_stats_mean(t->x, 1, t->n),
                 variance = gsl_stats_variance_with_fixed_mean(t->x, 1, t->n, mean); /* by n */
    for (int overhead = 0; overhead < 2; overhead++) {
        for (size_t i = 0; i < t->n; i++) {
            const double slope = (t->x[i] - mean) / variance;
            room[i] = t->rest[i] * (overhead ? 1 - mean * slope : slope);
        }
        *(overhead ? &r->overhead : &r->slope) = wander_deviation(room, t->n);
    }
    for (size_t i = t->n / 2; i < t->n; i++)
        r->slope_most = fmax(r->slope_most, fabs(t->rest[t->by_x[i]] / t->x[t->by_x[i]]));
    r->wider = 1;
}

/* Disturbances only add: near residuals that are skewed, and grow with x, move any line through the middle. How far the
 * lowest of them but for one in forty are below it; 0 if they are not skewed. */
static double skewed_below(const struct table *t, const struct residuals *r, double *room)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (fabs(t->rest[i]) <= r->far)
            room[n++] = t->rest[i];
    const double mean = gsl_stats_mean(room, 1, n), sd = gsl_stats_sd_with_fixed_mean(room, 1, n, mean); /* by n */
    return gsl_stats_skew_m_sd(room, 1, n, mean, sd) > SKEW_MOST ? fmax(0, -gsl_stats_select(room, 1, n, n / 40)) : 0;
}

/* Whether residuals up to `far` do not correlate in the order of x, those of one x in no order: what changes with time
 * does not show. */
static bool are_alike(const struct table *t, double far, double *room)
{
    uint64_t state = 1;
    size_t n = 0;
    for (size_t i = 0, runs; i < t->n; i += runs) {
        const size_t first = n;
        runs = runs_from(t, i);
        for (size_t k = i; k < i + runs; k++) {
            const double rest = t->rest[t->by_x[k]];
            if (fabs(rest) > far)
                continue;
            state = state * UINT64_C(6364136223846793005) + 1; /* Knuth's */
            const size_t place = first + (size_t)((state >> 33) % (n - first + 1));
            room[n++] = room[place];
            room[place] = rest;
        }
    }
    return wander_correlation(room, room + 1, n - 1) <= gsl_cdf_ugaussian_Qinv(LEVEL);
}

/* Tests whether residuals depend on their neighbours, in the order of the file or of x. Far residuals are left out. On
 * a host that changes the cost is that of all runs, by the line through all. `a` and `b` have room for all. */
static enum measure_verdict test_residuals(struct table *t, const struct measure_fit_line *plain, struct residuals *r,
                                           double *a, double *b)
{
    r->below = r->most != 1 ? skewed_below(t, r, a) : 0;
    const bool changes = host_wanders(t, r, a, b), apart = far_in_stretches(t, r, a);
    bool alike = are_alike(t, r->far, a);
    r->changes = apart || (changes && t->timed);
    if ((apart || changes) && !t->timed)
        return MEASURE_DEPENDENT;
    if (r->changes) {
        subtract(t, plain);
        r->below = 0;
        take_changes(t, r, a);
        for (size_t i = 0; i < t->n; i++)
            t->rest[i] /= size_at(t, r, t->x[i]);
        alike = alike || are_alike(t, FAR * spread_of(t->rest, t->n, a), a);
    }
    return alike ? MEASURE_OK : MEASURE_DEPENDENT;
}

/* Tests whether a parabola bends more than chance. MEASURE_OK, MEASURE_CURVED or MEASURE_MEMORY. */
static enum measure_verdict test_curve(const struct table *t, bool robust)
{
    struct robust r = {0};
    enum measure_verdict verdict = robust_fit(t, robust, 3, &r);
    if (verdict)
        return verdict == MEASURE_MEMORY ? verdict : MEASURE_OK;
    const double limit = gsl_cdf_tdist_Qinv(CURVE_LEVEL / 2, (double)t->n - 3);
    return fabs(r.c[2]) > limit * r.deviation[2] ? MEASURE_CURVED : MEASURE_OK;
}

static void measure_spread(const struct table *t, double tick, struct residuals *r, double *room)
{
    r->spread = spread_of(t->rest, t->n, room);
    r->far = r->spread < tick ? FAR_TICKS * tick : FAR * r->spread;
}

/* Looks at t->rest. tick 0: not known. */
static enum measure_verdict look(struct table *t, const struct measure_fit_line *plain, double tick,
                                 struct residuals *r)
{
    double *room = calloc(2 * t->n, sizeof *room);
    if (!room)
        return MEASURE_MEMORY;
    *r = (struct residuals){.most = 1, .wider = 1};
    measure_spread(t, tick, r, room);
    const enum measure_verdict sizes = level_sizes(t, r, room, room + t->n);
    if (r->most != 1)
        measure_spread(t, tick, r, room);
    for (size_t i = 0; i < t->n; i++) {
        const double size = fabs(t->rest[t->by_x[i]]);
        r->disturbed[i >= t->n / 2] += size > r->far;
        r->near[i >= t->n / 2] += size > r->far && size < 2 * r->far;
    }
    if (t->n < POINTS_LEAST)
        r->verdict = MEASURE_FEW;
    else if (r->spread <= 0 || r->spread < SPREAD_LEAST * tick)
        r->verdict = MEASURE_SYNCHRONOUS;
    else
        r->verdict = sizes ? sizes : test_residuals(t, plain, r, room, room + t->n);
    free(room);
    if (r->verdict == MEASURE_OK || r->verdict == MEASURE_DEPENDENT || r->verdict == MEASURE_SPREAD) {
        const enum measure_verdict curve = test_curve(t, !r->changes);
        r->verdict = curve ? curve : r->verdict;
    }
    return r->verdict == MEASURE_MEMORY ? MEASURE_MEMORY : MEASURE_OK;
}

/* ---- The methods */

static struct measure_fit_line no_line(enum measure_verdict verdict)
{
    return (struct measure_fit_line){verdict, NAN, NAN, NAN, NAN};
}

/* The half-widths of a line by GSL. Readings that start in step with the clock are up to half a tick below the truth on
 * average. */
static struct measure_fit_line line_of(const struct robust *r, size_t n, double tick, double confidence)
{
    const double z = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)n - 2), far = r->middle / r->width;
    const double variance = pow(r->deviation[0], 2) - 2 * far * r->cross + pow(far * r->deviation[1], 2);
    return (struct measure_fit_line){MEASURE_OK, r->c[1] / r->width, r->c[0] - r->c[1] * far,
                                     z * r->deviation[1] / r->width, z * sqrt(fmax(variance, 0)) + tick / 2};
}

/* Through all runs, by least squares or bisquare weights. */
static struct measure_fit_line line_through(const struct table *t, bool bisquare, double tick, double confidence)
{
    struct robust r = {0};
    const enum measure_verdict verdict = robust_fit(t, bisquare, 2, &r);
    return verdict ? no_line(verdict) : line_of(&r, t->n, tick, confidence);
}

/* The greater share in a half of n points. */
static double greater_share(const uint64_t count[2], size_t n)
{
    return 2 * (double)(count[0] > count[1] ? count[0] : count[1]) / (double)n;
}

static double span_of(const struct table *t)
{
    return t->x[t->by_x[t->n - 1]] - t->x[t->by_x[0]];
}

/* Widens the intervals by what a slope of `rise` over all x does. */
static void add_slope(struct measure_fit_line *line, const struct table *t, double rise)
{
    line->slope_half += rise / span_of(t);
    line->overhead_half += rise / 2 + rise / span_of(t) * fabs(t->x[t->by_x[0]]);
}

/* What disturbances too short to be seen may add to the slope. */
static void widen(struct measure_fit_line *line, const struct table *t, const struct residuals *r)
{
    add_slope(line, t, UNSEEN_LEFT * UNSEEN_NEAR * greater_share(r->near, t->n) * r->far * r->most);
}

/* How much less the undisturbed may rise over all x than the line, if the times are skewed. */
static double rise_below(const struct residuals *r)
{
    return 2 * fabs(r->most - 1) * r->below;
}

static void add_changes(struct measure_fit_line *line, const struct residuals *r, double z)
{
    line->slope_half = fmax(line->slope_half, fmin(z * r->slope, r->slope_most));
    line->overhead_half = fmax(line->overhead_half, z * r->overhead);
}

/* All points lie on the line: each is less than a tick from the truth, and so are the ends of the true line. */
static bool take_exact(struct table *t, double tick, struct measure_fit_line *line, struct residuals *r)
{
    const double first = t->x[t->by_x[0]], last = t->x[t->by_x[t->n - 1]];
    subtract(t, line);
    for (size_t i = 0; i < t->n; i++)
        if (!(fabs(t->rest[i]) <= EXACT * fabs(t->y[i])))
            return false;
    line->slope_half = fmax(line->slope_half, tick / (last - first));
    line->overhead_half = fmax(line->overhead_half, tick + fabs(first) * line->slope_half);
    const bool alike = tick <= 0 && gsl_stats_min(t->y, 1, t->n) == gsl_stats_max(t->y, 1, t->n);
    line->verdict = t->n < POINTS_LEAST ? MEASURE_FEW : alike ? MEASURE_ALIKE : MEASURE_OK; /* alike: no clock moved */
    *r = (struct residuals){.far = FAR_TICKS * tick, .most = 1, .wider = 1, .verdict = line->verdict};
    return true;
}

/* The least squares of the points and their robust line, and why the data do not support either. */
static enum measure_verdict statistical(struct table *t, double tick, double confidence, struct measure_fit_line *plain,
                                        struct measure_fit_line *robust, struct residuals *r)
{
    *plain = line_through(t, false, tick, confidence);
    if (plain->verdict == MEASURE_OK && take_exact(t, tick, plain, r)) {
        *robust = no_line(MEASURE_SYNCHRONOUS);
        return MEASURE_OK;
    }
    *robust = plain->verdict ? no_line(plain->verdict) : line_through(t, true, tick, confidence);
    if (robust->verdict) {
        r->verdict = plain->verdict = robust->verdict;
        return robust->verdict == MEASURE_MEMORY ? MEASURE_MEMORY : MEASURE_OK;
    }
    subtract(t, robust);
    struct measure_fit_line *const line[] = {plain, robust};
    enum measure_verdict verdict = look(t, plain, tick, r);
    if (verdict)
        return verdict;
    widen(robust, t, r);
    for (size_t k = 0; k < 2; k++)
        add_slope(line[k], t, rise_below(r));
    if (r->verdict == MEASURE_OK && rise_below(r) > BELOW_MOST * fabs(robust->slope) * span_of(t))
        r->verdict = MEASURE_SPREAD;
    add_changes(plain, r, gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)t->n - 2));
    plain->verdict = robust->verdict = r->verdict;
    if (robust->verdict == MEASURE_OK && r->changes)
        robust->verdict = MEASURE_DEPENDENT;
    else if (plain->verdict == MEASURE_OK && r->disturbed[0] + r->disturbed[1] > 0)
        plain->verdict = MEASURE_DISTURBED;
    if (robust->verdict == MEASURE_OK && greater_share(r->disturbed, t->n) > DISTURBED_MOST)
        robust->verdict = MEASURE_DISTURBED;
    return MEASURE_OK;
}

/* Tests whether times bunch within two ticks above the line, in both halves. */
static enum measure_verdict test_bunch(struct table *t, const struct measure_fit_line *line, double tick)
{
    size_t near[2] = {0}, next = 0;
    subtract(t, line);
    for (size_t i = 0; i < t->n; i++) {
        const double rest = t->rest[t->by_x[i]] / tick;
        near[i >= t->n / 2] += rest < BUNCH_TICKS;
        next += rest >= BUNCH_TICKS && rest < 2 * BUNCH_TICKS;
    }
    if (near[0] < 2 || near[1] < 2 || near[0] + near[1] < BUNCH_LEAST)
        return MEASURE_FEW;
    return near[0] + near[1] < BUNCH_RATIO * next ? MEASURE_NO_FLOOR : MEASURE_OK;
}

static enum measure_verdict least_values(struct table *t, double tick, struct measure_fit_result *fit)
{
    struct measure_hull hull = {0};
    struct measure_least_values f;
    int exponent = 0;
    double most = 0;
    enum measure_verdict verdict = MEASURE_OK;
    for (size_t i = 0; i < t->n; i++)
        most = fmax(most, fabs(t->y[i]));
    (void)frexp(most, &exponent);
    const int shift = HULL_BITS - exponent;
    for (size_t i = 0; i < t->n && verdict == MEASURE_OK; i++)
        verdict = measure_hull_add(&hull, (int64_t)t->x[i], llrint(ldexp(t->y[i], shift)));
    if (verdict == MEASURE_OK) /* any tick gives the line; without one it has no bounds */
        verdict = measure_hull_fit(&hull, tick > 0 ? ldexp(tick, shift) : 1, &f);
    measure_hull_free(&hull);
    struct measure_fit_line *line = &fit->line[MEASURE_FIT_LEAST_VALUES];
    *line = no_line(verdict);
    if (verdict)
        return verdict == MEASURE_MEMORY ? verdict : MEASURE_OK;
    *line = (struct measure_fit_line){MEASURE_NO_TICK, ldexp(f.slope, -shift), ldexp(f.overhead, -shift), NAN, NAN};
    if (tick > 0) {
        line->slope_half = ldexp(f.slope_bound, -shift);
        line->overhead_half = ldexp(f.overhead_bound, -shift);
        line->verdict = test_bunch(t, line, tick);
    }
    return MEASURE_OK;
}

static bool is_too_large(const struct measure_fit_line *l)
{
    return isinf(l->slope) || isinf(l->overhead) || isinf(fabs(l->slope) + l->slope_half) ||
           isinf(fabs(l->overhead) + l->overhead_half);
}

/* The least values bound the truth: a line outside is wrong. They fit no curve, and no host that changes: it may be
 * fastest in short runs only. */
static void compare(struct measure_fit_result *fit, const struct residuals *all)
{
    struct measure_fit_line *least = &fit->line[MEASURE_FIT_LEAST_VALUES];
    for (int m = 0; m < MEASURE_FITS; m++)
        if (is_too_large(&fit->line[m]))
            fit->line[m] = no_line(MEASURE_OVERFLOW);
    if (least->verdict == MEASURE_OK && (all->changes || all->verdict == MEASURE_CURVED))
        least->verdict = all->changes ? MEASURE_DEPENDENT : MEASURE_CURVED;
    for (int m = 0; m < MEASURE_FIT_LEAST_VALUES; m++)
        if (least->verdict == MEASURE_OK && fit->line[m].verdict == MEASURE_OK &&
            fabs(fit->line[m].slope - least->slope) > least->slope_half)
            fit->line[m].verdict = MEASURE_DISTURBED;
    while (fit->choice < MEASURE_FITS && fit->line[fit->choice].verdict)
        fit->choice++;
}

static enum measure_verdict all_methods(struct table *t, double tick, double confidence, struct measure_fit_result *fit)
{
    struct residuals r = {.most = 1, .wider = 1};
    enum measure_verdict verdict =
        statistical(t, tick, confidence, &fit->line[MEASURE_FIT_LEAST_SQUARES], &fit->line[MEASURE_FIT_ROBUST], &r);
    fit->disturbed = r.disturbed[0] + r.disturbed[1];
    fit->changes = r.changes;
    fit->spread = r.far > 0 ? r.spread : NAN;
    for (int m = 0; m <= MEASURE_FIT_ROBUST; m++) {
        fit->line[m].slope_half *= r.wider;
        fit->line[m].overhead_half *= r.wider;
    }
    if (verdict == MEASURE_OK)
        verdict = least_values(t, tick, fit);
    compare(fit, &r);
    return verdict;
}

static enum measure_verdict take_points(struct table *t, const double *x, const double *y, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(y[i]) || !(fabs(x[i]) <= 0x1p53) || x[i] != floor(x[i]))
            return MEASURE_ARGUMENT;
        t->x[i] = x[i];
        t->y[i] = y[i];
        t->by_x[i] = i;
    }
    t->n = n;
    t->timed = !wander_is_most(t->x, t->rest, n);
    qsort_r(t->by_x, n, sizeof *t->by_x, by_place, t->x);
    return MEASURE_OK;
}

const char *measure_fit_method_name(enum measure_fit_method method)
{
    static const char *const name[MEASURE_FITS] = {
        [MEASURE_FIT_LEAST_SQUARES] = "least squares",
        [MEASURE_FIT_ROBUST] = "robust",
        [MEASURE_FIT_LEAST_VALUES] = "least values",
    };
    return (unsigned)method < MEASURE_FITS ? name[method] : "unknown method";
}

enum measure_verdict measure_fit(const double *n, const double *t, size_t points, double tick, double confidence,
                                 struct measure_fit_result *fit)
{
    struct table table;
    struct measure_fit_result f = {.points = points, .runs = points};
    if (!n || !t || !fit || !(tick >= 0 && isfinite(tick)) || isnan(measure_z(confidence)))
        return MEASURE_ARGUMENT;
    if (points < 3)
        return MEASURE_FEW;
    enum measure_verdict verdict = table_make(&table, points);
    if (verdict)
        return verdict;
    verdict = take_points(&table, n, t, points);
    for (size_t i = 0, runs; i < table.n && verdict == MEASURE_OK; i += runs, f.places++) {
        runs = runs_from(&table, i);
        f.runs = runs < f.runs ? runs : f.runs;
    }
    if (verdict == MEASURE_OK && f.places < 3)
        verdict = MEASURE_FEW;
    if (verdict == MEASURE_OK)
        verdict = all_methods(&table, tick, confidence, &f);
    table_free(&table);
    if (verdict == MEASURE_OK)
        *fit = f;
    return verdict;
}
