/* SPDX-License-Identifier: MIT
 * The timer board's members, or the chip's with its checks, for saving and for loading. */
#include "am9513_checks_internal.h"
#include "am9513_state_internal.h"

#define BUFFER 0x3ffU /* data, driven, valid */
#define PINS 0x3ffU   /* SRC1-5 and GATE1-5 */

static void record_members(struct am9513i_blob *b, struct am9513_record *r)
{
    FIELD(r->broken);
    FIELD(r->observed_ps);
    FIELD(r->required_ps);
    FIELD(r->slack_ps);
    FIELD(r->slack_required_ps);
    FIELD(r->slack_at_ps);
    FIELD(r->broken_at_ps);
    FIELD(r->broken_access);
    FIELD(r->slack_access);
}

static void rule_members(struct am9513i_blob *b, struct am9513_rule *r)
{
    FIELD(r->data_ps);
    FIELD(r->ref_ps);
    FIELD(r->access);
    FLAG(r->known);
    FLAG(r->armed);
    FLAG(r->early);
}

static void beside_members(struct am9513i_blob *b, struct am9513_beside *w)
{
    FIVE(w->counters);
    FIELD(w->command_ps);
    FIELD(w->access);
    FIELD(w->after_ps);
    FIELD(w->hit_ps);
    FIELD(w->tap_ps);
    FIVE(w->had);
    for (int n = 0; n < 5; n++) {
        FIELD(w->edge_ps[n]);
        FIELD(w->since_ps[n]);
    }
}

static void edges_members(struct am9513i_blob *b, struct am9513_checks *k)
{
    beside_members(b, &k->sources);
    beside_members(b, &k->gates);
    FIVE(k->gate.watch);
    FIELD(k->gate.until_ps);
    for (int n = 0; n < 5; n++) {
        FIELD(k->gate.moved_ps[n]);
        FIELD(k->gate.tap_ps[n]);
    }
    MOST(k->pins.had, PINS);
    MOST(k->pins.had_two, PINS);
    for (int n = 0; n < 10; n++) {
        FIELD(k->pins.last_ps[n]);
        FIELD(k->pins.prior_ps[n]);
    }
}

static void checks_members(struct am9513i_blob *b, struct am9513_checks *k)
{
    for (int n = 0; n < AM9513_CHECKS; n++) {
        record_members(b, &k->record[n]);
        rule_members(b, &k->rule[n]);
    }
    edges_members(b, k);
    FIELD(k->access);
    FIELD(k->strobe_access);
    FLAG(k->moved);
    FLAG(k->status);
    FLAG(k->clock_seen);
}

/* What the chip keeps for the checks. */
static void watch_members(struct am9513i_blob *b, struct am9513_watch *w)
{
    FIELD(w->before_ps);
    FIELD(w->gate_before_ps);
    FIELD(w->out_before_ps);
    FIELD(w->until_ps);
    FIELD(w->out_until_ps);
    FIVE(w->had);
    FIVE(w->counters);
    FIELD(w->from_ps);
    FIELD(w->hit_ps);
    FIVE(w->gated);
    MOST(w->hits, 5);
    FIELD(w->out_first_ps);
    FIELD(w->out_last_ps);
    for (int n = 0; n < 5; n++) {
        FIELD(w->edge_ps[n]);
        FIELD(w->hit[n].at_ps);
        FIVE(w->hit[n].counters);
    }
}

static void gate_members(struct am9513i_blob *b, struct am9513_board_gate *g)
{
    MOST(g->in, BUFFER);
    MOST(g->out, BUFFER);
    FIELD(g->due_ps);
}

static void translator_members(struct am9513i_blob *b, struct am9513_board *board)
{
    gate_members(b, &board->strobes);
    gate_members(b, &board->ff_data);
    gate_members(b, &board->ff_control);
    gate_members(b, &board->to_board);
    gate_members(b, &board->to_host);
    FIELD(board->gates_ps);
    FLAG(board->ff_kept);
    FLAG(board->ff_level);
    FLAG(board->ff_known);
    FIELD(board->ff_random);
}

void am9513i_board_members(struct am9513i_blob *b, struct am9513_board *board, bool alone)
{
    am9513i_members(b, &board->chip);
    watch_members(b, &board->chip.watch);
    checks_members(b, &board->checks);
    if (alone)
        return;
    /* Between calls no access is under way: the socket is at rest, and SET and RESET have no pulse. */
    MOST(board->now_ps, AM9513_TIME_MAX);
    MOST(board->pins, AM9513_INPUTS);
    FIELD(board->read);
    FLAG(board->read_driven);
    FLAG(board->read_valid);
    translator_members(b, board);
}
