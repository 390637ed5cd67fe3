/* SPDX-License-Identifier: MIT */
#include "capture.h"

#include <stdlib.h>
#include <string.h>

/* An oscillator's rate is as its text says to this share [E]: 100 ppm are usual for a can. */
#define RATE_ERROR 1e-4

/* ---- First reading: the sampling interval, X2 */

struct survey {
    uint64_t first, rise, rises, least, most; /* of X2's rises */
    bool gap;                                 /* it was unknown between them */
};

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

static void take_interval(struct capture_result *r, const struct vcd *v, uint64_t rate_hz)
{
    const bool even = v->divisor == v->least_step;
    const bool own = v->pins & WIRE_PARTS;
    r->source = rate_hz ? CAPTURE_RATE : own ? CAPTURE_EXACT : even ? CAPTURE_STEP : CAPTURE_STEP_UNIT;
    r->sampling.interval_ps = r->source == CAPTURE_RATE ? (int64_t)((UINT64_C(1000000000000) + rate_hz - 1) / rate_hz)
                              : r->source == CAPTURE_EXACT
                                  ? 0
                                  : (int64_t)(vcd_ps(v, v->least_step) + (even ? 0 : unit_ps(v)));
}

static void take_x2(struct capture_result *r, const struct capture_setup *setup, const struct survey *s,
                    uint64_t least_ps)
{
    const uint64_t sampled = (uint64_t)(r->sampling.interval_ps + r->sampling.jitter_ps);
    const uint64_t unsure = sampled > least_ps ? sampled : least_ps;
    if (setup->osc_hz) {
        r->x2 = CAPTURE_X2_GIVEN;
        r->x2_rate = (struct replay_x2){setup->osc_hz, UINT64_C(1000000000000), RATE_ERROR};
    } else if (s->rises < 2)
        r->x2 = CAPTURE_X2_NONE;
    else {
        const uint64_t whole = s->rise - s->first, mean = whole / (s->rises - 1);
        const uint64_t least = mean > 2 * unsure ? mean - 2 * unsure : 0;
        r->x2_rate = (struct replay_x2){s->rises - 1, whole, 2 * (double)unsure / (double)whole};
        r->x2 = mean < 2 * unsure                                           ? CAPTURE_X2_FAST
                : s->gap || s->most > mean + 2 * unsure || s->least < least ? CAPTURE_X2_CHANGES
                                                                            : CAPTURE_X2_SEEN;
        if (r->x2 != CAPTURE_X2_SEEN)
            r->x2_rate = (struct replay_x2){0};
    }
}

static int survey(struct vcd *v, struct capture_result *r, const struct capture_setup *setup, struct error *e)
{
    struct survey s = {0};
    struct vcd_levels before = {.unknown = ~UINT64_C(0)}, now;
    int status = STATUS_OK;
    for (bool more = true; more && status == STATUS_OK;) {
        status = vcd_next(v, &now, &more, e);
        if (status == STATUS_OK)
            see_x2(&s, &before, &now);
        before = now;
    }
    if (status)
        return status;
    if (!v->started || (v->least_step == UINT64_MAX && !setup->rate_hz))
        return error_set(e, STATUS_INPUT, "%s:%lu: no two times, expected a capture, or --rate", v->file, v->line);
    r->pins = v->pins;
    r->begin_ps = vcd_ps(v, v->first);
    r->end_ps = now.at_ps;
    r->x2_rise_ps = s.first;
    r->sampling = (struct sampling){.jitter_ps = setup->jitter_ps, .figure = setup->figure};
    take_interval(r, v, setup->rate_hz);
    if (r->sampling.interval_ps > INT64_C(1000000000))
        return error_set(e, STATUS_INPUT, "%s: steps of more than 1ms, expected a capture, or --rate", v->file);
    take_x2(r, setup, &s, unit_ps(v));
    return STATUS_OK;
}

/* ---- Second reading */

struct capture {
    struct capture_result *result;
    const struct capture_setup *setup;
    struct vcd vcd;
    struct deglitch deglitch;
    struct accesses accesses;
    struct judge judge;
    struct edges edges;
    struct delays delays;
    struct replay replay;
    struct vcd_levels before;
    bool any, told;
    bool explains; /* reads the file once more, to the first difference, with all choices */
};

static int second(struct capture *c, struct error *e);
static int open_file(struct vcd *v, const struct capture_setup *setup, struct error *e);

static void no_access(void *context, const struct bus_access *access, const struct known_word *word, uint64_t learned,
                      uint64_t lost)
{
    (void)context, (void)access, (void)word, (void)learned, (void)lost;
}

static void no_broken(void *context, const struct judge_broken *broken)
{
    (void)context, (void)broken;
}

/* Which choices would remove the difference that was found. */
static int explain(struct capture *c, struct error *e)
{
    struct {
        struct capture capture;
        struct capture_result result;
        struct capture_setup setup;
    } *again = calloc(1, sizeof *again);
    if (!again)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    again->result = *c->result;
    again->setup = *c->setup;
    again->setup.calls = (struct capture_calls){.access = no_access, .broken = no_broken};
    again->capture = (struct capture){.result = &again->result, .setup = &again->setup, .explains = true};
    int status = open_file(&again->capture.vcd, c->setup, e);
    if (status == STATUS_OK)
        status = second(&again->capture, e);
    vcd_close(&again->capture.vcd);
    c->replay.first.explains = again->capture.replay.first.explains;
    replay_close(&again->capture.replay);
    free(again);
    return status;
}

