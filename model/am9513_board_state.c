/* SPDX-License-Identifier: MIT
 * The timer board's members, or the chip's with its checks, for saving and for loading. */
#include "am9513_checks_internal.h"
#include "am9513_state_internal.h"

#define BUFFER 0x3ffU /* data, driven, valid */
#define PINS 0x3ffU   /* SRC1-5 and GATE1-5 */

/* Times: of what has been; of what is at most 1 ms or two away, or of nothing; differences of two. */
#define PAST(member) MOST(member, AM9513_TIME_MAX)
#define NEAR(member) (FIELD(member), b->bad |= too_far(member))
#define SIGNED(member) (FIELD(member), b->bad |= too_long(member))

static bool too_far(uint64_t time_ps)
{
    return time_ps > AM9513_TIME_MAX + 2 * DELAY_MAX && time_ps != AM9513_NEVER;
}

static bool too_long(int64_t time_ps)
{
    const int64_t most = (int64_t)(AM9513_TIME_MAX + 2 * DELAY_MAX);
    return time_ps < -most || (time_ps > most && time_ps != INT64_MAX);
}

static void record_members(struct am9513i_blob *b, struct am9513_record *r)
{
    FIELD(r->broken);
    SIGNED(r->observed_ps);
    SIGNED(r->required_ps);
    SIGNED(r->slack_ps);
    SIGNED(r->slack_required_ps);
    PAST(r->slack_at_ps);
    PAST(r->broken_at_ps);
    FIELD(r->broken_access);
    FIELD(r->slack_access);
}

static void rule_members(struct am9513i_blob *b, struct am9513_rule *r)
{
    PAST(r->data_ps);
    PAST(r->ref_ps);
    FIELD(r->access);
    FLAG(r->known);
    FLAG(r->armed);
    FLAG(r->early);
}

static void beside_members(struct am9513i_blob *b, struct am9513_beside *w)
{
    FIVE(w->counters);
    PAST(w->command_ps);
    FIELD(w->access);
    SIGNED(w->after_ps);
    NEAR(w->hit_ps);
    FIELD(w->tap_ps);
    FIVE(w->had);
    for (int n = 0; n < 5; n++) {
        PAST(w->edge_ps[n]);
        PAST(w->since_ps[n]);
    }
}

static void edges_members(struct am9513i_blob *b, struct am9513_checks *k)
{
    beside_members(b, &k->sources);
    beside_members(b, &k->gates);
    FIVE(k->gate.watch);
    NEAR(k->gate.until_ps);
    for (int n = 0; n < 5; n++) {
        PAST(k->gate.moved_ps[n]);
        FIELD(k->gate.tap_ps[n]);
    }
    MOST(k->pins.had, PINS);
    MOST(k->pins.had_two, PINS);
    for (int n = 0; n < 10; n++) {
        PAST(k->pins.last_ps[n]);
        PAST(k->pins.prior_ps[n]);
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
    MOST(w->before_ps, DELAY_MAX);
    MOST(w->gate_before_ps, DELAY_MAX);
    MOST(w->out_before_ps, DELAY_MAX);
    NEAR(w->until_ps);
    NEAR(w->out_until_ps);
    FIVE(w->had);
    FIVE(w->counters);
    NEAR(w->from_ps);
    NEAR(w->hit_ps);
    FIVE(w->gated);
    MOST(w->hits, 5);
    NEAR(w->out_first_ps);
    NEAR(w->out_last_ps);
    for (int n = 0; n < 5; n++) {
        PAST(w->edge_ps[n]);
        NEAR(w->hit[n].at_ps);
        FIVE(w->hit[n].counters);
    }
    unsigned counters = w->gated; /* each of them has one place in hit[] */
    for (unsigned n = 0; !b->bad && n < w->hits; n++) {
        b->bad |= !w->hit[n].counters || counters & w->hit[n].counters;
        counters |= w->hit[n].counters;
    }
}

static void gate_members(struct am9513i_blob *b, struct am9513_board_gate *g)
{
    MOST(g->in, BUFFER);
    MOST(g->out, BUFFER);
    NEAR(g->due_ps);
}

static void translator_members(struct am9513i_blob *b, struct am9513_board *board)
{
    gate_members(b, &board->strobes);
    gate_members(b, &board->ff_data);
    gate_members(b, &board->ff_control);
    gate_members(b, &board->to_board);
    gate_members(b, &board->to_host);
    NEAR(board->gates_ps);
    FLAG(board->ff_kept);
    FLAG(board->ff_level);
    FLAG(board->ff_known);
    FIELD(board->ff_random);
    b->bad |= !board->ff_random || board->gates_ps <= board->now_ps;
}

void am9513i_board_members(struct am9513i_blob *b, struct am9513_board *board, bool alone)
{
    const struct am9513_watch own = board->chip.watch; /* its look-back windows are the limits' */
    am9513i_members(b, &board->chip);
    struct am9513_watch *w = &board->chip.watch;
    watch_members(b, w);
    b->bad |= w->before_ps != own.before_ps || w->gate_before_ps != own.gate_before_ps ||
              w->out_before_ps != own.out_before_ps;
    checks_members(b, &board->checks);
    if (alone)
        return;
    /* Between calls no access is under way: the socket is at rest, and SET and RESET have no pulse. */
    MOST(board->now_ps, AM9513_TIME_MAX);
    MOST(board->pins, AM9513_HOST_DRIVES - 1);
    b->bad |= board->pins % AM9513_SRC(1) || board->now_ps != board->chip.now_ps;
    FIELD(board->read);
    FLAG(board->read_driven);
    FLAG(board->read_valid);
    translator_members(b, board);
}
