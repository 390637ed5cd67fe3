/* SPDX-License-Identifier: MIT
 * The CPU over Unicorn. Unicorn executes; a hook before each instruction counts its clocks and stops Unicorn where
 * something is to be done between two instructions: an interrupt, an exception, an end. run() does it then. */
#include "m68k.h"

#include <capstone/capstone.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unicorn/unicorn.h>

#include "cli/memory.h"
#include "clocks.h"
#include "conditions.h"
#include "load.h"
#include "vectors.h"

#define MEMORY_SIZE M68K_SOCKET
#define SOCKET_SIZE 0x2000U
#define CONTROL 0x001e0000U
#define CONTROL_SIZE 0x1000U
#define ASK 0x001e1000U /* a page whose code asks for the condition codes */
#define PAGE 4096U
#define HISTORY 16   /* instructions that a fault shows */
#define BUS_CLOCKS 3 /* of a bus cycle without waits, which the table's figure of a memory access contains */

enum { LEVEL_CLOCK = 5, SR_S = 0x2000, SR_V = 2 };

struct m68k {
    struct m68k_setup setup;
    uc_engine *uc;
    csh capstone;
    uint8_t *room, *memory; /* memory: the first multiple of PAGE in room */
    struct clocks clocks;
    uint32_t cache[64]; /* long words in the instruction cache: address + 1, 0 if empty */
    /* The instruction that was begun last */
    const struct clocks_row *row;
    uint32_t entry, pc, fault_address;
    uint16_t word;
    enum m68k_case kind; /* of its clocks: best, cache, worst */
    uint64_t owed;       /* its clocks that are not spent yet */
    bool running, fault_write;
    bool in_block; /* begun within a block: conditions.h */
    bool asks;     /* ASK's instruction runs */
    /* Time */
    uint64_t now_ps, work, horizon; /* clocks since now_ps; work at which to look at the time again */
    uint64_t memory_work;           /* of the work: bus cycles to memory */
    uint64_t next_tick_ps;
    bool clock_on, pending, stopped;
    int exception; /* to be taken when Unicorn has stopped */
    bool ended;
    unsigned history;
    uint32_t history_pc[HISTORY];
    struct m68k_result *result;
};

static uint32_t reg(const struct m68k *m, int id)
{
    uint32_t value = 0;
    (void)uc_reg_read(m->uc, id, &value);
    return value;
}

static void reg_set(struct m68k *m, int id, uint32_t value)
{
    (void)uc_reg_write(m->uc, id, &value);
}

static uint16_t word_at(const struct m68k *m, uint32_t address)
{
    return address < MEMORY_SIZE - 1 ? (uint16_t)(m->memory[address] << 8 | m->memory[address + 1]) : 0;
}

/* ---- What the program did */

/* The instruction as text; its length in bytes. */
static uint32_t disassemble(const struct m68k *m, uint32_t pc, char *text, size_t size)
{
    cs_insn *insn = NULL;
    uint32_t length = 2;
    (void)snprintf(text, size, "dc.w $%04x", word_at(m, pc));
    if (pc >= MEMORY_SIZE || pc & 1)
        return length;
    const size_t room = MEMORY_SIZE - pc;
    const size_t found = cs_disasm(m->capstone, m->memory + pc, room < 22 ? room : 22, pc, 1, &insn);
    if (found) {
        (void)snprintf(text, size, "%s %s", insn->mnemonic, insn->op_str);
        length = insn->size;
        cs_free(insn, found);
    }
    return length;
}

static void say(struct m68k_result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct m68k_result *r, const char *format, ...)
{
    const size_t length = strlen(r->text);
    va_list list;
    va_start(list, format);
    (void)vsnprintf(r->text + length, sizeof r->text - length, format, list);
    va_end(list);
}

static void end(struct m68k *m, enum m68k_end how)
{
    if (!m->ended)
        m->result->end = how;
    m->ended = true;
    (void)uc_emu_stop(m->uc);
}

