/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

#define LOW_NEXT 1U
#define MM_WIDE 0x2000U
#define MM_BCD 0x8000U
#define CM_BCD 0x10U

const struct am9513 *replay_chip(const struct replay *r)
{
    return &r->chip[0][0];
}

/* ---- All chips */

/* The time of a chip whose X2 and scaler are ahead by a phase of their own, spread over the scaler's whole period. */
static uint64_t chip_ps(const struct replay *r, int phase, uint64_t at_ps)
{
    const uint64_t period = r->config.x2_high_ps + r->config.x2_low_ps + 1;
    const uint64_t whole = (uint64_t)phase * 40503 % 65536;
    return at_ps - r->start_ps + period * whole + (2 * period * (uint64_t)phase + period) / REPLAY_PHASES / 2;
}

static void each(struct replay *r, uint64_t at_ps, void (*call)(struct am9513 *chip, uint64_t ps, const void *what),
                 const void *what)
{
    for (int set = 0; set < r->sets; set++)
        for (int phase = 0; phase < REPLAY_PHASES; phase++) {
            struct am9513 *chip = &r->chip[set][phase];
            const uint64_t ps = chip_ps(r, phase, at_ps);
            call(chip, ps > chip->now_ps ? ps : chip->now_ps, what);
        }
}

static void settle(struct am9513 *chip, uint64_t ps, const void *what)
{
    (void)what;
    (void)am9513_advance(chip, ps);
    (void)am9513_settle(chip);
}

static void play(struct am9513 *chip, uint64_t ps, const void *what)
{
    const struct bus_access *a = what;
    uint16_t value;
    if (a->write)
        (void)am9513_write(chip, ps, a->control, a->value);
    else
        (void)am9513_read(chip, ps, a->control, &value);
}

static void set_pins(struct am9513 *chip, uint64_t ps, const void *what)
{
    (void)am9513_set(chip, ps, *(const uint64_t *)what);
}

int replay_open(struct replay *r, const struct am9513_config *config, const struct replay_x2 *x2, int width,
                bool explains, const struct vcd_levels *first, const struct sampling *sampling, uint64_t pins,
                struct error *e)
{
    const struct bus_access wide = {.write = true, .control = true, .value = width == 16 ? 0xef : 0xe7};
    *r = (struct replay){
        .sets = explains ? REPLAY_SETS : 1, .config = *config, .start_ps = first->at_ps, .pins = pins, .x2 = *x2};
    r->unsure_ps = sampling->interval_ps + sampling->jitter_ps;
    r->known.rate = x2->periods > 0;
    if (r->unsure_ps <= sampling->figure[FIG_TEHEL].value[CORNER_MIN])
        r->known.pins = pins;
    const uint64_t halves = x2->periods ? 2 * x2->periods : 8000000;
    const uint64_t whole = x2->periods ? x2->period_ps : UINT64_C(1000000000000);
    r->config.x2_high_ps = r->config.x2_low_ps = whole / halves;
    r->config.x2_high_part = r->config.x2_low_part = whole % halves;
    r->config.x2_parts = halves;
    r->chip = calloc((size_t)r->sets, sizeof *r->chip);
    if (!r->chip)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    for (int set = 0; set < r->sets; set++) {
        struct am9513_config c = r->config;
        r->flag[set] = set ? UINT32_C(1) << (set - 1) : 0;
        c.choices ^= r->flag[set];
        for (int phase = 0; phase < REPLAY_PHASES; phase++)
            if (am9513_init(&r->chip[set][phase], &c) != AM9513_OK)
                return error_set(e, STATUS_INPUT, "X2 of that rate, expected one that the model takes, 1kHz to 50MHz");
    }
    replay_pins(r, first);
    if (width) {
        each(r, first->at_ps, play, &wide);
        r->known.items = UINT64_C(1) << KNOWN_WIDTH;
    }
    return STATUS_OK;
}

void replay_close(struct replay *r)
{
    free(r->chip);
}

void replay_pins(struct replay *r, const struct vcd_levels *l)
{
    const uint64_t counted = 0x3ffU * AM9513_SRC(1), upper = 0xff00;
    const bool wide = replay_chip(r)->master_mode & MM_WIDE;
    const uint64_t data = wide ? upper : (l->high | ~r->pins) & upper;
    const uint64_t pins =
        (l->high & counted) | data | 0xff | AM9513_CS_N | AM9513_RD_N | AM9513_WR_N | AM9513_CD | AM9513_HOST_DRIVES;
    if (pins != (replay_chip(r)->pins & AM9513_INPUTS))
        each(r, l->at_ps, set_pins, &pins);
}

