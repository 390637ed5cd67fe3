/* SPDX-License-Identifier: MIT
 * What driver-sim/ and the compiler take from string.h. */
#include <stdint.h>
#include <string.h>

/* The 68020 moves long words at any address. */
typedef uint32_t __attribute__((may_alias, aligned(1))) any_long;

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    for (; size >= 4; size -= 4, t += 4, f += 4)
        *(any_long *)t = *(const any_long *)f;
    while (size--)
        *t++ = *f++;
    return to;
}

void *memset(void *to, int value, size_t size)
{
    uint8_t *t = to;
    for (; size >= 4; size -= 4, t += 4)
        *(any_long *)t = 0x01010101U * (uint8_t)value;
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