/* Ends the run; the text says what happened. */
static void say_state(struct m68k *m)
{
    char text[200];
    struct m68k_result *r = m->result;
    say(r, "PC %08x SR %04x\n", m->pc, reg(m, UC_M68K_REG_SR));
    for (int n = 0; n < 8; n++)
        say(r, "D%d %08x%c", n, reg(m, UC_M68K_REG_D0 + n), n == 7 ? '\n' : ' ');
    for (int n = 0; n < 8; n++)
        say(r, "A%d %08x%c", n, reg(m, UC_M68K_REG_A0 + n), n == 7 ? '\n' : ' ');
    for (unsigned n = m->history > HISTORY ? m->history - HISTORY : 0; n < m->history; n++) {
        const uint32_t pc = m->history_pc[n % HISTORY];
        (void)disassemble(m, pc, text, sizeof text);
        say(r, "  %08x  %s\n", pc, text);
    }
    end(m, M68K_FAULT);
}

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

static void count(struct m68k *m, const struct clocks_row *row, const int *clocks, uint64_t more)
{
    m->owed += (uint64_t)clocks[m->kind] + more;
    m->result->clocks += (uint64_t)clocks[m->kind] + more;
    if (row->is_open) {
        m->result->open_clocks += (uint64_t)clocks[m->kind] + more;
        m->result->other_clocks += (uint64_t)row->other[m->kind] + more;
    }
}

/* The last instruction is over: the next one is at pc, which shows what a branch did. */
static void finish(struct m68k *m, uint32_t pc)
{
    const struct clocks_row *row = m->row;
    if (!m->running)
        return;
    m->running = false;
    if (row->branches) {
        const bool loop = (m->word & 0xf000) == 0x5000;
        const uint32_t low = m->word & 0xff, length = loop || low == 0 ? 4 : low == 0xff ? 6 : 2;
        const bool taken = pc != m->pc + length;
        const bool expired = !taken && loop && (reg(m, UC_M68K_REG_D0 + (m->word & 7)) & 0xffff) == 0xffff;
        count(m, row, taken ? row->taken : expired ? row->expired : row->clocks, 0);
    }
    m->work += m->owed;
    m->owed = 0;
    m->result->instructions++;
}

/* How many long words of these two words of code are not in the cache; they are then. */
static unsigned cache_misses(struct m68k *m, uint32_t pc)
{
    unsigned misses = 0;
    for (uint32_t at = pc & ~3U; at < pc + 4; at += 4) {
        uint32_t *line = &m->cache[at / 4 % 64];
        misses += *line != (at | 1);
        *line = at | 1;
    }
    return misses;
}

static void begin(struct m68k *m, uint32_t pc)
{
    const uint16_t word = word_at(m, pc), next = word_at(m, pc + 2);
    const struct clocks_row *row = clocks_row(&m->clocks, word, next);
    const unsigned misses = cache_misses(m, pc);
    m->kind = m->setup.clocks_case == M68K_CACHE && misses ? M68K_WORST : m->setup.clocks_case;
    m->memory_work += m->kind == M68K_WORST ? BUS_CLOCKS * (misses ? misses : 1) : 0;
    m->row = row;
    m->pc = pc;
    m->word = word;
    m->running = true;
    m->history_pc[m->history++ % HISTORY] = pc;
    if (!row->branches)
        count(m, row, row->clocks, clocks_of(&m->clocks, word, next, m->kind) - (uint64_t)row->clocks[m->kind]);
}

/* ---- Hooks */

static void stop_for(struct m68k *m, int exception)
{
    m->exception = exception;
    (void)uc_emu_stop(m->uc);
}

static void trace(const struct m68k *m, uint32_t pc)
{
    char text[200];
    (void)disassemble(m, pc, text, sizeof text);
    printf("%12.3f us  %08x  %s\n", 1e-6 * (double)(m->now_ps + m->work * m->setup.cycle_ps), pc, text);
}

