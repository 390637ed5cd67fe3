/* SPDX-License-Identifier: MIT
 * Edges of count sources and gates: how far apart at their pins, and how close to commands, to each other and to status
 * reads. Edges of F1-F5 are computed, those of pins are observed, those through chains are kept by the chip
 * (am9513_watch). */
#include "am9513_checks_internal.h"

/* ---- Source edges of a counter */

/* The first edge of F1-F5 at this counter after that time. */
static uint64_t tap_edge_after_ps(const struct am9513 *chip, int n, uint64_t ps)
{
    const struct am9513_counter *c = &chip->counter[n];
    unsigned source = source_code(c);
    if (source < SOURCE_F1)
        return AM9513_NEVER;
    return am9513i_tap_edge_ps(chip, source, falling(c), am9513i_tap_edges(chip, source, falling(c), ps) + 1);
}

/* The last such edge up to ps, by a mode register that has been in force since since_ps. */
static uint64_t tap_edge_before_ps(const struct am9513 *chip, unsigned mode, uint64_t since_ps, uint64_t ps)
{
    unsigned source = mode >> 8 & 15U;
    bool falls = mode & CM_FALLING;
    uint64_t number = source < SOURCE_F1 ? 0 : am9513i_tap_edges(chip, source, falls, ps);
    uint64_t at = number ? am9513i_tap_edge_ps(chip, source, falls, number) : AM9513_NEVER;
    /* For an edge before the scaler's last change the call returns a time that is none: before since_ps, or after ps */
    return at > since_ps && at <= ps ? at : AM9513_NEVER;
}

/* The later of two times; AM9513_NEVER means no time. */
static uint64_t latest(uint64_t a, uint64_t b)
{
    return a == AM9513_NEVER || (b != AM9513_NEVER && b > a) ? b : a;
}

/* The last source edge of a counter up to now, AM9513_NEVER: none. */
static uint64_t last_edge_ps(const struct am9513_checks *k, const struct am9513 *chip, int n, uint64_t now_ps)
{
    const struct am9513_beside *b = &k->sources;
    uint64_t last = tap_edge_before_ps(chip, chip->counter[n].mode, b->since_ps[n], now_ps);
    last = latest(last, b->had >> n & 1U ? b->edge_ps[n] : AM9513_NEVER);
    return latest(last, chip->watch.had >> n & 1U ? chip->watch.edge_ps[n] : AM9513_NEVER);
}

/* ---- Commands and the edges near them */

static uint64_t not_negative(int64_t ps)
{
    return ps > 0 ? (uint64_t)ps : 0;
}

/* An edge after the command, up to this time, still counts before the command. */
static uint64_t counted_until_ps(const struct am9513_beside *b, int64_t before_ps)
{
    return b->command_ps + not_negative(-before_ps);
}

/* From here on it counts after the command. If an edge must be before the command, one at its instant is not. */
static uint64_t counted_from_ps(const struct am9513_beside *b, int64_t before_ps)
{
    return counted_until_ps(b, before_ps) + (before_ps > 0 ? 0 : 1);
}

static void pin_edges(struct am9513_beside *b, unsigned counters, int64_t before_ps, uint64_t at_ps)
{
    for (int n = 0; n < 5; n++)
        if (counters >> n & 1U)
            b->edge_ps[n] = at_ps;
    b->had |= (uint8_t)counters;
    if (counters & b->counters && at_ps >= counted_from_ps(b, before_ps))
        b->hit_ps = at_ps;
}

static void settle(struct am9513_checks *k, struct am9513_beside *b, enum am9513_check after, uint64_t hit_ps)
{
    if (!b->counters)
        return;
    am9513i_observe_of(k, after, b->access, from_to(b->command_ps, hit_ps), b->after_ps, hit_ps);
    b->counters = 0;
}

