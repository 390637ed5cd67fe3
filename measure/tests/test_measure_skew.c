/* SPDX-License-Identifier: MIT
 * libmeasure: rates from brackets and shifts between simulated CPUs of known offsets. */
#include <math.h>

#include "synthetic.h"
#include "tests/suite.h"

#define BRACKETS 200
#define PROBES 600

static struct measure_bracket bracket[BRACKETS];
static struct measure_probe probe[PROBES];

/* Reads about a millisecond apart; each bracket holds its read somewhere between two reads of the reference. */
static void draw_brackets(double hz, bool normal, uint64_t *state)
{
    double now = 1e9;
    for (size_t i = 0; i < BRACKETS; i++) {
        double width = normal ? 2000 : 30 + 50 * random_exponential(state);
        double at = normal ? width / 2 + 60 * random_normal(state) : width * random_uniform(state);
        bracket[i] = (struct measure_bracket){.before_ns = (int64_t)floor(now),
                                              .ticks = (uint64_t)floor((now + at) * hz / 1e9),
                                              .after_ns = (int64_t)floor(now + width)};
        now += 1e6 + width;
    }
}

TEST(rate_hull)
{
    uint64_t state = 61, in = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double hz = 1e8 + 3e9 * random_uniform(&state);
        struct measure_rate rate = {0};
        draw_brackets(hz, false, &state);
        CU_ASSERT_EQUAL_FATAL(measure_rate_hull(bracket, BRACKETS, &rate), MEASURE_OK);
        in += rate.low_hz <= hz * (1 + 1e-9) && hz * (1 - 1e-9) <= rate.high_hz;
        CU_ASSERT(rate.high_hz - rate.low_hz < hz * 1e-6);
    }
    CU_ASSERT_EQUAL(in, TRIALS); /* certain, not likely */
}

TEST(rate_mean)
{
    uint64_t state = 62, in = 0;
    struct average means = {0};
    for (int trial = 0; trial < TRIALS; trial++) {
        struct measure_rate rate = {0};
        draw_brackets(1e9, true, &state);
        CU_ASSERT_EQUAL_FATAL(measure_rate_mean(bracket, BRACKETS, 0.95, &rate), MEASURE_OK);
        in += rate.low_hz <= 1e9 && 1e9 <= rate.high_hz;
        average_add(&means, rate.hz);
        CU_ASSERT(rate.of == BRACKETS / 2 && rate.used > 40 && rate.used < 95);
    }
    check_covers(in);
    check_mean(&means, 1e9);
}

/* Quiet brackets that are wide on one side, and a third of all torn by interrupts. */
static void draw_loaded(double hz, uint64_t *state)
{
    double now = 1e9;
    for (size_t i = 0; i < BRACKETS; i++) {
        double torn = random_uniform(state) < 0.3 ? 1e4 * random_exponential(state) : 0;
        double at = 15 + 3 * random_uniform(state), width = at + 40 + torn;
        bracket[i] = (struct measure_bracket){.before_ns = (int64_t)floor(now),
                                              .ticks = (uint64_t)floor((now + at) * hz / 1e9),
                                              .after_ns = (int64_t)floor(now + width)};
        now += 3e5 + 1e4 * random_uniform(state) + width;
    }
}

TEST(rate_quiet)
{
    uint64_t state = 68, in = 0;
    struct average errors = {0};
    double widest = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double hz = 1e9 + 2e9 * random_uniform(&state);
        struct measure_rate rate = {0}, hull;
        draw_loaded(hz, &state);
        CU_ASSERT_EQUAL_FATAL(measure_rate_quiet(bracket, BRACKETS, 0.95, &rate), MEASURE_OK);
        CU_ASSERT_EQUAL_FATAL(measure_rate_hull(bracket, BRACKETS, &hull), MEASURE_OK);
        in += rate.low_hz <= hz && hz <= rate.high_hz;
        average_add(&errors, rate.hz / hz - 1);
        widest = fmax(widest, (rate.high_hz - rate.low_hz) / (hull.high_hz - hull.low_hz));
        CU_ASSERT(rate.of == BRACKETS && rate.used >= BRACKETS / 4 && rate.used < BRACKETS);
    }
    check_covers(in);
    check_mean(&errors, 0);
    CU_ASSERT(widest < 0.11); /* of the certain bounds; 0.1003 in 10,000 trials */
}

