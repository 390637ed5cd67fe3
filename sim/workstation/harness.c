/* SPDX-License-Identifier: MIT */
#include "harness.h"
#include "cli/memory.h"
#include "sim/board/board.h"

#include <stdlib.h>
#include <ucontext.h>

#define STACK_SIZE ((size_t)256 * 1024)

struct coroutine {
    ucontext_t state;
    void *stack;
    void (*entry)(void *arg);
    void *arg;
};

struct harness {
    const struct harness_setup *setup;
    struct vcpu cpu;
    uint64_t period_ps, steal_ps, tick_ps, next_tick_ps;
    struct coroutine coroutine[VCPU_CONTEXTS];
    ucontext_t root;
    void (*program)(struct vcpu *cpu, void *arg);
    void *arg;
    int status;
    struct error *error;
};

/* Leaves the running context and does not return to it. */
static void leave_program(struct harness *h)
{
    (void)setcontext(&h->root);
    abort(); /* setcontext() does not return */
}

static bool access_byte(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct harness *h = host;
    h->status = board_result(board_access(h->setup->board, now_ps, offset, write, value), h->error);
    if (h->status)
        leave_program(h);
    if (h->setup->watch)
        h->setup->watch(h->setup->context, offset, write, *value, tmr0_last(h->setup->board));
    return true;
}

static uint64_t stretch(void *host, uint64_t now_ps, uint64_t work_ps)
{
    const struct harness *h = host;
    return vcpu_stolen(now_ps, work_ps, h->period_ps, h->steal_ps);
}

static uint64_t horizon(void *host, uint64_t now_ps)
{
    (void)now_ps;
    return ((const struct harness *)host)->next_tick_ps;
}

static void passed(void *host, uint64_t now_ps)
{
    struct harness *h = host;
    for (; now_ps >= h->next_tick_ps; h->next_tick_ps += h->tick_ps)
        vcpu_raise(&h->cpu, VCPU_LEVEL_CLOCK);
}

/* makecontext() passes ints only: a pointer in two halves. */
static void begin_context(unsigned high, unsigned low)
{
    const uint64_t pointer = (uint64_t)high << 32 | low;
    struct coroutine *c = (struct coroutine *)(uintptr_t)pointer; // NOLINT(performance-no-int-to-ptr)
    c->entry(c->arg);
    abort(); /* an entry switches away for good */
}

static bool context_new(void *host, unsigned number, void (*entry)(void *arg), void *arg)
{
    struct harness *h = host;
    struct coroutine *c = &h->coroutine[number];
    if (getcontext(&c->state) != 0)
        return false;
    c->stack = memory_resize(NULL, 1, STACK_SIZE);
    c->entry = entry;
    c->arg = arg;
    c->state.uc_stack.ss_sp = c->stack;
    c->state.uc_stack.ss_size = STACK_SIZE;
    c->state.uc_link = NULL;
    const uint64_t pointer = (uintptr_t)c;
    makecontext(&c->state, (void (*)(void))begin_context, 2, (unsigned)(pointer >> 32),
                (unsigned)(pointer & 0xffffffff));
    return true;
}

static void context_switch(void *host, unsigned from, unsigned to)
{
    struct harness *h = host;
    (void)swapcontext(&h->coroutine[from].state, &h->coroutine[to].state);
}

static void halt(void *host)
{
    leave_program(host);
}

static void first(void *arg)
{
    struct harness *h = arg;
    h->program(&h->cpu, h->arg);
    leave_program(h);
}

int harness_run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                struct error *e)
{
    static const struct vcpu_host timed = {.access = access_byte,
                                           .stretch = stretch,
                                           .horizon = horizon,
                                           .passed = passed,
                                           .context_new = context_new,
                                           .context_switch = context_switch,
                                           .halt = halt};
    const struct figure *figures = setup->machine->figure;
    struct harness *h = memory_resize(NULL, 1, sizeof *h); /* not zeroed, as this is all that a short run would do */
    h->status = STATUS_OK;
    h->setup = setup;
    h->error = e;
    h->program = program;
    h->arg = arg;
    h->period_ps = (uint64_t)figures[FIG_DISPLAY_PERIOD].value[CORNER_TYP];
    h->steal_ps = setup->blank ? 0 : (uint64_t)figures[FIG_DISPLAY_STEAL].value[CORNER_TYP];
    h->tick_ps = (uint64_t)figures[FIG_CLOCK_INTERRUPT].value[CORNER_TYP];
    vcpu_open(&h->cpu, &timed, h, setup->free ? NULL : figures);
    h->cpu.now_ps = tmr0_now_ps(setup->board);
    h->next_tick_ps = setup->clock ? (h->cpu.now_ps / h->tick_ps + 1) * h->tick_ps : UINT64_MAX;
    (void)context_new(h, 0, first, h);
    (void)swapcontext(&h->root, &h->coroutine[0].state);
    const int status = h->status;
    for (unsigned n = 0; n < h->cpu.contexts; n++)
        free(h->coroutine[n].stack);
    free(h);
    return status;
}

int tmr0_run_program(struct tmr0_board *b, unsigned flags, void (*program)(struct vcpu *cpu, void *arg), void *arg)
{
    const int status = board_of_target(b, "a program", TARGET_BOARD);
    if (status)
        return status;
    NEED(program, "a program");
    if (flags & ~(unsigned)(TMR0_CLOCK | TMR0_BLANK | TMR0_FREE))
        return board_fail(TMR0_INPUT, "flags 0x%x, expected TMR0_CLOCK, TMR0_BLANK, TMR0_FREE or 0", flags);
    const struct harness_setup setup = {
        .board = b,
        .machine = board_machine(b),
        .clock = flags & TMR0_CLOCK,
        .blank = flags & TMR0_BLANK,
        .free = flags & TMR0_FREE,
    };
    return -harness_run(&setup, program, arg, board_error());
}
