/* SPDX-License-Identifier: MIT */
#include "tmr_driver.h"

#include <string.h>

#define SECOND 1000000U

/* ---- The clock */

/* A 64-bit count far below the last one has passed 2^64, so count 0 is that much later. Called with interrupts masked:
 * an interrupt that also reads the clock must not come between. */
static void note_count(struct tmr_driver *d, uint64_t count)
{
    if (count < d->last && d->last - count > UINT64_MAX / 2) {
        d->epoch = tmr_timeval(UINT64_MAX, d->epoch);
        d->epoch = tmr_timeval(1, d->epoch);
    }
    d->last = count;
}

/* A carry needs time from counter to counter. A SAVE within that time takes the lower counter after its turn, at 0, and
 * an upper one before the carry: 65536 us too low. The carry is over by the second SAVE. */
static uint64_t read_whole(struct tmr_chip *chip, unsigned words)
{
    const uint64_t count = tmr_chip_read(chip, words);
    return (uint16_t)count ? count : tmr_chip_read(chip, words);
}

static uint64_t read_masked(struct tmr_driver *d, unsigned words, struct tmr_timeval *epoch)
{
    struct vcpu *cpu = d->chip.cpu;
    vcpu_work(cpu, vcpu_cost(cpu, VCPU_COST_KERNEL));
    if (d->unmasked)
        return tmr_chip_read(&d->chip, words);
    const int old = vcpu_level(cpu, VCPU_LEVEL_ALL);
    const uint64_t count = read_whole(&d->chip, words);
    if (words == TMR_WORDS && !d->chip.failed)
        note_count(d, count);
    *epoch = d->epoch;
    (void)vcpu_level(cpu, old);
    return count;
}

uint32_t tmr_count32(struct tmr_driver *d)
{
    struct tmr_timeval ignored;
    return (uint32_t)read_masked(d, 2, &ignored);
}

uint64_t tmr_count64(struct tmr_driver *d)
{
    struct tmr_timeval ignored;
    return read_masked(d, TMR_WORDS, &ignored);
}

struct tmr_timeval tmr_now(struct tmr_driver *d)
{
    struct tmr_timeval epoch = d->epoch;
    const uint64_t count = read_masked(d, TMR_WORDS, &epoch);
    vcpu_work(d->chip.cpu, vcpu_cost(d->chip.cpu, VCPU_COST_TIMEVAL));
    return tmr_timeval(count, epoch);
}

int tmr_take(struct tmr_driver *d, enum tmr_mode mode, uint32_t to)
{
    union {
        uint32_t count32;
        uint64_t count64;
        struct tmr_timeval now;
    } value;
    const size_t size = mode == TMR_COUNT32 ? sizeof value.count32 : sizeof value;
    if (mode == TMR_COUNT32)
        value.count32 = tmr_count32(d);
    else if (mode == TMR_COUNT64)
        value.count64 = tmr_count64(d);
    else
        value.now = tmr_now(d);
    if (d->chip.failed)
        return -TMR_EIO;
    return vcpu_copy_out(d->chip.cpu, to, &value, size) == VCPU_FAULT ? -TMR_EFAULT : (int)size;
}

/* ---- Entry points */

void tmr_adopt(struct tmr_driver *d, struct vcpu *cpu, bool direct, enum tmr_waits waits)
{
    memset(d, 0, sizeof *d);
    tmr_chip_open(&d->chip, cpu, VCPU_SOCKET, direct, waits);
    d->attached = true;
}

int tmr_probe(struct tmr_driver *d, struct vcpu *cpu, bool direct, enum tmr_waits waits)
{
    if (d->attached)
        return -TMR_EBUSY;
    tmr_chip_open(&d->chip, cpu, VCPU_SOCKET, direct, waits == TMR_WAIT_SHORT ? TMR_WAIT_LONG : waits);
    const int old = vcpu_level(cpu, VCPU_LEVEL_ALL);
    const bool there = tmr_chip_probe(&d->chip);
    (void)vcpu_level(cpu, old);
    return there ? 0 : -TMR_ENXIO;
}

