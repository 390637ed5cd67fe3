/* SPDX-License-Identifier: MIT */
#include "capture.h"

#include <inttypes.h>

#define PARK_PS 10000 /* a scenario's access begins this long before its first parameter */

static uint64_t longest(const struct script *s, const int *figure, size_t count)
{
    int64_t most = 0;
    for (size_t n = 0; n < count; n++) {
        const int64_t one = least_of(&s->result->survey.sampling, figure[n]);
        most = one > most ? one : most;
    }
    return (uint64_t)most + PARK_PS;
}

/* From the beginning of an access in the scenario to the end of its write, or to the beginning of its read. */
static uint64_t lead(const struct script *s, bool write)
{
    static const int before_write[] = {FIG_TAVWH, FIG_TSLWH, FIG_TDVWH, FIG_TWLWH};
    static const int before_read[] = {FIG_TAVRL, FIG_TSLRL};
    return write ? longest(s, before_write, 4) : longest(s, before_read, 2);
}

/* To the end of the access. */
static uint64_t rest(const struct script *s, bool write)
{
    static const int after_write[] = {FIG_TWHAX, FIG_TWHDX, FIG_TWHSH};
    static const int after_read[] = {FIG_TRHAX, FIG_TRHSH};
    return write ? longest(s, after_write, 3)
                 : longest(s, after_read, 2) + (uint64_t)least_of(&s->result->survey.sampling, FIG_TRLRH);
}

/* X2 of a scenario first rises after half a period. The shift makes the captured X2 rise at its own times. */
static void start(struct script *s)
{
    const struct x2_rate *x2 = &s->result->survey.x2_rate;
    if (s->started)
        return;
    s->started = true;
    s->shift_ps = lead(s, true);
    (void)fprintf(s->f, "target chip\npart %s\n", s->setup->part);
    if (x2->periods) {
        const uint64_t period = x2->period_ps / x2->periods;
        (void)fprintf(s->f, "osc %.9fMHz\n", (double)x2->periods / (double)x2->period_ps * 1e6);
        if (s->result->survey.x2 == CAPTURE_X2_SEEN) {
            const uint64_t rise = (s->result->survey.x2_rise_ps - s->result->survey.begin_ps + s->shift_ps) % period;
            s->shift_ps += (period / 2 + period - rise) % period;
        }
    }
}

/* The scenario's access begins now, or when the recovery time of the one before allows it. */
static void pass_access(struct script *s, bool write)
{
    static const int form[2][2] = {{FIG_TRHRL, FIG_TRHWL}, {FIG_TWHRL, FIG_TWHWL}};
    const uint64_t recovery = (uint64_t)least_of(&s->result->survey.sampling, form[s->write][write]);
    const uint64_t fall = lead(s, write) - (write ? (uint64_t)least_of(&s->result->survey.sampling, FIG_TWLWH) : 0);
    if (s->strobe_ps && s->done_ps + fall < s->strobe_ps + recovery)
        s->done_ps = s->strobe_ps + recovery - fall;
    s->strobe_ps =
        s->done_ps + lead(s, write) + (write ? 0 : (uint64_t)least_of(&s->result->survey.sampling, FIG_TRLRH));
    s->done_ps += lead(s, write) + rest(s, write);
    s->write = write;
}

/* Statements that do not fit between others come as soon as they can. */
static void until(struct script *s, uint64_t at_ps, uint64_t before_ps)
{
    const uint64_t at = at_ps - s->result->survey.begin_ps + s->shift_ps - before_ps;
    if (at > s->done_ps) {
        (void)fprintf(s->f, "at %" PRIu64 "ps\n", at);
        s->done_ps = at;
    }
}

static void move_pins(struct script *s, const struct levels *l)
{
    for (uint64_t left = (s->pins ^ l->high) & WIRES_COUNTED; left; left &= left - 1) {
        const unsigned bit = (unsigned)__builtin_ctzll(left);
        char name[WIRE_PIN_MAX];
        until(s, l->at_ps, 0);
        (void)fprintf(s->f, "pin %s %d\n", wire_name(name, sizeof name, WIRES_CHIP, bit), (int)(l->high >> bit & 1));
    }
    s->pins = l->high & WIRES_COUNTED;
}

static void move_waiting(struct script *s)
{
    for (unsigned n = 0; n < s->waiting; n++)
        move_pins(s, &s->waits[n]);
    s->waiting = 0;
}

void script_pins(struct script *s, const struct levels *l, bool reading)
{
    const uint64_t last = s->waiting ? s->waits[s->waiting - 1].high : s->pins;
    start(s);
    if (!((last ^ l->high) & WIRES_COUNTED))
        return;
    if (!reading || s->waiting == SCRIPT_WAITS)
        move_waiting(s);
    if (reading)
        s->waits[s->waiting++] = *l;
    else
        move_pins(s, l);
}

static void write_access(struct script *s, const struct bus_access *a, const struct known_word *w)
{
    const bool begun = a->begin_ps != UINT64_MAX;
    if (a->both || a->doubtful || (a->write && a->unsure) || (!a->write && !begun)) {
        (void)fprintf(s->f, "# access %" PRIu64 " is not known\n", a->number);
        return;
    }
    until(s, a->write ? a->end_ps : a->begin_ps, lead(s, a->write));
    pass_access(s, a->write);
    if (a->write && !a->control && !a->wide && a->upper != 0xff)
        (void)fprintf(s->f, "word 0x%02x%02x\n", a->upper, a->value);
    else if (a->write)
        (void)fprintf(s->f, "%s 0x%02x\n", a->control ? "cmd" : a->wide ? "word" : "data", a->value);
    else {
        const char *what = a->control ? "status" : a->wide ? "readw" : "read";
        if (w->sure)
            (void)fprintf(s->f, "%s & 0x%x = 0x%x\n", what, w->sure, a->value & w->sure);
        else
            (void)fprintf(s->f, "%s -> none\n", what);
    }
}

void script_access(struct script *s, const struct bus_access *a, const struct known_word *w)
{
    start(s);
    write_access(s, a, w);
    move_waiting(s);
}
