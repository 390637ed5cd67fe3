/* SPDX-License-Identifier: MIT
 * Where the condition codes are known. Unicorn keeps the operands of the last instruction that set N, Z, V and C, but
 * stores which operation it was only at the end of a block of instructions. A run that stops inside a block loses the
 * codes. X is right at all times. */
#ifndef TMR0_M68K_CONDITIONS_H
#define TMR0_M68K_CONDITIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether an instruction sets N, Z, V and C whatever they were. */
bool conditions_set(uint16_t word);
/* Whether it ends a block. */
bool conditions_block_end(uint16_t word);

#endif
