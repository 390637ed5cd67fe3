/* SPDX-License-Identifier: MIT
 * Shift between the clocks of CPUs from probes in a known order, [004]. */
#include <stdlib.h>
#include <string.h>

#include "measure.h"

/* Probes of one CPU since the last probe of the base CPU. */
struct pending {
    uint64_t first, last, count;
};

/* A probe between two of the base CPU: the shift is in [probe - base after, probe - base before]. */
static void close_bracket(struct measure_shift *s, const struct pending *p, uint64_t before, uint64_t after)
{
    int64_t low = (int64_t)(p->last - after), high = (int64_t)(p->first - before);
    s->low = s->brackets == 0 || low > s->low ? low : s->low;
    s->high = s->brackets == 0 || high < s->high ? high : s->high;
    s->brackets += p->count;
}

static void bracket_all(struct measure_skew_result *k, const struct measure_probe *probe, size_t probes,
                        const uint32_t *cpus, size_t count)
{
    struct pending pending[MEASURE_CPUS] = {0};
    const struct measure_probe *base = NULL;
    for (size_t i = 0; i < probes; i++) {
        const struct measure_probe *p = &probe[i];
        if (p->cpu == k->base) {
            for (size_t c = 0; c < count; c++) {
                struct pending *w = &pending[cpus[c]];
                if (base && w->count)
                    close_bracket(&k->cpu[cpus[c]], w, base->ticks, p->ticks);
                w->count = 0;
            }
            base = p;
        } else {
            struct pending *w = &pending[p->cpu];
            if (w->count++ == 0)
                w->first = p->ticks;
            w->last = p->ticks;
        }
    }
}

/* Counts tours of all CPUs that end on the CPU where they began; each begins where the last one ended. */
static void count_order(struct measure_skew_result *k, const struct measure_probe *probe, size_t probes, size_t count)
{
    uint64_t seen[MEASURE_CPUS] = {0}, tour = 1;
    size_t distinct = 0;
    uint32_t start = probe[0].cpu;
    for (size_t i = 0; i < probes; i++) {
        if (i && (int64_t)(probe[i].ticks - probe[i - 1].ticks) < 0)
            k->backward++;
        if (distinct == count && probe[i].cpu == start) {
            k->tours++;
            tour++;
            distinct = 0;
        }
        if (seen[probe[i].cpu] != tour) {
            seen[probe[i].cpu] = tour;
            distinct++;
        }
    }
}

static enum measure_verdict check(const struct measure_probe *probe, size_t probes, const uint32_t *cpus, size_t count)
{
    bool known[MEASURE_CPUS] = {false};
    if (count < 2)
        return MEASURE_ONE_CPU;
    for (size_t c = 0; c < count; c++) {
        if (cpus[c] >= MEASURE_CPUS || known[cpus[c]])
            return MEASURE_ARGUMENT;
        known[cpus[c]] = true;
    }
    for (size_t i = 0; i < probes; i++)
        if (probe[i].cpu >= MEASURE_CPUS || !known[probe[i].cpu])
            return MEASURE_ARGUMENT;
    return probes ? MEASURE_OK : MEASURE_FEW;
}

enum measure_verdict measure_skew(const struct measure_probe *probe, size_t probes, const uint32_t *cpus, size_t count,
                                  uint64_t least, struct measure_skew_result *skew)
{
    if (!probe || !cpus || !skew)
        return MEASURE_ARGUMENT;
    enum measure_verdict verdict = check(probe, probes, cpus, count);
    if (verdict)
        return verdict;
    struct measure_skew_result k;
    memset(&k, 0, sizeof k);
    k.base = cpus[0];
    bracket_all(&k, probe, probes, cpus, count);
    count_order(&k, probe, probes, count);
    int64_t low = 0, high = 0; /* of the base CPU itself */
    for (size_t c = 1; c < count; c++) {
        const struct measure_shift *s = &k.cpu[cpus[c]];
        if (s->brackets < least || s->brackets == 0)
            return MEASURE_FEW;
        if (s->low > s->high)
            return MEASURE_UNSTEADY;
        low = s->low < low ? s->low : low;
        high = s->high > high ? s->high : high;
    }
    if (k.tours < least)
        return MEASURE_FEW;
    k.range = (uint64_t)high - (uint64_t)low;
    k.monotonic = k.backward == 0;
    *skew = k;
    return MEASURE_OK;
}

#define DIFFERENCE_MOST (INT64_C(1) << 52) /* sums of MEASURE_CPUS differences fit */
#define NO_PATH INT64_MAX

/* ahead[i * count + j]: most that clock j is ahead of clock i. */
static enum measure_verdict take_differences(int64_t *ahead, const struct measure_probe *probe, size_t probes,
                                             const uint32_t *cpus, size_t count)
{
    size_t index[MEASURE_CPUS] = {0};
    for (size_t i = 0; i < count; i++)
        index[cpus[i]] = i;
    for (size_t i = 0; i < count * count; i++)
        ahead[i] = i % (count + 1) == 0 ? 0 : NO_PATH;
    for (size_t i = 1; i < probes; i++) {
        int64_t more = (int64_t)(probe[i].ticks - probe[i - 1].ticks);
        if (more >= DIFFERENCE_MOST || more <= -DIFFERENCE_MOST)
            return MEASURE_OVERFLOW;
        int64_t *least = &ahead[index[probe[i - 1].cpu] * count + index[probe[i].cpu]];
        *least = more < *least ? more : *least;
    }
    return MEASURE_OK;
}

/* Floyd and Warshall's shortest paths. A negative distance from a clock to itself is a contradiction. */
static enum measure_verdict shorten_paths(int64_t *ahead, size_t count)
{
    for (size_t via = 0; via < count; via++)
        for (size_t i = 0; i < count; i++) {
            const int64_t first = ahead[i * count + via], *second = &ahead[via * count];
            if (ahead[i * count + i] < 0)
                return MEASURE_UNSTEADY;
            for (size_t j = 0; j < count && first != NO_PATH; j++)
                if (second[j] != NO_PATH && first + second[j] < ahead[i * count + j])
                    ahead[i * count + j] = first + second[j];
        }
    for (size_t i = 0; i < count; i++)
        if (ahead[i * count + i] < 0)
            return MEASURE_UNSTEADY;
    return MEASURE_OK;
}

enum measure_verdict measure_skew_narrow(const struct measure_probe *probe, size_t probes, const uint32_t *cpus,
                                         size_t count, struct measure_skew_result *skew)
{
    if (!probe || !cpus || !skew)
        return MEASURE_ARGUMENT;
    enum measure_verdict verdict = check(probe, probes, cpus, count);
    if (verdict)
        return verdict;
    int64_t *ahead = malloc(count * count * sizeof *ahead);
    if (!ahead)
        return MEASURE_MEMORY;
    verdict = take_differences(ahead, probe, probes, cpus, count);
    if (verdict == MEASURE_OK)
        verdict = shorten_paths(ahead, count);
    int64_t range = 0;
    for (size_t i = 0; i < count * count && verdict == MEASURE_OK; i++) {
        range = ahead[i] > range ? ahead[i] : range;
        verdict = ahead[i] == NO_PATH ? MEASURE_FEW : MEASURE_OK;
    }
    if (verdict == MEASURE_OK) {
        skew->range = (uint64_t)range;
        for (size_t c = 1; c < count; c++) {
            skew->cpu[cpus[c]].low = -ahead[c * count];
            skew->cpu[cpus[c]].high = ahead[c];
        }
    }
    free(ahead);
    return verdict;
}
