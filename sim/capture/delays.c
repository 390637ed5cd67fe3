/* SPDX-License-Identifier: MIT */
#include "delays.h"

#define MM_FOUT_OFF 0x1000U
#define CM_OUT 7U
#define OUT_FOLLOWS 0x26U /* bit n: code n shows TC or the toggle flip-flop */

enum { TRLQV, TRLQX, TRHQX, TRHQZ, TEHYV, TEHYV_COMPARE, TEHFV, TWHYV };
const struct delay_row delay_row[DELAYS] = {
    [TRLQV] = {FIG_TRLQV, false}, [TRLQX] = {FIG_TRLQX, true},  [TRHQX] = {FIG_TRHQX, true},
    [TRHQZ] = {FIG_TRHQZ, false}, [TEHYV] = {FIG_TEHYV, false}, [TEHYV_COMPARE] = {FIG_TEHYV_COMPARE, false},
    [TEHFV] = {FIG_TEHFV, false}, [TWHYV] = {FIG_TWHYV, false},
};

static int64_t between(uint64_t from, uint64_t to)
{
    return (int64_t)(to - from);
}

static int64_t unsure_ps(const struct delays *d)
{
    return d->sampling->interval_ps + d->sampling->jitter_ps;
}

static int64_t limit(const struct delays *d, int row)
{
    return d->sampling->figure[delay_row[row].figure].value[delay_row[row].at_least ? CORNER_MIN : CORNER_MAX];
}

/* ---- Observations */

static enum told told(const struct delays *d, int row, int64_t observed_ps)
{
    const int64_t over = delay_row[row].at_least ? observed_ps - limit(d, row) : limit(d, row) - observed_ps;
    return over >= unsure_ps(d) ? TOLD_HOLDS : over <= -unsure_ps(d) ? TOLD_BROKEN : TOLD_NOT;
}

static void note(struct delays *d, int row, enum told t, int64_t observed_ps, uint64_t at_ps)
{
    struct delayed *r = &d->delayed[row];
    const bool any = r->count[0] | r->count[1] | r->count[2], least = delay_row[row].at_least;
    const struct judge *j = d->edges->judge;
    if (!any || (least ? observed_ps < r->least_ps : observed_ps > r->most_ps))
        r->at_ps = at_ps;
    r->least_ps = !any || observed_ps < r->least_ps ? observed_ps : r->least_ps;
    r->most_ps = !any || observed_ps > r->most_ps ? observed_ps : r->most_ps;
    r->count[t]++;
    const struct judge_broken broken = {delay_row[row].figure, observed_ps, limit(d, row), at_ps};
    if (t == TOLD_BROKEN)
        j->on_broken(j->context, &broken);
}

/* ---- The data bus */

static void read_begins(struct delays *d, const struct vcd_levels *now)
{
    d->read.goes_on =
        !((now->unknown | d->before.unknown) & (AM9513_CS_N | AM9513_RD_N | AM9513_CD)) && d->before.high & AM9513_RD_N;
    d->read.data = !(now->high & AM9513_CD);
    d->read.moved = d->read.after = d->read.driven = false;
    d->read.fall_ps = now->at_ps;
}

static void read_ends(struct delays *d, const struct vcd_levels *now)
{
    d->read.goes_on = false;
    if (d->read.data && d->read.moved) {
        const int64_t last = between(d->read.fall_ps, d->read.last_ps);
        const int64_t first = between(d->read.fall_ps, d->read.first_ps);
        note(d, TRLQV, told(d, TRLQV, last), last, d->read.fall_ps);
        if (!(d->pins & WIRE_PARTS)) /* two levels do not show who drives */
            note(d, TRLQX, TOLD_NOT, first, d->read.fall_ps);
    }
    d->read.after = d->read.driven = now->high & AM9513_RD_N;
    d->read.rise_ps = now->at_ps;
}

static void bus_floats(struct delays *d, uint64_t now_ps)
{
    const int64_t apart = between(d->read.rise_ps, now_ps);
    note(d, TRHQZ, told(d, TRHQZ, apart), apart, now_ps);
    d->read.driven = false;
}

