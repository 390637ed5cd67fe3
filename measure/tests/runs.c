/* SPDX-License-Identifier: MIT */
#include "runs.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fft_complex.h>
#include <math.h>

#include "cli/random.h"

#define FRACTIONAL_MOST 16384 /* a power of two, RUNS_MOST or more */
#define WAVE 7                /* runs */
#define ROUNDS 640            /* of a comparison, at most */
#define HOST_SLOWS 0.005      /* a run */
#define HOST_NOISE 0.01

/* The roots of the eigenvalues of the circulant covariance of 2 m values of fractional Gaussian noise, m a power of
 * two (Davies and Harte, Biometrika 74, 1987). */
static void fractional_roots(double *root, size_t m, double hurst)
{
    static double z[4 * FRACTIONAL_MOST];
    for (size_t k = 0; k < 2 * m; k++) {
        const double lag = (double)(k <= m ? k : 2 * m - k), twice = 2 * hurst;
        z[2 * k] = (pow(fabs(lag - 1), twice) - 2 * pow(lag, twice) + pow(lag + 1, twice)) / 2;
        z[2 * k + 1] = 0;
    }
    (void)gsl_fft_complex_radix2_forward(z, 1, 2 * m);
    for (size_t k = 0; k < 2 * m; k++)
        root[k] = sqrt(fmax(z[2 * k], 0) / (double)(2 * m)); /* none is below 0 but by rounding */
}

/* Adds n values of variance 1 times `times`. */
static void add_fractional(double *value, size_t n, double hurst, double times, uint64_t *state)
{
    static double root[2 * FRACTIONAL_MOST], z[4 * FRACTIONAL_MOST], made_hurst;
    static size_t made;
    size_t m = 1;
    while (m < n)
        m *= 2;
    if (made != m || made_hurst != hurst)
        fractional_roots(root, m, hurst);
    made = m;
    made_hurst = hurst;
    for (size_t k = 0; k < 2 * m; k++) {
        z[2 * k] = root[k] * random_normal(state);
        z[2 * k + 1] = root[k] * random_normal(state);
    }
    (void)gsl_fft_complex_radix2_forward(z, 1, 2 * m);
    for (size_t i = 0; i < n; i++)
        value[i] += times * z[2 * i];
}

/* Whether the next run is one of the longer ones. */
static bool is_longer(const struct runs *k, bool now, uint64_t *state)
{
    const double drawn = random_uniform(state);
    if (k->lasts == 0)
        return drawn < k->share;
    return now ? drawn >= 1 / k->lasts : drawn < k->share / (1 - k->share) / k->lasts;
}

void runs_draw(const struct runs *k, double *value, size_t n, uint64_t *state)
{
    const double rest = sqrt(1 - k->rho * k->rho), rho = k->lasts > 0 ? exp(-1 / k->lasts) : 0;
    double x = random_normal(state), slow = k->slow > 0 ? random_normal(state) : 0;
    bool longer = k->share > 0 && random_uniform(state) < k->share;
    const double phase = k->wave > 0 ? random_uniform(state) : 0;
    for (size_t i = 0; i < n; i++) {
        value[i] = k->sigma > 0 ? exp(k->sigma * x) : 1 + RUNS_DEVIATION * x + k->rise * ((double)i + 0.5) / (double)n;
        value[i] += k->slow * slow + k->wave * sin(2 * M_PI * ((double)i / WAVE + phase));
        if (longer)
            value[i] = value[i] * k->factor + k->add;
        x = k->rho * x + rest * random_normal(state);
        if (k->slow > 0)
            slow = rho * slow + sqrt(1 - rho * rho) * random_normal(state);
        if (k->share > 0)
            longer = is_longer(k, longer, state);
    }
    if (k->hurst > 0) {
        for (size_t i = 0; i < n; i++)
            value[i] = 1 + sqrt(1 - k->part) * (value[i] - 1);
        add_fractional(value, n, k->hurst, RUNS_DEVIATION * sqrt(k->part), state);
    }
}

double runs_mean(const struct runs *k)
{
    const double typical = k->sigma > 0 ? exp(k->sigma * k->sigma / 2) : 1 + k->rise / 2;
    return k->share > 0 ? (1 - k->share) * typical + k->share * (typical * k->factor + k->add) : typical;
}

/* The share of the runs below y, with the drift averaged over n runs. */
static double share_below(const struct runs *k, double y, size_t n)
{
    const double deviation = hypot(RUNS_DEVIATION, k->slow);
    if (k->sigma > 0)
        return gsl_cdf_ugaussian_P(log(y) / k->sigma);
    if (k->share > 0)
        return (1 - k->share) * gsl_cdf_ugaussian_P((y - 1) / RUNS_DEVIATION) +
               k->share * gsl_cdf_ugaussian_P(((y - k->add) / k->factor - 1) / RUNS_DEVIATION);
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += gsl_cdf_ugaussian_P((y - 1 - k->rise * ((double)i + 0.5) / (double)n) / deviation) / (double)n;
    return sum;
}

double runs_quantile(const struct runs *k, double q, size_t n)
{
    double low = 1e-6, high = 1e6;
    while (high / low > 1 + 1e-12) {
        const double middle = sqrt(low * high);
        *(share_below(k, middle, n) < q ? &low : &high) = middle;
    }
    return high;
}

struct measure_ratio_result runs_compare(double ratio, double half_width, uint64_t *state)
{
    static double a[ROUNDS], b[ROUNDS];
    struct measure_ratio_result r = {0};
    double host = 0;
    bool last = false;
    for (size_t n = 1; !last; n++) {
        double time[2];
        for (size_t turn = 0; turn < 2; turn++) {
            time[turn] = exp(host + HOST_NOISE * random_normal(state));
            host += HOST_SLOWS;
        }
        const size_t first = random_below(state, 2);
        a[n - 1] = time[first];
        b[n - 1] = ratio * time[1 - first];
        last = n == ROUNDS;
        if (last || measure_ratio_looks(n, ROUNDS))
            last = (measure_ratio(a, b, n, ROUNDS, last, 0.95, &r) == MEASURE_OK && r.high - r.low <= 2 * half_width) ||
                   last;
    }
    return r;
}
