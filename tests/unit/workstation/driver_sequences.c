/* SPDX-License-Identifier: MIT */
#include "driver_sequences.h"

#include "driver-sim/overhead.h"
#include "driver-sim/tmr_user.h"

#define BUFFER VCPU_RAM
#define OUTSIDE (VCPU_RAM + VCPU_RAM_SIZE)
#define NOWHERE 0xf0000000U /* nothing answers there */

static uint64_t microseconds(struct tmr_timeval time)
{
    return time.sec * UINT64_C(1000000) + time.usec;
}

/* ---- The chip and the driver's counts */

static bool probe(struct sequence *s, uint64_t *value)
{
    *value = 0;
    return tmr_probe(&s->kernel.driver, s->cpu, s->direct, TMR_WAIT_LONG) == 0;
}

static bool start(struct sequence *s, uint64_t *value)
{
    struct tmr_chip chip;
    *value = 0;
    tmr_chip_open(&chip, s->cpu, VCPU_SOCKET, s->direct, TMR_WAIT_LONG);
    tmr_chip_start(&chip);
    return !chip.failed;
}

static bool short_writes(struct sequence *s, uint64_t *value)
{
    struct tmr_chip chip;
    *value = 0;
    tmr_chip_open(&chip, s->cpu, VCPU_SOCKET, s->direct, TMR_WAIT_LONG);
    tmr_chip_short_writes(&chip);
    return !chip.failed;
}

static bool count32(struct sequence *s, uint64_t *value)
{
    *value = tmr_count32(&s->kernel.driver);
    return !s->kernel.driver.chip.failed;
}

static bool count64(struct sequence *s, uint64_t *value)
{
    *value = tmr_count64(&s->kernel.driver);
    return !s->kernel.driver.chip.failed;
}

static bool timeval(struct sequence *s, uint64_t *value)
{
    *value = microseconds(tmr_now(&s->kernel.driver));
    return !s->kernel.driver.chip.failed;
}

static bool checked(struct sequence *s, uint64_t *value)
{
    return tmr_chip_read_checked(&s->kernel.driver.chip, 2, value);
}

/* Every form of the time over carries of every counter, with F9 in force; unmasked at the end. */
static bool carries(struct sequence *s, uint64_t *value)
{
    static const uint64_t from[] = {0,
                                    0xfff0,
                                    0xfffffe80,
                                    0xfffffffffe00,
                                    UINT64_C(0xfffffffffffffe00),
                                    999900,
                                    UINT64_C(4294967295999900),
                                    0x123456789abcdef0};
    struct tmr_driver *d = &s->kernel.driver;
    bool good = tmr_attach(d, s->cpu, s->direct, TMR_WAIT_SHORT) == 0;
    d->epoch = (struct tmr_timeval){1000, 999990};
    for (unsigned n = 0; n < sizeof from / sizeof from[0]; n++) {
        tmr_chip_preset(&d->chip, from[n], true);
        d->last = from[n];
        for (int read = 0; read < 20; read++) {
            *value = 31 * *value + tmr_count32(d);
            *value = 31 * *value + tmr_count64(d);
            *value = 31 * *value + microseconds(tmr_now(d));
        }
        good = good && vcpu_level(s->cpu, VCPU_LEVEL_NONE) == VCPU_LEVEL_NONE;
    }
    tmr_chip_preset(&d->chip, 0x1234, false);
    *value = 31 * *value + tmr_chip_read(&d->chip, TMR_WORDS);
    tmr_chip_again(&d->chip);
    *value = 31 * *value + tmr_chip_read(&d->chip, TMR_WORDS);
    d->unmasked = true;
    *value = 31 * *value + tmr_count32(d);
    return good && tmr_attach(d, s->cpu, s->direct, TMR_WAIT_SHORT) == -TMR_EBUSY && !d->chip.failed;
}

/* ---- Files and mappings */

/* The words of a result, whose order of bytes is the CPU's. */
static uint64_t words_at(struct vcpu *cpu, uint32_t address, int size)
{
    uint64_t count = 0;
    uint32_t word = 0;
    for (int n = 0; n < size; n += 4) {
        (void)vcpu_copy_in(cpu, &word, address + (uint32_t)n, sizeof word);
        count += word;
    }
    return count;
}

