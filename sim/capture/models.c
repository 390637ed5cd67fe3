/* SPDX-License-Identifier: MIT */
#include "models.h"

#include "evidence.h"
#include "model/am9513_internal.h"

#include <stdlib.h>
#include <string.h>

#define LOW_NEXT 1U

const struct am9513 *models_chip(const struct models *m)
{
    return &m->chip[0];
}

/* ---- All chips */

/* The time of a chip whose X2 and scaler are ahead by a phase of their own, spread over the scaler's whole period. */
static uint64_t chip_ps(const struct models *m, int phase, uint64_t at_ps)
{
    const uint64_t period = m->config.x2_high_ps + m->config.x2_low_ps;
    const uint64_t whole = (uint64_t)phase * 40503 % 65536; /* golden section: even, on each tap */
    const uint64_t whole_ps = period * whole + 2 * whole * m->config.x2_high_part / m->config.x2_parts;
    return at_ps - m->start_ps + whole_ps + (2 * period * (uint64_t)phase + period) / MODELS_PHASES / 2;
}

/* The same, or the chip's now if it has gone by. */
static uint64_t from_now_ps(const struct models *m, int phase, uint64_t at_ps)
{
    return later(chip_ps(m, phase, at_ps), m->chip[phase].now_ps);
}

static void play(struct am9513 *chip, uint64_t ps, const struct bus_access *a)
{
    uint16_t value;
    if (a->write)
        (void)am9513_write(chip, ps, a->control, a->value);
    else
        (void)am9513_read(chip, ps, a->control, &value);
}

static void play_all(struct models *m, const struct bus_access *a)
{
    for (int phase = 0; phase < MODELS_PHASES; phase++)
        play(&m->chip[phase], from_now_ps(m, phase, a->end_ps), a);
}

void models_settle(struct models *m, uint64_t now_ps)
{
    for (int phase = 0; phase < MODELS_PHASES; phase++) {
        (void)am9513_advance(&m->chip[phase], from_now_ps(m, phase, now_ps));
        (void)am9513_settle(&m->chip[phase]);
    }
}

uint64_t models_unknown(const struct models *m, uint64_t unknown)
{
    const bool wide = models_chip(m)->master_mode & MM_WIDE;
    return unknown | (wide ? 0 : unknown >> 8 & 31) << AM9513_PLACE_GATE;
}

/* A GATE nA that is not captured is high; one that is unknown makes its GATE n unknown. */
static void pins_move(struct models *m, const struct levels *l)
{
    const uint64_t bus = models_chip(m)->master_mode & MM_WIDE ? AM9513_DB : WIRES_DATA;
    const uint64_t pins = (l->high & WIRES_COUNTED) |
                          ((l->high | l->unknown | ~m->of->survey->pins | bus) & AM9513_DB) | AM9513_CS_N |
                          AM9513_RD_N | AM9513_WR_N | AM9513_CD | AM9513_HOST_DRIVES;
    const bool differ = pins != (models_chip(m)->pins & AM9513_INPUTS);
    for (int phase = 0; phase < MODELS_PHASES && differ; phase++)
        (void)am9513_set(&m->chip[phase], from_now_ps(m, phase, l->at_ps), pins);
    const uint64_t sure = m->of->visible ? m->of->survey->pins & ~models_unknown(m, l->unknown) : 0;
    if (sure != m->of->known.pins)
        known_settle(&m->of->known, models_chip(m), sure);
}

int models_open(struct evidence *of, const struct am9513_config *config, int width, const struct levels *first,
                const char *file, struct error *e)
{
    const struct bus_access wide = {
        .end_ps = first->at_ps, .write = true, .control = true, .value = width == 16 ? 0xef : 0xe7};
    const struct x2_rate *x2 = &of->survey->x2_rate;
    struct models *m = &of->model;
    *m = (struct models){.of = of, .config = *config, .start_ps = first->at_ps};
    const uint64_t halves = x2->periods ? 2 * x2->periods : 8000000;
    const uint64_t whole = x2->periods ? x2->period_ps : UINT64_C(1000000000000);
    m->config.x2_high_ps = m->config.x2_low_ps = whole / halves;
    m->config.x2_high_part = m->config.x2_low_part = whole % halves;
    m->config.x2_parts = halves;
    for (int phase = 0; phase < MODELS_PHASES; phase++)
        if (am9513_init(&m->chip[phase], &m->config) != AM9513_OK)
            return error_set(e, STATUS_INPUT, "%s: X2 of %gMHz, expected one that the model takes, 1kHz to 50MHz", file,
                             x2_hz(x2) / 1e6);
    pins_move(m, first);
    if (width)
        play_all(m, &wide);
    return STATUS_OK;
}