static void on_code(uc_engine *uc, uint64_t address, uint32_t size, void *user)
{
    struct m68k *m = user;
    const uint32_t pc = (uint32_t)address;
    (void)uc;
    (void)size;
    if (m->asks)
        return;
    finish(m, pc);
    if (m->setup.border && !*m->setup.border && (reg(m, UC_M68K_REG_SR) >> 8 & 7) < 7)
        *m->setup.border = true;
    if (m->ended || m->exception != NO_EXCEPTION) {
        (void)uc_emu_stop(m->uc);
        return;
    }
    if (m->work >= m->horizon)
        spend(m);
    if (m->now_ps >= m->setup.limit_ps) {
        m->pc = pc;
        end(m, M68K_LIMIT);
    } else if (m->pending && (reg(m, UC_M68K_REG_SR) >> 8 & 7) < LEVEL_CLOCK &&
               (!m->in_block || conditions_set(word_at(m, pc)))) {
        m->pc = pc;
        stop_for(m, AUTOVECTOR + LEVEL_CLOCK);
    } else {
        const uint16_t word = word_at(m, pc);
        begin(m, pc);
        m->in_block = !conditions_block_end(word);
        if (m->setup.trace)
            trace(m, pc);
        if (pc & 1 || (word & 0xff00) == 0x4800 || (word & 0xff00) == 0x4a00 || (word & 0xfff0) == 0x4e70) {
            const int exception = vector_of_word(word, pc);
            if (exception != NO_EXCEPTION)
                stop_for(m, exception);
        }
        m->stopped = word == 0x4e72;
    }
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
    if (!m->ended && !s->access(s->host, &m->now_ps, (int)(offset & 2), write, &value))
        end(m, M68K_HOST);
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
        end(m, M68K_EXIT);
    }
    if (offset == 8)
        m->clock_on = value & 1;
}

/* ---- Exceptions */

static bool put(struct m68k *m, uint32_t address, uint32_t value, unsigned bytes)
{
    if (address > MEMORY_SIZE - bytes || address & 1)
        return false;
    for (unsigned n = 0; n < bytes; n++)
        m->memory[address + n] = (uint8_t)(value >> 8 * (bytes - 1 - n));
    return uc_ctl_remove_cache(m->uc, address, address + bytes) == UC_ERR_OK;
}

/* SR with the condition codes, which Unicorn gives to an instruction only: MOVE CCR,D0. */
static uint32_t status_register(struct m68k *m)
{
    const uint32_t d0 = reg(m, UC_M68K_REG_D0);
    m->asks = true;
    (void)uc_emu_start(m->uc, ASK, ASK + 2, 0, 0);
    m->asks = false;
    const uint32_t codes = reg(m, UC_M68K_REG_D0) & 0x1f;
    reg_set(m, UC_M68K_REG_D0, d0);
    return (reg(m, UC_M68K_REG_SR) & 0xff00) | codes;
}

/* Pushes the frame and goes to the handler. */
static void take_exception(struct m68k *m, int vector)
{
    char text[200];
    const bool interrupt = vector >= AUTOVECTOR && vector < TRAP, bus = vector == BUS_ERROR || vector == ADDRESS_ERROR;
    const bool after = (vector >= ZERO_DIVIDE && vector <= TRAPV) || vector >= TRAP;
    const uint32_t length = disassemble(m, m->pc, text, sizeof text), old = status_register(m);
    const uint32_t pc = after ? m->pc + length : m->pc;
    const uint32_t format = bus ? 0xa : after && vector < TRAP ? 2 : 0, size = bus ? 32 : format ? 12 : 8;
    const uint32_t handler = (uint32_t)word_at(m, 4U * (uint32_t)vector) << 16 | word_at(m, 4U * (uint32_t)vector + 2);
    const struct clocks_row *row = &m->clocks.row[interrupt ? m->clocks.interrupt : m->clocks.exception];
    if (!handler) {
        say(m->result, "%s (vector %d)", vector_name(vector), vector);
        if (vector == BUS_ERROR)
            say(m->result, ", %s 0x%08x", m->fault_write ? "write of" : "read of", m->fault_address);
        say(m->result, " without a handler, expected its address at 0x%x\n", 4 * vector);
        say_state(m);
        return;
    }
    reg_set(m, UC_M68K_REG_SR,
            ((old | SR_S) & 0x3fff & ~(interrupt ? 0x700U : 0U)) |
                (interrupt ? (uint32_t)(vector - AUTOVECTOR) << 8 : 0));
    const uint32_t sp = reg(m, UC_M68K_REG_A7) - size;
    bool good = put(m, sp, old, 2) && put(m, sp + 2, pc, 4) && put(m, sp + 6, format << 12 | (uint32_t)vector * 4, 2);
    if (format == 2)
        good = good && put(m, sp + 8, m->pc, 4);
    if (bus)
        good = good && put(m, sp + 10, m->fault_write ? 0x105 : 0x145, 2) && put(m, sp + 16, m->fault_address, 4);
    if (!good) {
        say(m->result, "double bus fault: %s (vector %d), and no memory for its frame at 0x%08x\n", vector_name(vector),
            vector, sp);
        say_state(m);
        return;
    }
    reg_set(m, UC_M68K_REG_A7, sp);
    if (vector < TRAP) /* TRAP has a row of its own */
        count(m, row, row->clocks, 0);
    m->work += m->owed;
    m->owed = 0;
    m->pc = handler;
    if (interrupt) {
        m->pending = false;
        m->result->interrupts++;
    }
}

