/* SPDX-License-Identifier: MIT */
#include "play_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "cli/columns.h"
#include "cli/memory.h"
#include "cli/time_text.h"

#define PACE_S 0.5 /* processor time after which a wait's pace is known */
#define SLOW_S 10  /* a wait of more is announced */

/* Checks of the clock, and between pins of sources and gates: no access causes their violations. */
static bool is_of_pins(int figure)
{
    const enum figure_group group = figure_info[figure].group;
    return group == GROUP_CLOCK || group == GROUP_SOURCE || group == GROUP_GATE;
}

/* The line that caused it, which may have been played long before it was found. */
static int line_of(const struct player *p, const struct violation *v)
{
    int line = is_of_pins(v->check) || !v->record.broken_access ? p->moved_line
                                                                : p->began_line[v->record.broken_access % ACCESSES];
    return line ? line : p->line;
}

static void add_violation(struct player *p, struct play_violation **list, size_t *used, size_t *room,
                          const struct violation *v)
{
    MEMORY_MORE(*list, *used, room);
    (*list)[(*used)++] = (struct play_violation){*v, line_of(p, v), false, board_gap_cures(p->board, v->check)};
}

static void on_violation(void *context, const struct violation *v)
{
    struct player *p = context;
    struct play_result *r = p->result;
    bool note = figure_info[v->check].kind == KIND_NOTE;
    if (p->options->log) {
        char at[32], what[128];
        (void)fprintf(p->options->out, "%s  access %" PRIu32 ", line %s: %s %s\n",
                      time_event_text(at, sizeof at, (int64_t)v->record.broken_at_ps), v->record.broken_access,
                      LINE_TEXT(p->s, line_of(p, v)), note ? "note" : "violation",
                      violation_text(what, sizeof what, v));
    }
    if (note)
        p->notes |= UINT64_C(1) << v->check;
    if (!note)
        add_violation(p, &r->violation, &r->violations, &p->violations_room, v);
    else if (p->options->collect)
        add_violation(p, &r->note, &r->notes, &p->notes_room, v);
}

static void keep(struct player *p, size_t name, int64_t value)
{
    p->kept[name] = value;
    p->set[name] = true;
}

static void print_value(struct player *p, const char *what, const char *join, const char *value)
{
    struct play_result *r = p->result;
    play_collect(p, &r->value, &r->values, &p->values_room, (const char *const[]){what, value, NULL});
    if (!p->options->quiet)
        (void)fprintf(p->options->out, "%s: %s%s%s\n", PLACE_TEXT(p->s, p->line), what, join, value);
}

/* What the match compares and keeps of the value, and with what. */
static int masked(struct player *p, const struct match *m, int64_t most, int64_t *got, int64_t *want, struct error *e)
{
    int64_t mask = most;
    int status = m->mask ? play_value_in(p, m->mask, 0, most, &mask, e) : STATUS_OK;
    if (status == STATUS_OK && m->value)
        status = play_value_in(p, m->value, 0, most, want, e);
    *got &= mask;
    return status;
}

static const char *doubt(const struct tmr0_access *a)
{
    return !a->driven ? " (nothing drove the bus)" : !a->valid ? " (nothing valid on the bus in time)" : "";
}

static const char *hex_text(char *buffer, size_t size, int64_t value, int64_t most, const char *more)
{
    (void)snprintf(buffer, size, "0x%0*" PRIx64 "%s", most > 0xff ? 4 : 2, (uint64_t)value, more);
    return buffer;
}

/* Prints the value of a read, compares it with the expectation, keeps it. */
static int match_read(struct player *p, const struct match *m, const char *text, const struct tmr0_access *a,
                      int64_t most, struct error *e)
{
    int64_t want = 0, got = a->value;
    char seen[64];
    int status = masked(p, m, most, &got, &want, e);
    if (status)
        return status;
    if (m->value) {
        p->result->expectations++;
        if (got != want) {
            char expected[32];
            play_failed(p, text, ": read ", hex_text(seen, sizeof seen, got, most, doubt(a)),
                        hex_text(expected, sizeof expected, want, most, ""));
        }
    }
    if (m->keep)
        keep(p, m->name, got);
    if (!m->value && !m->keep)
        print_value(p, text, " = ", hex_text(seen, sizeof seen, got, most, doubt(a)));
    return STATUS_OK;
}

/* ---- Statements */

