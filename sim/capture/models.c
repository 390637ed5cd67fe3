/* SPDX-License-Identifier: MIT */
#include "evidence.h"
#include "model/am9513_internal.h"

#include <stdlib.h>

/* ---- The chip */

/* Its time then, or its now if that has gone by. */
static uint64_t chip_ps(const struct models *m, uint64_t at_ps)
{
    return later(later(at_ps, m->start_ps) - m->start_ps, m->chip.now_ps);
}

static void play(struct am9513 *chip, uint64_t ps, const struct bus_access *a)
{
    uint16_t value;
    if (a->write)
        (void)am9513_write(chip, ps, a->control, a->value);
    else
        (void)am9513_read(chip, ps, a->control, &value);
}

uint64_t models_bus(const struct models *m)
{
    return m->chip.master_mode & MM_WIDE ? AM9513_DB : WIRES_DATA;
}

uint64_t models_unknown(const struct models *m, uint64_t unknown)
{
    return unknown | ((unknown & ~models_bus(m)) >> 8 & 31) << AM9513_PLACE_GATE;
}

bool models_short_write(const struct models *m, uint64_t at_ps)
{
    struct am9513 copy = m->chip;
    (void)am9513_advance(&copy, chip_ps(m, at_ps));
    return copy.short_write;
}

/* ---- By how many source edges the captured count may be off */

long models_count(const struct am9513_counter *c, uint16_t value)
{
    return c->mode & CM_BCD ? (value >> 12) * 1000L + (value >> 8 & 15) * 100L + (value >> 4 & 15) * 10L + (value & 15)
                            : value;
}

bool models_close(const struct am9513_counter *c, uint16_t a, uint16_t b, long most)
{
    const uint16_t ends[] = {0, c->mode & CM_BCD ? 0x9999 : 0xffff, c->load, c->mode & CM_RELOAD ? c->hold : c->load};
    const long x = models_count(c, a), y = models_count(c, b);
    const long apart = x > y ? x - y : y - x;
    bool a_end = false, b_end = false;
    for (int n = 0; n < 4; n++) {
        const long end = models_count(c, ends[n]);
        a_end |= labs(x - end) <= most;
        b_end |= labs(y - end) <= most;
    }
    return apart <= most || (a_end && b_end);
}

/* OUT may be another if the count were up to so many less or more. */
static bool beside_tc(const struct models *m, unsigned n, long most)
{
    const struct am9513_counter *c = &m->chip.counter[n];
    return c->tc || am9513i_compared(&m->chip, (int)n) || models_close(c, c->count, c->load, most);
}

/* The period of the tap that the counter counts; 0: it counts none. */
static uint64_t tap_ps(const struct models *m, unsigned n)
{
    const unsigned source = source_code(&m->chip.counter[n]);
    uint64_t ps = source < SOURCE_F1 ? 0 : m->config.x2_high_ps + m->config.x2_low_ps + 1;
    for (unsigned tap = SOURCE_F1; tap < source; tap++)
        ps *= m->chip.master_mode & MM_BCD ? 10 : 16;
    return ps;
}

static long doubt(const struct models *m, unsigned n, int64_t window_ps, int depth);

/* Carries of the counter that may have come, or may not. */
static long carries(const struct models *m, unsigned n, int64_t window_ps, int depth)
{
    const struct am9513_counter *c = &m->chip.counter[n];
    const uint64_t load = am9513i_left(&m->chip, (int)n, c->load);
    const uint64_t hold = c->mode & CM_RELOAD ? am9513i_left(&m->chip, (int)n, c->hold) : load;
    const long most = doubt(m, n, window_ps, depth + 1);
    return most ? most / (long)(load < hold ? load : hold) + beside_tc(m, n, most) : 0;
}

/* window_ps: by how much what sees the count may do so earlier or later in the captured chip than in the model. A tap's
 * phase is not known: each time that the counter starts it may be one count ahead or behind, and so as it is seen. Of a
 * counter that the TC of another gates each edge may count or not. */
static long doubt(const struct models *m, unsigned n, int64_t window_ps, int depth)
{
    const struct models_doubt *d = &m->doubt[n];
    const struct am9513_counter *c = &m->chip.counter[n];
    const uint64_t tap = tap_ps(m, n), since_ps = m->start_ps + m->chip.now_ps - d->loaded_ps;
    const bool of_tc = gate_code(c) == GATE_TC;
    if (depth > 4 || (of_tc && d->starts && source_code(c) == SOURCE_TC))
        return MODELS_DOUBT_ALL;
    if (source_code(c) == SOURCE_TC)
        return d->edges + carries(m, (unsigned)lower((int)n), window_ps, depth);
    if (!tap)
        return d->edges + !m->of->visible;
    const double ps = (double)(d->ps + window_ps) + (double)since_ps * (of_tc ? 1 : m->of->survey->x2_rate.error);
    return d->edges + (d->starts ? d->starts + 1 + (long)(ps / (double)tap) : 0);
}

