/* SPDX-License-Identifier: MIT */
#include "play.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/time_text.h"

#define ACCESSES 4096 /* as far back as a check looks: at most 1 ms */

struct player {
    const struct scenario *s;
    const struct play_options *options;
    struct play_result *result;
    struct board *board;
    int64_t *kept;
    bool *set;
    int line;                 /* of the statement under way */
    int began_line[ACCESSES]; /* of the statement of each access, by its number */
    int moved_line;           /* of the last statement that moved a pin or began an access */
    size_t capacity;          /* of result->violation */
    uint64_t notes;           /* since the last expect notes, bit FIG_x */
    size_t judged;            /* violations up to here were before the last expect violation or expect clean */
    bool out_of_memory;
};

static int at_line(const struct player *p, struct error *e, int status)
{
    return scenario_at_line(p->s, p->line, e, status);
}

static const char *now_text(const struct player *p, char *buffer, size_t size)
{
    return time_text(buffer, size, (int64_t)board_now_ps(p->board));
}

static void expectation_failed(struct player *p, const char *what)
{
    char now[32];
    p->result->expectations_failed++;
    (void)fprintf(p->options->out, "%s:%d: at %s: %s\n", p->s->file, p->line, now_text(p, now, sizeof now), what);
}

/* Checks of the clock, and between pins of sources and gates: no access causes their violations. */
static bool is_of_pins(int figure)
{
    switch (figure) {
    case FIG_TCHCH:
    case FIG_TCHCL:
    case FIG_TCLCH:
    case FIG_TEHEH:
    case FIG_TEHEL:
    case FIG_TELEH:
    case FIG_TGVGV:
    case FIG_TGVEH:
    case FIG_TEHGV:
        return true;
    default:
        return false;
    }
}

/* The line that caused it, which may have been played long before it was found. */
static int line_of(const struct player *p, const struct violation *v)
{
    int line = is_of_pins(v->check) || !v->record.violated_access ? p->moved_line
                                                                  : p->began_line[v->record.violated_access % ACCESSES];
    return line ? line : p->line;
}

static void on_violation(void *context, const struct violation *v)
{
    struct player *p = context;
    bool note = figure_info[v->check].kind == KIND_NOTE;
    if (p->options->log) {
        char at[32], what[128];
        (void)fprintf(p->options->out, "%14s  access %" PRIu32 ", line %d: %s %s\n",
                      time_text(at, sizeof at, (int64_t)v->record.violated_at_ps), v->record.violated_access,
                      line_of(p, v), note ? "note" : "violation", violation_text(what, sizeof what, v));
    }
    if (note) {
        p->notes |= UINT64_C(1) << v->check;
        return;
    }
    if (p->result->violations == p->capacity) {
        size_t capacity = p->capacity ? 2 * p->capacity : 64;
        struct play_violation *more = realloc(p->result->violation, capacity * sizeof *more);
        if (!more) {
            p->out_of_memory = true;
            return;
        }
        p->result->violation = more;
        p->capacity = capacity;
    }
    p->result->violation[p->result->violations++] = (struct play_violation){*v, line_of(p, v), false};
}

/* ---- Values */

static int value_of(struct player *p, const struct expr *x, int64_t *out, struct error *e)
{
    return at_line(p, e, expr_eval(x, p->s, p->kept, p->set, out, e));
}

static int value_in(struct player *p, const struct expr *x, int64_t least, int64_t most, int64_t *out, struct error *e)
{
    int status = value_of(p, x, out, e);
    if (status == STATUS_OK && (*out < least || *out > most))
        status = error_set(e, STATUS_INPUT, "%s:%d: value %" PRId64 " out of range, expected %" PRId64 "..%" PRId64,
                           p->s->file, p->line, *out, least, most);
    return status;
}

