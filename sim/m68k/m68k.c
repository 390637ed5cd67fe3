/* SPDX-License-Identifier: MIT
 * The CPU over Unicorn. Unicorn executes; a hook before each instruction counts its clocks and stops Unicorn where
 * something is to be done between two instructions: an interrupt, an exception, an end. run() does it then. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "cli/memory.h"
#include "m68k_internal.h"

/* Unicorn takes functions as objects, to which ISO C converts none. */
#define HOOK(function) (__extension__(void *)(function))

/* ---- Time */

/* Spends the clocks counted so far, and finds when to look again. */
static void spend(struct m68k *m)
{
    const struct m68k_setup *s = &m->setup;
    const uint64_t memory = m->memory_work < m->work ? m->memory_work : m->work;
    m->now_ps += (m->work - memory) * s->cycle_ps;
    if (memory)
        m->now_ps += s->stretch(s->host, m->now_ps, memory * s->cycle_ps);
    m->work = m->memory_work = 0;
    for (; m->now_ps >= m->next_tick_ps; m->next_tick_ps += s->tick_ps)
        m->pending = m->clock_on;
    const uint64_t until = m->next_tick_ps < s->limit_ps ? m->next_tick_ps : s->limit_ps;
    const uint64_t clocks = until > m->now_ps ? (until - m->now_ps) / s->cycle_ps : 0;
    m->horizon = s->steals ? clocks / 2 + 1 : clocks + 1;
}

/* Ends the run at the limit, and when it is interrupted. */
static bool is_over(struct m68k *m)
{
    const struct m68k_setup *s = &m->setup;
    if (s->interrupted && *s->interrupted)
        end(m, M68K_INTERRUPTED);
    else if (m->now_ps >= s->limit_ps)
        end(m, M68K_LIMIT);
    return m->ended;
}

static const struct decoded *decoded(struct m68k *m, uint32_t pc)
{
    struct decoded *d = &m->decoded[pc / 2 % DECODED];
    const uint32_t words = long_at(m, pc);
    if (d->words != words || !d->row)
        decode(d, &m->clocks, words);
    return d;
}

/* Of a branch: whether it jumped, or its counter expired, shows in pc, the address after it. */
static void count_branch(struct m68k *m, const struct decoded *d, uint32_t pc)
{
    const struct clocks_row *row = d->row;
    const bool loop = d->words >> 28 == 5;
    const uint32_t low = d->words >> 16 & 0xff, length = loop || low == 0 ? 4 : low == 0xff ? 6 : 2;
    const bool taken = pc != m->pc + length;
    const bool expired = !taken && loop && (reg(m, UC_M68K_REG_D0 + (int)(low & 7)) & 0xffff) == 0xffff;
    count(m, row, taken ? row->taken : expired ? row->expired : row->clocks, 0);
}

/* The last instruction is over: the next one is at pc. */
static void finish(struct m68k *m, uint32_t pc)
{
    const struct decoded *d = m->begun;
    if (!d)
        return;
    m->begun = NULL;
    if (d->row->branches)
        count_branch(m, d, pc);
    m->work += m->owed;
    m->owed = 0;
    m->result->instructions++;
}

/* Whether this long word of code is not in the cache; it is then. */
static unsigned cache_misses(struct m68k *m, uint32_t at)
{
    uint32_t *line = &m->cache[at / 4 % 64];
    const unsigned misses = *line != (at | 1);
    *line = at | 1;
    return misses;
}

static void begin(struct m68k *m, uint32_t pc, const struct decoded *d)
{
    const unsigned misses = cache_misses(m, pc & ~3U) + (pc & 2 ? cache_misses(m, (pc & ~3U) + 4) : 0);
    m->kind = m->setup.clocks_case == M68K_CACHE && misses ? M68K_WORST : m->setup.clocks_case;
    m->memory_work += m->kind == M68K_WORST ? BUS_CLOCKS * (misses ? misses : 1) : 0;
    m->begun = d;
    m->pc = pc;
    m->history_pc[m->history++ % HISTORY] = pc;
    if (!d->row->branches)
        count(m, d->row, d->row->clocks, d->more[m->kind]);
}

/* A turn of a waiting loop begins, and it is in the cache: the next ones are like it. Does as many of them at once as
 * end before the horizon, but not the last one. */