long models_read_doubt(const struct models *m, unsigned n)
{
    return (long)later((uint64_t)m->doubt[n].saved, (uint64_t)doubt(m, n, 0, 0));
}

unsigned models_exact(const struct models *m)
{
    unsigned exact = 0;
    for (unsigned n = 0; n < 5; n++)
        exact |= (unsigned)(source_code(&m->chip.counter[n]) != SOURCE_TC && !tap_ps(m, n) && !doubt(m, n, 0, 0)) << n;
    return exact;
}

/* An edge of SRC or GATE that comes so long after now may count or not. */
static void window(struct models *m, unsigned n, uint64_t now_ps, int64_t from_ps, int64_t to_ps)
{
    struct models_doubt *d = &m->doubt[n];
    const bool goes_on = d->until_ps > now_ps;
    const uint64_t from = now_ps + (uint64_t)(from_ps - unsure_ps(m->of->sampling));
    d->edges += d->edge_ps && between(from, d->edge_ps) > 0;
    d->from_ps = goes_on ? earlier(d->from_ps, from) : from;
    d->until_ps = later(d->until_ps, now_ps + (uint64_t)(to_ps + unsure_ps(m->of->sampling)));
}

static void begin(struct models_doubt *d, uint64_t now_ps, bool starts, long edges)
{
    d->loaded_ps = now_ps;
    d->ps = 0;
    d->starts = starts;
    d->edges = edges;
}

/* A command to counters, LOAD or not, which the model will play: it acts between -TEHWH and TWHEH after the write. LOAD
 * would reach TC from the last count before it. The first one after a reset is taken not to. */
static void command(struct models *m, unsigned n, unsigned group, uint64_t now_ps)
{
    const struct sampling *s = m->of->sampling;
    struct models_doubt *d = &m->doubt[n];
    struct am9513_counter *c = &m->chip.counter[n];
    const bool twice = am9513i_twice(group), loads = group == COMMAND_LOAD || group == COMMAND_LOAD_ARM;
    const int64_t acts = (int64_t)m->config.tcmd_ps, from = -least_of(s, FIG_TEHWH);
    const int64_t to = least_of(s, twice ? FIG_TWHEH_DOUBLE : FIG_TWHEH);
    const int64_t apart = (to - acts > acts - from ? to - acts : acts - from) + unsure_ps(s);
    const long most = doubt(m, n, apart, 0);
    if (group == COMMAND_SAVE || group == COMMAND_DISARM_SAVE || loads) /* edges after SAVE may have come since */
        d->saved = loads && most < d->saved ? d->saved : most;
    const long carry = source_code(c) == SOURCE_TC ? carries(m, (unsigned)lower((int)n), apart, 0) : 0;
    if (loads) {
        const bool known = known_has(&m->of->known, KNOWN_COUNT + (int)n), first = m->reset >> n & 1U;
        if (source_code(&m->chip.counter[(n + 1) % 5]) == SOURCE_TC)
            m->doubt[(n + 1) % 5].edges += carries(m, n, apart, 0);
        m->entered &= ~(1U << n);
        const bool soon = am9513i_left(&m->chip, (int)n, c->count) <= (uint64_t)most + 1;
        if (!known || (most && (soon || (d->starts && beside_tc(m, n, most))))) {
            m->entered |= (unsigned)!first << n;
            if (!first && am9513i_out_code(&m->chip, c) == OUT_TOGGLE)
                known_learn(&m->of->known, UINT64_C(1) << (KNOWN_TOGGLE + n), false); /* the end of TC moves it */
            c->count = 0x5000; /* TC is far, up and down, BCD or not */
            c->tc = false;
        }
        m->reset &= ~(1U << n);
        m->of->found.reads.pace[n].begun = false;
        /* The end of TC counts, of a disarmed counter, too; and TC may have disarmed it */
        const bool ends = c->armed && !(c->mode & CM_REPEAT) && group == COMMAND_LOAD;
        begin(d, now_ps, false, !(m->entered >> n & 1U) ? 0 : ends ? MODELS_DOUBT_ALL : !c->armed);
    }
    m->commanded_ps[n] = now_ps;
    window(m, n, now_ps, from, to);
    if (group == COMMAND_SAVE || (group == COMMAND_LOAD && !c->armed) || (!loads && c->armed == (group == COMMAND_ARM)))
        return;
    d->ps += apart;
    d->starts += group != COMMAND_DISARM && group != COMMAND_DISARM_SAVE;
    d->edges += carry;
}