static void return_from_exception(struct m68k *m)
{
    const uint32_t sp = reg(m, UC_M68K_REG_A7);
    static const uint8_t size[16] = {[0] = 8, [2] = 12, [0xa] = 32, [0xb] = 92};
    const uint32_t bytes = size[word_at(m, sp + 6) >> 12];
    if (sp & 1 || sp > MEMORY_SIZE - 8) {
        m->fault_address = sp;
        m->fault_write = false;
        take_exception(m, BUS_ERROR);
    } else if (!bytes) {
        take_exception(m, FORMAT);
    } else {
        const uint32_t sr = word_at(m, sp), pc = (uint32_t)word_at(m, sp + 2) << 16 | word_at(m, sp + 4);
        reg_set(m, UC_M68K_REG_A7, sp + bytes);
        reg_set(m, UC_M68K_REG_SR, sr & 0x271f);
        m->pc = pc;
    }
}

/* MOVEC, at which Unicorn may end the process: registers that have no effect here read as 0. */
static void move_control(struct m68k *m)
{
    const uint16_t next = word_at(m, m->pc + 2);
    if (!(reg(m, UC_M68K_REG_SR) & SR_S)) {
        take_exception(m, PRIVILEGE);
    } else if ((next & 0x7ff) > ((next & 0x800) ? 4 : 2)) {
        take_exception(m, ILLEGAL);
    } else {
        if (!(word_at(m, m->pc) & 1))
            reg_set(m, (next & 0x8000 ? UC_M68K_REG_A0 : UC_M68K_REG_D0) + (next >> 12 & 7), 0);
        m->pc += 4;
    }
}

/* TRAPV, which Unicorn takes for illegal, with the condition codes up to date. */
static void trap_overflow(struct m68k *m)
{
    if (status_register(m) & SR_V)
        take_exception(m, TRAPV);
    else
        m->pc += 2;
}

/* STOP: time goes on until an interrupt that is not masked. */
static void wait_stopped(struct m68k *m)
{
    m->work += m->owed;
    m->owed = 0;
    m->running = false;
    m->stopped = false;
    spend(m);
    while (!m->ended && !(m->pending && (reg(m, UC_M68K_REG_SR) >> 8 & 7) < LEVEL_CLOCK)) {
        m->now_ps = m->next_tick_ps;
        if (m->now_ps >= m->setup.limit_ps) {
            m->now_ps = m->setup.limit_ps;
            end(m, M68K_LIMIT);
        }
        spend(m);
    }
}

