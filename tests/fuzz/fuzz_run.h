/* SPDX-License-Identifier: MIT
 * Plays random programs on RTL and model in lockstep, or on the RTL with and without effects of violations, until one
 * differs or enough have been played. */
#ifndef TMR0_FUZZ_RUN_H
#define TMR0_FUZZ_RUN_H

#include "cli/error.h"
#include "fuzz.h"

struct fuzz_setup {
    const char *dir; /* holds parts/ and machines/ */
    enum target target;
    bool effects; /* compare runs with and without effects; else RTL and model */
    uint64_t ops; /* at least so many accesses, pin moves and waits */
    uint64_t seed;
};

struct fuzz_result {
    uint64_t ops, cases;
    uint64_t refused;           /* programs that cannot be played, such as a wire that makes a loop without delay */
    struct error first_refusal; /* why the first of them was refused */
    /* After STATUS_BAD: the program that differs, shrunk to what the difference needs */
    size_t ops_before, ops_after;
    char text[FUZZ_LINES * FUZZ_LINE + 1];
};

/* STATUS_OK: no difference. STATUS_BAD: a difference, which e describes. STATUS_INPUT or STATUS_SYSTEM: not played. */
int fuzz_run(struct fuzz_result *result, const struct fuzz_setup *setup, struct error *e);

#endif
