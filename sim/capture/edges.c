/* SPDX-License-Identifier: MIT */
#include "evidence.h"
#include "model/am9513_internal.h"

#define PINS 0x3ffU /* lines that are SRC and GATE */
#define X2_LINE 0x400U

static int64_t limit(const struct edges *e, int check)
{
    return least_of(e->of->sampling, check);
}

/* Samples so near may show the two edges in the wrong order. */
static bool near(const struct edges *e, int64_t apart_ps)
{
    return apart_ps <= e->of->sampling->jitter_ps && unsure_ps(e->of->sampling) > 0;
}

/* ---- What a counter uses */

static const struct am9513_counter *counter_of(const struct edges *e, unsigned n)
{
    return &e->of->model.chip.counter[n];
}

static bool mode_known(const struct edges *e, unsigned n)
{
    return known_has(&e->of->known, KNOWN_MODE + (int)n);
}

/* The line that it counts; 0: none that is captured, or unknown. */
static unsigned source_line(const struct edges *e, unsigned n)
{
    const unsigned code = source_code(counter_of(e, n));
    return mode_known(e, n) && code ? 1U << (code - 1) & e->captured : 0;
}

/* The line that gates it; 0: none. *hidden: it is gated by what is not captured. */
static unsigned gate_line(const struct edges *e, unsigned n, bool *hidden)
{
    const unsigned line = gate_pin(counter_of(e, n)->mode, (int)n) << 5;
    *hidden |= !mode_known(e, n) || (line & ~e->captured);
    return mode_known(e, n) ? line & e->captured : 0;
}

/* Armed for certain. */
static bool armed(const struct edges *e, unsigned n)
{
    const struct known *k = &e->of->known;
    const struct am9513 *chip = &e->of->model.chip;
    return known_has(k, KNOWN_ARMED + (int)n) && chip->counter[n].armed &&
           (chip->counter[n].mode & CM_REPEAT || known_runs(k, chip, n));
}

/* A write may have just changed what the pins do, or is about to. */
static bool unsettled(const struct edges *e, const struct sample *s, bool command)
{
    const uint64_t t = s->levels.at_ps;
    const int64_t acts = e->of->sampling->figure[FIG_TCMD].value[CORNER_MAX];
    const int64_t unsure = unsure_ps(e->of->sampling);
    return (access_ends(s, AM9513_WR_N) && unsure > 0) || (e->written && between(e->write_ps, t) < unsure) ||
           (command && e->commanded && between(e->command_ps, t) - unsure < acts);
}

/* ---- Observations */

/* certain: nothing but the two edges is in doubt; complete: no other edge is nearer. */
static enum sample_verdict judged(const struct edges *e, int check, int64_t observed, int64_t least, bool certain,
                                  bool complete, uint64_t at_ps)
{
    const bool glitch = e->glitch_ps && between(e->glitch_ps, at_ps) <= (observed < 0 ? 0 : observed);
    enum sample_verdict t =
        certain && !glitch && e->of->visible ? sampled_verdict(e->of->sampling, observed - least) : UNDECIDED;
    t = t == MET && !complete ? UNDECIDED : t;
    judge_note(&e->of->bus, check, t, observed, least, at_ps);
    return t;
}

static uint64_t latest(const uint64_t *at_ps, unsigned of)
{
    uint64_t last = 0;
    for (int n = 0; of; n++, of >>= 1)
        if (of & 1U && at_ps[n] > last)
            last = at_ps[n];
    return last;
}

/* ---- Widths */

static void width(const struct edges *e, int check, const uint64_t *from_ps, unsigned lines, bool certain,
                  uint64_t now_ps)
{
    if (lines)
        (void)judged(e, check, between(latest(from_ps, lines), now_ps), limit(e, check), certain, true, now_ps);
}

static void widths(const struct edges *e, const struct sample *s, unsigned rose, unsigned fell)
{
    struct {
        unsigned rises, falls, highs, lows;
    } used = {0};
    for (unsigned n = 0; n < 5; n++) {
        const struct am9513_counter *c = counter_of(e, n);
        const unsigned code = gate_code(c);
        bool hidden = false;
        *(falling(c) ? &used.falls : &used.rises) |= source_line(e, n) & PINS;
        if (armed(e, n) && (c->mode & CM_SPECIAL || code >= GATE_RISE))
            *(code == GATE_LOW || code == GATE_FALL ? &used.lows : &used.highs) |= gate_line(e, n, &hidden);
    }
    const bool certain = !unsettled(e, s, false);
    const uint64_t t = s->levels.at_ps;
    width(e, FIG_TEHEH, e->prior_ps, e->had_two & ((rose & used.rises) | (fell & used.falls)), certain, t);
    width(e, FIG_TEHEL, e->last_ps, e->had & ((rose & used.falls) | (fell & used.rises)), certain, t);
    width(e, FIG_TELEH, e->last_ps, e->had & ((rose & used.rises) | (fell & used.falls)), certain, t);
    width(e, FIG_TGVGV, e->last_ps, e->had & ((rose & used.lows) | (fell & used.highs)), !unsettled(e, s, true), t);
}

