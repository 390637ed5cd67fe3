/* SPDX-License-Identifier: MIT
 * The state of m68k.h's CPU, for the files that make it up: m68k.c runs it, m68k_exceptions.c has what Unicorn leaves
 * out, and what is printed, load.c the program's file. */
#ifndef TMR0_M68K_INTERNAL_H
#define TMR0_M68K_INTERNAL_H

#include <capstone/capstone.h>
#include <setjmp.h>
#include <unicorn/unicorn.h>

#include "clocks.h"
#include "m68k.h"

#define MEMORY_SIZE M68K_SOCKET
#define SOCKET_SIZE 0x2000U
#define CONTROL 0x001e0000U
#define CONTROL_SIZE 0x1000U
#define ASK 0x001e1000U /* a page whose code asks for the condition codes */
#define PAGE 4096U
#define HIGH 0x10000U /* what is stored often should be from here on */
#define DECODED 8192  /* instructions that are kept decoded */
#define HISTORY 16    /* instructions that a fault shows */
#define CALLS 64      /* the innermost ones, whose callers are known */
#define BUS_CLOCKS 3  /* of a bus cycle without waits, which the table's figure of a memory access contains */

enum { LEVEL_CLOCK = 5, SR_S = 0x2000, SR_V = 2 };

/* For Unicorn 2.0.1, which hangs at some words that are no instructions: a signal comes for each second of processor
 * time, and if no instruction was begun since the last one, control returns to `hung`. */
struct watchdog {
    sigjmp_buf hung;               /* sigsetjmp(hung, 1) before the first signal */
    volatile sig_atomic_t guarded; /* Unicorn is at work, not the host, whose accesses may take long */
    const unsigned *begun;         /* counts instructions */
    unsigned heard;                /* it at the last signal */
    struct sigaction before;
};

struct m68k {
    struct m68k_setup setup;
    uc_engine *uc;
    csh capstone;
    uint8_t *room, *memory; /* memory: the first multiple of PAGE in room */
    struct clocks clocks;
    uint32_t cache[64]; /* long words in the instruction cache: address + 1, 0 if empty */
    struct decoded decoded[DECODED];
    /* The instruction that was begun last */
    const struct decoded *begun; /* NULL: it is over */
    uint32_t entry, pc, fault_address;
    enum m68k_case kind; /* of its clocks: best, cache, worst */
    uint64_t owed;       /* its clocks that are not spent yet */
    bool fault_write;
    bool in_block; /* begun within a block: clocks.h */
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
    unsigned calls;
    uint32_t call[CALLS]; /* of calls that have not returned: where the return address is */
    uint32_t frame;       /* of the outermost interrupt that has not returned, 0: none */
    struct m68k_result *result;
    struct watchdog watchdog;
};

static inline uint32_t reg(const struct m68k *m, int id)
{
    uint32_t value = 0;
    (void)uc_reg_read(m->uc, id, &value);
    return value;
}

static inline void reg_set(struct m68k *m, int id, uint32_t value)
{
    (void)uc_reg_write(m->uc, id, &value);
}

static inline uint16_t word_at(const struct m68k *m, uint32_t address)
{
    return address < MEMORY_SIZE - 1 ? (uint16_t)(m->memory[address] << 8 | m->memory[address + 1]) : 0;
}

static inline uint32_t long_at(const struct m68k *m, uint32_t address)
{
    const uint8_t *at = m->memory + address;
    return address < MEMORY_SIZE - 3 ? (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]
                                     : (uint32_t)word_at(m, address) << 16;
}

static inline void end(struct m68k *m, enum m68k_end how)
{
    if (!m->ended)
        m->result->end = how;
    m->ended = true;
    (void)uc_emu_stop(m->uc);
}

static inline void count(struct m68k *m, const struct clocks_row *row, const int *clocks, uint64_t more)
{
    m->owed += (uint64_t)clocks[m->kind] + more;
    m->result->clocks += (uint64_t)clocks[m->kind] + more;
    if (row->is_open) {
        m->result->open_clocks += (uint64_t)clocks[m->kind] + more;
        m->result->other_clocks += (uint64_t)row->other[m->kind] + more;
    }
}

static inline uc_err execute(struct m68k *m, uint32_t from, uint32_t until)
{
    m->watchdog.guarded = true;
    const uc_err error = uc_emu_start(m->uc, from, until, 0, 0);
    m->watchdog.guarded = false;
    return error;
}

/* The instruction as text; its length in bytes. */
uint32_t m68k_disassemble(const struct m68k *m, uint32_t pc, char *text, size_t size);
void m68k_say(struct m68k_result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Ends the run; the text says what happened. */
void m68k_say_state(struct m68k *m);

/* Pushes the frame and goes to the handler. */
void m68k_take_exception(struct m68k *m, int vector);
void m68k_return_from_exception(struct m68k *m);
/* MOVEC, at which Unicorn may end the process: registers that have no effect here read as 0. */
void m68k_move_control(struct m68k *m);
/* TRAPV, which Unicorn takes for illegal, with the condition codes up to date. */
void m68k_trap_overflow(struct m68k *m);

/* Copies the segments of an ELF file for the 68000 family to memory, which is at address 0, and returns the entry.
 * STATUS_INPUT with the file's name. */
int elf_load(const char *file, uint8_t *memory, size_t size, uint32_t *entry, struct error *e);

#endif
