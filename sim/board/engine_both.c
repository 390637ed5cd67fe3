/* SPDX-License-Identifier: MIT
 * RTL and C model in lockstep: after every run() their outputs, registers and the records of the checks that both have
 * are compared. From the first difference on run() returns STOP_DIFFER. Records, ticks and calls are the RTL's. */
#include "cli/memory.h"
#include "engine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

struct both {
    struct engine engine;
    struct engine *rtl, *model;
    bool differ;
    char text[2400];
};

static struct both *both_of(struct engine *e)
{
    return (struct both *)e;
}

static void both_close(struct engine *e)
{
    struct both *b = both_of(e);
    engine_rtl.close(b->rtl);
    engine_model.close(b->model);
    free(b);
}

static struct engine *both_open(void)
{
    struct both *b = memory_new(1, sizeof *b);
    b->engine.ops = &engine_both;
    b->engine.shown = b->rtl = engine_rtl.open();
    b->model = engine_model.open();
    return &b->engine;
}

/* ---- Both states side by side */

/* What lockstep compares, one line for each pair of values. */
struct sheet {
    char *text;
    size_t room, used;
    bool differ;
};

__attribute__((format(printf, 2, 3))) static void sheet_add(struct sheet *s, const char *format, ...)
{
    va_list arguments;
    if (!s->room || s->used + 1 >= s->room)
        return;
    va_start(arguments, format);
    int length = vsnprintf(s->text + s->used, s->room - s->used, format, arguments);
    va_end(arguments);
    s->used += length > 0 ? (size_t)length : 0;
    s->used = s->used < s->room ? s->used : s->room - 1;
}

static void sheet_row(struct sheet *s, const char *name, int digits, unsigned x, unsigned y)
{
    s->differ |= x != y;
    sheet_add(s, "  %-14s %*s%0*x %*s%0*x%s\n", name, 8 - digits, "", digits, x, 8 - digits, "", digits, y,
              x != y ? "  <- differ" : "");
}

static void sheet_row_counter(struct sheet *s, const struct chip_state *x, const struct chip_state *y, int n)
{
    static const char *const name[4][5] = {{"mode 1", "mode 2", "mode 3", "mode 4", "mode 5"},
                                           {"load 1", "load 2", "load 3", "load 4", "load 5"},
                                           {"hold 1", "hold 2", "hold 3", "hold 4", "hold 5"},
                                           {"count 1", "count 2", "count 3", "count 4", "count 5"}};
    sheet_row(s, name[0][n], 4, x->mode[n], y->mode[n]);
    sheet_row(s, name[1][n], 4, x->load[n], y->load[n]);
    sheet_row(s, name[2][n], 4, x->hold[n], y->hold[n]);
    sheet_row(s, name[3][n], 4, x->count[n], y->count[n]);
}

static void sheet_row_ps(struct sheet *s, const char *check, const char *what, int64_t x, int64_t y)
{
    s->differ |= x != y;
    if (x != y)
        sheet_add(s, "  %s %s: rtl %" PRId64 ", model %" PRId64 "  <- differ\n", check, what, x, y);
}

/* The records of both. The slack of notes is not compared, because the model does not search for distant edges. */
static void sheet_row_check(struct sheet *s, const struct both *b, int n)
{
    struct am9513_record x, y;
    const char *name = figure_info[n].name;
    engine_rtl.record(b->rtl, n, &x);
    engine_model.record(b->model, n, &y);
    sheet_row_ps(s, name, "broken", x.broken, y.broken);
    sheet_row_ps(s, name, "observed, ps", x.observed_ps, y.observed_ps);
    sheet_row_ps(s, name, "required, ps", x.required_ps, y.required_ps);
    sheet_row_ps(s, name, "broken at, ps", (int64_t)x.broken_at_ps, (int64_t)y.broken_at_ps);
    sheet_row_ps(s, name, "broken by access", x.broken_access, y.broken_access);
    if (figure_info[n].kind == KIND_NOTE)
        return;
    sheet_row_ps(s, name, "least slack, ps", x.slack_ps, y.slack_ps);
    sheet_row_ps(s, name, "least slack to, ps", x.slack_required_ps, y.slack_required_ps);
    sheet_row_ps(s, name, "least slack at, ps", (int64_t)x.slack_at_ps, (int64_t)y.slack_at_ps);
    sheet_row_ps(s, name, "least slack of access", x.slack_access, y.slack_access);
}

