/* SPDX-License-Identifier: MIT
 * What a player knows and keeps: the value of an expression, a time, its place, the texts of its result. */
#include "play_internal.h"

#include <inttypes.h>

#include "cli/memory.h"
#include "cli/time_text.h"

#define TIME_FAR (INT64_C(1) << 62) /* ps */

int play_at_line(const struct player *p, struct error *e, int status)
{
    return scenario_at_line(p->s, p->line, e, status);
}

void play_collect(struct player *p, struct play_text **list, size_t *used, size_t *room, const char *const text[3])
{
    if (!p->options->collect)
        return;
    MEMORY_MORE(*list, *used, *room);
    (*list)[(*used)++] = (struct play_text){p->line, tmr0_now_ps(p->board), memory_text(text[0]), memory_text(text[1]),
                                            text[2] ? memory_text(text[2]) : NULL};
}

/* ---- Values */

static int64_t look(void *context, const struct expr *x)
{
    const struct player *p = context;
    struct chip_state state;
    if (x->op == EXPR_NOW)
        return (int64_t)tmr0_now_ps(p->board);
    board_state(p->board, &state);
    return state.count[x->number - 1];
}

int play_value(struct player *p, const struct expr *x, int64_t *out, struct error *e)
{
    const struct expr_values values = {p->s->name, p->kept, p->set, look, p};
    return play_at_line(p, e, expr_eval(x, &values, out, e));
}

int play_value_in(struct player *p, const struct expr *x, int64_t least, int64_t most, int64_t *out, struct error *e)
{
    int status = play_value(p, x, out, e);
    if (status == STATUS_OK && (*out < least || *out > most))
        status =
            play_at_line(p, e,
                         error_set(e, STATUS_INPUT, "value %" PRId64 " out of range, expected %" PRId64 "..%" PRId64,
                                   *out, least, most));
    return status;
}

int play_time(struct player *p, const char *what, const struct duration *time, int64_t least, int64_t *ps,
              struct error *e)
{
    int64_t count = 1;
    int status = time->count ? play_value(p, time->count, &count, e) : STATUS_OK;
    if (status)
        return status;
    if (__builtin_mul_overflow(count, time->ps, ps) || *ps > TIME_FAR || *ps < -TIME_FAR)
        return play_at_line(p, e,
                            error_set(e, STATUS_INPUT,
                                      "%s %" PRId64 " * %" PRId64 "ps is out of range, expected less than 53 days",
                                      what, count, time->ps));
    if (*ps >= least)
        return STATUS_OK;
    return play_at_line(p, e,
                        error_set(e, STATUS_INPUT, "%s %s is out of range, expected %s", what, TIME_TEXT(*ps),
                                  least > 0 ? "more than 0" : "0 or more"));
}
