/* SPDX-License-Identifier: MIT
 * What `tmr0-measure measure` and `compare` time: a builtin, or a command run as a child. */
#ifndef TMR0_WORKLOAD_H
#define TMR0_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/error.h"

struct workload {
    const char *name;
    void (*builtin)(void); /* NULL: a command */
    char **argv;           /* of the command, NULL at its end */
    char *line;            /* workload_command()'s copy of the text, which is the name */
    const char *input;     /* file that is a command's standard input, from its beginning; NULL: /dev/null */
    bool shown;            /* a command's standard output is not sent to /dev/null */
};

/* The builtin of this name, false if there is none. */
bool workload_find(struct workload *w, const char *name);

/* What a command used, by wait4(): processor time and the times that it lost its processor; whether it ended with
 * another status than 0. 0 for a builtin. */
struct workload_usage {
    double user_s, system_s, involuntary;
    bool failed;
};

/* The command of this text: its words as a shell would split them, without pipes and other commands; or whatever this
 * shell, such as "bash --norc", reads. STATUS_INPUT if it has no words. workload_free() gives the words back. */
int workload_command(struct workload *w, const char *text, const char *shell, struct error *e);
void workload_free(struct workload *w);

/* Runs it once; an empty workload is nothing. STATUS_OK, STATUS_BAD when the command ends with another status than 0 or
 * by a signal, STATUS_INPUT when it cannot be started, STATUS_SYSTEM. */
int workload_run(const struct workload *w, struct workload_usage *usage, struct error *e);

#endif
