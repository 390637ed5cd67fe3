/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <string.h>

#define CONTROL(offset) (*(volatile uint32_t *)(0x1e0000U + (offset))) /* sim/m68k/m68k.h */
#define EXIT CONTROL(0x04)
#define CLOCK_INTERRUPTS CONTROL(0x08)
#define CLOCK_PS CONTROL(0x0c)
#define NOW_UPPER CONTROL(0x10)
#define NOW_LOWER CONTROL(0x14)
#define CLOCKS CONTROL(0x18)

#define MAP_BASE 0x00100000U /* user address of the first mapping */
#define NOWHERE 0xf0000000U  /* nothing answers there */
#define MAPS 2
#define CONTEXTS 34 /* those of the kernel's processes, and two more */
#define STACK_SIZE 8192
#define INTERRUPT_STACK_SIZE 4096
#define TURNS 64 /* of the loop, whose clocks are measured */

struct vcpu_context {
    void *sp; /* while it does not run */
    enum vcpu_mode mode;
    uint32_t map[MAPS]; /* physical page, 0: free */
    void (*entry)(void *arg);
    void *arg;
    uint8_t ram[VCPU_RAM_SIZE];
    _Alignas(4) uint8_t stack[STACK_SIZE];
    uint8_t interrupt_stack[INTERRUPT_STACK_SIZE]; /* of interrupts in user mode */
};

struct vcpu {
    enum vcpu_mode mode;
    struct vcpu_context *now;
    struct {
        void (*call)(void *arg, enum vcpu_mode was);
        void *arg;
    } handler[VCPU_LEVEL_ALL + 1];
    uint32_t cost[VCPU_COSTS];
    uint32_t turns_of_ns, turns_of_cycle; /* times 2^32 */
    uint32_t delay_ns, delay_turns;       /* the last ones; before the first one 0 ns, and 1 */
    uint64_t cycle_ps;
    unsigned contexts;
};

static _Alignas(4) struct vcpu machine;
static _Alignas(4) struct vcpu_context context[CONTEXTS];

void machine_swap(void **from, void *to);
void machine_interrupt(int level);

/* ---- Time */

static void spin(uint32_t turns)
{
    __asm__ volatile("1: subq.l #1,%0\n\tbne.s 1b" : "+d"(turns));
}

/* Clocks of a number of turns, and of the code around them. */
static uint32_t __attribute__((noinline)) measure_loop(uint32_t turns)
{
    const uint32_t begin = CLOCKS;
    spin(turns);
    return CLOCKS - begin;
}

void vcpu_work(struct vcpu *cpu, uint32_t cycles)
{
    const uint32_t turns = cycles ? (uint32_t)((uint64_t)cycles * cpu->turns_of_cycle >> 32) : 0;
    if (turns)
        spin(turns);
}

/* A driver waits for the same time again and again, and a multiplication takes longer than that. */
void vcpu_delay(struct vcpu *cpu, uint32_t ns)
{
    if (ns != cpu->delay_ns) {
        cpu->delay_ns = ns;
        cpu->delay_turns = (uint32_t)((uint64_t)ns * cpu->turns_of_ns >> 32) + 1;
    }
    spin(cpu->delay_turns);
}

uint32_t vcpu_cost(const struct vcpu *cpu, enum vcpu_cost cost)
{
    return cpu->cost[cost];
}

uint32_t vcpu_least_ns(const struct vcpu *cpu, uint32_t cycles)
{
    return cycles ? (uint32_t)(cycles * cpu->cycle_ps / 1000) : 0;
}

uint64_t machine_now_ps(void)
{
    uint32_t upper, lower;
    do {
        upper = NOW_UPPER;
        lower = NOW_LOWER;
    } while (NOW_UPPER != upper);
    return (uint64_t)upper << 32 | lower;
}

/* ---- Accesses */

static uint32_t physical(const struct vcpu *cpu, uint32_t address)
{
    if (cpu->mode == VCPU_KERNEL)
        return address;
    const uint32_t page = (address - MAP_BASE) / VCPU_PAGE;
    return page < MAPS && cpu->now->map[page] ? cpu->now->map[page] + address % VCPU_PAGE : NOWHERE;
}

