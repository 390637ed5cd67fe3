/* SPDX-License-Identifier: MIT */
#include "explore_lanes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MICROSECOND 1000000
#define CARRY_SOON 20            /* accesses after the LOAD of tmr_chip_preset() */
#define STILL_HALF_PS 1000000000 /* of an oscillator that moves no counter within a schedule */

const char *const explore_wrong_text[EXPLORE_WRONGS] = {
    "status read as data",
    "command written as data",
    "bytes of several SAVEs",
    "bytes from elsewhere",
};

const char *const explore_wrong_name[EXPLORE_WRONGS] = {"status", "lost", "mixed", "moved"};

/* ---- Setting up */

/* A program without branches, as a list. */
static int flatten(struct program *p, struct bus_op *op, unsigned *count, struct error *e)
{
    if (!p)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    *count = 0;
    int at = 0;
    for (; at >= 0 && !program_step(p, at)->done; at = program_next(p, at, 0)) {
        const struct step *s = program_step(p, at);
        if (*count == ACCESSES_MAX)
            at = -1;
        else
            op[(*count)++] = (struct bus_op){s->write, (uint8_t)s->offset, s->byte};
    }
    program_close(p);
    return at < 0 ? error_set(e, STATUS_SYSTEM, "the clock's start has more than %d accesses", ACCESSES_MAX)
                  : STATUS_OK;
}

static uint64_t figure(const struct explorer *x, int number)
{
    return (uint64_t)x->setup.rig->machine.figure[number].value[CORNER_TYP];
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t common_multiple(uint64_t a, uint64_t b)
{
    uint64_t p = a, q = b;
    while (q) {
        const uint64_t rest = p % q;
        p = q;
        q = rest;
    }
    return p ? a / p * b : 0;
}

static void lay_out_slots(struct explorer *x)
{
    const struct figure *chip = x->setup.rig->chip.figure;
    const uint64_t strobe = greater(greater(figure(x, FIG_MAS_READ), figure(x, FIG_MAS_WRITE)),
                                    figure(x, FIG_MDS_LOW) + figure(x, FIG_DES_CLOCK) + figure(x, FIG_MDS_AFTER));
    const uint64_t cycle = figure(x, FIG_CPU_CLOCK) + greater(figure(x, FIG_RW_SETUP), figure(x, FIG_WDATA_SETUP)) +
                           strobe + figure(x, FIG_STROBE_HOLD);
    const uint64_t recovery = (uint64_t)chip[FIG_TWHWL].value[CORNER_TYP];
    const uint64_t timer = 4 * (uint64_t)(x->config.osc.high_ps + x->config.osc.low_ps); /* a period of counter 5 */
    const uint64_t slot_us = (cycle + recovery + MICROSECOND - 1) / MICROSECOND;
    x->slot_us = x->setup.still ? 0 : slot_us;
    x->slot_ps = slot_us * MICROSECOND;
    x->align_ps = common_multiple(common_multiple(figure(x, FIG_CPU_CLOCK), figure(x, FIG_DES_CLOCK)), timer);
}

static int open_programs(struct explorer *x, struct error *e)
{
    for (unsigned n = 0; n < x->setup.readers; n++) {
        for (unsigned m = 0; m < n && !x->program[n]; m++)
            if (x->setup.reader[m] == x->setup.reader[n])
                x->program[n] = x->program[m];
        if (!x->program[n])
            x->program[n] = program_open(x->setup.reader[n]);
        if (!x->program[n])
            return error_set(e, STATUS_SYSTEM, "out of memory");
    }
    return STATUS_OK;
}

/* LOADs put the clock back. A LOAD sends a counter at ffff into TC, and the counter above counts that. So rounds are
 * alike only if a carry passes a word of ffff before the next round. A carry that comes at once does. */
static bool rounds_alike(const struct explorer *x)
{
    const uint64_t count = x->setup.count;
    bool carry = (count & 0xffff) + CARRY_SOON * x->slot_us > 0xffff;
    for (unsigned shift = 16; shift < 64; shift += 16) {
        const bool full = (count >> shift & 0xffff) == 0xffff;
        if (full && !carry)
            return false;
        carry = carry && full;
    }
    return true;
}

int explore_open(struct explorer **explorer, const struct explore_setup *setup, struct error *e)
{
    *explorer = NULL;
    if (setup->readers < 1 || setup->readers > EXPLORE_READERS)
        return error_set(e, STATUS_INPUT, "%u readers, expected 1..%d", setup->readers, EXPLORE_READERS);
    struct explorer *x = calloc(1, sizeof *x);
    if (!x)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    x->setup = *setup;
    x->config = rig_config(setup->rig, TARGET_BOARD);
    if (setup->still)
        x->config.osc.high_ps = x->config.osc.low_ps = STILL_HALF_PS;
    lay_out_slots(x);
    /* What a schedule's time brings into counter 2 and above must not come out of Load registers */
    const bool carry = (setup->count & 0xffff) + EXPLORE_LENGTH * x->slot_us > 0xffff;
    int status = rounds_alike(x) ? open_programs(x, e)
                                 : error_set(e, STATUS_INPUT,
                                             "count 0x%016" PRIx64 " has ffff above its lowest 16 bits, which no carry "
                                             "passes at once, expected another: a LOAD would step what is above",
                                             setup->count);
    if (status == STATUS_OK)
        status = flatten(program_open_start(setup->count, carry), x->start, &x->starts, e);
    if (status == STATUS_OK)
        status = flatten(program_open_again(setup->count, carry), x->again, &x->agains, e);
    if (status)
        explore_close(x);
    else
        *explorer = x;
    return status;
}

void explore_close(struct explorer *x)
{
    if (!x)
        return;
    for (unsigned n = 0; n < x->setup.readers; n++) {
        bool shared = false;
        for (unsigned m = 0; m < n; m++)
            shared = shared || x->program[m] == x->program[n];
        if (!shared)
            program_close(x->program[n]);
    }
    free(x);
}

uint64_t explore_round(const struct explorer *x, uint64_t now_ps)
{
    return (now_ps + x->align_ps - 1) / x->align_ps * x->align_ps;
}

/* ---- Lanes */

static const struct step *step_of(const struct explorer *x, const struct lanes *lanes, unsigned n)
{
    return program_step(x->program[n], lanes->lane[n].at);
}

void lanes_begin(struct lanes *lanes)
{
    memset(lanes, 0, sizeof *lanes);
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
        return error_set(e, STATUS_SYSTEM, "%s does not end within %d accesses, or out of memory",
                         x->setup.reader[reader]->name, PROGRAM_DEPTH);
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

bool explore_same(const struct explore_result *a, const struct explore_result *b)
{
    bool equal = a->schedules == b->schedules && a->with_wrong == b->with_wrong &&
                 a->with_given_up == b->with_given_up && a->right == b->right && a->given_up == b->given_up;
    for (int n = 0; n < EXPLORE_WRONGS; n++)
        equal = equal && a->wrong[n] == b->wrong[n] && a->witness[n].length == b->witness[n].length;
    for (int n = 0; n < EXPLORE_DECADES; n++)
        equal = equal && a->off[n] == b->off[n];
    return equal;
}
