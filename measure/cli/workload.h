/* SPDX-License-Identifier: MIT
 * What `tmr0-measure measure` measures: a builtin, or a command run as a child. */
#ifndef TMR0_WORKLOAD_H
#define TMR0_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/error.h"

struct workload {
    const char *name, *text;
    void (*builtin)(void); /* NULL: a command */
    char **argv;           /* of the command, NULL at its end */
};

/* The builtin of this name, false if there is none. */
bool workload_find(struct workload *w, const char *name);
/* The nth, NULL after the last. */
const struct workload *workload_builtin(size_t n);

/* Runs it once. STATUS_OK, STATUS_BAD when the command ends with another status than 0 or by a signal, STATUS_INPUT
 * when it cannot be started, STATUS_SYSTEM. A command's standard output goes to /dev/null. */
int workload_run(const struct workload *w, struct error *e);

#endif