/* After a bus error at an instruction of this table D0 is -1 and the code goes on at its second address. */
#define GUARDED(instruction) "1: " instruction "\n2:\n\t.pushsection .guard,\"a\"\n\t.long 1b, 2b\n\t.popsection"

int vcpu_get(struct vcpu *cpu, uint32_t address)
{
    const uint32_t at = physical(cpu, address);
    register int value __asm__("d0") = 0;
    __asm__ volatile(GUARDED("move.b (%1),%0") : "+d"(value) : "a"(at) : "memory", "cc");
    return value;
}

int vcpu_put(struct vcpu *cpu, uint32_t address, uint8_t value)
{
    const uint32_t at = physical(cpu, address);
    register int result __asm__("d0") = 0;
    __asm__ volatile(GUARDED("move.b %2,(%1)") : "+d"(result) : "a"(at), "d"(value) : "memory", "cc");
    return result;
}

/* ---- Levels and modes */

static int mask(int level)
{
    uint16_t status;
    __asm__ volatile("move.w %%sr,%0" : "=d"(status) : : "memory");
    __asm__ volatile("move.w %0,%%sr" : : "d"((uint16_t)((status & ~0x700) | level << 8)) : "memory", "cc");
    return status >> 8 & 7;
}

int vcpu_level(struct vcpu *cpu, int level)
{
    return cpu->mode == VCPU_USER || level < 0 || level > VCPU_LEVEL_ALL ? VCPU_FAULT : mask(level);
}

enum vcpu_mode vcpu_mode(struct vcpu *cpu, enum vcpu_mode mode)
{
    const enum vcpu_mode old = cpu->mode;
    register int user __asm__("d0") = mode == VCPU_USER;
    register uint8_t *stack __asm__("a1") = cpu->now->interrupt_stack + INTERRUPT_STACK_SIZE;
    cpu->mode = mode;
    if (mode != old)
        __asm__ volatile("trap #0" : "+d"(user), "+a"(stack) : : "a0", "memory", "cc");
    return old;
}

int vcpu_on_interrupt(struct vcpu *cpu, int level, void (*handler)(void *arg, enum vcpu_mode was), void *arg)
{
    if (cpu->mode == VCPU_USER || level <= VCPU_LEVEL_NONE || level > VCPU_LEVEL_ALL)
        return VCPU_FAULT;
    const int old = mask(VCPU_LEVEL_ALL);
    cpu->handler[level].call = handler;
    cpu->handler[level].arg = arg;
    (void)mask(old);
    return 0;
}

/* Called by start.S, with that level masked. */
void machine_interrupt(int level)
{
    const enum vcpu_mode was = machine.mode;
    if (!machine.handler[level].call)
        return;
    machine.mode = VCPU_KERNEL;
    machine.handler[level].call(machine.handler[level].arg, was);
    machine.mode = was;
}

/* ---- User memory and mappings */

int64_t vcpu_map(struct vcpu *cpu, uint32_t address)
{
    const uint32_t page = address / VCPU_PAGE * VCPU_PAGE;
    if (cpu->mode == VCPU_USER || page != VCPU_SOCKET)
        return VCPU_FAULT;
    for (uint32_t n = 0; n < MAPS; n++)
        if (!cpu->now->map[n]) {
            cpu->now->map[n] = page;
            return MAP_BASE + n * VCPU_PAGE + address % VCPU_PAGE;
        }
    return VCPU_FAULT;
}

int vcpu_unmap(struct vcpu *cpu, uint32_t address)
{
    const uint32_t page = (address - MAP_BASE) / VCPU_PAGE;
    if (cpu->mode == VCPU_USER || page >= MAPS || !cpu->now->map[page])
        return VCPU_FAULT;
    cpu->now->map[page] = 0;
    return 0;
}