/* The reads are at 0.3 or at 0.7 of brackets of 40 ns, 20 brackets on average: as independent ones the interval held in
 * half. */
TEST(rate_switches)
{
    uint64_t state = 69, in = 0;
    for (int trial = 0; trial < TRIALS / 10; trial++) {
        struct measure_rate rate = {0};
        bool late = random_below(&state, 2);
        for (size_t i = 0; i < BRACKETS; i++) {
            const int64_t now = 1000000 * (int64_t)i;
            late = random_uniform(&state) < 0.05 ? !late : late;
            const double at = (late ? 28 : 12) + 2 * random_normal(&state);
            bracket[i] = (struct measure_bracket){now, now + 40, (uint64_t)(1e9 + (double)now + at)};
        }
        CU_ASSERT_EQUAL_FATAL(measure_rate_quiet(bracket, BRACKETS, 0.95, &rate), MEASURE_OK);
        in += rate.low_hz <= 1e9 && 1e9 <= rate.high_hz;
    }
    CU_ASSERT((double)in >= 0.093 * TRIALS - (TRIALS < 10000 ? 3 : 0));
}

/* One bracket torn by an interrupt, in the middle of the reference's own read, spoils the plain mean only. */
TEST(rate_outlier)
{
    uint64_t state = 63;
    struct measure_rate rate = {0};
    draw_brackets(1e9, true, &state);
    bracket[100].after_ns += 900000;
    CU_ASSERT_EQUAL(measure_rate_mean(bracket, BRACKETS, 0.95, &rate), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(rate.hz, 1e9, 1e5);
    CU_ASSERT_EQUAL(rate.used, 99); /* all but the torn pair: it alone makes the deviation */
    CU_ASSERT_EQUAL(measure_rate_hull(bracket, BRACKETS, &rate), MEASURE_OK);
    CU_ASSERT_DOUBLE_EQUAL(rate.hz, 1e9, 1e5);
}

TEST(rate_refusals)
{
    uint64_t state = 64;
    struct measure_rate rate = {.hz = 77};
    draw_brackets(1e9, false, &state);
    CU_ASSERT_EQUAL(measure_rate_hull(bracket, 1, &rate), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_rate_hull(bracket, 0, &rate), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_rate_mean(bracket, 19, 0.95, &rate), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_rate_quiet(bracket, 39, 0.95, &rate), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_rate_quiet(bracket, 100, 1, &rate), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_rate_mean(bracket, 100, 1, &rate), MEASURE_ARGUMENT);
    for (size_t i = BRACKETS / 2; i < BRACKETS; i++)
        bracket[i].ticks += 20 * (i - BRACKETS / 2) * (i - BRACKETS / 2); /* it speeds up */
    CU_ASSERT_EQUAL(measure_rate_hull(bracket, BRACKETS, &rate), MEASURE_UNSTEADY);
    bracket[5].ticks = 0;
    CU_ASSERT_EQUAL(measure_rate_hull(bracket, BRACKETS, &rate), MEASURE_BACKWARD);
    CU_ASSERT_EQUAL(measure_rate_mean(bracket, BRACKETS, 0.95, &rate), MEASURE_BACKWARD);
    CU_ASSERT_EQUAL(measure_rate_quiet(bracket, BRACKETS, 0.95, &rate), MEASURE_BACKWARD);
    for (size_t i = 0; i < BRACKETS; i++)
        bracket[i].ticks = 5;
    CU_ASSERT_EQUAL(measure_rate_hull(bracket, BRACKETS, &rate), MEASURE_STOPPED);
    bracket[7].after_ns = bracket[7].before_ns - 1;
    CU_ASSERT_EQUAL(measure_rate_hull(bracket, BRACKETS, &rate), MEASURE_BACKWARD);
    CU_ASSERT_EQUAL(rate.hz, 77);
}

static const uint32_t cpus[] = {3, 0, 7, 200};

/* Probes by CPUs in random order (as compare-and-swap gives them) at random times, clocks off by known offsets. */
static void draw_probes(const int64_t *offset, const double *rate, size_t count, uint64_t *state)
{
    double now = 1e12;
    for (size_t i = 0; i < PROBES; i++) {
        size_t c = random_next(state) % count;
        now += 1 + 400 * random_exponential(state);
        probe[i] = (struct measure_probe){.cpu = cpus[c],
                                          .ticks = (uint64_t)(int64_t)floor(now * rate[c]) + (uint64_t)offset[c]};
    }
}

TEST(shifts)
{
    static const double same[] = {1, 1, 1, 1};
    static struct measure_skew_result skew, narrow;
    uint64_t state = 65, in = 0, range_in = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        size_t count = 2 + random_next(&state) % 3;
        int64_t offset[4], low = 0, high = 0;
        for (size_t c = 0; c < count; c++)
            offset[c] = (int64_t)(random_next(&state) % 20001) - 10000;
        draw_probes(offset, same, count, &state);
        CU_ASSERT_EQUAL_FATAL(measure_skew(probe, PROBES, cpus, count, 10, &skew), MEASURE_OK);
        narrow = skew;
        CU_ASSERT_EQUAL_FATAL(measure_skew_narrow(probe, PROBES, cpus, count, &narrow), MEASURE_OK);
        bool all = true;
        for (size_t c = 1; c < count; c++) {
            int64_t truth = offset[c] - offset[0];
            const struct measure_shift *s = &skew.cpu[cpus[c]];
            const struct measure_shift *n = &narrow.cpu[cpus[c]];
            all = all && s->low <= n->low && n->low <= truth && truth <= n->high && n->high <= s->high;
            low = truth < low ? truth : low;
            high = truth > high ? truth : high;
            CU_ASSERT(s->high - s->low < 2000);
        }
        in += all;
        range_in += (uint64_t)(high - low) <= narrow.range && narrow.range <= skew.range;
        CU_ASSERT(!skew.monotonic || high - low < 5000);
    }
    CU_ASSERT_EQUAL(in, TRIALS);
    CU_ASSERT_EQUAL(range_in, TRIALS);
}

