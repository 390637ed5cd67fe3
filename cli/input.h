/* SPDX-License-Identifier: MIT
 * Files that tmr0 has written, read again. */
#ifndef TMR0_INPUT_H
#define TMR0_INPUT_H

#include <cjson/cJSON.h>

#include "error.h"

/* Returns the whole file, ended by a 0, for the caller to free. NULL, with STATUS_INPUT's text, if the file cannot be
 * read, holds a 0 or has more than 256 MiB, as a device without end. */
char *input_text(const char *path, struct error *e);

/* The caller deletes the tree. STATUS_INPUT if the file cannot be read or is not JSON. */
int input_json(const char *path, cJSON **tree, struct error *e);

#endif
