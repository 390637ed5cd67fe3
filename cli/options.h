/* SPDX-License-Identifier: MIT
 * The command line of a command: which options there are and where their values go. What a value may be is the
 * business of arguments.h. */
#ifndef TMR0_OPTIONS_H
#define TMR0_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arguments.h"

#define OPTIONS_MAX 16

/* Where the value goes: of all but `given` at most one is there. With `given` alone the option takes no value. */
struct option_rule {
    const char *name;
    bool *given; /* set when the option stands there; NULL where it does not matter */
    const char **text;
    uint64_t *number, least, most;
    int *choice; /* index among the names */
    const char *const *names;
    int count;
    double *seconds, *confidence, *positive;
    uint64_t *hz;
    int (*take)(void *to, struct argument a); /* any other */
    void *to;
};

enum operands {
    OPERANDS_NONE,
    OPERANDS_ANYWHERE, /* among the options */
    OPERANDS_BEHIND,   /* from the first on all are operands */
};

struct options {
    const char *command, *usage; /* "tmr0 run", text for --help, which is always an option */
    void (*more_usage)(void);    /* prints what follows the text; NULL: nothing */
    enum operands operands;
    const struct option_rule *rule;
    size_t rules; /* OPTIONS_MAX at the most */
};

/* Status of a command that has nothing left to do: --help was given, and answered. */
enum { OPTIONS_HELP = -1 };

/* Takes all options; getopt's optind is then the first operand. STATUS_INPUT, with a message, if one will not do. */
int options_take(const struct options *options, int argc, char **argv);

/* "COMMAND: TEXT" on standard error and STATUS_INPUT: options that do not go together, or one that is missing. */
int options_bad(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
