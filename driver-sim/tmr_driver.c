/* SPDX-License-Identifier: MIT */
#include "tmr_driver.h"

/* ---- Probe and attach */

int tmr_probe(struct tmr *t, struct vcpu *cpu, uint32_t physical, bool direct)
{
    struct tmr_chip chip;
    if (t->attached)
        return -TMR_EBUSY;
    tmr_chip_open(&chip, cpu, physical, direct, TMR_WAIT_LONG);
    const int level = vcpu_level(cpu, VCPU_LEVEL_ALL);
    const bool there = tmr_chip_probe(&chip);
    (void)vcpu_level(cpu, level);
    return there ? 0 : -TMR_ENXIO;
}

int tmr_attach(struct tmr *t, struct vcpu *cpu, uint32_t physical, bool direct)
{
    const int error = tmr_probe(t, cpu, physical, direct);
    if (error)
        return error;
    *t = (struct tmr){.attached = true};
    tmr_chip_open(&t->chip, cpu, physical, direct, TMR_WAIT_LONG);
    const int level = vcpu_level(cpu, VCPU_LEVEL_ALL);
    tmr_chip_start(&t->chip);
    (void)vcpu_level(cpu, level);
    return 0;
}

/* ---- Counts */

uint32_t tmr_count32(struct tmr *t)
{
    vcpu_work(t->chip.cpu, vcpu_cost(t->chip.cpu, VCPU_COST_KERNEL));
    const int level = vcpu_level(t->chip.cpu, VCPU_LEVEL_ALL);
    const uint32_t count = (uint32_t)tmr_chip_read(&t->chip, 2);
    (void)vcpu_level(t->chip.cpu, level);
    return count;
}

/* The epoch moves on when the count has gone over 2^64, so that time never goes back. */
static uint64_t read64(struct tmr *t, struct tmr_timeval *epoch)
{
    vcpu_work(t->chip.cpu, vcpu_cost(t->chip.cpu, VCPU_COST_KERNEL));
    const int level = vcpu_level(t->chip.cpu, VCPU_LEVEL_ALL);
    const uint64_t count = tmr_chip_read(&t->chip, TMR_WORDS);
    if (count < t->last) {
        const struct tmr_timeval end = tmr_timeval(UINT64_MAX, t->epoch);
        t->epoch = tmr_timeval(1, end);
    }
    t->last = count;
    *epoch = t->epoch;
    (void)vcpu_level(t->chip.cpu, level);
    return count;
}

uint64_t tmr_count64(struct tmr *t)
{
    struct tmr_timeval ignored;
    return read64(t, &ignored);
}

struct tmr_timeval tmr_time(struct tmr *t)
{
    struct tmr_timeval epoch;
    const uint64_t count = read64(t, &epoch);
    vcpu_work(t->chip.cpu, vcpu_cost(t->chip.cpu, VCPU_COST_TIMEVAL));
    return tmr_timeval(count, epoch);
}

/* ---- Entry points */

static int check(const struct tmr *t, const struct tmr_file *file)
{
    if (!t->attached)
        return -TMR_ENXIO;
    return file->open ? 0 : -TMR_EBADF;
}

int tmr_open(struct tmr *t, struct tmr_file *file, unsigned flags)
{
    if (!t->attached)
        return -TMR_ENXIO;
    if (file->open || (flags & ~(unsigned)TMR_EXCLUSIVE))
        return -TMR_EINVAL;
    if (t->exclusive || (t->opens && flags & TMR_EXCLUSIVE))
        return -TMR_EBUSY;
    *file = (struct tmr_file){.open = true};
    t->opens++;
    t->exclusive = flags & TMR_EXCLUSIVE;
    return 0;
}

int tmr_close(struct tmr *t, struct tmr_file *file)
{
    const int error = check(t, file);
    if (error)
        return error;
    if (file->mapped)
        (void)vcpu_unmap(t->chip.cpu, file->mapped);
    *file = (struct tmr_file){0};
    t->opens--;
    t->exclusive = false; /* who was alone leaves nobody */
    return 0;
}

static int copy_out(const struct tmr *t, uint32_t to, const void *from, size_t size)
{
    return vcpu_copy_out(t->chip.cpu, to, from, size) == VCPU_FAULT ? -TMR_EFAULT : 0;
}

int tmr_read(struct tmr *t, const struct tmr_file *file, uint32_t to, size_t size)
{
    static const size_t needed[TMR_MODES] = {4, 8, sizeof(struct tmr_timeval)};
    int error = check(t, file);
    if (error)
        return error;
    if (size < needed[file->mode])
        return -TMR_EINVAL;
    vcpu_work(t->chip.cpu, vcpu_cost(t->chip.cpu, VCPU_COST_FILE));
    if (file->mode == TMR_COUNT32) {
        const uint32_t count = tmr_count32(t);
        error = copy_out(t, to, &count, sizeof count);
    } else if (file->mode == TMR_COUNT64) {
        const uint64_t count = tmr_count64(t);
        error = copy_out(t, to, &count, sizeof count);
    } else {
        error = tmr_gettime(t, to);
    }
    return error ? error : (int)needed[file->mode];
}

static int set_mode(const struct tmr *t, struct tmr_file *file, uint32_t arg)
{
    uint32_t mode;
    if (vcpu_copy_in(t->chip.cpu, &mode, arg, sizeof mode) == VCPU_FAULT)
        return -TMR_EFAULT;
    if (mode >= TMR_MODES)
        return -TMR_EINVAL;
    file->mode = (enum tmr_mode)mode;
    return 0;
}

static int set_epoch(struct tmr *t, uint32_t arg)
{
    struct tmr_timeval epoch;
    if (vcpu_copy_in(t->chip.cpu, &epoch, arg, sizeof epoch) == VCPU_FAULT)
        return -TMR_EFAULT;
    if (epoch.usec >= 1000000)
        return -TMR_EINVAL;
    if (t->opens > 1)
        return -TMR_EBUSY;
    t->epoch = epoch;
    return 0;
}

int tmr_ioctl(struct tmr *t, struct tmr_file *file, unsigned request, uint32_t arg)
{
    const int error = check(t, file);
    if (error)
        return error;
    const uint32_t mode = file->mode;
    switch (request) {
    case TMR_GET_MODE:
        return copy_out(t, arg, &mode, sizeof mode);
    case TMR_SET_MODE:
        return set_mode(t, file, arg);
    case TMR_GET_EPOCH:
        return copy_out(t, arg, &t->epoch, sizeof t->epoch);
    case TMR_SET_EPOCH:
        return set_epoch(t, arg);
    default:
        return -TMR_EINVAL;
    }
}

int tmr_mmap(struct tmr *t, struct tmr_file *file, uint32_t offset, uint32_t size, uint32_t *address)
{
    const int error = check(t, file);
    if (error)
        return error;
    if (offset != 0 || size == 0 || size > VCPU_PAGE || file->mapped)
        return -TMR_EINVAL;
    const int64_t mapped = vcpu_map(t->chip.cpu, t->chip.page);
    if (mapped == VCPU_FAULT)
        return -TMR_ENOMEM;
    *address = file->mapped = (uint32_t)mapped;
    return 0;
}

int tmr_gettime(struct tmr *t, uint32_t to)
{
    if (!t->attached)
        return -TMR_ENXIO;
    const struct tmr_timeval time = tmr_time(t);
    return copy_out(t, to, &time, sizeof time);
}
