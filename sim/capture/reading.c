/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <math.h>
#include <stdlib.h>

#include "cli/memory.h"

/* Trials of the search end after so many accesses; later differences are not explained. */
#define TRIAL_ACCESSES 10000
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

/* ---- Trials */

static int play(struct reading *r, struct error *e);

/* Plays one beside a reading that may be under way. */
static int try_otherwise(const struct reading *of, struct trial trial, struct capture_result *result, struct error *e)
{
    static const struct capture_calls none = {0};
    struct reading *r = memory_new(1, of->side->size);
    *result = (struct capture_result){.survey = of->result->survey};
    *r = (struct reading){.side = of->side, .setup = of->setup, .calls = &none, .result = result, .trial = trial};
    r->samples = (struct samples){.source = of->samples.source, .fault = trial.fault};
    r->samples.source.block = memory_new(SOURCE_BLOCK + SOURCE_BEYOND, 1);
    const int status = play(r, e);
    free(r->samples.source.block);
    free(r);
    return status;
}

/* The choices that explain the first difference at the chip: made otherwise, they remove it. Few captures have one, so
 * the others need not pay for it. */
static int explain(const struct reading *r, struct models_difference *difference, struct error *e)
{
    static const uint32_t choice[] = {
#define CHOICE(symbol, name, text, first, second, model) (model),
#include "sim/figures/figures.def"
    };
    int status = STATUS_OK;
    struct capture_result result;
    difference->tried = r->side->wires == WIRES_CHIP && difference->access.number <= TRIAL_ACCESSES;
    for (size_t n = 0; n < sizeof choice / sizeof choice[0] && difference->tried && status == STATUS_OK; n++) {
        const struct trial trial = {.accesses = difference->access.number, .choice = choice[n]};
        status = try_otherwise(r, trial, &result, e);
        difference->explains |= result.found.difference.found ? 0 : choice[n];
    }
    return status;
}

/* How many reads of a trial agree with the model; 0: one differs, or too few agree to make sense. */
static uint64_t agreeing(const struct capture_result *trial, bool fault, uint64_t least)
{
    const struct models_reads *reads = &trial->found.reads;
    /* Of a capture from the middle all may follow from what was before */
    const uint64_t all = reads->all - (fault ? 0 : reads->gap[GAP_STATE]);
    const bool enough = reads->compared >= least && 2 * reads->compared > all;
    const bool likely = !trial->unlikely || reads->lines.says >= SAYS_SURE;
    return enough && !trial->found.difference.found && likely ? reads->compared : 0;
}

int reading_search(const struct reading *of, unsigned faults, uint64_t most, struct trial *best, struct error *e)
{
    const unsigned kinds = of->side->wires == WIRES_SOCKET ? PAL_KINDS : 1;
    const uint64_t before = of->result->found.reads.compared, least = before > 4 ? before : 4;
    uint64_t says = 0;
    struct capture_result result;
    *best = (struct trial){0};
    for (unsigned n = 0; n < kinds * faults; n++) {
        const struct trial trial = {TRIAL_ACCESSES, (enum pal_kind)(n % kinds), n / kinds, 0, true};
        if (clips_lines(trial.fault) & ~of->result->survey.pins)
            continue;
        const int status = try_otherwise(of, trial, &result, e);
        if (status)
            return status;
        const uint64_t agree = agreeing(&result, trial.fault, least);
        best->only_best &= agree != most;
        if (agree > most) {
            says = result.found.reads.lines.says;
            *best = trial;
            most = agree;
        }
    }
    /* If a counter stands its ARM or clock may be missing, which explains as much */
    const bool stands = of->result->found.difference.found &&
                        !(of->result->found.reads.wrong & (of->result->found.reads.moved | OTHERS_WRONG));
    best->only_best &= !best->fault || (says >= SAYS_SURE && !stands);
    return STATUS_OK;
}

/* ---- All samples */

static int play(struct reading *r, struct error *e)
{
    const uint64_t accesses = r->trial.accesses;
    struct models_difference *first = &r->evidence.found.difference;
    struct sample sample;
    int status = STATUS_OK;
    r->side->start(r);
    source_again(&r->samples.source);
    for (bool more = true; more && status == STATUS_OK; r->any = true) {
        if (accesses && (first->found || r->result->accesses >= accesses))
            break;
        status = samples_next(&r->samples, &r->result->survey.sampling, &sample, &more, e);
        if (status == STATUS_OK && more && r->any && !sample.levels.none)
            r->result->strobes_unknown |= sample.levels.unknown & r->side->strobes;
        if (status == STATUS_OK && more && !r->any)
            status = r->side->first(r, &sample.levels, e);
        if (status == STATUS_OK)
            status = r->side->sample(r, more ? &sample : NULL, e);
        if (status == STATUS_OK && first->found && !r->told && r->calls->difference) {
            r->told = true;
            status = explain(r, first, e);
            r->calls->difference(r->calls->context, first);
        }
    }
    r->result->glitches = r->samples.glitches;
    if (r->any && status == STATUS_OK)
        evidence_end(&r->evidence);
    r->result->found = r->evidence.found;
    if (status == STATUS_OK)
        r->side->end(r);
    return status;
}

