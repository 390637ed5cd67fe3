/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include "cli/memory.h"
#include "model/am9513_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- Refusals */

/* Nothing can be judged without an access. */
static int no_access(const struct survey *s, const char *file, struct error *e)
{
    char text[200];
    const bool strobes = s->clips.low & (AM9513_RD_N | AM9513_WR_N);
    return error_set(e, STATUS_INPUT, "%s: no access was captured: %s, expected one that begins and ends", file,
                     !strobes       ? clips_text(text, sizeof text, &s->clips, WIRES_CHIP, s->pins)
                     : !s->selected ? "CS is high whenever RD or WR is low"
                                    : "none both begins and ends in the file");
}

static int together(const struct capture_result *r, const char *file, struct error *e)
{
    return error_set(e, STATUS_INPUT,
                     "%s: RD and WR are low together in each access%s%s, expected a signal of its own for each", file,
                     *r->clips ? ": " : "", r->clips);
}

/* ---- The second reading */

/* Later differences are not explained. */
#define EXPLAINED_MOST 10000

struct capture {
    struct reading reading;
    struct accesses accesses;
    uint64_t lost;     /* items that were known when a strobe became unknown, up to the next access */
    uint64_t together; /* accesses with both strobes low */
};

/* The choices that explain a difference: made otherwise, they remove it. Few captures have a difference, so the others
 * need not pay for it. */
static int explain(const struct capture *c, struct models_difference *difference, struct error *e)
{
    static const uint32_t choice[] = {
#define CHOICE(symbol, name, text, first, second, model) (model),
#include "sim/figures/figures.def"
    };
    int status = STATUS_OK;
    const bool early = difference->access.number <= EXPLAINED_MOST;
    struct capture_result result;
    for (size_t n = 0; n < sizeof choice / sizeof choice[0] && early && status == STATUS_OK; n++) {
        const struct trial trial = {.accesses = difference->access.number, .choice = choice[n]};
        status = reading_try(&c->reading, trial, &result, e);
        difference->explains |= result.difference.found ? 0 : choice[n];
    }
    return status;
}

static void note_known(struct capture_result *r, uint64_t learned, const struct bus_access *a)
{
    for (int n = 0; n < KNOWN_ITEMS; n++)
        if (learned >> n & 1 && !r->known_access[n]) {
            r->known_ps[n] = a->end_ps;
            r->known_access[n] = a->number;
        }
}

static int one_access(struct capture *c, struct bus_access *a, const struct sample *s, struct error *e)
{
    int status = STATUS_OK;
    const struct capture_calls *calls = c->reading.calls;
    struct evidence *evidence = &c->reading.evidence;
    struct models_difference *first = &evidence->model.first;
    const uint64_t before = evidence->known.items | c->lost;
    const bool found = first->found;
    const struct known_word w = evidence_access(evidence, a, s);
    const uint64_t now = evidence->known.items;
    c->accesses.lost = false;
    c->lost = 0;
    c->together += a->both;
    note_known(c->reading.result, now & ~before, a);
    if (calls->access)
        calls->access(calls->context, a, &w, now & ~before, before & ~now);
    if (calls->difference && first->found && !found) {
        status = explain(c, first, e);
        calls->difference(calls->context, first);
    }
    return status;
}

static int first_sample(struct capture *c, const struct levels *first, struct error *e)
{
    const struct capture_setup *setup = c->reading.setup;
    const struct survey *survey = &c->reading.result->survey;
    struct evidence *evidence = &c->reading.evidence;
    struct am9513_config config = *setup->config;
    config.choices ^= c->reading.trial.choice;
    const int status = evidence_open(evidence, &config, survey, setup->width, first, setup->file, e);
    c->accesses = (struct accesses){.read_ps = UINT64_MAX, .write_ps = UINT64_MAX};
    evidence->bus.on_broken = c->reading.calls->broken;
    evidence->bus.context = c->reading.calls->context;
    return status;
}

static int one_sample(struct reading *r, const struct sample *s, struct error *e)
{
    struct capture *c = (struct capture *)r;
    const struct capture_calls *calls = c->reading.calls;
    struct bus_access ended[2];
    int status = r->any || !s ? STATUS_OK : first_sample(c, &s->levels, e);
    if (status || !s)
        return status;
    const int count = accesses_next(&c->accesses, &r->result->survey, s, ended);
    const bool lost =
        c->accesses.lost && !levels_none(&s->levels); /* what a write may have changed that was not seen */
    r->result->lost |= lost && r->any;
    r->result->accesses = c->accesses.count;
    if (lost) {
        c->lost |= r->evidence.known.items;
        known_lost(&r->evidence.known);
    }
    evidence_sample(&r->evidence, s);
    if (calls->pins)
        calls->pins(calls->context, &s->levels, r->any && bus_low(&s->before, AM9513_RD_N));
    for (int n = 0; n < count && status == STATUS_OK; n++)
        status = one_access(c, &ended[n], s, e);
    return status;
}

static void start(struct reading *r)
{
    r->samples.deglitch.pins = deglitch_pins(&r->result->survey.sampling);
}

static const struct reading_side chip = {WIRES_CHIP, sizeof(struct capture), start, one_sample};

/* ---- The verdict */

enum status capture_part(const struct capture_result *r, enum capture_part part)
{
    const enum capture_x2 x2 = r->survey.x2;
    const bool bad[] = {r->broken, r->survey.x2_other.periods, r->difference.found};
    const bool open[] = {
        r->possible || *r->unplayed,
        /* That a board runs at its usual rate is seen if a count that was saved agrees */
        x2 != CAPTURE_X2_SEEN && x2 != CAPTURE_X2_GIVEN && !(x2 == CAPTURE_X2_BOARD && r->reads.counts),
        *r->missing || r->reads.compared < r->reads.all,
    };
    return bad[part] ? STATUS_BAD : open[part] ? STATUS_INPUT : STATUS_OK;
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
        status = reading_play(&c->reading, e);
    if (status == STATUS_OK) {
        judge_end(&c->reading.evidence.bus, result->survey.end_ps);
        memcpy(result->observed, c->reading.evidence.bus.observed, sizeof result->observed);
    }
    for (int n = 0; n < FIG_RTL && status == STATUS_OK; n++) {
        result->broken |= figure_info[n].kind != KIND_NOTE && result->observed[n].count[VIOLATED] > 0;
        result->possible |= observed_possible(&result->observed[n], n);
    }
    if (status == STATUS_OK)
        status = reading_conclude(&c->reading, e);
    if (status == STATUS_OK && !result->accesses)
        status = no_access(&result->survey, setup->file, e);
    if (status == STATUS_OK && c->together == result->accesses)
        status = together(result, setup->file, e);
    reading_close(&c->reading);
    free(c);
    return status;
}
