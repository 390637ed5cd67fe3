/* SPDX-License-Identifier: MIT
 * Files that are read, and the JSON that tmr0 has written. */
#ifndef TMR0_INPUT_H
#define TMR0_INPUT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"

/* Every file that is read enters here, by the functions below or by this one, or with its folder; "-" is standard
 * input. */
void input_enter(const char *path);
/* For outputs; the place is absolute, without links. STATUS_INPUT if the file there has entered and still exists. */
int input_keep(const char *place, const char *output, struct error *e);

/* Opens the file for reading, "-" is standard input; no output is then written over it. NULL, with STATUS_INPUT's text,
 * if it cannot be read. */
FILE *input_open(const char *path, struct error *e);

/* Returns the whole file, ended by a 0, for the caller to free. NULL, with STATUS_INPUT's text, if it cannot be read or
 * has more bytes, as a device without end: limit is what follows "more than ", the number and what is expected. */
char *input_whole(const char *path, size_t most, const char *limit, size_t *size, struct error *e);
/* The same of at most 256 MiB without a 0. */
char *input_text(const char *path, struct error *e);

/* The caller deletes the tree. STATUS_INPUT if the file cannot be read, is not JSON, has a NUL in a string, or a
 * name twice in an object. */
int input_json(const char *path, cJSON **tree, struct error *e);

/* A field of an object: "", 0 or false if it has none of that name and type. A raw number of output_json_integer() is a
 * number too. */
const char *json_text(const cJSON *object, const char *name);
double json_number(const cJSON *object, const char *name);
/* As json_number(), rounded to 0; 0 if it is beyond 64 bits. */
int64_t json_whole(const cJSON *object, const char *name);
bool json_true(const cJSON *object, const char *name);

#endif
