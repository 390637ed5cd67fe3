/* SPDX-License-Identifier: MIT
 * The board: opening, time, socket accesses, violations, margins, waves. */
#include "board_internal.h"
#include "engine_model.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "cli/time_text.h"

/* The figure that a check has judged by: its own, or the one that replaces it after F9 and after commands that do two
 * things. */
static int board_form(const struct board *b, int check, int32_t required_ps)
{
    const int form = figure_form(check);
    return form && required_ps != b->settings.figure[check] ? form : check;
}

static void board_violated(void *context, int check, const struct check_record *record)
{
    struct board *b = context;
    if (b->tracing && figure_info[check].kind != KIND_NOTE) {
        size_t used = strlen(b->text_violated);
        (void)snprintf(b->text_violated + used, sizeof b->text_violated - used, "%s%s", used ? " " : "",
                       figure_info[check].name);
        b->engine->ops->trace_text(b->engine, b->text_access, b->text_violated);
    }
    if (b->call) {
        const enum mark mark = b->mark[board_form(b, check, record->required_ps)];
        const struct violation v = {.check = check, .record = *record, .mark = mark};
        b->call(b->call_context, &v);
    }
}

/* From the socket to the chip: two gates of the flip-flop in series, or the data buffer. */
static uint64_t settle_ps(const struct engine_settings *s)
{
    const int32_t *f = s->figure;
    return (uint64_t)f[FIG_PAL_TPD] * 2 + (uint64_t)f[FIG_PAL_SKEW] + (uint64_t)f[FIG_BUF_TPD];
}

/* One at a time: Verilator keeps the context that was made last in a global variable. */
static struct engine *open_engine(const struct engine_ops *ops)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    (void)pthread_mutex_lock(&mutex);
    struct engine *engine = ops->open();
    (void)pthread_mutex_unlock(&mutex);
    return engine;
}

int board_open(struct board **board, const struct board_config *c, struct error *e)
{
    *board = NULL;
    if (!osc_in_range(&c->osc))
        return error_set(e, STATUS_INPUT,
                         "oscillator out of range, expected a period of 20ns at least, half periods of 1ps..2ms");
    const struct engine_ops *ops = engine_of[c->engine];
    if (c->effects && !ops->has_effects)
        return error_set(e, STATUS_INPUT,
                         "effects on with engine %s, expected rtl: the model has no effects of violations",
                         engine_name[c->engine]);
    if (c->traced && !ops->traced)
        return error_set(e, STATUS_INPUT, "waves of engine %s, expected rtl: the model writes none",
                         engine_name[c->engine]);
    if (c->calls && !ops->record_calls)
        return error_set(e, STATUS_INPUT, "calls of engine model, expected rtl or both: only the RTL writes them");
    if (c->traced)
        ops = ops->traced;
    struct board *b = memory_new(1, sizeof *b);
    b->settings = board_settings(c);
    b->engine = open_engine(ops);
    b->target = c->target;
    b->cpu_clock_ps = c->target == TARGET_BOARD ? (uint64_t)b->settings.figure[FIG_CPU_CLOCK] : 1;
    memcpy(b->wire, c->wire, sizeof b->wire);
    b->gap_ps = FIGURE_NONE;
    b->in = (struct engine_inputs){.cs_n = true, .rd_n = true, .wr_n = true, .cd = true, .data = 0xffff};
    b->settle_ps = c->target == TARGET_BOARD ? settle_ps(&b->settings) : 0;
    for (int n = 0; n < FIG_RTL; n++) {
        const struct figure *from = board_figure(c, n);
        b->mark[n] = from ? from->mark : MARK_NONE;
    }
    board_timing_legal(b);
    if (c->calls)
        ops->record_calls(b->engine, c->calls);
    ops->power_on(b->engine, &b->settings);
    ops->on_violation(b->engine, board_violated, b);
    *board = b;
    return STATUS_OK;
}

void board_close(struct board *b)
{
    if (!b)
        return;
    board_trace_close(b);
    if (b->watch.lines)
        b->engine->ops->watch(b->engine, NULL);
    b->engine->ops->close(b->engine);
    free(b);
}

struct board_saved {
    struct board board;
    void *engine;
};

struct board_saved *board_save(const struct board *b)
{
    size_t size;
    struct board_saved *saved = memory_new(1, sizeof *saved);
    *saved = (struct board_saved){*b, b->engine->ops->save(b->engine, &size)};
    return saved;
}

void board_restore(struct board *b, const struct board_saved *saved)
{
    *b = saved->board;
    b->engine->ops->restore(b->engine, saved->engine);
}

void board_forget(struct board_saved *saved)
{
    if (saved)
        free(saved->engine);
    free(saved);
}