static void sheet_fill(struct sheet *s, const struct both *b)
{
    const struct socket_read v = engine_rtl.read(b->rtl), w = engine_model.read(b->model);
    struct engine_outputs x, y;
    struct chip_state p, q;
    engine_rtl.get(b->rtl, &x);
    engine_model.get(b->model, &y);
    engine_rtl.state(b->rtl, &p);
    engine_model.state(b->model, &q);
    uint64_t x_ps = engine_rtl.now_ps(b->rtl), y_ps = engine_model.now_ps(b->model);
    s->differ = x_ps != y_ps;
    sheet_add(s, "  at %" PRIu64 " ps%s\n", x_ps, s->differ ? ", where the model's time differs" : "");
    sheet_add(s, "  %-14s %8s %8s\n", "", "rtl", "model");
    sheet_row(s, "socket read", 2, v.value, w.value);
    sheet_row(s, "  driven valid", 2, v.driven * 16U + v.valid, w.driven * 16U + w.valid);
    sheet_row(s, "data pins", 4, x.data, y.data);
    sheet_row(s, "  driven valid", 2, x.data_driven * 16U + x.data_valid, y.data_driven * 16U + y.data_valid);
    sheet_row(s, "OUT5-1", 2, x.out, y.out);
    sheet_row(s, "  floating", 2, x.out_z, y.out_z);
    sheet_row(s, "FOUT", 1, x.fout, y.fout);
    sheet_row(s, "armed 5-1", 2, p.armed, q.armed);
    sheet_row(s, "TC 5-1", 2, p.tc, q.tc);
    sheet_row(s, "toggle 5-1", 2, p.toggle, q.toggle);
    sheet_row(s, "master mode", 4, p.master, q.master);
    sheet_row(s, "alarm 1", 4, p.alarm[0], q.alarm[0]);
    sheet_row(s, "alarm 2", 4, p.alarm[1], q.alarm[1]);
    sheet_row(s, "pointer", 2, p.pointer, q.pointer);
    sheet_row(s, "low byte next", 1, p.low_next, q.low_next);
    sheet_row(s, "short write", 1, p.short_write, q.short_write);
    sheet_row(s, "prefetch latch", 4, p.latch, q.latch);
    for (int n = 0; n < 5; n++)
        sheet_row_counter(s, &p, &q, n);
    for (int n = 0; n < FIG_CHECKS; n++)
        sheet_row_check(s, b, n);
}

static void both_compare(struct both *b)
{
    struct sheet quick = {.room = 0};
    sheet_fill(&quick, b);
    if (!quick.differ)
        return;
    struct sheet full = {.text = b->text, .room = sizeof b->text};
    sheet_fill(&full, b);
    b->differ = true;
}

static void both_power_on(struct engine *e, const struct engine_settings *settings)
{
    struct both *b = both_of(e);
    struct engine_settings watched = *settings;
    watched.watch_fout = true; /* it is compared */
    watched.no_skip = true;    /* each edge is compared */
    b->differ = false;
    engine_rtl.power_on(b->rtl, &watched);
    engine_model.power_on(b->model, &watched);
}

static void both_set(struct engine *e, const struct engine_inputs *in)
{
    engine_rtl.set(both_of(e)->rtl, in);
    engine_model.set(both_of(e)->model, in);
}

static void both_request(struct engine *e, bool control, bool write, uint8_t data)
{
    engine_rtl.request(both_of(e)->rtl, control, write, data);
    engine_model.request(both_of(e)->model, control, write, data);
}

static enum engine_stop both_run(struct engine *e, uint64_t until_ps, bool until_idle)
{
    struct both *b = both_of(e);
    enum engine_stop stop = engine_rtl.run(b->rtl, until_ps, until_idle);
    enum engine_stop other = engine_model.run(b->model, until_ps, until_idle);
    if (stop == STOP_LOOP && other == STOP_LOOP)
        return STOP_LOOP;
    if (!b->differ)
        both_compare(b);
    return b->differ ? STOP_DIFFER : stop;
}

static uint64_t both_next(struct engine *e, uint64_t until_ps)
{
    const uint64_t rtl = engine_rtl.next_ps(both_of(e)->rtl, until_ps);
    const uint64_t model = engine_model.next_ps(both_of(e)->model, until_ps);
    return rtl < model ? rtl : model;
}

static void both_on_violation(struct engine *e, engine_violated *call, void *context)
{
    engine_rtl.on_violation(both_of(e)->rtl, call, context);
}

static void both_record_calls(struct engine *e, FILE *file)
{
    engine_rtl.record_calls(both_of(e)->rtl, file);
}

static const char *both_difference(const struct engine *e)
{
    return ((const struct both *)e)->text;
}

const struct engine_ops engine_both = {
    .open = both_open,
    .close = both_close,
    .power_on = both_power_on,
    .set = both_set,
    .request = both_request,
    .run = both_run,
    .next_ps = both_next,
    .on_violation = both_on_violation,
    .difference = both_difference,
    .record_calls = both_record_calls,
};
