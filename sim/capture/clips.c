/* SPDX-License-Identifier: MIT */
#include "clips.h"

#include <stdio.h>

#include "cli/time_text.h"
#include "sim/figures/data.h"

#define DATA 8
#define LINE_PLACE 16 /* of CS */
/* Values of the data in which lines are the same: a short capture of a good board has up to 17, from the middle. */
#define VALUES_SURE 20
/* Movements of a strobe, CS, C/D or R/W that another line makes, too, if they are joined */
#define MOVES_SURE 16
/* No legal strobe is so short, nor the time between two; of how many such times its edges look double */
#define TWICE_PS 50000
#define TWICE_SURE 6

/* CS, RD, WR, C/D, or those of the socket, move. */
static void controls(struct clips *c, uint64_t moved, uint64_t at_ps)
{
    for (unsigned n = 0; n < 4; n++)
        if (moved >> (LINE_PLACE + n) & 1) {
            const uint64_t since = at_ps - c->control[n].at_ps;
            c->control[n].apart |= ~moved;
            c->control[n].at_ps = at_ps;
            if (c->control[n].moves++ && since < TWICE_PS) {
                c->control[n].twice++;
                c->control[n].twice_ps = since > c->control[n].twice_ps ? since : c->control[n].twice_ps;
            }
        }
}

