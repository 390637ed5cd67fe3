/* SPDX-License-Identifier: MIT */
#include "krutar_table.h"

#include <math.h>

#include "cli/random.h"

const struct krutar_source krutar_sources[KRUTAR_SOURCES] = {
    {"500 ns timer, no interrupts", KRUTAR_PLACES, 8, 10, KRUTAR_COST, KRUTAR_TICK, .least = 0.9},
    {"500 ns timer, interrupts of 20 us once a ms", KRUTAR_PLACES, 8, 10, KRUTAR_COST, KRUTAR_TICK, .interrupts = 1e-6,
     .interrupt = 20e3, .method = MEASURE_FIT_ROBUST, .least = 0.5},
    {"500 ns timer, interrupts of 2 us once a ms", KRUTAR_PLACES, 8, 10, KRUTAR_COST, KRUTAR_TICK, .interrupts = 1e-6,
     .interrupt = 2e3, .method = MEASURE_FIT_ROBUST, .least = 0.85},
    {"500 ns timer, interrupts of 50 us twice a ms, 20 runs", 40, 20, 20, KRUTAR_COST, KRUTAR_TICK, .interrupts = 2e-6,
     .interrupt = 50e3, .method = MEASURE_FIT_LEAST_VALUES, .open = true, .least = 0.85},
    {"500 ns timer, interrupts of 20 us ten times a ms, one run", KRUTAR_PLACES, 1, 10, KRUTAR_COST, KRUTAR_TICK,
     .interrupts = 1e-5, .interrupt = 20e3, .method = MEASURE_FIT_LEAST_VALUES, .least = 0.75},
    {"500 ns timer, 500.1 ns a step, all runs start with a tick", KRUTAR_PLACES, 1, 1, 500.1, KRUTAR_TICK,
     .in_step = true, .least = 0.9},
    {"500 ns timer, 12 runs", 12, 1, 10, KRUTAR_COST, KRUTAR_TICK, .least = 0.85},
    {"1 ns clock, normal noise of 20 ns", 50, 4, 100, 1.3, 1, .noise = 20, .least = 0.85},
    {"1 ns clock, exponential noise of 20 ns, interrupts", 50, 4, 100, 1.3, 1, .interrupts = 1e-5, .interrupt = 20e3,
     .tail = 20, .method = MEASURE_FIT_ROBUST, .least = 0.8},
    {"1 ns clock, noise of 5 ns, 3 ns common to all runs of an N", 40, 20, 1000, 0.33, 1, .interrupts = 1e-5,
     .interrupt = 5e3, .noise = 5, .place = 3, .refuse = true},
    {"500 ns timer, a curve: 2 us more at N = 1,000 than a line", KRUTAR_PLACES, 8, 10, KRUTAR_COST, KRUTAR_TICK,
     .bend = 0.002, .refuse = true},
    {"1 ns clock, 3 N, 4 runs, normal noise of 60 ns", 3, 4, 10, KRUTAR_COST, 1, .noise = 60, .least = 0.85},
    {"1 ns clock, the host's speed changes by 1 % for 20 runs", 20, 8, 10, KRUTAR_COST, 1, .speed = 0.01, .lasts = 20,
     .wide = true, .least = 0.75},
    {"1 ns clock, the host changes by 60 ns for 20 runs, N in order", 20, 8, 10, KRUTAR_COST, 1, .level = 60,
     .lasts = 20, .in_order = true, .refuse = true},
    {"1 ns clock, the speed changes by 0.1 % for 3 runs, noise", 20, 8, 10, KRUTAR_COST, 1, .noise = 60, .speed = 0.001,
     .lasts = 3, .least = 0.9},
    {"1 ns clock, the speed changes by 0.05 % for 20 runs, noise", 20, 8, 10, KRUTAR_COST, 1, .noise = 60,
     .speed = 0.0005, .lasts = 20, .least = 0.9},
    {"1 ns clock, 0.05 % for 20 runs, noise, N in order", 20, 8, 10, KRUTAR_COST, 1, .noise = 60, .speed = 0.0005,
     .lasts = 20, .in_order = true, .open = true},
    {"1 ns clock, the speed changes by 0.2 % for 1 to 81 runs (1/f)", 20, 20, 100, 17.4, 1, .speed = 0.002, .lasts = 1,
     .octaves = 4, .wide = true, .least = 0.85},
    {"1 ns clock, the speed changes by 1 % for 40 runs, noise", 20, 20, 100, 17.4, 1, .proportional = 0.003,
     .speed = 0.01, .lasts = 40, .wide = true, .open = true, .least = 0.95},
    {"1 ns clock, one run in four is 5 % slower, 20 in a row", 20, 20, 50, 25, 1, .noise = 5, .slower = 0.05,
     .share = 0.25, .lasts = 20, .wide = true, .least = 0.9},
    {"1 ns clock, one run in ten is 5 % slower, 20 in a row", 20, 20, 50, 25, 1, .noise = 5, .slower = 0.05,
     .share = 0.1, .lasts = 20, .measured = true, .wide = true, .least = 0.85},
    {"1 ns clock, two runs in three are 10 % slower, 200 in a row", 20, 20, 50, 25, 1, .noise = 50, .slower = 0.1,
     .share = 0.67, .lasts = 200, .measured = true, .wide = true, .least = 0.85},
    {"1 ns clock, one run in three is 10 % slower, 30 in a row, noise", 20, 50, 50, 100, 1, .proportional = 0.005,
     .slower = 0.1, .share = 0.33, .lasts = 30, .wide = true, .least = 0.9},
    {"1 ns clock, one run in ten is 0.5 % slower, 20 in a row", 20, 20, 50, 25, 1, .noise = 5, .slower = 0.005,
     .share = 0.1, .lasts = 20, .measured = true, .wide = true, .least = 0.9},
    {"1 ns clock, one run in four is 5 % slower, 3 in a row", 20, 20, 50, 25, 1, .noise = 5, .slower = 0.05,
     .share = 0.25, .lasts = 3, .wide = true, .least = 0.9},
    {"1 ns clock, exponential noise of 2 % of the time", 50, 4, 100, 1.3, 1, .growing = 0.02,
     .method = MEASURE_FIT_ROBUST, .least = 0.45},
    {"1 ns clock, normal noise of 0.5 % of the time", 20, 20, 100, 17.4, 1, .proportional = 0.005, .least = 0.85},
    {"1 ns clock, normal noise of 0.5 % of the time, interrupts", 20, 20, 100, 17.4, 1, .interrupts = 1e-6,
     .interrupt = 20e3, .proportional = 0.005, .method = MEASURE_FIT_ROBUST, .least = 0.8},
};

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
                               .overhead = s->setup + 4 * s->tick * random_uniform(state)};
    bool slow = s->share > 0 && random_uniform(state) < s->share;
    double host[KRUTAR_OCTAVES + 1] = {0}, slow_runs = 0;
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
            slow_runs += slow;
            slow = random_uniform(state) < (slow ? 1 - 1 / s->lasts : s->share / (1 - s->share) / s->lasts);
        }
        if (s->longest == 0 || n <= s->longest)
            time += interrupts(s, required, state);
        const double phase = s->in_step ? 0 : s->tick * random_uniform(state);
        t->n[t->points] = n;
        t->t[t->points++] = s->tick * floor((time + phase) / s->tick);
    }
    if (s->measured)
        t->slope = slope * (1 + slow_runs / (double)t->points * s->slower);
}

double krutar_slope(const struct krutar_source *s, uint64_t *state)
{
    return s->in_step ? s->slope : s->slope * (1 + 0.1 * random_uniform(state));
}