static void access_made(const struct player *p, const struct tmr0_access *a, const char *text, bool write, int digits)
{
    char all[96];
    if (!p->options->log && !p->options->on_access)
        return;
    int used = snprintf(all, sizeof all, "%s", text);
    if (!write)
        (void)snprintf(all + used, sizeof all - (size_t)used, " = 0x%0*x%s", digits, (unsigned)a->value,
                       a->driven ? a->valid ? "" : ", not valid in time" : ", nothing drove the bus");
    if (p->options->log) {
        char start[32];
        (void)fprintf(p->options->out, "%s  access %" PRIu32 ", line %s: %s, ends %s\n",
                      time_event_text(start, sizeof start, (int64_t)a->start_ps), a->number, LINE_TEXT(p->s, p->line),
                      all, TIME_TEXT(a->end_ps));
    }
    if (p->options->on_access)
        p->options->on_access(p->options->access_context, &(struct played_access){a, p->line, all});
}

/* A signal ends the run. */
static bool has_ended(const struct player *p, struct error *e, int *status)
{
    if (!p->options->end || !*p->options->end)
        return false;
    *status = error_set(e, STATUS_SYSTEM, "ended by a signal");
    return true;
}

struct made { /* an access and its words */
    struct tmr0_access a;
    char text[48];
};

/* ST_ACCESS; a write has a value. */
static int make_access(struct player *p, const struct statement *st, struct made *made, struct error *e)
{
    const bool board = p->s->target == TARGET_BOARD, write = st->value != NULL;
    const int bits = st->most > 0xff ? 16 : 8;
    int64_t value = 0;
    int status = write ? play_value_in(p, st->value, 0, st->most, &value, e) : STATUS_OK;
    if (status)
        return status;
    p->moved_line = p->began_line[(p->result->accesses + 1) % ACCESSES] = p->line;
    p->result->sequence.place = (uint32_t)p->line;
    const int returned = board && write ? tmr0_write(p->board, (unsigned)st->offset, (unsigned)value)
                         : board        ? tmr0_read(p->board, (unsigned)st->offset)
                         : write        ? tmr0_chip_write(p->board, st->control, (unsigned)bits, (unsigned)value)
                                        : tmr0_chip_read(p->board, st->control, (unsigned)bits);
    status = board_result(returned, e);
    if (status)
        return play_at_line(p, e, status);
    made->a = *tmr0_last(p->board);
    p->result->accesses = made->a.number;
    if (p->result->waves_ps == UINT64_MAX && made->a.start_ps >= p->options->wave_from_ps)
        p->result->waves_ps = made->a.start_ps;
    int used = board ? snprintf(made->text, sizeof made->text, "%s %d", st->word, st->offset)
                     : snprintf(made->text, sizeof made->text, "%s", st->word);
    if (write)
        (void)snprintf(made->text + used, sizeof made->text - (size_t)used, " 0x%0*" PRIx64, bits / 4, (uint64_t)value);
    access_made(p, &made->a, made->text, write, bits / 4);
    return STATUS_OK;
}

static int do_access(struct player *p, const struct statement *st, struct error *e)
{
    struct made made = {.text = ""};
    int status = make_access(p, st, &made, e);
    return status || st->value ? status : match_read(p, &st->match, made.text, &made.a, st->most, e);
}

static void not_in_time(struct player *p, const struct made *made, int64_t most, int64_t got, int64_t want,
                        int64_t limit_ps)
{
    char seen[64], wanted[32], expected[80];
    (void)snprintf(expected, sizeof expected, "%s within %s", hex_text(wanted, sizeof wanted, want, most, ""),
                   TIME_TEXT(limit_ps));
    play_failed(p, made->text, ": read ", hex_text(seen, sizeof seen, got, most, doubt(&made->a)), expected);
}

/* wait until READ = VALUE */
static int do_wait_read(struct player *p, const struct statement *st, struct error *e)
{
    const struct match *m = &st->body->match;
    struct made made = {.text = ""};
    int64_t limit_ps = 0, got = 0, want = 0;
    int status = play_time(p, "limit", &st->time, 0, &limit_ps, e);
    const uint64_t end_ps = tmr0_now_ps(p->board) + (uint64_t)limit_ps;
    p->result->expectations++;
    do {
        if (status == STATUS_OK)
            status = make_access(p, st->body, &made, e);
        got = made.a.value;
        if (status == STATUS_OK)
            status = masked(p, m, st->body->most, &got, &want, e);
    } while (status == STATUS_OK && got != want && tmr0_now_ps(p->board) < end_ps && !has_ended(p, e, &status));
    if (status)
        return status;
    if (m->keep)
        keep(p, m->name, got);
    if (got != want)
        not_in_time(p, &made, st->body->most, got, want, limit_ps);
    return STATUS_OK;
}

