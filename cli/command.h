/* SPDX-License-Identifier: MIT
 * A program of commands: PROGRAM COMMAND [options]. */
#ifndef TMR0_COMMAND_H
#define TMR0_COMMAND_H

#include <stdbool.h>

/* "0.3.0": what --version prints. */
extern const char command_version[];

struct command {
    const char *name; /* NULL after the last of a list */
    /* Returns the exit status, or OPTIONS_HELP. argv[0] is "PROGRAM COMMAND", for messages. data_dir is what --data
     * gave, or NULL. */
    int (*call)(int argc, char **argv, const char *data_dir);
    const char *text;  /* for the program's --help */
    const char *group; /* heading of --help, of this command and those after it; NULL: as before */
};

struct program {
    const char *name, *about;
    const struct command *commands;
    bool data; /* the program has the option --data DIR */
};

/* main() of the program: --help (also -h and help), --version, --data, the command. Returns the exit status. */
int command_main(const struct program *program, int argc, char **argv);

#endif
