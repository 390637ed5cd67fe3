/* SPDX-License-Identifier: MIT */
#include "sequence.h"

#include <inttypes.h>
#include <string.h>

#include "model/am9513_internal.h"

static const struct {
    const char *name, *text; /* text: around the counter's number */
} mistake_is[SEQUENCE_MISTAKES] = {
    [SEQUENCE_STOOD] = {"stood", "counter %u has not counted from its ARM on, and SAVE has saved that count"},
    [SEQUENCE_IDLE] = {"never-armed", "counter %u was never armed, and SAVE has saved its count"},
    [SEQUENCE_RESERVED] = {"reserved", "counter %u is armed in a mode or with an output code that no sheet names"},
    [SEQUENCE_TORN] = {"torn", "the count of counter %u and of its chained one are saved by two commands"},
    [SEQUENCE_OVER] = {"save-over", "SAVE of counter %u between the bytes of its Hold register"},
    [SEQUENCE_STALE] = {"stale", "Hold %u is read without a data pointer command after SAVE: a count before it"},
    [SEQUENCE_HALF] = {"half-word", "only one byte of a word of counter %u is transferred"},
};

static void note(struct sequence *s, enum sequence_mistake mistake, unsigned n, uint32_t access, uint32_t place)
{
    struct sequence_note *one = s->note;
    while (one < s->note + s->notes && (one->mistake != mistake || one->n != n))
        one++;
    if (one == s->note + s->notes)
        s->note[s->notes++] = (struct sequence_note){mistake, n, access, place, 0};
    one->count++;
}

/* Whether a count that stands says something: F1-F5 without a gate may be slow, and so may a counter that counts. */
static bool tells(const struct sequence *s, const struct chip_state *chip, unsigned n)
{
    for (int chain = 0; chain < 5; chain++) {
        const unsigned source = chip->mode[n] >> 8 & 15, gate = chip->mode[n] >> 13;
        if (gate || source)
            return gate || source <= 10;
        n = (n + 4) % 5;
        if (!(chip->armed >> n & 1))
            return true;
        if (s->counter[n].moved)
            return false;
    }
    return false;
}

/* A count that leaves TC may stay the same; LOAD ends TC, too. */
static void look(struct sequence *s, const struct chip_state *chip)
{
    for (int n = 0; n < 5; n++) {
        struct sequence_counter *c = &s->counter[n];
        c->moved |= chip->count[n] != c->count || (c->tc && !(chip->tc >> n & 1));
        c->ran |= chip->armed >> n & 1;
    }
}

/* The counter's time from ARM to here is over. */
static void judge(struct sequence *s, const struct chip_state *chip, unsigned n)
{
    struct sequence_counter *c = &s->counter[n];
    if (c->armed && c->seen && !c->moved && chip->armed >> n & 1 && tells(s, chip, n))
        note(s, SEQUENCE_STOOD, n, c->armed, c->place);
    c->armed = 0;
}

static void arm(struct sequence *s, const struct chip_state *chip, const struct sequence_access *a, unsigned n,
                bool load)
{
    struct sequence_counter *c = &s->counter[n];
    judge(s, chip, n);
    c->armed = a->number;
    c->place = s->place;
    c->ran = true;
    c->count = load ? chip->load[n] : chip->count[n];
    c->tc = !load && chip->tc >> n & 1;
    c->moved = c->seen = false;
    const unsigned out = chip->mode[n] & 7;
    if (strchr("MPTUW", am9513_mode_letter(chip->mode[n])) || out % 4 == 3 || out == 6)
        note(s, SEQUENCE_RESERVED, n, a->number, s->place);
}

