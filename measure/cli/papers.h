/* SPDX-License-Identifier: MIT
 * The printed tables of the papers beside what their own equations give. */
#ifndef TMR0_PAPERS_H
#define TMR0_PAPERS_H

#include <stdio.h>

/* Exit status: STATUS_OK, STATUS_SYSTEM if f cannot be written. */
int papers_print(FILE *f);

#endif
