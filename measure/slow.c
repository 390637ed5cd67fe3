/* SPDX-License-Identifier: MIT
 * Mean durations from the counts of a slow clock: [002] (6) (10a)-(10d); [000] is the case below one tick. */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "measure.h"

#define RARER_LEAST 10 /* occurrences of the rarer count, for the limit theorem (2) */
#define SEVERAL_LEAST 100
#define GROUP_LEAST 5 /* of the rarer count in a group of batches, for the distribution of the dispersion */
#define GROUPS_LEAST 10
#define DEPENDENT_LEVEL 0.002 /* chance that independent counts widen the interval, for each length of the batches */
#define PAIRS_LEAST 5         /* expected at each lag, for the distribution of the autocorrelations */
#define COUNTS_LEAST 64       /* a few times the lags */

/* Deviation of one count by (9c), ticks. */
static double two_valued_deviation(double mean)
{
    double f = mean - floor(mean);
    return sqrt(f * (1 - f));
}

void measure_score_interval(double share, double n, double z, double *low, double *high)
{
    double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    *low = share > 0 ? fmax(0, centre - half) : 0;
    *high = share < 1 ? fmin(1, centre + half) : 1;
}

static enum measure_verdict enough(const struct measure_tally *t)
{
    if (t->n < 2)
        return MEASURE_FEW;
    if (t->least == t->most)
        return MEASURE_ALIKE;
    double upper = (measure_tally_mean(t) - (double)t->least) * (double)t->n;
    bool two = t->most - t->least == 1, few = two && fmin(upper, (double)t->n - upper) < RARER_LEAST - 0.5;
    return few || t->n < SEVERAL_LEAST ? MEASURE_FEW : MEASURE_OK;
}

static void deviations(const struct measure_tally *t, double tick_s, struct measure_estimate *e)
{
    double root = sqrt((double)t->n), mean = measure_tally_mean(t);
    e->n = t->n;
    e->mean_s = tick_s * mean;
    e->deviation_s = tick_s * two_valued_deviation(mean) / root;
    e->sample_deviation_s = tick_s * sqrt(measure_tally_variance(t)) / root;
    e->bound_s = tick_s / (2 * root);
    e->two_valued = t->most - t->least <= 1;
}

static enum measure_verdict give(const struct measure_estimate *found, struct measure_estimate *estimate)
{
    if (!isfinite(found->low_s) || !isfinite(found->high_s) || !isfinite(found->mean_s) ||
        !isfinite(found->deviation_s) || !isfinite(found->sample_deviation_s))
        return MEASURE_OVERFLOW;
    *estimate = *found;
    return MEASURE_OK;
}

/* Batches, or groups of `group` successive batches. */
struct batches {
    double count, length; /* counts in each */
    double squares;       /* sum of squared differences from the mean */
};

static double group_sum(const struct measure_tally *t, uint64_t group, uint64_t n)
{
    double sum = 0;
    for (uint64_t i = 0; i < group; i++)
        sum += t->batch[n * group + i];
    return sum;
}

static struct batches batches_of(const struct measure_tally *t, uint64_t group)
{
    uint64_t count = t->batches / group;
    struct batches b = {.count = (double)count, .length = (double)(t->batch_length * group)};
    double mean = 0;
    for (uint64_t n = 0; n < count; n++)
        mean += group_sum(t, group, n) / b.count;
    for (uint64_t n = 0; n < count; n++) {
        double off = group_sum(t, group, n) - mean;
        b.squares += off * off;
    }
    return b;
}

/* Returns the share of the rarer of two counts; 1/2 if there are more than two. */
static double rarer_share(const struct measure_tally *t)
{
    double upper = measure_tally_mean(t) - (double)t->least;
    return t->most - t->least > 1 ? 0.5 : fmin(upper, 1 - upper);
}

/* Returns the number of batches in a group that holds GROUP_LEAST of the rarer of two counts; 0 if there are too few.
 */
static uint64_t group_size(const struct measure_tally *t)
{
    if (t->n < COUNTS_LEAST || t->batches < MEASURE_BATCHES / 2)
        return 0;
    if (t->most - t->least > 1)
        return 1;
    double group = ceil(GROUP_LEAST / (rarer_share(t) * (double)t->batch_length));
    return group * GROUPS_LEAST <= (double)t->batches ? (uint64_t)group : 0;
}

/* The factor by which dependence of the counts widens the interval, from batches of whatever length show it most, with
 * their own uncertainty; 1 if they show none. */
