/* SPDX-License-Identifier: MIT */
#include "explore_lanes.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/memory.h"
#include "cli/time_text.h"

#define MICROSECOND 1000000
#define STILL_HALF_PS 1000000000 /* of an oscillator that moves no counter within a schedule */

const char *const explore_wrong_text[EXPLORE_WRONGS] = {
    "status read as data",
    "command written as data",
    "bytes of several SAVEs",
    "bytes from elsewhere",
};

const char *const explore_wrong_name[EXPLORE_WRONGS] = {"status", "lost", "mixed", "moved"};

/* ---- Setting up */

static uint64_t figure(const struct explorer *x, int number)
{
    return (uint64_t)x->setup.rig->machine.figure[number].value[CORNER_TYP];
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void lay_out_slots(struct explorer *x)
{
    const struct figure *chip = x->setup.rig->chip.figure;
    const uint64_t strobe = greater(greater(figure(x, FIG_MAS_READ), figure(x, FIG_MAS_WRITE)),
                                    figure(x, FIG_MDS_LOW) + figure(x, FIG_DES_CLOCK) + figure(x, FIG_MDS_AFTER));
    const uint64_t cycle = figure(x, FIG_CPU_CLOCK) + greater(figure(x, FIG_RW_SETUP), figure(x, FIG_WDATA_SETUP)) +
                           strobe + figure(x, FIG_STROBE_HOLD);
    const uint64_t recovery = (uint64_t)chip[FIG_TWHWL].value[CORNER_TYP];
    const uint64_t slot_us = (cycle + recovery + MICROSECOND - 1) / MICROSECOND;
    x->slot_us = x->setup.still ? 0 : slot_us;
    x->slot_ps = slot_us * MICROSECOND;
}

static void open_programs(struct explorer *x)
{
    for (unsigned n = 0; n < x->setup.readers; n++) {
        for (unsigned m = 0; m < n && !x->program[n]; m++)
            if (x->setup.reader[m] == x->setup.reader[n])
                x->program[n] = x->program[m];
        if (!x->program[n])
            x->program[n] = program_open(x->setup.reader[n]);
    }
}

/* A reader multiplies the states of one length by about those of a pair: user32 alone has 1, two have 537, three
 * 438,532, four over 10,000,000. */
static int fits(const struct explore_setup *setup, struct error *e)
{
    static struct explore_result two;
    double states = 1;
    for (unsigned n = 1; setup->readers > 2 && n < setup->readers; n++) {
        struct explore_setup pair = *setup;
        const int status =
            defence_explore(&pair, &(struct defence){setup->reader[0]->name, setup->reader[n]->name}, &two, e);
        if (status)
            return status;
        states *= (double)two.most;
    }
    return states <= (double)setup->states
               ? STATUS_OK
               : error_set(e, STATUS_INPUT,
                           "about %.0e states of one length, expected fewer or simpler readers, or a higher --states",
                           states);
}

int explore_open(struct explorer **explorer, const struct explore_setup *setup, struct error *e)
{
    *explorer = NULL;
    if (setup->readers < 1 || setup->readers > EXPLORE_READERS)
        return error_set(e, STATUS_INPUT, "%u readers, expected 1..%d", setup->readers, EXPLORE_READERS);
    int status = fits(setup, e);
    if (status)
        return status;
    struct explorer *x = memory_new(1, sizeof *x);
    x->setup = *setup;
    x->config = rig_config(setup->rig, TARGET_BOARD);
    if (setup->still)
        x->config.osc.high_ps = x->config.osc.low_ps = STILL_HALF_PS;
    lay_out_slots(x);
    /* What a schedule's time brings into counter 2 and above must not come out of Load registers */
    const bool carry = (setup->count & 0xffff) + EXPLORE_LENGTH * x->slot_us > 0xffff;
    open_programs(x);
    x->starts = program_start(x->start, ACCESSES_MAX, setup->count, carry);
    x->slot_0 = x->starts * x->slot_ps;
    if (x->starts > ACCESSES_MAX)
        status = error_set(e, STATUS_SYSTEM, "the clock's start has more than %d accesses", ACCESSES_MAX);
    if (status == STATUS_OK)
        status = explore_alone(x, e);
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

/* ---- Defences */

const struct defence defences[] = {
    {"kernel", "kernel"},
    {"syscall", "kernel64"},
    {"kernel-unmasked", "kernel-unmasked"},
    {"user32", "kernel"},
    {"user32", "user32"},
    {"user64", "kernel"},
    {"usertimeval", "kernel"},
    {"user32-twice", "kernel"},
    {"user32-twice", "user32"},
    {"user32-checked", "kernel"},
    {"user32-checked", "user32"},
    {"user32-both", "kernel"},
    {"user32-both", "user32"},
    {"user32-lock", "kernel"},
    {"user32-lock", "user32-lock"},
    {"user32-lock", "user32"},
    {NULL, NULL},
};

int defence_explore(struct explore_setup *setup, const struct defence *defence, struct explore_result *result,
                    struct error *e)
{
    struct explorer *x;
    setup->readers = 2;
    setup->coarse = true;
    setup->reader[0] = reader_find(defence->reader);
    setup->reader[1] = reader_find(defence->against);
    int status = explore_open(&x, setup, e);
    if (status == STATUS_OK)
        status = explore_model(x, result, e);
    explore_close(x);
    return status;
}

/* ---- A schedule on an RTL board, access by access, and as a scenario */

static int play_op(struct player *p, uint64_t at_ps, struct bus_op op, uint8_t *value, const char *who, struct error *e)
{
    uint64_t now_ps = at_ps;
    int status = board_result(tmr0_run_until(p->board, at_ps), e); /* the access before is over */
    *value = op.byte;
    if (status == STATUS_OK)
        status = board_result(board_access(p->board, &now_ps, op.offset, op.write, value), e);
    if (status || !p->scenario)
        return status;
    (void)fprintf(p->scenario, "at %s\n", TIME_TEXT(at_ps));
    if (op.write)
        (void)fprintf(p->scenario, "w %u 0x%02x%s\n", op.offset, op.byte, who);
    else if (op.offset == 0)
        (void)fprintf(p->scenario, "r 0%s\n", who);
    else
        (void)fprintf(p->scenario, "r %u = 0x%02x%s\n", op.offset, *value, who);
    return STATUS_OK;
}

int player_step(struct player *p, struct lanes *lanes, unsigned reader, unsigned slot, struct verdict_of_lane *verdict,
                struct error *e)
{
    const struct explorer *x = p->x;
    char who[64];
    uint8_t value = 0;
    (void)snprintf(who, sizeof who, "    # reader %u, %s", reader + 1, x->setup.reader[reader]->name);
    const int status = play_op(p, x->slot_0 + slot * x->slot_ps, lanes_op(x, lanes, reader), &value, who, e);
    return status ? status : lanes_step(x, lanes, reader, slot, value, verdict, e);
}

int player_open(struct player *p, const struct explorer *x, FILE *scenario, struct error *e)
{
    uint8_t ignored;
    *p = (struct player){.x = x, .scenario = scenario};
    struct board_config config = x->config;
    int status = board_result(board_open(&p->board, &config), e);
    for (unsigned n = 0; n < x->starts && status == STATUS_OK; n++)
        status = play_op(p, n * x->slot_ps, x->start[n], &ignored, "", e);
    return status;
}

static void scenario_head(FILE *f, const struct explorer *x, const struct explore_witness *w, enum explore_wrong wrong)
{
    (void)fprintf(f, "# %s: reader %u of", explore_wrong_text[wrong], w->reader + 1);
    for (unsigned n = 0; n < x->setup.readers; n++)
        (void)fprintf(f, " %s", x->setup.reader[n]->name);
    (void)fprintf(
        f,
        "\n# returns 0x%08" PRIx64 "; the count was 0x%08" PRIx64 " to 0x%08" PRIx64
        " meanwhile.\n# Written by tmr0 explore.\ntarget board\nmachine %s\n%s\n# The clock is started and set\n",
        w->value, w->least, w->most, x->setup.rig->machine.name,
        x->setup.still ? "osc 500Hz    # it does not move within the schedule\n" : "");
}

int explore_confirm(struct explorer *x, struct explore_witness *w, enum explore_wrong wrong, bool *confirmed,
                    FILE *scenario, struct error *e)
{
    struct player p;
    struct lanes lanes = {0};
    struct verdict_of_lane verdict = {0, 0, 0};
    const bool coarse = x->setup.coarse;
    x->setup.coarse = false;
    scenario_head(scenario, x, w, wrong);
    int status = player_open(&p, x, scenario, e);
    (void)fprintf(scenario, "\n# The readers\n");
    for (unsigned slot = 0; slot < w->length && status == STATUS_OK; slot++)
        status = player_step(&p, &lanes, w->choice[slot], slot, &verdict, e);
    (void)fprintf(scenario, "expect clean    # no timing was broken\n");
    *confirmed = status == STATUS_OK && outcome_wrong(lanes.lane[w->reader].outcome) &&
                 outcome_kind(lanes.lane[w->reader].outcome) == wrong;
    w->value = verdict.value;
    w->least = verdict.least;
    w->most = verdict.most;
    x->setup.coarse = coarse;
    (void)tmr0_close(p.board);
    return status;
}
