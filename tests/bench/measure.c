/* SPDX-License-Identifier: MIT
 * Speed of libmeasure: reading a host clock through the interface against the bare instruction, converting ticks, and
 * the hull of a million points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "cli/random.h"
#include "measure/measure.h"

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

#define RUNS 101 /* short; the least is taken, because other work on the host only adds, [003] */
#define READS 50000
#define CONVERSIONS 200000
#define HULLS 9
#define POINTS 1000000

/* Takes the values, so that the compiler leaves none out. */
static volatile uint64_t sink;

static double least(const double *value, size_t count)
{
    double found = value[0];
    for (size_t n = 1; n < count; n++)
        found = fmin(found, value[n]);
    return found;
}

static double read_ns(const struct measure_clock *clock)
{
    double from = seconds_now();
    for (int n = 0; n < READS; n++)
        sink = clock->read(clock->context);
    return 1e9 * (seconds_now() - from) / READS;
}

#if defined(__x86_64__) || defined(__i386__)
static double rdtsc_ns(void)
{
    double from = seconds_now();
    for (int n = 0; n < READS; n++)
        sink = __rdtsc();
    return 1e9 * (seconds_now() - from) / READS;
}

/* The runs of the two alternate, so that a slow moment of the host slows both. */
static void reading(cJSON *all)
{
    struct measure_clock clock;
    double interface[RUNS], bare[RUNS];
    if (measure_host_clock("tsc", &clock))
        return;
    for (size_t n = 0; n < RUNS; n++) {
        bare[n] = rdtsc_ns();
        interface[n] = read_ns(&clock);
    }
    double ns = least(interface, RUNS);
    bench_value(all, "host_read_ns", ns, "ns", false);
    bench_value(all, "host_read_over_rdtsc", ns / least(bare, RUNS), "x", false);
}
#else
static void reading(cJSON *all)
{
    struct measure_clock clock;
    double interface[RUNS];
    if (measure_host_clock("monotonic", &clock))
        return;
    for (size_t n = 0; n < RUNS; n++)
        interface[n] = read_ns(&clock);
    bench_value(all, "host_read_ns", least(interface, RUNS), "ns", false);
}
#endif

static void conversion(cJSON *all)
{
    struct measure_convert convert;
    double ns[RUNS];
    if (measure_convert_for(&convert, UINT64_C(2599998971), 3600))
        return;
    for (size_t run = 0; run < RUNS; run++) {
        uint64_t ticks = run, sum = 0;
        double from = seconds_now();
        for (int n = 0; n < CONVERSIONS; n++) {
            sum += measure_ticks_to_ns(&convert, ticks);
            ticks += UINT64_C(0x123456789abcd);
            __asm__ volatile("" : "+r"(ticks)); /* one at a time, as reads come; without vector instructions */
        }
        sink = sum;
        ns[run] = 1e9 * (seconds_now() - from) / CONVERSIONS;
    }
    bench_value(all, "tick_to_ns_ns", least(ns, RUNS), "ns", false);
}

/* The input of the least-values fit: times of a loop of n steps, with disturbances that add to them. */
static void hull(cJSON *all)
{
    double seconds[HULLS];
    int64_t *y = malloc(POINTS * sizeof *y);
    uint64_t state = 1;
    if (!y)
        return;
    for (size_t n = 0; n < POINTS; n++)
        y[n] = (int64_t)(359 * n + random_below(&state, 1000));
    for (size_t run = 0; run < HULLS; run++) {
        struct measure_hull h = {0};
        struct measure_least_values fit;
        double from = seconds_now();
        for (size_t n = 0; n < POINTS; n++)
            (void)measure_hull_add(&h, (int64_t)n, y[n]);
        bool good = measure_hull_fit(&h, 1, &fit) == MEASURE_OK;
        seconds[run] = seconds_now() - from;
        if (!good || fabs(fit.slope - 359) > 0.01) {
            (void)fprintf(stderr, "bench: the hull's slope is wrong\n");
            exit(1);
        }
        measure_hull_free(&h);
    }
    bench_value(all, "hull_million_s", least(seconds, HULLS), "s", false);
    free(y);
}

void bench_measure(cJSON *all)
{
    reading(all);
    conversion(all);
    hull(all);
}
