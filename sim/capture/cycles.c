/* SPDX-License-Identifier: MIT */
#include "accesses.h"

#include "wires.h"

#define STROBES (WIRE_MAS_N | WIRE_MDS_N)
#define DATA UINT64_C(0xff)

static bool falls(const struct sample *s, uint64_t pin)
{
    return sample_moves(s) & pin && !((s->levels.high | s->levels.unknown) & pin);
}

static uint64_t low_strobes(const struct levels *l)
{
    return STROBES & ~(l->high | l->unknown);
}

/* ---- Lines outside the strobe */

static void note_lines(struct cycles *c, const struct sample *s)
{
    const uint64_t at = s->levels.at_ps, moves = c->any ? sample_moves(s) : ~UINT64_C(0);
    c->lost |= s->levels.unknown & STROBES;
    if (moves & WIRE_RW) {
        c->rw_ps = at;
        c->rw_real = c->any;
    }
    if (moves & DATA) {
        c->data_ps = at;
        c->data_real = c->any;
    }
    if (c->any && falls(s, WIRE_DES_CLOCK)) {
        c->des_periods += c->des_real;
        c->des_first_ps = c->des_real ? c->des_first_ps : at;
        c->des_ps = at;
        c->des_real = true;
    }
}

/* ---- A strobe */

/* The strobe falls with this sample. R/W and data may move with it. */
static void begin(struct cycles *c, const struct sample *s)
{
    const uint64_t at = s->levels.at_ps;
    const uint64_t low = low_strobes(&s->levels);
    c->low = true;
    c->cut = !c->any;
    c->data_inside_ps = c->rw_inside_ps = 0;
    c->cycle = (struct cycle){
        .fall_ps = at,
        .control = low & WIRE_MAS_N,
        .write = !((s->levels.high | s->levels.unknown) & WIRE_RW),
        .odd = low == STROBES                  ? CYCLE_BOTH_STROBES
               : (s->levels.unknown & WIRE_RW) ? CYCLE_RW_UNKNOWN
                                               : CYCLE_AS_DRAWN,
        .rw_setup_ps = between(c->rw_ps, at),
        .data_setup_ps = between(c->data_ps, at),
        /* From before the last strobe's end an edge is none of this cycle */
        .rw_seen = c->rw_real && !(c->rise_real && c->rw_ps < c->rise_ps),
        .data_seen = c->data_real && !(c->rise_real && c->data_ps < c->rise_ps),
        .des_after_ps = -1,
    };
}

static void take_value(struct cycle *y, const struct levels *l)
{
    y->value = (uint8_t)l->high;
    y->unsure = (uint8_t)l->unknown;
}

static void inside(struct cycles *c, const struct sample *s)
{
    const uint64_t moves = sample_moves(s);
    if (low_strobes(&s->levels) == STROBES)
        c->cycle.odd = CYCLE_BOTH_STROBES;
    if (moves & WIRE_RW && !c->rw_inside_ps)
        c->rw_inside_ps = s->levels.at_ps;
    if (moves & DATA && !c->data_inside_ps) {
        take_value(&c->cycle, &s->before);
        c->data_inside_ps = s->levels.at_ps;
    }
}

/* A line that moves in the second half of a write's strobe ends early: a negative hold. In the first half it is late.
 * Data may be late in the second half, too, if they do not become ones and their set-up is left. */
static bool ends_early(const struct cycle *y, uint64_t moved_ps)
{
    return 2 * between(y->fall_ps, moved_ps) >= between(y->fall_ps, y->rise_ps);
}

/* A line of a write moves: by then it has been held for so long. */
static void holds(struct cycle *y, uint64_t moves, uint64_t at_ps)
{
    if (moves & WIRE_RW && !y->rw_hold_seen) {
        y->rw_hold_ps = between(y->rise_ps, at_ps);
        y->rw_hold_seen = true;
    }
    if (moves & DATA && !y->data_hold_seen) {
        y->data_hold_ps = between(y->rise_ps, at_ps);
        y->data_hold_seen = true;
    }
}

