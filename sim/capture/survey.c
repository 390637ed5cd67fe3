/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include <inttypes.h>
#include <math.h>

#include "cli/time_text.h"

/* An oscillator's rate is as its text says to this share [E]: 100 ppm are usual for a can. */
#define RATE_ERROR 1e-4
#define FS_S UINT64_C(1000000000000000)

/* X2's periods, each from rise to rise */
struct rises {
    uint64_t count, whole, least, most; /* whole: their sum; most: or the time after the last rise */
    uint64_t first, last;               /* rises; last: or when it was known again after a gap of all lines */
    unsigned runs;                      /* of periods one after the other */
    bool goes_on, gap;                  /* last is a rise; it alone was unknown between two */
};

static void see_x2(struct rises *x2, const struct levels *before, const struct levels *now)
{
    const uint64_t at = now->at_ps;
    if (now->unknown & WIRE_X2) {
        x2->gap |= x2->goes_on && !now->none;
        x2->goes_on = x2->goes_on && !now->none;
        return;
    }
    if (before->unknown & WIRE_X2 && !x2->goes_on)
        x2->last = at;
    if (x2->runs && at - x2->last > x2->most)
        x2->most = at - x2->last;
    if (!(now->high & ~before->high & ~before->unknown & WIRE_X2))
        return;
    if (x2->goes_on) {
        x2->least = !x2->count || at - x2->last < x2->least ? at - x2->last : x2->least;
        x2->whole += at - x2->last;
        x2->count++;
    } else
        x2->first = x2->runs++ ? x2->first : at;
    x2->last = at;
    x2->goes_on = true;
}

static uint64_t unit_ps(const struct source *v)
{
    return source_ps(v, 1) ? source_ps(v, 1) : 1;
}

static void take_rate(struct survey *s, const struct source *v)
{
    const uint64_t rate_hz = v->rate_hz;
    const bool whole = FS_S % rate_hz == 0 && FS_S / rate_hz % v->unit_fs == 0;
    s->sampling.interval_ps = (int64_t)((UINT64_C(1000000000000) + rate_hz - 1) / rate_hz);
    s->sampling.rounding_ps = whole ? 0 : (int64_t)unit_ps(v);
}

static void take_interval(struct survey *s, const struct source *v, uint64_t rate_hz)
{
    if (rate_hz || v->table.counted) {
        s->source = rate_hz ? INTERVAL_RATE : INTERVAL_COMMENT;
        take_rate(s, v);
        return;
    }
    if (v->pins & WIRE_PARTS) {
        s->source = INTERVAL_EXACT;
        return;
    }
    s->sampling.interval_ps = (int64_t)source_ps(v, interval_units(&v->interval, &s->source));
    s->sampling.rounding_ps = s->source == INTERVAL_GRID ? 0 : (int64_t)unit_ps(v);
    const bool shown = s->source == INTERVAL_GRID || s->source == INTERVAL_NEAR_GRID;
    if (v->rate_hz && !shown && source_ps(v, v->interval.divisor) <= FS_S / 1000 / v->rate_hz) {
        s->source = INTERVAL_COMMENT;
        take_rate(s, v);
    }
}

static void take_x2(struct survey *s, uint64_t osc_hz, const struct rises *x2, uint64_t least_ps)
{
    const uint64_t sampled = (uint64_t)unsure_ps(&s->sampling);
    const uint64_t unsure = sampled > least_ps ? sampled : least_ps;
    if (!x2->count)
        s->x2 = (s->pins & WIRE_X2) != 0 ? CAPTURE_X2_STANDS : CAPTURE_X2_NONE;
    else {
        const uint64_t mean = x2->whole / x2->count;
        const uint64_t least = mean > 2 * unsure ? mean - 2 * unsure : 0;
        s->x2_rate = (struct x2_rate){x2->count, x2->whole, 2 * x2->runs * (double)unsure / (double)x2->whole};
        s->x2 = mean < 2 * unsure                                              ? CAPTURE_X2_FAST
                : x2->gap || x2->most > mean + 2 * unsure || x2->least < least ? CAPTURE_X2_CHANGES
                                                                               : CAPTURE_X2_SEEN;
        if (s->x2 != CAPTURE_X2_SEEN)
            s->x2_rate = (struct x2_rate){0};
    }
    const struct x2_rate given = {osc_hz, UINT64_C(1000000000000), RATE_ERROR};
    const bool seen = s->x2 == CAPTURE_X2_SEEN;
    /* Samples so far apart may show any level of one that runs */
    if (s->pins & WIRE_X2 && !seen && UINT64_C(1000000000000) / (osc_hz ? osc_hz : CAPTURE_OSC_HZ) < 2 * unsure)
        s->x2 = CAPTURE_X2_FAST;
    if (!osc_hz || (seen && fabs(x2_hz(&s->x2_rate) / x2_hz(&given) - 1) <= s->x2_rate.error + RATE_ERROR))
        return;
    s->x2_other = s->x2_rate;
    s->x2_rate = given;
    if (s->x2 != CAPTURE_X2_CHANGES && s->x2 != CAPTURE_X2_STANDS)
        s->x2 = CAPTURE_X2_GIVEN;
}

