/* SPDX-License-Identifier: MIT */
#include "clips.h"

#include <stdio.h>

#include "sim/figures/data.h"

#define DATA 8
/* Values of the data in which lines are the same: so many high and so many low to be named, so many to be joined */
#define VALUES_TOLD 5
#define VALUES_SURE 32

void clips_next(struct clips *c, const struct levels *before, const struct levels *now)
{
    static const uint64_t strobe[] = {AM9513_RD_N, AM9513_WR_N};
    const int64_t ps = (int64_t)(now->at_ps - before->at_ps);
    const uint64_t low = ~(before->high | before->unknown);
    c->high |= now->high;
    c->low |= ~(now->high | now->unknown);
    c->mostly_low += low & strobe[0] ? ps : before->high & strobe[0] ? -ps : 0;
    c->second_low += low & strobe[1] ? ps : before->high & strobe[1] ? -ps : 0;
    c->read |= low & now->high & strobe[0] && before->high & WIRE_RW;
    if (!(low & now->high & (strobe[0] | strobe[1])) || before->unknown & 0xff)
        return;
    const uint8_t value = (uint8_t)before->high;
    c->seen[value >> 6] |= UINT64_C(1) << (value & 63);
    for (unsigned n = 0; n < DATA; n++)
        c->differ[n] |= value >> n & 1 ? (uint8_t)~value : value;
}

/* ---- Words */

static const char *const line[][4] = {
    [WIRES_CHIP] = {"CS-", "RD-", "WR-", "C/D"}, [WIRES_SOCKET] = {"", "MAS-", "MDS-", "R/W"}};
#define LINE_PLACE 16

/* The first line below n of which n was never apart; n: there is none, or there were fewer values. */
static unsigned twin(const struct clips *c, unsigned n, int least)
{
    int values[2] = {0};
    for (unsigned value = 0; value < 256; value++)
        values[value >> n & 1] += (int)(c->seen[value >> 6] >> (value & 63) & 1);
    const bool enough = values[0] + values[1] >= VALUES_SURE || (values[0] >= least && values[1] >= least);
    for (unsigned other = 0; other < n && enough; other++)
        if (!(c->differ[n] >> other & 1))
            return other;
    return n;
}

bool clips_dead(const struct clips *c)
{
    bool dead = (c->high & c->low & 0xff) != 0xff;
    for (unsigned n = 1; n < DATA; n++)
        dead |= twin(c, n, VALUES_SURE) < n;
    return dead;
}

const char *clips_text(char *text, size_t size, const struct clips *c, enum wires_side side, uint64_t pins)
{
    const uint64_t moved = c->high & c->low;
    const bool one = moved & AM9513_RD_N && c->mostly_low > 0, other = moved & AM9513_WR_N && c->second_low > 0;
    text[0] = '\0';
    for (unsigned n = side == WIRES_SOCKET; n < 4; n++)
        if (pins & ~moved & UINT64_C(1) << (LINE_PLACE + n) && (n || !(c->low & AM9513_CS_N))) /* CS may be tied */
            list_add(text, size, ", ", "%s never %s", line[side][n], c->low >> (LINE_PLACE + n) & 1 ? "rose" : "fell");
    if (side == WIRES_SOCKET && !(c->low & WIRE_MDS_N))
        list_add(text, size, ", ", "no access selects a port");
    if (side == WIRES_SOCKET && moved & WIRE_MAS_N && !c->read)
        list_add(text, size, ", ", "MAS- never fell in a read");
    if (one && other)
        list_add(text, size, ", ", "%s and %s look inverted", line[side][1], line[side][2]);
    else if (one || other)
        list_add(text, size, ", ", "%s looks inverted", line[side][one ? 1 : 2]);
    if (!(moved & 0xff))
        list_add(text, size, ", ", "D0 to D7 never moved");
    for (unsigned n = 0; n < DATA && moved & 0xff; n++)
        if (!(moved >> n & 1))
            list_add(text, size, ", ", "D%u never moved", n);
        else if (twin(c, n, VALUES_TOLD) < n)
            list_add(text, size, ", ", "D%u equals D%u", n, twin(c, n, VALUES_TOLD));
    return text;
}

/* ---- Faults to try */

/* The n-th pair of two data lines. */
static void data_pair(unsigned n, unsigned *a, unsigned *b)
{
    for (*a = 0, *b = n + 1; *b >= DATA; *b -= DATA - 1 - *a)
        ++*a;
}

static void exchange(struct levels *l, unsigned a, unsigned b)
{
    const uint64_t high = (l->high >> a ^ l->high >> b) & 1;
    const uint64_t unknown = (l->unknown >> a ^ l->unknown >> b) & 1;
    l->high ^= high << a | high << b;
    l->unknown ^= unknown << a | unknown << b;
}

void clips_undo(struct levels *l, unsigned fault)
{
    unsigned a, b;
    if (fault >= FAULT_PAIRS) {
        data_pair(fault - FAULT_PAIRS, &a, &b);
        exchange(l, a, b);
    } else if (fault == FAULT_STROBES)
        exchange(l, LINE_PLACE + 1, LINE_PLACE + 2);
    else if (fault == FAULT_INVERTED)
        l->high ^= AM9513_CD & ~l->unknown;
    for (unsigned n = 0; n < DATA / 2 && fault == FAULT_REVERSED; n++)
        exchange(l, n, DATA - 1 - n);
}

const char *clips_fault(char *text, size_t size, unsigned fault, enum wires_side side)
{
    static const char why[] = "(the accesses make sense the other way round)";
    unsigned a, b;
    if (fault >= FAULT_PAIRS) {
        data_pair(fault - FAULT_PAIRS, &a, &b);
        (void)snprintf(text, size, "D%u and D%u may be swapped %s", a, b, why);
    } else if (fault == FAULT_STROBES)
        (void)snprintf(text, size, "%s and %s may be swapped %s", line[side][1], line[side][2], why);
    else if (fault == FAULT_REVERSED)
        (void)snprintf(text, size, "D0 to D7 look reversed %s", why);
    else
        (void)snprintf(text, size, "%s looks inverted %s", line[side][3], why);
    return text;
}
