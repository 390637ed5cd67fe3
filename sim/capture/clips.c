/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include "cli/time_text.h"
#include "sim/figures/data.h"

/* Values of the data in which lines are the same: a short capture of a good board has up to 17, from the middle. */
#define VALUES_SURE 20
#define VALUES_FEW 8 /* in which two lines alone are */
/* Movements of a strobe, CS, C/D or R/W that another line makes, too, if they are joined */
#define MOVES_SURE 16
/* No legal strobe is so short, nor the time between two; of how many such times its edges look double */
#define TWICE_PS 50000
#define TWICE_SURE 6

/* ---- Lines: D0-D7, then those of the chip, or of the socket */

enum { DATA = 8, LINE_CS = DATA, LINE_READ, LINE_WRITE, LINE_PORT, LINE_X2, LINES };
static const uint64_t pin[LINES] = {1U << 0, 1U << 1,     1U << 2,     1U << 3,     1U << 4,   1U << 5, 1U << 6,
                                    1U << 7, AM9513_CS_N, AM9513_RD_N, AM9513_WR_N, AM9513_CD, WIRE_X2};
static const char *const line[][LINES] = {
    [WIRES_CHIP] = {"D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "CS-", "RD-", "WR-", "C/D", "X2"},
    [WIRES_SOCKET] = {"D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "the DES clock", "MAS-", "MDS-", "R/W", "X2"}};
#define CONTROLS (AM9513_CS_N | AM9513_RD_N | AM9513_WR_N | AM9513_CD | WIRE_X2)

/* ---- Samples */

static void control_moves(struct clips_control *control, uint64_t moved, uint64_t at_ps)
{
    const uint64_t since = at_ps - control->at_ps;
    control->apart |= ~moved;
    control->at_ps = at_ps;
    if (control->moves++ && since < TWICE_PS) {
        control->twice++;
        control->twice_ps = since > control->twice_ps ? since : control->twice_ps;
    }
}

/* A strobe ends with that value of D0-D7. */
static void value_ends(struct clips *c, uint8_t value)
{
    c->seen[value >> 6] |= UINT64_C(1) << (value & 63);
    for (unsigned n = 0; n < DATA; n++)
        c->differ[n] |= value >> n & 1 ? (uint8_t)~value : value;
}

void clips_next(struct clips *c, const struct levels *before, const struct levels *now)
{
    const int64_t ps = (int64_t)(now->at_ps - before->at_ps);
    const uint64_t moved = before->high ^ now->high, low = ~(before->high | before->unknown), rises = low & now->high;
    c->without_controls |= (moved & CONTROLS) ? 0 : moved;
    c->high |= now->high;
    c->low |= ~(now->high | now->unknown);
    for (unsigned n = LINE_CS; n < LINES && moved & CONTROLS; n++)
        if (moved & pin[n])
            control_moves(&c->control[n], moved, now->at_ps);
    c->low_ps[0] += (low & AM9513_RD_N) ? ps : (before->high & AM9513_RD_N) ? -ps : 0;
    c->low_ps[1] += (low & AM9513_WR_N) ? ps : (before->high & AM9513_WR_N) ? -ps : 0;
    c->read |= rises & AM9513_RD_N && before->high & WIRE_RW;
    if (rises & (AM9513_RD_N | AM9513_WR_N) && !(before->unknown & WIRES_DATA))
        value_ends(c, (uint8_t)before->high);
}

/* ---- Lines that are the same */

/* The first data line below n of which n was never apart; n: there is none, or there were fewer values. */
static unsigned twin(const struct clips *c, unsigned n, int sure)
{
    int values = 0;
    for (int k = 0; k < 4; k++)
        values += __builtin_popcountll(c->seen[k]);
    for (unsigned other = 0; other < n && values >= sure; other++)
        if (!(c->differ[n] >> other & 1))
            return other;
    return n;
}

/* `other` moved each time that n, a line after D7, did. CS may come with the only strobe. */
static bool joined(const struct clips *c, unsigned n, unsigned other)
{
    if (c->control[n].moves < MOVES_SURE || (c->control[n].apart | c->without_controls) & pin[other])
        return false;
    if (other == LINE_CS && !(c->control[LINE_READ].moves && c->control[LINE_WRITE].moves))
        return false;
    return !(c->control[other].apart & pin[n]); /* of D0-D7 nothing else is kept */
}

bool clips_dead(const struct clips *c)
{
    bool dead = (c->high & c->low & WIRES_DATA) != WIRES_DATA || !(c->low & pin[LINE_WRITE]);
    for (unsigned n = 1; n < DATA; n++)
        dead |= twin(c, n, VALUES_SURE) < n;
    for (unsigned n = LINE_CS; n < LINES; n++)
        for (unsigned other = 0; other < n; other++)
            dead |= joined(c, n, other);
    return dead;
}

/* ---- Words */

void clips_strobes(char *text, size_t size, const struct clips *c, enum wires_side side, bool accesses)
{
    char names[32] = "";
    unsigned inverted = 0;
    for (unsigned n = LINE_READ; n <= LINE_WRITE; n++) {
        if (!accesses && c->high & c->low & pin[n] && c->low_ps[n - LINE_READ] > 0) {
            list_add(names, sizeof names, " and ", "%s", line[side][n]);
            inverted++;
        }
        if (accesses && c->control[n].twice >= TWICE_SURE)
            list_add(text, size, ", ", "%s has double edges (%s or less)", line[side][n],
                     TIME_TEXT(c->control[n].twice_ps));
    }
    if (inverted)
        list_add(text, size, ", ", "%s %s inverted", names, inverted > 1 ? "look" : "looks");
}

/* Those of the lines after D0-D7. */
static void controls_text(char *text, size_t size, const struct clips *c, enum wires_side side, uint64_t pins)
{
    const uint64_t moved = c->high & c->low;
    const unsigned first = side == WIRES_SOCKET ? LINE_READ : LINE_CS;
    for (unsigned n = first; n < CLIPS_LINES; n++)
        if (pins & ~moved & pin[n] && (n > LINE_CS || !(c->low & AM9513_CS_N))) /* CS may be tied */
            list_add(text, size, ", ", "%s never %s", line[side][n], c->low & pin[n] ? "rose" : "fell");
    for (unsigned n = first; n < LINES; n++)
        for (unsigned to = 0; to < n; to++)
            if (joined(c, n, to))
                list_add(text, size, ", ", "%s equals %s", line[side][n], line[side][to]);
    if (side == WIRES_SOCKET && !(c->low & WIRE_MDS_N))
        list_add(text, size, ", ", "no access selects a port");
    if (side == WIRES_SOCKET && moved & WIRE_MAS_N && moved & WIRE_RW && !c->read && !joined(c, LINE_PORT, LINE_READ))
        list_add(text, size, ", ", "MAS- never fell in a read");
}

void clips_text(char *text, size_t size, const struct clips *c, enum wires_side side, uint64_t pins, bool few)
{
    const uint64_t moved = c->high & c->low & WIRES_DATA;
    unsigned pairs = 0;
    for (unsigned n = 1; n < DATA; n++)
        pairs += (unsigned)__builtin_popcount(~c->differ[n] & ((1U << n) - 1));
    const int sure = few && pairs == 1 ? VALUES_FEW : VALUES_SURE;
    controls_text(text, size, c, side, pins);
    const bool strobed = !*text; /* else the values may be those of no strobe */
    if (!moved)
        list_add(text, size, ", ", "D0 to D7 never moved");
    for (unsigned n = 0; n < DATA && moved; n++)
        if (!(moved & pin[n]))
            list_add(text, size, ", ", "%s never moved", line[side][n]);
        else if (strobed && twin(c, n, sure) < n)
            list_add(text, size, ", ", "%s equals %s", line[side][n], line[side][twin(c, n, sure)]);
}

/* ---- Faults to try */

uint64_t clips_lines(unsigned fault)
{
    unsigned a = 0, b = fault - FAULT_PAIRS + 1;
    if (fault < FAULT_PAIRS)
        return fault >= FAULT_INVERTED ? pin[fault - FAULT_INVERTED] : fault ? WIRES_DATA : 0;
    for (; b >= CLIPS_LINES; b -= CLIPS_LINES - 1 - a)
        ++a;
    return pin[a] | pin[b];
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
        exchange(l, pin[n] | pin[DATA - 1 - n]);
}

void clips_fault(char *text, size_t size, unsigned fault, enum wires_side side)
{
    for (unsigned n = 0; n < CLIPS_LINES && fault != FAULT_REVERSED; n++)
        if (clips_lines(fault) & pin[n])
            list_add(text, size, " and ", "%s", line[side][n]);
    list_add(text, size, " ", "%s (the accesses make sense the other way round)",
             fault >= FAULT_PAIRS      ? "may be swapped"
             : fault == FAULT_REVERSED ? "D0 to D7 look reversed"
                                       : "looks inverted");
}
