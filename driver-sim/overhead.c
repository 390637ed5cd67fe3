/* SPDX-License-Identifier: MIT */
#include "overhead.h"

#include "tmr_user.h"

static uint32_t seconds_us(struct tmr_timeval from, struct tmr_timeval to)
{
    return 1000000 * (to.sec - from.sec) + to.usec - from.usec;
}

static void in_kernel(struct overhead *o)
{
    struct tmr_driver *d = &o->kernel.driver;
    const uint32_t from = tmr_count32(d);
    uint32_t to = from;
    for (uint32_t n = 0; n < o->reads; n++)
        to = tmr_count32(d);
    o->us[OVERHEAD_KERNEL][0] = to - from;
    const struct tmr_timeval first = tmr_now(d);
    struct tmr_timeval last = first;
    for (uint32_t n = 0; n < o->reads; n++)
        last = tmr_now(d);
    o->us[OVERHEAD_KERNEL][1] = seconds_us(first, last);
}

static void mapped(struct overhead *o, struct tmr_user *user)
{
    uint64_t from, to;
    struct tmr_timeval first, last;
    (void)tmr_user_count(user, 2, &from);
    to = from;
    for (uint32_t n = 0; n < o->reads; n++)
        (void)tmr_user_count(user, 2, &to);
    o->us[OVERHEAD_USER][0] = (uint32_t)(to - from);
    (void)tmr_user_now(user, &first);
    last = first;
    for (uint32_t n = 0; n < o->reads; n++)
        (void)tmr_user_now(user, &last);
    o->us[OVERHEAD_USER][1] = seconds_us(first, last);
}

static void called(struct overhead *o, struct process *p)
{
    uint32_t from = 0, to = 0;
    struct tmr_timeval first = {0, 0}, last = {0, 0};
    struct vcpu *cpu = o->kernel.cpu;
    o->error = sys_gettime(p, TMR_COUNT32, VCPU_RAM);
    (void)vcpu_copy_in(cpu, &from, VCPU_RAM, sizeof from);
    for (uint32_t n = 0; n < o->reads; n++)
        (void)sys_gettime(p, TMR_COUNT32, VCPU_RAM);
    (void)vcpu_copy_in(cpu, &to, VCPU_RAM, sizeof to);
    o->us[OVERHEAD_SYSCALL][0] = to - from;
    (void)sys_gettime(p, TMR_TIMEVAL, VCPU_RAM);
    (void)vcpu_copy_in(cpu, &first, VCPU_RAM, sizeof first);
    for (uint32_t n = 0; n < o->reads; n++)
        (void)sys_gettime(p, TMR_TIMEVAL, VCPU_RAM);
    (void)vcpu_copy_in(cpu, &last, VCPU_RAM, sizeof last);
    o->us[OVERHEAD_SYSCALL][1] = seconds_us(first, last);
}

static void in_process(struct process *p, void *arg)
{
    struct overhead *o = arg;
    struct tmr_user user = {.defence = TMR_PLAIN, .tries = 1};
    const int fd = sys_open(p, KERNEL_DEVICE, 0);
    const int64_t page = sys_mmap(p, fd, 0, VCPU_PAGE);
    if (page < 0) {
        o->error = (int)page;
        return;
    }
    tmr_chip_open(&user.chip, o->kernel.cpu, (uint32_t)page, o->direct, o->waits);
    mapped(o, &user);
    called(o, p);
    if (o->error > 0)
        o->error = 0; /* it was the number of bytes */
}

void overhead_measure(struct vcpu *cpu, void *arg)
{
    struct overhead *o = arg;
    o->error = kernel_boot(&o->kernel, cpu, o->direct, o->waits, 1);
    if (o->error)
        return;
    in_kernel(o);
    o->error = kernel_spawn(&o->kernel, in_process, o);
    if (!o->error)
        kernel_run(&o->kernel, 0);
}