static void skip_turns(struct m68k *m, const struct decoded *d)
{
    const struct clocks_row *branch = decoded(m, m->pc + 2)->row;
    const uint64_t turn = (uint64_t)d->row->clocks[m->kind] + (uint64_t)branch->taken[m->kind];
    const uint64_t room = m->horizon > m->work && turn ? (m->horizon - m->work - 1) / turn : 0;
    const int id = UC_M68K_REG_D0 + (int)(d->words >> 16 & 7);
    const uint32_t left = reg(m, id) - 1;
    const uint32_t turns = left < room ? left : (uint32_t)room;
    if (d->row->is_open || branch->is_open)
        return;
    reg_set(m, id, left + 1 - turns);
    m->work += turns * turn;
    m->result->clocks += turns * turn;
    m->result->instructions += 2 * (uint64_t)turns;
}

/* Follows JSR and BSR, RTS and RTD. */
static void follow_calls(struct m68k *m, unsigned word)
{
    const bool is_call = (word & 0xffc0) == 0x4e80 || word >> 8 == 0x61;
    if (!is_call && word != 0x4e75 && word != 0x4e74)
        return;
    const uint32_t sp = reg(m, UC_M68K_REG_A7);
    while (m->calls && m->call[(m->calls - 1) % CALLS] < sp + !is_call)
        m->calls--;
    if (is_call)
        m->call[m->calls++ % CALLS] = sp - 4;
}

/* ---- Hooks */

static void stop_for(struct m68k *m, int exception)
{
    m->exception = exception;
    (void)uc_emu_stop(m->uc);
}

static void trace(struct m68k *m, uint32_t pc)
{
    const struct m68k_setup *s = &m->setup;
    m->watchdog.guarded = false;
    if (!s->begins(s->host, m->now_ps + m->work * s->cycle_ps, pc))
        end(m, M68K_HOST);
    m->watchdog.guarded = true;
}

static void on_code(uc_engine *uc, uint64_t address, uint32_t size, void *user)
{
    struct m68k *m = user;
    const uint32_t pc = (uint32_t)address;
    (void)uc;
    (void)size;
    /* Unicorn begins an instruction again that reaches a device in the first block after a start. Else only a jump
     * leads to itself */
    if (m->asks || (m->begun && m->pc == pc && !m->begun->ends))
        return;
    finish(m, pc);
    if (m->ended || m->exception != NO_EXCEPTION) {
        (void)uc_emu_stop(m->uc);
        return;
    }
    if (m->work >= m->horizon)
        spend(m);
    if (is_over(m)) {
        m->pc = pc;
        return;
    }
    const struct decoded *d = decoded(m, pc);
    if (!d->words && !(pc & 1)) {
        m->pc = pc;
        m68k_say(m->result, "ran into zeros at 0x%08x, expected instructions\n", pc);
        m68k_say_state(m);
        return;
    }
    if (m->pending && (reg(m, UC_M68K_REG_SR) >> 8 & 7) < LEVEL_CLOCK && (!m->in_block || d->sets)) {
        m->pc = pc;
        stop_for(m, AUTOVECTOR + LEVEL_CLOCK);
        return;
    }
    const bool turned = d->waits && m->pc == pc + 2 && m->kind != M68K_WORST;
    begin(m, pc, d);
    if (turned && m->kind != M68K_WORST && !m->setup.begins)
        skip_turns(m, d);
    m->in_block = !d->ends;
    if (d->ends)
        follow_calls(m, d->words >> 16);
    if (m->setup.begins)
        trace(m, pc);
    if (pc & 1)
        stop_for(m, ADDRESS_ERROR);
    else if (d->exception != NO_EXCEPTION && !(d->exception == PRIVILEGE && reg(m, UC_M68K_REG_SR) & SR_S))
        stop_for(m, d->exception);
    m->stopped = d->words >> 16 == 0x4e72;
}

static void on_interrupt(uc_engine *uc, uint32_t number, void *user)
{
    struct m68k *m = user;
    (void)uc;
    stop_for(m, (int)number);
}

static bool on_unmapped(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value, void *user)
{
    struct m68k *m = user;
    (void)uc;
    (void)size;
    (void)value;
    m->fault_address = (uint32_t)address;
    m->fault_write = type == UC_MEM_WRITE_UNMAPPED || type == UC_MEM_WRITE_PROT;
    m->exception = BUS_ERROR;
    return false;
}

