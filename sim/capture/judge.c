/* SPDX-License-Identifier: MIT */
#include "evidence.h"
#include "model/am9513_internal.h"

#define BUS (AM9513_CS_N | AM9513_RD_N | AM9513_WR_N | AM9513_CD | AM9513_DB)

/* ---- Observations */

bool judge_at_most(int figure)
{
    return figure >= FIG_CHECKS && figure != FIG_TRLQX && figure != FIG_TRHQX;
}

int64_t judge_limit(const struct judge *j, int figure)
{
    return j->of->sampling->figure[figure].value[judge_at_most(figure) ? CORNER_MAX : CORNER_MIN];
}

static enum sample_verdict both(enum sample_verdict a, enum sample_verdict b)
{
    return a == b ? a : UNDECIDED;
}

static int64_t within(int figure, int64_t observed_ps, int64_t limit_ps)
{
    return judge_at_most(figure) ? limit_ps - observed_ps : observed_ps - limit_ps;
}

void judge_note(struct judge *j, int figure, enum sample_verdict t, int64_t observed_ps, int64_t limit_ps,
                uint64_t at_ps)
{
    struct observed *o = &j->of->found.observed[figure];
    const bool first = !observed_any(o);
    if (first || within(figure, observed_ps, limit_ps) < within(figure, o->nearest_ps, o->limit_ps)) {
        o->nearest_ps = observed_ps;
        o->limit_ps = limit_ps;
        o->at_ps = at_ps;
    }
    o->least_ps = first || observed_ps < o->least_ps ? observed_ps : o->least_ps;
    o->most_ps = first || observed_ps > o->most_ps ? observed_ps : o->most_ps;
    o->count[t]++;
    o->open += t == UNDECIDED && sampled_verdict(j->of->sampling, within(figure, observed_ps, limit_ps)) != UNDECIDED;
    const struct judge_broken broken = {figure, observed_ps, limit_ps, at_ps};
    if (t == VIOLATED && j->on_broken)
        j->on_broken(j->context, &broken);
}

enum sample_verdict judge_verdict(const struct judge *j, int figure, int64_t observed_ps)
{
    return sampled_verdict(j->of->sampling, within(figure, observed_ps, judge_limit(j, figure)));
}

static void note(struct judge *j, int figure, enum sample_verdict t, int64_t observed_ps, uint64_t at_ps)
{
    judge_note(j, figure, t, observed_ps, judge_limit(j, figure), at_ps);
}

void judge_observe(struct judge *j, int figure, int64_t observed_ps, bool doubt, uint64_t at_ps)
{
    note(j, figure, doubt ? UNDECIDED : judge_verdict(j, figure, observed_ps), observed_ps, at_ps);
}

/* ---- Set-up and hold of a line around the end of a write */

/* From an earlier movement, or from the first sample: then the time is at least this. */
static enum sample_verdict since(const struct judge *j, int check, struct judge_movement from, uint64_t to)
{
    const enum sample_verdict t = judge_verdict(j, check, between(from.at, to));
    return from.real || t == MET ? t : UNDECIDED;
}

/* The next movement came at `next`, or (real false) not up to then. Movements at the edge's own sample, or as near as
 * the jitter, may be on either side of the edge. */
static void pair_resolve(struct judge *j, struct judge_pair *p, uint64_t next, bool real)
{
    if (!p->waits)
        return;
    p->waits = false;
    const int64_t jitter = j->of->sampling->jitter_ps;
    enum sample_verdict setup = since(j, p->setup, p->before, p->ref);
    enum sample_verdict hold = since(j, p->hold, (struct judge_movement){p->ref, real}, next);
    const bool before_near = p->before.real && between(p->before.at, p->ref) <= jitter;
    const bool next_near = real && between(p->ref, next) <= jitter;
    if (before_near) {
        setup = both(setup, since(j, p->setup, p->before_prior, p->ref));
        hold = both(hold, judge_verdict(j, p->hold, 0));
    }
    if (next_near) {
        setup = both(setup, judge_verdict(j, p->setup, 0));
        hold = UNDECIDED;
    }
    if (p->doubt || p->may_be_early)
        setup = UNDECIDED;
    if (p->may_be_early)
        hold = UNDECIDED;
    if (p->glitch >= p->ref && p->glitch)
        hold = UNDECIDED;
    note(j, p->setup, setup, between(p->before.at, p->ref), p->ref);
    note(j, p->hold, hold, between(p->ref, next), p->ref);
}

