/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* This engine's own `struct rtl`. */
struct both {
    struct rtl *rtl, *model;
    bool differ;
    char text[2048];
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

static int put_state(char *text, size_t size, const char *who, uint64_t now_ps, const struct rtl_out *o)
{
    return snprintf(text, size,
                    "  %-6s at %" PRIu64
                    " ps: read %02x driven %d valid %d, data %04x driven %d valid %d, OUT5-1 %02x, z %02x, FOUT %d\n",
                    who, now_ps, (unsigned)o->read, o->read_driven, o->read_valid, (unsigned)o->data, o->data_driven,
                    o->data_valid, (unsigned)o->out, (unsigned)o->out_z, o->fout);
}

static void compare(struct both *b)
{
    struct rtl_out x, y;
    rtl_fast.get(b->rtl, &x);
    engine_model.get(b->model, &y);
    uint64_t x_ps = rtl_fast.now_ps(b->rtl), y_ps = engine_model.now_ps(b->model);
    if (x.data == y.data && x.data_driven == y.data_driven && x.data_valid == y.data_valid && x.out == y.out &&
        x.out_z == y.out_z && x.fout == y.fout && x_ps == y_ps && x.read == y.read && x.read_driven == y.read_driven &&
        x.read_valid == y.read_valid)
        return;
    b->differ = true;
    int used = put_state(b->text, sizeof b->text, "rtl", x_ps, &x);
    used += put_state(b->text + used, sizeof b->text - (size_t)used, "model", y_ps, &y);
    engine_model_describe(b->model, b->text + used, sizeof b->text - (size_t)used);
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

static void both_get(const struct rtl *r, struct rtl_out *out)
{
    rtl_fast.get(seen(r)->rtl, out);
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
    .get = both_get,
    .record = both_record,
    .on_broken = both_on_broken,
    .record_calls = both_record_calls,
};