static int do_pulse(struct player *p, const struct statement *st, struct error *e)
{
    int64_t count = 1;
    int64_t width_ps;
    int status = st->value ? play_value_in(p, st->value, 1, 1000000000, &count, e) : STATUS_OK;
    if (status == STATUS_OK)
        status = play_time(p, "pulse width", &st->time, 1, &width_ps, e);
    p->moved_line = p->line;
    return status ? status
                  : play_at_line(p, e,
                                 board_result(tmr0_pulse(p->board, pin_name[st->pin], width_ps, (uint64_t)count), e));
}

static int do_all(struct player *p, const struct statement *st, struct error *e);

static int do_repeat(struct player *p, const struct statement *st, struct error *e)
{
    int64_t count;
    int status = play_value_in(p, st->value, 0, 1000000000, &count, e);
    for (int64_t n = 0; n < count && status == STATUS_OK; n++)
        status = do_all(p, st->body, e);
    return status;
}

/* Runs to an instant. A long run goes in pieces: once their pace says what is to come, standard error says so, once. */
static int run_until(struct player *p, uint64_t until_ps, struct error *e)
{
    const uint64_t piece_ps = 10000000000, from_ps = tmr0_now_ps(p->board);
    const clock_t begin = clock();
    int status = STATUS_OK;
    for (uint64_t now_ps = from_ps; !status && now_ps < until_ps && !p->said_slow; now_ps = tmr0_now_ps(p->board)) {
        const uint64_t left_ps = until_ps - now_ps;
        const double spent_s = (double)(clock() - begin) / CLOCKS_PER_SEC,
                     left_s = spent_s * (double)left_ps / (double)(now_ps > from_ps ? now_ps - from_ps : 1);
        p->said_slow = spent_s >= PACE_S && left_s > SLOW_S;
        if (p->said_slow && !p->options->quiet)
            (void)fprintf(stderr, "%s: this wait needs about %.0f s more; --engine model needs much less\n",
                          PLACE_TEXT(p->s, p->line), left_s);
        status = board_result(tmr0_run_until(p->board, now_ps + (left_ps < piece_ps ? left_ps : piece_ps)), e);
    }
    return status ? status : board_result(tmr0_run_until(p->board, until_ps), e);
}

/* timing, gap, wait, at */
static int do_time(struct player *p, const struct statement *st, struct error *e)
{
    static const char *const what[] = {[ST_TIMING] = "timing", [ST_GAP] = "gap", [ST_WAIT] = "wait", [ST_AT] = "at"};
    int64_t ps;
    int status = play_time(p, what[st->kind], &st->time, st->kind == ST_TIMING ? INT64_MIN : 0, &ps, e);
    if (status)
        return status;
    if (st->kind == ST_TIMING)
        status = board_result(tmr0_timing(p->board, figure_info[st->figure].name, ps), e);
    else if (st->kind == ST_GAP)
        status = board_result(tmr0_gap(p->board, ps), e);
    else
        status = run_until(p, (st->kind == ST_WAIT ? tmr0_now_ps(p->board) : 0) + (uint64_t)ps, e);
    return play_at_line(p, e, status);
}

static int do_let(struct player *p, const struct statement *st, struct error *e)
{
    int64_t value;
    int status = play_value(p, st->value, &value, e);
    if (status == STATUS_OK)
        keep(p, st->name, value);
    return status;
}

static int do_print(struct player *p, const struct statement *st, struct error *e)
{
    int64_t value;
    char text[32] = "";
    int status = st->value ? play_value(p, st->value, &value, e) : STATUS_OK;
    if (status)
        return status;
    if (st->value)
        (void)snprintf(text, sizeof text, st->hex ? "0x%" PRIx64 : "%" PRId64, value);
    print_value(p, st->text ? st->text : "", st->text && st->value ? " " : "", text);
    return STATUS_OK;
}

static void do_show(struct player *p)
{
    if (p->options->quiet)
        return;
    (void)fprintf(p->options->out, "%s: at %s:\n", PLACE_TEXT(p->s, p->line), TIME_TEXT(tmr0_now_ps(p->board)));
    board_describe(p->board, p->options->out);
}

