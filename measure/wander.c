/* SPDX-License-Identifier: MIT
 * Values that depend on the time: drift, a machine that heats, modes that seldom change.
 *
 * The error of a mean comes from the slowest of the waves that make up a series, and the series shows nothing of those
 * slower than itself. So the waves cos(pi j (i + 1/2) / n) must have reached their greatest power: the mean power of
 * the first 1, 2, 4, 8, 16 is compared with that of the others. The ratio follows the F distribution for independent
 * values, and for all whose correlations end early. For cosines as a base of low frequencies see Mueller and Watson,
 * Low-frequency econometrics, 2017. */
#include "wander.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#define WAVES_MOST 48   /* from 1,000 values on, correlations of 0.8 between neighbours do not show in them */
#define WAVES_AT_ONCE 8 /* because each step of one waits for the last */
#define VALUES_A_WAVE 3
#define LEVEL 5e-4   /* of each comparison: independent values fail in about 0.25 % */
#define WAVES_SLOW 8 /* those that widen the interval: more hide slow changes, of fewer the power is not known */

typedef double lanes __attribute__((vector_size(WAVES_AT_ONCE * sizeof(double))));

/* Sets power[j] for waves of 1 to `waves` half turns; of independent values each is on average their variance. */
static void powers_of(const double *off, size_t n, size_t waves, double *power)
{
    for (size_t first = 1; first <= waves; first += WAVES_AT_ONCE) {
        lanes twice = {0}, now = {0}, before = {0}, sum = {0};
        for (size_t k = 0; k < WAVES_AT_ONCE; k++) {
            const double turn = M_PI * (double)(first + k) / (double)n;
            twice[k] = 2 * cos(turn);
            before[k] = now[k] = cos(turn / 2);
        }
        for (size_t i = 0; i < n; i++) {
            const lanes next = twice * now - before;
            sum += off[i] * now;
            before = now;
            now = next;
        }
        for (size_t k = 0; k < WAVES_AT_ONCE && first + k <= waves; k++)
            power[first + k] = 2 * sum[k] * sum[k] / (double)n;
    }
}

static bool is_greater(double first_power, size_t first, double other_power, size_t others)
{
    return other_power <= 0 || gsl_cdf_fdist_Q(first_power / other_power, (double)first, (double)others) < LEVEL;
}

/* Whether n values, given less their mean, change so slowly that they do not tell how well their mean is known.
 * `variance`: changes with less power than independent values of this variance do not count. */
static bool is_slow(const double *off, size_t n, double variance)
{
    const size_t count = n / VALUES_A_WAVE < WAVES_MOST ? n / VALUES_A_WAVE : WAVES_MOST;
    double first[WAVES_MOST + 1] = {0}; /* sums */
    powers_of(off, n, count, first);
    for (size_t j = 1; j <= count; j++)
        first[j] += first[j - 1];
    for (size_t j = 1; 2 * j < count; j *= 2) {
        const double power = first[j] / (double)j;
        if (power > variance && is_greater(power, j, (first[count] - first[j]) / (double)(count - j), count - j))
            return true;
    }
    return false;
}

/* ---- What slower waves may add
 *
 * The mean is the wave of no turns. For each of some kinds of noise the power of the others gives its distribution,
 * Student's t. The kinds are weighted by their likelihood, given the waves (Mueller and Watson, Measuring uncertainty
 * about long-run predictions, 2016). The weights before that are a choice between the width for values that depend
 * shortly and the share of wrong intervals under 1/f noise: measure/docs/measure.md has the table. */

#define WAVES_ROOM 333
#define D_STEP 0.16 /* 1/f noise, whose power falls as j^-2d: d of 0.16, 0.32, 0.48 */
#define D_STEPS 3
#define RATIO 4   /* from one power beside that of other noise to the next */
#define NOISES 96 /* at most */
#define TAIL 0.025
#define LOG_EACH 8 /* powers, whose product is no overflow */
#define LIGHT 1e-6 /* noise of less weight is left out */
/* The weight before the waves were seen, that of one kind of 1/f noise being 1: */
#define SHORT 40   /* neighbours correlate, or none do */
#define ENDING 0.2 /* changes that end */
#define AUTOREGRESSIVE_MOST 0.99
#define UNSEEN 1.4 /* times as far a mean may be off by changes slower than the values as by those seen */

