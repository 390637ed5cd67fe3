/* SPDX-License-Identifier: MIT
 * From the rows of the timing tables to what limits a machine, in sentences. */
#ifndef TMR0_VERDICT_H
#define TMR0_VERDICT_H

#include <stdbool.h>
#include <stdio.h>

#include "results.h"

struct row {
    const cJSON *json;
    char name[48];                             /* of the machine, without its reading */
    const char *reading, *pal, *corner, *part; /* reading: empty if the machine has one only */
    bool clean;                                /* no check violated, every read right */
};

struct rows {
    struct row *row;
    size_t rows;
};

/* All rows of all timing tables. False when memory is gone. To be freed with rows_drop(). */
bool rows_collect(struct rows *rows, const struct results *results);
void rows_drop(struct rows *rows);

/* Those of a machine, or of all if name is NULL; pal, reading and corner likewise. */
struct which {
    const char *name, *part, *pal, *reading, *corner;
};
bool row_is(const struct row *row, const struct which *which);
/* The margin with the least slack in these rows, without notes: of the violated ones, or of all. NULL: none with a
 * time. */
const cJSON *rows_worst(const struct rows *rows, const struct which *which, bool violated);

/* "flip-flop" of "flipflop"; other names as they are. */
const char *pal_word(const char *pal);
/* What a check is about, as "C/D valid to read low"; empty for an unknown name. */
const char *check_text(const char *name);
double slack_ns(const cJSON *margin);
/* "TWHDX (write high to data don't care)", the symbol in bold. */
void print_check(FILE *f, const char *name);
/* "[GK]" with its meaning; nothing for an empty name. */
void print_mark(FILE *f, const char *name);

/* One sentence for each translator: in how many machines it works. */
void verdict_count(FILE *f, const struct rows *rows);
/* One sentence for each translator in that machine: whether it works, and what limits it. */
void verdict_print(FILE *f, const struct rows *rows, const struct which *which);
/* Of each machine and part, once: calls print() into a text, and puts machines with equal texts under one heading. */
void print_machines(FILE *f, const struct rows *rows,
                    void (*print)(FILE *f, const struct rows *rows, const struct which *which));

#endif
