/* SPDX-License-Identifier: MIT
 * Reads an .ini file, one section's head or key at a time. Lines are plain ASCII: [NAME], KEY = VALUE or KEY : VALUE. A
 * comment begins with ; or # at the start of a line, or with ; after a blank. All else is an error. */
#ifndef TMR0_INI_H
#define TMR0_INI_H

#include <stdio.h>

#include "cli/error.h"

#define INI_LINE_SIZE 200
#define INI_NAME_SIZE 48 /* of sections */

enum ini_item { INI_END, INI_HEAD, INI_KEY };

struct ini {
    FILE *in;
    int line; /* the last one read; 0 if the error is of the whole file */
    enum ini_item item;
    const char *name, *value; /* of the section or key; of the key, without blanks at its ends */
    char text[INI_LINE_SIZE];
};

/* Reads to the next item. The error's text has no file:line. */
int ini_next(struct ini *ini, struct error *e);

#endif
