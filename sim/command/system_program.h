/* SPDX-License-Identifier: MIT
 * tmr0 system --program FILE: machine code on a 68020 in front of the board, and what is expected of it. */
#ifndef TMR0_SYSTEM_PROGRAM_H
#define TMR0_SYSTEM_PROGRAM_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/arguments.h"
#include "cli/error.h"
#include "sim/board/waves.h"
#include "sim/m68k/m68k.h"

#define PROGRAM_EXPECTED 8 /* console texts */

struct system_program {
    const char *file, *machine, *part;
    int engine, clocks_case;
    double limit_s;
    bool blank, prints, accesses; /* prints: each instruction; accesses: each access */
    bool debugged;                /* by gdb, at that port */
    uint64_t gdb_port;
    const char *json;    /* file, or NULL */
    struct waves *waves; /* open, or without a name */
    /* What is expected: an exit code (-1: any), texts on the console, violations of exactly these checks */
    uint64_t violations;
    const char *console[PROGRAM_EXPECTED];
    int consoles, code;
    bool clean, exits; /* said with --expect. Unless exits alone, an access to the chip is due, and its 8-bit bus */
};

/* Takes --expect exit=N, console=TEXT, violation=NAME or clean, which is the default. As option_rule.take. */
int system_program_expect(void *to, struct argument a);
/* Returns call(context) of a process of its own. STATUS_BAD with a message if a signal ended it: Unicorn, which is not
 * ours, crashes on some words that are no instructions. */
int system_program_apart(int (*call)(void *context), void *context);
/* Runs it; what it did becomes members of the tree. STATUS_BAD if an expectation fails. dir holds parts/ and machines/.
 */
int system_program_run(const struct system_program *program, const char *dir, cJSON *tree, struct error *e);

#endif
