/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "machine_code.h"

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
    const struct reader *reader; /* NULL: start, or again */
    bool again, carry;
    uint64_t count;
    struct step *step;
    size_t steps, room;
    /* The run in progress */
    struct vcpu cpu;
    struct machine_code *code;
    struct reading reading;
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

/* Answers an access. False where the branch ends: this access comes next. */
static bool answer(struct program *p, int offset, bool write, uint8_t *value)
{
    if (p->used == p->given) {
        p->found = (struct step){.offset = offset,
                                 .write = write,
                                 .byte = write ? *value : 0,
                                 .atomic = p->masked && !p->free_since,
                                 .lock = p->lock_new,
                                 .holds = p->lock && !p->lock_new};
        return false;
    }
    if (!write)
        *value = p->history[p->used];
    p->used++;
    p->free_since = !p->masked;
    p->lock_new = false;
    return true;
}

// NOLINTNEXTLINE(readability-non-const-parameter): as struct vcpu_host wants it
static bool access_byte(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct program *p = host;
    (void)now_ps;
    if (!answer(p, offset, write, value))
        longjmp(p->stop, 1); // NOLINT(cert-err52-cpp): leaves driver code, which has no end of its own
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

/* On the 68020. */
static bool access_code(void *host, const struct machine_code_access *access, uint8_t *value)
{
    struct program *p = host;
    p->masked = !access->interruptible;
    p->free_since = access->interruptible;
    p->lock_new = access->locked && !p->lock;
    p->lock = access->locked;
    return answer(p, access->offset, access->write, value);
}

/* ---- The tree */

static bool run_here(struct program *p, uint64_t *value)
{
    if (p->reader)
        return reading_take(&p->reading, &p->cpu, value);
    reading_start(&p->cpu, p->count, p->again, p->carry);
    *value = 0;
    return true;
}

/* Finds the step after the branch in history. Machine code resumes at the step from; NULL: at reset. */
static void run_program(struct program *p, const struct step *from)
{
    p->cpu.level = VCPU_LEVEL_NONE;
    p->cpu.mode = VCPU_KERNEL;
    memset(p->cpu.space[0].map, 0, sizeof p->cpu.space[0].map);
    p->used = from ? from->depth : 0;
    p->lock = p->lock_new = p->masked = false;
    p->free_since = true;
    uint64_t value = 0;
    bool good = false;
    if (p->code) {
        const struct machine_code_job job = {.reading = p->reader ? &p->reading : NULL,
                                             .count = p->count,
                                             .again = p->again,
                                             .carry = p->carry,
                                             .from = from ? from->state : NULL,
                                             .locked = from && (from->lock || from->holds),
                                             .access = access_code,
                                             .host = p};
        const struct m68k_state *state;
        if (machine_code_run(p->code, &job, &good, &value, &state))
            p->found = (struct step){.done = true, .good = good, .value = value};
        else
            p->found.state = state;
    } else if (setjmp(p->stop) == 0) { // NOLINT(cert-err52-cpp)
        good = run_here(p, &value);
        p->found = (struct step){.done = true, .good = good, .value = value};
    }
}

static int add_step(struct program *p, int parent, uint8_t via)
{
    if (p->steps == p->room)
        p->step = memory_grow(p->step, &p->room, 64, sizeof *p->step);
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

static struct program *open_program(struct machine_code *code, const struct reader *reader, bool again, uint64_t count,
                                    bool carry)
{
    struct program *p = memory_new(1, sizeof *p);
    p->code = code;
    p->reader = reader;
    if (reader)
        p->reading =
            (struct reading){.path = reader->path, .mode = reader->mode, .defence = reader->defence, .lock = &p->lock};
    p->again = again;
    p->count = count;
    p->carry = carry;
    vcpu_open(&p->cpu, &untimed, p, NULL);
    run_program(p, NULL);
    (void)add_step(p, 0, 0);
    return p;
}

struct program *program_open(struct machine_code *code, const struct reader *reader)
{
    return open_program(code, reader, false, 0, false);
}

struct program *program_open_start(struct machine_code *code, uint64_t count, bool carry)
{
    return open_program(code, NULL, false, count, carry);
}

struct program *program_open_again(struct machine_code *code, uint64_t count, bool carry)
{
    return open_program(code, NULL, true, count, carry);
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
    const struct step *from = &p->step[at];
    while (!from->state && from != p->step)
        from = &p->step[from->parent];
    run_program(p, from->state ? from : NULL);
    return add_step(p, at, value);
}
