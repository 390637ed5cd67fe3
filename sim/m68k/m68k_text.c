/* SPDX-License-Identifier: MIT
 * What the program did, as text. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "m68k_internal.h"

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