void *board_bytes(const struct board *b, size_t *size)
{
    size_t engine_size;
    if (b->engine->ops != &engine_model)
        return NULL;
    void *engine = engine_model_save(b->engine, &engine_size);
    *size = sizeof *b + engine_size;
    unsigned char *bytes = memory_new(1, *size);
    memcpy(bytes, b, sizeof *b);
    memcpy(bytes + sizeof *b, engine, engine_size);
    free(engine);
    return bytes;
}

static bool same_settings(const struct engine_settings *a, const struct engine_settings *b)
{
    return a->seed == b->seed && a->direct == b->direct && a->clip == b->clip && a->watch_fout == b->watch_fout &&
           a->wire == b->wire && memcmp(&a->osc, &b->osc, sizeof a->osc) == 0 &&
           memcmp(a->figure, b->figure, sizeof a->figure) == 0;
}

bool board_from_bytes(struct board *b, const void *bytes)
{
    struct board saved;
    memcpy(&saved, bytes, sizeof saved);
    if (!same_settings(&saved.settings, &b->settings))
        return false;
    b->in = saved.in;
    b->accesses = saved.accesses;
    b->end_ps = saved.end_ps;
    b->gap_ps = saved.gap_ps;
    memcpy(b->applied, saved.applied, sizeof b->applied);
    b->strobe_end_ps = saved.strobe_end_ps;
    b->wrote = saved.wrote;
    engine_model_restore(b->engine, (const unsigned char *)bytes + sizeof saved);
    return true;
}

uint64_t board_now_ps(const struct board *b)
{
    return b->engine->ops->now_ps(b->engine);
}

uint64_t board_ticks(const struct board *b)
{
    return b->engine->ops->ticks(b->engine);
}

int board_run(struct board *b, uint64_t until_ps, bool until_idle, struct error *e)
{
    const struct engine_ops *ops = b->engine->ops;
    const enum engine_stop stop = ops->run(b->engine, until_ps, until_idle);
    switch (stop) {
    case STOP_LOOP:
        return error_set(e, STATUS_INPUT,
                         "a loop without delay: the board does not settle, expected at most 10000 "
                         "ticks in one instant");
    case STOP_DIFFER:
        return error_set(e, STATUS_BAD, "the engines differ\n%s", b->engine->ops->difference(b->engine));
    case STOP_WAVES:
        return error_set(e, STATUS_SYSTEM, "the waves have ended");
    case STOP_UNTIL:
    case STOP_IDLE:
        break;
    }
    return STATUS_OK;
}

int board_time_runs_out(struct error *e)
{
    return error_set(e, STATUS_INPUT, "time runs out, expected less than 53 days");
}

int board_run_until(struct board *b, uint64_t ps, struct error *e)
{
    if (ps < board_now_ps(b)) {
        char now[32], to[32];
        return error_set(e, STATUS_INPUT, "time %s lies in the past, expected %s or later",
                         time_text(to, sizeof to, (int64_t)ps), time_text(now, sizeof now, (int64_t)board_now_ps(b)));
    }
    if (ps > TIME_MAX)
        return board_time_runs_out(e);
    return board_run(b, ps, false, e);
}

int board_gap(struct board *b, int64_t ps, struct error *e)
{
    if (ps < 0 || (uint64_t)ps > TIME_MAX)
        return error_set(e, STATUS_INPUT, "gap out of range, expected 0s..53 days");
    b->gap_ps = ps;
    return STATUS_OK;
}

int board_timing(struct board *b, int figure, int64_t ps, struct error *e)
{
    bool pulse = figure == FIG_TWLWH || figure == FIG_TRLRH;
    if (figure < 0 || !figure_of_access(figure))
        return error_set(e, STATUS_INPUT, "not a parameter that an access applies, expected one of the bus's");
    if (ps < (pulse ? 1 : -1000000000) || ps > 1000000000)
        return error_set(e, STATUS_INPUT, "%s out of range, expected %s..1ms", figure_info[figure].name,
                         pulse ? "1ps" : "-1ms");
    b->applied[figure] = ps;
    return STATUS_OK;
}

void board_timing_legal(struct board *b)
{
    for (int n = 0; n < FIG_COUNT; n++)
        b->applied[n] = FIGURE_NONE;
}

/* Unless board_timing() asked for it. */
bool board_gap_cures(const struct board *b, int check)
{
    return figure_info[check].kind == KIND_RECOVERY && b->applied[check] == FIGURE_NONE;
}

uint64_t board_earliest(const struct board *b)
{
    uint64_t now = board_now_ps(b);
    uint64_t free_ps = b->accesses && b->gap_ps != FIGURE_NONE ? b->end_ps + (uint64_t)b->gap_ps : now;
    return free_ps > now ? free_ps : now;
}

