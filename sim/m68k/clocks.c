/* SPDX-License-Identifier: MIT */
#include "clocks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/figures/ini.h"

/* Effective addresses, as the file names them, and how its rows use them. */
enum address { DN, AN, IND, POSTINC, PREDEC, D16, INDEX, ABSW, ABSL, PCD16, PCINDEX, IMMW, IMML };
static const char *const address_name[CLOCKS_ADDRESSES] = {"dn",   "an",   "ind",   "postinc", "predec", "d16", "index",
                                                           "absw", "absl", "pcd16", "pcindex", "immw",   "imml"};
enum operand { OPERAND_NONE, OPERAND_WORD, OPERAND_LONG, OPERAND_SIZED, OPERAND_MOVE, OPERAND_IMMEDIATE, OPERANDS };
static const char *const operand_name[OPERANDS] = {"none", "word", "long", "sized", "move", "immediate"};
enum table { FETCH, WITH_WORD, WITH_LONG };
static const char *const table_name[CLOCKS_TABLES] = {"fetch.", "immediate-word.", "immediate-long."};

struct loading {
    struct clocks *clocks;
    struct clocks_row *row; /* NULL: an address */
    int (*address)[M68K_CASES];
    bool has_clocks, has_source;
};

static bool three(int *clocks, const char *text)
{
    int end = 0;
    // NOLINTNEXTLINE(cert-err34-c): at most three digits each
    return sscanf(text, "%3d/%3d/%3d%n", &clocks[0], &clocks[1], &clocks[2], &end) == 3 && text[end] == '\0' &&
           clocks[0] >= 0 && clocks[1] >= 0 && clocks[2] >= 0;
}

static bool pattern(uint16_t *mask, uint16_t *value, const char *text)
{
    if (strlen(text) != 16 || strspn(text, "01.") != 16)
        return false;
    for (int n = 0; n < 16; n++) {
        *mask = (uint16_t)(*mask << 1 | (text[n] != '.'));
        *value = (uint16_t)(*value << 1 | (text[n] == '1'));
    }
    return true;
}

static int choice(const char *text, const char *const *names, int count)
{
    for (int n = 0; n < count; n++)
        if (strcmp(text, names[n]) == 0)
            return n;
    return -1;
}

static int begin_section(struct loading *l, const char *name, struct error *e)
{
    struct clocks *c = l->clocks;
    l->row = NULL;
    l->address = NULL;
    l->has_clocks = l->has_source = false;
    for (int t = 0; t < CLOCKS_TABLES; t++)
        if (strncmp(name, table_name[t], strlen(table_name[t])) == 0) {
            const int n = choice(name + strlen(table_name[t]), address_name, CLOCKS_ADDRESSES);
            if (n < 0)
                return error_set(e, STATUS_INPUT, "no address [%s], expected one such as [%sd16]", name, table_name[t]);
            l->address = &c->address[t][n];
            return STATUS_OK;
        }
    if (c->rows == CLOCKS_ROWS)
        return error_set(e, STATUS_INPUT, "too many sections, expected at most %d instructions", CLOCKS_ROWS);
    if (strcmp(name, "interrupt") == 0)
        c->interrupt = c->rows;
    if (strcmp(name, "exception") == 0)
        c->exception = c->rows;
    l->row = &c->row[c->rows++];
    l->row->mask = 0xffff; /* without a word of its own it matches none but illegal ones */
    l->row->value = 0x4afc;
    (void)snprintf(l->row->name, sizeof l->row->name, "%s", name);
    return STATUS_OK;
}

static bool take_row_key(struct clocks_row *row, const char *name, const char *value)
{
    if (strcmp(name, "word") == 0) {
        row->mask = row->value = 0;
        return pattern(&row->mask, &row->value, value);
    }
    if (strcmp(name, "next") == 0)
        return pattern(&row->next_mask, &row->next_want, value);
    if (strcmp(name, "taken") == 0)
        return row->branches = three(row->taken, value);
    if (strcmp(name, "expired") == 0)
        return three(row->expired, value);
    if (strcmp(name, "other") == 0)
        return row->is_open = three(row->other, value);
    if (strcmp(name, "operand") == 0)
        return (row->operand = choice(value, operand_name, OPERANDS)) >= 0;
    if (strcmp(name, "each") == 0)
        return (row->each = atoi(value)) > 0 && row->each < 100; // NOLINT(cert-err34-c): 0 is refused
    return false;
}