/* Data in memory: a bus cycle for each long word of it. */
static void on_data(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value, void *user)
{
    struct m68k *m = user;
    (void)uc;
    (void)type;
    (void)value;
    m->memory_work += BUS_CLOCKS * ((address % 4 + (unsigned)size + 3) / 4);
}

/* ---- Devices */

/* Time as it is when a device is reached: the instruction's own clocks come before its bus cycle there. */
static void reach_device(struct m68k *m)
{
    const uint64_t own = m->owed > BUS_CLOCKS ? m->owed - BUS_CLOCKS : 0;
    m->work += own;
    m->owed -= own;
    spend(m);
}

static uint8_t socket_cycle(struct m68k *m, uint32_t offset, bool write, uint8_t value)
{
    const struct m68k_setup *s = &m->setup;
    reach_device(m);
    m->owed = 0; /* the socket's cycle takes the place of the fastest one */
    m->watchdog.guarded = false;
    if (!m->ended && !s->access(s->host, &m->now_ps, (int)(offset & 2), write, &value))
        end(m, M68K_HOST);
    m->watchdog.guarded = true;
    spend(m);
    return value;
}

static uint64_t on_socket_read(uc_engine *uc, uint64_t offset, unsigned size, void *user)
{
    uint64_t value = 0;
    (void)uc;
    for (unsigned n = 0; n < size; n++)
        value = value << 8 | socket_cycle(user, (uint32_t)offset + n, false, 0);
    return value;
}

static void on_socket_write(uc_engine *uc, uint64_t offset, unsigned size, uint64_t value, void *user)
{
    (void)uc;
    for (unsigned n = 0; n < size; n++)
        (void)socket_cycle(user, (uint32_t)offset + n, true, (uint8_t)(value >> 8 * (size - 1 - n)));
}

static uint64_t on_control_read(uc_engine *uc, uint64_t offset, unsigned size, void *user)
{
    struct m68k *m = user;
    (void)uc;
    (void)size;
    if (offset != 0x10 && offset != 0x14)
        return offset == 0xc ? m->setup.cycle_ps : offset == 0x18 ? (uint32_t)m->result->clocks : 0;
    reach_device(m);
    return (uint32_t)(offset == 0x10 ? m->now_ps >> 32 : m->now_ps);
}

static void on_control_write(uc_engine *uc, uint64_t offset, unsigned size, uint64_t value, void *user)
{
    struct m68k *m = user;
    (void)uc;
    (void)size;
    if (offset == 0)
        m->setup.console(m->setup.host, (char)value);
    if (offset == 4) {
        m->result->code = (int)(value & 0xff);
        m->result->instructions++; /* this one, after which no other begins */
        if (value > 0xff) {
            m68k_say(m->result, "exit code 0x%" PRIx64 ", expected 0 to 0xff\n", value);
            m68k_say_state(m);
        }
        end(m, M68K_EXIT);
    }
    if (offset == 8) {
        m->clock_on = value & 1;
        m->pending = m->pending && m->clock_on;
    }
}

/* STOP: time goes on until an interrupt that is not masked. */
static void wait_stopped(struct m68k *m)
{
    m->pc += 4;
    m->work += m->owed;
    m->owed = 0;
    m->begun = NULL;
    m->stopped = false;
    spend(m);
    while (!m->ended && !(m->pending && (reg(m, UC_M68K_REG_SR) >> 8 & 7) < LEVEL_CLOCK)) {
        m->now_ps = m->next_tick_ps < m->setup.limit_ps ? m->next_tick_ps : m->setup.limit_ps;
        (void)is_over(m);
        spend(m);
    }
}

/* What Unicorn has stopped for: an exception, or an instruction that it has not. */
static void take(struct m68k *m, uc_err error)
{
    const int exception = m->exception;
    if (m->begun && (error != UC_ERR_OK || exception != NO_EXCEPTION))
        m->result->instructions++;
    if (error == UC_ERR_FETCH_UNMAPPED || error == UC_ERR_FETCH_PROT)
        m->pc = reg(m, UC_M68K_REG_PC);
    m->begun = NULL;
    if (exception == RTE)
        m68k_return_from_exception(m);
    else if (exception == MOVEC)
        m68k_move_control(m);
    else if (exception == ILLEGAL && word_at(m, m->pc) == 0x4e76)
        m68k_trap_overflow(m);
    else if (exception != NO_EXCEPTION)
        m68k_take_exception(m, exception < 48 ? exception : ILLEGAL);
    else
        m68k_take_exception(
            m, error == UC_ERR_OK || error == UC_ERR_INSN_INVALID || error == UC_ERR_EXCEPTION ? ILLEGAL : BUS_ERROR);
    m->work += m->owed;
    m->owed = 0;
    if (m->work >= m->horizon)
        spend(m);
    (void)is_over(m);
}