void clips_next(struct clips *c, const struct levels *before, const struct levels *now)
{
    static const uint64_t strobe[] = {AM9513_RD_N, AM9513_WR_N};
    const int64_t ps = (int64_t)(now->at_ps - before->at_ps);
    const uint64_t low = ~(before->high | before->unknown);
    c->high |= now->high;
    c->low |= ~(now->high | now->unknown);
    if ((before->high ^ now->high) & UINT64_C(15) << LINE_PLACE)
        controls(c, before->high ^ now->high, now->at_ps);
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

static const char *const line[][CLIPS_LINES] = {
    [WIRES_CHIP] = {"D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "CS-", "RD-", "WR-", "C/D"},
    [WIRES_SOCKET] = {"D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "the DES clock", "MAS-", "MDS-", "R/W"}};
/* After D0-D7; at the socket the DES clock, MAS-, MDS-, R/W */
enum { LINE_CS = DATA, LINE_READ, LINE_WRITE, LINE_PORT };

static uint64_t pin(unsigned n)
{
    return UINT64_C(1) << (n < DATA ? n : LINE_PLACE - DATA + n);
}

/* The first data line below n of which n was never apart; n: there is none, or there were fewer values. */
static unsigned twin(const struct clips *c, unsigned n)
{
    int values = 0;
    for (int k = 0; k < 4; k++)
        values += __builtin_popcountll(c->seen[k]);
    for (unsigned other = 0; other < n && values >= VALUES_SURE; other++)
        if (!(c->differ[n] >> other & 1))
            return other;
    return n;
}

/* `other` moved each time that n, a line after D7, did. CS may come with the only strobe. */
static bool joined(const struct clips *c, unsigned n, unsigned other)
{
    return c->control[n - DATA].moves >= MOVES_SURE && !(c->control[n - DATA].apart & pin(other)) &&
           (other < DATA || !(c->control[other - DATA].apart & pin(n))) &&
           (other != LINE_CS || (c->control[LINE_READ - DATA].moves && c->control[LINE_WRITE - DATA].moves));
}

bool clips_dead(const struct clips *c)
{
    bool dead = (c->high & c->low & 0xff) != 0xff;
    for (unsigned n = 1; n < DATA; n++)
        dead |= twin(c, n) < n;
    for (unsigned n = LINE_CS; n < CLIPS_LINES; n++)
        for (unsigned other = 0; other < n; other++)
            dead |= joined(c, n, other);
    return dead;
}

void clips_strobes(char *text, size_t size, const struct clips *c, enum wires_side side, bool accesses)
{
    const uint64_t moved = c->high & c->low;
    const bool one = moved & AM9513_RD_N && c->mostly_low > 0, other = moved & AM9513_WR_N && c->second_low > 0;
    char width[32];
    if (one && other && !accesses)
        list_add(text, size, ", ", "%s and %s look inverted", line[side][LINE_READ], line[side][LINE_WRITE]);
    else if ((one || other) && !accesses)
        list_add(text, size, ", ", "%s looks inverted", line[side][one ? LINE_READ : LINE_WRITE]);
    for (unsigned n = LINE_READ; n <= LINE_WRITE && accesses; n++)
        if (c->control[n - DATA].twice >= TWICE_SURE)
            list_add(text, size, ", ", "%s has double edges (%s or less)", line[side][n],
                     time_text(width, sizeof width, (int64_t)c->control[n - DATA].twice_ps));
}

const char *clips_text(char *text, size_t size, const struct clips *c, enum wires_side side, uint64_t pins)
{
    const uint64_t moved = c->high & c->low;
    text[0] = '\0';
    for (unsigned n = side == WIRES_SOCKET ? LINE_READ : LINE_CS; n < CLIPS_LINES; n++)
        if (pins & ~moved & pin(n) && (n > LINE_CS || !(c->low & AM9513_CS_N))) /* CS may be tied */
            list_add(text, size, ", ", "%s never %s", line[side][n], c->low & pin(n) ? "rose" : "fell");
    for (unsigned n = side == WIRES_SOCKET ? LINE_READ : LINE_CS; n < CLIPS_LINES; n++)
        for (unsigned to = 0; to < n; to++)
            if (joined(c, n, to))
                list_add(text, size, ", ", "%s equals %s", line[side][n], line[side][to]);
    if (side == WIRES_SOCKET && !(c->low & WIRE_MDS_N))
        list_add(text, size, ", ", "no access selects a port");
    if (side == WIRES_SOCKET && moved & WIRE_MAS_N && moved & WIRE_RW && !c->read && !joined(c, LINE_PORT, LINE_READ))
        list_add(text, size, ", ", "MAS- never fell in a read");
    if (!(moved & 0xff))
        list_add(text, size, ", ", "D0 to D7 never moved");
    for (unsigned n = 0; n < DATA && moved & 0xff; n++)
        if (!(moved >> n & 1))
            list_add(text, size, ", ", "D%u never moved", n);
        else if (twin(c, n) < n)
            list_add(text, size, ", ", "D%u equals D%u", n, twin(c, n));
    return text;
}

/* ---- Faults to try */

uint64_t clips_lines(unsigned fault)
{
    unsigned a = 0, b = fault - FAULT_PAIRS + 1;
    if (fault < FAULT_PAIRS)
        return fault >= FAULT_INVERTED ? pin(fault - FAULT_INVERTED) : fault ? 0xff : 0;
    for (; b >= CLIPS_LINES; b -= CLIPS_LINES - 1 - a)
        ++a;
    return pin(a) | pin(b);
}

static void exchange(struct levels *l, uint64_t two)
{
    if (l->high & two && ~l->high & two)
        l->high ^= two;
    if (l->unknown & two && ~l->unknown & two)
        l->unknown ^= two;
}

void clips_undo(struct levels *l, unsigned fault)
{
    if (fault >= FAULT_PAIRS)
        exchange(l, clips_lines(fault));
    else if (fault >= FAULT_INVERTED)
        l->high ^= clips_lines(fault) & ~l->unknown;
    for (unsigned n = 0; n < DATA / 2 && fault == FAULT_REVERSED; n++)
        exchange(l, pin(n) | pin(DATA - 1 - n));
}

const char *clips_fault(char *text, size_t size, unsigned fault, enum wires_side side)
{
    text[0] = '\0';
    for (unsigned n = 0; n < CLIPS_LINES && fault != FAULT_REVERSED; n++)
        if (clips_lines(fault) & pin(n))
            list_add(text, size, " and ", "%s", line[side][n]);
    list_add(text, size, " ", "%s (the accesses make sense the other way round)",
             fault >= FAULT_PAIRS      ? "may be swapped"
             : fault == FAULT_REVERSED ? "D0 to D7 look reversed"
                                       : "looks inverted");
    return text;
}
