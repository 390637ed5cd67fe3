/* SPDX-License-Identifier: MIT
 * A schedule on an RTL board, access by access, and as a scenario. */
#include "explore_lanes.h"

#include <inttypes.h>

#include "cli/time_text.h"

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
