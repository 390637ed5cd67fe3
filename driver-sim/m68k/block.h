/* SPDX-License-Identifier: MIT
 * What the host and the machine code exchange at M68K_SHARED of sim/m68k/m68k.h: words of 32 bits, then samples as the
 * 68020's compiler lays out struct sample. The host writes the block before the start and reads it after the end. */
#ifndef BLOCK_H
#define BLOCK_H

#include <tmr0/vcpu.h>

#define BLOCK_ADDRESS 0x10000000U

enum block_word {
    /* The machine */
    BLOCK_CLOCK, /* 1: clock interrupts */
    BLOCK_SCALE, /* percent of a CPU clock that a cycle of vcpu_work() takes; 0: waits and work take no time */
    BLOCK_COST,  /* those that are not computed, VCPU_COSTS words */
    /* The program's words from here on: of struct instruments */
    BLOCK_PROGRAM = BLOCK_COST + VCPU_COSTS,
    BLOCK_PATH = BLOCK_PROGRAM,
    BLOCK_DIRECT,
    BLOCK_WAITS,
    BLOCK_WORK,
    BLOCK_SAMPLES,
    BLOCK_PROCESSES,
    BLOCK_SLICE_TICKS,
    BLOCK_KEEP_ALL,
    /* Its results; two words are one number, the upper half first */
    BLOCK_ERROR,
    BLOCK_SWITCHES,
    BLOCK_TICKS = BLOCK_SWITCHES + 2,
    BLOCK_WORDS = BLOCK_TICKS + 2
};

/* Bytes in struct sample */
enum {
    SAMPLE_FIRST = 0,
    SAMPLE_SECOND = 8,
    SAMPLE_GOOD = 16,
    SAMPLE_INTERRUPTS = 18,
    SAMPLE_DESCHEDULED = 26,
    SAMPLE_LEAST = 34,
    SAMPLE_MOST = 42,
    SAMPLE_SIZE = 50
};

#endif
