/* SPDX-License-Identifier: MIT */
#include "evidence.h"
#include "model/am9513_internal.h"

#define OUT_FOLLOWS 0x26U /* bit n: code n shows TC or the toggle flip-flop */

/* ---- The data bus */

static void read_begins(struct delays *d, const struct sample *s)
{
    d->read.goes_on = !(sample_unknown(s) & (AM9513_CS_N | AM9513_RD_N | AM9513_CD)) && s->before.high & AM9513_RD_N;
    d->read.data = !(s->levels.high & AM9513_CD);
    d->read.moved = d->read.after = d->read.driven = false;
    d->read.fall_ps = s->levels.at_ps;
}

static void read_ends(struct delays *d, const struct levels *now)
{
    d->read.goes_on = false;
    if (d->read.data && d->read.moved) {
        const int64_t last = between(d->read.fall_ps, d->read.last_ps);
        const int64_t first = between(d->read.fall_ps, d->read.first_ps);
        judge_observe(&d->of->bus, FIG_TRLQV, last, false, d->read.fall_ps);
        if (!(d->of->survey->pins & WIRE_PARTS)) /* two levels do not show who drives */
            judge_observe(&d->of->bus, FIG_TRLQX, first, true, d->read.fall_ps);
    }
    d->read.after = d->read.driven = now->high & AM9513_RD_N;
    d->read.rise_ps = now->at_ps;
}

static void bus_floats(struct delays *d, uint64_t now_ps)
{
    judge_observe(&d->of->bus, FIG_TRHQZ, between(d->read.rise_ps, now_ps), false, now_ps);
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
        const bool beside = apart <= d->of->sampling->jitter_ps && unsure_ps(d->of->sampling) > 0;
        judge_observe(&d->of->bus, FIG_TRHQX, apart, beside, now_ps);
        d->read.after = false;
    }
}

