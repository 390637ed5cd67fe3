/* SPDX-License-Identifier: MIT
 * A text file of short lines, in which # starts a comment: those lines that hold more. */
#ifndef TMR0_LINES_H
#define TMR0_LINES_H

#include <stdio.h>

#include "error.h"

struct lines {
    const char *file; /* its name in messages */
    unsigned long number;
    char *text; /* of the line, from its first character to its last; NULL: there are no more */
    FILE *f;
    char line[256];
};

/* file "-" is standard input. */
int lines_open(struct lines *lines, const char *file, struct error *e);
/* The next line. STATUS_INPUT for a NUL byte or a line of more than 254 characters, or if the file cannot be read. */
int lines_next(struct lines *lines, struct error *e);
void lines_close(struct lines *lines);

#endif