/* Edges after the command, up to now. */
static void look_after_command(struct am9513_checks *k, const struct am9513 *chip, uint64_t now_ps)
{
    const struct am9513_beside *b = &k->sources;
    uint64_t hit = earlier(earlier(b->tap_ps, b->hit_ps), chip->watch.hit_ps);
    if (hit <= now_ps)
        settle(k, &k->sources, AM9513_TWHEH, hit);
    if (k->gates.hit_ps <= now_ps)
        settle(k, &k->gates, AM9513_TWHGV, k->gates.hit_ps);
}

static void command_now(struct am9513_checks *k, struct am9513_beside *b, enum am9513_check before, unsigned counters,
                        int64_t after_ps, uint64_t last_ps, uint64_t now_ps)
{
    b->counters = (uint8_t)counters;
    b->command_ps = now_ps;
    b->access = k->strobe_access;
    b->after_ps = after_ps;
    b->hit_ps = b->tap_ps = AM9513_NEVER;
    if (last_ps != AM9513_NEVER)
        am9513i_observe(k, before, from_to(last_ps, now_ps), k->limits.least_ps[before], now_ps);
}

/* The next edges of F1-F5 by the choices of source that hold from now on. */
static void find_taps(struct am9513_checks *k, const struct am9513 *chip, uint64_t now_ps)
{
    struct am9513_beside *b = &k->sources;
    uint64_t counted = counted_until_ps(b, k->limits.least_ps[AM9513_TEHWH]);
    b->tap_ps = AM9513_NEVER;
    for (int n = 0; n < 5; n++) {
        if (b->counters >> n & 1U)
            b->tap_ps = earlier(b->tap_ps, tap_edge_after_ps(chip, n, later(counted, now_ps)));
        if (k->gate.watch >> n & 1U)
            k->gate.tap_ps[n] = tap_edge_after_ps(chip, n, now_ps);
    }
}

void am9513i_command(struct am9513_checks *k, struct am9513 *chip, unsigned code, uint64_t now_ps)
{
    unsigned counters = am9513i_named(code);
    bool twice = am9513i_twice(code >> 5);
    int64_t after = twice ? k->limits.twheh_double_ps : k->limits.least_ps[AM9513_TWHEH];
    uint64_t source = AM9513_NEVER, gate = AM9513_NEVER;
    am9513i_sync(chip, now_ps);
    for (int n = 0; n < 5; n++)
        if (counters >> n & 1U) {
            source = latest(source, last_edge_ps(k, chip, n, now_ps));
            gate = latest(gate, k->gates.had >> n & 1U ? k->gates.edge_ps[n] : AM9513_NEVER);
        }
    command_now(k, &k->sources, AM9513_TEHWH, counters, after, source, now_ps);
    command_now(k, &k->gates, AM9513_TGVWH, counters, k->limits.least_ps[AM9513_TWHGV], gate, now_ps);
    chip->watch.counters = (uint8_t)counters;
    chip->watch.from_ps = counted_from_ps(&k->sources, k->limits.least_ps[AM9513_TEHWH]);
    chip->watch.hit_ps = AM9513_NEVER;
    chip->watch.until_ps = now_ps + not_negative(after);
}

/* ---- Gates and the source edges near them */

/* Source edges of these counters at one instant, after movements of their gates: the latest movement is the nearest. */
static void gated_edges(struct am9513_checks *k, struct am9513 *chip, unsigned counters, uint64_t at_ps)
{
    struct am9513_gate_watch *w = &k->gate;
    uint64_t moved = 0;
    counters &= w->watch;
    if (!counters)
        return;
    for (int n = 0; n < 5; n++)
        if (counters >> n & 1U)
            moved = later(moved, w->moved_ps[n]);
    am9513i_observe(k, AM9513_TGVEH, from_to(moved, at_ps), k->limits.least_ps[AM9513_TGVEH], at_ps);
    w->watch &= (uint8_t)~counters;
    chip->watch.gated = w->watch;
}

