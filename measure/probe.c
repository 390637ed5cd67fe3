/* SPDX-License-Identifier: MIT
 * Readings of a clock on several CPUs in a known order, [004]: by one thread that moves, or by threads that compete for
 * the next number. */
#define _GNU_SOURCE /* CPU sets */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "measure.h"

#define GIVE_WAY 2000

static enum measure_verdict move_to(uint32_t cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) == 0)
        return MEASURE_OK;
    return errno == EINVAL ? MEASURE_ABSENT : MEASURE_SYSTEM;
}

enum measure_verdict measure_host_cpus(uint32_t *cpus, size_t *count)
{
    cpu_set_t set;
    if (!cpus || !count)
        return MEASURE_ARGUMENT;
    if (sched_getaffinity(0, sizeof set, &set))
        return MEASURE_SYSTEM;
    size_t found = 0;
    for (uint32_t cpu = 0; cpu < MEASURE_CPUS && found < *count; cpu++)
        if (CPU_ISSET(cpu, &set))
            cpus[found++] = cpu;
    *count = found;
    return MEASURE_OK;
}

static enum measure_verdict check(const struct measure_clock *clock, const uint32_t *cpus, size_t count,
                                  const struct measure_probe *probe)
{
    enum measure_verdict verdict = measure_clock_check(clock);
    if (verdict == MEASURE_OK && (!cpus || !probe))
        verdict = MEASURE_ARGUMENT;
    for (size_t c = 0; c < count && verdict == MEASURE_OK; c++)
        verdict = cpus[c] < MEASURE_CPUS ? MEASURE_OK : MEASURE_ABSENT;
    if (verdict)
        return verdict;
    return count < 2 ? MEASURE_ONE_CPU : MEASURE_OK;
}

size_t measure_probe_tour(size_t count)
{
    return 2 * (count - 1) + 1;
}

static enum measure_verdict probe_on(const struct measure_clock *clock, uint32_t cpu, struct measure_probe *probe)
{
    enum measure_verdict verdict = move_to(cpu);
    if (verdict == MEASURE_OK)
        *probe = (struct measure_probe){.cpu = cpu, .ticks = clock->read(clock->context)};
    return verdict;
}

enum measure_verdict measure_probe_switching(const struct measure_clock *clock, const uint32_t *cpus, size_t count,
                                             size_t rounds, struct measure_probe *probe)
{
    enum measure_verdict verdict = check(clock, cpus, count, probe);
    cpu_set_t home;
    if (verdict)
        return verdict;
    if (sched_getaffinity(0, sizeof home, &home))
        return MEASURE_SYSTEM;
    for (size_t round = 0; round < rounds && verdict == MEASURE_OK; round++) {
        verdict = probe_on(clock, cpus[0], probe++);
        for (size_t c = 1; c < count && verdict == MEASURE_OK; c++) {
            verdict = probe_on(clock, cpus[c], probe++);
            if (verdict == MEASURE_OK)
                verdict = probe_on(clock, cpus[0], probe++);
        }
    }
    if (sched_setaffinity(0, sizeof home, &home) && verdict == MEASURE_OK)
        verdict = MEASURE_SYSTEM;
    return verdict;
}

struct race {
    const struct measure_clock *clock;
    struct measure_probe *probe;
    size_t probes, racers;
    _Alignas(64) atomic_size_t ready;
    _Alignas(64) atomic_size_t next;
    _Alignas(64) atomic_int verdict;
};

struct racer {
    struct race *race;
    uint32_t cpu;
    pthread_t thread;
};

/* The number's cache line stays with the CPU that wrote it last. Without a pause one CPU takes thousands of numbers in
 * a row, and reads that do not alternate bound no shift. */
static void give_way(const struct race *race, size_t mine)
{
    for (int spin = 0; spin < GIVE_WAY && atomic_load_explicit(&race->next, memory_order_relaxed) == mine; spin++)
        ;
}

static void *run(void *context)
{
    const struct racer *me = context;
    struct race *race = me->race;
    enum measure_verdict moved = move_to(me->cpu);
    if (moved)
        atomic_store(&race->verdict, (int)moved);
    atomic_fetch_add(&race->ready, 1);
    while (atomic_load(&race->ready) < race->racers && !atomic_load(&race->verdict))
        (void)sched_yield();
    if (atomic_load(&race->verdict))
        return NULL;
    for (;;) {
        size_t number = atomic_load(&race->next);
        if (number >= race->probes)
            return NULL;
        uint64_t ticks = race->clock->read(race->clock->context);
        if (!atomic_compare_exchange_strong(&race->next, &number, number + 1))
            continue;
        race->probe[number] = (struct measure_probe){.cpu = me->cpu, .ticks = ticks};
        give_way(race, number + 1);
    }
}

static enum measure_verdict run_race(struct race *race, struct racer *racer, const uint32_t *cpus, size_t count)
{
    size_t started = 0;
    for (; started < count; started++) {
        racer[started] = (struct racer){.race = race, .cpu = cpus[started]};
        errno = pthread_create(&racer[started].thread, NULL, run, &racer[started]);
        if (errno)
            break;
    }
    if (started < count)
        atomic_store(&race->verdict, MEASURE_SYSTEM);
    for (size_t i = 0; i < started; i++)
        (void)pthread_join(racer[i].thread, NULL);
    return (enum measure_verdict)atomic_load(&race->verdict);
}

enum measure_verdict measure_probe_ordered(const struct measure_clock *clock, const uint32_t *cpus, size_t count,
                                           size_t each, struct measure_probe *probe)
{
    enum measure_verdict verdict = check(clock, cpus, count, probe);
    if (verdict)
        return verdict;
    struct race race = {.clock = clock, .probe = probe, .probes = count * each, .racers = count};
    struct racer *racer = calloc(count, sizeof *racer);
    if (!racer)
        return MEASURE_MEMORY;
    verdict = run_race(&race, racer, cpus, count);
    free(racer);
    return verdict;
}
