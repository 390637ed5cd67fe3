/* SPDX-License-Identifier: MIT
 * What the CPU has to know of an instruction, and where the condition codes are known. Unicorn keeps the operands of
 * the last instruction that set N, Z, V and C, but stores which operation it was only at the end of a block of
 * instructions. A run that stops inside a block loses the codes. X is right at all times. */
#ifndef TMR0_M68K_DECODE_H
#define TMR0_M68K_DECODE_H

#include "clocks.h"

/* The 68020's exception vectors. */
enum vector {
    BUS_ERROR = 2,
    ADDRESS_ERROR,
    ILLEGAL,
    ZERO_DIVIDE,
    CHK,
    TRAPV,
    PRIVILEGE,
    LINE_F = 11,
    FORMAT = 14,
    AUTOVECTOR = 24, /* + level */
    TRAP = 32        /* + number */
};

enum { RTE = 256, MOVEC, NO_EXCEPTION = -1 }; /* RTE: as Unicorn reports it */

/* What two words of code mean. */
struct decoded {
    const struct clocks_row *row; /* NULL: nothing */
    uint32_t words;
    uint16_t more[M68K_CASES]; /* clocks besides those of the row */
    /* What it is that Unicorn has not, or not as a 68020: an exception, MOVEC, or NO_EXCEPTION. PRIVILEGE is one in
     * user mode only. */
    int16_t exception;
    bool sets, ends; /* N, Z, V and C whatever they were; a block */
    bool waits;      /* a turn of a loop: SUBQ.L #1,Dn, and BNE to it */
};

__attribute__((cold)) void decode(struct decoded *d, const struct clocks *clocks, uint32_t words);

#endif
