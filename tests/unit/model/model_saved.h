/* SPDX-License-Identifier: MIT
 * What the suites of saved states share; each has a copy. */
#ifndef TMR0_MODEL_SAVED_H
#define TMR0_MODEL_SAVED_H

#include <stddef.h>
#include <stdint.h>

static uint64_t random_word;

/* 0 to most */
static inline unsigned draw(unsigned most)
{
    random_word = random_word * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_word >> 33) % (most + 1);
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
