/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include "cli/memory.h"
#include "model/am9513_internal.h"

#include <stdlib.h>

/* ---- The second reading */

/* The rate of X2 that was given is beyond the part's. */
static bool too_fast(const struct survey *s)
{
    return s->x2 == CAPTURE_X2_GIVEN &&
           x2_hz(&s->x2_rate) * (double)least_of(&s->sampling, FIG_TCHCH) > 1e12 * (1 + s->x2_rate.error);
}

struct capture {
    struct reading reading;
    struct accesses accesses;
};

static void one_access(struct capture *c, struct bus_access *a, const struct sample *s)
{
    const struct capture_calls *calls = c->reading.calls;
    const struct known_word w = evidence_access(&c->reading.evidence, a, s);
    c->reading.result->one_strobe += !a->both;
    if (calls->access)
        calls->access(calls->context, a, &w);
}

static int first_sample(struct reading *r, const struct levels *first, struct error *e)
{
    const struct capture_setup *setup = r->setup;
    const struct survey *survey = &r->result->survey;
    struct evidence *evidence = &r->evidence;
    struct am9513_config config = *setup->config;
    config.choices ^= r->trial.choice;
    const int status = evidence_open(evidence, &config, survey, setup->width, first, setup->file, e);
    ((struct capture *)r)->accesses = (struct accesses){.read_ps = UINT64_MAX, .write_ps = UINT64_MAX};
    evidence->bus.on_broken = r->calls->broken;
    evidence->bus.context = r->calls->context;
    if (status == STATUS_OK && too_fast(survey))
        judge_note(&evidence->bus, FIG_TCHCH, VIOLATED, (int64_t)(1e12 / x2_hz(&survey->x2_rate)),
                   least_of(&survey->sampling, FIG_TCHCH), first->at_ps);
    return status;
}

static void conclude(struct reading *r)
{
    struct capture_result *result = r->result;
    for (int n = 0; n < FIG_RTL; n++) {
        const uint64_t *count = result->found.observed[n].count;
        const bool of_bus = figure_info[n].group == GROUP_BUS || figure_info[n].group == GROUP_SELECT;
        result->broken |= figure_info[n].kind != KIND_NOTE && count[VIOLATED];
        result->judged |= of_bus && (count[MET] || count[VIOLATED]);
    }
}

static int one_sample(struct reading *r, const struct sample *s, struct error *e)
{
    struct capture *c = (struct capture *)r;
    const struct capture_calls *calls = c->reading.calls;
    struct bus_access ended[2];
    (void)e;
    if (!s)
        return STATUS_OK;
    const int count = accesses_next(&c->accesses, &r->result->survey, s, ended);
    r->result->accesses = c->accesses.count;
    /* What a write may have changed was not seen */
    if ((s->levels.unknown & r->side->strobes || s->before.none) && !s->levels.none)
        known_forget(&r->evidence.known);
    evidence_sample(&r->evidence, s);
    if (calls->pins)
        calls->pins(calls->context, &s->levels, r->any && bus_low(&s->before, AM9513_RD_N));
    for (int n = 0; n < count; n++)
        one_access(c, &ended[n], s);
    return STATUS_OK;
}

static void start(struct reading *r)
{
    r->samples.deglitch = deglitch_pins(&r->result->survey.sampling);
}

static const struct reading_side chip = {
    WIRES_CHIP, AM9513_CS_N | AM9513_RD_N | AM9513_WR_N, sizeof(struct capture), start, first_sample, one_sample,
    conclude};

/* ---- The verdict */

enum status capture_part(const struct capture_result *r, enum capture_part part)
{
    const enum capture_x2 x2 = r->survey.x2;
    const struct models_reads *reads = &r->found.reads;
    const uint64_t never = reads->gap[GAP_HALF] + reads->gap[GAP_COUNT]; /* no capture of this driver shows them */
    if (part == CAPTURE_TIMING)
        return r->broken ? STATUS_BAD : !r->judged || r->unplayed || r->strobes_unknown ? STATUS_INPUT : STATUS_OK;
    if (part == CAPTURE_CHIP) {
        const bool most = reads->compared + never >= reads->all && 2 * reads->compared > reads->all;
        const bool seen = !clips_dead(&r->survey.clips) && reads->high && reads->low;
        return r->found.difference.found && !r->survey.missed ? STATUS_BAD
               : !r->found.difference.found && most && seen   ? STATUS_OK
                                                              : STATUS_INPUT;
    }
    /* That X2 runs at a rate that was not captured is seen if a count that was saved agrees */
    const bool given = x2 == CAPTURE_X2_GIVEN || x2 == CAPTURE_X2_BOARD;
    const bool runs = x2 == CAPTURE_X2_SEEN || (given && reads->counts && !too_fast(&r->survey));
    return r->survey.x2_other.periods ? STATUS_BAD : runs ? STATUS_OK : STATUS_INPUT;
}

enum status capture_verdict(const struct capture_result *r)
{
    enum status worst = STATUS_OK;
    for (int part = 0; part < CAPTURE_PARTS; part++) {
        const enum status one = capture_part(r, (enum capture_part)part);
        worst = one == STATUS_BAD || worst == STATUS_OK ? one : worst;
    }
    return worst;
}

/* ---- The call */

int capture_run(struct capture_result *result, const struct capture_setup *setup, struct error *e)
{
    struct capture *c = memory_new(1, sizeof *c);
    *result = (struct capture_result){0};
    c->reading = (struct reading){.side = &chip, .setup = setup, .result = result};
    int status = reading_open(&c->reading, e);
    if (status == STATUS_OK)
        status = reading_run(&c->reading, e);
    source_close(&c->reading.samples.source);
    free(c);
    return status;
}
