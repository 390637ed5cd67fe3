/* SPDX-License-Identifier: MIT */
#include "samples.h"

/* ---- Glitches */

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

uint64_t deglitch_pins(const struct sampling *s)
{
    const int64_t most = s->interval_ps + unsure_ps(s); /* what one sample may last */
    const int64_t read = least_of(s, FIG_TRLRH), valid = read - s->figure[FIG_TRLQV].value[CORNER_MAX];
    uint64_t pins = 0;
    if (most <= smaller(read, smaller(least_of(s, FIG_TWLWH), least_of(s, FIG_TWHWL_SHORT))))
        pins |= AM9513_RD_N | AM9513_WR_N;
    if (most <= smaller(least_of(s, FIG_TAVWH) + least_of(s, FIG_TWHAX), read + least_of(s, FIG_TAVRL)))
        pins |= AM9513_CD;
    if (most <= smaller(least_of(s, FIG_TSLWH) + least_of(s, FIG_TWHSH), read + least_of(s, FIG_TSLRL)))
        pins |= AM9513_CS_N;
    if (most <= smaller(least_of(s, FIG_TDVWH) + least_of(s, FIG_TWHDX), valid))
        pins |= AM9513_DB;
    if (most <= smaller(least_of(s, FIG_TCHCL), least_of(s, FIG_TCLCH)))
        pins |= WIRE_X2;
    if (most <= smaller(least_of(s, FIG_TEHEL), least_of(s, FIG_TELEH)))
        pins |= WIRES_COUNTED | WIRES_OUT | AM9513_FOUT;
    return pins;
}

/* The levels that wait lose what goes back at once. */
static void repair(struct samples *d, int64_t interval_ps, const struct levels *next)
{
    struct levels *l = &d->waits.levels;
    if ((int64_t)(next->at_ps - l->at_ps) * 2 >= 3 * interval_ps)
        return;
    const uint64_t back = levels_differ(&d->before, l) & ~levels_differ(&d->before, next) & d->deglitch;
    l->high = (l->high & ~back) | (d->before.high & back);
    l->unknown = (l->unknown & ~back) | (d->before.unknown & back);
    l->none &= !(back & WIRES_NEEDED);
    d->waits.glitches = back;
    d->waits.glitch_ps = between(l->at_ps, next->at_ps);
    d->glitches += (uint64_t)__builtin_popcountll(back);
}

/* Takes the next levels and gives those before them; false: there are none yet. levels NULL: the last ones. */
static bool give(struct samples *d, int64_t interval_ps, const struct levels *levels, struct sample *out)
{
    const bool first = !d->waiting;
    if (first && levels)
        d->before = *levels;
    else if (levels)
        repair(d, interval_ps, levels);
    *out = d->waits;
    out->before = d->before;
    if (!first)
        d->before = d->waits.levels;
    d->waiting = levels;
    if (levels)
        d->waits = (struct sample){.levels = *levels};
    return !first;
}

/* ---- Samples */

int samples_next(struct samples *s, const struct sampling *sampling, struct sample *out, bool *more, struct error *e)
{
    struct levels now;
    bool goes_on = true;
    *more = true;
    while (!s->ended && (!s->fault || s->tried++ < SAMPLES_TRIAL)) {
        const int status = s->source.next(&s->source, &now, &goes_on, e);
        s->ended = !goes_on;
        if (status)
            return status;
        clips_undo(&now, s->fault);
        if (give(s, sampling->interval_ps, &now, out))
            return STATUS_OK;
    }
    *more = give(s, sampling->interval_ps, NULL, out);
    return STATUS_OK;
}
