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
    unsigned wired;   /* inputs tied to an output: SRC1-5 in bits 0-4, GATE1-5 in bits 5-9 */
    unsigned pin[10]; /* the numbers of these bits */
    unsigned pins;
};

/* The name of an input by its number in the maker, as "%s%u" */
#define FUZZ_PIN(n) (n) < 5 ? "src" : "gate", 1 + (n) % 5

void fuzz_line(struct fuzz_maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* 0 .. count - 1 */
unsigned fuzz_below(struct fuzz_maker *m, unsigned count);
/* True once in so many draws. */
bool fuzz_one_in(struct fuzz_maker *m, unsigned count);

/* The settings of a program. Those that its statements depend on are kept in the maker. */
void fuzz_settings(struct fuzz_maker *m);

#endif