/* Prints the value of a read, compares it with the expectation, keeps it. */
static int match_read(struct player *p, const struct match *m, const char *text, const struct access *a, int64_t most,
                      struct error *e)
{
    int64_t mask = most, want = 0, got = a->value;
    int width = most > 0xff ? 4 : 2;
    int status = m->mask ? value_in(p, m->mask, 0, most, &mask, e) : STATUS_OK;
    if (status == STATUS_OK && m->value)
        status = value_in(p, m->value, 0, most, &want, e);
    if (status)
        return status;
    const char *why = !a->driven ? " (nothing drove the bus)" : !a->valid ? " (nothing valid on the bus in time)" : "";
    if (m->value) {
        p->result->expectations++;
        if ((got & mask) != want) {
            char said[160];
            (void)snprintf(said, sizeof said, "%s: read 0x%0*" PRIx64 "%s, expected 0x%0*" PRIx64, text, width,
                           (uint64_t)(got & mask), why, width, (uint64_t)want);
            expectation_failed(p, said);
        }
    }
    if (m->keep) {
        p->kept[m->name] = m->mask ? got & mask : got;
        p->set[m->name] = true;
    }
    if (!m->value && !m->keep)
        (void)fprintf(p->options->out, "%s:%d: %s = 0x%0*" PRIx64 "%s\n", p->s->file, p->line, text, width,
                      (uint64_t)(got & mask), why);
    return STATUS_OK;
}

/* ---- Statements */

static void access_made(const struct player *p, const struct access *a, const char *text, bool write, int digits)
{
    char all[96];
    int used = snprintf(all, sizeof all, "%s", text);
    if (!write)
        (void)snprintf(all + used, sizeof all - (size_t)used, " = 0x%0*x%s", digits, (unsigned)a->value,
                       a->driven ? a->valid ? "" : ", not valid in time" : ", nothing drove the bus");
    if (p->options->log) {
        char start[32], end[32];
        (void)fprintf(p->options->out, "%14s  access %" PRIu32 ", line %d: %s, ends %s\n",
                      time_text(start, sizeof start, (int64_t)a->start_ps), a->number, p->line, all,
                      time_text(end, sizeof end, (int64_t)a->end_ps));
    }
    if (p->options->on_access)
        p->options->on_access(p->options->access_context, &(struct played_access){a, p->line, all});
}

/* w, r, cmd, cmdw, data, word, status, read, readw */
static int do_access(struct player *p, const struct statement *st, struct error *e)
{
    static const struct {
        const char *text;
        bool board, control, write, wide;
    } kinds[] = {
        [ST_W] = {"w", true, false, true, false},
        [ST_R] = {"r", true, false, false, false},
        [ST_CMD] = {"cmd", false, true, true, false},
        [ST_CMDW] = {"cmdw", false, true, true, true},
        [ST_DATA] = {"data", false, false, true, false},
        [ST_WORD] = {"word", false, false, true, true},
        [ST_STATUS] = {"status", false, true, false, false},
        [ST_READ] = {"read", false, false, false, false},
        [ST_READW] = {"readw", false, false, false, true},
    };
    bool board = kinds[st->kind].board, write = kinds[st->kind].write, wide = kinds[st->kind].wide;
    int64_t most = wide ? 0xffff : 0xff, value = 0;
    int digits = wide ? 4 : 2;
    struct access a = {0};
    char text[48];
    int status = write ? value_in(p, st->value, 0, most, &value, e) : STATUS_OK;
    if (status)
        return status;
    p->moved_line = p->began_line[(p->result->accesses + 1) % ACCESSES] = p->line;
    if (board)
        status = board_socket(p->board, st->offset, write, (uint8_t)value, &a, e);
    else
        status = board_chip(p->board, kinds[st->kind].control, write, wide, (uint16_t)value, &a, e);
    if (status)
        return at_line(p, e, status);
    p->result->accesses = a.number;
    int used = snprintf(text, sizeof text, "%s", kinds[st->kind].text);
    if (board)
        used += snprintf(text + used, sizeof text - (size_t)used, " %d", st->offset);
    if (write)
        (void)snprintf(text + used, sizeof text - (size_t)used, " 0x%0*" PRIx64, digits, (uint64_t)value);
    access_made(p, &a, text, write, digits);
    return write ? STATUS_OK : match_read(p, &st->match, text, &a, most, e);
}

