/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <stdlib.h>

#include "cli/memory.h"

/* Trials of the search end after so many accesses. */
#define SEARCH_ACCESSES 10000

int reading_open(struct reading *r, struct error *e)
{
    const struct capture_setup *setup = r->setup;
    struct survey *survey = &r->result->survey;
    r->calls = &setup->calls;
    survey->sampling = (struct sampling){.jitter_ps = setup->jitter_ps, .figure = setup->figure};
    const int status = survey_open(&r->samples.source, r->side->wires, setup->file, setup->map, e);
    const uint64_t osc_hz = setup->osc_hz ? setup->osc_hz : r->side->wires == WIRES_SOCKET ? CAPTURE_OSC_HZ : 0;
    return status ? status : survey_run(&r->samples.source, survey, setup->rate_hz, osc_hz, e);
}

int reading_play(struct reading *r, struct error *e)
{
    const uint64_t accesses = r->trial.accesses;
    struct sample sample;
    int status = STATUS_OK;
    r->side->start(r);
    source_again(&r->samples.source);
    for (bool more = true; more && status == STATUS_OK;) {
        if (accesses && (r->evidence.model.first.found || r->result->accesses >= accesses))
            break;
        status = samples_next(&r->samples, &r->result->survey.sampling, &sample, &more, e);
        if (status == STATUS_OK && more && r->any && !sample.levels.none)
            r->result->lost |= sample.levels.unknown & r->side->strobes;
        if (status == STATUS_OK)
            status = r->side->sample(r, more ? &sample : NULL, e);
        r->any = true;
    }
    r->result->glitches = r->samples.deglitch.count;
    r->result->reads = r->evidence.model.reads;
    r->result->difference = r->evidence.model.first;
    r->result->known = r->evidence.known.items;
    return status;
}

/* ---- Trials */

int reading_try(const struct reading *of, struct trial trial, struct capture_result *result, struct error *e)
{
    static const struct capture_calls none = {0};
    struct reading *r = memory_new(1, of->side->size);
    *result = (struct capture_result){.survey = of->result->survey};
    *r = (struct reading){.side = of->side, .setup = of->setup, .calls = &none, .result = result, .trial = trial};
    r->samples = (struct samples){.source = of->samples.source, .fault = trial.fault};
    r->samples.source.block = memory_new(SOURCE_BLOCK + SOURCE_BEYOND, 1);
    const int status = reading_play(r, e);
    free(r->samples.source.block);
    free(r);
    return status;
}

int reading_search(const struct reading *of, unsigned faults, uint64_t most, struct trial *best, bool *alone,
                   struct error *e)
{
    const unsigned kinds = of->side->wires == WIRES_SOCKET ? PAL_KINDS : 1;
    struct capture_result result;
    const uint64_t before = of->result->reads.compared, least = before > 4 ? before : 4;
    *best = (struct trial){0};
    *alone = false;
    for (unsigned n = 0; n < kinds * faults; n++) {
        const struct trial trial = {SEARCH_ACCESSES, (enum pal_kind)(n % kinds), n / kinds, 0};
        const int status = reading_try(of, trial, &result, e);
        if (status)
            return status;
        const bool sense = result.reads.compared >= (trial.fault ? 4 : least) && !result.difference.found;
        const uint64_t agree = !sense ? 0 : trial.fault ? result.reads.says : result.reads.compared;
        *alone = agree > most || (*alone && agree < most);
        *best = agree > most ? trial : *best;
        most = agree > most ? agree : most;
    }
    return STATUS_OK;
}

/* ---- What may be wrong */

int reading_conclude(const struct reading *reading, struct error *e)
{
    struct capture_result *r = reading->result;
    const enum wires_side side = reading->side->wires;
    struct trial best;
    bool alone;
    (void)clips_text(r->clips, sizeof r->clips, &r->survey.clips, side, r->survey.pins);
    int status = STATUS_OK;
    if (r->accesses && (r->difference.found || !r->reads.compared) && !*r->clips) {
        status = reading_search(reading, FAULTS, r->reads.says, &best, &alone, e);
        if (status == STATUS_OK && alone && !best.fault)
            (void)snprintf(r->clips, sizeof r->clips, "this board looks like the %s translator",
                           pal_kind_name[best.pal]);
        else if (status == STATUS_OK && alone)
            (void)clips_fault(r->clips, sizeof r->clips, best.fault, side);
    }
    if (status == STATUS_OK && !r->alone)
        return error_set(e, STATUS_INPUT,
                         "%s: no access was captured in which one of %s falls and rises%s%s%s, expected one",
                         reading->setup->file, side == WIRES_CHIP ? "RD and WR" : "MAS- and MDS-",
                         r->accesses                                 ? ", they are low together"
                         : side == WIRES_CHIP && !r->survey.selected ? " while CS is low"
                                                                     : "",
                         *r->clips ? ": " : "", r->clips);
    return status;
}