/* The write ends. If the line left in its second half, and what came since has no whole set-up, the hold is below 0.
 * False: it is not, or it may be. */
static bool pair_early(struct judge *j, struct judge_pair *p, uint64_t now_ps)
{
    const int64_t held = between(p->left, now_ps), rest = between(j->write_begin, p->left) - held;
    const enum sample_verdict setup = since(j, p->setup, p->moved, now_ps);
    const bool may = p->left > j->write_begin && rest > -2 * unsure_ps(j->of->sampling);
    p->may_be_early = may && setup != MET;
    p->gone = may && held + unsure_ps(j->of->sampling) > 0 && both(setup, judge_verdict(j, p->hold, -held)) == VIOLATED;
    if (!p->may_be_early || setup != VIOLATED || rest < 2 * unsure_ps(j->of->sampling))
        return false;
    judge_observe(j, p->hold, -held, p->glitch > p->moved.at, now_ps);
    return true;
}

/* The line moves; the edge of the same instant comes after this call. seen: it was sampled before, too. */
static void pair_moves(struct judge *j, struct judge_pair *p, bool leaves, bool seen, uint64_t now_ps)
{
    pair_resolve(j, p, now_ps, true);
    p->prior = p->moved;
    p->moved = (struct judge_movement){now_ps, seen};
    p->left = leaves ? now_ps : p->left;
}

static void pair_edge(struct judge *j, struct judge_pair *p, uint64_t now_ps)
{
    pair_resolve(j, p, now_ps, false);
    p->waits = !pair_early(j, p, now_ps);
    p->may_be_early |= j->unclear == now_ps;
    p->ref = now_ps;
    p->before = p->moved;
    p->before_prior = p->prior;
    p->doubt = p->glitch > p->moved.at;
}

/* ---- Strobes at their pins: width, and CS around them */

static void strobe_hold(struct judge *j, struct judge_strobe *s, uint64_t cs_rise)
{
    s->waits = false;
    judge_observe(j, s->hold, between(s->rise, cs_rise), false, s->rise);
}

static void strobe_next(struct judge *j, struct judge_strobe *s, const struct sample *sample)
{
    const struct levels *now = &sample->levels, *before = &sample->before;
    const uint64_t t = now->at_ps;
    const bool was = !(before->high & s->pin), is = !(now->high & s->pin);
    if (sample->glitches & s->pin)
        s->glitch = t;
    if (sample->glitches & s->pin && !was && !((now->high | now->unknown) & AM9513_CS_N))
        note(j, s->width, UNDECIDED, sample->glitch_ps, t);
    if (sample_unknown(sample) & (s->pin | AM9513_CS_N)) {
        s->real = s->used = s->waits = false;
        return;
    }
    if (s->waits && now->high & ~before->high & AM9513_CS_N)
        strobe_hold(j, s, t);
    if (is && !was) {
        s->real = true;
        s->waits = s->used = false;
        s->fall = t;
    }
    const bool select = is && !(now->high & AM9513_CS_N);
    if (select && !s->used && s->real && j->cs_fell && s->setup == FIG_TSLRL)
        judge_observe(j, s->setup, between(j->cs_fall, s->fall), false, t);
    s->used |= select;
    if (was && !is && s->used && s->real) {
        s->rise = t;
        judge_observe(j, s->width, between(s->fall, t), s->glitch >= s->fall && s->glitch, t);
        if (j->cs_fell && s->setup == FIG_TSLWH)
            judge_observe(j, s->setup, between(j->cs_fall, t), false, t);
        if (now->high & AM9513_CS_N)
            strobe_hold(j, s, j->cs_rise);
        else
            s->waits = true;
        s->used = false;
    }
}