static struct watchdog *watching;

static void on_second(int number)
{
    struct watchdog *w = watching;
    const bool hangs = w->guarded && w->heard == *w->begun;
    (void)number;
    w->heard = *w->begun - !w->guarded; /* if not guarded the next signal is no hang either */
    if (hangs)
        siglongjmp(w->hung, 1);
}

/* One at a time. */
static void watchdog_start(struct watchdog *w, const unsigned *begun)
{
    const struct sigaction action = {.sa_handler = on_second, .sa_flags = SA_RESTART};
    const struct itimerval second = {.it_interval = {.tv_sec = 1}, .it_value = {.tv_sec = 1}};
    watching = w;
    w->begun = begun;
    w->guarded = false;
    (void)sigaction(SIGVTALRM, &action, &w->before);
    (void)setitimer(ITIMER_VIRTUAL, &second, NULL);
}

static void watchdog_stop(const struct watchdog *w)
{
    const struct itimerval none = {.it_value = {.tv_sec = 0}};
    (void)setitimer(ITIMER_VIRTUAL, &none, NULL);
    (void)sigaction(SIGVTALRM, &w->before, NULL);
}

static void run(struct m68k *m, struct m68k_result *r)
{
    memset(r, 0, sizeof *r);
    m->result = r;
    m->ended = m->clock_on = m->pending = false;
    m->begun = NULL;
    m->owed = 0;
    m->calls = m->frame = 0;
    m->pc = m->entry;
    reg_set(m, UC_M68K_REG_SR, 0x2700);
    reg_set(m, UC_M68K_REG_A7, MEMORY_SIZE);
    spend(m);
    watchdog_start(&m->watchdog, &m->history);
    if (sigsetjmp(m->watchdog.hung, 1)) {
        m->watchdog.guarded = false;
        m68k_say(m->result,
                 "Unicorn hangs after the last of these instructions, expected words that are instructions\n");
        m68k_say_state(m);
    }
    while (!m->ended) {
        m->exception = NO_EXCEPTION;
        m->stopped = m->in_block = false;
        const uc_err error = execute(m, m->pc, UINT32_MAX);
        if (!m->ended && error == UC_ERR_OK && m->exception == NO_EXCEPTION && m->stopped)
            wait_stopped(m);
        else if (!m->ended)
            take(m, error);
    }
    watchdog_stop(&m->watchdog);
    m->work += m->owed;
    spend(m);
    m->result->now_ps = m->now_ps;
}

/* ---- From outside */

static struct m68k_place place(const struct m68k *m)
{
    const uint32_t sp = reg(m, UC_M68K_REG_A7);
    unsigned calls = m->calls;
    while (calls && m->call[(calls - 1) % CALLS] < sp)
        calls--;
    const uint32_t at = calls ? m->call[(calls - 1) % CALLS] : MEMORY_SIZE;
    return (struct m68k_place){m->pc, m->frame && at >= m->frame ? 0 : long_at(m, at), m->frame != 0};
}

static void registers(const struct m68k *m, uint32_t value[M68K_REGISTERS])
{
    for (int n = 0; n < 8; n++) {
        value[n] = reg(m, UC_M68K_REG_D0 + n);
        value[8 + n] = reg(m, UC_M68K_REG_A0 + n);
    }
    value[16] = reg(m, UC_M68K_REG_SR);
}

static void set_register(struct m68k *m, unsigned number, uint32_t value)
{
    reg_set(m, (number < 8 ? UC_M68K_REG_D0 : UC_M68K_REG_A0 - 8) + (int)number, value);
}

static uint8_t *memory_at(struct m68k *m, uint32_t address, size_t size, bool changes)
{
    if (address >= MEMORY_SIZE || size > MEMORY_SIZE - address ||
        (changes && uc_ctl_remove_cache(m->uc, address, address + size) != UC_ERR_OK))
        return NULL;
    return m->memory + address;
}