/* Its gate (own: GATE n) starts or stops the counter, or has it save its count and load. While a command may act it
 * chooses, before it or after it, what the counter loads, or starts it. */
static void gate_moves(struct models *m, unsigned n, bool own, uint64_t now_ps)
{
    const struct sampling *s = m->of->sampling;
    const int64_t apart = least_of(s, FIG_TGVEH) + unsure_ps(s);
    const struct am9513_counter *c = &m->chip.counter[n];
    const unsigned code = gate_code(c);
    const bool low = code == GATE_LOW || code == GATE_FALL,
               active = ((m->chip.gates & gate_pin(c->mode, (int)n)) != 0) != low;
    if (active && (c->mode & (CM_SPECIAL | CM_RELOAD)) == CM_SPECIAL) {
        m->doubt[n].saved = doubt(m, n, apart, 0);
        begin(&m->doubt[n], now_ps, false, 0);
    }
    const int64_t since = between(m->commanded_ps[n], now_ps), *const acts = s->figure[FIG_TCMD].value;
    if (m->commanded_ps[n] && since + unsure_ps(s) > acts[CORNER_MIN] && since - unsure_ps(s) <= acts[CORNER_MAX] &&
        ((c->mode & CM_SPECIAL && own) || code >= GATE_RISE))
        m->unknown_next |= 1U << n;
    window(m, n, now_ps, -least_of(s, FIG_TEHGV), least_of(s, FIG_TGVEH));
    if (code && (active || code < GATE_RISE)) {
        m->doubt[n].ps += apart;
        m->doubt[n].starts += active;
    }
}

/* ---- Pins */

static unsigned inputs(const struct models *m)
{
    return m->chip.sources | (unsigned)m->chip.gates << 5;
}

/* A GATE nA that is not captured is high; one that is unknown makes its GATE n unknown. */
static void pins_move(struct models *m, const struct levels *l)
{
    const uint64_t pins = (l->high & WIRES_COUNTED) |
                          ((l->high | l->unknown | ~m->of->survey->pins | models_bus(m)) & AM9513_DB) | AM9513_CS_N |
                          AM9513_RD_N | AM9513_WR_N | AM9513_CD | AM9513_HOST_DRIVES;
    const unsigned before = inputs(m);
    if (pins != (m->chip.pins & AM9513_INPUTS))
        (void)am9513_set(&m->chip, chip_ps(m, l->at_ps), pins);
    const unsigned now = inputs(m), moved = now ^ before;
    for (unsigned n = 0; n < 5 && moved; n++) {
        const struct am9513_counter *c = &m->chip.counter[n];
        const unsigned line = source_code(c) ? 1U << (source_code(c) - 1) : 0;
        struct models_doubt *d = &m->doubt[n];
        if (moved & line & 0x3ff && ((now & line) != 0) != falling(c)) {
            d->edges += (gate_code(c) == GATE_TC && c->armed) || (l->at_ps > d->from_ps && l->at_ps < d->until_ps);
            d->edge_ps = l->at_ps;
        }
        if (moved >> 5 & (gate_pin(c->mode, (int)n) | (c->mode & CM_SPECIAL ? 1U << n : 0)))
            gate_moves(m, n, moved >> (5 + n) & 1U, l->at_ps);
    }
    const uint64_t sure = m->of->visible ? m->of->survey->pins & ~models_unknown(m, l->unknown) : 0;
    if (sure != m->of->known.pins)
        known_settle(&m->of->known, &m->chip, sure);
}

int models_open(struct evidence *of, const struct am9513_config *config, int width, const struct levels *first,
                const char *file, struct error *e)
{
    const struct x2_rate *x2 = &of->survey->x2_rate;
    struct models *m = &of->model;
    *m = (struct models){.of = of, .config = *config, .start_ps = first->at_ps};
    const uint64_t halves = x2->periods ? 2 * x2->periods : 8000000;
    const uint64_t whole = x2->periods ? x2->period_ps : UINT64_C(1000000000000);
    m->config.x2_high_ps = m->config.x2_low_ps = whole / halves;
    m->config.x2_high_part = m->config.x2_low_part = whole % halves;
    m->config.x2_parts = halves;
    if (am9513_init(&m->chip, &m->config) != AM9513_OK)
        return error_set(e, STATUS_INPUT, "%s: X2 of %gMHz, expected one that the model takes, 1kHz to 50MHz", file,
                         x2_hz(x2) / 1e6);
    pins_move(m, first);
    if (width)
        (void)am9513_write(&m->chip, 0, true, width == 16 ? 0xef : 0xe7);
    m->lines = inputs(m);
    return STATUS_OK;
}

