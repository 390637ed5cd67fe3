/* SPDX-License-Identifier: MIT
 * Output files: written beside their place under another name, then renamed, so that no half of one is ever seen. */
#ifndef TMR0_OUTPUT_H
#define TMR0_OUTPUT_H

#include <stdint.h>

#include <cjson/cJSON.h>

#include "error.h"

/* STATUS_INPUT if file exists and is no regular file, STATUS_SYSTEM if its folder cannot be written. */
int output_check(const char *file, struct error *e);

/* Name under which file is written until it is whole; caller frees. NULL when memory is gone. */
char *output_part(const char *file);

/* Renames part to file. */
int output_commit(const char *part, const char *file, struct error *e);

/* Prints the tree to file, "-" is standard output. */
int output_json(const char *file, const cJSON *tree, struct error *e);

/* The same of a text, which gets a newline. */
int output_text(const char *file, const char *text, struct error *e);

/* Adds a whole number exactly; cJSON's own numbers hold 53 bits. */
void output_json_count(cJSON *object, const char *name, uint64_t value);

#endif