unsigned models_outs(const struct models *m, uint64_t at_ps, const struct bus_access *write)
{
    struct am9513 copy = m->chip[0];
    uint16_t status = 0;
    if (write)
        play(&copy, from_now_ps(m, 0, write->end_ps), write);
    (void)am9513_read(&copy, later(chip_ps(m, 0, at_ps), copy.now_ps), true, &status);
    return status >> 1 & 31U;
}

bool models_short_write(const struct models *m, uint64_t at_ps)
{
    struct am9513 copy = m->chip[0];
    (void)am9513_advance(&copy, from_now_ps(m, 0, at_ps));
    return copy.short_write;
}

/* ---- Status */

/* The period of the tap that the counter counts; 0: it counts none. */
static uint64_t tap_ps(const struct models *m, unsigned n)
{
    const unsigned source = source_code(&models_chip(m)->counter[n]);
    uint64_t ps = source < SOURCE_F1 ? 0 : m->config.x2_high_ps + m->config.x2_low_ps + 1;
    for (unsigned tap = SOURCE_F1; tap < source; tap++)
        ps *= models_chip(m)->master_mode & MM_BCD ? 10 : 16;
    return ps;
}

/* The counter, and those below it whose TC it counts or is gated by: a mask. */
static unsigned chain(const struct models *m, unsigned n)
{
    unsigned counters = 1U << n;
    for (;;) {
        const struct am9513_counter *c = &models_chip(m)->counter[n];
        n = (unsigned)lower((int)n);
        if ((source_code(c) != SOURCE_TC && gate_code(c) != GATE_TC) || counters >> n & 1U)
            return counters;
        counters |= 1U << n;
    }
}

static long decimal(uint16_t bcd)
{
    return (bcd >> 12) * 1000L + (bcd >> 8 & 15) * 100L + (bcd >> 4 & 15) * 10L + (bcd & 15);
}

/* Counts apart on the counter's ring: from 0 or the top to each other and to Load, and to Hold where the counter
 * reloads from it: elsewhere Hold is the count that was saved, near which each count of the model is. */
static bool close_to(const struct am9513_counter *c, uint16_t a, uint16_t b, long most)
{
    const bool bcd = c->mode & CM_BCD;
    const uint16_t ends[] = {0, bcd ? 0x9999 : 0xffff, c->load, c->mode & CM_RELOAD ? c->hold : c->load};
    const long x = bcd ? decimal(a) : a, y = bcd ? decimal(b) : b;
    const long apart = x > y ? x - y : y - x;
    bool a_end = false, b_end = false;
    for (int n = 0; n < 4; n++) {
        const long end = bcd ? decimal(ends[n]) : ends[n];
        a_end |= labs(x - end) <= most;
        b_end |= labs(y - end) <= most;
    }
    return apart <= most || (a_end && b_end);
}

/* OUT may be another if the count were up to so many less or more. */
static bool beside_tc(const struct models *m, unsigned n, long most)
{
    const struct am9513_counter *c = &models_chip(m)->counter[n];
    return c->tc || am9513i_compared(models_chip(m), (int)n) || close_to(c, c->count, c->load, most);
}

/* What the chips show at that time, or now if it has gone by. */
static void see(struct models *m, uint64_t at_ps, unsigned bits)
{
    const uint64_t from_ps = later(at_ps, m->start_ps);
    for (int phase = 0; phase < MODELS_PHASES; phase++) {
        struct am9513 copy = m->chip[phase];
        uint16_t status;
        if (am9513_read(&copy, from_now_ps(m, phase, from_ps), true, &status) == AM9513_OK) {
            m->high |= (uint8_t)(status & bits);
            m->low_seen |= (uint8_t)(~(unsigned)status & bits);
        }
    }
}

/* Edges of taps come that much earlier or later to the captured chip than to the nearest one, and commands act when the
 * part has them act, not when it is typical. After that time, or before it. */
