/* SPDX-License-Identifier: MIT
 * The 68020's exception vectors. */
#ifndef TMR0_M68K_VECTORS_H
#define TMR0_M68K_VECTORS_H

#include <stdint.h>

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

const char *vector_name(int vector);

enum { RTE = 256, MOVEC, NO_EXCEPTION = -1 }; /* RTE: as Unicorn reports it */
/* What an instruction is that Unicorn has not, or not as a 68020: an exception, MOVEC, or NO_EXCEPTION. PRIVILEGE is
 * one in user mode only. */
int16_t vector_of_word(uint16_t word);

#endif