/* ---- C//D around a read: stable from TAVRL before it to TRHAX after it */

static void stable_after(struct judge *j, uint64_t next, bool real)
{
    const bool doubt = j->port.glitch > j->stable.begin || j->unclear >= j->stable.begin;
    if (!j->stable.waits)
        return;
    j->stable.waits = false;
    note(j, FIG_TRHAX, doubt ? UNDECIDED : since(j, FIG_TRHAX, (struct judge_movement){j->stable.end, real}, next),
         between(j->stable.end, next), j->stable.end);
}

static void stable_end(struct judge *j, uint64_t now_ps, bool moves)
{
    const int64_t after_begin = between(j->stable.begin, j->stable.inside);
    const int64_t before_end = between(j->stable.inside, now_ps);
    const bool unclear = j->unclear >= j->stable.begin, glitch = unclear || j->port.glitch > j->stable.moved.at;
    j->stable.end = now_ps;
    if (!j->stable.was_inside) {
        note(j, FIG_TAVRL, glitch ? UNDECIDED : since(j, FIG_TAVRL, j->stable.moved, j->stable.begin),
             between(j->stable.moved.at, j->stable.begin), j->stable.begin);
        j->stable.waits = true;
        if (moves)
            stable_after(j, now_ps, true);
    } else if (after_begin <= before_end)
        judge_observe(j, FIG_TAVRL, -after_begin, unclear || before_end - after_begin < 2 * unsure_ps(j->of->sampling),
                      j->stable.begin);
    else
        judge_observe(j, FIG_TRHAX, -before_end, unclear || after_begin - before_end < 2 * unsure_ps(j->of->sampling),
                      now_ps);
}

/* ---- From the end of an access to the next */

static void recovery(struct judge *j, bool write, uint64_t now_ps)
{
    static const int form[2][2] = {{FIG_TRHRL, FIG_TRHWL}, {FIG_TWHRL, FIG_TWHWL}};
    const int check = form[j->last.write][write];
    const int short_form = check == FIG_TWHRL ? FIG_TWHRL_SHORT : check == FIG_TWHWL ? FIG_TWHWL_SHORT : check;
    const int64_t observed = between(j->last.end, now_ps);
    const bool glitch = j->read.glitch > j->last.end || j->write.glitch > j->last.end || j->unclear >= j->last.end;
    if (!j->last.any)
        return;
    const bool known = known_has(&j->of->known, KNOWN_PREFETCH);
    const bool is_short = known && models_short_write(&j->of->model, now_ps); /* after F9 */
    const int64_t short_least = least_of(j->of->sampling, short_form),
                  least = is_short ? short_least : judge_limit(j, check);
    enum sample_verdict t = sampled_verdict(j->of->sampling, observed - least);
    if (!known)
        t = both(t, sampled_verdict(j->of->sampling, observed - short_least));
    judge_note(j, check, glitch ? UNDECIDED : t, observed, least, now_ps);
}

/* ---- X2 */

static void x2_next(struct judge *j, const struct sample *s)
{
    const uint64_t t = s->levels.at_ps;
    if (sample_unknown(s) & WIRE_X2) {
        j->x2.seen = 0;
        return;
    }
    if (s->levels.high & WIRE_X2) {
        if (j->x2.seen >= 2)
            judge_observe(j, FIG_TCHCH, between(j->x2.rise, t), false, t);
        if (j->x2.seen)
            judge_observe(j, FIG_TCLCH, between(j->x2.fall, t), false, t);
        j->x2.rise = t;
    } else {
        if (j->x2.seen)
            judge_observe(j, FIG_TCHCL, between(j->x2.rise, t), false, t);
        j->x2.fall = t;
    }
    j->x2.seen += j->x2.seen < 2;
}

/* ---- The calls */

