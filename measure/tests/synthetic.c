/* SPDX-License-Identifier: MIT */
#include "synthetic.h"

#include <CUnit/CUnit.h>
#include <math.h>

void check_covers(uint64_t in)
{
    double share = (double)in / TRIALS, more = TRIALS < 10000 ? 4 * sqrt(0.0475 / TRIALS) : 0;
    if (share < 0.94 - more || share > 0.96 + more)
        (void)fprintf(stderr, "covers in %.2f %% of %d trials\n", 100 * share, TRIALS);
    CU_ASSERT(share >= 0.94 - more && share <= 0.96 + more);
}

void average_add(struct average *a, double value)
{
    double step = value - a->mean;
    a->mean += step / ++a->n;
    a->squares += step * (value - a->mean);
}

double average_variance(const struct average *a)
{
    return a->squares / (a->n - 1);
}

void check_mean(const struct average *a, double truth)
{
    double error = sqrt(average_variance(a) / a->n);
    if (!(fabs(a->mean - truth) <= 4.5 * error))
        (void)fprintf(stderr, "mean %.9g of %g, truth %.9g, standard error %.3g\n", a->mean, a->n, truth, error);
    CU_ASSERT(fabs(a->mean - truth) <= 4.5 * error);
}

static uint64_t read_synthetic(void *context)
{
    struct synthetic *s = context;
    s->reads++;
    s->now_s += s->cost_s;
    if (s->interrupt_every && s->reads % s->interrupt_every == 0)
        s->now_s += s->interrupt_s;
    if (s->stop_at && s->reads > s->stop_at)
        return s->held;
    uint64_t ticks = (uint64_t)floor(s->now_s / s->tick_s);
    if (s->back_at && s->reads >= s->back_at)
        ticks -= 2;
    for (; s->slew > 0 && s->ticks < ticks; s->ticks++)
        s->slewed += s->counts_a_tick * (1 + s->slew * (2 * random_uniform(&s->random) - 1));
    double counts = s->slew > 0 ? s->slewed : s->counts_a_tick * (double)ticks;
    s->held = (uint64_t)floor(counts) & (s->bits < 64 ? (UINT64_C(1) << s->bits) - 1 : UINT64_MAX);
    return s->held;
}

struct measure_clock synthetic_clock(struct synthetic *s)
{
    return (struct measure_clock){
        .name = "synthetic", .read = read_synthetic, .context = s, .hz = s->counts_a_tick / s->tick_s, .bits = s->bits};
}
