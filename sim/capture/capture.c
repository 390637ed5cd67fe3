/* SPDX-License-Identifier: MIT */
#include "capture.h"
#include "cli/memory.h"
#include "cli/time_text.h"
#include "model/am9513_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An oscillator's rate is as its text says to this share [E]: 100 ppm are usual for a can. */
#define RATE_ERROR 1e-4
#define FS_S UINT64_C(1000000000000000)

/* ---- First pass: the sampling interval, X2 */

struct survey {
    uint64_t first, rise, rises, least, most; /* of X2's rises */
    bool gap;                                 /* it was unknown between them */
    bool strobes, selected;                   /* RD or WR was low, and CS at that time */
};

static void see_strobes(struct survey *s, const struct vcd_levels *now)
{
    const uint64_t high = now->high | now->unknown;
    s->strobes |= !(high & AM9513_RD_N) || !(high & AM9513_WR_N);
    s->selected |= bus_low(now, AM9513_RD_N) || bus_low(now, AM9513_WR_N);
}

/* Nothing can be judged without an access. */
static int no_access(const struct survey *s, const char *file, struct error *e)
{
    return error_set(e, STATUS_INPUT, "%s: no access was captured: %s, expected one that begins and ends", file,
                     !s->strobes    ? "neither RD nor WR is ever low"
                     : !s->selected ? "CS is high whenever RD or WR is low"
                                    : "none both begins and ends in the file");
}