/* ---- Commands and the edges near them */

/* Edges up to -before after the command still come before it. */
static void after_command(struct edges *e, struct edges_command *c, int check, int before, unsigned counters,
                          uint64_t now_ps)
{
    const int64_t apart = between(c->at_ps, now_ps), counted = limit(e, before) < 0 ? -limit(e, before) : 0;
    if (counted && apart + unsure_ps(e->of->sampling) <= counted)
        return;
    if (!(counters & c->counters))
        return;
    (void)judged(e, check, apart, c->after_ps, !counted || apart - unsure_ps(e->of->sampling) > counted, !c->hidden,
                 now_ps);
    c->counters = 0;
}

static void command(struct edges *e, struct edges_command *c, int before, unsigned counters, bool hidden,
                    int64_t after_ps, const uint64_t *edge_ps, unsigned had, uint64_t now_ps)
{
    const int64_t apart = between(latest(edge_ps, had & counters), now_ps);
    *c = (struct edges_command){counters, hidden, now_ps, after_ps};
    if (had & counters)
        (void)judged(e, before, apart, limit(e, before), !near(e, apart) || limit(e, before) <= 0, true, now_ps);
}

/* A command to counters, whose write ended. */
static void names_counters(struct edges *e, unsigned code, uint64_t end_ps)
{
    const unsigned counters = am9513i_named(code), group = code >> 5;
    const int after = am9513i_twice(group) ? FIG_TWHEH_DOUBLE : FIG_TWHEH;
    bool hidden_source = false, hidden_gate = false;
    for (unsigned n = 0; n < 5; n++)
        if (counters >> n & 1U) {
            hidden_source |= !source_line(e, n);
            (void)gate_line(e, n, &hidden_gate);
        }
    command(e, &e->sources, FIG_TEHWH, counters, hidden_source, limit(e, after), e->edge_ps, e->edge_had, end_ps);
    command(e, &e->gates, FIG_TGVWH, counters, hidden_gate, limit(e, FIG_TWHGV), e->gate_ps, e->gate_had, end_ps);
}

static void read_ends(struct edges *e, uint64_t end_ps)
{
    e->status.end_ps = end_ps;
    e->status.waits = e->status.reads && !e->status.inside;
    if (e->status.reads && e->status.inside)
        (void)judged(e, FIG_TRHEH, -between(e->status.inside_ps, end_ps), limit(e, FIG_TRHEH), true, true, end_ps);
    e->status.reads = false;
}

void edges_access(struct edges *e, const struct bus_access *a)
{
    const unsigned code = a->value & 0xffU, group = code >> 5;
    const bool arms = group == COMMAND_ARM || am9513i_twice(group) || group == COMMAND_DISARM || code == 0xff;
    if (!a->write) {
        read_ends(e, a->end_ps);
        return;
    }
    e->written = true;
    e->write_ps = a->end_ps;
    if (arms || a->unsure || !a->control) {
        e->commanded = true;
        e->command_ps = a->end_ps;
    }
    if (!a->both && !a->doubtful && !a->unsure && code != 0xff && am9513i_delayed(a->control, (uint16_t)code))
        names_counters(e, code, a->end_ps);
}

/* ---- Gates and the source edges near them */

static void gated_edges(struct edges *e, unsigned counters, unsigned moved, bool certain, uint64_t now_ps)
{
    const int64_t apart = between(latest(e->gate_ps, counters & e->watched), now_ps);
    e->kept &= ~counters;
    if (!(counters & e->watched))
        return;
    const enum sample_verdict t =
        judged(e, FIG_TGVEH, apart, limit(e, FIG_TGVEH),
               certain && !near(e, apart) && (!moved || !unsure_ps(e->of->sampling)), true, now_ps);
    e->kept |= t == MET ? counters & e->watched : 0;
    e->watched &= ~counters;
}

/* A gate that moves so near after a source edge may have moved before it: then that edge's TGVEH is not certain. */
static void retract(struct edges *e, unsigned counters)
{
    struct observed *r = &e->of->found.observed[FIG_TGVEH];
    if (!(counters & e->kept))
        return;
    e->kept &= ~counters;
    r->count[MET]--;
    r->count[UNDECIDED]++;
}

/* The gates of these counters moved. */
static void gates_move(struct edges *e, unsigned counters, bool hidden, bool certain, uint64_t now_ps)
{
    const unsigned had = counters & e->edge_had;
    if (had) {
        const int64_t apart = between(latest(e->edge_ps, had), now_ps);
        if (near(e, apart))
            retract(e, counters);
        (void)judged(e, FIG_TEHGV, apart, limit(e, FIG_TEHGV), certain && !near(e, apart), !hidden, now_ps);
    }
    e->watched |= counters;
}

/* ---- OUT levels and the status reads near them */

