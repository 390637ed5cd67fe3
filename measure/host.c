/* SPDX-License-Identifier: MIT
 * The clocks of this host behind the interface. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "measure.h"

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#define HAVE_TSC 1
#else
#define HAVE_TSC 0
#endif

#define SECOND_NS 1000000000
#define ENDS 4096 /* brackets at each end of a calibration */
#define CONFIDENCE 0.95

static uint64_t system_ns(clockid_t id)
{
    struct timespec t;
    (void)clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * SECOND_NS + (uint64_t)t.tv_nsec;
}

static uint64_t read_monotonic(void *context)
{
    (void)context;
    return system_ns(CLOCK_MONOTONIC);
}

#ifdef CLOCK_MONOTONIC_COARSE
static uint64_t read_coarse(void *context)
{
    (void)context;
    return system_ns(CLOCK_MONOTONIC_COARSE);
}
#endif

#ifdef CLOCK_MONOTONIC_RAW
static uint64_t read_raw(void *context)
{
    (void)context;
    return system_ns(CLOCK_MONOTONIC_RAW);
}
#endif

#if HAVE_TSC
static uint64_t read_tsc(void *context)
{
    (void)context;
    return __rdtsc();
}

static uint64_t read_tsc_fenced(void *context)
{
    (void)context;
    _mm_lfence();
    uint64_t ticks = __rdtsc();
    _mm_lfence();
    return ticks;
}
#endif

static const struct measure_clock host[] = {
    /* The first is the reference of calibrations. */
    {.name = "monotonic", .read = read_monotonic, .hz = SECOND_NS, .bits = 64},
#ifdef CLOCK_MONOTONIC_COARSE
    {.name = "coarse", .read = read_coarse, .hz = SECOND_NS, .bits = 64},
#endif
#ifdef CLOCK_MONOTONIC_RAW
    {.name = "raw", .read = read_raw, .hz = SECOND_NS, .bits = 64},
#endif
#if HAVE_TSC
    {.name = "tsc", .read = read_tsc, .bits = 64},
    {.name = "tsc-fenced", .read = read_tsc_fenced, .bits = 64},
#endif
};
#define HOSTS (sizeof host / sizeof host[0])

const char *measure_host_clock_name(size_t n)
{
    return n < HOSTS ? host[n].name : NULL;
}

static bool same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

enum measure_verdict measure_host_clock(const char *name, struct measure_clock *clock)
{
    if (!name || !clock)
        return MEASURE_ARGUMENT;
    for (size_t n = 0; n < HOSTS; n++)
        if (same(name, host[n].name)) {
            *clock = host[n];
            return MEASURE_OK;
        }
    return MEASURE_ABSENT;
}

static int rest(double seconds)
{
    struct timespec left = {.tv_sec = (time_t)floor(seconds),
                            .tv_nsec = (long)((seconds - floor(seconds)) * SECOND_NS)};
    int failed;
    do
        failed = clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left);
    while (failed == EINTR);
    return failed;
}

enum measure_verdict measure_host_calibrate(struct measure_clock *clock, double seconds)
{
    if (!clock || !(seconds > 0 && seconds <= 3600) || !clock->read)
        return MEASURE_ARGUMENT;
    struct measure_bracket *bracket = malloc(2 * (size_t)ENDS * sizeof *bracket);
    if (!bracket)
        return MEASURE_MEMORY;
    measure_take_brackets(&host[0], clock, bracket, ENDS);
    const int failed = rest(seconds);
    measure_take_brackets(&host[0], clock, bracket + ENDS, ENDS);
    struct measure_rate rate;
    enum measure_verdict verdict =
        failed ? MEASURE_SYSTEM : measure_rate_quiet(bracket, 2 * (size_t)ENDS, CONFIDENCE, &rate);
    free(bracket);
    if (verdict == MEASURE_OK)
        clock->hz = rate.hz;
    return verdict;
}