/* The paper's example of three CPUs, each 100 ticks ahead of the one before: only the return to the first shows it. */
TEST(tour)
{
    static const struct measure_probe tour[] = {{0, 10}, {1, 112}, {2, 214}, {0, 16}};
    static const uint32_t three[] = {0, 1, 2};
    static struct measure_skew_result skew;
    CU_ASSERT_EQUAL(measure_skew(tour, 3, three, 3, 1, &skew), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_skew(tour, 4, three, 3, 1, &skew), MEASURE_OK);
    CU_ASSERT_FALSE(skew.monotonic);
    CU_ASSERT_EQUAL(skew.backward, 1);
    CU_ASSERT_EQUAL(skew.tours, 1);
    CU_ASSERT(skew.cpu[1].low == 96 && skew.cpu[1].high == 102);  /* [112 - 16, 112 - 10] */
    CU_ASSERT(skew.cpu[2].low == 198 && skew.cpu[2].high == 204); /* [214 - 16, 214 - 10] */
    CU_ASSERT_EQUAL(skew.range, 204);
}

/* Nothing brackets CPU 2 closely by CPU 0, but CPU 1 is close to both. A clock that contradicts itself is refused. */
TEST(narrow)
{
    static const struct measure_probe chain[] = {{0, 100}, {1, 105},  {2, 900}, {1, 905},
                                                 {2, 910}, {1, 2000}, {0, 2005}},
                                      torn[] = {{0, 100}, {1, 105}, {0, 110}, {1, 140}, {0, 120}},
                                      far[] = {{0, 0}, {1, UINT64_C(1) << 52}, {0, 5}},
                                      open[] = {{0, 0}, {1, 5}, {2, 7}, {0, 9}};
    static const uint32_t three[] = {0, 1, 2};
    static struct measure_skew_result skew;
    CU_ASSERT_EQUAL(measure_skew(chain, 7, three, 3, 1, &skew), MEASURE_OK);
    CU_ASSERT(skew.cpu[2].low == 910 - 2005 && skew.cpu[2].high == 900 - 100);
    CU_ASSERT_EQUAL(measure_skew_narrow(chain, 7, three, 3, &skew), MEASURE_OK);
    CU_ASSERT(skew.cpu[1].low == -5 && skew.cpu[1].high == 5);
    CU_ASSERT(skew.cpu[2].low == -10 && skew.cpu[2].high == 10); /* 5 from 0 to 1, 5 from 1 to 2, and back */
    CU_ASSERT_EQUAL(skew.range, 10);
    CU_ASSERT_EQUAL(measure_skew_narrow(open, 3, three, 3, &skew), MEASURE_FEW); /* never back */
    CU_ASSERT_EQUAL(measure_skew_narrow(far, 3, three, 2, &skew), MEASURE_OVERFLOW);
    CU_ASSERT_EQUAL(measure_skew_narrow(far, 3, three, 1, &skew), MEASURE_ONE_CPU);
    CU_ASSERT_EQUAL(measure_skew_narrow(torn, 5, three, 2, &skew), MEASURE_UNSTEADY); /* ahead by 5, then by 20 */
    CU_ASSERT(skew.cpu[2].low == -10 && skew.range == 10);                            /* refused: unchanged */
}

