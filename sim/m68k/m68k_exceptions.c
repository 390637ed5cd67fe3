/* SPDX-License-Identifier: MIT
 * What the program did, as text; exceptions, and the instructions that Unicorn has not, or not as a 68020. */
#include <stdarg.h>
#include <string.h>

#include "m68k_internal.h"

/* ---- Text */

uint32_t m68k_disassemble(const struct m68k *m, uint32_t pc, char *text, size_t size)
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

void m68k_say(struct m68k_result *r, const char *format, ...)
{
    const size_t length = strlen(r->text);
    va_list list;
    va_start(list, format);
    (void)vsnprintf(r->text + length, sizeof r->text - length, format, list);
    va_end(list);
}

void m68k_say_state(struct m68k *m)
{
    char text[200];
    struct m68k_result *r = m->result;
    m68k_say(r, "PC %08x SR %04x\n", m->pc, reg(m, UC_M68K_REG_SR));
    for (int n = 0; n < 8; n++)
        m68k_say(r, "D%d %08x%c", n, reg(m, UC_M68K_REG_D0 + n), n == 7 ? '\n' : ' ');
    for (int n = 0; n < 8; n++)
        m68k_say(r, "A%d %08x%c", n, reg(m, UC_M68K_REG_A0 + n), n == 7 ? '\n' : ' ');
    for (unsigned n = m->history > HISTORY ? m->history - HISTORY : 0; n < m->history; n++) {
        const uint32_t pc = m->history_pc[n % HISTORY];
        (void)m68k_disassemble(m, pc, text, sizeof text);
        m68k_say(r, "  %08x  %s\n", pc, text);
    }
    end(m, M68K_FAULT);
}

/* ---- Exceptions */

static const char *vector_name(int vector)
{
    static const char *const name[] = {"",
                                       "",
                                       "bus error",
                                       "address error",
                                       "illegal instruction",
                                       "division by 0",
                                       "CHK",
                                       "TRAPV",
                                       "privilege violation",
                                       "trace",
                                       "line A",
                                       "line F",
                                       "",
                                       "",
                                       "format error"};
    return vector <= FORMAT ? name[vector] : vector < TRAP ? "interrupt" : "TRAP";
}

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
    (void)execute(m, ASK, ASK + 2);
    m->asks = false;
    const uint32_t codes = reg(m, UC_M68K_REG_D0) & 0x1f;
    reg_set(m, UC_M68K_REG_D0, d0);
    return (reg(m, UC_M68K_REG_SR) & 0xff00) | codes;
}

void m68k_take_exception(struct m68k *m, int vector)
{
    char text[200];
    const bool interrupt = vector >= AUTOVECTOR && vector < TRAP, bus = vector == BUS_ERROR || vector == ADDRESS_ERROR;
    const bool after = (vector >= ZERO_DIVIDE && vector <= TRAPV) || vector >= TRAP;
    const uint32_t length = m68k_disassemble(m, m->pc, text, sizeof text), old = status_register(m);
    const uint32_t pc = after ? m->pc + length : m->pc;
    const uint32_t format = bus ? 0xa : after && vector < TRAP ? 2 : 0, size = bus ? 32 : format ? 12 : 8;
    const uint32_t handler = long_at(m, 4U * (uint32_t)vector);
    const struct clocks_row *row = &m->clocks.row[interrupt ? m->clocks.interrupt : m->clocks.exception];
    if (!handler) {
        m68k_say(m->result, "%s (vector %d)", vector_name(vector), vector);
        if (vector == BUS_ERROR)
            m68k_say(m->result, ", %s 0x%08x", m->fault_write ? "write of" : "read of", m->fault_address);
        m68k_say(m->result, " without a handler, expected its address at 0x%x\n", 4 * vector);
        m68k_say_state(m);
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
        m68k_say(m->result, "double bus fault: %s (vector %d), and no memory for its frame at 0x%08x\n",
                 vector_name(vector), vector, sp);
        m68k_say_state(m);
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
        m->frame = m->frame ? m->frame : sp;
    }
}

void m68k_return_from_exception(struct m68k *m)
{
    const uint32_t sp = reg(m, UC_M68K_REG_A7);
    static const uint8_t size[16] = {[0] = 8, [2] = 12, [0xa] = 32, [0xb] = 92};
    const uint32_t bytes = size[word_at(m, sp + 6) >> 12];
    if (sp & 1 || sp > MEMORY_SIZE - 8) {
        m->fault_address = sp;
        m->fault_write = false;
        m68k_take_exception(m, BUS_ERROR);
    } else if (!bytes) {
        m68k_take_exception(m, FORMAT);
    } else {
        const uint32_t sr = word_at(m, sp), pc = long_at(m, sp + 2);
        m->frame = sp < m->frame ? m->frame : 0;
        reg_set(m, UC_M68K_REG_A7, sp + bytes);
        reg_set(m, UC_M68K_REG_SR, sr & 0x271f);
        m->pc = pc;
    }
}

void m68k_move_control(struct m68k *m)
{
    const uint16_t next = word_at(m, m->pc + 2);
    if (!(reg(m, UC_M68K_REG_SR) & SR_S)) {
        m68k_take_exception(m, PRIVILEGE);
    } else if ((next & 0x7ff) > ((next & 0x800) ? 4 : 2)) {
        m68k_take_exception(m, ILLEGAL);
    } else {
        if (!(word_at(m, m->pc) & 1))
            reg_set(m, (next & 0x8000 ? UC_M68K_REG_A0 : UC_M68K_REG_D0) + (next >> 12 & 7), 0);
        m->pc += 4;
    }
}

void m68k_trap_overflow(struct m68k *m)
{
    if (status_register(m) & SR_V)
        m68k_take_exception(m, TRAPV);
    else
        m->pc += 2;
}