static bool read_mode(struct sequence *s, struct tmr_file *file, uint32_t mode, uint64_t *value)
{
    struct tmr_driver *d = &s->kernel.driver;
    const uint32_t size = mode == TMR_COUNT32 ? 4 : 8;
    const bool good =
        vcpu_copy_out(s->cpu, BUFFER, &mode, sizeof mode) == 0 && tmr_ioctl(d, file, TMR_SET_MODE, BUFFER) == 0 &&
        tmr_read(d, file, BUFFER, size - 1) == -TMR_EINVAL && tmr_read(d, file, OUTSIDE - size + 1, 8) == -TMR_EFAULT &&
        tmr_read(d, file, OUTSIDE - size, 8) == (int)size;
    *value = 31 * *value + words_at(s->cpu, OUTSIDE - size, (int)size);
    return good;
}

static bool files(struct sequence *s, uint64_t *value)
{
    struct tmr_driver *d = &s->kernel.driver;
    struct tmr_file file = {.open = false}, other = {.open = false};
    const struct tmr_timeval epoch = {600000000, 999999}, bad = {1, 1000000};
    bool good = tmr_read(d, &file, BUFFER, 8) == -TMR_EBADF && tmr_open(d, &file, 2) == -TMR_EINVAL &&
                tmr_open(d, &file, 0) == 0 && tmr_open(d, &other, TMR_EXCLUSIVE) == -TMR_EBUSY;
    good = good && vcpu_copy_out(s->cpu, BUFFER, &bad, sizeof bad) == 0 &&
           tmr_ioctl(d, &file, TMR_SET_EPOCH, BUFFER) == -TMR_EINVAL &&
           vcpu_copy_out(s->cpu, BUFFER, &epoch, sizeof epoch) == 0 && tmr_ioctl(d, &file, TMR_SET_EPOCH, BUFFER) == 0;
    for (uint32_t mode = 0; mode < TMR_MODES && good; mode++)
        good = read_mode(s, &file, mode, value);
    return good && tmr_close(d, &file) == 0 && tmr_close(d, &file) == -TMR_EBADF;
}

/* What user mode may not do. */
static bool refused(struct vcpu *cpu, uint32_t page)
{
    return vcpu_get(cpu, page - 1) == VCPU_FAULT && vcpu_get(cpu, page + 2 * VCPU_PAGE) == VCPU_FAULT &&
           vcpu_put(cpu, VCPU_SOCKET, 0) == VCPU_FAULT && vcpu_level(cpu, VCPU_LEVEL_ALL) == VCPU_FAULT &&
           vcpu_map(cpu, VCPU_SOCKET) == VCPU_FAULT && vcpu_unmap(cpu, page) == VCPU_FAULT &&
           !vcpu_context_new(cpu, NULL, NULL) && vcpu_on_interrupt(cpu, VCPU_LEVEL_CLOCK, NULL, NULL) == VCPU_FAULT;
}

/* Mapped registers in user mode, with each defence. */
static bool mapped(struct sequence *s, uint64_t *value)
{
    struct tmr_driver *d = &s->kernel.driver;
    struct vcpu *cpu = s->cpu;
    struct tmr_file file = {.open = false};
    bool lock = false, good = tmr_open(d, &file, 0) == 0;
    const int64_t page = tmr_mmap(d, &file, 0, VCPU_PAGE), second = tmr_mmap(d, &file, 0, 1);
    good = good && page > 0 && second > 0 && second != page && tmr_mmap(d, &file, 0, 1) == -TMR_EINVAL &&
           vcpu_mode(cpu, VCPU_USER) == VCPU_KERNEL && vcpu_mode(cpu, VCPU_USER) == VCPU_USER;
    for (int defence = 0; defence < TMR_DEFENCES; defence++) {
        struct tmr_user user = {.defence = (enum tmr_defence)defence, .tries = TMR_TRIES, .lock = &lock};
        struct tmr_timeval now = {0, 0};
        uint64_t count = 0;
        tmr_chip_open(&user.chip, cpu, (uint32_t)page, s->direct, TMR_WAIT_LONG);
        good = tmr_user_count(&user, 2, &count) && good;
        *value = 31 * *value + count;
        good = tmr_user_count(&user, TMR_WORDS, &count) && tmr_user_now(&user, &now) && good;
        *value = 31 * *value + count + microseconds(now);
    }
    good = good && !lock && refused(cpu, (uint32_t)page) &&
           vcpu_get(cpu, (uint32_t)page + VCPU_PAGE - 4) != VCPU_FAULT && vcpu_mode(cpu, VCPU_KERNEL) == VCPU_USER &&
           vcpu_level(cpu, VCPU_LEVEL_ALL + 1) == VCPU_FAULT && vcpu_get(cpu, NOWHERE) == VCPU_FAULT &&
           vcpu_put(cpu, NOWHERE, 1) == VCPU_FAULT;
    return good && tmr_munmap(d, (uint32_t)page) == 0 && tmr_munmap(d, (uint32_t)page) == -TMR_EINVAL &&
           tmr_munmap(d, (uint32_t)second) == 0 && tmr_close(d, &file) == 0;
}

