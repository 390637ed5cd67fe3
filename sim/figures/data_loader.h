/* SPDX-License-Identifier: MIT
 * An .ini file of parts/ or machines/ while it is read: data_ini.c reads lines and keys, data_sections.c takes
 * sections. */
#ifndef TMR0_DATA_LOADER_H
#define TMR0_DATA_LOADER_H

#include <stdio.h>

#include "data_internal.h"

#define KEYS_MAX 5
#define TEXT_SIZE 200 /* libinih's longest line */

struct key_set {
    const char *name[KEYS_MAX];
    unsigned optional; /* bit i: name[i] may be missing */
};
/* Section numbers after those of the figures */
enum { SECTION_HEAD = FIG_COUNT, SECTION_EXPECT, SECTION_SPREAD, SECTIONS };

struct loader {
    char file[DATA_PATH_SIZE];
    const char *dir;
    FILE *in;
    int line;      /* the last one read */
    int status;    /* of the first error; nothing is read after it */
    int fail_line; /* the last line read at that time */
    struct error *e;
    struct part *part; /* one of these two is loaded, the other is NULL */
    struct machine *machine;
    char wanted[DATA_NAME_SIZE]; /* the requested reading, "" for the first */
    size_t selected;             /* its index */
    struct figure over[FIG_COUNT];
    int spread_line[FIG_COUNT]; /* of [spread] in this file, 0: not seen */
    enum spread spread[FIG_COUNT];
    int seen[READINGS_MAX][SECTIONS]; /* line of each section's head, 0: not seen */
    bool inherited[READINGS_MAX][SECTIONS];
    int depth; /* 0: the file asked for; above: a file that it inherits from */

    const struct key_set *keys; /* of the section being read, NULL before the first */
    char section[DATA_NAME_SIZE];
    int section_line;
    int number; /* FIG_x or SECTION_x */
    size_t reading;
    char text[KEYS_MAX][TEXT_SIZE];
    int text_line[KEYS_MAX]; /* 0: not seen */
};

/* Keeps the first error only. line 0: the error concerns the whole file. */
void data_fail(struct loader *l, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
const char *data_list_keys(char *list, size_t size, const struct key_set *keys);
/* head: "NAME" or "READING:NAME". Closes the section before. */
void data_section_open(struct loader *l, const char *head);
/* Checks that no key is missing, and takes what the section says. */
void data_section_close(struct loader *l);
/* Reads DIR/SUB/NAME.ini into l. */
int data_load_file(struct loader *l, const char *sub, const char *name);

#endif