/* A movement beside the end of the read may have come before it. */
static void bus_moves(struct delays *d, uint64_t now_ps)
{
    const int64_t apart = between(d->read.rise_ps, now_ps);
    if (d->read.goes_on) {
        d->read.first_ps = d->read.moved ? d->read.first_ps : now_ps;
        d->read.last_ps = now_ps;
        d->read.moved = true;
    } else if (d->read.after) {
        const bool beside = apart <= d->sampling->jitter_ps && unsure_ps(d) > 0;
        note(d, TRHQX, beside ? TOLD_NOT : told(d, TRHQX, apart), apart, now_ps);
        d->read.after = false;
    }
}

static void bus_next(struct delays *d, const struct sample *sample)
{
    const struct vcd_levels *now = &sample->levels, *b = &d->before;
    const uint64_t db = replay_chip(d->edges->replay)->master_mode & 0x2000 ? AM9513_DB : 0xff;
    const uint64_t moved = (now->high ^ b->high) | (now->unknown ^ b->unknown);
    const bool reads = bus_low(now, AM9513_RD_N), read = bus_low(b, AM9513_RD_N);
    if (bus_low(now, AM9513_WR_N) || sample->glitches & (db | AM9513_RD_N))
        d->read.goes_on = d->read.after = d->read.driven = false;
    if (reads && !read)
        read_begins(d, now);
    else if (!reads && read && d->read.goes_on)
        read_ends(d, now);
    if (moved & db)
        bus_moves(d, now->at_ps);
    if (d->pins & WIRE_PARTS) {
        if (moved & now->high & AM9513_CHIP_DRIVES && d->read.goes_on)
            note(d, TRLQX, told(d, TRLQX, between(d->read.fall_ps, now->at_ps)), between(d->read.fall_ps, now->at_ps),
                 now->at_ps);
        if (moved & b->high & AM9513_CHIP_DRIVES && d->read.driven)
            bus_floats(d, now->at_ps);
    } else if (moved & db && (now->unknown & db) == db && d->read.driven)
        bus_floats(d, now->at_ps);
}

/* ---- OUT */

static void start(struct delays_out *o, bool level, uint64_t now_ps)
{
    const bool two = o->waits; /* and the pin moved for neither */
    *o = (struct delays_out){!two, level, now_ps};
}

/* Nothing else can have moved OUT in time: no write, and for a source edge's movement no later edge of the source. (A
 * write's movement is of a counter that is not armed.) */
static bool late(const struct delays *d, unsigned n, int row, uint64_t now_ps)
{
    const struct edges *e = d->edges;
    const int64_t edge = between(e->edge_ps[n], now_ps), write = between(e->write_ps, now_ps);
    return (row == TWHYV || edge - unsure_ps(d) >= limit(d, row)) &&
           (!e->written || write - unsure_ps(d) >= limit(d, TWHYV));
}

static bool matches(struct delays *d, unsigned n, struct delays_out *o, int row, bool level, uint64_t now_ps)
{
    const int64_t apart = between(o->since_ps, now_ps);
    enum told t = told(d, row, apart);
    if (!o->waits || o->level != level)
        return false;
    if (!d->edges->visible || (t == TOLD_BROKEN && !late(d, n, row, now_ps)))
        t = TOLD_NOT;
    note(d, row, t, apart, now_ps);
    d->edge[n].waits = d->write[n].waits = false;
    return true;
}

static bool out_moves(struct delays *d, unsigned n, bool level, uint64_t now_ps)
{
    return matches(d, n, &d->edge[n], d->compared >> n & 1U ? TEHYV_COMPARE : TEHYV, level, now_ps) ||
           matches(d, n, &d->write[n], TWHYV, level, now_ps);
}

