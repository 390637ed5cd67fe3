/* SPDX-License-Identifier: MIT
 * Files that tmr0 has written, read again. */
#ifndef TMR0_INPUT_H
#define TMR0_INPUT_H

#include <cjson/cJSON.h>

#include "error.h"

/* The whole file, to be freed, ended by a 0. NULL if it cannot be read or holds a 0: STATUS_INPUT's text. */
char *input_text(const char *path, struct error *e);

/* The tree is to be deleted. STATUS_INPUT if the file cannot be read or is no JSON. */
int input_json(const char *path, cJSON **tree, struct error *e);

#endif