unsigned replay_outs(const struct replay *r, uint64_t at_ps, const struct bus_access *write)
{
    struct am9513 copy = r->chip[0][0];
    const uint64_t ps = chip_ps(r, 0, at_ps), end_ps = write ? chip_ps(r, 0, write->end_ps) : 0;
    uint16_t status = 0;
    if (write)
        play(&copy, end_ps > copy.now_ps ? end_ps : copy.now_ps, write);
    (void)am9513_read(&copy, ps > copy.now_ps ? ps : copy.now_ps, true, &status);
    return status >> 1 & 31U;
}

/* ---- Status */

/* What each set of chips shows now. */
static void see(struct replay *r)
{
    for (int set = 0; set < r->sets; set++)
        for (int phase = 0; phase < REPLAY_PHASES; phase++) {
            struct am9513 copy = r->chip[set][phase];
            uint16_t status;
            if (am9513_read(&copy, copy.now_ps, true, &status) == AM9513_OK) {
                r->high[set] |= (uint8_t)status;
                r->low_seen[set] |= (uint8_t)~status;
            }
        }
}

void replay_status(struct replay *r, uint64_t now_ps)
{
    memset(r->high, 0, sizeof r->high);
    memset(r->low_seen, 0, sizeof r->low_seen);
    each(r, now_ps - (uint64_t)r->unsure_ps, settle, NULL);
    see(r);
    each(r, now_ps, settle, NULL);
    see(r);
}

/* Bits of the status that are determined. */
static unsigned status_mask(const struct replay *r, double error)
{
    unsigned mask = known_has(&r->known, KNOWN_BYTE) && known_has(&r->known, KNOWN_WIDTH) ? LOW_NEXT : 0;
    for (unsigned n = 1; n <= 5; n++)
        if (known_out(&r->known, replay_chip(r), n) && error < 1)
            mask |= 1U << n;
    return mask;
}

static bool status_agrees(const struct replay *r, int set, unsigned captured, unsigned mask)
{
    return !(captured & mask & (unsigned)~r->high[set]) && !(~captured & mask & (unsigned)~r->low_seen[set]);
}

/* ---- Counts */

/* By how much the count may be wrong because the rate of X2 is. */
static double rate_error(const struct replay *r, unsigned n, uint64_t now_ps, int depth)
{
    const struct am9513_counter *c = &replay_chip(r)->counter[n];
    const unsigned source = c->mode >> 8 & 15U;
    if (source == 0 && depth < 5) {
        const unsigned before = (n + 4) % 5, load = replay_chip(r)->counter[before].load;
        return rate_error(r, before, now_ps, depth + 1) / (load ? load : 65536);
    }
    if (source < 11)
        return 0;
    double divided = 1;
    for (unsigned tap = 11; tap < source; tap++)
        divided *= replay_chip(r)->master_mode & MM_BCD ? 10 : 16;
    const double periods =
        (double)(now_ps - r->loaded_ps[n]) * (double)r->x2.periods / (double)(r->x2.period_ps ? r->x2.period_ps : 1);
    return periods / divided * r->x2.error;
}

static long decimal(uint16_t bcd)
{
    return (bcd >> 12) * 1000L + (bcd >> 8 & 15) * 100L + (bcd >> 4 & 15) * 10L + (bcd & 15);
}

/* Counts apart on the counter's ring, from 0 or the top to Load and Hold as well. */
static bool close_to(const struct am9513_counter *c, uint16_t a, uint16_t b, long most)
{
    const bool bcd = c->mode & CM_BCD;
    const long size = bcd ? 10000 : 65536;
    const uint16_t ends[] = {0, bcd ? 0x9999 : 0xffff, c->load, c->hold};
    const long x = bcd ? decimal(a) : a, y = bcd ? decimal(b) : b;
    const long apart = x > y ? x - y : y - x;
    bool a_end = false, b_end = false;
    for (int n = 0; n < 4; n++) {
        const long end = bcd ? decimal(ends[n]) : ends[n];
        a_end |= labs(x - end) <= most;
        b_end |= labs(y - end) <= most;
    }
    return apart <= most || size - apart <= most || (a_end && b_end);
}

