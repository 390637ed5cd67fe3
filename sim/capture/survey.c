/* SPDX-License-Identifier: MIT */
#include "survey.h"
#include "cli/time_text.h"

#include <math.h>

/* An oscillator's rate is as its text says to this share [E]: 100 ppm are usual for a can. */
#define RATE_ERROR 1e-4
#define FS_S UINT64_C(1000000000000000)

static void see_strobes(struct survey *s, const struct vcd_levels *now)
{
    const uint64_t high = now->high | now->unknown;
    s->strobes |= !(high & AM9513_RD_N) || !(high & AM9513_WR_N);
    s->selected |= bus_low(now, AM9513_RD_N) || bus_low(now, AM9513_WR_N);
}

static void see_x2(struct survey *s, const struct vcd_levels *before, const struct vcd_levels *now)
{
    s->gap |= s->rises && now->unknown & WIRE_X2;
    if (!(now->high & ~before->high & ~before->unknown & WIRE_X2))
        return;
    if (s->rises) {
        const uint64_t period = now->at_ps - s->rise;
        s->least = !s->least || period < s->least ? period : s->least;
        s->most = period > s->most ? period : s->most;
    } else
        s->first = now->at_ps;
    s->rise = now->at_ps;
    s->rises++;
}

static uint64_t unit_ps(const struct vcd *v)
{
    return vcd_ps(v, 1) ? vcd_ps(v, 1) : 1;
}

static void take_rate(struct capture_result *r, const struct vcd *v, uint64_t rate_hz)
{
    const bool whole = FS_S % rate_hz == 0 && FS_S / rate_hz % v->unit_fs == 0;
    r->sampling.interval_ps = (int64_t)((UINT64_C(1000000000000) + rate_hz - 1) / rate_hz);
    r->sampling.rounding_ps = whole ? 0 : (int64_t)unit_ps(v);
}

static void take_interval(struct capture_result *r, const struct vcd *v, uint64_t rate_hz)
{
    static const enum capture_source source[] = {[INTERVAL_LEAST] = CAPTURE_STEP,
                                                 [INTERVAL_UNIT] = CAPTURE_UNIT,
                                                 [INTERVAL_GRID] = CAPTURE_GRID,
                                                 [INTERVAL_NEAR_GRID] = CAPTURE_NEAR_GRID};
    enum interval_source of_file;
    if (rate_hz) {
        r->source = CAPTURE_RATE;
        take_rate(r, v, rate_hz);
        return;
    }
    if (v->pins & WIRE_PARTS) {
        r->source = CAPTURE_EXACT;
        return;
    }
    r->sampling.interval_ps = (int64_t)vcd_ps(v, interval_units(&v->interval, &of_file, &r->steps));
    r->source = source[of_file];
    r->sampling.rounding_ps = of_file == INTERVAL_GRID ? 0 : (int64_t)unit_ps(v);
    const bool shown = of_file == INTERVAL_GRID || of_file == INTERVAL_NEAR_GRID;
    if (v->rate_hz && !shown && vcd_ps(v, v->interval.divisor) <= FS_S / 1000 / v->rate_hz) {
        r->source = CAPTURE_COMMENT;
        r->steps = 0;
        take_rate(r, v, v->rate_hz);
    }
}

static void take_x2(struct capture_result *r, const struct capture_setup *setup, const struct survey *s,
                    uint64_t least_ps)
{
    const uint64_t sampled = (uint64_t)unsure_ps(&r->sampling);
    const uint64_t unsure = sampled > least_ps ? sampled : least_ps;
    if (s->rises < 2)
        r->x2 = CAPTURE_X2_NONE;
    else {
        const uint64_t whole = s->rise - s->first, mean = whole / (s->rises - 1);
        const uint64_t least = mean > 2 * unsure ? mean - 2 * unsure : 0;
        r->x2_rate = (struct models_x2){s->rises - 1, whole, 2 * (double)unsure / (double)whole};
        r->x2 = mean < 2 * unsure                                           ? CAPTURE_X2_FAST
                : s->gap || s->most > mean + 2 * unsure || s->least < least ? CAPTURE_X2_CHANGES
                                                                            : CAPTURE_X2_SEEN;
        if (r->x2 != CAPTURE_X2_SEEN)
            r->x2_rate = (struct models_x2){0};
    }
    if (setup->osc_hz) {
        const struct models_x2 given = {setup->osc_hz, UINT64_C(1000000000000), RATE_ERROR};
        if (r->x2 == CAPTURE_X2_SEEN &&
            fabs(models_hz(&r->x2_rate) / models_hz(&given) - 1) > r->x2_rate.error + RATE_ERROR)
            r->x2_other = r->x2_rate;
        r->x2 = CAPTURE_X2_GIVEN;
        r->x2_rate = given;
    }
}

static int too_few_samples(const struct capture_result *r, const struct vcd *v, struct error *e)
{
    char sample[32], step[32];
    return error_set(e, STATUS_INPUT,
                     "%s: %s is one sample in %s, but two times of the file are %s apart, expected %sthe rate of the "
                     "file",
                     v->file, r->source == CAPTURE_COMMENT ? "its $comment's rate" : "--rate",
                     time_text(sample, sizeof sample, r->sampling.interval_ps),
                     time_text(step, sizeof step, (int64_t)vcd_ps(v, v->interval.least)),
                     r->source == CAPTURE_COMMENT ? "--rate with " : "");
}

int survey_run(struct vcd *v, struct capture_result *r, const struct capture_setup *setup, struct survey *seen,
               struct error *e)
{
    struct survey s = {0};
    struct vcd_levels before = {.unknown = ~UINT64_C(0)}, now = {0};
    int status = STATUS_OK;
    for (bool more = true; more && status == STATUS_OK;) {
        status = vcd_next(v, &now, &more, e);
        if (status == STATUS_OK) {
            see_x2(&s, &before, &now);
            see_strobes(&s, &now);
        }
        before = now;
    }
    if (status)
        return status;
    if (!v->started || (!v->interval.least && !setup->rate_hz))
        return error_set(e, STATUS_INPUT, "%s:%lu: no two times, expected a capture, or --rate", v->file, v->line);
    *seen = s;
    r->pins = v->pins;
    r->begin_ps = vcd_ps(v, v->first);
    r->end_ps = now.at_ps;
    r->x2_rise_ps = s.first;
    r->sampling = (struct sampling){.jitter_ps = setup->jitter_ps, .figure = setup->figure};
    take_interval(r, v, setup->rate_hz);
    if (r->source <= CAPTURE_COMMENT && v->interval.least &&
        vcd_ps(v, v->interval.least + 1) < (uint64_t)r->sampling.interval_ps)
        return too_few_samples(r, v, e);
    if (r->sampling.interval_ps > INT64_C(1000000000))
        return error_set(e, STATUS_INPUT, "%s: steps of more than 1ms, expected a capture, or --rate", v->file);
    take_x2(r, setup, &s, unit_ps(v));
    return STATUS_OK;
}

int survey_open(struct vcd *v, enum wires_side side, const struct capture_setup *setup, struct error *e)
{
    struct wires wires;
    int status = wires_open(&wires, side, setup->map, e);
    if (status == STATUS_OK)
        status = vcd_open(v, setup->file, &wires, e);
    wires_close(&wires);
    return status;
}