static void write_ends(struct cycles *c, const struct sample *s)
{
    struct cycle *y = &c->cycle;
    const bool ones = (DATA & ~(s->before.high | s->before.unknown)) == 0;
    if (c->rw_inside_ps && !ends_early(y, c->rw_inside_ps))
        y->odd = CYCLE_RW_MOVES;
    else if (c->data_inside_ps &&
             !(ends_early(y, c->data_inside_ps) && (ones || between(c->data_inside_ps, y->rise_ps) < c->set_up_ps)))
        y->odd = CYCLE_DATA_LATE;
    if (c->rw_inside_ps)
        holds(y, WIRE_RW, c->rw_inside_ps);
    if (c->data_inside_ps)
        holds(y, DATA, c->data_inside_ps);
    holds(y, sample_moves(s), y->rise_ps); /* with the strobe */
}

/* The strobe rises with this sample. True: nothing more of the cycle is to come. */
static bool end(struct cycles *c, const struct sample *s)
{
    struct cycle *y = &c->cycle;
    c->low = false;
    c->rise_ps = y->rise_ps = s->levels.at_ps;
    c->rise_real = true;
    if (!y->write || !c->data_inside_ps)
        take_value(y, &s->before);
    if (!y->control && c->des_real) /* MDS- follows a fall of the DES clock: one in the same sample is that */
        y->des_after_ps = falls(s, WIRE_DES_CLOCK) ? 0 : between(c->des_ps, y->rise_ps);
    if (y->write)
        write_ends(c, s);
    else if (c->rw_inside_ps)
        y->odd = CYCLE_RW_MOVES;
    y->read_valid_ps = !y->write && c->data_inside_ps ? between(c->data_ps, y->rise_ps) : -1;
    /* Lines that nothing drives are high: from there to 0xff no movement is seen */
    y->data_seen &= y->value != 0xff;
    if (c->cut) {
        c->cuts++;
        return false;
    }
    c->held = y->write;
    return !c->held;
}

static bool give(struct cycles *c, struct cycle *out)
{
    c->held = false;
    c->cycle.number = ++c->count;
    c->odd[c->cycle.odd]++;
    *out = c->cycle;
    return true;
}

/* A write's holds end with its lines' movements, at the latest with the next strobe or the capture. Lines that did not
 * move are as good as held for half of that time: the other half is the next cycle's. */
static bool hold_ends(struct cycles *c, const struct sample *s, struct cycle *out)
{
    struct cycle *y = &c->cycle;
    const uint64_t at_ps = s ? s->levels.at_ps : c->last_ps;
    if (s)
        holds(y, sample_moves(s), at_ps);
    const int64_t half = between(y->rise_ps, at_ps) / 2;
    if (!s && half < c->hold_ps && !y->data_hold_seen) {
        c->cuts++;
        return c->held = false;
    }
    if (s && !low_strobes(&s->levels) && !(y->rw_hold_seen && y->data_hold_seen))
        return false;
    if (!y->rw_hold_seen)
        y->rw_hold_ps = y->data_hold_seen ? y->data_hold_ps : half;
    if (!y->data_hold_seen)
        y->data_hold_ps = y->rw_hold_seen ? y->rw_hold_ps : half;
    return give(c, out);
}

bool cycles_next(struct cycles *c, const struct sample *s, struct cycle *out)
{
    bool ended = false;
    if (!s || s->levels.none) {
        c->cuts += c->low;
        c->lost |= c->any && s;
        c->low = c->any = false;
        return c->held && hold_ends(c, NULL, out);
    }
    const uint64_t low = low_strobes(&s->levels);
    if (c->held)
        ended = hold_ends(c, s, out);
    if (c->low && !low)
        ended = end(c, s) && give(c, out);
    else if (c->low)
        inside(c, s);
    note_lines(c, s);
    if (!c->low && low)
        begin(c, s);
    c->any = true;
    c->last_ps = s->levels.at_ps;
    return ended;
}
