/* SPDX-License-Identifier: MIT */
#include "krutar_table.h"

#include <math.h>

#include "cli/random.h"

static double interrupts(const struct krutar_source *s, double required, uint64_t *state)
{
    double sum = 0, at = random_exponential(state);
    while (at < required * s->interrupts) {
        sum += s->interrupt * random_exponential(state);
        at += random_exponential(state);
    }
    return sum;
}

/* The sum of the host's changes, of deviation 1; goes on to the next run. */
static double host_of(const struct krutar_source *s, double *host, uint64_t *state)
{
    double sum = 0;
    for (int i = 0; i <= s->octaves && s->lasts > 0; i++) {
        const double rho = exp(-1 / (s->lasts * pow(3, i)));
        sum += host[i] / sqrt(1 + s->octaves);
        host[i] = rho * host[i] + sqrt(1 - rho * rho) * random_normal(state);
    }
    return sum;
}

void krutar_table_make(struct krutar_table *t, const struct krutar_source *s, double slope, uint64_t *state)
{
    double common[KRUTAR_PLACES] = {0};
    for (int place = 0; place < s->places && s->place > 0; place++)
        common[place] = s->place * random_normal(state);
    *t = (struct krutar_table){.slope = slope * (1 + s->share * s->slower),
                               .overhead = 4 * s->tick * random_uniform(state)};
    bool slow = s->share > 0 && random_uniform(state) < s->share;
    double host[KRUTAR_OCTAVES + 1] = {0};
    for (int i = 0; i <= s->octaves && s->lasts > 0; i++)
        host[i] = random_normal(state);
    for (int run = 0; run < s->runs * s->places; run++) {
        const int place = 1 + (s->in_order ? run / s->runs : run % s->places);
        const double n = s->step * place, required = t->overhead + slope * n + s->bend * n * n + common[place - 1];
        double time = required + s->noise * random_normal(state) + s->tail * random_exponential(state) +
                      s->growing * slope * n * random_exponential(state);
        time += host_of(s, host, state) * (s->level + s->speed * required);
        if (s->proportional > 0)
            time += s->proportional * required * random_normal(state);
        if (s->share > 0) {
            time += slow ? s->slower * slope * n : 0;
            slow = random_uniform(state) < (slow ? 1 - 1 / s->lasts : s->share / (1 - s->share) / s->lasts);
        }
        if (s->longest == 0 || n <= s->longest)
            time += interrupts(s, required, state);
        const double phase = s->in_step ? 0 : s->tick * random_uniform(state);
        t->n[t->points] = n;
        t->t[t->points++] = s->tick * floor((time + phase) / s->tick);
    }
}

double krutar_slope(const struct krutar_source *s, uint64_t *state)
{
    return s->in_step ? s->slope : s->slope * (1 + 0.1 * random_uniform(state));
}
