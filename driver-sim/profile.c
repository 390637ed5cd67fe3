/* SPDX-License-Identifier: MIT */
#include "profile.h"

/* The first interrupt is kept, and every other one from then on. */
static uint64_t read_clock(const struct kernel *k)
{
    return k->keep_all ? k->ticks : (k->ticks + 1) / 2;
}

void profile_main(struct process *process, void *arg)
{
    const struct profile *p = arg;
    struct kernel *k = process->kernel;
    for (bool more = true; more;) {
        const uint64_t from = read_clock(k);
        p->begin(p->arg);
        vcpu_work(k->cpu, p->segment);
        more = p->end(p->arg, read_clock(k) - from);
        vcpu_work(k->cpu, p->draw(p->arg, p->rest));
    }
}
