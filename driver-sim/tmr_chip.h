/* SPDX-License-Identifier: MIT
 * The board's access sequences; no other file knows them. Order and waits with their reasons:
 *
 * - Select the port. The translator keeps it in a flip-flop that all programs share and that is undefined at power-up.
 *   With the direct translator there is nothing to select.
 * - SAVE: one command for all counters wanted. The counters go on, but the Hold registers do not change.
 * - Load the pointer after the SAVE, not before it: the pointer load prefetches a register, and a SAVE does not refresh
 *   that.
 * - Read the data port, low byte first. The pointer advances from Hold register to Hold register.
 *
 * The chip requires 1.5 us after a write and 1 us after a read before the next access (TWHWL, TWHRL, TRHWL, TRHRL).
 * This is longer than a bus cycle and the code between two. F9 (short data write, Am9513A) reduces it to 1 us after
 * writes. It also stops the prefetch after data writes, which costs nothing here: every read follows a pointer load. */
#ifndef TMR_CHIP_H
#define TMR_CHIP_H

#include <tmr0/vcpu.h>

#define TMR_WORDS 4 /* counters 1-4, the count */

struct tmr_chip {
    struct vcpu *cpu;
    uint32_t page;                          /* address of the board's page, physical or mapped */
    bool direct;                            /* strobe translator; otherwise flip-flop */
    uint32_t after_write_ns, after_read_ns; /* wait before the next access to the chip */
    uint32_t code_ns;                       /* least time of the code between two accesses */
    uint32_t owed_ns;                       /* rest of the wait after the last access to the chip */
    bool failed;                            /* an access ended in a bus error */
};

enum tmr_waits {
    TMR_WAIT_LONG,  /* as after a reset */
    TMR_WAIT_SHORT, /* F9 is in force */
    TMR_WAIT_NONE,  /* wrong on purpose: the checks must report it */
};

void tmr_chip_open(struct tmr_chip *chip, struct vcpu *cpu, uint32_t page, bool direct, enum tmr_waits waits);

/* Writes Hold 1 and reads it back; returns true if the value is the same. Resets the chip. */
bool tmr_chip_probe(struct tmr_chip *chip);

/* Master reset; counter 5 divides F1 by four; counters 1-4, chained after it, count up from 0; all are armed. */
void tmr_chip_start(struct tmr_chip *chip);
/* F9: from here on TMR_WAIT_SHORT is enough. */
void tmr_chip_short_writes(struct tmr_chip *chip);

/* For tests and tmr0 explore: counters 1-4 go on from count. With carry their Load registers are then 0 again, as they
 * must be before one of them overflows. */
void tmr_chip_preset(struct tmr_chip *chip, uint64_t count, bool carry);

/* Returns the count of counters 1 to `words` from one SAVE; words is 2 or 4. */
uint64_t tmr_chip_read(struct tmr_chip *chip, unsigned words);
/* The same with the pointer loaded again and checked for each word; returns false if a check failed. */
bool tmr_chip_read_checked(struct tmr_chip *chip, unsigned words, uint64_t *count);

#endif