/* Of several probes between two of the base the last bounds from below, the first from above. */
TEST(bracket)
{
    static const struct measure_probe taken[] = {{0, 10}, {1, 20}, {1, 30}, {0, 40}},
                                      late[] = {{1, 5}, {0, 10}, {1, 20}, {0, 30}, {1, 35}};
    static const uint32_t two[] = {0, 1};
    static struct measure_skew_result skew;
    CU_ASSERT_EQUAL(measure_skew(taken, 4, two, 2, 1, &skew), MEASURE_OK);
    CU_ASSERT(skew.cpu[1].low == -10 && skew.cpu[1].high == 10);
    CU_ASSERT_EQUAL(skew.cpu[1].brackets, 2);
    CU_ASSERT_TRUE(skew.monotonic);
    CU_ASSERT_EQUAL(measure_skew(late, 5, two, 2, 1, &skew), MEASURE_OK);
    CU_ASSERT_EQUAL(skew.tours, 2);
    CU_ASSERT_EQUAL(measure_skew(late, 5, two, 2, 2, &skew), MEASURE_FEW); /* two tours, but one bracket */
    static const struct measure_probe wander[] = {{0, 1}, {1, 2}, {0, 3}, {2, 4}, {1, 5}, {0, 6}};
    static const uint32_t three[] = {0, 1, 2};
    CU_ASSERT_EQUAL(measure_skew(wander, 6, three, 3, 1, &skew), MEASURE_OK);
    CU_ASSERT_EQUAL(skew.tours, 1); /* the first return has not been to CPU 2 */
}