static int take_key(struct loading *l, const char *name, const char *value, struct error *e)
{
    bool good = l->row != NULL;
    if (strcmp(name, "source") == 0)
        good = l->has_source = true;
    else if (strcmp(name, "clocks") == 0 && (l->row || l->address))
        good = l->has_clocks = three(l->row ? l->row->clocks : *l->address, value);
    else if (good)
        good = take_row_key(l->row, name, value);
    return good ? STATUS_OK
                : error_set(e, STATUS_INPUT, "\"%s = %s\", expected a key of the head of this file", name, value);
}

static int end_section(const struct loading *l, struct error *e)
{
    if ((l->row || l->address) && !(l->has_clocks && l->has_source))
        return error_set(e, STATUS_INPUT, "the section above ends, expected its clocks and its source");
    return STATUS_OK;
}

static int load(struct loading *l, struct ini *ini, struct error *e)
{
    int status = STATUS_OK;
    do {
        status = ini_next(ini, e);
        if (status == STATUS_OK && ini->item != INI_KEY)
            status = end_section(l, e);
        if (status == STATUS_OK && ini->item == INI_HEAD)
            status = begin_section(l, ini->name, e);
        if (status == STATUS_OK && ini->item == INI_KEY)
            status = take_key(l, ini->name, ini->value, e);
    } while (status == STATUS_OK && ini->item != INI_END);
    return status;
}

int clocks_load(struct clocks *clocks, const char *file, struct error *e)
{
    struct loading l = {.clocks = clocks};
    struct ini ini = {.in = fopen(file, "r")};
    struct error inner = {""};
    if (!ini.in)
        return error_set(e, STATUS_INPUT, "%s: cannot read: %s", file, strerror(errno));
    const int status = load(&l, &ini, &inner);
    (void)fclose(ini.in);
    if (status)
        return error_set(e, status, "%s:%d: %s", file, ini.line, inner.text);
    if (!clocks->rows || clocks->row[clocks->rows - 1].mask)
        return error_set(e, STATUS_INPUT, "%s: no last section for all other words, expected word = ...............",
                         file);
    return STATUS_OK;
}

const struct clocks_row *clocks_row(const struct clocks *clocks, uint16_t word, uint16_t next)
{
    const struct clocks_row *row = clocks->row;
    while ((word & row->mask) != row->value || (next & row->next_mask) != row->next_want)
        row++; /* the last one matches all */
    return row;
}

/* The effective address in the low six bits. */
static int address_of(unsigned mode, unsigned reg, bool wide)
{
    if (mode < 7)
        return (int)mode;
    return reg > 4 ? DN : reg == 4 ? (wide ? IMML : IMMW) : ABSW + (int)reg;
}

uint64_t clocks_of(const struct clocks *clocks, uint16_t word, uint16_t next, enum m68k_case kind)
{
    const struct clocks_row *row = clocks_row(clocks, word, next);
    const int operand = row->operand, registers = row->each ? __builtin_popcount(next) : 0;
    const bool wide = operand == OPERAND_LONG || (operand == OPERAND_MOVE && (word >> 12 & 3) == 2) ||
                      ((operand == OPERAND_SIZED || operand == OPERAND_IMMEDIATE) && (word >> 6 & 3) == 2);
    const int table = operand != OPERAND_IMMEDIATE ? FETCH : wide ? WITH_LONG : WITH_WORD;
    const int *address = clocks->address[table][address_of(word >> 3 & 7, word & 7, wide)];
    const int total = row->clocks[kind] + (operand == OPERAND_NONE ? 0 : address[kind]) + row->each * registers;
    return (uint64_t)total;
}

/* ---- Instructions */

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
