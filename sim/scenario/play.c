/* SPDX-License-Identifier: MIT */
#include "play.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/time_text.h"
#include "sim/board/fst.h"

struct player {
    const struct scenario *s;
    const struct play_options *options;
    struct play_result *result;
    struct board *board;
    int64_t *kept;
    bool *set;
    int line;
    size_t capacity; /* of result->violation */
    uint64_t notes;  /* since the last expect notes, bit FIG_x */
    size_t judged;   /* violations up to here were before the last expect violation or expect clean */
    bool out_of_memory;
    FILE *calls;
};

/* file:line in front of what somebody below said; line 0: it does not come from the file */
static int at_line(const struct player *p, struct error *e, int status)
{
    if (status == STATUS_OK || p->line == 0)
        return status;
    struct error inner = *e;
    return error_set(e, status, "%s:%d: %s", p->s->file, p->line, inner.text);
}

static const char *now_text(const struct player *p, char *buffer, size_t size)
{
    return time_text(buffer, size, (int64_t)board_now_ps(p->board));
}

static void failed(struct player *p, const char *what)
{
    char now[32];
    p->result->expectations_failed++;
    (void)fprintf(p->options->out, "%s:%d: at %s: %s\n", p->s->file, p->line, now_text(p, now, sizeof now), what);
}

