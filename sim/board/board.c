/* SPDX-License-Identifier: MIT
 * The board: opening, time, socket accesses, violations and margins. */
#include "board_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/time_text.h"

#define ENGINE_NAME(number, name, ops) [number] = (name),
const char *const engine_name[ENGINES] = {ENGINE_LIST(ENGINE_NAME)};

#define ENGINE_OPS(number, name, ops) [number] = &(ops),
static const struct engine_ops *const engine_of[ENGINES] = {ENGINE_LIST(ENGINE_OPS)};

/* The figure that a check has judged by: its own, or the one that replaces it after F9 and after commands that do two
 * things. */
static int board_form(const struct tmr0_board *b, int check, int64_t required_ps)
{
    const int form = figure_form(check);
    return form && required_ps != b->settings.figure[check] ? form : check;
}

static void board_violated(void *context, int check, const struct am9513_record *record)
{
    struct tmr0_board *b = context;
    board_show_violation(b, check, record);
    const struct violation v = {
        .check = check, .record = *record, .mark = b->mark[board_form(b, check, record->required_ps)]};
    b->violations += figure_info[check].kind != KIND_NOTE;
    if (b->call)
        b->call(b->call_context, &v);
}

/* From the socket to the chip: two gates of the flip-flop in series, or the data buffer; at the chip alone none. */
static uint64_t settle_ps(const struct tmr0_board *b)
{
    const int32_t *f = b->settings.figure;
    return (uint64_t)f[FIG_PAL_TPD] * 2 + (uint64_t)f[FIG_PAL_SKEW] + (uint64_t)f[FIG_BUF_TPD];
}

/* The boards that are open. A board that is not among them is not closed again. */
static struct tmr0_board *boards;
static pthread_mutex_t boards_lock = PTHREAD_MUTEX_INITIALIZER;

static void add_board(struct tmr0_board *b)
{
    (void)pthread_mutex_lock(&boards_lock);
    b->next = boards;
    boards = b;
    (void)pthread_mutex_unlock(&boards_lock);
}

static bool remove_board(const struct tmr0_board *b)
{
    (void)pthread_mutex_lock(&boards_lock);
    struct tmr0_board **at = &boards;
    while (*at && *at != b)
        at = &(*at)->next;
    const bool found = *at != NULL;
    if (found)
        *at = b->next;
    (void)pthread_mutex_unlock(&boards_lock);
    return found;
}

int board_open(struct tmr0_board **board, const struct board_config *c)
{
    *board = NULL;
    if (!osc_in_range(&c->osc))
        return board_fail(TMR0_INPUT,
                          "oscillator out of range, expected a period of 20ns at least, half periods of 1ps..2ms");
    const struct engine_ops *ops = engine_of[c->engine];
    if (c->effects && !ops->has_effects)
        return board_fail(TMR0_INPUT, "effects on with engine %s, expected rtl: the model has no effects of violations",
                          engine_name[c->engine]);
    if (c->traced && !ops->traced)
        return board_fail(TMR0_INPUT, "waves of engine %s, expected rtl: the model writes none",
                          engine_name[c->engine]);
    if (c->calls && !ops->record_calls)
        return board_fail(TMR0_INPUT, "calls of engine model, expected rtl or both: only the RTL writes them");
    if (c->traced)
        ops = ops->traced;
    struct tmr0_board *b = memory_new(1, sizeof *b);
    b->settings = board_settings(c);
    b->engine = ops->open();
    b->shown = b->engine->shown;
    b->target = c->target;
    b->machine = c->machine;
    b->owned = c->owned;
    memcpy(b->wire, c->wire, sizeof b->wire);
    b->gap_ps = FIGURE_NONE;
    b->in = (struct engine_inputs){.cs_n = true, .rd_n = true, .wr_n = true, .cd = true, .data = 0xffff};
    for (int n = 0; n < FIG_RTL; n++) {
        const struct figure *from = board_figure(c, n);
        b->mark[n] = from ? from->mark : MARK_NONE;
    }
    tmr0_timing_legal(b);
    if (c->calls)
        ops->record_calls(b->engine, c->calls);
    ops->power_on(b->engine, &b->settings);
    ops->on_violation(b->engine, board_violated, b);
    add_board(b);
    *board = b;
    return TMR0_OK;
}

int tmr0_close(struct tmr0_board *b)
{
    if (!b)
        return TMR0_OK;
    if (!remove_board(b))
        return board_fail(TMR0_INPUT, "the board is not open, expected one that tmr0_open() gave");
    const int status = b->wave ? tmr0_waves_end(b) : TMR0_OK;
    board_trace_close(b);
    if (b->watch.lines)
        b->engine->ops->watch(b->engine, NULL);
    b->engine->ops->close(b->engine);
    free(b->owned);
    free(b);
    return status;
}

const struct machine *board_machine(const struct tmr0_board *b)
{
    return b->machine;
}

