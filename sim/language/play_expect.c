/* SPDX-License-Identifier: MIT
 * What a scenario expects: the statements `expect` and `wait until`; and the values and times of all statements. */
#include <inttypes.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/time_text.h"
#include "play_internal.h"

#define TIME_FAR (INT64_C(1) << 62) /* ps */

int play_at_line(const struct player *p, struct error *e, int status)
{
    return scenario_at_line(p->s, p->line, e, status);
}

void play_collect(struct player *p, struct play_text **list, size_t *used, size_t *room, const char *const text[3])
{
    if (!p->options->collect)
        return;
    MEMORY_MORE(*list, *used, room);
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

/* ---- Expectations */

static void count_failure(struct player *p, const char *what, const char *seen, const char *expected)
{
    struct play_result *r = p->result;
    r->expectations_failed++;
    play_collect(p, &r->failure, &r->failures, &p->failures_room, (const char *const[]){what, seen, expected});
}

void play_failed(struct player *p, const char *what, const char *join, const char *seen, const char *expected)
{
    count_failure(p, what, seen, expected);
    (void)fprintf(p->options->out, "%s: at %s: %s%s%s, expected %s\n", PLACE_TEXT(p->s, p->line),
                  TIME_TEXT(tmr0_now_ps(p->board)), what, join, seen, expected);
}

/* listed: what is found but not expected is printed after the run, with its own line and amounts. */
static void expect_set(struct player *p, const char *what, uint64_t found, uint64_t want, bool listed)
{
    char seen[200], expected[200];
    p->result->expectations++;
    p->of_none += want == 0;
    if (found == want)
        return;
    (void)checks_text(seen, sizeof seen, found, NULL);
    (void)checks_text(expected, sizeof expected, want, NULL);
    if (listed && (found & want) == want)
        count_failure(p, what, seen, expected);
    else
        play_failed(p, what, ": ", seen, expected);
}

/* What a violation or margin was observed to be, and how it is expected; as text: what is given, "access 8 at 12us". */
struct place {
    int64_t access, slack_ps, at_ps;
};

static int place_wanted(struct player *p, const struct where *w, struct place *want, struct error *e)
{
    int status = w->access ? play_value_in(p, w->access, 0, UINT32_MAX, &want->access, e) : STATUS_OK;
    if (status == STATUS_OK && w->slack_given)
        status = play_time(p, "slack", &w->slack, INT64_MIN, &want->slack_ps, e);
    if (status == STATUS_OK && w->at_given)
        status = play_time(p, "at", &w->at, 0, &want->at_ps, e);
    return status;
}

static const char *place_text(char *buffer, size_t size, const struct where *w, const struct place *place)
{
    buffer[0] = '\0';
    if (w->access)
        list_add(buffer, size, " ", "access %" PRId64, place->access);
    if (w->slack_given)
        list_add(buffer, size, " ", "slack %s", TIME_TEXT(place->slack_ps));
    if (w->at_given)
        list_add(buffer, size, " ", "at %s", TIME_TEXT(place->at_ps));
    return buffer;
}

static bool judge_place(struct player *p, const char *what, const struct where *w, const struct place *want,
                        const struct place *seen)
{
    char expected[120], found[120];
    if (strcmp(place_text(expected, sizeof expected, w, want), place_text(found, sizeof found, w, seen)) == 0)
        return true;
    play_failed(p, what, ": ", found, expected);
    return false;
}

/* Of each violation since the last expectation; only one check is expected where anything is given. */
static int expect_where(struct player *p, const struct where *w, struct error *e)
{
    struct place want = {0};
    int status = place_wanted(p, w, &want, e);
    bool good = true;
    for (size_t n = p->judged; n < p->result->violations && status == STATUS_OK && good; n++) {
        const struct violation *v = &p->result->violation[n].violation;
        const struct place seen = {v->record.broken_access, v->record.observed_ps - v->record.required_ps,
                                   (int64_t)v->record.broken_at_ps};
        good = judge_place(p, figure_info[v->check].name, w, &want, &seen);
    }
    return status;
}

/* Waits until the last access has reached the chip. */
static int expect_violations(struct player *p, uint64_t want, const struct where *where, struct error *e)
{
    int status = play_at_line(p, e, board_result(tmr0_settle(p->board), e));
    if (status)
        return status;
    uint64_t found = 0;
    for (size_t n = p->judged; n < p->result->violations; n++) {
        struct play_violation *v = &p->result->violation[n];
        found |= UINT64_C(1) << v->violation.check;
        v->expected |= want >> v->violation.check & 1;
    }
    if (found == want)
        status = expect_where(p, where, e);
    p->judged = p->result->violations;
    expect_set(p, "violations", found, want, true);
    return status;
}

static void expect_pin(struct player *p, const struct statement *st)
{
    const int level = tmr0_pin(p->board, pin_name[st->pin]);
    p->result->expectations++;
    if (level != (int)st->level)
        play_failed(p, pin_name[st->pin], " is ", level_name[level], level_name[st->level]);
}

static int expect_margin(struct player *p, const struct statement *st, struct error *e)
{
    struct margin m;
    int64_t want_ps;
    char what[64];
    struct place want = {0};
    int status = play_time(p, "margin", &st->time, INT64_MIN, &want_ps, e);
    if (status == STATUS_OK)
        status = place_wanted(p, &st->where, &want, e);
    if (status)
        return status;
    board_margin(p->board, st->figure, &m);
    p->result->expectations++;
    (void)snprintf(what, sizeof what, "margin of %s", figure_info[st->figure].name);
    if (m.record.slack_ps != want_ps) {
        play_failed(p, what, ": ", margin_observed(&m) ? TIME_TEXT(m.record.slack_ps) : "none", TIME_TEXT(want_ps));
        return STATUS_OK;
    }
    (void)judge_place(p, what, &st->where, &want,
                      &(struct place){m.record.slack_access, want.slack_ps, (int64_t)m.record.slack_at_ps});
    return STATUS_OK;
}

static bool holds(int64_t got, enum relation relation, int64_t want, int64_t tolerance)
{
    const uint64_t apart = got > want ? (uint64_t)got - (uint64_t)want : (uint64_t)want - (uint64_t)got;
    return relation == REL_UNEQUAL      ? got != want
           : relation == REL_LESS       ? got < want
           : relation == REL_LESS_EQUAL ? got <= want
           : relation == REL_MORE       ? got > want
           : relation == REL_MORE_EQUAL ? got >= want
                                        : apart <= (uint64_t)tolerance;
}

static int expect_value(struct player *p, const struct statement *st, struct error *e)
{
    int64_t got, want, tolerance = 0;
    int status = play_value(p, st->value, &got, e);
    if (status == STATUS_OK)
        status = play_value(p, st->value2, &want, e);
    if (status == STATUS_OK && st->tolerance)
        status = play_value_in(p, st->tolerance, 0, INT64_MAX, &tolerance, e);
    if (status)
        return status;
    p->result->expectations++;
    p->of_none += st->value->op != EXPR_COUNT; /* what was read is judged as an access */
    if (!holds(got, st->relation, want, tolerance)) {
        char what[32] = "value", seen[32], expected[80];
        if (st->value->op == EXPR_COUNT)
            (void)snprintf(what, sizeof what, "count %" PRId64, st->value->number);
        (void)snprintf(seen, sizeof seen, "%" PRId64, got);
        int used = snprintf(expected, sizeof expected, "%s%s%" PRId64,
                            st->relation == REL_EQUAL ? "" : relation_text[st->relation],
                            st->relation == REL_EQUAL ? "" : " ", want);
        if (tolerance)
            (void)snprintf(expected + used, sizeof expected - (size_t)used, " +- %" PRId64, tolerance);
        play_failed(p, what, st->value->op == EXPR_COUNT ? " is " : " ", seen, expected);
    }
    return STATUS_OK;
}

int play_wait_pin(struct player *p, const struct statement *st, struct error *e)
{
    int64_t limit_ps;
    int status = play_time(p, "limit", &st->time, 0, &limit_ps, e);
    if (status)
        return status;
    const uint64_t end_ps = tmr0_now_ps(p->board) + (uint64_t)limit_ps;
    p->result->expectations++;
    while (tmr0_pin(p->board, pin_name[st->pin]) != (int)st->level) {
        if (tmr0_now_ps(p->board) >= end_ps) {
            char expected[64];
            (void)snprintf(expected, sizeof expected, "%s within %s", level_name[st->level], TIME_TEXT(limit_ps));
            play_failed(p, pin_name[st->pin], " is ", level_name[tmr0_pin(p->board, pin_name[st->pin])], expected);
            break;
        }
        status = play_at_line(p, e, board_result(tmr0_step(p->board, end_ps), e));
        if (status)
            return status;
    }
    return STATUS_OK;
}

int play_expect(struct player *p, const struct statement *st, struct error *e)
{
    switch (st->kind) {
    case ST_EXPECT_PIN:
        expect_pin(p, st);
        return STATUS_OK;
    case ST_EXPECT_VIOLATION:
        return expect_violations(p, st->checks, &st->where, e);
    case ST_EXPECT_CLEAN:
        return expect_violations(p, 0, &st->where, e);
    case ST_EXPECT_NOTES:
        expect_set(p, "notes", p->notes, st->checks, false);
        p->notes = 0;
        return STATUS_OK;
    case ST_EXPECT_MARGIN:
        return expect_margin(p, st, e);
    default:
        return expect_value(p, st, e);
    }
}
