/* SPDX-License-Identifier: MIT */
#include "vcpu_board.h"

#define EMPTY_CYCLE_PS 600000 /* any: nobody answers, and nothing checks it */

/* The board may have been let run beyond the CPU's time by whoever else holds it. */
static bool access_board(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct vcpu_board *b = host;
    struct access access = {0};
    b->accesses++;
    if (!b->board) {
        *now_ps += EMPTY_CYCLE_PS;
        if (!write)
            *value = 0xff;
        return true;
    }
    if (*now_ps > board_now_ps(b->board))
        b->status = board_run_until(b->board, *now_ps, &b->error);
    if (b->status == STATUS_OK)
        b->status = board_socket(b->board, offset, write, *value, &access, &b->error);
    if (b->status)
        return false;
    *now_ps = access.end_ps;
    if (!write) {
        *value = (uint8_t)access.value;
        b->undriven = b->undriven || (!access.valid && (b->direct || offset == 2));
    }
    if (b->watch)
        b->watch(b->context, offset, write, *value, &access);
    return true;
}

static uint64_t no_horizon(void *host, uint64_t now_ps)
{
    (void)host;
    (void)now_ps;
    return UINT64_MAX;
}

void vcpu_board_open(struct vcpu_board *b, struct board *board, enum pal_kind pal, const struct vcpu_costs *costs)
{
    static const struct vcpu_host timeless = {.access = access_board};
    static const struct vcpu_host timed = {.access = access_board, .horizon = no_horizon};
    *b = (struct vcpu_board){.board = board, .direct = pal == PAL_DIRECT};
    vcpu_open(&b->cpu, costs ? &timed : &timeless, b, costs);
    b->cpu.now_ps = board ? board_now_ps(board) : 0;
}

int vcpu_board_status(const struct vcpu_board *b, struct error *e)
{
    if (b->status)
        *e = b->error;
    return b->status;
}
