/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <ctype.h>
#include <string.h>

static unsigned digit_value(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = memchr(digits, tolower((unsigned char)c), 16);
    return at ? (unsigned)(at - digits) : 16;
}

enum number_fault number_read(struct number *number, const char *text, size_t size)
{
    static const struct {
        const char *prefix, *digits;
        unsigned base;
    } form[] = {
        {"0x", "hexadecimal digits after 0x", 16},
        {"0b", "binary digits after 0b", 2},
        {"", "decimal digits (or 0x.., 0b..)", 10},
    };
    size_t f = 0, start = 0;
    while ((start = strlen(form[f].prefix)) > size || memcmp(text, form[f].prefix, start) != 0)
        f++;
    *number = (struct number){.expected = form[f].digits};
    if (start == size)
        return NUMBER_EMPTY;
    for (size_t i = start; i < size; i++)
        if (digit_value(text[i]) >= form[f].base) {
            number->digit = text[i];
            return NUMBER_DIGIT;
        }
    for (size_t i = start; i < size; i++) {
        unsigned digit = digit_value(text[i]);
        if (number->value > (UINT64_MAX - digit) / form[f].base)
            return NUMBER_LARGE;
        number->value = number->value * form[f].base + digit;
    }
    return NUMBER_GOOD;
}
