/* SPDX-License-Identifier: MIT
 * Random programs for chip or board as scenario text, weighted towards difficult cases, and the reduction
 * of a program to the lines that a difference needs. */
#ifndef TMR0_FUZZ_H
#define TMR0_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/board/pins.h"

#define FUZZ_LINES 400
#define FUZZ_LINE 48

struct fuzz_case {
    char line[FUZZ_LINES][FUZZ_LINE];
    size_t lines;
    size_t settings; /* the first lines are settings and stay */
    size_t ops;      /* lines after them: accesses, pin moves, waits */
};

/* Fills the case with about `ops` random statements, at most FUZZ_LINES. state is that of the generator (splitmix64).
 */
void fuzz_make(struct fuzz_case *c, enum target target, uint64_t *state, size_t ops);

/* One more setting, of at most FUZZ_LINE - 1 characters. */
void fuzz_set(struct fuzz_case *c, const char *setting);

/* Whole text of the case, newline after each line; buffer of FUZZ_LINES * FUZZ_LINE + 1. */
size_t fuzz_text(const struct fuzz_case *c, char *buffer);

/* Takes out all lines without which differs() remains true. */
void fuzz_shrink(struct fuzz_case *c, bool (*differs)(void *context, const struct fuzz_case *c), void *context);

#endif