static uint64_t since_last(const struct player *p)
{
    uint64_t found = 0;
    for (size_t n = p->judged; n < p->result->violations; n++)
        found |= UINT64_C(1) << p->result->violation[n].violation.check;
    return found;
}

static void expect_set(struct player *p, const char *what, uint64_t found, uint64_t want)
{
    char said[512], found_text[200], want_text[200];
    p->result->expectations++;
    if (found == want)
        return;
    (void)snprintf(said, sizeof said, "%s: %s, expected %s", what,
                   checks_text(found_text, sizeof found_text, found, NULL),
                   checks_text(want_text, sizeof want_text, want, NULL));
    expectation_failed(p, said);
}

static void expect_violations(struct player *p, uint64_t want)
{
    uint64_t found = since_last(p);
    for (size_t n = p->judged; n < p->result->violations; n++)
        if (want >> p->result->violation[n].violation.check & 1)
            p->result->violation[n].expected = true;
    p->judged = p->result->violations;
    expect_set(p, "violations", found, want);
}

static void expect_pin(struct player *p, const struct statement *st)
{
    static const char *const level_name[] = {"0", "1", "z"};
    enum level level = board_pin(p->board, st->pin);
    p->result->expectations++;
    if (level != st->level) {
        char said[96];
        (void)snprintf(said, sizeof said, "%s is %s, expected %s", pin_name[st->pin], level_name[level],
                       level_name[st->level]);
        expectation_failed(p, said);
    }
}

static void expect_margin(struct player *p, const struct statement *st)
{
    struct margin m;
    board_margin(p->board, st->figure, &m);
    p->result->expectations++;
    if (m.record.slack_ps != st->time_ps) {
        char said[128], found[32], want[32];
        (void)snprintf(said, sizeof said, "margin of %s: %s, expected %s", figure_info[st->figure].name,
                       margin_observed(&m) ? time_text(found, sizeof found, m.record.slack_ps) : "none",
                       time_text(want, sizeof want, st->time_ps));
        expectation_failed(p, said);
    }
}

static int expect_value(struct player *p, const struct statement *st, struct error *e)
{
    int64_t got, want, tolerance = 0;
    int status = value_of(p, st->value, &got, e);
    if (status == STATUS_OK)
        status = value_of(p, st->value2, &want, e);
    if (status == STATUS_OK && st->tolerance)
        status = value_in(p, st->tolerance, 0, INT64_MAX, &tolerance, e);
    if (status)
        return status;
    p->result->expectations++;
    uint64_t apart = got > want ? (uint64_t)got - (uint64_t)want : (uint64_t)want - (uint64_t)got;
    if (apart > (uint64_t)tolerance) {
        char said[160];
        int used = snprintf(said, sizeof said, "value %" PRId64 ", expected %" PRId64, got, want);
        if (tolerance)
            (void)snprintf(said + used, sizeof said - (size_t)used, " +- %" PRId64, tolerance);
        expectation_failed(p, said);
    }
    return STATUS_OK;
}

static int do_pulse(struct player *p, const struct statement *st, struct error *e)
{
    int64_t count = 1;
    int status = st->value ? value_in(p, st->value, 1, 1000000000, &count, e) : STATUS_OK;
    p->moved_line = p->line;
    return status ? status : at_line(p, e, board_pulse(p->board, st->pin, st->time_ps, (uint64_t)count, e));
}

static int do_all(struct player *p, const struct statement *st, struct error *e);

static int do_repeat(struct player *p, const struct statement *st, struct error *e)
{
    int64_t count;
    int status = value_in(p, st->value, 0, 1000000000, &count, e);
    for (int64_t n = 0; n < count && status == STATUS_OK; n++)
        status = do_all(p, st->body, e);
    return status;
}

