/* SPDX-License-Identifier: MIT
 * What the parts of the mutator share.
 *
 * mutator.c    tokens, Verilog, the changes of both languages, drawing, writing
 * mutator_c.c  C: its expressions and statements, and the changes that it alone has */
#ifndef TMR0_MUTATOR_H
#define TMR0_MUTATOR_H

#include <stdbool.h>
#include <stddef.h>

enum { TOKENS_MAX = 20000, REGIONS_MAX = 2000, CHANGES_MAX = 8000, TEXT_MAX = 200000, CHANGE_MAX = 40 };

struct token {
    const char *text;
    size_t size;
    int line;
};

/* An expression that may be changed, tokens first to last; or, with drop, a whole assignment that may be left out. */
struct region {
    size_t first, last;
    bool drop;
};

struct source {
    const char *path, *name; /* with and without its folder */
    bool c;                  /* C, else Verilog */
    char text[TEXT_MAX];
    struct token token[TOKENS_MAX];
    size_t tokens;
    struct region region[REGIONS_MAX];
    size_t regions;
    size_t head, tail; /* Verilog: the tokens that end the module's head, and the module */
};

bool is(const struct source *s, size_t t, const char *text);
bool is_word(const struct source *s, size_t t);
/* From t, within any brackets that open after it: the token at which the expression ends, one of the enders. */
size_t expression_end(const struct source *s, size_t t, const char *enders);
/* The region from first up to before end; returns end. */
size_t add_region(struct source *s, size_t first, size_t end, bool drop);
/* Tokens first to last become that text; "!": they are negated. */
void add_change(int file, size_t region, size_t first, size_t last, const char *into);

void find_c_regions(struct source *s);
/* Changes of false and true, of conditions, and of operands of && and || at this token. */
void change_c_token(const struct source *s, int file, size_t region, size_t t);

#endif