/* A capture must show something of its accesses with certainty. */
static int some_verdict(const struct capture_result *r, uint64_t together, const char *file, struct error *e)
{
    uint64_t certain = r->compared;
    for (int n = 0; n < FIG_RTL; n++)
        if (figure_info[n].group == GROUP_BUS || figure_info[n].group == GROUP_SELECT)
            certain += r->observed[n].count[MET] + r->observed[n].count[VIOLATED];
    if (together == r->accesses)
        return error_set(e, STATUS_INPUT,
                         "%s: RD and WR are low together in each access, expected a signal of its own for each", file);
    if (certain)
        return STATUS_OK;
    char unsure[32];
    return error_set(
        e, STATUS_INPUT,
        "%s: no access could be judged: a time between two edges is uncertain by %s, expected more samples, "
        "or less --jitter",
        file, time_text(unsure, sizeof unsure, unsure_ps(&r->sampling)));
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

static int survey(struct vcd *v, struct capture_result *r, const struct capture_setup *setup, struct survey *seen,
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

/* ---- Second pass */

struct capture {
    struct capture_result *result;
    const struct capture_setup *setup;
    struct vcd vcd;
    struct deglitch deglitch;
    struct accesses accesses;
    struct judge judge;
    struct edges edges;
    struct delays delays;
    struct models models;
    int sets;          /* of models */
    uint64_t together; /* accesses with both strobes low */
    bool any, reported;
};

static int play(struct capture *c, struct vcd_levels *now, struct error *e);

/* The choices that explain a difference: the file once more up to there, played by chips of all choices. Few captures
 * have a difference, so the others need not pay for it. */
static int explain(const struct capture *c, struct models_difference *difference, struct error *e)
{
    struct capture_result *result = memory_new(1, sizeof *result);
    struct capture_setup setup = *c->setup;
    struct capture *all = memory_new(1, sizeof *all);
    struct vcd_levels now;
    *result = *c->result;
    setup.calls = (struct capture_calls){0};
    *all = (struct capture){.result = result, .setup = &setup, .vcd = c->vcd, .sets = MODELS_SETS};
    all->vcd.block = memory_new(VCD_BLOCK + VCD_BEYOND, 1);
    vcd_again(&all->vcd);
    const int status = play(all, &now, e);
    difference->explains = all->models.first.explains;
    models_close(&all->models);
    free(all->vcd.block);
    free(all);
    free(result);
    return status;
}

static int one_access(struct capture *c, struct bus_access *a, const struct sample *s, struct error *e)
{
    int status = STATUS_OK;
    const struct capture_calls *calls = &c->setup->calls;
    const struct am9513 *chip = models_chip(&c->models);
    struct known *k = &c->models.known;
    const uint64_t before = k->items;
    if (c->accesses.lost)
        known_lost(k);
    c->accesses.lost = false;
    edges_access(&c->edges, a);
    delays_write(&c->delays, a, s);
    c->models.exact = edges_exact(&c->edges);
    const struct known_word w = models_access(&c->models, a);
    const uint64_t learned = k->items & ~before;
    for (int n = 0; n < KNOWN_ITEMS; n++)
        if (learned >> n & 1 && c->result->known_ps[n] == UINT64_MAX) {
            c->result->known_ps[n] = a->end_ps;
            c->result->known_access[n] = a->number;
        }
    if (calls->access)
        calls->access(calls->context, a, &w, learned, before & ~k->items);
    c->together += a->both;
    c->judge.wide = chip->master_mode & MM_WIDE;
    c->judge.short_known = known_has(k, KNOWN_PREFETCH);
    c->judge.short_write = chip->short_write;
    if (c->sets == 1 && c->models.first.found && !c->reported) {
        status = explain(c, &c->models.first, e);
        if (calls->difference)
            calls->difference(calls->context, &c->models.first);
    }
    c->reported = c->models.first.found;
    return status;
}

static int first_sample(struct capture *c, const struct vcd_levels *first, struct error *e)
{
    const struct capture_setup *setup = c->setup;
    const struct sampling *sampling = &c->result->sampling;
    const uint64_t pins = c->result->pins;
    int status =
        models_open(&c->models, c->sets, setup->config, &c->result->x2_rate, setup->width, first, sampling, pins, e);
    if (status)
        return status;
    accesses_start(&c->accesses, pins);
    judge_start(&c->judge, sampling, first->at_ps);
    c->judge.on_broken = setup->calls.broken;
    c->judge.context = setup->calls.context;
    edges_start(&c->edges, &c->judge, &c->models, pins, first);
    delays_start(&c->delays, &c->edges, sampling, pins);
    return STATUS_OK;
}

static int one_sample(struct capture *c, const struct sample *s, struct error *e)
{
    const struct capture_calls *calls = &c->setup->calls;
    struct bus_access ended[2];
    int status = c->any ? STATUS_OK : first_sample(c, &s->levels, e);
    if (status)
        return status;
    const bool read = access_begins(s, AM9513_RD_N);
    if (read && (s->levels.high | s->levels.unknown) & AM9513_CD)
        models_status(&c->models, s->levels.at_ps);
    edges_before(&c->edges, s);
    models_pins(&c->models, &s->levels);
    edges_next(&c->edges, s);
    if (read)
        edges_read(&c->edges, &s->levels);
    delays_next(&c->delays, s);
    if (calls->pins)
        calls->pins(calls->context, &s->levels, c->any && bus_low(&s->before, AM9513_RD_N));
    const int count = accesses_next(&c->accesses, &c->result->sampling, s, ended);
    c->result->lost |= c->accesses.lost && c->any;
    judge_next(&c->judge, s);
    for (int n = 0; n < count && status == STATUS_OK; n++)
        status = one_access(c, &ended[n], s, e);
    c->any = true;
    return status;
}

/* All samples; by all choices, up to the first difference. */
static int play(struct capture *c, struct vcd_levels *now, struct error *e)
{
    const struct sampling *sampling = &c->result->sampling;
    struct sample s;
    int status = STATUS_OK;
    deglitch_start(&c->deglitch, sampling);
    for (bool more = true; more && status == STATUS_OK && !(c->sets > 1 && c->reported);) {
        status = vcd_next(&c->vcd, now, &more, e);
        if (status == STATUS_OK && deglitch_next(&c->deglitch, sampling, now, &s))
            status = one_sample(c, &s, e);
    }
    if (status == STATUS_OK && deglitch_next(&c->deglitch, sampling, NULL, &s))
        status = one_sample(c, &s, e);
    return status;
}

static int second(struct capture *c, struct error *e)
{
    struct vcd_levels now;
    for (int n = 0; n < KNOWN_ITEMS; n++)
        c->result->known_ps[n] = UINT64_MAX;
    const int status = play(c, &now, e);
    if (status)
        return status;
    judge_end(&c->judge, now.at_ps);
    memcpy(c->result->observed, c->judge.observed, sizeof c->result->observed);
    c->result->accesses = c->accesses.count;
    c->result->glitches = c->deglitch.count;
    c->result->compared = c->models.compared;
    c->result->difference = c->models.first;
    c->result->known = c->models.known.items;
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
    struct capture *c = memory_new(1, sizeof *c);
    *result = (struct capture_result){0};
    c->result = result;
    c->setup = setup;
    c->sets = 1;
    struct survey seen = {0};
    int status = open_file(&c->vcd, setup, e);
    if (status == STATUS_OK)
        status = survey(&c->vcd, result, setup, &seen, e);
    if (status == STATUS_OK) {
        vcd_again(&c->vcd);
        status = second(c, e);
    }
    if (status == STATUS_OK && !result->accesses)
        status = no_access(&seen, setup->file, e);
    if (status == STATUS_OK)
        status = some_verdict(result, c->together, setup->file, e);
    vcd_close(&c->vcd);
    models_close(&c->models);
    free(c);
    bool broken = result->difference.found;
    for (int n = 0; n < FIG_RTL; n++)
        broken |= figure_info[n].kind != KIND_NOTE && result->observed[n].count[VIOLATED] > 0;
    return status ? status : broken ? STATUS_BAD : STATUS_OK;
}
