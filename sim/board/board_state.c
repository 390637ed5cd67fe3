/* SPDX-License-Identifier: MIT
 * tmr0/board.h: saved states, of an engine that gives its members. Bytes as in model/am9513_state_internal.h; the head
 * has the version. Another member, or another order of them, is another version. */
#include <stdlib.h>

#include "board_internal.h"
#include "cli/memory.h"
#include "model/am9513_state_internal.h"

static const char head[HEAD] = "tmr0bd\3";

static uint64_t mixed(uint64_t sum, uint64_t word)
{
    return (sum ^ word) * UINT64_C(0x100000001b3); /* FNV-1a, by words */
}

/* The settings, and the figures with their names, as one number: a state is for a board with the same. */
static uint64_t sum_of_settings(const struct engine_settings *s)
{
    const struct osc *osc = &s->osc;
    const uint64_t word[] = {
        s->seed,        s->direct,     s->clip,   s->watch_fout, s->wire, (uint64_t)osc->high_ps, (uint64_t)osc->low_ps,
        osc->high_part, osc->low_part, osc->parts};
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t n = 0; n < sizeof word / sizeof word[0]; n++)
        sum = mixed(sum, word[n]);
    for (int n = 0; n < FIG_RTL; n++)
        sum = mixed(sum, (uint64_t)s->figure[n]);
    for (int n = 0; n < FIG_COUNT; n++)
        for (const char *name = figure_info[n].name; *name; name++)
            sum = mixed(sum, (uint8_t)*name);
    return sum;
}

struct state {
    struct tmr0_board *board;
    bool others; /* to load: it is of other settings */
};

static void members(struct am9513i_blob *b, void *of)
{
    struct state *state = of;
    struct tmr0_board *board = state->board;
    const uint64_t own = sum_of_settings(&board->settings);
    uint64_t sum = own;
    FIELD(sum);
    state->others = sum != own;
    b->bad |= state->others;
    FIELD(board->accesses);
    MOST(board->end_ps, TIME_MAX);
    FIELD(board->gap_ps);
    b->bad |= board->gap_ps != FIGURE_NONE && (board->gap_ps < 0 || (uint64_t)board->gap_ps > TIME_MAX);
    for (int n = 0; n < FIG_COUNT; n++) {
        FIELD(board->applied[n]);
        b->bad |= board->applied[n] != FIGURE_NONE && !board_applies(n, board->applied[n]);
    }
    MOST(board->strobe_end_ps, board->end_ps);
    FLAG(board->wrote);
    MOST(board->last.number, board->accesses);
    MOST(board->last.start_ps, board->end_ps);
    MOST(board->last.end_ps, board->end_ps);
    MOST(board->last.value, 0xffff);
    FLAG(board->last.driven);
    FLAG(board->last.valid);
    FIELD(board->violations);
    board->engine->ops->members(board->engine, b, &board->in);
    b->bad |= board->end_ps > tmr0_now_ps(board);
}

static int has_members(const struct tmr0_board *b)
{
    NEED_BOARD(b);
    return b->engine->ops->members
               ? TMR0_OK
               : board_fail(TMR0_INPUT, "a state is saved of engine model alone, expected a board opened with it");
}

int tmr0_save(const struct tmr0_board *b, void *bytes, size_t size)
{
    const int status = has_members(b);
    if (status)
        return status;
    struct tmr0_board copy = *b;
    return (int)am9513i_to_blob(head, members, &(struct state){.board = &copy}, bytes, size);
}

int tmr0_load(struct tmr0_board *b, const void *bytes, size_t size)
{
    const int status = has_members(b);
    if (status)
        return status;
    NEED(bytes, "bytes of tmr0_save()");
    struct state state = {.board = b}, back = state;
    const size_t whole = am9513i_to_blob(head, members, &back, NULL, 0);
    void *before = memory_new(whole, 1);
    (void)am9513i_to_blob(head, members, &back, before, whole);
    const bool good = am9513i_from_blob(head, members, &state, bytes, size);
    if (!good)
        (void)am9513i_from_blob(head, members, &back, before, whole);
    free(before);
    return good ? TMR0_OK
           : state.others
               ? board_fail(TMR0_INPUT, "the state of a board with other settings, expected those of this board")
               : board_fail(TMR0_INPUT,
                            "a state of another version, cut short or altered, expected the bytes of "
                            "tmr0_save() of libtmr0 %s",
                            tmr0_version());
}
