/* SPDX-License-Identifier: MIT
 * Whole numbers as scenarios and options write them: decimal, 0x or 0b, 64 bits. */
#ifndef TMR0_NUMBER_H
#define TMR0_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum number_fault { NUMBER_GOOD, NUMBER_EMPTY, NUMBER_DIGIT, NUMBER_LARGE };

struct number {
    uint64_t value;
    char digit;           /* NUMBER_DIGIT: the first that will not do */
    const char *expected; /* "binary digits after 0b" */
};

/* All of the text. */
enum number_fault number_read(struct number *number, const char *text, size_t size);

#endif
