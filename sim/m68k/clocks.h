/* SPDX-License-Identifier: MIT
 * What each instruction of the 68020 costs in clocks: parts/m68020.ini, whose head describes its format. */
#ifndef TMR0_M68K_CLOCKS_H
#define TMR0_M68K_CLOCKS_H

#include "cli/error.h"
#include "m68k.h"

#define CLOCKS_ROWS 160

struct clocks_row {
    uint16_t mask, value;          /* of the operation word */
    uint16_t next_mask, next_want; /* of the word after it */
    int clocks[M68K_CASES], taken[M68K_CASES], expired[M68K_CASES], other[M68K_CASES];
    int each;      /* for each register of the mask in the next word */
    int operand;   /* enum operand */
    bool branches; /* has taken */
    bool is_open;  /* has other: sources disagree */
    char name[24];
};

enum { CLOCKS_TABLES = 3, CLOCKS_ADDRESSES = 13 };

struct clocks {
    struct clocks_row row[CLOCKS_ROWS];
    int rows, interrupt, exception;                           /* the last two are numbers of rows */
    int address[CLOCKS_TABLES][CLOCKS_ADDRESSES][M68K_CASES]; /* of effective addresses */
};

/* STATUS_INPUT with FILE:LINE. */
int clocks_load(struct clocks *clocks, const char *file, struct error *e);
const struct clocks_row *clocks_row(const struct clocks *clocks, uint16_t word, uint16_t next);
/* Its clocks, of a branch those without a jump. */
uint64_t clocks_of(const struct clocks *clocks, uint16_t word, uint16_t next, enum m68k_case kind);

/* ---- What the CPU has to know of an instruction, and where the condition codes are known. Unicorn keeps the operands
 * of the last instruction that set N, Z, V and C, but stores which operation it was only at the end of a block of
 * instructions. A run that stops inside a block loses the codes. X is right at all times. */

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