static void close_all(struct m68k *m)
{
    if (m->uc)
        (void)uc_close(m->uc);
    if (m->capstone)
        (void)cs_close(&m->capstone);
    free(m->room);
    free(m);
}

/* At each store Unicorn 2.0.1 looks for translated code in that page, which takes half as long if none is within 4 MB
 * of its own numbering of memory. So the part from HIGH on, with the stack, is a block for itself, that far from the
 * other: a third one is mapped between them and goes again. */
static bool map_memory(struct m68k *m)
{
    const uint32_t between = 0x80000000, size = 0x400000;
    return uc_mem_map_ptr(m->uc, 0, HIGH, UC_PROT_ALL, m->memory) == UC_ERR_OK &&
           uc_mem_map_ptr(m->uc, between, size, UC_PROT_ALL, m->memory) == UC_ERR_OK &&
           uc_mem_map_ptr(m->uc, HIGH, MEMORY_SIZE - HIGH, UC_PROT_ALL, m->memory + HIGH) == UC_ERR_OK &&
           uc_mem_unmap(m->uc, between, size) == UC_ERR_OK;
}

static bool open_cpu(struct m68k *m)
{
    static const uint8_t move_ccr_d0[] = {0x42, 0xc0};
    uc_hook hook;
    const int unmapped = UC_HOOK_MEM_UNMAPPED | UC_HOOK_MEM_PROT;
    return uc_open(UC_ARCH_M68K, UC_MODE_BIG_ENDIAN, &m->uc) == UC_ERR_OK &&
           uc_ctl_set_cpu_model(m->uc, UC_CPU_M68K_M68020) == UC_ERR_OK && map_memory(m) &&
           uc_mmio_map(m->uc, M68K_SOCKET, SOCKET_SIZE, on_socket_read, m, on_socket_write, m) == UC_ERR_OK &&
           uc_mmio_map(m->uc, CONTROL, CONTROL_SIZE, on_control_read, m, on_control_write, m) == UC_ERR_OK &&
           uc_mem_map(m->uc, ASK, 4096, UC_PROT_EXEC) == UC_ERR_OK &&
           uc_mem_write(m->uc, ASK, move_ccr_d0, sizeof move_ccr_d0) == UC_ERR_OK &&
           uc_hook_add(m->uc, &hook, UC_HOOK_CODE, HOOK(on_code), m, 1, 0) == UC_ERR_OK &&
           uc_hook_add(m->uc, &hook, UC_HOOK_INTR, HOOK(on_interrupt), m, 1, 0) == UC_ERR_OK &&
           (!m->setup.steals || uc_hook_add(m->uc, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, HOOK(on_data), m, 0,
                                            MEMORY_SIZE - 1) == UC_ERR_OK) &&
           uc_hook_add(m->uc, &hook, unmapped, HOOK(on_unmapped), m, 1, 0) == UC_ERR_OK &&
           cs_open(CS_ARCH_M68K, CS_MODE_M68K_020, &m->capstone) == CS_ERR_OK;
}

static int open_all(struct m68k **m68k, const struct m68k_setup *setup, struct error *e)
{
    struct m68k *m = memory_new(1, sizeof *m);
    m->setup = *setup;
    m->now_ps = setup->start_ps;
    m->next_tick_ps = (setup->start_ps / setup->tick_ps + 1) * setup->tick_ps;
    m->room = memory_new(1, MEMORY_SIZE + PAGE); /* zeros that the system need not write */
    m->memory = m->room + (PAGE - (uintptr_t)m->room % PAGE) % PAGE;
    int status = clocks_load(&m->clocks, setup->clocks, e);
    if (setup->image) {
        m->entry = M68K_IMAGE;
        memcpy(m->memory + M68K_IMAGE, setup->image, setup->image_size);
    } else if (status == STATUS_OK)
        status = elf_load(setup->program, m->memory, MEMORY_SIZE, &m->entry, e);
    if (status == STATUS_OK && !open_cpu(m))
        status = error_set(e, STATUS_SYSTEM, "Unicorn or Capstone has no 68020");
    if (status) {
        close_all(m);
        return status;
    }
    *m68k = m;
    return STATUS_OK;
}

const struct m68k_calls m68k_calls = {open_all,  run,          place,     m68k_disassemble,
                                      registers, set_register, memory_at, close_all};
