/* SPDX-License-Identifier: MIT */
#include "workload.h"

struct clock {
    struct process *process;
    struct workload *load;
    struct tmr_user user;
};

static bool read_clock(struct clock *c, uint32_t *us)
{
    if (c->load->kind == WORKLOAD_SYSCALL) {
        const int size = sys_gettime(c->process, TMR_COUNT32, VCPU_RAM);
        return size > 0 && vcpu_copy_in(c->process->kernel->cpu, us, VCPU_RAM, sizeof *us) == 0;
    }
    uint64_t count;
    const bool good = tmr_user_count(&c->user, 2, &count);
    *us = (uint32_t)count;
    return good;
}

static void take_sample(struct clock *c)
{
    const struct process *p = c->process;
    const uint64_t interrupts = p->interrupts, descheduled = p->descheduled;
    struct workload_sample s = {.us = 0};
    uint32_t from = 0, to = 0;
    s.given_up = !read_clock(c, &from);
    vcpu_work(p->kernel->cpu, c->load->cycles);
    s.given_up = !read_clock(c, &to) || s.given_up;
    s.us = to - from;
    s.interrupts = (uint16_t)(p->interrupts - interrupts);
    s.descheduled = (uint16_t)(p->descheduled - descheduled);
    if (c->load->samples < c->load->room)
        c->load->sample[c->load->samples] = s;
    c->load->samples++;
}

void workload_main(struct process *p, void *arg)
{
    struct workload *load = arg;
    struct clock c = {.process = p, .load = load};
    if (load->kind == WORKLOAD_USER || load->kind == WORKLOAD_TWICE) {
        const int fd = sys_open(p, KERNEL_DEVICE, 0);
        const int64_t page = fd < 0 ? fd : sys_mmap(p, fd, 0, VCPU_PAGE);
        if (page < 0) {
            load->error = (int)page;
            return;
        }
        tmr_chip_open(&c.user.chip, p->kernel->cpu, (uint32_t)page, load->direct, load->waits);
        c.user.defence = load->kind == WORKLOAD_TWICE ? TMR_TWICE : TMR_PLAIN;
        c.user.tries = TMR_TRIES;
    }
    for (;;)
        if (load->kind == WORKLOAD_COMPUTE)
            vcpu_work(p->kernel->cpu, load->cycles);
        else
            take_sample(&c);
}
