/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdlib.h>

#include "model/am9513_board.h"

const char *const engine_name[ENGINES] = {"rtl", "model", "both"};

#define INSTANT_STEPS 10000 /* in one instant; more are a loop without delay */

/* This engine's own `struct rtl`; nobody else looks inside. */
struct model {
    struct am9513_board board; /* with clip, its chip and checks alone */
    bool clip;
    struct rtl_in in;
    uint32_t wire; /* as struct rtl_settings */
    bool loops;    /* outputs and inputs chase each other without delay */
    bool failed;   /* the model refused a call: cannot happen with what board.c does */
    void (*call)(void *context, int number);
    void *call_context;
    uint32_t told, broken[FIG_CHECKS]; /* of all checks and of each, as last told */
    struct {
        bool waits, control, write;
        uint8_t data;
    } request;
};

static struct model *of(struct rtl *r)
{
    return (struct model *)(void *)r;
}

static const struct model *seen(const struct rtl *r)
{
    return (const struct model *)(const void *)r;
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

/* Level of an input that is wired to that output, 1-5 or 6 for FOUT: one in high impedance is pulled up. */
static bool level(unsigned output, uint64_t pins)
{
    if (output == 6)
        return (pins & AM9513_FOUT) != 0;
    return (pins & (AM9513_OUT(output) | AM9513_OUT_Z(output))) != 0;
}

static uint64_t bus_pins(const struct rtl_in *in)
{
    return in->data | (in->cs_n ? AM9513_CS_N : 0) | (in->rd_n ? AM9513_RD_N : 0) | (in->wr_n ? AM9513_WR_N : 0) |
           (in->cd ? AM9513_CD : 0) | (in->data_driven ? AM9513_HOST_DRIVES : 0);
}

static uint64_t counter_pins(struct model *m)
{
    uint64_t pins = (uint64_t)m->in.src << AM9513_PLACE_SRC | (uint64_t)m->in.gate << AM9513_PLACE_GATE;
    if (!m->wire)
        return pins;
    uint64_t now = am9513_get(&m->board.chip);
    for (unsigned n = 0; n < 10; n++) { /* SRC1-5, GATE1-5 */
        unsigned output = m->wire >> 3 * n & 7;
        uint64_t pin = AM9513_SRC(1) << n;
        if (output)
            pins = level(output, now) ? pins | pin : pins & ~pin;
    }
    return pins;
}

/* The inputs, and round by round the outputs connected to them, until nothing moves (docs/manual.md, "Order within an
 * instant"). What happens at this instant without them has happened. */
static void apply(struct model *m, uint64_t now_ps)
{
    uint64_t pins = counter_pins(m);
    m->loops = false;
    for (unsigned times = 0; times < INSTANT_STEPS; times++) {
        int error = m->clip ? am9513_checks_set(&m->board.checks, &m->board.chip, now_ps, pins | bus_pins(&m->in))
                            : am9513_board_set(&m->board, now_ps, pins);
        m->failed |= error != AM9513_OK;
        uint64_t old = pins;
        pins = m->wire ? counter_pins(m) : old;
        if (pins == old) /* no wire carries a change */
            return;
    }
    m->loops = true;
}

static int advance(struct model *m, uint64_t to_ps)
{
    return m->clip ? am9513_checks_advance(&m->board.checks, &m->board.chip, to_ps)
                   : am9513_board_advance(&m->board, to_ps);
}

static uint64_t ps(const struct rtl_settings *s, int figure)
{
    return (uint64_t)s->figure[figure];
}

/* The library's check of that figure. */
static enum am9513_check check_of(int figure)
{
    static const enum am9513_check check[FIG_CHECKS] = {
#define CHECK(symbol, text, unit, kind, home, range, record, model) [FIG_##symbol] = (model),
#include "sim/figures/figures.def"
    };
    return check[figure];
}

static uint32_t choices(const struct rtl_settings *s)
{
    uint32_t flags = 0;
#define CHOICE(symbol, name, text, first, second, model) flags |= s->figure[FIG_##symbol] ? (model) : 0;
#include "sim/figures/figures.def"
    return flags;
}

static struct am9513_limits limits(const struct rtl_settings *s)
{
    struct am9513_limits l = {.twhrl_short_ps = s->figure[FIG_TWHRL_SHORT],
                              .twhwl_short_ps = s->figure[FIG_TWHWL_SHORT],
                              .twheh_double_ps = s->figure[FIG_TWHEH_DOUBLE]};
    for (int n = 0; n < FIG_CHECKS; n++)
        l.least_ps[check_of(n)] = s->figure[n];
    return l;
}

void engine_model_config(struct am9513_board_config *config, const struct rtl_settings *s)
{
    *config = (struct am9513_board_config){
        .chip = {.x2_high_ps = ps(s, FIG_OSC_HIGH),
                 .x2_low_ps = ps(s, FIG_OSC_LOW),
                 .tcmd_ps = ps(s, FIG_TCMD),
                 .twhyv_ps = ps(s, FIG_TWHYV),
                 .tehyv_ps = ps(s, FIG_TEHYV),
                 .tehfv_ps = ps(s, FIG_TEHFV),
                 .trlqv_ps = ps(s, FIG_TRLQV),
                 .trlqx_ps = ps(s, FIG_TRLQX),
                 .trhqx_ps = ps(s, FIG_TRHQX),
                 .trhqz_ps = ps(s, FIG_TRHQZ),
                 .choices = choices(s)},
        .checks = true,
        .limits = limits(s),
        .direct = s->direct,
        .control_on_read = s->figure[FIG_MAS_ON_READ] != 0,
        .floating = (uint8_t)s->figure[FIG_FLOAT],
        .seed = s->seed,
        .pal_tpd_ps = ps(s, FIG_PAL_TPD),
        .pal_skew_ps = ps(s, FIG_PAL_SKEW),
        .buffer_tpd_ps = ps(s, FIG_BUF_TPD),
        .cpu_clock_ps = ps(s, FIG_CPU_CLOCK),
        .rw_setup_ps = ps(s, FIG_RW_SETUP),
        .write_data_setup_ps = ps(s, FIG_WDATA_SETUP),
        .strobe_hold_ps = s->figure[FIG_STROBE_HOLD],
        .control_read_ps = ps(s, FIG_MAS_READ),
        .control_write_ps = ps(s, FIG_MAS_WRITE),
        .data_strobe_ps = ps(s, FIG_MDS_LOW),
        .data_after_ps = ps(s, FIG_MDS_AFTER),
        .des_clock_ps = ps(s, FIG_DES_CLOCK),
        .read_latch_ps = ps(s, FIG_READ_LATCH),
    };
}

static void model_power_on(struct rtl *r, const struct rtl_settings *s)
{
    struct am9513_board_config config;
    struct model *m = of(r);
    engine_model_config(&config, s);
    *m = (struct model){.wire = s->wire, .clip = s->clip};
    m->in = (struct rtl_in){.cs_n = true, .rd_n = true, .wr_n = true, .cd = true, .data = 0xffff};
    int error = m->clip ? am9513_init(&m->board.chip, &config.chip) : am9513_board_init(&m->board, &config);
    if (m->clip && error == AM9513_OK)
        error = am9513_checks_init(&m->board.checks, &m->board.chip, &config.limits);
    m->failed = error != AM9513_OK;
    apply(m, 0);
}

static void model_set(struct rtl *r, const struct rtl_in *in)
{
    of(r)->in = *in;
    of(r)->board.checks.access = in->access;
    apply(of(r), of(r)->board.chip.now_ps);
}

static void model_request(struct rtl *r, bool control, bool write, uint8_t data)
{
    struct model *m = of(r);
    m->request.waits = true;
    m->request.control = control;
    m->request.write = write;
    m->request.data = data;
}

/* The socket cycle asked for, to its end. */
static int cycle(struct model *m)
{
    uint64_t now_ps = m->board.now_ps;
    unsigned offset = m->request.control ? 2 : 0;
    m->request.waits = false;
    if (m->request.write)
        return am9513_board_write(&m->board, now_ps, offset, m->request.data, NULL);
    return am9513_board_read(&m->board, now_ps, offset, NULL);
}

static enum rtl_stop run(struct model *m, uint64_t until_ps, bool until_idle)
{
    static const uint64_t outs = AM9513_FOUT | (UINT64_C(0x3ff) << AM9513_PLACE_OUT);
    if (m->request.waits)
        m->failed |= cycle(m) != AM9513_OK;
    if (until_idle)
        return m->failed ? RTL_LOOP : RTL_IDLE;
    while (m->wire) { /* an output that moves moves the inputs tied to it */
        uint64_t next = am9513_next_ps(&m->board.chip, outs);
        if (next > until_ps || m->loops)
            break;
        m->failed |= advance(m, next) != AM9513_OK;
        apply(m, next);
    }
    if (m->loops)
        return RTL_LOOP;
    m->failed |= advance(m, until_ps) != AM9513_OK;
    return m->failed ? RTL_LOOP : RTL_UNTIL;
}

static uint64_t model_now(const struct rtl *r)
{
    return seen(r)->board.chip.now_ps;
}

static uint64_t model_ticks(const struct rtl *r)
{
    (void)r;
    return 0;
}

static struct rtl_read model_read(const struct rtl *r)
{
    const struct am9513_board *board = &seen(r)->board;
    return (struct rtl_read){board->read, board->read_driven, board->read_valid};
}

static void model_get(const struct rtl *r, struct rtl_out *out)
{
    struct am9513 chip = seen(r)->board.chip; /* am9513_get() may work things out */
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

static void model_state(const struct rtl *r, struct rtl_state *state)
{
    struct am9513 chip = seen(r)->board.chip;
    (void)am9513_settle(&chip);
    *state = (struct rtl_state){
        .alarm = {chip.alarm[0], chip.alarm[1]},
        .master = chip.master_mode,
        .latch = chip.latch,
        .pointer = chip.pointer,
        .low_next = chip.low_next,
        .short_write = chip.short_write,
    };
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip.counter[n];
        state->mode[n] = c->mode;
        state->load[n] = c->load;
        state->hold[n] = c->hold;
        state->count[n] = c->count;
        state->armed = (uint8_t)(state->armed | c->armed << n);
        state->tc = (uint8_t)(state->tc | c->tc << n);
        state->toggle = (uint8_t)(state->toggle | c->toggle << n);
    }
}

static void model_record(const struct rtl *r, int number, struct rtl_record *record)
{
    const struct am9513_record *k = &seen(r)->board.checks.record[check_of(number)];
    *record = (struct rtl_record){.broken = k->broken,
                                  .observed_ps = k->observed_ps,
                                  .required_ps = (int32_t)k->required_ps,
                                  .broken_at_ps = k->broken_at_ps,
                                  .broken_access = k->broken_access,
                                  .slack_ps = k->slack_ps,
                                  .slack_required_ps = (int32_t)k->slack_required_ps,
                                  .slack_at_ps = k->slack_at_ps,
                                  .slack_access = k->slack_access};
}

static void model_on_broken(struct rtl *r, void (*call)(void *context, int number), void *context)
{
    of(r)->call = call;
    of(r)->call_context = context;
}

/* Tells of what was broken since the last time. */
static void tell(struct rtl *r)
{
    struct model *m = of(r);
    if (m->board.checks.broken == m->told)
        return;
    m->told = m->board.checks.broken;
    for (int n = 0; n < FIG_CHECKS; n++) {
        uint32_t broken = m->board.checks.record[check_of(n)].broken;
        if (broken != m->broken[n] && m->call)
            m->call(m->call_context, n);
        m->broken[n] = broken;
    }
}

static enum rtl_stop model_run(struct rtl *r, uint64_t until_ps, bool until_idle)
{
    enum rtl_stop stop = run(of(r), until_ps, until_idle);
    tell(r);
    return stop;
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
    .read = model_read,
    .get = model_get,
    .state = model_state,
    .record = model_record,
    .on_broken = model_on_broken,
    .record_calls = model_record_calls,
};
