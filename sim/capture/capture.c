/* SPDX-License-Identifier: MIT */
#include "capture.h"

#include "cli/memory.h"
#include "cli/time_text.h"
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

int capture_undecided(const struct capture_result *r, const char *file, struct error *e)
{
    char unsure[32];
    return error_set(
        e, STATUS_INPUT,
        "%s: no access could be judged: a time between two edges is uncertain by %s%s%s, expected more samples, "
        "or less --jitter",
        file, time_text(unsure, sizeof unsure, unsure_ps(&r->survey.sampling)), *r->clips ? "; " : "", r->clips);
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
                         "%s: RD and WR are low together in each access%s%s, expected a signal of its own for each",
                         file, *r->clips ? ": " : "", r->clips);
    if (certain)
        return STATUS_OK;
    return capture_undecided(r, file, e);
}

/* ---- The second reading */

struct capture {
    struct capture_result *result;
    const struct capture_setup *setup;
    struct samples samples;
    struct accesses accesses;
    struct models models;
    struct judge judge;
    struct edges edges;
    struct delays delays;
    uint64_t together; /* accesses with both strobes low */
    uint64_t trial;    /* it ends with the first difference, or after so many accesses; 0: it is none */
    bool any, reported;
};

static int play(struct capture *c, struct error *e);

/* The file once more up to the first difference, but not beyond so many accesses, with a choice made otherwise or a
 * fault undone. Nothing is said. */
static int again(const struct capture *c, uint64_t accesses, uint32_t choice, unsigned fault, struct models *models,
                 struct error *e)
{
    struct capture_result *result = memory_new(1, sizeof *result);
    struct capture_setup setup = *c->setup;
    struct am9513_config config = *setup.config;
    struct capture *all = memory_new(1, sizeof *all);
    *result = *c->result;
    config.choices ^= choice;
    setup.config = &config;
    setup.calls = (struct capture_calls){0};
    *all = (struct capture){.result = result, .setup = &setup, .trial = accesses};
    all->samples = (struct samples){.vcd = c->samples.vcd, .fault = fault};
    all->samples.vcd.block = memory_new(VCD_BLOCK + VCD_BEYOND, 1);
    const int status = play(all, e);
    *models = all->models;
    free(all->samples.vcd.block);
    free(all);
    free(result);
    return status;
}

/* The choices that explain a difference: made otherwise, they remove it. Few captures have a difference, so the others
 * need not pay for it. */
static int explain(const struct capture *c, struct models_difference *difference, struct error *e)
{
    static const uint32_t choice[] = {
#define CHOICE(symbol, name, text, first, second, model) (model),
#include "sim/figures/figures.def"
    };
    int status = STATUS_OK;
    const bool early = difference->access.number <= CAPTURE_TRIAL;
    for (size_t n = 0; n < sizeof choice / sizeof choice[0] && early && status == STATUS_OK; n++) {
        struct models models;
        status = again(c, difference->access.number, choice[n], FAULT_NONE, &models, e);
        difference->explains |= models.first.found ? 0 : choice[n];
    }
    return status;
}

static int try(const void *context, enum pal_kind pal, unsigned fault, uint64_t *agree, struct error *e)
{
    struct models models;
    (void)pal;
    const int status = again(context, CAPTURE_TRIAL, 0, fault, &models, e);
    *agree = capture_agree(&models);
    return status;
}

/* An access that ended with that sample, against the AC table and the model; the word that it completes. */
static struct known_word judge_access(struct capture *c, struct bus_access *a, const struct sample *s)
{
    struct known *k = &c->models.known;
    if (c->accesses.lost)
        known_lost(k);
    a->doubtful |= a->write && c->judge.port.lost && c->judge.port.left < a->end_ps;
    if (a->write && c->judge.data.lost)
        a->unsure |= (uint16_t)(c->judge.inside & AM9513_DB);
    models_settle(&c->models, a->end_ps);
    delays_write(&c->delays, a, s);
    c->models.uncertain = c->edges.count_uncertain;
    edges_access(&c->edges, a);
    c->models.exact = edges_exact(&c->edges);
    const struct known_word w = models_access(&c->models, a);
    c->judge.wide = models_chip(&c->models)->master_mode & MM_WIDE;
    c->judge.short_known = known_has(k, KNOWN_PREFETCH);
    return w;
}

