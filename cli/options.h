/* SPDX-License-Identifier: MIT
 * The command line of a command: its options and where their values go. arguments.h says what a value may be. */
#ifndef TMR0_OPTIONS_H
#define TMR0_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arguments.h"

#define OPTIONS_MAX 32

/* Where the value goes: at most one of these besides `given`. With `given` alone the option takes no value. */
struct option_rule {
    const char *name;
    char letter; /* the same as -LETTER; 0: none */
    bool *given; /* set when the option is given; NULL where that does not matter */
    const char **text;
    const char **output; /* a file to be written; "-" is standard output, and one option may have it */
    uint64_t *number, least, most;
    int *choice; /* index among the names */
    const char *const *names;
    int count;
    double *seconds, *confidence, *positive;
    uint64_t *hz;
    int (*take)(void *to, struct argument a); /* any other, which may be given again unless `once` */
    void *to;
    bool once;
};

enum operands {
    OPERANDS_NONE,
    OPERANDS_ANYWHERE, /* among the options */
    OPERANDS_LAST,     /* all arguments from the first operand on are operands */
};

struct options {
    const char *command;      /* "tmr0 run" */
    const char *synopsis;     /* what may follow the command, a way of calling it a line: "[options] FILE..." */
    const char *usage;        /* what --help prints after the synopsis; --help and -h are always options */
    void (*more_usage)(void); /* prints what follows the usage; NULL: nothing */
    enum operands operands;
    const struct option_rule *rule;
    size_t rules; /* at most OPTIONS_MAX */
};
#define OPTION_RULES(list) .rule = (list), .rules = sizeof(list) / sizeof *(list)

/* Status of a command after --help: the text is printed and nothing is left to do. */
enum { OPTIONS_HELP = -1 };

/* Takes all options; getopt's optind is then the first operand. STATUS_INPUT after a message about a bad option. */
int options_take(const struct options *options, int argc, char **argv);

/* The text of --help, to f; more_usage() is left out. */
void options_usage(const struct options *options, FILE *f);

/* "COMMAND: TEXT" on standard error and STATUS_INPUT: options that exclude each other, or one that is missing. */
int options_bad(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
