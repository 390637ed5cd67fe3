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
