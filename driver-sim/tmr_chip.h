/* SPDX-License-Identifier: MIT
 * The board's access sequences: the one place that knows them. Order and waits, each for a reason:
 *
 *   select the port    The translator keeps it in a flip-flop that all share and that is undefined at power-up: select
 *                      before use. Behind the direct translator there is nothing to select.
 *   SAVE               All counters wanted in one command: they stop for nobody, but the Hold registers stand still.
 *   load the pointer   Behind the SAVE, not before it: the chip prefetches what it points at, and a SAVE does not
 *                      refresh that.
 *   data port, read    Low byte first; the pointer moves on from Hold register to Hold register.
 *
 * The chip wants 1.5 us behind a write and 1 us behind a read before it is accessed again (TWHWL, TWHRL, TRHWL, TRHRL),
 * longer than a bus cycle and the code between two. F9 (short data write, Am9513A) makes it 1 us behind writes: its
 * price, no prefetch behind data writes, costs nothing here, as a read follows a pointer load. */
#ifndef TMR_CHIP_H
#define TMR_CHIP_H

#include "vcpu.h"

#define TMR_WORDS 4 /* counters 1-4, the count */

struct tmr_chip {
    struct vcpu *cpu;
    uint32_t page;                          /* address of the board's page, physical or mapped */
    bool direct;                            /* strobe translator; otherwise flip-flop */
    uint32_t after_write_ns, after_read_ns; /* waited before the next access to the chip */
    uint32_t code_ns;                       /* least time of the code between two accesses */
    uint32_t owed_ns;                       /* of the last access to the chip, still to be waited */
    bool failed;                            /* an access was a bus error */
};

enum tmr_waits {
    TMR_WAIT_LONG,  /* as after a reset */
    TMR_WAIT_SHORT, /* F9 is in force */
    TMR_WAIT_NONE,  /* wrong on purpose, to see it caught */
};

void tmr_chip_open(struct tmr_chip *chip, struct vcpu *cpu, uint32_t page, bool direct, enum tmr_waits waits);

/* True if something that counts is there: writes Hold 1 and reads it back. Resets the chip. */
bool tmr_chip_probe(struct tmr_chip *chip);

/* Master reset; counter 5 divides F1 by four; counters 1-4 count up from 0, chained behind it; all armed. */
void tmr_chip_start(struct tmr_chip *chip);
/* F9: from here on TMR_WAIT_SHORT will do. */
void tmr_chip_short_writes(struct tmr_chip *chip);

/* For tests and the explorer: counters 1-4 go on from count. With carry their Load registers are 0 again behind it, as
 * they must be before one of them overflows; without, tmr_chip_again() goes back to the same count. */
void tmr_chip_preset(struct tmr_chip *chip, uint64_t count, bool carry);
void tmr_chip_again(struct tmr_chip *chip);

/* The lower counters' count as of one SAVE; words is 2 or 4. */
uint64_t tmr_chip_read(struct tmr_chip *chip, unsigned words);
/* The same with the pointer loaded anew and checked for each word; false if something was not as it should be. */
bool tmr_chip_read_checked(struct tmr_chip *chip, unsigned words, uint64_t *count);

#endif
