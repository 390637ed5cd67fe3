/* SPDX-License-Identifier: MIT
 * A 68020 that runs a freestanding ELF file, instruction by instruction, over Unicorn. It is an object of its own,
 * build/tmr0-m68k.so (`make m68k`), that `tmr0 program` loads: tmr0 itself needs none of its packages.
 *
 *   address                 what answers; user and supervisor mode see the same (physical = virtual, no MMU)
 *   0 .. 1bffff             memory; the vectors are at 0
 *   1c0000 .. 1c1fff        DES socket, a byte port: bit 1 of the address selects offset 0 or 2; wider accesses are
 *                           one bus cycle a byte
 *   1e0000                  console: a byte written is printed
 *   1e0004                  the value written ends the program with this exit code; above 255 it is a fault
 *   1e0008                  clock interrupts (level 5, autovector): 1 on, 0 off, also what is pending
 *   1e000c                  long word read: picoseconds of a CPU clock
 *   1e0010, 1e0014          long words read: upper and lower half of the simulated time in picoseconds
 *   1e0018                  long word read: clocks of the instructions so far, modulo 2^32
 *   1e1000 .. 1e1fff        not to be used
 *   all else                bus error
 *
 * At reset: supervisor mode, all interrupts masked, PC the ELF file's entry, A7 = 1c0000. The instruction cache is on,
 * as an operating system leaves it. An exception without a vector (0) ends the program, and so do the words 0000 0000,
 * which it runs into where no code is. The ELF file's own headers are no vectors: they are not loaded below 400.
 *
 * An interrupt comes between two instructions, but where condition codes are live in the middle of straight code only
 * after the next instruction that sets them or jumps (sim/m68k/clocks.h). Condition codes are exact for all
 * instructions that use them, after an interrupt too, and in the frames of TRAP, TRAPV, CHK, divisions by 0, illegal
 * instructions and privilege violations. N, Z, V and C are not exact in the frame of an interrupt or a bus error within
 * straight code, and after BKPT, MOVEC or a bus error at an instruction that leaves the codes as they were.
 *
 * There is no coprocessor: its instructions are exceptions by vector 11 (line F).
 *
 * Not modelled: MMU, VBR and CACR (MOVEC to them has no effect), trace mode, the master stack, waits of memory, the
 * overlap of instructions, the write buffer. A bus error's frame has format A; RTE from it runs the instruction at the
 * stacked PC from its start. */
#ifndef TMR0_M68K_H
#define TMR0_M68K_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/error.h"

#define M68K_OBJECT "tmr0-m68k.so"
#define M68K_SYMBOL "m68k_calls"
#define M68K_IMAGE 0x1000U
#define M68K_SOCKET 0x001c0000U
#define M68K_REGISTERS 17

enum m68k_case { M68K_BEST, M68K_CACHE, M68K_WORST, M68K_CASES };
enum m68k_end { M68K_EXIT, M68K_LIMIT, M68K_FAULT, M68K_HOST, M68K_INTERRUPTED };

struct m68k_setup {
    const char *program, *clocks; /* ELF file; the table of clocks, parts/m68020.ini */
    enum m68k_case clocks_case;   /* CACHE: the worst case where the instruction is not in the cache */
    uint64_t cycle_ps, tick_ps, start_ps, limit_ps; /* CPU clock, clock interrupt, times of the beginning and the end */
    const uint8_t *image; /* instead of an ELF file: these bytes at M68K_IMAGE, the entry. At most 4 KB */
    size_t image_size;
    bool steals; /* stretch() may return more than the work; data accesses to memory are counted for it */
    const volatile sig_atomic_t *interrupted; /* not 0: it ends; NULL: it goes on */
    void *host;
    /* As in struct vcpu_host; stretch() is for bus cycles to memory. */
    bool (*access)(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value);
    uint64_t (*stretch)(void *host, uint64_t now_ps, uint64_t work_ps);
    void (*console)(void *host, char c);
    /* Called before each instruction; NULL: it is not. False: stop here. */
    bool (*begins)(void *host, uint64_t now_ps, uint32_t pc);
};

struct m68k_result {
    enum m68k_end end;
    int code;        /* EXIT */
    char text[4096]; /* FAULT: what happened, the registers, the last instructions; several lines */
    uint64_t now_ps, instructions, clocks, interrupts;
    /* Clocks of instructions whose figure is open, and how much they would be if the other source is right. */
    uint64_t open_clocks, other_clocks;
};

struct m68k_place {
    uint32_t pc, from; /* of the present instruction; the return address of the function it is in, 0: not known */
    bool interrupt;    /* the clock interrupt has not returned */
};

struct m68k;
struct m68k_calls {
    int (*open)(struct m68k **m68k, const struct m68k_setup *setup, struct error *e);
    /* From reset, with memory as it is. Time goes on from where it is; clock interrupts are off. */
    void (*run)(struct m68k *m68k, struct m68k_result *result);
    struct m68k_place (*place)(const struct m68k *m68k);
    /* The instruction there as text; its length in bytes. */
    uint32_t (*text)(const struct m68k *m68k, uint32_t pc, char *text, size_t size);
    /* D0 to D7, A0 to A7, SR, of which the condition codes are not exact within straight code. */
    void (*registers)(const struct m68k *m68k, uint32_t value[M68K_REGISTERS]);
    /* Sets one of D0 to A7. */
    void (*set_register)(struct m68k *m68k, unsigned number, uint32_t value);
    /* Memory's bytes, NULL if it has not all of them there. changes: they will be written, before the next instruction.
     */
    uint8_t *(*memory)(struct m68k *m68k, uint32_t address, size_t size, bool changes);
    void (*close)(struct m68k *m68k);
};
extern const struct m68k_calls m68k_calls;

#endif
