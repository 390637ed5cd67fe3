/* SPDX-License-Identifier: MIT
 * Output files are written to a temporary file beside their place, which is then renamed, so an incomplete file is
 * never seen. A file that is replaced keeps its permissions, but not its other hard links. A link to a file is
 * followed. The name "-" is standard output: what is written to it comes at the end, whole, and all that is printed
 * before goes to standard error. A device as /dev/null and a pipe are written at the end, too. When a signal ends the
 * program, the temporary files are deleted. */
#ifndef TMR0_OUTPUT_H
#define TMR0_OUTPUT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"

#define OUTPUTS_MAX 8 /* in progress at one time */

struct output {
    const char *file; /* as the user gave it, "standard output" for "-"; NULL: none */
    char *place;      /* where it will be: links followed; NULL: standard output, a device or a pipe */
    char *part;       /* the temporary file */
    FILE *f;          /* to write it with; or it is written by its name */
};

/* Has SIGUSR1 do nothing: only a run that writes waves uses it. Lines go to standard output as they are printed. Call
 * it first. */
void output_start(void);
/* Flushes standard output, and brings the outputs to their places. STATUS_SYSTEM, after a message of that program, if
 * anything written was lost; STATUS_INPUT if one would go over what was read meanwhile; else status. */
int output_end(const char *program, int status);

/* What SIGHUP, SIGINT or SIGTERM print on standard error when they end the program; a static text with its newline.
 * NULL: nothing. */
void output_last_line(const char *line);

/* Keeps standard output for the output "-": what is printed from here on goes to standard error. Without this call
 * output_open() of "-" does it. */
int output_standard(struct error *e);

/* STATUS_INPUT if one of the files, which are to be written, is another of them or was read. NULLs, "-", devices and
 * pipes are left out. In a program all that is written from here on comes to its place at the end, by output_end(): if
 * the system fails, nothing does. */
int output_distinct(const char *const *file, size_t files, struct error *e);

/* Makes the temporary file. The struct stays where it is until output_close(). file NULL: nothing, and output_close()
 * does nothing. STATUS_INPUT if it is a folder or was read, STATUS_SYSTEM if it cannot be written. */
int output_open(struct output *output, const char *file, struct error *e);
/* Renames the file to its final name, or deletes it if status is not STATUS_OK. Returns status, or why it could not be
 * written. */
int output_close(struct output *output, int status, struct error *e);
/* Writes a whole file. */
int output_whole(const char *file, const char *text, struct error *e);

/* Makes the folder if it is missing. STATUS_INPUT if the path is no folder or "-". */
int output_folder(const char *path, struct error *e);

/* ---- JSON */

/* Whole numbers of 64 bits: cJSON's own are exact only to 2^53. */
void output_json_integer(cJSON *object, const char *name, int64_t value);
void output_json_count(cJSON *object, const char *name, uint64_t value);
/* A seed: a string of its digits, which no reader rounds. */
void output_json_digits(cJSON *object, const char *name, uint64_t value);
/* Opens the file, has the tree filled unless fill is NULL, writes the tree if that gives STATUS_OK or STATUS_BAD,
 * closes, deletes the tree. Returns as output_close. */
int output_json_run(const char *file, cJSON *tree, int (*fill)(void *context, cJSON *tree, struct error *e),
                    void *context, struct error *e);

#endif