TEST(skew_refusals)
{
    static const double same[] = {1, 1, 1, 1}, faster[] = {1, 1.5, 1, 1};
    static const int64_t none[] = {0, 0, 0, 0};
    static const uint32_t twice[] = {3, 3};
    static struct measure_skew_result skew;
    uint64_t state = 67;
    draw_probes(none, same, 2, &state);
    CU_ASSERT_EQUAL(measure_skew(probe, PROBES, cpus, 1, 10, &skew), MEASURE_ONE_CPU);
    CU_ASSERT_EQUAL(measure_skew(probe, PROBES, cpus, 0, 10, &skew), MEASURE_ONE_CPU);
    CU_ASSERT_EQUAL(measure_skew(probe, PROBES, twice, 2, 10, &skew), MEASURE_ARGUMENT);
    CU_ASSERT_EQUAL(measure_skew(probe, 0, cpus, 2, 10, &skew), MEASURE_FEW);
    CU_ASSERT_EQUAL(measure_skew(probe, PROBES, cpus, 3, 10, &skew), MEASURE_FEW);          /* CPU 7 never seen */
    CU_ASSERT_EQUAL(measure_skew(probe, PROBES, cpus, 2, 500, &skew), MEASURE_FEW);         /* poor statistics */
    CU_ASSERT_EQUAL(measure_skew(probe, PROBES, cpus + 1, 2, 10, &skew), MEASURE_ARGUMENT); /* CPU 3 not expected */
    size_t first = 0; /* one CPU first, then the other: they never alternate */
    for (size_t i = 0; i < PROBES; i++)
        if (probe[i].cpu == 3)
            probe[first++] = probe[i];
    for (size_t i = first; i < PROBES; i++)
        probe[i].cpu = 0;
    CU_ASSERT_EQUAL(measure_skew(probe, PROBES, cpus, 2, 1, &skew), MEASURE_FEW);
    draw_probes(none, faster, 2, &state);
    CU_ASSERT_EQUAL(measure_skew(probe, PROBES, cpus, 2, 10, &skew), MEASURE_UNSTEADY);
}

/* The host: where there are two CPUs, both ways of probing give intervals that share a shift. */
TEST(host_probes)
{
    static struct measure_skew_result switched, ordered;
    static struct measure_probe taken[20000];
    uint32_t host[MEASURE_CPUS];
    size_t count = MEASURE_CPUS, one = 1;
    struct measure_clock clock;
    CU_ASSERT_EQUAL(measure_host_clock("monotonic", &clock), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_host_cpus(host, &one), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_probe_switching(&clock, host, 1, 1, taken), MEASURE_ONE_CPU);
    CU_ASSERT_EQUAL(measure_probe_ordered(&clock, host, 1, 1, taken), MEASURE_ONE_CPU);
    CU_ASSERT_EQUAL(measure_host_cpus(host, &count), MEASURE_OK);
    if (count < 2)
        return;
    CU_ASSERT_EQUAL(measure_probe_switching(&clock, host, 2, 100, taken), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_skew(taken, 100 * measure_probe_tour(2), host, 2, 50, &switched), MEASURE_OK);
    CU_ASSERT_EQUAL(measure_probe_ordered(&clock, host, 2, 10000, taken), MEASURE_OK);
    enum measure_verdict verdict = measure_skew(taken, 20000, host, 2, 1, &ordered);
    CU_ASSERT(verdict == MEASURE_OK || verdict == MEASURE_FEW); /* a busy host may not let both run at once */
    const struct measure_shift *a = &switched.cpu[host[1]], *b = &ordered.cpu[host[1]];
    if (verdict == MEASURE_OK)
        CU_ASSERT(a->low <= b->high && b->low <= a->high);
    host[1] = MEASURE_CPUS;
    CU_ASSERT_EQUAL(measure_probe_ordered(&clock, host, 2, 10, taken), MEASURE_ABSENT);
    host[1] = MEASURE_CPUS - 1; /* hardly there */
    if (count < MEASURE_CPUS) {
        CU_ASSERT_EQUAL(measure_probe_switching(&clock, host, 2, 10, taken), MEASURE_ABSENT);
        CU_ASSERT_EQUAL(measure_probe_ordered(&clock, host, 2, 10, taken), MEASURE_ABSENT);
    }
}