/* ---- Status */

uint16_t models_status(const struct models *m, uint64_t at_ps, const struct bus_access *write)
{
    struct am9513 copy = m->chip;
    uint16_t status = 0;
    if (write)
        play(&copy, chip_ps(m, write->end_ps), write);
    (void)am9513_read(&copy, later(chip_ps(m, at_ps), copy.now_ps), true, &status);
    return status;
}

unsigned models_outs(const struct models *m, uint64_t at_ps, const struct bus_access *write)
{
    return models_status(m, at_ps, write) >> 1 & 31U;
}

static void status_begins(struct models *m, uint64_t now_ps)
{
    const uint64_t at_ps = now_ps - (uint64_t)unsure_ps(m->of->sampling);
    if (now_ps != UINT64_MAX && chip_ps(m, at_ps) > m->chip.now_ps) /* no pin has moved since */
        m->began = models_status(m, at_ps, NULL);
}

void models_next(struct models *m, const struct sample *s)
{
    if ((s->levels.high ^ s->before.high) & WIRES_COUNTED)
        m->outs_before = models_outs(m, s->levels.at_ps, NULL);
    known_learn(&m->of->known, (uint64_t)m->unknown_next << KNOWN_COUNT, false);
    m->unknown_next = 0;
    if (access_begins(s, AM9513_RD_N))
        status_begins(m, s->levels.at_ps);
    const unsigned glitched = s->glitches >> AM9513_PLACE_SRC & 0x3ff;
    for (unsigned n = 0; n < 5 && glitched; n++) {
        const struct am9513_counter *c = &m->chip.counter[n];
        m->doubt[n].edges += (glitched << 1 >> source_code(c) & 1U) || (glitched >> 5 & gate_pin(c->mode, (int)n));
    }
    pins_move(m, &s->levels);
    if (m->lines != inputs(m))
        m->outs = models_outs(m, s->levels.at_ps, NULL);
    m->lines = inputs(m);
}

void models_ends(struct models *m, const struct bus_access *a)
{
    if (!a->write)
        status_begins(m, a->begin_ps);
    (void)am9513_advance(&m->chip, chip_ps(m, a->end_ps));
    (void)am9513_settle(&m->chip);
}

unsigned models_status_mask(const struct models *m)
{
    const struct sampling *s = m->of->sampling;
    const int64_t shown = s->figure[FIG_TEHYV].value[CORNER_MAX] + unsure_ps(s);
    unsigned mask = known_has(&m->of->known, KNOWN_BYTE) && known_has(&m->of->known, KNOWN_WIDTH) ? STATUS_LOW_NEXT : 0;
    for (unsigned n = 0; n < 5; n++) {
        const long most = doubt(m, n, shown, 0);
        const bool maybe = most || m->entered >> n & 1U;
        if (known_out(&m->of->known, &m->chip, n) && !(maybe && beside_tc(m, n, most)))
            mask |= 2U << n;
    }
    return mask;
}

/* ---- Accesses */

void models_command(struct models *m, const struct bus_access *a)
{
    const unsigned code = a->value & 0xffU, group = code >> 5;
    if (!a->write || !a->control || a->doubtful)
        return;
    m->reset = code == 0xff ? 31 : m->reset;
    for (unsigned n = 0; n < 5 && group && group < 7; n++)
        if (code >> n & 1U)
            command(m, n, group, a->end_ps);
}

void models_play(struct models *m, const struct bus_access *a, const struct known_word *w)
{
    const unsigned n = (w->pointer & 7U) - 1;
    if (a->write && !a->control && n < 5 && w->pointer < 8) /* another mode: it counts something else from here on */
        begin(&m->doubt[n], a->end_ps, m->chip.counter[n].armed, doubt(m, n, 0, 0));
    play(&m->chip, chip_ps(m, a->end_ps), a);
    (void)am9513_settle(&m->chip);
    known_settle(&m->of->known, &m->chip, m->of->known.pins);
}
