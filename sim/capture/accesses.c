/* SPDX-License-Identifier: MIT */
#include "accesses.h"

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- Glitches */

void deglitch_start(struct deglitch *d, const struct sampling *s)
{
    const int64_t most = s->interval_ps + unsure_ps(s); /* what one sample may last */
    const int64_t read = least_of(s, FIG_TRLRH), valid = read - s->figure[FIG_TRLQV].value[CORNER_MAX];
    *d = (struct deglitch){0};
    if (most <= smaller(read, smaller(least_of(s, FIG_TWLWH), least_of(s, FIG_TWHWL_SHORT))))
        d->pins |= AM9513_RD_N | AM9513_WR_N;
    if (most <= smaller(least_of(s, FIG_TAVWH) + least_of(s, FIG_TWHAX), read + least_of(s, FIG_TAVRL)))
        d->pins |= AM9513_CD;
    if (most <= smaller(least_of(s, FIG_TSLWH) + least_of(s, FIG_TWHSH), read + least_of(s, FIG_TSLRL)))
        d->pins |= AM9513_CS_N;
    if (most <= smaller(least_of(s, FIG_TDVWH) + least_of(s, FIG_TWHDX), valid))
        d->pins |= AM9513_DB;
    if (most <= smaller(least_of(s, FIG_TCHCL), least_of(s, FIG_TCLCH)))
        d->pins |= WIRE_X2;
    if (most <= smaller(least_of(s, FIG_TEHEL), least_of(s, FIG_TELEH)))
        d->pins |= (UINT64_C(0x3ff) << AM9513_PLACE_SRC) | (UINT64_C(31) << AM9513_PLACE_OUT) | AM9513_FOUT;
}

/* The levels that wait lose what goes back at once. */
static void repair(struct deglitch *d, const struct sampling *s, const struct vcd_levels *next)
{
    struct vcd_levels *l = &d->waits.levels;
    if ((int64_t)(next->at_ps - l->at_ps) * 2 >= 3 * s->interval_ps)
        return;
    const uint64_t back = levels_differ(&d->before, l) & ~levels_differ(&d->before, next) & d->pins;
    l->high = (l->high & ~back) | (d->before.high & back);
    l->unknown = (l->unknown & ~back) | (d->before.unknown & back);
    d->waits.glitches = back;
    d->waits.glitch_ps = between(l->at_ps, next->at_ps);
    d->count += (uint64_t)__builtin_popcountll(back);
}

bool deglitch_next(struct deglitch *d, const struct sampling *s, const struct vcd_levels *levels, struct sample *out)
{
    const bool first = !d->waiting;
    if (first && levels)
        d->before = *levels;
    else if (levels)
        repair(d, s, levels);
    *out = d->waits;
    out->before = d->before;
    if (!first)
        d->before = d->waits.levels;
    d->waiting = levels;
    if (levels)
        d->waits = (struct sample){.levels = *levels};
    return !first;
}

/* ---- Accesses */

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

static void end_access(struct accesses *a, const struct sampling *s, const struct sample *sample, bool write,
                       struct bus_access *out)
{
    const struct vcd_levels *last = &sample->before;
    *out = (struct bus_access){
        .number = ++a->count,
        .begin_ps = write ? a->write_ps : a->read_ps,
        .end_ps = sample->levels.at_ps,
        .write = write,
        .control = last->high & AM9513_CD,
        .doubtful =
            last->unknown & AM9513_CD || (sample_moves(sample) & AM9513_CD && unsure_ps(s) > least_of(s, FIG_TAVWH)),
        .both = a->both,
        .value = (uint16_t)((last->high | ~a->pins) & AM9513_DB),
    };
    out->upper = (uint8_t)((out->value | last->unknown) >> 8);
    out->unsure = unsure(s, sample, out);
}

void accesses_start(struct accesses *a, uint64_t pins)
{
    *a = (struct accesses){.pins = pins, .read_ps = UINT64_MAX, .write_ps = UINT64_MAX};
}

int accesses_next(struct accesses *a, const struct sampling *s, const struct sample *sample, struct bus_access ended[2])
{
    int count = 0;
    const struct vcd_levels *now = &sample->levels;
    const bool reads = bus_low(now, AM9513_RD_N), writes = bus_low(now, AM9513_WR_N);
    a->lost |= now->unknown & (AM9513_CS_N | AM9513_RD_N | AM9513_WR_N);
    if (access_begins(sample, AM9513_RD_N))
        a->read_ps = now->at_ps;
    if (access_begins(sample, AM9513_WR_N))
        a->write_ps = now->at_ps;
    if (access_ends(sample, AM9513_WR_N))
        end_access(a, s, sample, true, &ended[count++]);
    if (access_ends(sample, AM9513_RD_N))
        end_access(a, s, sample, false, &ended[count++]);
    a->both = (reads && writes) || ((reads || writes) && a->both);
    return count;
}