/* The power of wave j is rest r_j + slow j^-2d, or rest + slow / (1 + (j / knee)^2), that of changes that end. r_j, 1
 * at j = 0, is that of values each of which repeats a part of the last, as the correlation of neighbours says. */
struct noise {
    double rest, slow, d, knee;
};

/* Of the mean. For fractional Gaussian noise of many values: Beran, Statistics for long-memory processes, 1994. */
static double power_of_mean(const struct noise *noise)
{
    const double d = noise->d, of_slow = noise->knee > 0 ? 1 : pow(M_PI, 2 * d) / (tgamma(2 + 2 * d) * cos(M_PI * d));
    return noise->rest + noise->slow * of_slow;
}

struct noises {
    double power[WAVES_ROOM + 1]; /* seen */
    double rest[WAVES_ROOM + 1];  /* r_j */
    double shape[WAVES_ROOM + 1]; /* of the slow part of the noise that is added */
    size_t n, waves, count;
    double weight[NOISES], variance[NOISES]; /* its logarithm; of the mean */
};

static void add_noise(struct noises *s, struct noise noise, double weight)
{
    double logs = 0, powers = 1, scale = 0;
    size_t j = 1, at = s->count < NOISES ? s->count++ : NOISES - 1; /* there are two waves or more */
    do {
        const double power = noise.rest * s->rest[j] + noise.slow * s->shape[j];
        powers *= power;
        if (j % LOG_EACH == 0 || j == s->waves) { /* a logarithm costs more than the rest */
            logs += log(powers);
            powers = 1;
        }
        scale += s->power[j] / power / (double)s->waves;
    } while (++j <= s->waves);
    s->weight[at] = log(weight) - (logs + (double)s->waves * log(scale)) / 2;
    s->variance[at] = power_of_mean(&noise) * scale / (double)s->n;
}

/* Beside the rest, in several sizes, and alone. */
static void add_slow(struct noises *s, double d, double knee, double weight)
{
    struct noise noise = {.rest = 1, .slow = 1, .d = d, .knee = knee};
    for (size_t j = 1; j <= s->waves; j++)
        s->shape[j] = knee > 0 ? 1 / (1 + pow((double)j / knee, 2)) : pow((double)j, -2 * d);
    while (noise.slow * s->shape[s->waves] < s->rest[s->waves]) {
        add_noise(s, noise, weight);
        noise.slow *= RATIO;
    }
    noise.rest = 0;
    add_noise(s, noise, weight);
}

/* The correlation of neighbours, without its bias, in (0,1). */
static void add_autoregression(struct noises *s, const double *off)
{
    double square = 0, next = 0;
    for (size_t i = 0; i < s->n; i++) {
        square += off[i] * off[i];
        next += i > 0 ? off[i] * off[i - 1] : 0;
    }
    const double r = fmax(0, fmin(next / square + (1 + 3 * next / square) / (double)s->n, AUTOREGRESSIVE_MOST));
    for (size_t j = 1; j <= s->waves; j++)
        s->rest[j] = pow(1 - r, 2) / (1 + r * r - 2 * r * cos(M_PI * (double)j / (double)s->n));
}

static double share_beyond(const struct noises *s, double half)
{
    double share = 0, all = 0;
    for (size_t i = 0; i < s->count; i++) {
        all += s->weight[i];
        if (s->weight[i] > LIGHT)
            share += s->weight[i] * gsl_cdf_tdist_Q(half / sqrt(s->variance[i]), (double)s->waves);
    }
    return share / all;
}

