/* SPDX-License-Identifier: MIT */
#include "tsc_machine.h"

#include <math.h>

#include "cli/random.h"

#define POWER_ON 1e12 /* what a clock without offset reads at the start */

/* Parts of the way from one probe to the next; each has a least time and a mean excess over it. [E] */
static const struct part {
    double least, more;
} swap = {20, 5}, line = {90, 30}, far_line = {270, 90}, read_clock = {25, 5}, move = {TSC_MOVE_LEAST, 2000};
#define INTERRUPT 0.01 /* chance of one in a move */
#define INTERRUPT_TICKS 50000.0

static double draw(const struct part *part, uint64_t *random)
{
    return part->least - part->more * log1p(-random_uniform(random));
}

double tsc_machine_shift(const struct tsc_machine *m, size_t cpu, double at)
{
    return m->offset[cpu] - m->offset[0] + (m->drift[cpu] - m->drift[0]) * at;
}

static struct measure_probe probe_on(const struct tsc_machine *m, size_t cpu)
{
    double reading = POWER_ON + m->offset[cpu] + (1 + m->drift[cpu]) * m->now;
    return (struct measure_probe){.cpu = (uint32_t)cpu, .ticks = (uint64_t)floor(reading)};
}

static size_t next_winner(const struct tsc_machine *m, size_t last)
{
    if (random_uniform(m->random) < m->stays)
        return last;
    size_t other = random_below(m->random, m->cpus - 1);
    return other < last ? other : other + 1;
}

void tsc_machine_ordered(struct tsc_machine *m, size_t probes, struct measure_probe *probe)
{
    size_t last = random_below(m->random, m->cpus);
    for (size_t i = 0; i < probes; i++) {
        const size_t cpu = next_winner(m, last);
        m->now += draw(&swap, m->random);
        if (cpu != last)
            m->now += draw(cpu / TSC_SOCKET == last / TSC_SOCKET ? &line : &far_line, m->random);
        m->now += draw(&read_clock, m->random);
        probe[i] = probe_on(m, cpu);
        last = cpu;
    }
}

static struct measure_probe move_and_probe(struct tsc_machine *m, size_t cpu)
{
    m->now += draw(&move, m->random);
    if (random_uniform(m->random) < INTERRUPT)
        m->now += INTERRUPT_TICKS * random_uniform(m->random);
    return probe_on(m, cpu);
}

void tsc_machine_switching(struct tsc_machine *m, size_t rounds, struct measure_probe *probe)
{
    for (size_t round = 0; round < rounds; round++) {
        *probe++ = move_and_probe(m, 0);
        for (size_t cpu = 1; cpu < m->cpus; cpu++) {
            *probe++ = move_and_probe(m, cpu);
            *probe++ = move_and_probe(m, 0);
        }
    }
}