static bool count_agrees(const struct replay *r, int set, unsigned n, uint16_t captured, double error)
{
    const uint16_t first = r->chip[set][0].latch;
    bool one = true, agrees = false;
    for (int phase = 1; phase < REPLAY_PHASES; phase++)
        one &= r->chip[set][phase].latch == first;
    for (int phase = 0; phase < REPLAY_PHASES; phase++) {
        const struct am9513 *chip = &r->chip[set][phase];
        const long most = (long)error + (error > 0) + (one && !(r->exact >> n & 1U));
        agrees |= chip->latch == captured || close_to(&chip->counter[n], chip->latch, captured, most);
    }
    return agrees;
}

/* ---- Differences */

static void differ(struct replay *r, const bool agrees[REPLAY_SETS], const struct bus_access *a, uint16_t captured,
                   uint16_t mask)
{
    struct replay_difference *d = &r->first;
    r->compared++;
    for (int set = 0; set < r->sets; set++)
        r->differs[set] |= !agrees[set];
    if (!r->differs[0] || d->found)
        return;
    *d = (struct replay_difference){
        .found = true, .access = *a, .status = a->control, .captured = captured, .mask = mask};
    d->pointer = r->chip[0][0].pointer;
    for (int set = 1; set < r->sets; set++)
        d->explains |= r->differs[set] ? 0 : r->flag[set];
    d->least = UINT16_MAX;
    for (int phase = 0; phase < REPLAY_PHASES; phase++) {
        const uint16_t value = r->chip[0][phase].latch;
        d->least = value < d->least ? value : d->least;
        d->most = value > d->most ? value : d->most;
    }
    if (d->status) { /* bits that are always low, and never */
        d->least = (uint8_t)~r->low_seen[0];
        d->most = r->high[0];
    }
    (void)am9513_describe(&r->chip[0][0], d->state, sizeof d->state);
}

static void compare_status(struct replay *r, const struct bus_access *a, struct known_word *w)
{
    bool agrees[REPLAY_SETS];
    double error = 0;
    for (unsigned n = 0; n < 5; n++)
        error += rate_error(r, n, a->end_ps, 0);
    const unsigned mask = w->sure = (uint16_t)(status_mask(r, error) & ~(unsigned)a->unsure);
    if (r->first.found)
        return;
    see(r);
    for (int set = 0; set < r->sets; set++)
        agrees[set] = status_agrees(r, set, a->value, mask);
    if (mask)
        differ(r, agrees, a, a->value & 0xffU, (uint16_t)mask);
}

static void compare_word(struct replay *r, const struct bus_access *a, const struct known_word *w,
                         enum known_latch latch)
{
    bool agrees[REPLAY_SETS];
    const unsigned n = (w->pointer & 7U) - 1;
    for (int set = 0; set < r->sets; set++)
        agrees[set] = latch == LATCH_EXACT ? r->chip[set][0].latch == w->value
                                           : count_agrees(r, set, n, w->value, rate_error(r, n, a->end_ps, 0));
    differ(r, agrees, a, w->value, 0xffff);
}

/* ---- Accesses */

/* LOAD, with ARM or without. */
static void note_loads(struct replay *r, const struct bus_access *a)
{
    if (a->write && a->control && ((a->value & 0xe0U) == 0x40 || (a->value & 0xe0U) == 0x60))
        for (unsigned n = 0; n < 5; n++)
            if (a->value >> n & 1U)
                r->loaded_ps[n] = a->end_ps;
}

struct known_word replay_access(struct replay *r, struct bus_access *a)
{
    each(r, a->end_ps, settle, NULL);
    a->wide = !a->control && replay_chip(r)->master_mode & MM_WIDE;
    a->unsure &= a->wide ? 0xffff : 0xff;
    a->value &= a->wide ? 0xffff : 0xff;
    const enum known_latch latch = r->known.latch;
    const bool unsure_before = r->unsure_low;
    struct known_word w = known_access(&r->known, replay_chip(r), a, &r->low);
    r->unsure_low = a->unsure;
    if (!a->write && !a->both && !a->doubtful) {
        if (a->control)
            compare_status(r, a, &w);
        else if (latch != LATCH_UNKNOWN)
            w.sure = (uint16_t)((a->wide ? 0xffffU : 0xffU) & ~(unsigned)a->unsure);
        if (w.sure && w.complete && !a->unsure && !unsure_before && !r->first.found)
            compare_word(r, a, &w, latch);
    }
    each(r, a->end_ps, play, a);
    each(r, a->end_ps, settle, NULL);
    note_loads(r, a);
    return w;
}