static void on_violation(void *context, const struct violation *v)
{
    struct player *p = context;
    bool note = figure_info[v->figure].kind == KIND_NOTE;
    if (p->options->log) {
        char at[32], what[128];
        (void)fprintf(p->options->out, "%14s  access %" PRIu32 ", line %d: %s %s\n",
                      time_text(at, sizeof at, (int64_t)v->at_ps), v->access, p->line, note ? "note" : "violation",
                      violation_text(what, sizeof what, v));
    }
    if (note) {
        p->notes |= UINT64_C(1) << v->figure;
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
    p->result->violation[p->result->violations++] = (struct play_violation){*v, p->line, false};
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

/* What a read brought: print it, hold it against the expectation, keep it. */
static int match(struct player *p, const struct match *m, const char *text, const struct access *a, int64_t most,
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
            failed(p, said);
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

static void log_access(const struct player *p, const char *text, const struct access *a, bool write, int digits)
{
    char start[32], end[32];
    if (!p->options->log)
        return;
    (void)fprintf(p->options->out, "%14s  access %" PRIu32 ", line %d: %s",
                  time_text(start, sizeof start, (int64_t)a->start_ps), a->number, p->line, text);
    if (!write)
        (void)fprintf(p->options->out, " = 0x%0*x%s", digits, (unsigned)a->value,
                      a->driven ? a->valid ? "" : ", not valid in time" : ", nothing drove the bus");
    (void)fprintf(p->options->out, ", ends %s\n", time_text(end, sizeof end, (int64_t)a->end_ps));
}

/* w, r, cmd, data, word, status, read, readw */
static int do_access(struct player *p, const struct statement *st, struct error *e)
{
    static const struct {
        const char *text;
        bool board, control, write, wide;
    } kinds[] = {
        [ST_W] = {"w", true, false, true, false},         [ST_R] = {"r", true, false, false, false},
        [ST_CMD] = {"cmd", false, true, true, false},     [ST_DATA] = {"data", false, false, true, false},
        [ST_WORD] = {"word", false, false, true, true},   [ST_STATUS] = {"status", false, true, false, false},
        [ST_READ] = {"read", false, false, false, false}, [ST_READW] = {"readw", false, false, false, true},
    };
    bool board = kinds[st->kind].board, write = kinds[st->kind].write, wide = kinds[st->kind].wide;
    int64_t most = wide ? 0xffff : 0xff, value = 0;
    int digits = wide ? 4 : 2;
    struct access a = {0};
    char text[48];
    int status = write ? value_in(p, st->value, 0, most, &value, e) : STATUS_OK;
    if (status)
        return status;
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
    log_access(p, text, &a, write, digits);
    return write ? STATUS_OK : match(p, &st->match, text, &a, most, e);
}

static uint64_t since_last(const struct player *p)
{
    uint64_t found = 0;
    for (size_t n = p->judged; n < p->result->violations; n++)
        found |= UINT64_C(1) << p->result->violation[n].violation.figure;
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
    failed(p, said);
}

static void expect_violations(struct player *p, uint64_t want)
{
    uint64_t found = since_last(p);
    for (size_t n = p->judged; n < p->result->violations; n++)
        if (want >> p->result->violation[n].violation.figure & 1)
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
        failed(p, said);
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
        failed(p, said);
    }
    return STATUS_OK;
}

static int do_pulse(struct player *p, const struct statement *st, struct error *e)
{
    int64_t count = 1;
    int status = st->value ? value_in(p, st->value, 1, 1000000000, &count, e) : STATUS_OK;
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
    case ST_DATA:
    case ST_WORD:
    case ST_STATUS:
    case ST_READ:
    case ST_READW:
        return do_access(p, st, e);
    case ST_PIN:
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
            (void)fprintf(p->options->out, "%s:%d: %" PRId64 "\n", p->s->file, p->line, value);
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
    }
    return status;
}

/* ---- Opening */

static bool looks_at_fout(const struct statement *st)
{
    for (; st; st = st->next)
        if ((st->kind == ST_EXPECT_PIN && st->pin == PIN_FOUT) || (st->kind == ST_REPEAT && looks_at_fout(st->body)))
            return true;
    return false;
}

/* The line of a disorder is that of the last override of either. */
static int check_figures(struct player *p, const struct figure *figures, enum figure_home home, struct error *e)
{
    struct disorder d;
    char share[16];
    if (!figures_disorder(figures, home, &d))
        return STATUS_OK;
    const char *less = figure_info[d.less].name, *more = figure_info[d.more].name;
    for (size_t n = 0; n < p->s->overrides; n++)
        if (strcmp(p->s->override[n].key, less) == 0 || strcmp(p->s->override[n].key, more) == 0)
            p->line = p->s->override[n].line;
    return at_line(p, e,
                   error_set(e, STATUS_INPUT, "%s is above %s%s, expected at most as much", less,
                             disorder_share(share, sizeof share, &d), more));
}

static int load_rig(struct player *p, struct rig *rig, const char *dir, struct error *e)
{
    const struct scenario *s = p->s;
    p->line = s->part_line;
    int status = at_line(p, e, rig_load(rig, dir, TARGET_CHIP, s->part, "", e));
    p->line = s->machine_line;
    if (status == STATUS_OK && s->target == TARGET_BOARD)
        status = at_line(p, e, rig_load(rig, dir, TARGET_BOARD, s->part, s->machine, e));
    for (size_t n = 0; n < s->overrides && status == STATUS_OK; n++) {
        const struct override *o = &s->override[n];
        p->line = o->line;
        status = at_line(p, e,
                         figure_set(o->machine ? rig->machine.figure : rig->chip.figure,
                                    o->machine ? HOME_MACHINE : HOME_CHIP, o->key, o->value, e));
    }
    if (status == STATUS_OK)
        status = check_figures(p, rig->chip.figure, HOME_CHIP, e);
    if (status == STATUS_OK && s->target == TARGET_BOARD)
        status = check_figures(p, rig->machine.figure, HOME_MACHINE, e);
    p->line = 0;
    return status;
}

static int open_board(struct player *p, struct rig *rig, const char *dir, struct error *e)
{
    const struct scenario *s = p->s;
    int status = load_rig(p, rig, dir, e);
    if (status)
        return status;
    struct board_config config = rig_config(rig, s->target);
    config.pal_kind = s->pal;
    config.corner = s->corner;
    config.osc_high_ps = config.osc_low_ps = s->osc_period_ps / 2;
    config.seed = s->seed;
    config.effects = s->effects;
    config.watch_fout = looks_at_fout(s->body);
    for (int n = 0; n < PIN_INPUTS; n++) {
        config.wire[n] = s->wire[n];
        config.watch_fout = config.watch_fout || s->wire[n] == 1 + PIN_FOUT;
    }
    config.engine = p->options->engine;
    config.traced = p->options->wave != NULL;
    config.calls = p->calls;
    return board_open(&p->board, &config, e);
}

static int cannot_write(const struct output *o, struct error *e)
{
    return error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", o->file, strerror(errno ? errno : EIO));
}

static int open_calls(struct player *p, const struct output *calls, struct error *e)
{
    if (!calls->part)
        return STATUS_OK;
    p->calls = fopen(calls->part, "w");
    return p->calls ? STATUS_OK : cannot_write(calls, e);
}

static int close_calls(struct player *p, const struct output *calls, int status, struct error *e)
{
    errno = 0;
    bool bad = p->calls && ferror(p->calls);
    if (p->calls && fclose(p->calls) == EOF)
        bad = true;
    return bad && status == STATUS_OK ? cannot_write(calls, e) : status;
}

static int play_statements(struct player *p, const struct output *wave, struct error *e)
{
    int status = wave->part ? fst_room(wave->file, e) : STATUS_OK;
    if (status == STATUS_OK && wave->part)
        status = board_trace_open(p->board, wave->part, e);
    if (status == STATUS_OK)
        status = do_all(p, p->s->body, e);
    if (status == STATUS_OK)
        status = board_settle(p->board, e); /* the last access may break something yet */
    if (status == STATUS_OK && wave->part)
        status = fst_room(wave->file, e);
    if (status == STATUS_OK)
        margins_take(&p->result->margins, p->board);
    p->result->end_ps = board_now_ps(p->board);
    return status;
}

static int play_on(struct player *p, struct rig *rig, const char *dir, struct error *e)
{
    struct output wave = {0}, calls = {0};
    int status = output_open(&wave, p->options->wave, e);
    if (status == STATUS_OK)
        status = output_open(&calls, p->options->calls, e);
    if (status == STATUS_OK)
        status = open_calls(p, &calls, e);
    if (status == STATUS_OK)
        status = open_board(p, rig, dir, e);
    if (status == STATUS_OK) {
        board_on_violation(p->board, on_violation, p);
        status = play_statements(p, &wave, e);
    }
    board_close(p->board);
    if (status == STATUS_OK && wave.part)
        status = fst_finish(wave.part, wave.file, e);
    status = close_calls(p, &calls, status, e);
    status = output_close(&wave, status, e);
    return output_close(&calls, status, e);
}

int play(struct play_result *result, const struct scenario *s, const char *dir, const struct play_options *options,
         struct error *e)
{
    struct player p = {.s = s, .options = options, .result = result};
    struct rig *rig = calloc(1, sizeof *rig);
    *result = (struct play_result){0};
    p.kept = calloc(s->names + 1, sizeof *p.kept);
    p.set = calloc(s->names + 1, sizeof *p.set);
    int status = rig && p.kept && p.set ? play_on(&p, rig, dir, e) : error_set(e, STATUS_SYSTEM, "out of memory");
    for (size_t n = 0; n < result->violations; n++)
        result->unexpected += !result->violation[n].expected;
    free(p.kept);
    free(p.set);
    free(rig);
    if (status)
        play_free(result);
    return status;
}

void play_free(struct play_result *result)
{
    free(result->violation);
    result->violation = NULL;
}
