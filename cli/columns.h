/* SPDX-License-Identifier: MIT
 * Tables on a terminal: at most TEXT_COLUMNS wide, or as it is; one unit a column, decimal points in line. */
#ifndef TMR0_COLUMNS_H
#define TMR0_COLUMNS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TEXT_COLUMNS 100

/* Text that continues in the next line, after `indent` blanks, where a line would be too wide. */
struct wrap {
    FILE *f;
    size_t column, indent; /* column: characters in the line so far */
};
/* Prints the words of the text, with one blank between them and after what the line holds. */
void wrap_words(struct wrap *w, const char *text);
/* Prints a paragraph of at most 1023 bytes to standard output, with a newline after it. */
void wrap_print(size_t indent, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the same after a label of at most 10 characters; all lines are indented to the right of the label. */
void wrap_row(const char *label, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Times in whole picoseconds as numbers of one unit. First take each time of the column, then print each. */
struct time_column {
    int places;   /* powers of ten from ps to the unit: 3 for ns, 6 for us */
    int decimals; /* that the times taken need; 0 at first */
};
void time_column_take(struct time_column *column, int64_t ps);
const char *time_column_text(const struct time_column *column, char *text, size_t size, int64_t ps);

/* The time of an event, us, in a list whose decimal points are in line: 17 characters. */
const char *time_event_text(char *text, size_t size, int64_t ps);

/* Pads a printed number with blanks: `before` characters precede its decimal point, or its end, and `after` follow. */
const char *number_column_text(char *text, size_t size, const char *number, int before, int after);

#endif