/* Edges of F1-F5 and those through chains, up to now; within one instant those through chains come last. */
static void look_after_gates(struct am9513_checks *k, struct am9513 *chip, uint64_t now_ps)
{
    struct am9513_gate_watch *w = &k->gate;
    unsigned chained = 0;
    while (w->watch) {
        uint64_t first = AM9513_NEVER,
                 chain = chained < chip->watch.hits ? chip->watch.hit[chained].at_ps : AM9513_NEVER;
        unsigned counters = 0;
        for (int n = 0; n < 5; n++) {
            if (!(w->watch >> n & 1U) || w->tap_ps[n] > first)
                continue;
            counters = (w->tap_ps[n] < first ? 0 : counters) | 1U << n;
            first = w->tap_ps[n];
        }
        if (earlier(first, chain) > now_ps)
            break;
        if (first <= chain)
            gated_edges(k, chip, counters, first);
        else
            gated_edges(k, chip, chip->watch.hit[chained++].counters, chain);
    }
    chip->watch.hits = 0;
}

/* Their gates move: the last source edges are compared with it, and the next ones will be. */
static void gates_move(struct am9513_checks *k, struct am9513 *chip, unsigned counters, uint64_t at_ps)
{
    struct am9513_gate_watch *w = &k->gate;
    int64_t least = k->limits.least_ps[AM9513_TGVEH];
    uint64_t last = AM9513_NEVER;
    if (!counters)
        return;
    for (int n = 0; n < 5; n++)
        if (counters >> n & 1U) {
            last = latest(last, last_edge_ps(k, chip, n, at_ps));
            w->moved_ps[n] = at_ps;
        }
    if (last != AM9513_NEVER)
        am9513i_observe(k, AM9513_TEHGV, from_to(last, at_ps), k->limits.least_ps[AM9513_TEHGV], at_ps);
    w->watch |= (uint8_t)counters;
    chip->watch.gated = w->watch;
    w->until_ps = at_ps + not_negative(least);
    chip->watch.until_ps = later(chip->watch.until_ps, w->until_ps);
    find_taps(k, chip, at_ps);
}

/* ---- OUT levels and the status reads near them */

static void look_at_outs(struct am9513_checks *k, struct am9513 *chip)
{
    struct am9513_watch *w = &chip->watch;
    if (w->out_first_ps == AM9513_NEVER)
        return;
    am9513i_set_up(k, AM9513_TEHRL, true, false, false, w->out_last_ps);
    am9513i_hold(k, AM9513_TRHEH, true, false, status_open(k, chip), w->out_first_ps);
    k->rule[AM9513_TRHEH].data_ps = w->out_last_ps;
    w->out_first_ps = AM9513_NEVER;
}

void am9513i_status_read(struct am9513_checks *k, struct am9513 *chip, uint64_t inputs, uint64_t now_ps)
{
    uint64_t old = chip->pins;
    bool reads = !(inputs & READ), was = !(old & READ);
    int64_t after = k->limits.least_ps[AM9513_TRHEH];
    if (chip->shown)
        am9513i_sync(chip, now_ps);
    look_at_outs(k, chip);
    if (reads)
        k->status = inputs & AM9513_CD;
    if (reads && !was && k->status)
        am9513i_set_up(k, AM9513_TEHRL, false, true, false, now_ps);
    if (was && !reads && k->status)
        am9513i_hold(k, AM9513_TRHEH, false, true, false, now_ps);
    bool goes_on = reads && k->status;
    if (!goes_on)
        k->rule[AM9513_TRHEH].early = false;
    chip->watch.out_until_ps = goes_on ? AM9513_NEVER : now_ps + not_negative(after);
}

/* ---- SRC and GATE pins */

/* Counters whose gate is a pin that moved; special: also those with CM7, for which TGVEH and TEHGV are not judged. */
static unsigned gate_edges(const struct am9513 *chip, unsigned moved, bool special)
{
    unsigned counters = 0;
    for (int n = 0; n < 5; n++) {
        const unsigned mode = chip->counter[n].mode;
        if (gate_pin(mode, n) & moved && (special || !(mode & CM_SPECIAL)))
            counters |= 1U << n;
    }
    return counters;
}

