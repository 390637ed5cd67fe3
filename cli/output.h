/* SPDX-License-Identifier: MIT
 * Output files are written beside their place under another name and then renamed, so an incomplete file is never seen.
 * A file that is replaced keeps its permissions, but not its other hard links. A link is followed.
 * The name "-" is standard output: what is written to it comes at the end, whole, and all that is printed before goes
 * to standard error. Files in progress are deleted when a signal ends the program, and when the system finds no room
 * for a page of a mapped file (SIGBUS; exit status 3). */
#ifndef TMR0_OUTPUT_H
#define TMR0_OUTPUT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

#define OUTPUTS_MAX 8 /* in progress at one time */

struct output {
    const char *file; /* as the user gave it, "standard output" for "-"; NULL: none */
    char *place;      /* where it will be: links followed; NULL: standard output */
    char *part;       /* what is to be written until then */
    int slot;
};

/* Opens closed standard streams, so that no output file gets their numbers, and has SIGUSR1 do nothing: only a run that
 * writes waves uses it. Call it first. */
void output_start(void);
/* Flushes standard output. STATUS_SYSTEM, after a message of that program, if anything written to it was lost; else
 * status. */
int output_end(const char *program, int status);

/* Keeps standard output for the output "-": what is printed from here on goes to standard error. Without this call
 * output_open() of "-" does it. */
int output_standard(struct error *e);

/* From here on no output may be in data/parts or data/machines, where figures are read. data_find() calls this. */
void output_protect(const char *data);

/* STATUS_INPUT if one of the first `outputs` files is any other of the `all` ones. NULLs and "-" are left out. */
int output_distinct(const char *const *file, size_t outputs, size_t all, struct error *e);

/* Whether the file, or what the link leads to, is directly in the folder and has a name that begins so. */
bool output_is_in(const char *file, const char *folder, const char *begin);

/* Makes an empty file beside the place and keeps its name in output.part. file NULL: nothing, and output_close does
 * nothing. STATUS_INPUT if the place is no regular file or protected, STATUS_SYSTEM if it cannot be written. */
int output_open(struct output *output, const char *file, struct error *e);
/* Makes the text what is written. */
int output_text(const struct output *output, const char *text, struct error *e);
/* Puts it in its place, or, if status is not STATUS_OK, away. Returns status, or why it could not be put there. */
int output_close(struct output *output, int status, struct error *e);

/* Makes the folder if it is missing. STATUS_INPUT if its parent is missing, or the path is no folder,
 * "-" or protected; a protected one is not made. */
int output_folder(const char *path, struct error *e);

/* A JSON document, written at the end. */
int output_json_open(struct output *json, const char *file, struct error *e);
/* Whole numbers of 64 bits: cJSON's own are exact only to 2^53. */
void output_json_integer(cJSON *object, const char *name, int64_t value);
void output_json_count(cJSON *object, const char *name, uint64_t value);
/* Writes the tree if status is STATUS_OK or STATUS_BAD, and closes. Returns as output_close. */
int output_json_close(struct output *json, const cJSON *tree, int status, struct error *e);
/* Opens the file, has the tree filled, closes, deletes the tree. Returns as output_json_close. */
int output_json_run(const char *file, cJSON *tree, int (*fill)(void *context, cJSON *tree, struct error *e),
                    void *context, struct error *e);

#endif