static void run(struct m68k *m, struct m68k_result *r)
{
    memset(r, 0, sizeof *r);
    m->result = r;
    m->pc = m->entry;
    m->ended = m->running = m->clock_on = m->pending = false;
    m->owed = 0;
    reg_set(m, UC_M68K_REG_SR, 0x2700);
    reg_set(m, UC_M68K_REG_A7, MEMORY_SIZE);
    spend(m);
    while (!m->ended) {
        m->exception = NO_EXCEPTION;
        m->stopped = m->in_block = false;
        const uc_err error = uc_emu_start(m->uc, m->pc, UINT32_MAX, 0, 0);
        const int exception = m->exception;
        if (m->ended)
            break;
        if (error == UC_ERR_OK && exception == NO_EXCEPTION && m->stopped) {
            m->pc += 4;
            wait_stopped(m);
            continue;
        }
        if (m->running && (error != UC_ERR_OK || exception != NO_EXCEPTION))
            r->instructions++;
        if (error == UC_ERR_FETCH_UNMAPPED || error == UC_ERR_FETCH_PROT)
            m->pc = reg(m, UC_M68K_REG_PC);
        m->running = false;
        if (exception == RTE)
            return_from_exception(m);
        else if (exception == MOVEC)
            move_control(m);
        else if (exception == ILLEGAL && word_at(m, m->pc) == 0x4e76)
            trap_overflow(m);
        else if (exception != NO_EXCEPTION)
            take_exception(m, exception < 48 ? exception : ILLEGAL);
        else
            take_exception(m, error == UC_ERR_OK || error == UC_ERR_INSN_INVALID || error == UC_ERR_EXCEPTION
                                  ? ILLEGAL
                                  : BUS_ERROR);
        m->work += m->owed;
        m->owed = 0;
        if (m->work >= m->horizon)
            spend(m);
        if (!m->ended && m->now_ps >= m->setup.limit_ps)
            end(m, M68K_LIMIT);
    }
    m->work += m->owed;
    spend(m);
    r->now_ps = m->now_ps;
}

/* ---- From outside */

static uint32_t where(struct m68k *m, char *text, size_t size)
{
    (void)disassemble(m, m->pc, text, size);
    return m->pc;
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

static bool open_cpu(struct m68k *m)
{
    static const uint8_t move_ccr_d0[] = {0x42, 0xc0};
    uc_hook hook;
    const int unmapped = UC_HOOK_MEM_UNMAPPED | UC_HOOK_MEM_PROT;
    return uc_open(UC_ARCH_M68K, UC_MODE_BIG_ENDIAN, &m->uc) == UC_ERR_OK &&
           uc_ctl_set_cpu_model(m->uc, UC_CPU_M68K_M68020) == UC_ERR_OK &&
           uc_mem_map_ptr(m->uc, 0, MEMORY_SIZE, UC_PROT_ALL, m->memory) == UC_ERR_OK &&
           uc_mmio_map(m->uc, M68K_SOCKET, SOCKET_SIZE, on_socket_read, m, on_socket_write, m) == UC_ERR_OK &&
           uc_mmio_map(m->uc, CONTROL, CONTROL_SIZE, on_control_read, m, on_control_write, m) == UC_ERR_OK &&
           (!m->setup.shared || uc_mem_map_ptr(m->uc, M68K_SHARED, m->setup.shared_size, UC_PROT_READ | UC_PROT_WRITE,
                                               m->setup.shared) == UC_ERR_OK) &&
           uc_mem_map(m->uc, ASK, 4096, UC_PROT_EXEC) == UC_ERR_OK &&
           uc_mem_write(m->uc, ASK, move_ccr_d0, sizeof move_ccr_d0) == UC_ERR_OK &&
           uc_hook_add(m->uc, &hook, UC_HOOK_CODE, (void *)on_code, m, 1, 0) == UC_ERR_OK &&
           uc_hook_add(m->uc, &hook, UC_HOOK_INTR, (void *)on_interrupt, m, 1, 0) == UC_ERR_OK &&
           (!m->setup.steals || uc_hook_add(m->uc, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, (void *)on_data, m, 0,
                                            MEMORY_SIZE - 1) == UC_ERR_OK) &&
           uc_hook_add(m->uc, &hook, unmapped, (void *)on_unmapped, m, 1, 0) == UC_ERR_OK &&
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

const struct m68k_calls m68k_calls = {open_all, run, where, close_all};