static int do_one(struct player *p, const struct statement *st, struct error *e)
{
    switch (st->kind) {
    case ST_ACCESS:
        return do_access(p, st, e);
    case ST_PIN:
        p->moved_line = p->line;
        return play_at_line(p, e, board_result(tmr0_set_pin(p->board, pin_name[st->pin], st->level == LEVEL_HIGH), e));
    case ST_PULSE:
        return do_pulse(p, st, e);
    case ST_LEGAL:
        tmr0_timing_legal(p->board);
        return STATUS_OK;
    case ST_TIMING:
    case ST_GAP:
    case ST_WAIT:
    case ST_AT:
        return do_time(p, st, e);
    case ST_WAIT_PIN:
        return play_wait_pin(p, st, e);
    case ST_WAIT_READ:
        return do_wait_read(p, st, e);
    case ST_LET:
        return do_let(p, st, e);
    case ST_PRINT:
        return do_print(p, st, e);
    case ST_SHOW:
        do_show(p);
        return STATUS_OK;
    case ST_REPEAT:
        return do_repeat(p, st, e);
    default: /* ST_EXPECT... */
        return play_expect(p, st, e);
    }
}

static int do_all(struct player *p, const struct statement *st, struct error *e)
{
    int status = STATUS_OK;
    for (; st && status == STATUS_OK; st = st->next) {
        p->line = st->line;
        status = do_one(p, st, e);
        if (has_ended(p, e, &status))
            break;
    }
    return status;
}

/* An access, an expectation that a run of nothing does not meet, or a time of a pin; of X2 if the scenario sets it. */
static bool has_judged(const struct player *p)
{
    const uint64_t x2 = UINT64_C(1) << FIG_TCHCH | UINT64_C(1) << FIG_TCHCL | UINT64_C(1) << FIG_TCLCH;
    const struct play_result *r = p->result;
    return r->accesses || r->expectations > p->of_none ||
           margins_worst(&r->margins, p->s->osc_line ? UINT64_MAX : ~x2) >= 0;
}

/* Whether there is an access or an expectation among the statements. */
static bool asks_verdict(const struct statement *st)
{
    for (; st; st = st->next)
        if (st->kind == ST_ACCESS || st->kind == ST_WAIT_PIN || st->kind == ST_WAIT_READ ||
            (st->kind >= ST_EXPECT_PIN && st->kind <= ST_EXPECT) || (st->kind == ST_REPEAT && asks_verdict(st->body)))
            return true;
    return false;
}

static void judge_run(struct player *p)
{
    struct chip_state chip;
    margins_take(&p->result->margins, p->board);
    board_state(p->board, &chip);
    sequence_end(&p->result->sequence, &chip);
    p->result->judged = has_judged(p);
    if (p->result->judged || !asks_verdict(p->s->body))
        return;
    p->result->judged = true;
    p->result->expectations++;
    play_failed(p, "judged", ": ", "nothing", "an access or an expectation of the board");
}

int play_statements(struct play_result *result, const struct scenario *s, struct tmr0_board *board,
                    const struct play_options *options, struct error *e)
{
    struct player p = {.s = s, .options = options, .result = result, .board = board};
    *result = (struct play_result){.waves_ps = UINT64_MAX};
    p.kept = memory_new(s->names + 1, sizeof *p.kept);
    p.set = memory_new(s->names + 1, sizeof *p.set);
    board_on_violation(board, on_violation, &p);
    board_sequence(board, &result->sequence);
    int status = do_all(&p, s->body, e);
    if (status == STATUS_OK)
        status = board_result(tmr0_settle(board), e); /* the last access may cause violations after its end */
    if (status == STATUS_OK)
        judge_run(&p);
    result->end_ps = tmr0_now_ps(board);
    result->ticks = board_ticks(board);
    for (size_t n = 0; n < result->violations; n++)
        result->unexpected += !result->violation[n].expected;
    const struct am9513_record *shown = play_violation_to_show(result);
    if (shown && shown->broken_at_ps >= options->wave_from_ps &&
        (!options->wave_to_ps || shown->broken_at_ps <= options->wave_to_ps))
        result->waves_ps = shown->broken_at_ps;
    board_on_violation(board, NULL, NULL);
    board_sequence(board, NULL);
    free(p.kept);
    free(p.set);
    return status;
}

const struct am9513_record *play_violation_to_show(const struct play_result *r)
{
    for (size_t n = 0; n < r->violations; n++)
        if (!r->violation[n].expected)
            return &r->violation[n].violation.record;
    return r->violations ? &r->violation[0].violation.record : NULL;
}

static void free_texts(struct play_text *list, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        free(list[n].what);
        free(list[n].seen);
        free(list[n].wanted);
    }
    free(list);
}

void play_free(struct play_result *result)
{
    free(result->violation);
    free(result->note);
    free_texts(result->failure, result->failures);
    free_texts(result->value, result->values);
    *result = (struct play_result){0};
}
