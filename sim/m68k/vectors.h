/* SPDX-License-Identifier: MIT
 * The 68020's exception vectors. */
#ifndef TMR0_M68K_VECTORS_H
#define TMR0_M68K_VECTORS_H

enum vector {
    BUS_ERROR = 2,
    ADDRESS_ERROR,
    ILLEGAL,
    ZERO_DIVIDE,
    CHK,
    TRAPV,
    PRIVILEGE,
    FORMAT = 14,
    AUTOVECTOR = 24, /* + level */
    TRAP = 32        /* + number */
};

const char *vector_name(int vector);

#endif