uint64_t tmr0_now_ps(const struct tmr0_board *b)
{
    return !b ? 0 : b->shown->ops->now_ps(b->shown);
}

uint64_t board_ticks(const struct tmr0_board *b)
{
    return b->shown->ops->ticks ? b->shown->ops->ticks(b->shown) : 0;
}

int board_run(struct tmr0_board *b, uint64_t until_ps, bool until_idle)
{
    const enum engine_stop stop = b->engine->ops->run(b->engine, until_ps, until_idle);
    if (stop == STOP_LOOP)
        return board_fail(TMR0_INPUT, "a loop without delay: the board does not settle, expected at most 10000 "
                                      "ticks in one instant");
    if (stop == STOP_DIFFER)
        return board_fail(TMR0_DIFFER, "the engines differ\n%s", b->engine->ops->difference(b->engine));
    return stop == STOP_WAVES ? board_fail(TMR0_SYSTEM, "the waves have ended") : TMR0_OK;
}

int board_time_runs_out(void)
{
    return board_fail(TMR0_INPUT, "time runs out, expected less than 53 days");
}

int tmr0_run_until(struct tmr0_board *b, uint64_t ps)
{
    NEED_BOARD(b);
    if (ps < tmr0_now_ps(b))
        return board_fail(TMR0_INPUT, "time %s lies in the past, expected %s or later", TIME_TEXT(ps),
                          TIME_TEXT(tmr0_now_ps(b)));
    if (ps > TIME_MAX)
        return board_time_runs_out();
    return board_run(b, ps, false);
}

int tmr0_gap(struct tmr0_board *b, int64_t ps)
{
    NEED_BOARD(b);
    if (ps < 0 || (uint64_t)ps > TIME_MAX)
        return board_fail(TMR0_INPUT, "gap out of range, expected 0s..53 days");
    b->gap_ps = ps;
    return TMR0_OK;
}

bool board_applies(int figure, int64_t ps)
{
    const bool pulse = figure == FIG_TWLWH || figure == FIG_TRLRH;
    return figure_of_access(figure) && ps >= (pulse ? 1 : -1000000000) && ps <= 1000000000;
}

int tmr0_timing(struct tmr0_board *b, const char *parameter, int64_t ps)
{
    const int status = board_of_target(b, "timing", TARGET_CHIP);
    if (status)
        return status;
    NEED(parameter, "a parameter of the bus, such as TWHDX");
    const int figure = figure_find(parameter);
    if (figure < 0)
        return board_fail(TMR0_INPUT, "no parameter \"%s\", expected one of the bus's, such as TWHDX", parameter);
    if (!figure_of_access(figure))
        return board_fail(TMR0_INPUT, "not a parameter that an access applies, expected one of the bus's");
    if (!board_applies(figure, ps))
        return board_fail(TMR0_INPUT, "%s out of range, expected %s..1ms", parameter,
                          board_applies(figure, 0) ? "-1ms" : "1ps");
    b->applied[figure] = ps;
    return TMR0_OK;
}

void tmr0_timing_legal(struct tmr0_board *b)
{
    for (int n = 0; b && n < FIG_COUNT; n++)
        b->applied[n] = FIGURE_NONE;
}

/* Unless tmr0_timing() asked for it. */
bool board_gap_cures(const struct tmr0_board *b, int check)
{
    return figure_info[check].kind == KIND_RECOVERY && b->applied[check] == FIGURE_NONE;
}

uint64_t board_earliest(const struct tmr0_board *b)
{
    uint64_t now = tmr0_now_ps(b);
    uint64_t free_ps = b->accesses && b->gap_ps != FIGURE_NONE ? b->end_ps + (uint64_t)b->gap_ps : now;
    return free_ps > now ? free_ps : now;
}

int tmr0_settle(struct tmr0_board *b)
{
    NEED_BOARD(b);
    const uint64_t over_ps = b->end_ps + settle_ps(b), now_ps = tmr0_now_ps(b);
    return over_ps > now_ps ? board_run(b, over_ps < TIME_MAX ? over_ps : TIME_MAX, false) : TMR0_OK;
}

int tmr0_step(struct tmr0_board *b, uint64_t until_ps)
{
    NEED_BOARD(b);
    const uint64_t now_ps = tmr0_now_ps(b);
    if (until_ps <= now_ps)
        return tmr0_run_until(b, until_ps);
    const uint64_t next_ps = b->engine->ops->next_ps(b->engine, until_ps);
    return tmr0_run_until(b, next_ps > until_ps ? until_ps : next_ps > now_ps ? next_ps : now_ps);
}

void board_state(const struct tmr0_board *b, struct chip_state *state)
{
    b->shown->ops->state(b->shown, state);
}

int board_accessed(struct tmr0_board *b, const struct tmr0_access *access, bool write, int status)
{
    b->end_ps = tmr0_now_ps(b);
    board_show_access(b, "");
    if (status)
        return status;
    b->last = *access;
    b->last.end_ps = b->end_ps;
    return write ? TMR0_OK : access->value;
}

