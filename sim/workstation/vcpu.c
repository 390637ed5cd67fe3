/* SPDX-License-Identifier: MIT */
#include "vcpu_host.h"

#include <string.h>

#define MAP_BASE 0x00100000U /* user address of the first mapping */

/* ---- Time and interrupts */

static void take_interrupts(struct vcpu *cpu)
{
    for (int level = VCPU_LEVEL_ALL; level > cpu->level; level--)
        if (cpu->pending >> level & 1) {
            const int old_level = cpu->level;
            const enum vcpu_mode old_mode = cpu->mode;
            cpu->pending &= ~(1U << level);
            if (!cpu->handler[level].call)
                continue;
            cpu->level = level;
            cpu->mode = VCPU_KERNEL;
            cpu->handler[level].call(cpu->handler[level].arg, old_mode);
            cpu->mode = old_mode;
            cpu->level = old_level;
        }
}

static void passed(struct vcpu *cpu)
{
    if (cpu->call->passed)
        cpu->call->passed(cpu->host, cpu->now_ps);
    if (cpu->pending >> (cpu->level + 1))
        take_interrupts(cpu);
}

/* In pieces, so that an interrupt comes when it is due and not at the end. */
static void spend(struct vcpu *cpu, uint64_t work_ps, bool memory)
{
    const struct vcpu_host *call = cpu->call;
    while (work_ps) {
        const uint64_t horizon = call->horizon(cpu->host, cpu->now_ps);
        uint64_t piece = work_ps;
        uint64_t took = memory ? call->stretch(cpu->host, cpu->now_ps, piece) : piece;
        if (took > horizon - cpu->now_ps) {
            took = horizon - cpu->now_ps;
            /* The most work that fits until then; stretching never takes less time than the work. */
            uint64_t least = 0, most = took < piece ? took : piece;
            while (memory && least < most) {
                const uint64_t middle = most - (most - least) / 2;
                if (call->stretch(cpu->host, cpu->now_ps, middle) <= took)
                    least = middle;
                else
                    most = middle - 1;
            }
            piece = most;
        }
        work_ps -= piece;
        cpu->now_ps += took;
        cpu->stolen_ps += took - piece;
        passed(cpu);
    }
}

void vcpu_raise(struct vcpu *cpu, int level)
{
    cpu->pending |= 1U << level;
}

void vcpu_work(struct vcpu *cpu, uint32_t cycles)
{
    if (cpu->call->horizon)
        spend(cpu, cycles * cpu->cycle_ps, true);
}

void vcpu_delay(struct vcpu *cpu, uint32_t ns)
{
    if (cpu->call->horizon)
        spend(cpu, (uint64_t)ns * 1000, false);
}

uint32_t vcpu_cost(const struct vcpu *cpu, enum vcpu_cost cost)
{
    return cpu->cost[cost];
}

uint32_t vcpu_least_ns(const struct vcpu *cpu, uint32_t cycles)
{
    return (uint32_t)(cycles * cpu->cycle_ps / 1000);
}

uint64_t vcpu_stolen(uint64_t now_ps, uint64_t work_ps, uint64_t period_ps, uint64_t steal_ps)
{
    if (!steal_ps || !work_ps)
        return work_ps;
    const uint64_t free_ps = period_ps - steal_ps, phase = now_ps % period_ps;
    /* Work that fits between the beginning of this period and now_ps */
    const uint64_t done = phase > steal_ps ? phase - steal_ps : 0;
    const uint64_t total = done + work_ps, periods = (total - 1) / free_ps;
    return periods * period_ps + steal_ps + (total - periods * free_ps) - phase;
}

/* ---- Accesses */

/* The socket's offset, or VCPU_FAULT. */
static int decode(const struct vcpu *cpu, uint32_t address)
{
    uint32_t physical = address;
    if (cpu->mode == VCPU_USER) {
        const uint32_t page = (address - MAP_BASE) / VCPU_PAGE;
        if (address < MAP_BASE || page >= VCPU_MAPS || !cpu->space[cpu->context].map[page])
            return VCPU_FAULT;
        physical = cpu->space[cpu->context].map[page] + address % VCPU_PAGE;
    }
    if (physical < VCPU_SOCKET || physical >= VCPU_SOCKET + VCPU_PAGE)
        return VCPU_FAULT;
    return (int)(physical & 2);
}

static int access_byte(struct vcpu *cpu, uint32_t address, bool write, uint8_t *value)
{
    const int offset = decode(cpu, address);
    if (offset == VCPU_FAULT || cpu->failed)
        return VCPU_FAULT;
    cpu->failed = !cpu->call->access(cpu->host, &cpu->now_ps, offset, write, value);
    if (cpu->failed)
        return VCPU_FAULT;
    passed(cpu);
    return 0;
}

int vcpu_get(struct vcpu *cpu, uint32_t address)
{
    uint8_t value = 0;
    return access_byte(cpu, address, false, &value) == VCPU_FAULT ? VCPU_FAULT : value;
}

int vcpu_put(struct vcpu *cpu, uint32_t address, uint8_t value)
{
    return access_byte(cpu, address, true, &value);
}

/* ---- Levels and modes */

int vcpu_level(struct vcpu *cpu, int level)
{
    const int old = cpu->level;
    if (cpu->mode == VCPU_USER || level < 0 || level > VCPU_LEVEL_ALL)
        return VCPU_FAULT;
    cpu->level = level;
    if (cpu->call->masked && (old == VCPU_LEVEL_ALL) != (level == VCPU_LEVEL_ALL))
        cpu->call->masked(cpu->host, level == VCPU_LEVEL_ALL);
    if (cpu->pending >> (level + 1))
        take_interrupts(cpu);
    return old;
}