/* How the mode registers use the pins, bit 0 is SRC1: whose rises and falls are counted, and whose high and low pulses
 * start or retrigger a counter. Bits above GATE5, of F1-F5, are no pins. */
struct uses {
    unsigned rises, falls, highs, lows;
};

static struct uses pin_uses(const struct am9513 *chip, unsigned armed)
{
    struct uses u = {0};
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        unsigned gate = gate_code(c);
        *(falling(c) ? &u.falls : &u.rises) |= 1U << source_code(c) >> 1;
        if (armed >> n & 1U && (c->mode & CM_SPECIAL || gate >= GATE_RISE))
            *(gate == GATE_LOW || gate == GATE_FALL ? &u.lows : &u.highs) |= gate_pin(c->mode, n) << 5;
    }
    return u;
}

/* The time since one of several pins moved: the shortest counts, that from the latest movement. */
static void since(struct am9513_checks *k, enum am9513_check check, const uint64_t from_ps[10], unsigned pins,
                  uint64_t now_ps)
{
    uint64_t from = 0;
    for (int n = 0; n < 10; n++)
        if (pins >> n & 1U)
            from = later(from, from_ps[n]);
    if (pins)
        am9513i_observe(k, check, from_to(from, now_ps), k->limits.least_ps[check], now_ps);
}

static void check_pins(struct am9513_checks *k, const struct am9513 *chip, unsigned was, unsigned is, unsigned armed,
                       uint64_t now_ps)
{
    struct am9513_pin_times *p = &k->pins;
    struct uses u = pin_uses(chip, armed);
    unsigned rose = is & ~was, fell = was & ~is, moved = was ^ is;
    since(k, AM9513_TEHEH, p->prior_ps, p->had_two & ((rose & u.rises) | (fell & u.falls)), now_ps);
    since(k, AM9513_TEHEL, p->last_ps, p->had & ((rose & u.falls) | (fell & u.rises)), now_ps);
    since(k, AM9513_TELEH, p->last_ps, p->had & ((rose & u.rises) | (fell & u.falls)), now_ps);
    since(k, AM9513_TGVGV, p->last_ps, p->had & ((rose & u.lows) | (fell & u.highs)), now_ps);
    for (int n = 0; n < 10; n++)
        if (moved >> n & 1U) {
            p->prior_ps[n] = p->last_ps[n];
            p->last_ps[n] = now_ps;
        }
    p->had_two |= (uint16_t)(p->had & moved);
    p->had |= (uint16_t)moved;
}

/* ---- Events, in order */

static unsigned levels(const struct am9513 *chip, uint64_t inputs)
{
    return ((unsigned)(inputs >> AM9513_PLACE_SRC) & 31U) | am9513i_gate_pins(chip, inputs) << 5;
}

struct am9513_seen am9513i_see(const struct am9513 *chip, uint64_t inputs)
{
    struct am9513_seen s = {
        .master_mode = chip->master_mode, .scaler_start = chip->scaler_start, .levels = levels(chip, inputs)};
    for (int n = 0; n < 5; n++)
        s.mode[n] = chip->counter[n].mode;
    return s;
}

/* armed: when the pins move, before they act. */
static void look_at_levels(struct am9513_checks *k, struct am9513 *chip, unsigned was, unsigned is, unsigned armed,
                           uint64_t at_ps)
{
    unsigned edges = am9513i_pin_edges(chip, was, is), moved = (was ^ is) >> 5;
    check_pins(k, chip, was, is, armed, at_ps);
    pin_edges(&k->sources, edges, k->limits.least_ps[AM9513_TEHWH], at_ps);
    pin_edges(&k->gates, gate_edges(chip, moved, true), k->limits.least_ps[AM9513_TGVWH], at_ps);
    gated_edges(k, chip, edges, at_ps);
    gates_move(k, chip, gate_edges(chip, moved, false) & armed, at_ps);
}

