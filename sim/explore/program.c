/* SPDX-License-Identifier: MIT */
#include "explore.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "driver-sim/kernel.h"

const struct reader readers[] = {
    {"user32", "mapped registers, 32-bit count", 32, true, READ_MAPPED, TMR_COUNT32, TMR_PLAIN},
    {"user64", "mapped registers, 64-bit count", 64, true, READ_MAPPED, TMR_COUNT64, TMR_PLAIN},
    {"usertimeval", "mapped registers, timeval", 64, true, READ_MAPPED, TMR_TIMEVAL, TMR_PLAIN},
    {"user32-twice", "user32 read twice and compared", 32, false, READ_MAPPED, TMR_COUNT32, TMR_TWICE},
    {"user32-checked", "user32, pointer loaded for each word, byte pointer checked", 32, false, READ_MAPPED,
     TMR_COUNT32, TMR_CHECKED},
    {"user32-both", "user32-checked read twice and compared", 32, false, READ_MAPPED, TMR_COUNT32, TMR_BOTH},
    {"user32-lock", "user32 under a lock that all of them take", 32, true, READ_MAPPED, TMR_COUNT32, TMR_LOCKED},
    {"kernel", "kernel, interrupts masked, 32-bit count", 32, false, READ_KERNEL, TMR_COUNT32, TMR_PLAIN},
    {"kernel64", "kernel, interrupts masked, 64-bit count", 64, false, READ_KERNEL, TMR_COUNT64, TMR_PLAIN},
    {"kernel-unmasked", "kernel that forgets to mask interrupts, 32-bit count", 32, true, READ_UNMASKED, TMR_COUNT32,
     TMR_PLAIN},
    {"syscall", "tmr_gettime, 32-bit count", 32, false, READ_CALLED, TMR_COUNT32, TMR_PLAIN},
    {"syscalltimeval", "tmr_gettime, timeval", 64, false, READ_CALLED, TMR_TIMEVAL, TMR_PLAIN},
    {.name = NULL},
};

struct program {
    const struct reader *reader;
    struct step *step;
    size_t steps, room;
    /* The run in progress */
    struct vcpu cpu;
    struct kernel kernel; /* for its driver and one process */
    jmp_buf stop;
    uint8_t history[PROGRAM_DEPTH];
    size_t given, used;
    bool lock, lock_new, free_since, masked;
    struct step found;
};

