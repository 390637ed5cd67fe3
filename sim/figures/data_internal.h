/* SPDX-License-Identifier: MIT
 * Declarations shared by the files that implement data.h: data.c, data_load.c, figures_text.c. */
#ifndef TMR0_DATA_INTERNAL_H
#define TMR0_DATA_INTERNAL_H

#include "data.h"

#define DATA_PATH_SIZE 1024
#define DATA_NAME_SIZE 48
#define DATA_LIST_SIZE 640

/* A file's or variant's name, shorter than size. */
bool data_name_valid(const char *name, size_t size);
/* STATUS_INPUT: there is no such part or machine (`what`) in DIR/SUB, expected one of those there. */
int data_unknown_name(const char *what, const char *name, const char *dir, const char *sub, struct error *e);

/* All figures of one home. */
const char *data_list_figures(char *list, size_t size, enum figure_home home);

/* The value of a figure, within its range. The error text has no file:line. */
int figure_value_parse(const struct figure_info *info, const char *text, int64_t *value, struct error *e);

#endif