static void see_taps(struct models *m, uint64_t at_ps, bool after)
{
    const int64_t acts = (int64_t)m->config.tcmd_ps, *const tcmd = m->of->sampling->figure[FIG_TCMD].value;
    const int64_t command = after ? acts - tcmd[CORNER_MIN] : tcmd[CORNER_MAX] - acts + unsure_ps(m->of->sampling);
    for (unsigned n = 0; n < 5; n++) {
        uint64_t tap = 0, counts_ps = 0;
        for (unsigned of = chain(m, n), k = 0; of >> k; k++) {
            tap = later(tap, of >> k & 1U ? tap_ps(m, k) : 0);
            counts_ps = later(counts_ps, of >> k & 1U ? at_ps - m->loaded_ps[k] : 0);
        }
        const double rate = (double)counts_ps * m->of->survey->x2_rate.error;
        const uint64_t apart = (uint64_t)command + tap / 12 + (uint64_t)rate; /* phases are tap / 9 apart at most */
        if (!tap || !known_out(&m->of->known, models_chip(m), n + 1) || !beside_tc(m, n, (long)(apart / tap) + 2))
            continue;
        for (uint64_t ps = 0; ps < apart; ps += tap - tap / 4) /* the chips show all between two such times */
            see(m, after ? at_ps + apart - ps : at_ps - apart + ps, 2U << n);
    }
}

void models_status(struct models *m, uint64_t now_ps)
{
    m->high = m->low_seen = 0;
    see_taps(m, now_ps, false);
    models_settle(m, now_ps - (uint64_t)unsure_ps(m->of->sampling));
    see(m, 0, 0xff);
    models_settle(m, now_ps);
    see(m, 0, 0xff);
}

void models_next(struct models *m, const struct sample *s)
{
    if (access_begins(s, AM9513_RD_N) && (s->levels.high | s->levels.unknown) & AM9513_CD)
        models_status(m, s->levels.at_ps);
    pins_move(m, &s->levels);
}

/* By how much the count may be wrong because the rate of X2 is. */
static double rate_error(const struct models *m, unsigned n, uint64_t now_ps, int depth)
{
    if (source_code(&models_chip(m)->counter[n]) == SOURCE_TC && depth < 5) {
        const unsigned before = (unsigned)lower((int)n);
        const struct am9513_counter *c = &models_chip(m)->counter[before];
        const long load = c->mode & CM_BCD ? decimal(c->load) : c->load, all = c->mode & CM_BCD ? 10000 : 65536;
        return rate_error(m, before, now_ps, depth + 1) / (double)(load ? load : all);
    }
    const uint64_t tap = tap_ps(m, n);
    return tap ? (double)(now_ps - m->loaded_ps[n]) / (double)tap * m->of->survey->x2_rate.error : 0;
}

/* Bits of the status that are determined. */
static unsigned status_mask(const struct models *m, uint64_t now_ps)
{
    unsigned mask = known_has(&m->of->known, KNOWN_BYTE) && known_has(&m->of->known, KNOWN_WIDTH) ? LOW_NEXT : 0;
    for (unsigned n = 0; n < 5; n++) {
        const unsigned of = chain(m, n);
        double error = 0;
        for (unsigned k = 0; of >> k; k++)
            error += of >> k & 1U ? rate_error(m, k, now_ps, 0) : 0;
        if (known_out(&m->of->known, models_chip(m), n + 1) && error < 1 &&
            !(m->of->edges.count_uncertain & of && beside_tc(m, n, 2 + (long)m->of->edges.beside[n])))
            mask |= 2U << n;
    }
    return mask;
}

/* ---- Counts */

/* left_out: bits of it. */
static bool count_agrees(const struct models *m, unsigned n, uint16_t captured, double error, uint16_t left_out)
{
    const uint16_t first = m->chip[0].latch;
    bool one = true;
    long below = -65536, above = 65536;
    for (int phase = 1; phase < MODELS_PHASES; phase++)
        one &= m->chip[phase].latch == first;
    const bool exact = !one || m->of->edges.exact >> n & 1U;
    /* LOAD AND ARM may act so late, and SAVE so early, as the part allows */
    const int64_t acts = least_of(m->of->sampling, FIG_TWHEH_DOUBLE) + least_of(m->of->sampling, FIG_TEHWH);
    const uint64_t tap = tap_ps(m, n);
    const long most = (long)error + (error > 0) + (exact ? 0 : (long)later(m->of->edges.beside[n], 1)) +
                      (tap ? (long)((uint64_t)acts / tap) : 0);
    for (int phase = 0; phase < MODELS_PHASES; phase++) {
        const struct am9513 *chip = &m->chip[phase];
        const uint16_t value = (uint16_t)((captured & ~left_out) | (chip->latch & left_out));
        const long apart = chip->latch - value;
        below = apart <= 0 && apart > below ? apart : below;
        above = apart >= 0 && apart < above ? apart : above;
        if (!apart || close_to(&chip->counter[n], chip->latch, value, most))
            return true;
    }
    return above - below <= MODELS_PHASES; /* a phase between two others counts what is between */
}

