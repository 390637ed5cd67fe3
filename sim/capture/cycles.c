/* SPDX-License-Identifier: MIT */
#include "accesses.h"

#include "source.h"

#define STROBES (WIRE_MAS_N | WIRE_MDS_N)

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
    c->unknown |= s->levels.unknown & STROBES;
    if (moves & WIRE_RW)
        c->rw = (struct cycle_moves){at, c->rw.inside_ps, c->any};
    if (moves & WIRES_DATA)
        c->data = (struct cycle_moves){at, c->data.inside_ps, c->any};
    if (c->any && falls(s, WIRE_DES_CLOCK)) {
        c->des_periods += c->des_ps > 0;
        c->des_first_ps = c->des_ps ? c->des_first_ps : at;
        c->des_ps = at;
    }
}

/* ---- A strobe */

/* From before the last strobe's end an edge is none of this cycle. */
static struct cycle_line set_up(const struct cycle_moves *line, uint64_t rise_ps, uint64_t fall_ps)
{
    return (struct cycle_line){.setup_ps = between(line->at_ps, fall_ps), .seen = line->real && line->at_ps >= rise_ps};
}

/* The strobe falls with this sample. R/W and data may move with it. */
static void begin(struct cycles *c, const struct sample *s)
{
    const uint64_t at = s->levels.at_ps;
    const uint64_t low = low_strobes(&s->levels);
    c->low = true;
    c->cut = !c->any;
    c->data.inside_ps = c->rw.inside_ps = 0;
    c->cycle = (struct cycle){
        .fall_ps = at,
        .control = low & WIRE_MAS_N,
        .write = !((s->levels.high | s->levels.unknown) & WIRE_RW),
        .odd = low == STROBES                  ? CYCLE_BOTH_STROBES
               : (s->levels.unknown & WIRE_RW) ? CYCLE_RW_UNKNOWN
                                               : CYCLE_AS_DRAWN,
        .rw = set_up(&c->rw, c->rise_ps, at),
        .data = set_up(&c->data, c->rise_ps, at),
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
    if (moves & WIRE_RW && !c->rw.inside_ps)
        c->rw.inside_ps = s->levels.at_ps;
    if (moves & WIRES_DATA && !c->data.inside_ps) {
        take_value(&c->cycle, &s->before);
        c->data.inside_ps = s->levels.at_ps;
    }
}

/* A line that moves in the second half of a write's strobe ends early: a negative hold. In the first half it is late.
 * Data may be late in the second half, too, if they do not become ones and their set-up is left. */
static bool ends_early(const struct cycle *y, uint64_t moved_ps)
{
    return 2 * between(y->fall_ps, moved_ps) >= between(y->fall_ps, y->rise_ps);
}

/* A line of a write may move: by then it has been held for so long. */
static void holds(struct cycle_line *line, bool moves, int64_t hold_ps)
{
    if (!moves || line->hold_seen)
        return;
    line->hold_ps = hold_ps;
    line->hold_seen = true;
}

static void write_ends(struct cycles *c, const struct sample *s)
{
    struct cycle *y = &c->cycle;
    const bool ones = (WIRES_DATA & ~(s->before.high | s->before.unknown)) == 0;
    if (c->rw.inside_ps && !ends_early(y, c->rw.inside_ps))
        y->odd = CYCLE_RW_MOVES;
    else if (c->data.inside_ps &&
             !(ends_early(y, c->data.inside_ps) && (ones || between(c->data.inside_ps, y->rise_ps) < c->set_up_ps)))
        y->odd = CYCLE_DATA_LATE;
    holds(&y->rw, c->rw.inside_ps, between(y->rise_ps, c->rw.inside_ps));
    holds(&y->data, c->data.inside_ps, between(y->rise_ps, c->data.inside_ps));
    holds(&y->rw, sample_moves(s) & WIRE_RW, 0); /* with the strobe */
    holds(&y->data, sample_moves(s) & WIRES_DATA, 0);
}

/* The strobe rises with this sample. True: nothing more of the cycle is to come. */
static bool end(struct cycles *c, const struct sample *s)
{
    struct cycle *y = &c->cycle;
    c->low = false;
    c->rise_ps = y->rise_ps = s->levels.at_ps;
    if (!y->write || !c->data.inside_ps)
        take_value(y, &s->before);
    if (!y->control && c->des_ps) /* MDS- follows a fall of the DES clock: one in the same sample is that */
        y->des_after_ps = falls(s, WIRE_DES_CLOCK) ? 0 : between(c->des_ps, y->rise_ps);
    if (y->write)
        write_ends(c, s);
    else if (c->rw.inside_ps)
        y->odd = CYCLE_RW_MOVES;
    y->read_valid_ps = !y->write && c->data.inside_ps ? between(c->data.at_ps, y->rise_ps) : -1;
    /* Lines that nothing drives are high: from there to 0xff no movement is seen */
    y->data.seen &= y->value != 0xff;
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
    const int64_t held_ps = between(y->rise_ps, at_ps), half = held_ps / 2;
    if (s) {
        holds(&y->rw, sample_moves(s) & WIRE_RW, held_ps);
        holds(&y->data, sample_moves(s) & WIRES_DATA, held_ps);
    } else if (half < c->hold_ps && !y->data.hold_seen) {
        c->cuts++;
        return c->held = false;
    }
    if (s && !low_strobes(&s->levels) && !(y->rw.hold_seen && y->data.hold_seen))
        return false;
    if (!y->rw.hold_seen)
        y->rw.hold_ps = y->data.hold_seen ? y->data.hold_ps : half;
    if (!y->data.hold_seen)
        y->data.hold_ps = y->rw.hold_seen ? y->rw.hold_ps : half;
    return give(c, out);
}

bool cycles_next(struct cycles *c, const struct sample *s, struct cycle *out)
{
    bool ended = false;
    if (!s || s->levels.none) {
        c->cuts += c->low;
        c->unknown |= c->any && s;
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