const struct reader *reader_find(const char *name)
{
    for (const struct reader *r = readers; r->name; r++)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

/* ---- The host */

/* Answers an access; where the branch ends, this access comes next. */
// NOLINTNEXTLINE(readability-non-const-parameter): as struct vcpu_host wants it
static bool access_byte(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct program *p = host;
    (void)now_ps;
    if (p->used == p->given) {
        p->found = (struct step){.offset = offset,
                                 .write = write,
                                 .byte = write ? *value : 0,
                                 .atomic = p->masked && !p->free_since,
                                 .lock = p->lock_new,
                                 .holds = p->lock && !p->lock_new};
        longjmp(p->stop, 1); // NOLINT(cert-err52-cpp): leaves driver code, which has no end of its own
    }
    if (!write)
        *value = p->history[p->used];
    p->used++;
    p->free_since = !p->masked;
    p->lock_new = false;
    return true;
}

static void masked(void *host, bool now)
{
    struct program *p = host;
    p->masked = now;
    p->free_since = p->free_since || !now;
}

static bool test_and_set(void *host, bool *word)
{
    struct program *p = host;
    p->lock_new = *word = true; /* a reader that would have to wait is not run */
    return true;
}

static const struct vcpu_host untimed = {.access = access_byte, .masked = masked, .test_and_set = test_and_set};

/* ---- The readers */

static uint64_t microseconds(struct tmr_timeval t)
{
    return t.sec * UINT64_C(1000000) + t.usec;
}

static bool read_mapped(struct program *p, uint64_t *value)
{
    struct tmr_user user = {.defence = p->reader->defence, .tries = 1, .lock = &p->lock};
    struct tmr_timeval now;
    tmr_chip_open(&user.chip, &p->cpu, (uint32_t)vcpu_map(&p->cpu, VCPU_SOCKET), false, TMR_WAIT_SHORT);
    (void)vcpu_mode(&p->cpu, VCPU_USER);
    if (p->reader->mode != TMR_TIMEVAL)
        return tmr_user_count(&user, p->reader->mode == TMR_COUNT32 ? 2 : TMR_WORDS, value);
    const bool good = tmr_user_now(&user, &now);
    *value = good ? microseconds(now) : 0;
    return good;
}

static bool read_called(struct program *p, uint64_t *value)
{
    struct process *process = &p->kernel.process[0];
    struct tmr_timeval now = {0, 0};
    uint32_t count = 0;
    p->kernel.cpu = &p->cpu;
    process->kernel = &p->kernel;
    (void)vcpu_mode(&p->cpu, VCPU_USER);
    const int size = sys_gettime(process, p->reader->mode, VCPU_RAM);
    *value = 0;
    if (size < 0)
        return false;
    if (p->reader->mode == TMR_TIMEVAL) {
        (void)vcpu_copy_in(&p->cpu, &now, VCPU_RAM, sizeof now);
        *value = microseconds(now);
    } else if (p->reader->mode == TMR_COUNT32) {
        (void)vcpu_copy_in(&p->cpu, &count, VCPU_RAM, sizeof count);
        *value = count;
    } else
        (void)vcpu_copy_in(&p->cpu, value, VCPU_RAM, sizeof *value);
    return true;
}

static bool read_once(struct program *p, uint64_t *value)
{
    struct tmr_driver *driver = &p->kernel.driver;
    tmr_adopt(driver, &p->cpu, false, TMR_WAIT_SHORT);
    driver->unmasked = p->reader->path == READ_UNMASKED;
    if (p->reader->path == READ_MAPPED || p->reader->path == READ_CALLED)
        return (p->reader->path == READ_MAPPED ? read_mapped : read_called)(p, value);
    *value = p->reader->mode == TMR_COUNT32 ? tmr_count32(driver) : tmr_count64(driver);
    return true;
}

/* ---- The tree */

/* Finds the step after the branch in history. */
static void run_program(struct program *p)
{
    p->cpu.level = VCPU_LEVEL_NONE;
    p->cpu.mode = VCPU_KERNEL;
    memset(p->cpu.space[0].map, 0, sizeof p->cpu.space[0].map);
    p->used = 0;
    p->lock = p->lock_new = p->masked = false;
    p->free_since = true;
    if (setjmp(p->stop) == 0) { // NOLINT(cert-err52-cpp)
        uint64_t value = 0;
        const bool good = read_once(p, &value);
        p->found = (struct step){.done = true, .good = good, .value = value};
    }
}

static int add_step(struct program *p, int parent, uint8_t via)
{
    MEMORY_MORE(p->step, p->steps, &p->room);
    struct step *s = &p->step[p->steps];
    *s = p->found;
    s->parent = parent;
    s->via = via;
    s->depth = (uint16_t)p->given;
    if (p->steps) {
        s->sibling = p->step[parent].child;
        p->step[parent].child = (int)p->steps;
    }
    return (int)p->steps++;
}

struct program *program_open(const struct reader *reader)
{
    struct program *p = memory_new(1, sizeof *p);
    p->reader = reader;
    vcpu_open(&p->cpu, &untimed, p, NULL);
    run_program(p);
    (void)add_step(p, 0, 0);
    return p;
}

void program_close(struct program *p)
{
    if (p)
        free(p->step);
    free(p);
}

const struct step *program_step(const struct program *p, int at)
{
    return &p->step[at];
}

int program_next(struct program *p, int at, uint8_t value)
{
    for (int n = p->step[at].child; n; n = p->step[n].sibling)
        if (p->step[n].via == value)
            return n;
    const size_t depth = p->step[at].depth;
    if (depth + 1 > PROGRAM_DEPTH)
        return -1;
    p->history[depth] = value;
    for (int n = at; n; n = p->step[n].parent)
        p->history[p->step[n].depth - 1] = p->step[n].via;
    p->given = depth + 1;
    run_program(p);
    return add_step(p, at, value);
}

/* ---- The start of the clock */

struct list {
    struct bus_op *op;
    unsigned room, used;
};

// NOLINTNEXTLINE(readability-non-const-parameter): as struct vcpu_host wants it
static bool list_byte(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct list *l = host;
    (void)now_ps;
    if (l->used < l->room)
        l->op[l->used] = (struct bus_op){write, (uint8_t)offset, *value};
    l->used++;
    return true;
}

unsigned program_start(struct bus_op *op, unsigned room, uint64_t count, bool carry)
{
    static const struct vcpu_host listing = {.access = list_byte};
    struct list l = {op, room, 0};
    struct vcpu *cpu = memory_new(1, sizeof *cpu);
    struct tmr_chip chip;
    vcpu_open(cpu, &listing, &l, NULL);
    tmr_chip_open(&chip, cpu, VCPU_SOCKET, false, TMR_WAIT_SHORT);
    tmr_chip_start(&chip);
    tmr_chip_short_writes(&chip);
    tmr_chip_preset(&chip, count, carry);
    free(cpu);
    return l.used;
}
