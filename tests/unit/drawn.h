/* SPDX-License-Identifier: MIT
 * What suites with random operations and with saved states share; each has a copy. */
#ifndef TMR0_DRAWN_H
#define TMR0_DRAWN_H

#include <stddef.h>
#include <stdint.h>

#include "cli/random.h"

static uint64_t random_word;

/* 0 to most */
static inline unsigned draw(unsigned most)
{
    return (unsigned)random_below(&random_word, (uint64_t)most + 1);
}

static inline void put_number(uint8_t *at, size_t bytes, uint64_t value)
{
    for (size_t n = 0; n < bytes; n++)
        at[n] = (uint8_t)(value >> 8 * n);
}

/* Of an altered state, in its last four bytes: FNV-1a */
static inline void make_sum(uint8_t *bytes, size_t size)
{
    uint32_t sum = UINT32_C(2166136261);
    for (size_t at = 0; at < size - 4; at++)
        sum = (sum ^ bytes[at]) * UINT32_C(16777619);
    put_number(bytes + size - 4, 4, sum);
}

#endif
