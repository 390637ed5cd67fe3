/* SPDX-License-Identifier: MIT
 * All schedules on one RTL board, depth first: where they part the board's state is kept, and each goes on from it. */
#include "explore_lanes.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/time_text.h"

#define PROGRESS_SCHEDULES 256

struct player {
    const struct explorer *x;
    struct tmr0_board *board;
    FILE *scenario; /* NULL: none */
};

static int play_op(struct player *p, uint64_t at_ps, struct bus_op op, uint8_t *value, const char *who, struct error *e)
{
    char text[32];
    uint64_t now_ps = at_ps;
    int status = board_result(tmr0_run_until(p->board, at_ps), e); /* the access before is over */
    *value = op.byte;
    if (status == STATUS_OK)
        status = board_result(board_access(p->board, &now_ps, op.offset, op.write, value), e);
    if (status || !p->scenario)
        return status;
    (void)fprintf(p->scenario, "at %s\n", time_text(text, sizeof text, (int64_t)at_ps));
    if (op.write)
        (void)fprintf(p->scenario, "w %u 0x%02x%s\n", op.offset, op.byte, who);
    else if (op.offset == 0)
        (void)fprintf(p->scenario, "r 0%s\n", who);
    else
        (void)fprintf(p->scenario, "r %u = 0x%02x%s\n", op.offset, *value, who);
    return STATUS_OK;
}

/* The reader's next access, in that slot. */
static int play_reader(struct player *p, struct lanes *lanes, unsigned reader, unsigned slot,
                       struct verdict_of_lane *verdict, struct error *e)
{
    const struct explorer *x = p->x;
    char who[64];
    uint8_t value = 0;
    (void)snprintf(who, sizeof who, "    # reader %u, %s", reader + 1, x->setup.reader[reader]->name);
    const int status = play_op(p, x->slot_0 + slot * x->slot_ps, lanes_op(x, lanes, reader), &value, who, e);
    return status ? status : lanes_step(x, lanes, reader, slot, value, verdict, e);
}

/* With the clock started. */
static int player_open(struct player *p, const struct explorer *x, FILE *scenario, struct error *e)
{
    uint8_t ignored;
    *p = (struct player){.x = x, .scenario = scenario};
    struct board_config config = x->config;
    int status = board_result(board_open(&p->board, &config), e);
    for (unsigned n = 0; n < x->starts && status == STATUS_OK; n++)
        status = play_op(p, n * x->slot_ps, x->start[n], &ignored, "", e);
    return status;
}

/* ---- All schedules, depth first */

struct path {
    uint8_t choice[EXPLORE_LENGTH];
};

static void keep_witness(struct explore_result *r, const struct path *path, unsigned reader, uint32_t outcome,
                         const struct verdict_of_lane *v, unsigned length)
{
    struct explore_witness *w = &r->witness[outcome_kind(outcome)];
    unsigned switches = 0;
    for (unsigned n = 1; n < length; n++)
        switches += path->choice[n] != path->choice[n - 1];
    if (!witness_better(w, length, switches))
        return;
    *w = (struct explore_witness){.length = length,
                                  .switches = switches,
                                  .reader = reader,
                                  .value = v->value,
                                  .least = v->least,
                                  .most = v->most};
    memcpy(w->choice, path->choice, length);
}

static int count_schedule(const struct explorer *x, const struct lanes *lanes, unsigned slots, struct explore_result *r,
                          struct error *e)
{
    if (r->schedules >= (long double)x->setup.schedules)
        return error_set(e, STATUS_INPUT,
                         "more than %" PRIu64 " schedules, expected fewer readers, a higher --schedules or "
                         "--engine model",
                         x->setup.schedules);
    r->accesses += slots;
    lanes_count(x, lanes, 1, r);
    if (x->setup.progress && fmodl(r->schedules, PROGRESS_SCHEDULES) == 0)
        x->setup.progress(r->schedules);
    return STATUS_OK;
}

/* All schedules that begin as the path does up to the slot, after which the board and the lanes are as they are now. */
static int play_on(struct player *p, struct path *path, unsigned slot, const struct lanes *lanes,
                   struct explore_result *r, struct error *e)
{
    const struct explorer *x = p->x;
    if (lanes_done(x, lanes))
        return count_schedule(x, lanes, slot, r, e);
    if (slot == EXPLORE_LENGTH)
        return error_set(e, STATUS_INPUT, "a schedule of more than %d accesses, expected fewer readers",
                         EXPLORE_LENGTH);
    const unsigned enabled = lanes_enabled(x, lanes);
    const bool one = (enabled & (enabled - 1)) == 0;
    struct board_saved *before = one ? NULL : board_save(p->board);
    int status = STATUS_OK;
    for (unsigned reader = 0; enabled >> reader && status == STATUS_OK; reader++) {
        struct lanes next = *lanes;
        struct verdict_of_lane verdict = {0, 0, 0};
        if (!(enabled >> reader & 1))
            continue;
        if (before)
            board_restore(p->board, before);
        path->choice[slot] = (uint8_t)reader;
        status = play_reader(p, &next, reader, slot, &verdict, e);
        if (status == STATUS_OK && outcome_wrong(next.lane[reader].outcome))
            keep_witness(r, path, reader, next.lane[reader].outcome, &verdict, slot + 1);
        if (status == STATUS_OK)
            status = play_on(p, path, slot + 1, &next, r, e);
    }
    board_forget(before);
    return status;
}

int explore_rtl(struct explorer *x, struct explore_result *r, struct error *e)
{
    struct path path;
    struct player p;
    struct lanes lanes;
    *r = (struct explore_result){.schedules = 0};
    int status = player_open(&p, x, NULL, e);
    lanes_begin(&lanes);
    if (status == STATUS_OK)
        status = play_on(&p, &path, 0, &lanes, r, e);
    (void)tmr0_close(p.board);
    return status;
}

/* ---- One schedule */

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
    struct lanes lanes;
    struct verdict_of_lane verdict = {0, 0, 0};
    const bool coarse = x->setup.coarse;
    x->setup.coarse = false;
    if (scenario)
        scenario_head(scenario, x, w, wrong);
    lanes_begin(&lanes);
    int status = player_open(&p, x, scenario, e);
    if (scenario)
        (void)fprintf(scenario, "\n# The readers\n");
    for (unsigned slot = 0; slot < w->length && status == STATUS_OK; slot++)
        status = play_reader(&p, &lanes, w->choice[slot], slot, &verdict, e);
    if (scenario)
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