static void note_known(struct capture_result *r, uint64_t learned, const struct bus_access *a)
{
    for (int n = 0; n < KNOWN_ITEMS; n++)
        if (learned >> n & 1 && r->known_ps[n] == UINT64_MAX) {
            r->known_ps[n] = a->end_ps;
            r->known_access[n] = a->number;
        }
}

static int one_access(struct capture *c, struct bus_access *a, const struct sample *s, struct error *e)
{
    int status = STATUS_OK;
    const struct capture_calls *calls = &c->setup->calls;
    struct models *models = &c->models;
    const uint64_t before = models->known.items;
    const struct known_word w = judge_access(c, a, s);
    const uint64_t now = models->known.items;
    c->accesses.lost = false;
    c->together += a->both;
    note_known(c->result, now & ~before, a);
    c->result->reads += !a->write;
    if (calls->access)
        calls->access(calls->context, a, &w, now & ~before, before & ~now);
    if (!c->trial && models->first.found && !c->reported) {
        status = explain(c, &models->first, e);
        if (calls->difference)
            calls->difference(calls->context, &models->first);
    }
    c->reported = models->first.found;
    return status;
}

static int first_sample(struct capture *c, const struct vcd_levels *first, struct error *e)
{
    const struct capture_setup *setup = c->setup;
    const struct survey *survey = &c->result->survey;
    int status = models_open(&c->models, setup->config, &survey->x2_rate, setup->width, first, &survey->sampling,
                             survey->pins, setup->file, e);
    if (status)
        return status;
    accesses_start(&c->accesses, survey->pins);
    judge_start(&c->judge, &survey->sampling, first->at_ps);
    edges_start(&c->edges, &c->judge, &c->models, survey->pins, first);
    delays_start(&c->delays, &c->edges, &survey->sampling, survey->pins);
    c->judge.on_broken = setup->calls.broken;
    c->judge.context = setup->calls.context;
    return STATUS_OK;
}

static void judge_sample(struct capture *c, const struct sample *s)
{
    edges_next(&c->edges, s);
    delays_next(&c->delays, s);
    if (access_begins(s, AM9513_RD_N) || access_begins(s, AM9513_WR_N))
        c->judge.short_write = models_short_write(&c->models, s->levels.at_ps);
    judge_next(&c->judge, s);
}

static int one_sample(struct capture *c, const struct sample *s, struct error *e)
{
    const struct capture_calls *calls = &c->setup->calls;
    struct bus_access ended[2];
    int status = c->any ? STATUS_OK : first_sample(c, &s->levels, e);
    if (status)
        return status;
    const int count = accesses_next(&c->accesses, &c->result->survey.sampling, s, ended);
    c->result->lost |= c->accesses.lost && c->any;
    judge_sample(c, s);
    if (calls->pins)
        calls->pins(calls->context, &s->levels, c->any && bus_low(&s->before, AM9513_RD_N));
    for (int n = 0; n < count && status == STATUS_OK; n++)
        status = one_access(c, &ended[n], s, e);
    c->any = true;
    return status;
}

/* All samples; of a trial, up to the first difference. */
static int play(struct capture *c, struct error *e)
{
    const struct sampling *sampling = &c->result->survey.sampling;
    struct sample s;
    int status = STATUS_OK;
    deglitch_start(&c->samples.deglitch, sampling);
    vcd_again(&c->samples.vcd);
    for (bool more = true;
         more && status == STATUS_OK && !(c->trial && (c->reported || c->accesses.count >= c->trial));) {
        status = samples_next(&c->samples, sampling, &s, &more, e);
        if (status == STATUS_OK && more)
            status = one_sample(c, &s, e);
    }
    return status;
}