/* OUT that move in the captured chip when they do in the model, whatever level their toggle outputs have. */
static unsigned outs_known(const struct edges *e)
{
    unsigned outs = 0;
    struct known k = e->of->known;
    k.items |= UINT64_C(31) << KNOWN_TOGGLE;
    for (unsigned n = 0; n < 5; n++)
        outs |= (unsigned)known_out(&k, &e->of->model.chip, n) << n;
    return outs;
}

/* Another counter may move its OUT, and the capture does not show it. */
static bool outs_hidden(const struct edges *e)
{
    const struct known *k = &e->of->known;
    const struct am9513 *chip = &e->of->model.chip;
    for (unsigned n = 0; n < 5; n++) {
        const bool still = known_has(k, KNOWN_ARMED + (int)n) && !chip->counter[n].armed;
        if (!still && !(source_line(e, n) && outs_known(e) >> n & 1U))
            return true;
    }
    return false;
}

static void read_begins(struct edges *e, const struct levels *now)
{
    const int64_t apart = between(e->status.out_ps, now->at_ps);
    e->status.reads = now->high & AM9513_CD;
    e->status.inside = e->status.waits = false;
    if (e->status.reads && e->status.had)
        (void)judged(e, FIG_TEHRL, apart, limit(e, FIG_TEHRL), !near(e, apart), !outs_hidden(e), now->at_ps);
}

static void outs_move(struct edges *e, uint64_t now_ps)
{
    e->status.had = true;
    e->status.out_ps = now_ps;
    if (e->status.reads) {
        e->status.inside = true;
        e->status.inside_ps = now_ps;
    } else if (e->status.waits) {
        const int64_t apart = between(e->status.end_ps, now_ps);
        (void)judged(e, FIG_TRHEH, apart, limit(e, FIG_TRHEH), !near(e, apart), !outs_hidden(e), now_ps);
        e->status.waits = false;
    }
}

/* ---- Samples */

static unsigned lines(uint64_t pins)
{
    return (unsigned)(pins >> AM9513_PLACE_SRC & PINS) | ((pins & WIRE_X2) != 0 ? X2_LINE : 0);
}

void edges_start(struct edges *e, struct evidence *of, const struct levels *first)
{
    *e = (struct edges){.of = of, .captured = lines(of->survey->pins)};
    e->levels = of->model.lines | lines(first->high & WIRE_X2);
}

static void remember(struct edges *e, unsigned moved, uint64_t now_ps)
{
    for (int n = 0; n < EDGE_LINES; n++)
        if (moved >> n & 1U) {
            e->prior_ps[n] = e->last_ps[n];
            e->last_ps[n] = now_ps;
        }
    e->had_two |= e->had & moved;
    e->had |= moved;
}

static void lines_move(struct edges *e, const struct sample *s, unsigned rose, unsigned fell)
{
    const unsigned moved = rose | fell;
    const uint64_t t = s->levels.at_ps;
    const bool certain = !unsettled(e, s, true);
    unsigned gated = 0, gated_armed = 0;
    bool hidden = false;
    for (unsigned n = 0; n < 5; n++) {
        bool none = false;
        if (source_line(e, n) & (falling(counter_of(e, n)) ? fell : rose))
            e->counters |= 1U << n;
        if (!(gate_line(e, n, &none) & moved))
            continue;
        gated |= 1U << n;
        if (armed(e, n) && !(counter_of(e, n)->mode & CM_SPECIAL)) {
            gated_armed |= 1U << n;
            hidden |= !source_line(e, n);
        }
    }
    widths(e, s, rose, fell);
    for (unsigned n = 0; n < 5; n++)
        e->edge_ps[n] = e->counters >> n & 1U ? t : e->edge_ps[n];
    e->edge_had |= e->counters;
    after_command(e, &e->sources, FIG_TWHEH, FIG_TEHWH, e->counters, t);
    gated_edges(e, e->counters, gated & e->counters, certain, t);
    for (unsigned n = 0; n < 5; n++)
        e->gate_ps[n] = gated >> n & 1U ? t : e->gate_ps[n];
    e->gate_had |= gated;
    after_command(e, &e->gates, FIG_TWHGV, FIG_TGVWH, gated, t);
    if (gated_armed)
        gates_move(e, gated_armed, hidden, certain, t);
    remember(e, moved, t);
}

void edges_next(struct edges *e, const struct sample *s)
{
    const uint64_t t = s->levels.at_ps;
    const struct models *m = &e->of->model;
    const unsigned unknown = lines(models_unknown(m, sample_unknown(s)));
    const unsigned now = m->lines | lines(s->levels.high & WIRE_X2);
    const unsigned moved = (now ^ e->levels) & e->captured & ~unknown;
    e->counters = 0;
    if (lines(s->glitches))
        e->glitch_ps = t;
    e->had &= ~unknown;
    e->had_two &= ~unknown;
    if (moved)
        lines_move(e, s, moved & now, moved & ~now);
    if (moved & PINS && (m->outs ^ m->outs_before) & outs_known(e))
        outs_move(e, t);
    e->levels = now;
    if (access_begins(s, AM9513_RD_N))
        read_begins(e, &s->levels);
}
