/* SPDX-License-Identifier: MIT */
#include "decode.h"

static int16_t vector_of_word(uint16_t word)
{
    if ((word & 0xfff8) == 0x4848 || word == 0x4ac8 || word == 0x4acc) /* BKPT; words of later CPUs */
        return ILLEGAL;
    if (word >> 12 == 0xf) /* there is no coprocessor */
        return LINE_F;
    if ((word & 0xffc0) == 0x40c0) /* MOVE from SR */
        return PRIVILEGE;
    return (word & 0xfffe) == 0x4e7a ? MOVEC : NO_EXCEPTION;
}

/* Whether an instruction sets N, Z, V and C whatever they were. */
static bool sets_codes(uint16_t word)
{
    const unsigned operation = word >> 6 & 7, size = word >> 6 & 3, mode = word >> 3 & 7, kind = word >> 8 & 15;
    switch (word >> 12) {
    case 0x0: /* ORI ANDI SUBI ADDI EORI CMPI, but not to CCR or SR */
        return !(kind & 1) && kind != 8 && kind != 14 && size != 3 && (word & 0x3f) != 0x3c;
    case 0x1: /* MOVE, not MOVEA */
    case 0x2:
    case 0x3:
        return operation != 1;
    case 0x4: /* CLR NEG NOT TST, EXT, SWAP */
        return (size != 3 && (kind == 2 || kind == 4 || kind == 6 || kind == 10)) || (word & 0xffb8) == 0x4880 ||
               (word & 0xfff8) == 0x49c0 || (word & 0xfff8) == 0x4840;
    case 0x5: /* ADDQ SUBQ */
        return size != 3 && mode != 1;
    case 0x7: /* MOVEQ */
        return true;
    case 0x8: /* OR AND SUB ADD; ADDX and its kind have operations 4 to 6 and modes 0 and 1 */
    case 0x9:
    case 0xc:
    case 0xd:
        return size != 3 && (operation < 3 || mode > 1);
    case 0xb: /* CMP CMPA CMPM EOR */
        return true;
    case 0xe: /* shifts, not bit fields */
        return size != 3 || kind < 8;
    default:
        return false;
    }
}

/* Whether it ends a block. */
static bool ends_block(uint16_t word)
{
    const bool branch = word >> 12 == 6 || (word & 0xf0f8) == 0x50c8 || (word & 0xff80) == 0x4e80; /* Bcc DBcc JMP */
    const bool back = word == 0x4e73 || word == 0x4e74 || word == 0x4e75 || word == 0x4e77;
    const bool status = (word & 0xffc0) == 0x46c0 || (word & 0xf5ff) == 0x007c; /* MOVE, ORI, ANDI, EORI to SR */
    return branch || back || status;
}

void decode(struct decoded *d, const struct clocks *clocks, uint32_t words)
{
    const uint16_t word = (uint16_t)(words >> 16), next = (uint16_t)words;
    *d = (struct decoded){.row = clocks_row(clocks, word, next),
                          .words = words,
                          .exception = vector_of_word(word),
                          .sets = sets_codes(word),
                          .ends = ends_block(word),
                          .waits = (words & 0xfff8ffff) == 0x538066fc};
    for (int k = 0; k < M68K_CASES; k++)
        d->more[k] = (uint16_t)(clocks_of(clocks, word, next, (enum m68k_case)k) - (uint64_t)d->row->clocks[k]);
}
