/* SPDX-License-Identifier: MIT
 * Two processes that pass a message back and forth through a small kernel, as Beilner measured them in DASH: twelve
 * measurement points, at each of which a counter of clock interrupts can be read. The kernel is DASH's in outline only:
 * the cost of the code between two points is given. */
#ifndef DASH_H
#define DASH_H

#include <tmr0/vcpu.h>

#define DASH_POINTS 12

struct dash {
    uint32_t work[DASH_POINTS]; /* CPU cycles of the code after each point, 1 first */
    uint32_t spread;            /* cycles, 1 or more: each of these takes up to this many more, drawn */
    uint32_t cycles;            /* of the loop */
    uint32_t (*draw)(void *arg, uint32_t below);
    void (*point)(void *arg, unsigned point); /* 1 .. DASH_POINTS, in this order in each cycle but the first */
    void *arg;
    uint64_t ticks; /* clock interrupts: the clock that is read */
    /* Of the kernel */
    struct vcpu *cpu;
    struct vcpu_context *process[2];
    bool message[2]; /* waits for the process */
    bool failed;     /* no room for the second process */
};

/* For harness_run; arg is a struct dash. Returns after the last cycle. */
void dash_main(struct vcpu *cpu, void *arg);

#endif