static int do_one(struct player *p, const struct statement *st, struct error *e)
{
    int64_t value;
    int status = STATUS_OK;
    switch (st->kind) {
    case ST_W:
    case ST_R:
    case ST_CMD:
    case ST_CMDW:
    case ST_DATA:
    case ST_WORD:
    case ST_STATUS:
    case ST_READ:
    case ST_READW:
        return do_access(p, st, e);
    case ST_PIN:
        p->moved_line = p->line;
        return at_line(p, e, board_pin_set(p->board, st->pin, st->level == LEVEL_HIGH, e));
    case ST_PULSE:
        return do_pulse(p, st, e);
    case ST_TIMING:
        return at_line(p, e, board_timing(p->board, st->figure, st->time_ps, e));
    case ST_LEGAL:
        board_timing_legal(p->board);
        return STATUS_OK;
    case ST_GAP:
        return at_line(p, e, board_gap(p->board, st->time_ps, e));
    case ST_WAIT:
        return at_line(p, e, board_run_until(p->board, board_now_ps(p->board) + (uint64_t)st->time_ps, e));
    case ST_AT:
        return at_line(p, e, board_run_until(p->board, (uint64_t)st->time_ps, e));
    case ST_EXPECT_PIN:
        expect_pin(p, st);
        return STATUS_OK;
    case ST_EXPECT_VIOLATION:
        expect_violations(p, st->checks);
        return STATUS_OK;
    case ST_EXPECT_CLEAN:
        expect_violations(p, 0);
        return STATUS_OK;
    case ST_EXPECT_NOTES:
        expect_set(p, "notes", p->notes, st->checks);
        p->notes = 0;
        return STATUS_OK;
    case ST_EXPECT_MARGIN:
        expect_margin(p, st);
        return STATUS_OK;
    case ST_EXPECT:
        return expect_value(p, st, e);
    case ST_LET:
        status = value_of(p, st->value, &value, e);
        if (status == STATUS_OK) {
            p->kept[st->name] = value;
            p->set[st->name] = true;
        }
        return status;
    case ST_PRINT:
        status = value_of(p, st->value, &value, e);
        if (status == STATUS_OK)
            (void)fprintf(p->options->out, st->hex ? "%s:%d: 0x%" PRIx64 "\n" : "%s:%d: %" PRId64 "\n", p->s->file,
                          p->line, value);
        return status;
    case ST_REPEAT:
        return do_repeat(p, st, e);
    }
    return status;
}

static int do_all(struct player *p, const struct statement *st, struct error *e)
{
    int status = STATUS_OK;
    for (; st && status == STATUS_OK; st = st->next) {
        p->line = st->line;
        status = do_one(p, st, e);
        if (p->out_of_memory)
            status = error_set(e, STATUS_SYSTEM, "out of memory");
        else if (p->options->end && *p->options->end)
            status = error_set(e, STATUS_SYSTEM, "ended by a signal");
    }
    return status;
}

int play_statements(struct play_result *result, const struct scenario *s, struct board *board,
                    const struct play_options *options, struct error *e)
{
    struct player p = {.s = s, .options = options, .result = result, .board = board};
    *result = (struct play_result){0};
    p.kept = calloc(s->names + 1, sizeof *p.kept);
    p.set = calloc(s->names + 1, sizeof *p.set);
    board_on_violation(board, on_violation, &p);
    int status = p.kept && p.set ? do_all(&p, s->body, e) : error_set(e, STATUS_SYSTEM, "out of memory");
    if (status == STATUS_OK)
        status = board_settle(board, e); /* the last access may cause violations after its end */
    if (status == STATUS_OK)
        margins_take(&result->margins, board);
    result->end_ps = board_now_ps(board);
    result->ticks = board_ticks(board);
    for (size_t n = 0; n < result->violations; n++)
        result->unexpected += !result->violation[n].expected;
    board_on_violation(board, NULL, NULL);
    free(p.kept);
    free(p.set);
    if (status)
        play_free(result);
    return status;
}

void play_free(struct play_result *result)
{
    free(result->violation);
    result->violation = NULL;
}
