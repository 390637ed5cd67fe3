/* SPDX-License-Identifier: MIT
 * How far a word is from one that is known. */
#ifndef TMR0_EDITS_H
#define TMR0_EDITS_H

#include <stddef.h>

/* Letters to change, add, leave out or swap with the next to make b of the first size letters of a. Words of 16 letters
 * or more are EDITS_MANY apart. */
int edits(const char *a, size_t size, const char *b);
#define EDITS_MANY 99

#endif