static double wider_by_batches(const struct measure_tally *t, double z)
{
    double wider = 1;
    for (uint64_t group = group_size(t); group > 0 && group * GROUPS_LEAST <= t->batches; group *= 2) {
        const struct batches b = batches_of(t, group);
        const double ratio = b.squares / (b.length * measure_tally_variance(t)), freedom = b.count - 1;
        if (gsl_cdf_chisq_Q(ratio, freedom) < DEPENDENT_LEVEL)
            wider = fmax(wider, sqrt(ratio / freedom) * gsl_cdf_tdist_Pinv(gsl_cdf_ugaussian_P(z), freedom) / z);
    }
    return wider;
}

enum measure_verdict measure_tally_estimate(const struct measure_tally *t, double tick_s, double confidence,
                                            struct measure_estimate *estimate)
{
    struct measure_estimate found, *e = &found;
    double z = measure_z(confidence);
    if (!t || !estimate || !isfinite(tick_s) || tick_s <= 0 || isnan(z))
        return MEASURE_ARGUMENT;
    enum measure_verdict verdict = enough(t);
    if (verdict)
        return verdict;
    deviations(t, tick_s, e);
    z *= wider_by_batches(t, z);
    if (e->two_valued) {
        double base = (double)t->least, low, high;
        measure_score_interval(measure_tally_mean(t) - base, (double)t->n, z, &low, &high);
        e->low_s = tick_s * (base + low);
        e->high_s = tick_s * (base + high);
    } else {
        e->low_s = e->mean_s - z * e->sample_deviation_s;
        e->high_s = e->mean_s + z * e->sample_deviation_s;
    }
    return give(e, estimate);
}

enum measure_verdict measure_tally_independence(const struct measure_tally *t, double level,
                                                struct measure_independence *result)
{
    if (!t || !result || !(level > 0 && level < 1))
        return MEASURE_ARGUMENT;
    if (t->n >= COUNTS_LEAST && t->least == t->most)
        return MEASURE_ALIKE;
    uint64_t group = group_size(t);
    if (group == 0)
        return MEASURE_FEW;
    double n = (double)t->n, box = 0, sum = 0, rarer = rarer_share(t);
    for (unsigned lag = 1; lag <= MEASURE_LAGS; lag++) {
        double r = measure_tally_autocorrelation(t, lag);
        box += r * r / (n - lag);
        sum += r * (1 - lag / n);
    }
    struct batches b = batches_of(t, group);
    double ratio = b.squares / (b.length * measure_tally_variance(t));
    double below = gsl_cdf_chisq_P(ratio, b.count - 1), above = gsl_cdf_chisq_Q(ratio, b.count - 1);
    bool pairs = n * rarer * rarer >= PAIRS_LEAST;
    *result =
        (struct measure_independence){.ljung_box_p = pairs ? gsl_cdf_chisq_Q(n * (n + 2) * box, MEASURE_LAGS) : NAN,
                                      .dispersion = ratio / (b.count - 1),
                                      .dispersion_p = fmin(1, 2 * fmin(below, above)),
                                      .inflation = 1 + 2 * sum};
    bool odd = result->dispersion_p < level / 2;
    if (odd && result->dispersion < 1)
        return MEASURE_SYNCHRONOUS;
    return odd || result->ljung_box_p < level / 2 ? MEASURE_DEPENDENT : MEASURE_OK;
}

enum measure_verdict measure_contiguous(double tick_s, uint64_t n, uint64_t counts, double sd_s, double confidence,
                                        struct measure_contiguous_result *result)
{
    double z = measure_z(confidence);
    if (!result || !isfinite(tick_s) || tick_s <= 0 || n == 0 || !isfinite(sd_s) || sd_s < 0 || isnan(z))
        return MEASURE_ARGUMENT;
    if (counts == 0)
        return MEASURE_FEW;
    double cycles = (double)n, step = tick_s / cycles, deviation = sqrt(sd_s * sd_s / cycles + step * step / 6);
    struct measure_contiguous_result c = {.mean_s = step * (double)counts,
                                          .deviation_s = deviation,
                                          .normal_half_s = z * deviation,
                                          .chebyshev_half_s = deviation / sqrt(1 - confidence),
                                          .constant_half_s = step};
    if (!isfinite(c.mean_s) || !isfinite(c.normal_half_s) || !isfinite(c.chebyshev_half_s))
        return MEASURE_OVERFLOW;
    *result = c;
    return MEASURE_OK;
}