/* Waves above a rise of the power say nothing of those below it: regular interrupts, speeds that take turns. Returns
 * how many are below: no octave of waves, the last of which may be cut short, has much more power than all below it. */
static size_t below_rise(const double *power, size_t waves)
{
    double below = 0;
    for (size_t j = 1; j < waves; j *= 2) {
        const size_t last = 2 * j < waves ? 2 * j : waves;
        double above = 0;
        for (size_t k = j / 2 + 1; k <= j; k++)
            below += power[k];
        for (size_t k = j + 1; k <= last; k++)
            above += power[k];
        if (below > 0 && is_greater(above / (double)(last - j), last - j, below / (double)j, j))
            return j;
    }
    return waves;
}

double wander_variance(const double *off, size_t n)
{
    struct noises s = {.n = n, .waves = n / VALUES_A_WAVE < WAVES_ROOM ? n / VALUES_A_WAVE : WAVES_ROOM};
    double low = 0, high = 0, most = -INFINITY;
    if (s.waves < 2)
        return INFINITY;
    powers_of(off, n, s.waves, s.power);
    s.waves = below_rise(s.power, s.waves);
    for (size_t j = 1; j <= s.waves; j++) {
        high += s.power[j];
        s.rest[j] = 1;
    }
    if (!(high > 0))
        return 0;
    for (size_t knee = 1; knee <= s.waves; knee *= 2)
        add_slow(&s, 0, (double)knee, ENDING);
    add_autoregression(&s, off);
    add_noise(&s, (struct noise){.rest = 1}, SHORT);
    for (int i = 1; i <= D_STEPS; i++)
        add_slow(&s, i * D_STEP, 0, 1);
    high = 0;
    for (size_t i = 0; i < s.count; i++) {
        most = fmax(most, s.weight[i]);
        high = fmax(high, sqrt(s.variance[i]) * gsl_cdf_tdist_Qinv(TAIL, (double)s.waves));
    }
    for (size_t i = 0; i < s.count; i++)
        s.weight[i] = exp(s.weight[i] - most);
    while (high - low > 1e-4 * high) {
        const double half = (low + high) / 2;
        *(share_beyond(&s, half) > TAIL ? &low : &high) = half;
    }
    return pow(high / gsl_cdf_ugaussian_Qinv(TAIL), 2);
}

double wander_deviation(const double *off, size_t n)
{
    return UNSEEN * sqrt(wander_variance(off, n));
}

double wander_correlation(const double *a, const double *b, size_t n)
{
    const double r = n > 0 ? gsl_stats_correlation(a, 1, b, 1, n) : 0;
    return isnan(r) ? 0 : sqrt((double)n) * r; /* all alike */
}

/* The mean power of the slowest waves over the variance; 0 if all are alike. Takes the mean from the values. */
static double slow_power(double *value, size_t n, double *variance)
{
    const size_t waves = n < WAVES_SLOW ? n : WAVES_SLOW;
    double mean = 0, power[WAVES_SLOW + 1], sum = 0;
    *variance = 0;
    for (size_t i = 0; i < n; i++)
        mean += value[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        value[i] -= mean;
        *variance += value[i] * value[i] / (double)n;
    }
    if (n < 2 || !(*variance > 0))
        return 0;
    powers_of(value, n, waves, power);
    for (size_t j = 1; j <= waves; j++)
        sum += power[j] / (double)waves;
    return sum / *variance;
}

bool wander_shows(double *value, size_t n, double level, double *wider)
{
    double variance;
    const double slow = slow_power(value, n, &variance);
    *wider = fmax(*wider, sqrt(slow));
    return slow > 0 &&
           (wander_correlation(value, value + 1, n - 1) > gsl_cdf_ugaussian_Qinv(level) || is_slow(value, n, variance));
}

bool wander_is_most(const double *value, double *room, size_t n)
{
    double variance;
    memcpy(room, value, n * sizeof *room);
    return WAVES_SLOW * slow_power(room, n, &variance) > (double)n / 2;
}
