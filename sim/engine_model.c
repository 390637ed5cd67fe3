/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdlib.h>

#include "am9513.h"

const char *const engine_name[ENGINES] = {"rtl", "model", "both"};

/* This engine's own `struct rtl`; nobody else looks inside. */
struct model {
    struct am9513 chip;
    struct rtl_in in;
    uint32_t wire; /* as struct rtl_settings */
    bool failed;   /* the model refused a call: cannot happen with what board.c does */
};

static struct model *of(struct rtl *r)
{
    return (struct model *)(void *)r;
}

static struct rtl *model_open(void)
{
    struct model *m = calloc(1, sizeof *m);
    return (struct rtl *)(void *)m;
}

static void model_close(struct rtl *r)
{
    free(of(r));
}

/* Level of an input that may be wired: an output in high impedance is pulled up. */
static bool wired(const struct model *m, unsigned input, bool pin, uint64_t pins)
{
    unsigned choice = m->wire >> 3 * input & 7;
    if (choice == 0)
        return pin;
    if (choice == 6)
        return (pins & AM9513_FOUT) != 0;
    return (pins & (AM9513_OUT(choice) | AM9513_OUT_Z(choice))) != 0;
}

static uint64_t inputs(struct model *m)
{
    uint64_t now = am9513_get(&m->chip), pins = m->in.data;
    pins |= m->in.cs_n ? AM9513_CS_N : 0;
    pins |= m->in.rd_n ? AM9513_RD_N : 0;
    pins |= m->in.wr_n ? AM9513_WR_N : 0;
    pins |= m->in.cd ? AM9513_CD : 0;
    pins |= m->in.data_driven ? AM9513_HOST_DRIVES : 0;
    for (unsigned n = 0; n < 5; n++) {
        pins |= wired(m, n, m->in.src >> n & 1, now) ? AM9513_SRC(n + 1) : 0;
        pins |= wired(m, n + 5, m->in.gate >> n & 1, now) ? AM9513_GATE(n + 1) : 0;
    }
    return pins;
}

static void apply(struct model *m, uint64_t now_ps)
{
    if (am9513_set(&m->chip, now_ps, inputs(m)) != AM9513_OK)
        m->failed = true;
}

static void model_power_on(struct rtl *r, const struct rtl_settings *s)
{
    const int32_t *f = s->figure;
    const struct am9513_config config = {
        .x2_high_ps = (uint64_t)f[FIG_OSC_HIGH],
        .x2_low_ps = (uint64_t)f[FIG_OSC_LOW],
        .tcmd_ps = (uint64_t)f[FIG_TCMD],
        .twhyv_ps = (uint64_t)f[FIG_TWHYV],
        .tehyv_ps = (uint64_t)f[FIG_TEHYV],
        .tehfv_ps = (uint64_t)f[FIG_TEHFV],
        .trlqv_ps = (uint64_t)f[FIG_TRLQV],
        .trlqx_ps = (uint64_t)f[FIG_TRLQX],
        .trhqx_ps = (uint64_t)f[FIG_TRHQX],
        .trhqz_ps = (uint64_t)f[FIG_TRHQZ],
    };
    struct model *m = of(r);
    *m = (struct model){.wire = s->wire};
    m->in = (struct rtl_in){.cs_n = true, .rd_n = true, .wr_n = true, .cd = true, .data = 0xffff};
    m->failed = am9513_init(&m->chip, &config) != AM9513_OK;
    apply(m, 0);
}

static void model_set(struct rtl *r, const struct rtl_in *in)
{
    of(r)->in = *in;
    apply(of(r), of(r)->chip.now_ps);
}

static void model_request(struct rtl *r, bool control, bool write, uint8_t data)
{
    (void)r;
    (void)control;
    (void)write;
    (void)data;
}

static enum rtl_stop model_run(struct rtl *r, uint64_t until_ps, bool until_idle)
{
    static const uint64_t outs = AM9513_FOUT | (UINT64_C(0x3ff) << AM9513_PLACE_OUT);
    struct model *m = of(r);
    unsigned here = 0;
    (void)until_idle;
    while (m->wire) { /* an output that moves moves the inputs tied to it */
        uint64_t next = am9513_next_ps(&m->chip, outs);
        if (next > until_ps)
            break;
        here = next > m->chip.now_ps ? 0 : here + 1;
        if (here > 10000)
            return RTL_LOOP;
        m->failed |= am9513_advance(&m->chip, next) != AM9513_OK;
        apply(m, next);
    }
    m->failed |= am9513_advance(&m->chip, until_ps) != AM9513_OK;
    return m->failed ? RTL_LOOP : RTL_UNTIL;
}

static uint64_t model_now(const struct rtl *r)
{
    return ((const struct model *)(const void *)r)->chip.now_ps;
}

static uint64_t model_ticks(const struct rtl *r)
{
    (void)r;
    return 0;
}

static void model_get(const struct rtl *r, struct rtl_out *out)
{
    struct am9513 chip = ((const struct model *)(const void *)r)->chip; /* am9513_get() may work things out */
    uint64_t pins = am9513_get(&chip);
    *out = (struct rtl_out){
        .data_driven = (pins & AM9513_CHIP_DRIVES) != 0,
        .data_valid = (pins & AM9513_CHIP_VALID) != 0,
        .out = (uint8_t)(pins >> AM9513_PLACE_OUT & 0x1f),
        .out_z = (uint8_t)(pins >> (AM9513_PLACE_OUT + 5) & 0x1f),
        .fout = (pins & AM9513_FOUT) != 0,
    };
    out->data = out->data_driven && out->data_valid ? (uint16_t)(pins & AM9513_DB) : 0xffff;
}

static void model_record(const struct rtl *r, int number, struct rtl_record *record)
{
    (void)r;
    (void)number;
    *record = (struct rtl_record){.slack_ps = INT64_MAX};
}

static void model_on_broken(struct rtl *r, void (*call)(void *context, int number), void *context)
{
    (void)r;
    (void)call;
    (void)context;
}

static void model_record_calls(struct rtl *r, FILE *file)
{
    (void)r;
    (void)file;
}

const struct rtl_build engine_model = {
    .name = "model",
    .open = model_open,
    .close = model_close,
    .power_on = model_power_on,
    .set = model_set,
    .request = model_request,
    .run = model_run,
    .now_ps = model_now,
    .ticks = model_ticks,
    .get = model_get,
    .record = model_record,
    .on_broken = model_on_broken,
    .record_calls = model_record_calls,
};

void engine_model_describe(const struct rtl *r, char *text, size_t size)
{
    struct am9513 chip = ((const struct model *)(const void *)r)->chip;
    if (am9513_describe(&chip, text, size) < 0 && size)
        text[0] = '\0';
}
