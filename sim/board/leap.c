/* SPDX-License-Identifier: MIT */
#include "leap.h"

#include <stdlib.h>
#include <string.h>

/* Edges of X2 in a period, times the odd part of FOUT's divider, which so stands still; the longer ones are for counts
 * that reload small values. A step of a count is 256 or more: no two bytes beside each other can pass for one. */
#define EDGES 1024U
#define MORE 15U
#define STEP_LEAST 256
#define LEAST UINT64_C(4) /* periods that a wait has at least */
#define F2 12U            /* sources from here on use the scaler */
#define CM_BCD 0x10U
#define CM_UP 0x08U
#define MM_COUNTS 0x800fU /* BCD scaler, comparators, time of day */

struct seen {
    unsigned char *bytes;
    size_t size;
    struct chip_state chip;
    uint64_t ticks;
};

static void see(struct seen *s, const struct engine *e)
{
    s->bytes = e->ops->save(e, &s->size);
    e->ops->state(e, &s->chip);
    s->ticks = e->ops->ticks(e);
}

/* And notes. */
static uint64_t violations(const struct engine *e)
{
    uint64_t all = 0;
    for (int check = 0; check < FIG_CHECKS; check++) {
        struct check_record record;
        e->ops->record(e, check, &record);
        all += record.violations;
    }
    return all;
}

/* Nothing but a plain binary count depends on a count or on the scaler. A TC, which may end with the next source edge,
 * takes that edge disarmed too. */
static bool plain(const struct chip_state *c)
{
    bool uses_scaler = (c->master >> 4 & 15U) >= F2;
    for (int n = 0; n < 5; n++)
        uses_scaler |= (c->armed | c->tc) >> n & 1U && ((c->mode[n] >> 8 & 15U) >= F2 || c->mode[n] & CM_BCD);
    return !uses_scaler && !(c->master & MM_COUNTS);
}

/* Periods until a count that moves comes near its end. */
static uint64_t periods(const struct seen s[3])
{
    uint64_t least = UINT64_MAX;
    for (int n = 0; n < 5; n++) {
        const uint16_t count = s[2].chip.count[n], before = s[1].chip.count[n];
        const bool up = s[2].chip.mode[n] & CM_UP;
        const uint64_t step = (uint16_t)(up ? count - before : before - count), left = up ? 0xffffU - count : count;
        if (step && left / step < least)
            least = left / step;
    }
    return least < 1 ? 0 : least - 1;
}

/* The value moves as a count does, or as the scaler, which counts each edge: it is one, or was copied from one at some
 * edge of each period. */
static bool counts(const struct seen s[3], const uint16_t value[3], unsigned edges)
{
    const uint16_t step = (uint16_t)(value[2] - value[1]);
    bool as = step == (uint16_t)edges;
    for (int n = 0; n < 5; n++)
        as |= (uint16_t)(s[2].chip.count[n] - s[1].chip.count[n]) == step &&
              (uint16_t)(s[1].chip.count[n] - s[0].chip.count[n]) == step;
    return as && (uint16_t)(value[1] - value[0]) == step && step >= STEP_LEAST && step <= 65536 - STEP_LEAST;
}

/* Moves the last state on. False: something moves that is neither a time nor a count; the state is then spoilt. */
static bool move(const struct seen s[3], unsigned edges, uint64_t period_ps, uint64_t times)
{
    for (size_t at = 0; at < s[2].size;) {
        const size_t whole = at & ~(size_t)3;
        uint64_t wide[3];
        uint16_t half[3];
        for (int n = 0; n < 3; n++)
            memcpy(&half[n], s[n].bytes + at, sizeof half[n]);
        at += sizeof *half;
        if (half[0] == half[1] && half[1] == half[2])
            continue;
        if (whole + sizeof *wide > s[2].size)
            return false;
        for (int n = 0; n < 3; n++)
            memcpy(&wide[n], s[n].bytes + whole, sizeof wide[n]);
        const uint64_t step = wide[2] - wide[1];
        const bool ticks = wide[0] == s[0].ticks && wide[1] == s[1].ticks && wide[2] == s[2].ticks;
        if (step == wide[1] - wide[0] && (step == period_ps || ticks)) {
            wide[2] += times * step;
            memcpy(s[2].bytes + whole, &wide[2], sizeof wide[2]);
            at = whole + sizeof wide[2];
        } else if (counts(s, half, edges)) {
            half[2] = (uint16_t)(half[2] + times * (uint16_t)(half[2] - half[1]));
            memcpy(s[2].bytes + at - sizeof *half, &half[2], sizeof half[2]);
        } else
            return false;
    }
    return true;
}

/* Ticks two periods of so many edges, and leaps over those that are like them. False: they were not alike. */
static bool leap(struct engine *e, unsigned edges, uint64_t period_ps, uint64_t until_ps, enum engine_stop *stop)
{
    struct seen s[3] = {{0}};
    const uint64_t before = violations(e);
    for (int n = 0; n < 3 && *stop == STOP_UNTIL; n++) {
        if (n)
            *stop = e->ops->run(e, e->ops->now_ps(e) + period_ps, false);
        see(&s[n], e);
    }
    /* Each violation is reported: a leap would hide those of the periods left out */
    bool alike = *stop == STOP_UNTIL && plain(&s[2].chip) && violations(e) == before;
    if (alike) {
        const uint64_t most = (until_ps - e->ops->now_ps(e)) / period_ps, times = periods(s);
        alike = move(s, edges, period_ps, times < most ? times : most);
    }
    if (alike)
        e->ops->restore(e, s[2].bytes);
    for (int n = 0; n < 3; n++)
        free(s[n].bytes);
    return alike;
}

/* 0 is a divider of 16. */
static unsigned odd_part(unsigned divider)
{
    while (divider && divider % 2 == 0)
        divider /= 2;
    return divider ? divider : 1;
}

enum engine_stop leap_run(struct engine *e, const struct engine_settings *settings, uint64_t until_ps)
{
    const struct osc *osc = &settings->osc;
    const uint64_t x2_ps = (uint64_t)(osc->high_ps + osc->low_ps);
    const bool leaps = !osc->parts && !settings->no_skip && !settings->effects && !settings->every_edge;
    struct chip_state chip;
    unsigned times = 1, failed = 0;
    enum engine_stop stop = STOP_UNTIL;
    if (!leaps || until_ps <= e->ops->now_ps(e) + LEAST * EDGES * x2_ps) /* nearly all runs: the state costs time */
        return e->ops->run(e, until_ps, false);
    e->ops->state(e, &chip);
    const unsigned edges = EDGES * odd_part(chip.master >> 8 & 15U);
    const uint64_t period_ps = edges * x2_ps;
    while (stop == STOP_UNTIL && until_ps > e->ops->now_ps(e) + LEAST * times * period_ps) {
        failed = leap(e, times * edges, times * period_ps, until_ps, &stop) ? 0 : failed + 1;
        if (failed == 2) { /* a count that ends fails once */
            times = times == 1 ? MORE : 1;
            failed = 0;
        }
    }
    return stop == STOP_UNTIL ? e->ops->run(e, until_ps, false) : stop;
}