static void out_next(struct delays *d, const struct sample *sample, unsigned n)
{
    const struct edges *e = d->edges;
    const struct am9513 *chip = replay_chip(e->replay);
    const struct vcd_levels *now = &sample->levels;
    const uint64_t pin = AM9513_OUT(n + 1), t = now->at_ps;
    const bool level = now->high & pin, model = e->outs >> n & 1U;
    const bool moved = !((now->unknown | d->before.unknown) & pin) && (now->high ^ d->before.high) & pin;
    const bool edge = e->counters >> n & 1U && (e->outs ^ e->outs_before) >> n & 1U &&
                      known_out(&e->replay->known, chip, n + 1) && OUT_FOLLOWS >> (chip->counter[n].mode & CM_OUT) & 1U;
    if (!(d->pins & pin))
        return;
    if (now->unknown & pin || sample->glitches & pin || e->replay->first.found)
        d->edge[n].waits = d->write[n].waits = false;
    else {
        const bool matched = moved && out_moves(d, n, level, t);
        if (edge && (moved ? !matched : level != model)) {
            start(&d->edge[n], model, t);
            d->compared = (d->compared & ~(1U << n)) | (n < 2 ? chip->master_mode >> 2 & 1U << n : 0);
        }
        if (moved && !matched)
            (void)out_moves(d, n, level, t);
    }
}

void delays_write(struct delays *d, const struct bus_access *a)
{
    const struct replay *r = d->edges->replay;
    const struct am9513 *chip = replay_chip(r);
    const uint64_t acted_ps = a->end_ps + (uint64_t)d->sampling->figure[FIG_TCMD].value[CORNER_MAX] + 1;
    if (!a->write || !a->control || a->doubtful || a->both || a->unsure || r->first.found)
        return;
    const unsigned without = replay_outs(r, acted_ps, NULL), with = replay_outs(r, acted_ps, a);
    for (unsigned n = 0; n < 5; n++) {
        const bool still = known_has(&r->known, KNOWN_ARMED + (int)n) && !chip->counter[n].armed;
        const bool known =
            known_has(&r->known, KNOWN_MODE + (int)n) && OUT_FOLLOWS >> (chip->counter[n].mode & CM_OUT) & 1U;
        const bool level = with >> n & 1U, pin = d->before.high & AM9513_OUT(n + 1);
        if (still && known && (without ^ with) >> n & 1U && pin != level)
            start(&d->write[n], level, a->end_ps);
    }
}

/* ---- FOUT, divided by 1: each edge of its source moves it */

static void fout_next(struct delays *d, const struct sample *sample)
{
    const struct edges *e = d->edges;
    const struct vcd_levels *now = &sample->levels;
    const unsigned mode = replay_chip(e->replay)->master_mode, code = mode >> 4 & 15U;
    const unsigned line = code >= 1 && code <= 10 ? 1U << (code - 1) & e->captured : 0;
    const bool follows = known_has(&e->replay->known, KNOWN_MASTER) && !(mode & MM_FOUT_OFF) && (mode >> 8 & 15U) == 1;
    const uint64_t t = now->at_ps;
    const bool level = now->high & AM9513_FOUT;
    if (!line || !follows || (now->unknown | d->before.unknown) & AM9513_FOUT || sample->glitches & AM9513_FOUT) {
        d->fout[0].waits = d->fout[1].waits = false;
        return;
    }
    if (e->had & line && e->last_ps[code - 1] == t) {
        struct delays_out *o = &d->fout[(e->levels & line) != 0];
        d->fout_lost |= o->waits;
        *o = (struct delays_out){true, e->levels & line, t};
    }
    struct delays_out *o = &d->fout[level];
    if (!((now->high ^ d->before.high) & AM9513_FOUT) || !o->waits)
        return;
    const int64_t apart = between(o->since_ps, t);
    note(d, TEHFV, d->fout_lost || !e->visible ? TOLD_NOT : told(d, TEHFV, apart), apart, t);
    o->waits = d->fout_lost = false;
}

/* ---- Samples */

void delays_start(struct delays *d, const struct edges *edges, const struct sampling *sampling, uint64_t pins)
{
    *d = (struct delays){.edges = edges, .sampling = sampling, .pins = pins};
}

void delays_next(struct delays *d, const struct sample *sample)
{
    if (d->started) {
        bus_next(d, sample);
        for (unsigned n = 0; n < 5; n++)
            out_next(d, sample, n);
        if (d->pins & AM9513_FOUT)
            fout_next(d, sample);
    }
    d->before = sample->levels;
    d->started = true;
}
