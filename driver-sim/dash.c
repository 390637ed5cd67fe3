/* SPDX-License-Identifier: MIT */
#include "dash.h"

enum { FIRST, SECOND }; /* the processes */

/* Points of [002] figure 16. "Resumed" and "done" end the receive that the other process's switch has resumed. */
static const struct {
    unsigned send, sent, receive, blocks, resumed, done;
} point[2] = {{1, 2, 3, 4, 11, 12}, {7, 8, 9, 10, 5, 6}};

static void clock_interrupt(void *arg, enum vcpu_mode was)
{
    struct dash *d = arg;
    (void)was;
    d->ticks++;
    vcpu_work(d->cpu, vcpu_cost(d->cpu, VCPU_COST_CLOCK_DROPPED)); /* it counts, and does nothing else */
}

/* Passes a measurement point, then runs the code after it. */
static void pass(struct dash *d, unsigned at)
{
    d->point(d->arg, at);
    vcpu_work(d->cpu, d->work[at - 1] + d->draw(d->arg, d->spread));
}

static void send(struct dash *d, int own)
{
    (void)vcpu_mode(d->cpu, VCPU_KERNEL);
    pass(d, point[own].send);
    d->message[!own] = true;
    (void)vcpu_mode(d->cpu, VCPU_USER);
    pass(d, point[own].sent);
}

static void receive(struct dash *d, int own)
{
    (void)vcpu_mode(d->cpu, VCPU_KERNEL);
    pass(d, point[own].receive);
    if (!d->message[own]) {
        pass(d, point[own].blocks);
        vcpu_context_switch(d->cpu, d->process[!own]);
        pass(d, point[own].resumed);
    }
    d->message[own] = false;
    (void)vcpu_mode(d->cpu, VCPU_USER);
    pass(d, point[own].done);
}

static void second(void *arg)
{
    struct dash *d = arg;
    for (;;) {
        receive(d, SECOND);
        send(d, SECOND);
    }
}

void dash_main(struct vcpu *cpu, void *arg)
{
    struct dash *d = arg;
    d->cpu = cpu;
    (void)vcpu_on_interrupt(cpu, VCPU_LEVEL_CLOCK, clock_interrupt, d);
    d->process[FIRST] = vcpu_context_now(cpu);
    d->process[SECOND] = vcpu_context_new(cpu, second, d);
    d->failed = !d->process[SECOND];
    for (uint32_t n = 0; n < d->cycles && !d->failed; n++) {
        send(d, FIRST);
        receive(d, FIRST);
    }
}