/* ---- Processes */

struct turn {
    uint64_t *value;
    bool good;
};

static void call_all(struct process *p, void *arg)
{
    struct turn *t = arg;
    struct vcpu *cpu = p->kernel->cpu;
    const int fd = sys_open(p, KERNEL_DEVICE, 0);
    t->good = fd == 0 && sys_open(p, "/dev/null", 0) == -TMR_ENXIO && sys_close(p, 1) == -TMR_EBADF;
    for (int mode = 0; mode < TMR_MODES; mode++) {
        const int size = mode == TMR_COUNT32 ? 4 : 8;
        t->good = sys_gettime(p, (enum tmr_mode)mode, BUFFER) == size && t->good;
        *t->value = 31 * *t->value + words_at(cpu, BUFFER, size);
        sys_yield(p);
        t->good = sys_read(p, fd, BUFFER, 8) == 4 && t->good;
    }
    t->good = t->good && sys_gettime(p, TMR_COUNT32, OUTSIDE) == -TMR_EFAULT && sys_mmap(p, fd, 0, VCPU_PAGE) > 0 &&
              vcpu_mode(cpu, VCPU_USER) == VCPU_USER; /* file and mapping are left open */
}

// NOLINTNEXTLINE(readability-non-const-parameter): the processes write it
static bool processes(struct sequence *s, uint64_t *value)
{
    struct turn turn[3];
    bool good = kernel_boot(&s->kernel, s->cpu, s->direct, TMR_WAIT_SHORT, 1) == 0;
    for (int n = 0; n < 3; n++) {
        turn[n] = (struct turn){value, false};
        good = good && kernel_spawn(&s->kernel, call_all, &turn[n]) == 0;
    }
    kernel_run(&s->kernel, 0);
    kernel_run(&s->kernel, 0); /* none is left */
    for (int n = 0; n < 3; n++)
        good = good && turn[n].good;
    return good && s->kernel.driver.opens == 0 && s->kernel.driver.maps == 0;
}

static bool reads_of_figure1(struct sequence *s, uint64_t *value)
{
    static struct overhead o;
    o = (struct overhead){.reads = 4, .direct = s->direct, .waits = TMR_WAIT_SHORT};
    overhead_measure(s->cpu, &o);
    for (int n = 0; n < 2 * OVERHEAD_PATHS; n++)
        *value = 31 * *value + o.us[n / 2][n % 2];
    return o.error == 0;
}

const struct driver_sequence driver_sequence[] = {
    {"probe", "is there a board", false, probe},
    {"start", "start of the count", false, start},
    {"short-writes", "short data writes, F9", false, short_writes},
    {"count32", "32-bit count", true, count32},
    {"count64", "64-bit count", true, count64},
    {"timeval", "timeval", true, timeval},
    {"checked", "32-bit count of a mapped reader that checks the byte pointer", true, checked},
    {"carries", NULL, false, carries},
    {"files", NULL, true, files},
    {"mapped", NULL, true, mapped},
    {"processes", NULL, false, processes},
    {"figure1", NULL, false, reads_of_figure1},
};
const unsigned driver_sequences = sizeof driver_sequence / sizeof driver_sequence[0];

bool driver_sequence_prepare(const struct driver_sequence *sequence, struct sequence *s)
{
    return !sequence->attached || tmr_attach(&s->kernel.driver, s->cpu, s->direct, TMR_WAIT_LONG) == 0;
}
