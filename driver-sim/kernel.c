/* SPDX-License-Identifier: MIT */
#include "kernel.h"

#include <string.h>

/* ---- Processes */

static void give_way(struct kernel *k)
{
    const unsigned old = k->now;
    unsigned next = old;
    do
        next = (next + 1) % k->processes;
    while (next != old && !k->process[next].runs);
    k->slice_left = k->slice_ticks;
    k->due = false;
    if (next == old)
        return;
    vcpu_work(k->cpu, vcpu_cost(k->cpu, VCPU_COST_SWITCH));
    k->process[old].descheduled++;
    k->now = next;
    vcpu_context_switch(k->cpu, k->process[next].context);
}

static void clock_interrupt(void *arg, enum vcpu_mode was)
{
    struct kernel *k = arg;
    const bool dropped = k->ticks++ % 2 != 0 && !k->keep_all;
    vcpu_work(k->cpu, vcpu_cost(k->cpu, dropped ? VCPU_COST_CLOCK_DROPPED : VCPU_COST_CLOCK));
    if (!k->processes)
        return;
    k->process[k->now].interrupts++;
    if (k->ticks == k->stop_ticks) {
        vcpu_context_switch(k->cpu, k->boot);
        return;
    }
    if (!dropped && k->slice_left && --k->slice_left == 0)
        k->due = true;
    if (k->due && was == VCPU_USER)
        give_way(k);
}

static void process_main(void *arg)
{
    struct process *p = arg;
    struct kernel *k = p->kernel;
    (void)vcpu_mode(k->cpu, VCPU_USER);
    p->main(p, p->arg);
    (void)vcpu_mode(k->cpu, VCPU_KERNEL);
    for (int fd = 0; fd < KERNEL_FILES; fd++)
        (void)tmr_close(&k->driver, &p->file[fd]);
    for (int n = 0; n < KERNEL_MAPS; n++)
        if (p->map[n])
            (void)tmr_munmap(&k->driver, p->map[n]);
    p->runs = false;
    give_way(k);
    vcpu_context_switch(k->cpu, k->boot); /* no process is left */
}

int kernel_boot(struct kernel *k, struct vcpu *cpu, bool direct, enum tmr_waits waits, unsigned slice_ticks)
{
    memset(k, 0, sizeof *k);
    k->cpu = cpu;
    k->slice_ticks = k->slice_left = slice_ticks;
    k->boot = vcpu_context_now(cpu);
    if (!slice_ticks)
        return -TMR_EINVAL;
    (void)vcpu_on_interrupt(cpu, VCPU_LEVEL_CLOCK, clock_interrupt, k);
    return tmr_attach(&k->driver, cpu, direct, waits);
}

int kernel_spawn(struct kernel *k, void (*main)(struct process *process, void *arg), void *arg)
{
    if (k->processes == KERNEL_PROCESSES)
        return -TMR_EINVAL;
    struct process *p = &k->process[k->processes];
    *p = (struct process){.kernel = k, .main = main, .arg = arg, .runs = true};
    p->context = vcpu_context_new(k->cpu, process_main, p);
    if (!p->context)
        return -TMR_EINVAL;
    k->processes++;
    return 0;
}

void kernel_run(struct kernel *k, uint64_t ticks)
{
    k->stop_ticks = ticks ? k->ticks + ticks : UINT64_MAX;
    for (unsigned n = 0; n < k->processes; n++) {
        const unsigned at = (k->now + n) % k->processes;
        if (!k->process[at].runs)
            continue;
        k->now = at;
        vcpu_context_switch(k->cpu, k->process[at].context);
        return;
    }
}

/* ---- System calls */

static void enter(struct process *p)
{
    struct vcpu *cpu = p->kernel->cpu;
    (void)vcpu_mode(cpu, VCPU_KERNEL);
    vcpu_work(cpu, vcpu_cost(cpu, VCPU_COST_SYSCALL));
}

static int64_t leave(struct process *p, int64_t result)
{
    struct kernel *k = p->kernel;
    if (k->due)
        give_way(k);
    (void)vcpu_mode(k->cpu, VCPU_USER);
    return result;
}

static struct tmr_file *file_of(struct process *p, int fd)
{
    return fd >= 0 && fd < KERNEL_FILES && p->file[fd].open ? &p->file[fd] : NULL;
}

int sys_open(struct process *p, const char *path, int flags)
{
    enter(p);
    int fd = 0, result = -TMR_ENXIO;
    while (fd < KERNEL_FILES && p->file[fd].open)
        fd++;
    if (fd == KERNEL_FILES)
        result = -TMR_EMFILE;
    else if (!path)
        result = -TMR_EFAULT;
    else if (strcmp(path, KERNEL_DEVICE) == 0)
        result = tmr_open(&p->kernel->driver, &p->file[fd], flags);
    return (int)leave(p, result ? result : fd);
}

int sys_close(struct process *p, int fd)
{
    enter(p);
    struct tmr_file *file = file_of(p, fd);
    return (int)leave(p, file ? tmr_close(&p->kernel->driver, file) : -TMR_EBADF);
}

int sys_read(struct process *p, int fd, uint32_t to, uint32_t size)
{
    enter(p);
    vcpu_work(p->kernel->cpu, vcpu_cost(p->kernel->cpu, VCPU_COST_FILE));
    const struct tmr_file *file = file_of(p, fd);
    return (int)leave(p, file ? tmr_read(&p->kernel->driver, file, to, size) : -TMR_EBADF);
}

int sys_ioctl(struct process *p, int fd, int request, uint32_t arg)
{
    enter(p);
    struct tmr_file *file = file_of(p, fd);
    return (int)leave(p, file ? tmr_ioctl(&p->kernel->driver, file, request, arg) : -TMR_EBADF);
}

int64_t sys_mmap(struct process *p, int fd, uint32_t offset, uint32_t length)
{
    enter(p);
    const struct tmr_file *file = file_of(p, fd);
    int n = 0;
    while (n < KERNEL_MAPS && p->map[n])
        n++;
    const int64_t address = !file              ? -TMR_EBADF
                            : n == KERNEL_MAPS ? -TMR_EINVAL
                                               : tmr_mmap(&p->kernel->driver, file, offset, length);
    if (address > 0)
        p->map[n] = (uint32_t)address;
    return leave(p, address);
}

int sys_munmap(struct process *p, uint32_t address)
{
    enter(p);
    int n = 0;
    while (n < KERNEL_MAPS && (!p->map[n] || p->map[n] != address))
        n++;
    if (n == KERNEL_MAPS)
        return (int)leave(p, -TMR_EINVAL);
    p->map[n] = 0;
    return (int)leave(p, tmr_munmap(&p->kernel->driver, address));
}

int sys_gettime(struct process *p, enum tmr_mode mode, uint32_t to)
{
    struct tmr_driver *driver = &p->kernel->driver;
    enter(p);
    if (!driver->attached)
        return (int)leave(p, -TMR_ENXIO);
    return (int)leave(p, (unsigned)mode < TMR_MODES ? tmr_take(driver, mode, to) : -TMR_EINVAL);
}

void sys_yield(struct process *p)
{
    enter(p);
    p->kernel->due = true;
    (void)leave(p, 0);
}