/* ---- Differences */

/* written: it says nothing of the lines, as it was on them before. */
static void compared(struct models *m, bool agrees, bool written, const struct bus_access *a, uint16_t captured,
                     uint16_t mask)
{
    struct models_difference *d = &m->first;
    struct line_doubts *lines = &m->reads.lines;
    m->reads.compared++;
    lines->says += !written && agrees && captured & mask && (captured & mask) != mask && captured != lines->last;
    lines->last = captured;
    if (agrees)
        return;
    *d = (struct models_difference){
        .found = true, .access = *a, .status = a->control, .captured = captured, .mask = mask};
    d->pointer = m->chip[0].pointer;
    d->least = UINT16_MAX;
    for (int phase = 0; phase < MODELS_PHASES; phase++) {
        const uint16_t value = m->chip[phase].latch;
        d->least = value < d->least ? value : d->least;
        d->most = value > d->most ? value : d->most;
    }
    if (d->status) { /* bits that are always low, and never */
        d->least = (uint8_t)~m->low_seen;
        d->most = m->high;
    }
    (void)am9513_describe(&m->chip[0], d->state, sizeof d->state);
}

static void compare_status(struct models *m, const struct bus_access *a, struct known_word *w)
{
    const unsigned mask = w->sure = (uint16_t)(status_mask(m, a->end_ps) & ~(unsigned)a->unsure);
    see(m, 0, 0xff);
    see_taps(m, a->end_ps, true);
    w->sure &= (uint16_t) ~(m->high & m->low_seen);
    if (m->first.found) /* the levels of OUT may have gone another way since */
        return;
    const unsigned never = (a->value & (unsigned)~m->high) | (~(unsigned)a->value & (unsigned)~m->low_seen);
    const unsigned wrong = never & mask;
    if (wrong) {
        m->reads.lines.wrong++;
        m->reads.lines.others |= (uint8_t)((wrong & (wrong - 1)) ? 0xff : ~wrong);
        m->reads.moves.any |= wrong & LOW_NEXT; /* OUT may stand with its counter */
    }
    if (mask)
        compared(m, !wrong, false, a, a->value & 0xffU, (uint16_t)mask);
}

/* A count was read that is not within one of what it was before. */
static bool moves(struct count_moves *c, unsigned n, uint16_t value)
{
    const bool moved = c->read >> n & 1 && (uint16_t)(value - c->at[n] + 1) > 2;
    c->read |= (uint8_t)(1U << n);
    c->at[n] = value;
    return moved;
}

static void compare_word(struct models *m, const struct bus_access *a, const struct known_word *w,
                         enum known_latch latch)
{
    const unsigned n = (w->pointer & 7U) - 1;
    const bool counted = latch == LATCH_COUNTED;
    const double error = rate_error(m, n, a->end_ps, 0);
    const bool agrees = counted ? count_agrees(m, n, w->value, error, 0) : m->chip[0].latch == w->value;
    struct line_doubts *lines = &m->reads.lines;
    lines->high |= (uint8_t)(w->value | w->value >> 8);
    lines->low |= (uint8_t) ~(w->value & w->value >> 8);
    lines->wrong += !agrees;
    m->reads.moves.any |= (!counted || moves(&m->reads.moves, n, w->value)) && !agrees;
    for (unsigned line = 0; line < 8 && !agrees; line++) {
        const uint16_t both = (uint16_t)(0x101U << line), apart = m->chip[0].latch ^ w->value;
        const bool otherwise = counted ? count_agrees(m, n, w->value, error, both) : !(apart & ~both);
        lines->others |= (uint8_t)(!otherwise << line);
        lines->apart[line] += (apart & both) != 0;
    }
    if (m->first.found)
        return;
    m->reads.counts += counted;
    compared(m, agrees, !counted, a, w->value, 0xffff);
}

