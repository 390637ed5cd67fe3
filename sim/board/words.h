/* SPDX-License-Identifier: MIT
 * Accesses to the chip in words, as `tmr0 decode` has them. */
#ifndef TMR0_WORDS_H
#define TMR0_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#define WORDS_SIZE 300 /* enough for each of these texts, which they return */

/* A data pointer, and the register there: "Hold 1, hold cycle", "Hold 1" */
const char *words_pointer(char *text, size_t size, unsigned pointer);
const char *words_register(char *text, size_t size, unsigned pointer);
/* "Mode 5 = 0x0b20: F1, repeat, down, OUT low" */
const char *words_value(char *text, size_t size, unsigned pointer, unsigned value);
/* One access, in that many digits: "load 1 2 (0x43)", "status 0x3f: ...", "write 0x20" */
const char *words_access(char *text, size_t size, bool control, bool write, int digits, unsigned value);

#endif