void board_sequence(struct tmr0_board *b, struct sequence *sequence)
{
    b->sequence = sequence;
    b->port = -1;
}

void board_begins(const struct tmr0_board *b, bool control, bool write, bool wide, uint16_t data)
{
    struct chip_state chip;
    if (!b->sequence)
        return;
    board_state(b, &chip);
    sequence_next(b->sequence, &chip, &(struct sequence_access){b->accesses, control, write, wide, data});
}

static int socket_at(struct tmr0_board *b, uint64_t from_ps, int offset, bool write, uint8_t value)
{
    uint64_t start = board_earliest(b);
    start = from_ps > start ? from_ps : start;
    const uint64_t clock_ps = (uint64_t)b->settings.figure[FIG_CPU_CLOCK], over = start % clock_ps;
    start += over ? clock_ps - over : 0;
    int status = start > TIME_MAX ? board_time_runs_out() : board_run(b, start, false);
    if (status)
        return status;
    if (b->tracing) {
        char text[32];
        (void)snprintf(text, sizeof text, write ? "w %d 0x%02x" : "r %d", offset, value);
        board_show_access(b, text);
    }
    b->in.access = ++b->accesses;
    if (!b->settings.direct && offset == 0)
        b->port = write;
    else if (b->settings.direct || b->port >= 0)
        board_begins(b, b->settings.direct ? offset == 2 : b->port, write, false, value);
    b->engine->ops->set(b->engine, &b->in);
    b->engine->ops->request(b->engine, offset == 2, write, value);
    status = board_run(b, UINT64_MAX, true);
    const struct socket_read read = b->shown->ops->read(b->shown);
    const struct tmr0_access access = {.number = b->accesses,
                                       .start_ps = start,
                                       .value = read.value,
                                       .driven = !write && read.driven,
                                       .valid = !write && read.valid};
    return board_accessed(b, &access, write, status);
}

static int socket_access(struct tmr0_board *b, unsigned offset, bool write, unsigned value)
{
    const int status = board_of_target(b, "an access at the socket", TARGET_BOARD);
    if (status)
        return status;
    if (offset != 0 && offset != 2)
        return board_fail(TMR0_INPUT, "offset %u, expected 0 or 2", offset);
    if (value > 0xff)
        return board_fail(TMR0_INPUT, "value %u out of range, expected 0..255", value);
    return socket_at(b, 0, (int)offset, write, (uint8_t)value);
}

int board_access(struct tmr0_board *b, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    const int got = socket_at(b, *now_ps, offset, write, write ? *value : 0);
    if (got < 0)
        return got;
    if (!write)
        *value = (uint8_t)got;
    *now_ps = b->end_ps;
    return TMR0_OK;
}

int tmr0_write(struct tmr0_board *b, unsigned offset, unsigned value)
{
    return socket_access(b, offset, true, value);
}

int tmr0_read(struct tmr0_board *b, unsigned offset)
{
    return socket_access(b, offset, false, 0);
}

const struct tmr0_access *tmr0_last(const struct tmr0_board *b)
{
    return b ? &b->last : NULL;
}

void board_on_violation(struct tmr0_board *b, void (*call)(void *context, const struct violation *violation),
                        void *context)
{
    b->call = call;
    b->call_context = context;
}

uint64_t tmr0_violations(const struct tmr0_board *b)
{
    return b ? b->violations : 0;
}

void board_margin(const struct tmr0_board *b, int check, struct margin *margin)
{
    b->shown->ops->record(b->shown, check, &margin->record);
    margin->form = margin_observed(margin) ? board_form(b, check, margin->record.slack_required_ps) : check;
    margin->mark = b->mark[margin->form];
}

int board_trace_code(struct tmr0_board *b, uint64_t ps, uint32_t pc, const char *instruction)
{
    const int status = tmr0_run_until(b, ps);
    if (status == TMR0_OK)
        b->engine->ops->trace_code(b->engine, pc, instruction);
    return status;
}

static void board_lines(void *context, uint64_t at_ps, const struct engine_lines *lines)
{
    const struct tmr0_board *b = context;
    b->watch.lines(b->watch.context, at_ps, lines);
}

static void board_observed(void *context, int check, const struct check_observation *seen)
{
    const struct tmr0_board *b = context;
    if (!b->watch.observed)
        return;
    const int form = board_form(b, check, seen->required_ps);
    const struct observation o = {check, form, b->mark[form], tmr0_now_ps(b), *seen};
    b->watch.observed(b->watch.context, &o);
}

int board_watch_with(struct tmr0_board *b, const struct board_watch *watch)
{
    if (!b->engine->ops->watch)
        return board_fail(TMR0_INPUT, "this board was opened without waves");
    b->watch = *watch;
    b->engine_watch = (struct engine_watch){board_lines, board_observed, b};
    b->engine->ops->watch(b->engine, &b->engine_watch);
    return TMR0_OK;
}
