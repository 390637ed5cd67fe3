/* SPDX-License-Identifier: MIT */
#include "accesses.h"

/* A sample up to this time before the strobe's end shows what the chip sees at the end, if the bus is legal. */
static uint16_t unsure(const struct sampling *s, const struct sample *sample, const struct bus_access *a)
{
    const int64_t early = unsure_ps(s), valid = s->figure[FIG_TRLQV].value[CORNER_MAX];
    uint64_t bits = sample->before.unknown;
    if (a->write && early > least_of(s, FIG_TDVWH))
        bits |= sample_moves(sample);
    if (!a->write && early > least_of(s, FIG_TRLRH) - valid && (int64_t)(a->end_ps - a->begin_ps) - early < valid)
        bits = AM9513_DB;
    return (uint16_t)bits;
}

static void end_access(struct accesses *a, const struct survey *survey, const struct sample *sample, bool write,
                       struct bus_access *out)
{
    const struct levels *last = &sample->before;
    const struct sampling *s = &survey->sampling;
    *out = (struct bus_access){
        .number = ++a->count,
        .begin_ps = write ? a->write_ps : a->read_ps,
        .end_ps = sample->levels.at_ps,
        .write = write,
        .control = last->high & AM9513_CD,
        .doubtful =
            last->unknown & AM9513_CD || (sample_moves(sample) & AM9513_CD && unsure_ps(s) > least_of(s, FIG_TAVWH)),
        .both = a->both,
        .value = (uint16_t)((last->high | ~survey->pins) & AM9513_DB),
    };
    out->upper = (uint8_t)((out->value | last->unknown) >> 8);
    out->unsure = unsure(s, sample, out);
}

int accesses_next(struct accesses *a, const struct survey *survey, const struct sample *sample,
                  struct bus_access ended[2])
{
    int count = 0;
    const struct levels *now = &sample->levels;
    const bool reads = bus_low(now, AM9513_RD_N), writes = bus_low(now, AM9513_WR_N);
    if (access_begins(sample, AM9513_RD_N))
        a->read_ps = now->at_ps;
    if (access_begins(sample, AM9513_WR_N))
        a->write_ps = now->at_ps;
    if (access_ends(sample, AM9513_WR_N))
        end_access(a, survey, sample, true, &ended[count++]);
    if (access_ends(sample, AM9513_RD_N))
        end_access(a, survey, sample, false, &ended[count++]);
    a->both = (reads && writes) || ((reads || writes) && a->both);
    return count;
}
