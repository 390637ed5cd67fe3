/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/memory.h"

/* Trials of the search end after so many accesses. */
#define SEARCH_ACCESSES 10000
/* Reads that say something and agree, of which a fault is named; wrong ones, of which a line is */
#define SAYS_SURE 2
#define WRONG_SURE 3

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
    uint64_t says = 0;
    /* If a counter stands its ARM or clock may be missing, which explains as much */
    const bool stands = of->result->difference.found && !of->result->reads.moves;
    *best = (struct trial){0};
    *alone = false;
    for (unsigned n = 0; n < kinds * faults; n++) {
        const struct trial trial = {SEARCH_ACCESSES, (enum pal_kind)(n % kinds), n / kinds, 0};
        if (clips_lines(trial.fault) & ~of->result->survey.pins)
            continue;
        const int status = reading_try(of, trial, &result, e);
        if (status)
            return status;
        const struct models_reads *reads = &result.reads;
        /* Of a capture from the middle all may follow from what was before */
        const uint64_t all = reads->all - (trial.fault ? 0 : reads->gap[GAP_STATE]);
        const bool enough = reads->compared >= least && 2 * reads->compared > all;
        const uint64_t agree = enough && !result.difference.found ? reads->compared : 0;
        *alone = agree > most || (*alone && agree < most);
        if (agree > most) {
            says = reads->says;
            *best = trial;
            most = agree;
        }
    }
    *alone &= !best->fault || (says >= SAYS_SURE && !stands);
    return STATUS_OK;
}

/* ---- What may be wrong */

/* A data line that each wrong read has otherwise than the model, and that is the same in all reads. */
static void one_line(char *text, size_t size, const struct models_reads *r)
{
    const unsigned same = ~(unsigned)(r->high & r->low) & 0xff, lines = same & ~(unsigned)r->others;
    if (r->wrong >= WRONG_SURE && lines && !(lines & (lines - 1)))
        (void)snprintf(text, size, "D%d is always %s in reads", __builtin_ctz(lines), r->high & lines ? "high" : "low");
}

int reading_conclude(const struct reading *reading, struct error *e)
{
    struct capture_result *r = reading->result;
    const enum wires_side side = reading->side->wires;
    struct trial best;
    bool alone;
    const bool odd = r->difference.found || !r->reads.compared || clips_dead(&r->survey.clips);
    if (odd)
        (void)clips_text(r->clips, sizeof r->clips, &r->survey.clips, side, r->survey.pins);
    if (!r->alone || 2 * r->reads.compared > r->reads.all)
        clips_strobes(r->clips, sizeof r->clips, &r->survey.clips, side, r->alone);
    if (!*r->clips)
        one_line(r->clips, sizeof r->clips, &r->reads);
    int status = STATUS_OK;
    if (r->accesses && (r->difference.found || !r->reads.compared) && !*r->clips) {
        status = reading_search(reading, FAULTS, r->reads.compared - r->difference.found, &best, &alone, e);
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