int survey_run(struct source *v, struct survey *s, uint64_t rate_hz, uint64_t osc_hz, struct error *e)
{
    struct rises x2 = {0};
    struct levels before = {.unknown = ~UINT64_C(0)}, now = {0};
    int status = STATUS_OK;
    if (v->rate_hz && rate_hz > v->rate_hz + v->rate_hz / 1000) /* more than rounding */
        return error_set(e, STATUS_INPUT,
                         "%s: --rate is %" PRIu64 " Hz, but the file names its rate, expected %" PRIu64 " Hz at most",
                         v->file, rate_hz, v->rate_hz);
    v->rate_hz = rate_hz ? rate_hz : v->rate_hz;
    if (v->table.counted && !v->rate_hz)
        return error_set(e, STATUS_INPUT, "%s: rows without times, and no rate named, expected --rate", v->file);
    for (bool more = true; more && status == STATUS_OK;) {
        status = v->next(v, &now, &more, e);
        if (status == STATUS_OK) {
            see_x2(&x2, &before, &now);
            clips_next(&s->clips, &before, &now);
            s->selected |= bus_low(&now, AM9513_RD_N) || bus_low(&now, AM9513_WR_N);
        }
        before = now;
    }
    if (status)
        return status;
    if (v->table.columns && !v->table.timed && !v->table.repeats)
        return error_set(e, STATUS_INPUT, "%s: each row is a change, expected a column of times, or every sample",
                         v->file);
    if (!v->started || (!v->interval.least && !rate_hz && !v->table.counted))
        return error_set(e, STATUS_INPUT, "%s:%lu: no two times, expected a capture, or --rate", v->file, v->line);
    s->pins = v->pins;
    s->begin_ps = source_ps(v, v->first);
    s->end_ps = now.at_ps;
    s->x2_rise_ps = x2.first;
    take_interval(s, v, rate_hz);
    s->missed = unsure_ps(&s->sampling) > least_of(&s->sampling, FIG_TWLWH);
    if (s->source <= INTERVAL_COMMENT && v->interval.least &&
        source_ps(v, v->interval.least + 1) < (uint64_t)s->sampling.interval_ps)
        return error_set(
            e, STATUS_INPUT,
            "%s: %s is one sample in %s, but two times of the file are %s apart, expected --rate with its own", v->file,
            s->source == INTERVAL_COMMENT ? "the rate in its comment" : "--rate", TIME_TEXT(s->sampling.interval_ps),
            TIME_TEXT(source_ps(v, v->interval.least)));
    if (s->sampling.interval_ps > INT64_C(1000000000))
        return error_set(e, STATUS_INPUT, "%s: steps of more than 1ms, expected a capture, or --rate", v->file);
    take_x2(s, osc_hz, &x2, unit_ps(v));
    return STATUS_OK;
}

int survey_open(struct source *v, enum wires_side side, const char *file, const char *map, struct error *e)
{
    struct wires wires;
    int status = wires_open(&wires, side, map, e);
    if (status == STATUS_OK)
        status = source_open(v, file, e);
    const bool table = status == STATUS_OK && csv_is(v);
    if (status == STATUS_OK)
        status = table ? csv_names(v, &wires, e) : vcd_declarations(v, &wires, e);
    if (status == STATUS_OK)
        status = wires_complete(&wires, file, e);
    if (status == STATUS_OK) {
        v->pins = wires_pins(&wires);
        v->now.unknown = v->pins;
        v->next = table ? csv_next : vcd_next;
        (table ? csv_take : vcd_take)(v, &wires);
        v->values = v->read - (v->end - v->at);
        v->values_line = v->line;
    }
    wires_close(&wires);
    return status;
}
