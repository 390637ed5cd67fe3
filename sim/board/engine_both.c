/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include "sim/figures/data.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* This engine's own `struct rtl`. */
struct both {
    struct rtl *rtl, *model;
    bool differ;
    char text[2400];
};

static struct both *of(struct rtl *r)
{
    return (struct both *)(void *)r;
}

static const struct both *seen(const struct rtl *r)
{
    return (const struct both *)(const void *)r;
}

static void both_close(struct rtl *r)
{
    struct both *b = of(r);
    if (!b)
        return;
    if (b->rtl)
        rtl_fast.close(b->rtl);
    if (b->model)
        engine_model.close(b->model);
    free(b);
}

static struct rtl *both_open(void)
{
    struct both *b = calloc(1, sizeof *b);
    if (b) {
        b->rtl = rtl_fast.open();
        b->model = engine_model.open();
    }
    if (b && (!b->rtl || !b->model)) {
        both_close((struct rtl *)(void *)b);
        b = NULL;
    }
    return (struct rtl *)(void *)b;
}

/* ---- Both states side by side */

/* What lockstep compares: one line of two values each. */
struct sheet {
    char *text;
    size_t room, used;
    bool differ;
};

static void add(struct sheet *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct sheet *s, const char *format, ...)
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

static void row(struct sheet *s, const char *name, int digits, unsigned x, unsigned y)
{
    s->differ |= x != y;
    add(s, "  %-14s %*s%0*x %*s%0*x%s\n", name, 8 - digits, "", digits, x, 8 - digits, "", digits, y,
        x != y ? "  <- differ" : "");
}

static void row_counter(struct sheet *s, const struct rtl_state *x, const struct rtl_state *y, int n)
{
    static const char *const name[4][5] = {{"mode 1", "mode 2", "mode 3", "mode 4", "mode 5"},
                                           {"load 1", "load 2", "load 3", "load 4", "load 5"},
                                           {"hold 1", "hold 2", "hold 3", "hold 4", "hold 5"},
                                           {"count 1", "count 2", "count 3", "count 4", "count 5"}};
    row(s, name[0][n], 4, x->mode[n], y->mode[n]);
    row(s, name[1][n], 4, x->load[n], y->load[n]);
    row(s, name[2][n], 4, x->hold[n], y->hold[n]);
    row(s, name[3][n], 4, x->count[n], y->count[n]);
}

static void row_ps(struct sheet *s, const char *check, const char *what, int64_t x, int64_t y)
{
    s->differ |= x != y;
    if (x != y)
        add(s, "  %s %s: rtl %" PRId64 ", model %" PRId64 "  <- differ\n", check, what, x, y);
}

/* What both have recorded; of notes the slack is not compared, the model does not look for edges far away. */
static void row_check(struct sheet *s, const struct both *b, int n)
{
    struct rtl_record x, y;
    const char *name = figure_info[n].name;
    rtl_fast.record(b->rtl, n, &x);
    engine_model.record(b->model, n, &y);
    row_ps(s, name, "broken", x.broken, y.broken);
    row_ps(s, name, "observed, ps", x.observed_ps, y.observed_ps);
    row_ps(s, name, "required, ps", x.required_ps, y.required_ps);
    row_ps(s, name, "broken at, ps", (int64_t)x.broken_at_ps, (int64_t)y.broken_at_ps);
    row_ps(s, name, "broken by access", x.broken_access, y.broken_access);
    if (figure_info[n].kind == KIND_NOTE)
        return;
    row_ps(s, name, "least slack, ps", x.slack_ps, y.slack_ps);
    row_ps(s, name, "least slack to, ps", x.slack_required_ps, y.slack_required_ps);
    row_ps(s, name, "least slack at, ps", (int64_t)x.slack_at_ps, (int64_t)y.slack_at_ps);
    row_ps(s, name, "least slack of access", x.slack_access, y.slack_access);
}

