/* SPDX-License-Identifier: MIT
 * What the files of the generator share. */
#ifndef TMR0_FUZZ_INTERNAL_H
#define TMR0_FUZZ_INTERNAL_H

#include "fuzz.h"

/* What the generator knows of what it programs. */
struct fuzz_maker {
    struct fuzz_case *c;
    uint64_t *state;
    enum target target;
    bool direct;      /* board: translator */
    bool control;     /* board: port that the flip-flop has chosen */
    bool wide;        /* chip: 16-bit bus */
    bool grid;        /* times are whole multiples of the oscillator's half period: edges meet */
    unsigned clock;   /* the oscillator's */
    unsigned wired;   /* inputs tied to an output: bit enum pin */
    unsigned pin[10]; /* the numbers of these bits */
    unsigned pins;
};

void fuzz_line(struct fuzz_maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* 0 .. count - 1 */
unsigned fuzz_below(struct fuzz_maker *m, unsigned count);
/* True once in so many draws. */
bool fuzz_one_in(struct fuzz_maker *m, unsigned count);

/* The settings of a program. Those that its statements depend on are kept in the maker. */
void fuzz_settings(struct fuzz_maker *m);

#endif
