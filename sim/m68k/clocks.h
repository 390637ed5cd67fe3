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
/* The row for these two words. */
const struct clocks_row *clocks_row(const struct clocks *clocks, uint16_t word, uint16_t next);
/* Its clocks, of a branch those without a jump. */
uint64_t clocks_of(const struct clocks *clocks, uint16_t word, uint16_t next, enum m68k_case kind);

#endif
