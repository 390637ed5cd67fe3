/* SPDX-License-Identifier: MIT
 * States to go back to: Unicorn's registers, and the lines of memory in which something was stored since the CPU was
 * opened. m->line has their contents at that time. */
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "m68k_internal.h"

struct m68k_state {
    struct m68k_state *next;
    uc_context *context;
    uint32_t pc;
    size_t lines; /* the first ones of m->line */
    uint8_t byte[][LINE];
};

void m68k_will_store(struct m68k *m, uint32_t address, unsigned size)
{
    for (uint32_t n = address / LINE; n <= (address + size - 1) / LINE && n < MEMORY_SIZE / LINE; n++) {
        if (m->stored[n])
            continue;
        m->stored[n] = true;
        if (m->lines == m->lines_room)
            m->line = memory_grow(m->line, &m->lines_room, 64, sizeof *m->line);
        m->line[m->lines].at = n * LINE;
        memcpy(m->line[m->lines++].byte, m->memory + (size_t)n * LINE, LINE);
    }
}

const struct m68k_state *m68k_save(struct m68k *m)
{
    if (m->touched || !m->begun || !m->begun->sets)
        return NULL;
    struct m68k_state *s = memory_new(1, sizeof *s + m->lines * LINE);
    if (uc_context_alloc(m->uc, &s->context) != UC_ERR_OK || uc_context_save(m->uc, s->context) != UC_ERR_OK)
        memory_gone();
    s->pc = m->pc;
    s->lines = m->lines;
    for (size_t n = 0; n < s->lines; n++)
        memcpy(s->byte[n], m->memory + m->line[n].at, LINE);
    s->next = m->states;
    m->states = s;
    return s;
}

void m68k_go_back(struct m68k *m, const struct m68k_state *s)
{
    for (size_t n = 0; n < m->lines; n++)
        memcpy(m->memory + m->line[n].at, n < s->lines ? s->byte[n] : m->line[n].byte, LINE);
    if (uc_context_restore(m->uc, s->context) != UC_ERR_OK)
        abort(); /* it was saved by this CPU */
    m->pc = s->pc;
}

void m68k_forget(struct m68k *m)
{
    for (struct m68k_state *s = m->states, *next; s; s = next) {
        next = s->next;
        (void)uc_context_free(s->context);
        free(s);
    }
    free(m->line);
}