static void sheet(struct sheet *s, const struct both *b)
{
    const struct rtl_read v = rtl_fast.read(b->rtl), w = engine_model.read(b->model);
    struct rtl_out x, y;
    struct rtl_state p, q;
    rtl_fast.get(b->rtl, &x);
    engine_model.get(b->model, &y);
    rtl_fast.state(b->rtl, &p);
    engine_model.state(b->model, &q);
    uint64_t x_ps = rtl_fast.now_ps(b->rtl), y_ps = engine_model.now_ps(b->model);
    s->differ = x_ps != y_ps;
    add(s, "  at %" PRIu64 " ps%s\n", x_ps, s->differ ? ", where the model's time differs" : "");
    add(s, "  %-14s %8s %8s\n", "", "rtl", "model");
    row(s, "socket read", 2, v.value, w.value);
    row(s, "  driven valid", 2, v.driven * 16U + v.valid, w.driven * 16U + w.valid);
    row(s, "data pins", 4, x.data, y.data);
    row(s, "  driven valid", 2, x.data_driven * 16U + x.data_valid, y.data_driven * 16U + y.data_valid);
    row(s, "OUT5-1", 2, x.out, y.out);
    row(s, "  floating", 2, x.out_z, y.out_z);
    row(s, "FOUT", 1, x.fout, y.fout);
    row(s, "armed 5-1", 2, p.armed, q.armed);
    row(s, "TC 5-1", 2, p.tc, q.tc);
    row(s, "toggle 5-1", 2, p.toggle, q.toggle);
    row(s, "master mode", 4, p.master, q.master);
    row(s, "alarm 1", 4, p.alarm[0], q.alarm[0]);
    row(s, "alarm 2", 4, p.alarm[1], q.alarm[1]);
    row(s, "pointer", 2, p.pointer, q.pointer);
    row(s, "low byte next", 1, p.low_next, q.low_next);
    row(s, "short write", 1, p.short_write, q.short_write);
    row(s, "prefetch latch", 4, p.latch, q.latch);
    for (int n = 0; n < 5; n++)
        row_counter(s, &p, &q, n);
    for (int n = 0; n < FIG_CHECKS; n++)
        row_check(s, b, n);
}

static void compare(struct both *b)
{
    struct sheet quick = {.room = 0};
    sheet(&quick, b);
    if (!quick.differ)
        return;
    struct sheet full = {.text = b->text, .room = sizeof b->text};
    sheet(&full, b);
    b->differ = true;
}

static void both_power_on(struct rtl *r, const struct rtl_settings *settings)
{
    struct both *b = of(r);
    b->differ = false;
    rtl_fast.power_on(b->rtl, settings);
    engine_model.power_on(b->model, settings);
}

static void both_set(struct rtl *r, const struct rtl_in *in)
{
    rtl_fast.set(of(r)->rtl, in);
    engine_model.set(of(r)->model, in);
}

static void both_request(struct rtl *r, bool control, bool write, uint8_t data)
{
    rtl_fast.request(of(r)->rtl, control, write, data);
    engine_model.request(of(r)->model, control, write, data);
}

static enum rtl_stop both_run(struct rtl *r, uint64_t until_ps, bool until_idle)
{
    struct both *b = of(r);
    enum rtl_stop stop = rtl_fast.run(b->rtl, until_ps, until_idle);
    enum rtl_stop other = engine_model.run(b->model, until_ps, until_idle);
    if (stop == RTL_LOOP && other == RTL_LOOP)
        return RTL_LOOP;
    if (!b->differ)
        compare(b);
    return b->differ ? RTL_DIFFER : stop;
}

static uint64_t both_now(const struct rtl *r)
{
    return rtl_fast.now_ps(seen(r)->rtl);
}

static uint64_t both_ticks(const struct rtl *r)
{
    return rtl_fast.ticks(seen(r)->rtl);
}

static struct rtl_read both_read(const struct rtl *r)
{
    return rtl_fast.read(seen(r)->rtl);
}

static void both_get(const struct rtl *r, struct rtl_out *out)
{
    rtl_fast.get(seen(r)->rtl, out);
}

static void both_state(const struct rtl *r, struct rtl_state *state)
{
    rtl_fast.state(seen(r)->rtl, state);
}

static void both_record(const struct rtl *r, int number, struct rtl_record *record)
{
    rtl_fast.record(seen(r)->rtl, number, record);
}

static void both_on_broken(struct rtl *r, void (*call)(void *context, int number), void *context)
{
    rtl_fast.on_broken(of(r)->rtl, call, context);
}

static void both_record_calls(struct rtl *r, FILE *file)
{
    rtl_fast.record_calls(of(r)->rtl, file);
}

const char *engine_both_text(const struct rtl *r)
{
    return seen(r)->text;
}

const struct rtl_build engine_both = {
    .name = "both",
    .open = both_open,
    .close = both_close,
    .power_on = both_power_on,
    .set = both_set,
    .request = both_request,
    .run = both_run,
    .now_ps = both_now,
    .ticks = both_ticks,
    .read = both_read,
    .get = both_get,
    .state = both_state,
    .record = both_record,
    .on_broken = both_on_broken,
    .record_calls = both_record_calls,
};
