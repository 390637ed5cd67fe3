/* SPDX-License-Identifier: MIT
 * Adds counts of a slow clock one by one: sums, lagged products, batches. */
#include <math.h>

#include "measure.h"

static void add_batch(struct measure_tally *t, double value)
{
    if (t->batch_length == 0)
        t->batch_length = 1;
    t->batch_sum += value;
    if (++t->batch_fill < t->batch_length)
        return;
    if (t->batches == MEASURE_BATCHES) {
        for (size_t i = 0; i < MEASURE_BATCHES / 2; i++)
            t->batch[i] = t->batch[2 * i] + t->batch[2 * i + 1];
        t->batches = MEASURE_BATCHES / 2;
        t->batch_length *= 2;
        if (t->batch_fill < t->batch_length) /* the counts so far are half of the longer batch */
            return;
    }
    t->batch[t->batches++] = t->batch_sum;
    t->batch_sum = 0;
    t->batch_fill = 0;
}

void measure_tally_add(struct measure_tally *t, uint64_t count)
{
    if (t->n == 0)
        t->origin = t->least = t->most = count;
    t->least = count < t->least ? count : t->least;
    t->most = count > t->most ? count : t->most;
    double value = count >= t->origin ? (double)(count - t->origin) : -(double)(t->origin - count);
    for (uint64_t lag = 1; value != 0 && lag <= MEASURE_LAGS && lag <= t->n; lag++)
        t->cross[lag - 1] += value * t->last[(t->n - lag) % MEASURE_LAGS];
    if (t->n < MEASURE_LAGS)
        t->first[t->n] = value;
    t->last[t->n % MEASURE_LAGS] = value;
    t->sum += value;
    t->square += value * value;
    t->n++;
    add_batch(t, value);
}

double measure_tally_mean(const struct measure_tally *t)
{
    return t->n ? (double)t->origin + t->sum / (double)t->n : NAN;
}

double measure_tally_variance(const struct measure_tally *t)
{
    double n = (double)t->n;
    return t->n < 2 ? NAN : fmax(0, (t->square - t->sum * t->sum / n) / (n - 1));
}

double measure_tally_autocorrelation(const struct measure_tally *t, unsigned lag)
{
    if (lag < 1 || lag > MEASURE_LAGS || t->n <= lag || t->least == t->most)
        return NAN;
    double n = (double)t->n, mean = t->sum / n, head = 0, tail = 0;
    for (uint64_t i = 0; i < lag; i++) {
        head += t->first[i];
        tail += t->last[(t->n - 1 - i) % MEASURE_LAGS];
    }
    double covariance = t->cross[lag - 1] - mean * (2 * t->sum - head - tail) + (n - lag) * mean * mean;
    return covariance / (t->square - t->sum * mean);
}
