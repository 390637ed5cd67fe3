/* SPDX-License-Identifier: MIT
 * What driver-sim/ and the compiler take from string.h. */
#include <stdint.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    while (size--)
        *t++ = *f++;
    return to;
}

void *memset(void *to, int value, size_t size)
{
    uint8_t *t = to;
    while (size--)
        *t++ = (uint8_t)value;
    return to;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (uint8_t)*a - (uint8_t)*b;
}