int tmr_attach(struct tmr_driver *d, struct vcpu *cpu, bool direct, enum tmr_waits waits)
{
    const int error = tmr_probe(d, cpu, direct, waits);
    if (error)
        return error;
    const struct tmr_chip chip = d->chip; /* keeps the long waits until F9 is in force */
    *d = (struct tmr_driver){.chip = chip, .attached = true};
    const int old = vcpu_level(cpu, VCPU_LEVEL_ALL);
    tmr_chip_start(&d->chip);
    if (waits == TMR_WAIT_SHORT)
        tmr_chip_short_writes(&d->chip);
    (void)vcpu_level(cpu, old);
    return 0;
}

int tmr_open(struct tmr_driver *d, struct tmr_file *file, int flags)
{
    if (!d->attached)
        return -TMR_ENXIO;
    if (flags & ~TMR_EXCLUSIVE)
        return -TMR_EINVAL;
    if (file->open || d->exclusive || (flags && (d->opens || d->maps)))
        return -TMR_EBUSY;
    *file = (struct tmr_file){.open = true, .exclusive = flags != 0, .mode = TMR_COUNT32};
    d->exclusive = file->exclusive;
    d->opens++;
    return 0;
}

int tmr_close(struct tmr_driver *d, struct tmr_file *file)
{
    if (!file->open)
        return -TMR_EBADF;
    d->exclusive = d->exclusive && !file->exclusive;
    d->opens--;
    file->open = false;
    return 0;
}

int tmr_read(struct tmr_driver *d, const struct tmr_file *file, uint32_t to, uint32_t size)
{
    if (!file->open)
        return -TMR_EBADF;
    if (size < (file->mode == TMR_COUNT32 ? 4 : 8))
        return -TMR_EINVAL;
    return tmr_take(d, file->mode, to);
}

static int set_mode(struct tmr_driver *d, struct tmr_file *file, uint32_t arg)
{
    uint32_t mode;
    if (vcpu_copy_in(d->chip.cpu, &mode, arg, sizeof mode) == VCPU_FAULT)
        return -TMR_EFAULT;
    if (mode >= TMR_MODES)
        return -TMR_EINVAL;
    file->mode = (enum tmr_mode)mode;
    return 0;
}

static int set_epoch(struct tmr_driver *d, uint32_t arg)
{
    struct tmr_timeval epoch;
    if (vcpu_copy_in(d->chip.cpu, &epoch, arg, sizeof epoch) == VCPU_FAULT)
        return -TMR_EFAULT;
    if (epoch.usec >= SECOND)
        return -TMR_EINVAL;
    if (d->opens > 1) /* their clock would jump */
        return -TMR_EBUSY;
    d->epoch = epoch;
    return 0;
}

int tmr_ioctl(struct tmr_driver *d, struct tmr_file *file, int request, uint32_t arg)
{
    const uint32_t mode = file->mode;
    if (!file->open)
        return -TMR_EBADF;
    switch (request) {
    case TMR_GET_MODE:
        return vcpu_copy_out(d->chip.cpu, arg, &mode, sizeof mode) == VCPU_FAULT ? -TMR_EFAULT : 0;
    case TMR_SET_MODE:
        return set_mode(d, file, arg);
    case TMR_GET_EPOCH:
        return vcpu_copy_out(d->chip.cpu, arg, &d->epoch, sizeof d->epoch) == VCPU_FAULT ? -TMR_EFAULT : 0;
    case TMR_SET_EPOCH:
        return set_epoch(d, arg);
    default:
        return -TMR_EINVAL;
    }
}

int64_t tmr_mmap(struct tmr_driver *d, const struct tmr_file *file, uint32_t offset, uint32_t length)
{
    if (!file->open)
        return -TMR_EBADF;
    if (offset != 0 || length == 0 || length > VCPU_PAGE)
        return -TMR_EINVAL;
    const int64_t address = vcpu_map(d->chip.cpu, VCPU_SOCKET);
    if (address == VCPU_FAULT)
        return -TMR_EINVAL;
    d->maps++;
    return address;
}

int tmr_munmap(struct tmr_driver *d, uint32_t address)
{
    if (vcpu_unmap(d->chip.cpu, address) == VCPU_FAULT)
        return -TMR_EINVAL;
    d->maps--;
    return 0;
}