enum vcpu_mode vcpu_mode(struct vcpu *cpu, enum vcpu_mode mode)
{
    const enum vcpu_mode old = cpu->mode;
    cpu->mode = mode;
    return old;
}

int vcpu_on_interrupt(struct vcpu *cpu, int level, void (*handler)(void *arg, enum vcpu_mode was), void *arg)
{
    if (cpu->mode == VCPU_USER || level <= VCPU_LEVEL_NONE || level > VCPU_LEVEL_ALL)
        return VCPU_FAULT;
    cpu->handler[level].call = handler;
    cpu->handler[level].arg = arg;
    return 0;
}

/* ---- User memory and mappings */

int64_t vcpu_map(struct vcpu *cpu, uint32_t physical)
{
    const uint32_t page = physical / VCPU_PAGE * VCPU_PAGE;
    if (cpu->mode == VCPU_USER || page != VCPU_SOCKET)
        return VCPU_FAULT;
    for (uint32_t n = 0; n < VCPU_MAPS; n++)
        if (!cpu->space[cpu->context].map[n]) {
            cpu->space[cpu->context].map[n] = page;
            return MAP_BASE + n * VCPU_PAGE + physical % VCPU_PAGE;
        }
    return VCPU_FAULT;
}

int vcpu_unmap(struct vcpu *cpu, uint32_t address)
{
    const uint32_t page = (address - MAP_BASE) / VCPU_PAGE;
    if (cpu->mode == VCPU_USER || address < MAP_BASE || page >= VCPU_MAPS || !cpu->space[cpu->context].map[page])
        return VCPU_FAULT;
    cpu->space[cpu->context].map[page] = 0;
    return 0;
}

static uint8_t *ram(struct vcpu *cpu, uint32_t address, size_t size)
{
    if (address < VCPU_RAM || size > VCPU_RAM_SIZE || address - VCPU_RAM > VCPU_RAM_SIZE - size)
        return NULL;
    return cpu->space[cpu->context].ram + (address - VCPU_RAM);
}

int vcpu_copy_out(struct vcpu *cpu, uint32_t to, const void *from, size_t size)
{
    uint8_t *place = ram(cpu, to, size);
    if (!place)
        return VCPU_FAULT;
    memcpy(place, from, size);
    return 0;
}

int vcpu_copy_in(struct vcpu *cpu, void *to, uint32_t from, size_t size)
{
    const uint8_t *place = ram(cpu, from, size);
    if (!place)
        return VCPU_FAULT;
    memcpy(to, place, size);
    return 0;
}

bool vcpu_test_and_set(struct vcpu *cpu, bool *word)
{
    if (cpu->call->test_and_set)
        return cpu->call->test_and_set(cpu->host, word);
    const bool was = *word;
    *word = true;
    return !was;
}

void vcpu_clear(struct vcpu *cpu, bool *word)
{
    (void)cpu;
    *word = false;
}

/* ---- Contexts */

void vcpu_open(struct vcpu *cpu, const struct vcpu_host *call, void *host, const struct figure *costs)
{
    memset(cpu, 0, offsetof(struct vcpu, space[1])); /* the others as they are made */
    cpu->call = call;
    cpu->host = host;
    cpu->contexts = 1;
    if (!costs)
        return;
    static const int figure[VCPU_COSTS] = {
        [VCPU_COST_ACCESS] = FIG_WORK_ACCESS,   [VCPU_COST_READ] = FIG_WORK_READ,
        [VCPU_COST_TIMEVAL] = FIG_WORK_TIMEVAL, [VCPU_COST_KERNEL] = FIG_WORK_KERNEL,
        [VCPU_COST_SYSCALL] = FIG_WORK_SYSCALL, [VCPU_COST_FILE] = FIG_WORK_FILE,
        [VCPU_COST_CLOCK] = FIG_WORK_CLOCK,     [VCPU_COST_CLOCK_DROPPED] = FIG_WORK_CLOCK_DROPPED,
        [VCPU_COST_SWITCH] = FIG_WORK_SWITCH,
    };
    cpu->cycle_ps = (uint64_t)(costs[FIG_CPU_CLOCK].value[CORNER_TYP] * costs[FIG_WORK_SCALE].value[CORNER_TYP] / 100);
    for (int n = 0; n < VCPU_COSTS; n++)
        cpu->cost[n] = (uint32_t)costs[figure[n]].value[CORNER_TYP];
}

struct vcpu_context *vcpu_context_new(struct vcpu *cpu, void (*entry)(void *arg), void *arg)
{
    if (cpu->mode == VCPU_USER || cpu->contexts == VCPU_CONTEXTS || !cpu->call->context_new ||
        !cpu->call->context_new(cpu->host, cpu->contexts, entry, arg))
        return NULL;
    cpu->space[cpu->contexts] = (struct vcpu_context){.level = 0};
    return &cpu->space[cpu->contexts++];
}

void vcpu_context_switch(struct vcpu *cpu, struct vcpu_context *to)
{
    const unsigned from = cpu->context;
    struct vcpu_context *own = &cpu->space[from];
    if (to == own)
        return;
    own->level = cpu->level;
    own->mode = cpu->mode;
    cpu->context = (unsigned)(to - cpu->space);
    cpu->level = to->level;
    cpu->mode = to->mode;
    cpu->call->context_switch(cpu->host, from, cpu->context);
    /* Resumed: the context that switched here has set context, level and mode */
}

struct vcpu_context *vcpu_context_now(struct vcpu *cpu)
{
    return &cpu->space[cpu->context];
}

void vcpu_halt(struct vcpu *cpu)
{
    cpu->call->halt(cpu->host);
}
