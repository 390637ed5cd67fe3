/* SPDX-License-Identifier: MIT
 * The readers of a schedule: the effect of an access on each, and how its value is judged. */
#include "explore_lanes.h"

static const struct step *step_of(const struct explorer *x, const struct lanes *lanes, unsigned n)
{
    return program_step(x->program[n], lanes->lane[n].at);
}

bool lanes_done(const struct explorer *x, const struct lanes *lanes)
{
    bool done = true;
    for (unsigned n = 0; n < x->setup.readers; n++)
        done = done && lanes->lane[n].outcome != OUTCOME_RUNS;
    return done;
}

unsigned lanes_enabled(const struct explorer *x, const struct lanes *lanes)
{
    unsigned enabled = 0;
    bool held = false;
    for (unsigned n = 0; n < x->setup.readers; n++) {
        if (lanes->lane[n].outcome != OUTCOME_RUNS)
            continue;
        const struct step *s = step_of(x, lanes, n);
        if (s->atomic)
            return 1U << n;
        held = held || s->holds;
    }
    for (unsigned n = 0; n < x->setup.readers; n++)
        if (lanes->lane[n].outcome == OUTCOME_RUNS && !(held && step_of(x, lanes, n)->lock))
            enabled |= 1U << n;
    return enabled;
}

struct bus_op lanes_op(const struct explorer *x, const struct lanes *lanes, unsigned reader)
{
    const struct step *s = step_of(x, lanes, reader);
    return (struct bus_op){s->write, (uint8_t)s->offset, s->byte};
}

/* True if that byte of the count is this one in some of the slots. */
static bool byte_occurs(const struct explorer *x, uint8_t byte, unsigned shift, unsigned slots)
{
    for (unsigned s = 0; s < slots; s++)
        if (byte == (uint8_t)((x->truth + s * x->slot_us) >> shift))
            return true;
    return false;
}

static bool value_is_mixed(const struct explorer *x, uint64_t value, unsigned bits, unsigned slot)
{
    for (unsigned shift = 0; shift < bits; shift += 8)
        if (!byte_occurs(x, (uint8_t)(value >> shift), shift, slot + 1))
            return false;
    return true;
}

static uint16_t judge(const struct explorer *x, const struct lane *lane, unsigned reader, const struct step *s,
                      unsigned slot, struct verdict_of_lane *v)
{
    const unsigned bits = x->setup.reader[reader]->bits;
    const uint64_t mask = bits == 32 ? UINT32_MAX : UINT64_MAX, first = lane->first - 1U;
    if (!s->good)
        return OUTCOME_GIVEN_UP;
    v->value = s->value;
    v->least = (x->truth + first * x->slot_us - !x->setup.still) & mask;
    v->most = (x->truth + slot * x->slot_us + !x->setup.still) & mask;
    const uint64_t span = (v->most - v->least) & mask, above = (s->value - v->least) & mask;
    if (above <= span && !lane->doomed)
        return OUTCOME_RIGHT;
    const uint64_t late = above - span, early = mask - above + 1;
    uint64_t off = late < early ? late : early;
    unsigned decade = 0;
    for (; off >= 10; off /= 10)
        decade++;
    const enum explore_wrong kind = (lane->hurt & 1U << WRONG_STATUS)                          ? WRONG_STATUS
                                    : (lane->hurt & 1U << WRONG_LOST)                          ? WRONG_LOST
                                    : !lane->doomed && value_is_mixed(x, s->value, bits, slot) ? WRONG_MIXED
                                                                                               : WRONG_MOVED;
    if (x->setup.coarse)
        decade = 0;
    return (uint16_t)(OUTCOME_WRONG + (unsigned)kind * EXPLORE_DECADES + decade);
}

/* The step of the same depth to which only zeros lead: a straight reader does the same from both. */
static int forget(struct program *p, int at)
{
    const unsigned depth = program_step(p, at)->depth;
    int to = 0;
    for (unsigned n = 0; n < depth && to >= 0; n++)
        to = program_next(p, to, 0);
    return to;
}

int lanes_step(const struct explorer *x, struct lanes *lanes, unsigned reader, unsigned slot, uint8_t value,
               struct verdict_of_lane *verdict, struct error *e)
{
    struct lane *lane = &lanes->lane[reader];
    const struct bus_op op = lanes_op(x, lanes, reader);
    if (op.offset == 0)
        lanes->port = lane->port = op.write ? 1 : 2;
    else if (lane->port != lanes->port)
        lane->hurt |= (uint8_t)(1U << (op.write ? WRONG_LOST : WRONG_STATUS));
    if (!lane->first)
        lane->first = (uint16_t)(slot + 1);
    if (x->setup.coarse && x->setup.reader[reader]->straight && op.offset != 0 && !op.write && !lane->doomed &&
        !byte_occurs(x, value, 8U * lane->bytes++, EXPLORE_LENGTH)) {
        lane->doomed = true;
        lane->at = forget(x->program[reader], lane->at);
    }
    const int next =
        lane->at < 0 ? -1 : program_next(x->program[reader], lane->at, op.write || lane->doomed ? 0 : value);
    if (next < 0)
        return error_set(e, STATUS_SYSTEM, "%s does not end within %d accesses", x->setup.reader[reader]->name,
                         PROGRAM_DEPTH);
    lane->at = next;
    if (lane->doomed)
        lane->first = 1; /* the bounds of its value no longer matter */
    const struct step *s = program_step(x->program[reader], next);
    if (s->done)
        *lane = (struct lane){.outcome = judge(x, lane, reader, s, slot, verdict)};
    return STATUS_OK;
}

void lanes_count(const struct explorer *x, const struct lanes *lanes, long double weight, struct explore_result *r)
{
    bool wrong = false, given_up = false;
    unsigned equals = 0;
    for (unsigned n = 0; n < x->setup.readers; n++)
        equals += x->program[n] == x->program[0];
    for (unsigned n = 0; n < x->setup.readers; n++) {
        const uint32_t outcome = lanes->lane[n].outcome;
        if (x->program[n] == x->program[0]) {
            r->first_wrong += outcome_wrong(outcome) ? weight / equals : 0;
            r->first_given_up += outcome == OUTCOME_GIVEN_UP ? weight / equals : 0;
        }
        if (outcome_wrong(outcome)) {
            wrong = true;
            r->wrong[outcome_kind(outcome)] += weight;
            r->off[(outcome - OUTCOME_WRONG) % EXPLORE_DECADES] += weight;
        } else if (outcome == OUTCOME_GIVEN_UP) {
            given_up = true;
            r->given_up += weight;
        } else
            r->right += weight;
    }
    r->schedules += weight;
    r->with_wrong += wrong ? weight : 0;
    r->with_given_up += !wrong && given_up ? weight : 0;
}

bool witness_better(const struct explore_witness *w, unsigned length, unsigned switches)
{
    return !w->length || length < w->length || (length == w->length && switches < w->switches);
}