static uint8_t *ram(struct vcpu *cpu, uint32_t address, size_t size)
{
    if (address < VCPU_RAM || size > VCPU_RAM_SIZE || address - VCPU_RAM > VCPU_RAM_SIZE - size)
        return NULL;
    return cpu->now->ram + (address - VCPU_RAM);
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
    uint8_t clear;
    (void)cpu;
    __asm__ volatile("tas (%1)\n\tseq %0" : "=d"(clear) : "a"(word) : "memory", "cc");
    return clear;
}

void vcpu_clear(struct vcpu *cpu, bool *word)
{
    (void)cpu;
    *(volatile bool *)word = false;
}

/* ---- Contexts */

static struct vcpu_context *new_context(struct vcpu *cpu)
{
    struct vcpu_context *c = &context[cpu->contexts++];
    c->mode = VCPU_KERNEL;
    memset(c->map, 0, sizeof c->map);
    return c;
}

static void begin_context(void)
{
    const struct vcpu_context *own = machine.now;
    (void)mask(VCPU_LEVEL_NONE);
    own->entry(own->arg);
    EXIT = 255; /* an entry switches away for good */
}

struct vcpu_context *vcpu_context_new(struct vcpu *cpu, void (*entry)(void *arg), void *arg)
{
    if (cpu->mode == VCPU_USER || cpu->contexts == CONTEXTS)
        return NULL;
    struct vcpu_context *c = new_context(cpu);
    uint32_t *sp = (uint32_t *)(c->stack + STACK_SIZE) - 2; /* as machine_swap leaves it: 12 registers and the PC */
    *sp = (uint32_t)begin_context;
    c->sp = sp - 12;
    c->entry = entry;
    c->arg = arg;
    return c;
}

void vcpu_context_switch(struct vcpu *cpu, struct vcpu_context *to)
{
    struct vcpu_context *own = cpu->now;
    if (to == own)
        return;
    const int level = mask(VCPU_LEVEL_ALL);
    own->mode = cpu->mode;
    cpu->now = to;
    cpu->mode = to->mode;
    machine_swap(&own->sp, to->sp);
    /* Resumed: the context that switched here has set now and mode */
    (void)mask(level);
}

struct vcpu_context *vcpu_context_now(struct vcpu *cpu)
{
    return cpu->now;
}

void vcpu_halt(struct vcpu *cpu)
{
    (void)cpu;
    EXIT = 0;
}

/* ---- Start */

uint64_t machine_get64(unsigned word)
{
    return (uint64_t)BLOCK[word] << 32 | BLOCK[word + 1];
}

void machine_put64(unsigned word, uint64_t value)
{
    BLOCK[word] = (uint32_t)(value >> 32);
    BLOCK[word + 1] = (uint32_t)value;
}

static void measure_time(struct vcpu *cpu)
{
    (void)measure_loop(1); /* its code is in the cache after this */
    const uint32_t clock_ps = CLOCK_PS, clocks = measure_loop(2 * TURNS) - measure_loop(TURNS);
    const uint64_t turn_ps = (uint64_t)clocks * clock_ps / TURNS;
    cpu->turns_of_ns = (uint32_t)((UINT64_C(1000) << 32) / turn_ps);
    cpu->cycle_ps = (uint64_t)clock_ps * BLOCK[BLOCK_SCALE] / 100;
    cpu->turns_of_cycle = (uint32_t)((cpu->cycle_ps << 32) / turn_ps);
}

struct vcpu *machine_open(void)
{
    struct vcpu *cpu = &machine;
    memset(cpu, 0, sizeof *cpu); /* the CPU may have been reset in the middle of a program */
    cpu->now = new_context(cpu);
    cpu->delay_turns = 1;
    if (BLOCK[BLOCK_SCALE])
        measure_time(cpu);
    for (int n = VCPU_COST_SYSCALL; n < VCPU_COSTS; n++) /* from here on: code that is not compiled here */
        cpu->cost[n] = BLOCK[BLOCK_COST + n];
    CLOCK_INTERRUPTS = BLOCK[BLOCK_CLOCK];
    (void)mask(VCPU_LEVEL_NONE);
    return cpu;
}
