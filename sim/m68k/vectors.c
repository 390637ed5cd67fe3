/* SPDX-License-Identifier: MIT */
#include "vectors.h"

const char *vector_name(int vector)
{
    static const char *const name[] = {"",
                                       "",
                                       "bus error",
                                       "address error",
                                       "illegal instruction",
                                       "division by 0",
                                       "CHK",
                                       "TRAPV",
                                       "privilege violation",
                                       "trace",
                                       "line A",
                                       "line F",
                                       "",
                                       "",
                                       "format error"};
    return vector <= FORMAT ? name[vector] : vector < TRAP ? "interrupt" : "TRAP";
}

int16_t vector_of_word(uint16_t word)
{
    if ((word & 0xfff8) == 0x4848 || word == 0x4ac8 || word == 0x4acc) /* BKPT; words of later CPUs */
        return ILLEGAL;
    if (word >> 12 == 0xf) /* there is no coprocessor */
        return LINE_F;
    if ((word & 0xffc0) == 0x40c0) /* MOVE from SR */
        return PRIVILEGE;
    return (word & 0xfffe) == 0x4e7a ? MOVEC : NO_EXCEPTION;
}