static void bus_next(struct delays *d, const struct sample *s)
{
    const struct levels *now = &s->levels;
    const uint64_t db = models_bus(&d->of->model);
    const uint64_t moved = sample_moves(s);
    if (bus_low(now, AM9513_WR_N) || s->glitches & (db | AM9513_RD_N) || s->before.none)
        d->read.goes_on = d->read.after = d->read.driven = false;
    if (access_begins(s, AM9513_RD_N))
        read_begins(d, s);
    else if (access_ends(s, AM9513_RD_N) && d->read.goes_on)
        read_ends(d, now);
    if (moved & db)
        bus_moves(d, now->at_ps);
    if (d->of->survey->pins & WIRE_PARTS) {
        if (moved & now->high & AM9513_CHIP_DRIVES && d->read.goes_on)
            judge_observe(&d->of->bus, FIG_TRLQX, between(d->read.fall_ps, now->at_ps), false, now->at_ps);
        if (moved & s->before.high & AM9513_CHIP_DRIVES && d->read.driven)
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
    const struct edges *e = &d->of->edges;
    const struct judge *j = &d->of->bus;
    const uint64_t latest_ps = now_ps - (uint64_t)unsure_ps(d->of->sampling);
    return (row == FIG_TWHYV || between(e->edge_ps[n], latest_ps) >= judge_limit(j, row)) &&
           (!e->written || between(e->write_ps, latest_ps) >= judge_limit(j, FIG_TWHYV));
}

static bool matches(struct delays *d, unsigned n, struct delays_out *o, int row, bool level, uint64_t now_ps)
{
    const int64_t apart = between(o->since_ps, now_ps);
    if (!o->waits || o->level != level)
        return false;
    const bool broken = judge_verdict(&d->of->bus, row, apart) == VIOLATED;
    judge_observe(&d->of->bus, row, apart, !d->of->visible || (broken && !late(d, n, row, now_ps)), now_ps);
    d->edge[n].waits = d->write[n].waits = false;
    return true;
}

static bool out_moves(struct delays *d, unsigned n, bool level, uint64_t now_ps)
{
    return matches(d, n, &d->edge[n], d->compared >> n & 1U ? FIG_TEHYV_COMPARE : FIG_TEHYV, level, now_ps) ||
           matches(d, n, &d->write[n], FIG_TWHYV, level, now_ps);
}

static void out_next(struct delays *d, const struct sample *s, unsigned n)
{
    const struct models *m = &d->of->model;
    const struct am9513 *chip = &m->chip;
    const struct levels *now = &s->levels;
    const uint64_t pin = AM9513_OUT(n + 1), t = now->at_ps;
    const bool level = now->high & pin, model = m->outs >> n & 1U;
    const bool moved = !(sample_unknown(s) & pin) && sample_moves(s) & pin;
    const bool edge = (d->of->edges.counters & models_exact(m)) >> n & 1U && (m->outs ^ m->outs_before) >> n & 1U &&
                      known_out(&d->of->known, chip, n) &&
                      OUT_FOLLOWS >> am9513i_out_code(chip, &chip->counter[n]) & 1U;
    if (!(d->of->survey->pins & pin))
        return;
    if ((now->unknown | s->glitches) & pin || d->of->found.difference.found)
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

void delays_write(struct delays *d, const struct bus_access *a, const struct sample *s)
{
    const struct models *r = &d->of->model;
    const struct am9513 *chip = &r->chip;
    const uint64_t acted_ps = a->end_ps + (uint64_t)d->of->sampling->figure[FIG_TCMD].value[CORNER_MAX] + 1;
    if (!a->write || !a->control || a->doubtful || a->both || a->unsure || d->of->found.difference.found)
        return;
    struct known after = d->of->known;
    const bool sets = (a->value & 0xf0) == 0xe0; /* the toggle output, whatever the count */
    struct bus_access still_off = *a;            /* ARM moves no OUT, but what is armed counts */
    still_off.value &= a->value < 0x80 ? 0xffdfU : 0xffffU;
    (void)known_access(&after, chip, a);
    const unsigned exact = models_exact(r), without = models_outs(r, acted_ps, NULL),
                   with = models_outs(r, acted_ps, &still_off);
    for (unsigned n = 0; n < 5; n++) {
        const bool still = known_has(&d->of->known, KNOWN_ARMED + (int)n) && !chip->counter[n].armed;
        const unsigned code = am9513i_out_code(chip, &chip->counter[n]);
        const bool told = sets && (a->value & 7U) == n + 1 && code == OUT_TOGGLE && !chip->counter[n].tc;
        const bool moves = sets ? told : OUT_FOLLOWS >> code & (without ^ with) >> n & 1U;
        const bool known = known_has(&after, sets ? KNOWN_TOGGLE + (int)n : KNOWN_COUNT + (int)n) &&
                           (sets || (known_has(&d->of->known, KNOWN_COUNT + (int)n) && exact >> n & 1U)) &&
                           known_has(&after, KNOWN_MODE + (int)n);
        const bool level = with >> n & 1U, pin = s->levels.high & AM9513_OUT(n + 1);
        if (still && known && moves && pin != level)
            start(&d->write[n], level, a->end_ps);
    }
}

/* ---- FOUT, divided by 1: each edge of its source moves it */

static void fout_next(struct delays *d, const struct sample *s)
{
    const struct edges *e = &d->of->edges;
    const struct levels *now = &s->levels;
    const unsigned mode = d->of->model.chip.master_mode, code = mode >> 4 & 15U;
    const unsigned line = code >= 1 && code <= 10 ? 1U << (code - 1) & e->captured : 0;
    const bool follows = known_has(&d->of->known, KNOWN_MASTER) && !(mode & MM_FOUT_OFF) && (mode >> 8 & 15U) == 1;
    const uint64_t t = now->at_ps;
    const bool level = now->high & AM9513_FOUT;
    if (!line || !follows || (sample_unknown(s) | s->glitches) & AM9513_FOUT) {
        d->fout[0].waits = d->fout[1].waits = false;
        return;
    }
    struct delays_out *o = &d->fout[(e->levels & line) != 0];
    if (e->had & line && e->last_ps[code - 1] == t) {
        d->fout_lost |= o->waits;
        *o = (struct delays_out){true, e->levels & line, t};
    }
    o = &d->fout[level];
    if (!(sample_moves(s) & AM9513_FOUT) || !o->waits)
        return;
    judge_observe(&d->of->bus, FIG_TEHFV, between(o->since_ps, t), d->fout_lost || !d->of->visible, t);
    o->waits = d->fout_lost = false;
}

/* ---- Samples */

void delays_next(struct delays *d, const struct sample *s)
{
    bus_next(d, s);
    for (unsigned n = 0; n < 5; n++)
        out_next(d, s, n);
    if (d->of->survey->pins & AM9513_FOUT)
        fout_next(d, s);
}