static void command(struct sequence *s, const struct chip_state *chip, const struct sequence_access *a)
{
    const unsigned kind = a->data >> 5 & 7;
    const bool points = !kind;
    if (points)
        s->fetched = a->number;
    for (unsigned n = 0; n < 5; n++) {
        struct sequence_counter *c = &s->counter[n];
        const bool here = !chip->low_next && (chip->pointer & 7U) == n + 1;
        if ((a->data & 0xff) == 0xff) {
            judge(s, chip, n);
            c->ran &= c->saved > 0; /* what was before a capture is over */
        }
        if (points && here)
            note(s, SEQUENCE_HALF, n, a->number, s->place);
        if (points || kind > COMMAND_DISARM || !(a->data >> n & 1))
            continue;
        if (kind == COMMAND_SAVE || kind == COMMAND_DISARM_SAVE) {
            c->saved = a->number;
            c->with = a->data & 31;
            c->seen = true;
            c->place = c->ran ? c->place : s->place;
            if (here && !s->wrote)
                note(s, SEQUENCE_OVER, n, a->number, s->place);
        }
        if ((kind == COMMAND_LOAD || kind == COMMAND_LOAD_ARM) && here && s->wrote)
            note(s, SEQUENCE_HALF, n, a->number, s->place);
        if (kind == COMMAND_ARM || kind == COMMAND_LOAD_ARM)
            arm(s, chip, a, n, kind == COMMAND_LOAD_ARM);
        else if (kind == COMMAND_LOAD)
            c->count = chip->load[n];
        else if (kind != COMMAND_SAVE)
            judge(s, chip, n);
    }
}

static bool goes_on(const struct chip_state *chip, unsigned from, unsigned to)
{
    return to == (from + 1) % 5 && !(chip->mode[to] >> 8 & 15);
}

static void data(struct sequence *s, const struct chip_state *chip, const struct sequence_access *a)
{
    const unsigned n = (chip->pointer & 7U) - 1;
    const bool hold = n < 5 && chip->pointer >= 2 << 3, whole = a->wide || !chip->low_next;
    if (hold && !a->write && s->counter[n].saved > s->fetched && (a->wide || chip->low_next))
        note(s, SEQUENCE_STALE, n, a->number, s->place);
    if (whole)
        s->fetched = a->number; /* the next word */
    s->wrote = a->write;
    if (!hold || !whole || a->write)
        return;
    struct sequence_counter *c = &s->counter[n];
    for (unsigned other = 0; other < 5; other++) {
        const struct sequence_counter *o = &s->counter[other];
        const bool chained = goes_on(chip, other, n) || goes_on(chip, n, other);
        if (chained && o->read > o->saved && c->saved && o->saved && !(c->with >> other & 1) && !(o->with >> n & 1))
            note(s, SEQUENCE_TORN, n, a->number, s->place);
    }
    c->read = a->number;
}

void sequence_next(struct sequence *s, const struct chip_state *chip, const struct sequence_access *a)
{
    look(s, chip);
    if (!a->control)
        data(s, chip, a);
    else if (a->write)
        command(s, chip, a);
}

void sequence_end(struct sequence *s, const struct chip_state *chip)
{
    look(s, chip);
    for (unsigned n = 0; n < 5; n++) {
        const struct sequence_counter *c = &s->counter[n];
        judge(s, chip, n);
        if (!c->ran && c->saved && c->read > c->saved)
            note(s, SEQUENCE_IDLE, n, c->saved, c->place);
    }
}

bool sequence_stood(const struct sequence *s)
{
    bool stood = false;
    for (size_t n = 0; n < s->notes; n++)
        stood |= s->note[n].mistake <= SEQUENCE_IDLE;
    return stood;
}

const char *sequence_text(char *text, size_t size, const struct sequence_note *one)
{
    char what[128], times[32] = "";
    (void)snprintf(what, sizeof what, mistake_is[one->mistake].text, one->n + 1);
    if (one->count > 1)
        (void)snprintf(times, sizeof times, " (%" PRIu32 " times)", one->count);
    (void)snprintf(text, size, "access %" PRIu32 ": %s%s", one->access, what, times);
    return text;
}

cJSON *sequence_json(const struct sequence_note *one, const char *place)
{
    char text[200];
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "mistake", mistake_is[one->mistake].name);
    cJSON_AddNumberToObject(object, "counter", one->n + 1);
    cJSON_AddNumberToObject(object, "access", one->access);
    cJSON_AddNumberToObject(object, "count", one->count);
    cJSON_AddStringToObject(object, "text", sequence_text(text, sizeof text, one));
    cJSON_AddStringToObject(object, "place", place);
    return object;
}