/* ---- What may be wrong */

/* A data line that each wrong read has otherwise than the model, and that is the same in all reads; or the only one
 * that is. */
static void one_line(char *text, size_t size, const struct models_reads *reads)
{
    const struct line_doubts *r = &reads->lines;
    const unsigned same = ~(unsigned)(reads->high & reads->low) & 0xff, one = (same & (same - 1)) ? 0 : same;
    /* An open pin: the chip may have got the writes wrong, too. The highest line is low in small counts */
    const bool open = one && r->apart[__builtin_ctz(one)] >= WRONG_SURE && reads->high >= one;
    const unsigned lines = open ? one : same & ~(unsigned)r->others;
    if (r->wrong >= WRONG_SURE && lines && !(lines & (lines - 1)))
        (void)snprintf(text, size, "D%d is always %s in reads", __builtin_ctz(lines),
                       reads->high & lines ? "high" : "low");
}

/* Counters that stand, or count so much too slow or too fast, if that explains all that is wrong. */
static void paces(char *text, size_t size, const struct capture_result *r)
{
    const double error = 2 * r->survey.x2_rate.error;
    for (unsigned n = 0; n < 5; n++) {
        const struct pace *p = &r->found.reads.pace[n];
        const double most = 1 / p->slower, percent = 50 * (p->least + most) - 100;
        if (!(r->found.reads.wrong >> n & 1))
            continue;
        if (p->reads < WRONG_SURE || p->least > most || (p->least <= 1 + error && most >= 1 - error) ||
            r->found.reads.wrong & OTHERS_WRONG) {
            text[0] = '\0';
            return;
        }
        list_add(text, size, ", ",
                 r->found.reads.moved >> n & 1 ? "counter %u counts %.3g %% too %s" : "counter %u stands", n + 1,
                 fabs(percent), percent < 0 ? "slow" : "fast");
    }
}

/* What alone makes sense of most reads. */
static int one_trial(const struct reading *reading, struct error *e)
{
    struct capture_result *r = reading->result;
    struct trial best;
    const int status = reading_search(reading, FAULTS, r->found.reads.compared - r->found.difference.found, &best, e);
    if (status == STATUS_OK && best.only_best && !best.fault)
        (void)snprintf(r->suspicion, sizeof r->suspicion, "this board looks like the %s translator",
                       pal_kind_name[best.pal]);
    else if (status == STATUS_OK && best.only_best)
        clips_fault(r->suspicion, sizeof r->suspicion, best.fault, reading->side->wires);
    return status;
}

int reading_run(struct reading *reading, struct error *e)
{
    struct capture_result *r = reading->result;
    const enum wires_side side = reading->side->wires;
    int status = play(reading, e);
    if (status)
        return status;
    const bool wrong = r->found.difference.found || !r->found.reads.compared;
    const bool silent = !wrong && !(r->found.reads.high && r->found.reads.low);
    if (wrong || silent || clips_dead(&r->survey.clips))
        clips_text(r->suspicion, sizeof r->suspicion, &r->survey.clips, side, r->survey.pins, silent);
    if (!r->one_strobe)
        clips_strobes(r->suspicion, sizeof r->suspicion, &r->survey.clips, side, false);
    if (!*r->suspicion && wrong && r->survey.missed)
        (void)snprintf(r->suspicion, sizeof r->suspicion, "accesses may be missing (sample faster)");
    if (!*r->suspicion && r->accesses && wrong)
        status = one_trial(reading, e);
    if (!*r->suspicion && r->found.reads.high && r->found.reads.low)
        paces(r->suspicion, sizeof r->suspicion, r);
    if (!*r->suspicion)
        one_line(r->suspicion, sizeof r->suspicion, &r->found.reads);
    if (!*r->suspicion)
        clips_strobes(r->suspicion, sizeof r->suspicion, &r->survey.clips, side, true);
    if (status || r->one_strobe)
        return status;
    return error_set(e, STATUS_INPUT,
                     "%s: no access was captured in which one of %s falls and rises%s%s%s, expected one",
                     reading->setup->file, side == WIRES_CHIP ? "RD and WR" : "MAS- and MDS-",
                     r->accesses                                 ? ", they are low together"
                     : side == WIRES_CHIP && !r->survey.selected ? " while CS is low"
                                                                 : "",
                     *r->suspicion ? ": " : "", r->suspicion);
}
