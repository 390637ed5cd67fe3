/* SPDX-License-Identifier: MIT
 * A simulated machine whose CPUs have clocks of known offset and drift, and the two ways of probing them. */
#ifndef TMR0_TSC_MACHINE_H
#define TMR0_TSC_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "measure/measure.h"

enum { TSC_CPUS = 64 };

/* Times are in ticks of a clock without offset and drift. */
struct tsc_machine {
    size_t cpus;
    double offset[TSC_CPUS]; /* of a CPU's clock at the start */
    double drift[TSC_CPUS];  /* what it gains in a tick */
    double now;              /* since the start */
    double stays;            /* chance that the CPU which advanced the number last does so again */
    uint64_t *random;
};

/* Least time from a probe to the next by another CPU, and the mean: of threads that compete, and of one that moves.
 * [E]: a cache line passes between two CPUs of a socket in some 100 ticks. The time of a move is chosen so that the
 * bound of 23,000 ticks follows, which the article reports for it. */
#define TSC_ORDERED_LEAST 135.0
#define TSC_ORDERED_MEAN 175.0
#define TSC_MOVE_LEAST 9000.0
#define TSC_SOCKET 16 /* CPUs; to another socket a line takes as long again, twice */

/* True shift of a CPU's clock against that of CPU 0, at this time since the start. */
double tsc_machine_shift(const struct tsc_machine *machine, size_t cpu, double at);

/* As measure_probe_ordered and measure_probe_switching probe CPUs 0..cpus - 1. */
void tsc_machine_ordered(struct tsc_machine *machine, size_t probes, struct measure_probe *probe);
void tsc_machine_switching(struct tsc_machine *machine, size_t rounds, struct measure_probe *probe);

#endif
