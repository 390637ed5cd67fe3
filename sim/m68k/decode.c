/* SPDX-License-Identifier: MIT */
#include "decode.h"

#include "conditions.h"
#include "vectors.h"

void decode(struct decoded *d, const struct clocks *clocks, uint32_t words)
{
    const uint16_t word = (uint16_t)(words >> 16), next = (uint16_t)words;
    *d = (struct decoded){.row = clocks_row(clocks, word, next),
                          .words = words,
                          .exception = vector_of_word(word),
                          .sets = conditions_set(word),
                          .ends = conditions_block_end(word),
                          .waits = (words & 0xfff8ffff) == 0x538066fc};
    for (int k = 0; k < M68K_CASES; k++)
        d->more[k] = (uint16_t)(clocks_of(clocks, word, next, (enum m68k_case)k) - (uint64_t)d->row->clocks[k]);
}