void judge_start(struct judge *j, struct evidence *of, uint64_t now_ps)
{
    *j = (struct judge){
        .of = of,
        .data = {.setup = FIG_TDVWH, .hold = FIG_TWHDX, .moved.at = now_ps, .prior.at = now_ps},
        .port = {.setup = FIG_TAVWH, .hold = FIG_TWHAX, .moved.at = now_ps, .prior.at = now_ps},
        .read = {.pin = AM9513_RD_N, .width = FIG_TRLRH, .setup = FIG_TSLRL, .hold = FIG_TRHSH},
        .write = {.pin = AM9513_WR_N, .width = FIG_TWLWH, .setup = FIG_TSLWH, .hold = FIG_TWHSH},
    };
}

static void accesses_end(struct judge *j, const struct sample *s)
{
    const uint64_t t = s->levels.at_ps;
    const bool read_end = access_ends(s, AM9513_RD_N), write_end = access_ends(s, AM9513_WR_N);
    if (read_end && j->stable.begin)
        stable_end(j, t, sample_moves(s) & AM9513_CD);
    if (write_end) {
        pair_edge(j, &j->data, t);
        pair_edge(j, &j->port, t);
    }
    if (read_end || write_end) {
        j->last.any = true;
        j->last.write = write_end;
        j->last.end = t;
    }
}

static void accesses_begin(struct judge *j, const struct sample *s)
{
    const uint64_t t = s->levels.at_ps;
    if (access_begins(s, AM9513_RD_N)) {
        recovery(j, false, t);
        stable_after(j, t, false);
        j->stable.begin = t;
        j->stable.moved = j->port.moved;
        j->stable.was_inside = false;
    }
    if (access_begins(s, AM9513_WR_N)) {
        recovery(j, true, t);
        j->write_begin = t;
        j->inside = 0;
    }
}

static void port_moves(struct judge *j, const struct sample *s, bool seen)
{
    const uint64_t t = s->levels.at_ps;
    stable_after(j, t, true);
    pair_moves(j, &j->port, true, seen, t);
    if (bus_low(&s->before, AM9513_RD_N) && bus_low(&s->levels, AM9513_RD_N)) {
        j->stable.was_inside = true;
        j->stable.inside = t;
    }
}

void judge_next(struct judge *j, const struct sample *s)
{
    const struct levels *now = &s->levels;
    const uint64_t t = now->at_ps, moved = sample_moves(s);
    const bool seen = !s->before.none;
    const uint64_t data = models_bus(&j->of->model);
    if (s->glitches & data)
        j->data.glitch = t;
    if (s->glitches & AM9513_CD || moved & sample_unknown(s) & AM9513_CD) /* it may have moved, and may not */
        j->port.glitch = t;
    if (moved & sample_unknown(s) & (AM9513_CS_N | AM9513_RD_N | AM9513_WR_N)) /* an access may begin or end here */
        j->unclear = t;
    j->inside |= moved;
    if (moved & data)
        pair_moves(j, &j->data, !(data & ~(now->high | now->unknown)), seen, t);
    if (moved & ~sample_unknown(s) & AM9513_CD)
        port_moves(j, s, seen);
    if (moved & now->high & AM9513_CS_N)
        j->cs_rise = t;
    if (moved & ~(now->high | now->unknown) & AM9513_CS_N) {
        j->cs_fall = t;
        j->cs_fell = !(s->before.unknown & AM9513_CS_N);
    }
    if (moved & BUS || s->glitches) {
        strobe_next(j, &j->read, s);
        strobe_next(j, &j->write, s);
        accesses_end(j, s);
        accesses_begin(j, s);
    }
    if (moved & WIRE_X2)
        x2_next(j, s);
}

void judge_doubts(const struct judge *j, struct bus_access *a)
{
    a->doubtful |= a->write && j->port.gone && j->port.left < a->end_ps;
    if (a->write && j->data.gone)
        a->unsure |= (uint16_t)(j->inside & AM9513_DB);
}

void judge_end(struct judge *j, uint64_t now_ps)
{
    pair_resolve(j, &j->data, now_ps, false);
    pair_resolve(j, &j->port, now_ps, false);
    stable_after(j, now_ps, false);
}