static int one_access(struct capture *c, struct bus_access *a, struct error *e)
{
    int status = STATUS_OK;
    struct known *k = &c->replay.known;
    const uint64_t before = k->items;
    if (c->accesses.lost)
        known_lost(k);
    c->accesses.lost = false;
    edges_access(&c->edges, a);
    delays_write(&c->delays, a);
    c->replay.exact = edges_exact(&c->edges);
    const struct known_word w = replay_access(&c->replay, a);
    const uint64_t learned = k->items & ~before;
    for (int n = 0; n < KNOWN_ITEMS; n++)
        if (learned >> n & 1 && c->result->known_ps[n] == UINT64_MAX) {
            c->result->known_ps[n] = a->end_ps;
            c->result->known_access[n] = a->number;
        }
    c->setup->calls.access(c->setup->calls.context, a, &w, learned, before & ~k->items);
    c->judge.wide = replay_chip(&c->replay)->master_mode & 0x2000;
    c->judge.short_known = known_has(k, KNOWN_PREFETCH);
    c->judge.short_write = replay_chip(&c->replay)->short_write;
    if (c->replay.first.found && !c->told && !c->explains) {
        c->told = true;
        status = explain(c, e);
        if (status == STATUS_OK)
            c->setup->calls.difference(c->setup->calls.context, &c->replay.first);
    }
    return status;
}

static int one_sample(struct capture *c, const struct sample *s, struct error *e)
{
    const struct sampling *sampling = &c->result->sampling;
    struct bus_access ended[2];
    int status = STATUS_OK;
    if (!c->any) {
        status = replay_open(&c->replay, c->setup->config, &c->result->x2_rate, c->setup->width, c->explains,
                             &s->levels, sampling, c->result->pins, e);
        if (status)
            return status;
        edges_start(&c->edges, &c->judge, &c->replay, c->result->pins);
        delays_start(&c->delays, &c->edges, sampling, c->result->pins);
    }
    const bool read = c->any && bus_low(&s->levels, AM9513_RD_N) && !bus_low(&c->before, AM9513_RD_N);
    if (read && (s->levels.high | s->levels.unknown) & AM9513_CD)
        replay_status(&c->replay, s->levels.at_ps);
    edges_before(&c->edges, &s->levels);
    replay_pins(&c->replay, &s->levels);
    edges_next(&c->edges, s);
    if (read)
        edges_read(&c->edges, &s->levels);
    delays_next(&c->delays, s);
    if (c->setup->calls.pins)
        c->setup->calls.pins(c->setup->calls.context, &s->levels, c->any && bus_low(&c->before, AM9513_RD_N));
    const int count = accesses_next(&c->accesses, sampling, &s->levels, ended);
    c->result->lost |= c->accesses.lost && c->any;
    judge_next(&c->judge, s);
    for (int n = 0; n < count && status == STATUS_OK; n++)
        status = one_access(c, &ended[n], e);
    c->before = s->levels;
    c->any = true;
    return status;
}

static int second(struct capture *c, struct error *e)
{
    const struct sampling *sampling = &c->result->sampling;
    struct vcd_levels now;
    struct sample s;
    int status = STATUS_OK;
    c->accesses.pins = c->result->pins;
    deglitch_start(&c->deglitch, sampling);
    judge_start(&c->judge, sampling);
    c->judge.on_broken = c->setup->calls.broken;
    c->judge.context = c->setup->calls.context;
    for (int n = 0; n < KNOWN_ITEMS; n++)
        c->result->known_ps[n] = UINT64_MAX;
    for (bool more = true; more && status == STATUS_OK && !(c->explains && c->replay.first.found);) {
        status = vcd_next(&c->vcd, &now, &more, e);
        if (status == STATUS_OK && deglitch_next(&c->deglitch, sampling, &now, &s))
            status = one_sample(c, &s, e);
    }
    if (status == STATUS_OK && deglitch_next(&c->deglitch, sampling, NULL, &s))
        status = one_sample(c, &s, e);
    if (status)
        return status;
    judge_end(&c->judge, now.at_ps);
    memcpy(c->result->judged, c->judge.judged, sizeof c->result->judged);
    memcpy(c->result->delayed, c->delays.delayed, sizeof c->result->delayed);
    c->result->accesses = c->accesses.count;
    c->result->glitches = c->deglitch.count;
    c->result->compared = c->replay.compared;
    c->result->difference = c->replay.first;
    c->result->known = c->replay.known.items;
    return STATUS_OK;
}

/* ---- The call */

static int open_file(struct vcd *v, const struct capture_setup *setup, struct error *e)
{
    struct wires wires;
    int status = wires_open(&wires, setup->map, e);
    if (status == STATUS_OK)
        status = vcd_open(v, setup->file, &wires, e);
    wires_close(&wires);
    return status;
}

int capture_run(struct capture_result *result, const struct capture_setup *setup, struct error *e)
{
    struct capture *c = calloc(1, sizeof *c);
    if (!c)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    *result = (struct capture_result){0};
    c->result = result;
    c->setup = setup;
    int status = open_file(&c->vcd, setup, e);
    if (status == STATUS_OK)
        status = survey(&c->vcd, result, setup, e);
    vcd_close(&c->vcd);
    c->vcd.f = NULL;
    if (status == STATUS_OK)
        status = open_file(&c->vcd, setup, e);
    if (status == STATUS_OK)
        status = second(c, e);
    vcd_close(&c->vcd);
    replay_close(&c->replay);
    free(c);
    bool broken = result->difference.found;
    for (int n = 0; n < FIG_CHECKS; n++)
        broken |= figure_info[n].kind != KIND_NOTE && result->judged[n].count[TOLD_BROKEN] > 0;
    for (int n = 0; n < DELAYS; n++)
        broken |= result->delayed[n].count[TOLD_BROKEN] > 0;
    return status ? status : broken ? STATUS_BAD : STATUS_OK;
}