static int second(struct capture *c, struct error *e)
{
    for (int n = 0; n < KNOWN_ITEMS; n++)
        c->result->known_ps[n] = UINT64_MAX;
    const int status = play(c, e);
    if (status)
        return status;
    const struct models *models = &c->models;
    judge_end(&c->judge, c->result->survey.end_ps);
    memcpy(c->result->observed, c->judge.observed, sizeof c->result->observed);
    c->result->accesses = c->accesses.count;
    c->result->glitches = c->samples.deglitch.count;
    c->result->compared = models->compared;
    c->result->difference = models->first;
    c->result->known = models->known.items;
    return STATUS_OK;
}

/* ---- The verdict */

/* The trial that alone makes sense of most reads names the fault. */
static int name_fault(struct capture_result *r, enum wires_side side, capture_trial *trial, const void *context,
                      struct error *e)
{
    const unsigned kinds = side == WIRES_SOCKET ? PAL_KINDS : 1;
    uint64_t most = r->compared - r->difference.found, agree;
    unsigned best = 0;
    bool found = false;
    for (unsigned n = 0; n < kinds * FAULTS; n++) {
        const int status = trial(context, (enum pal_kind)(n % kinds), n / kinds, &agree, e);
        if (status)
            return status;
        found = agree > most || (found && agree < most);
        best = agree > most ? n : best;
        most = agree > most ? agree : most;
    }
    if (found && best < kinds)
        (void)snprintf(r->clips, sizeof r->clips, "this board looks like the %s translator", pal_kind_name[best]);
    else if (found)
        (void)clips_fault(r->clips, sizeof r->clips, best / kinds, side);
    return STATUS_OK;
}

int capture_conclude(struct capture_result *r, enum wires_side side, capture_trial *trial, const void *context,
                     struct error *e)
{
    int status = STATUS_OK;
    (void)clips_text(r->clips, sizeof r->clips, &r->survey.clips, side, r->survey.pins);
    if (!r->compared)
        (void)snprintf(r->missing, sizeof r->missing, "no read was compared with the model");
    else if (clips_dead(&r->survey.clips))
        (void)snprintf(r->missing, sizeof r->missing, "data lines were not seen");
    if (r->accesses && (r->difference.found || !r->compared) && !*r->clips)
        status = name_fault(r, side, trial, context, e);
    return status;
}

void capture_excuse(struct capture_result *r)
{
    if (!r->compared && !*r->clips)
        (void)snprintf(r->clips, sizeof r->clips, "%s",
                       r->reads ? "none returned what the capture shows to be written; begin before the driver starts"
                                : "there is none");
}

enum status capture_verdict(const struct capture_result *r)
{
    return r->broken || r->difference.found ? STATUS_BAD : *r->missing ? STATUS_INPUT : STATUS_OK;
}

/* ---- The call */

int capture_run(struct capture_result *result, const struct capture_setup *setup, struct error *e)
{
    struct capture *c = memory_new(1, sizeof *c);
    *result = (struct capture_result){0};
    c->result = result;
    c->setup = setup;
    result->survey.sampling = (struct sampling){.jitter_ps = setup->jitter_ps, .figure = setup->figure};
    int status = survey_open(&c->samples.vcd, WIRES_CHIP, setup->file, setup->map, e);
    if (status == STATUS_OK)
        status = survey_run(&c->samples.vcd, &result->survey, setup->rate_hz, setup->osc_hz, e);
    if (status == STATUS_OK)
        status = second(c, e);
    for (int n = 0; n < FIG_RTL && status == STATUS_OK; n++)
        result->broken |= figure_info[n].kind != KIND_NOTE && result->observed[n].count[VIOLATED] > 0;
    if (status == STATUS_OK)
        status = capture_conclude(result, WIRES_CHIP, try, c, e);
    if (status == STATUS_OK && !result->accesses)
        status = no_access(&result->survey, setup->file, e);
    if (status == STATUS_OK)
        status = some_verdict(result, c->together, setup->file, e);
    capture_excuse(result);
    vcd_close(&c->samples.vcd);
    free(c);
    return status;
}