void board_show_access(struct board *b, const char *text)
{
    if (!b->tracing)
        return;
    if (*text && !b->traced_ps)
        b->traced_ps = board_now_ps(b);
    (void)snprintf(b->text_access, sizeof b->text_access, "%s", text);
    b->text_violated[0] = '\0';
    b->engine->ops->trace_text(b->engine, b->text_access, b->text_violated);
}

int board_settle(struct board *b, struct error *e)
{
    const uint64_t over_ps = b->end_ps + b->settle_ps, now_ps = board_now_ps(b);
    return over_ps > now_ps ? board_run(b, over_ps < TIME_MAX ? over_ps : TIME_MAX, false, e) : STATUS_OK;
}

int board_step(struct board *b, uint64_t until_ps, struct error *e)
{
    const uint64_t next_ps = b->engine->ops->next_ps(b->engine), now_ps = board_now_ps(b);
    const uint64_t to_ps = next_ps < until_ps ? next_ps : until_ps;
    return board_run_until(b, to_ps > now_ps ? to_ps : now_ps, e);
}

void board_state(const struct board *b, struct chip_state *state)
{
    b->engine->ops->state(b->engine, state);
}

int board_socket_at(struct board *b, uint64_t from_ps, int offset, bool write, uint8_t value, struct access *access,
                    struct error *e)
{
    uint64_t start = board_earliest(b);
    start = from_ps > start ? from_ps : start;
    uint64_t over = start % b->cpu_clock_ps;
    int status = board_run_until(b, over ? start + b->cpu_clock_ps - over : start, e);
    if (status)
        return status;
    if (b->tracing) {
        char text[32];
        (void)snprintf(text, sizeof text, write ? "w %d 0x%02x" : "r %d", offset, value);
        board_show_access(b, text);
    }
    b->in.access = ++b->accesses;
    b->engine->ops->set(b->engine, &b->in);
    access->number = b->accesses;
    access->start_ps = board_now_ps(b);
    b->engine->ops->request(b->engine, offset == 2, write, value);
    status = board_run(b, UINT64_MAX, true, e);
    const struct socket_read read = b->engine->ops->read(b->engine);
    access->end_ps = b->end_ps = board_now_ps(b);
    access->value = read.value;
    access->driven = !write && read.driven;
    access->valid = !write && read.valid;
    board_show_access(b, "");
    return status;
}

int board_socket(struct board *b, int offset, bool write, uint8_t value, struct access *access, struct error *e)
{
    return board_socket_at(b, 0, offset, write, value, access, e);
}

void board_on_violation(struct board *b, void (*call)(void *context, const struct violation *violation), void *context)
{
    b->call = call;
    b->call_context = context;
}

void board_margin(const struct board *b, int check, struct margin *margin)
{
    b->engine->ops->record(b->engine, check, &margin->record);
    margin->form = margin_observed(margin) ? board_form(b, check, margin->record.slack_required_ps) : check;
    margin->mark = b->mark[margin->form];
}

int board_trace_open(struct board *b, const char *file, const struct wave_control *control, struct error *e)
{
    errno = 0;
    if (!b->engine->ops->trace_open)
        return error_set(e, STATUS_INPUT, "this board was opened without waves");
    if (!b->engine->ops->trace_open(b->engine, file, control))
        return error_set(e, STATUS_SYSTEM, "cannot write: %s", strerror(errno ? errno : EIO));
    b->tracing = true;
    b->traced_ps = 0;
    board_show_access(b, "");
    return STATUS_OK;
}

int board_trace_code(struct board *b, uint64_t ps, uint32_t pc, const char *instruction, struct error *e)
{
    const int status = board_run_until(b, ps, e);
    if (status == STATUS_OK)
        b->engine->ops->trace_code(b->engine, pc, instruction);
    return status;
}

uint64_t board_traced_ps(const struct board *b)
{
    return b->traced_ps;
}

void board_trace_close(struct board *b)
{
    if (b->tracing)
        b->engine->ops->trace_close(b->engine);
    b->tracing = false;
}

static void board_lines(void *context, uint64_t at_ps, const struct engine_lines *lines)
{
    const struct board *b = context;
    b->watch.lines(b->watch.context, at_ps, lines);
}

static void board_observed(void *context, int check, const struct check_observation *seen)
{
    const struct board *b = context;
    const int form = board_form(b, check, seen->required_ps);
    const struct observation o = {check, form, b->mark[form], board_now_ps(b), *seen};
    b->watch.observed(b->watch.context, &o);
}

int board_watch(struct board *b, const struct board_watch *watch, struct error *e)
{
    if (!b->engine->ops->watch)
        return error_set(e, STATUS_INPUT, "this board was opened without waves");
    b->watch = *watch;
    b->engine_watch = (struct engine_watch){board_lines, board_observed, b};
    b->engine->ops->watch(b->engine, &b->engine_watch);
    return STATUS_OK;
}