static void not_compared(struct models *m, const struct bus_access *a, const struct known_word *w)
{
    /* The port of an access at the socket was selected before */
    const bool port = a->doubtful && m->of->survey->pins & AM9513_CD, unclear = port || a->unsure || w->unsure;
    m->reads.gap[a->both                     ? GAP_STROBES
                 : unclear                   ? GAP_SAMPLES
                 : a->control || a->doubtful ? GAP_STATE
                                             : known_gap(&m->of->known, models_chip(m), w->pointer)]++;
}

/* ---- Accesses */

/* The count may be the last before TC, and it may not. */
static bool may_enter(const struct models *m, unsigned n)
{
    bool soon = false;
    for (int phase = 0; phase < MODELS_PHASES; phase++) {
        const struct am9513 *chip = &m->chip[phase];
        soon |= chip->counter[n].tc || am9513i_left(chip, (int)n, chip->counter[n].count) <= 2;
    }
    return !known_has(&m->of->known, KNOWN_COUNT + (int)n) || (m->of->edges.count_uncertain >> n & 1U && soon);
}

/* LOAD, with ARM or without. It would reach TC from the last count before it: then half of the chips do. The first
 * LOAD after a reset is taken not to. From 0x5000 TC is far, up and down, BCD or not. */
void models_loads(struct models *m, const struct bus_access *a)
{
    const unsigned code = a->value & 0xffU, group = code >> 5;
    if (a->write && a->control && code == 0xff)
        m->reset = 31;
    if (!a->write || !a->control || (group != 2 && group != 3))
        return;
    for (unsigned n = 0; n < 5; n++) {
        if (!(code >> n & 1U))
            continue;
        const bool first = m->reset >> n & 1U;
        m->loaded_ps[n] = a->end_ps;
        m->reset &= ~(1U << n);
        if (!may_enter(m, n))
            continue;
        if (!first && am9513i_out_code(models_chip(m), &models_chip(m)->counter[n]) == OUT_TOGGLE)
            known_learn(&m->of->known, UINT64_C(1) << (KNOWN_TOGGLE + n), false); /* the end of TC moves it */
        for (int phase = 0; phase < MODELS_PHASES; phase++) {
            struct am9513 *chip = &m->chip[phase];
            const uint64_t left = phase & 1 && !first ? am9513i_left(chip, (int)n, 0x5000) - 1 : 0;
            chip->counter[n].count = am9513i_add(chip, (int)n, 0x5000, left);
            chip->counter[n].tc = false;
        }
    }
}

struct known_word models_access(struct models *m, struct bus_access *a)
{
    a->wide = !a->control && models_chip(m)->master_mode & MM_WIDE;
    a->unsure = (uint16_t)((a->unsure | ~m->of->survey->pins) & (a->wide ? 0xffff : 0xff));
    a->value &= a->wide ? 0xffff : 0xff;
    const enum known_latch latch = m->of->known.latch;
    const uint64_t before = m->reads.compared;
    struct known_word w = known_access(&m->of->known, models_chip(m), a);
    if (!a->write && !a->both && !a->doubtful) {
        if (a->control)
            compare_status(m, a, &w);
        else if (latch != LATCH_UNKNOWN)
            w.sure = (uint16_t)((a->wide ? 0xffffU : 0xffU) & ~(unsigned)a->unsure);
        if (w.sure && w.complete && !w.unsure)
            compare_word(m, a, &w, latch);
    }
    const bool byte = !a->write && !a->control && !a->wide, second = byte && w.complete;
    const bool half = byte && !second && known_has(&m->of->known, KNOWN_BYTE);
    if (!a->write) {
        m->reads.high |= (uint8_t)(a->value & ~(unsigned)a->unsure);
        m->reads.low |= (uint8_t) ~(unsigned)(a->value | a->unsure);
    }
    m->reads.all += !a->write && !second;
    m->reads.gap[GAP_HALF] += (uint64_t)half - (uint64_t)second;
    if (!a->write && !half && m->reads.compared == before && !m->first.found)
        not_compared(m, a, &w);
    play_all(m, a);
    models_settle(m, a->end_ps);
    known_settle(&m->of->known, models_chip(m), m->of->known.pins);
    return w;
}