/* Edges from now on are beyond all limits. */
static void forget(struct am9513_checks *k, struct am9513 *chip, uint64_t now_ps)
{
    if (from_to(k->sources.command_ps, now_ps) > k->sources.after_ps)
        k->sources.counters = 0;
    if (from_to(k->gates.command_ps, now_ps) > k->gates.after_ps)
        k->gates.counters = 0;
    if (now_ps > k->gate.until_ps)
        k->gate.watch = chip->watch.gated = 0;
    if (now_ps > chip->watch.out_until_ps)
        k->rule[AM9513_TRHEH].armed = false;
}

void am9513i_look_at_all(struct am9513_checks *k, struct am9513 *chip, uint64_t to_ps)
{
    /* by the choices that hold until a write acts */
    if (k->sources.counters || k->gate.watch || k->rule[AM9513_TRHEH].armed || status_open(k, chip))
        am9513i_sync_watch(chip, to_ps);
    look_after_command(k, chip, to_ps);
    look_after_gates(k, chip, to_ps);
    look_at_outs(k, chip);
    forget(k, chip, to_ps);
}

void am9513i_pins_move(struct am9513_checks *k, struct am9513 *chip, uint64_t inputs, uint64_t at_ps)
{
    unsigned was = levels(chip, chip->pins), is = levels(chip, inputs);
    if (was == is)
        return;
    am9513i_sync(chip, at_ps);
    am9513i_time_passes(k, chip, at_ps);
    look_at_levels(k, chip, was, is, armed_counters(chip), at_ps);
}

/* A mode or the master mode has changed: the last edge of F1-F5 before that, by the old source and scaler, is kept. */
static void look_at_choices(struct am9513_checks *k, const struct am9513 *chip, const struct am9513_seen *s,
                            uint64_t at_ps)
{
    struct am9513_beside *b = &k->sources;
    const bool scaler = chip->master_mode != s->master_mode;
    struct am9513 old;
    const struct am9513 *by = chip;
    if (scaler) {
        old = *chip;
        old.master_mode = s->master_mode;
        old.scaler_start = s->scaler_start;
        by = &old;
    }
    for (int n = 0; n < 5; n++) {
        if (!scaler && chip->counter[n].mode == s->mode[n])
            continue;
        uint64_t last = tap_edge_before_ps(by, s->mode[n], b->since_ps[n], at_ps);
        b->since_ps[n] = at_ps;
        if (last == AM9513_NEVER)
            continue;
        b->edge_ps[n] = last;
        b->had |= (uint8_t)(1U << n);
    }
}

void am9513i_write_acted(struct am9513_checks *k, struct am9513 *chip, const struct am9513_seen *before, uint64_t at_ps)
{
    look_at_choices(k, chip, before, at_ps);
    unsigned is = levels(chip, chip->pins);
    if (is != before->levels)
        look_at_levels(k, chip, before->levels, is, chip->were_armed, at_ps);
    if (k->sources.counters || k->gate.watch)
        find_taps(k, chip, at_ps);
    am9513i_time_passes(k, chip, at_ps);
}

void am9513i_edges_init(struct am9513_checks *k, struct am9513 *chip)
{
    const int64_t *least = k->limits.least_ps;
    k->sources.hit_ps = k->sources.tap_ps = k->gates.hit_ps = AM9513_NEVER;
    chip->watch = (struct am9513_watch){.hit_ps = AM9513_NEVER, .out_first_ps = AM9513_NEVER};
    chip->watch.before_ps = not_negative(least[AM9513_TEHWH]);
    chip->watch.gate_before_ps = not_negative(least[AM9513_TEHGV]);
    chip->watch.out_before_ps = not_negative(least[AM9513_TEHRL]);
}
