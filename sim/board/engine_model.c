/* SPDX-License-Identifier: MIT
 * The C model as an engine: libam9513's board, or with settings.clip its chip and checks alone. It has no effects and
 * no waves. */
#include "engine_model.h"

#include <stdlib.h>

#include "cli/memory.h"
#include "model/am9513_state_internal.h"

#define OUTS (UINT64_C(0x3ff) << AM9513_PLACE_OUT)
#define INSTANT_STEPS 10000 /* more in one instant are a loop without delay */

struct model {
    struct engine engine;
    struct am9513_board board; /* with clip, its chip and checks alone */
    bool clip;
    uint64_t watched; /* outputs that are read */
    struct engine_inputs in;
    uint32_t wire; /* as in struct engine_settings */
    bool loops;    /* an output changes an input, and that the output, without delay */
    bool failed;   /* the model refused a call: cannot happen with the calls of a board */
    engine_violated *call;
    void *call_context;
    struct model_request {
        bool pending, control, write;
        uint8_t data;
    } request;
};

static struct model *model_of(struct engine *e)
{
    return (struct model *)e;
}

static const struct model *model_seen(const struct engine *e)
{
    return (const struct model *)e;
}

static struct engine *model_open(void)
{
    struct model *m = memory_new(1, sizeof *m);
    m->engine.ops = &engine_model;
    m->engine.shown = &m->engine;
    return &m->engine;
}

static void model_close(struct engine *e)
{
    free(model_of(e));
}

/* Level of an input wired to that output (1-5; 6 is FOUT). A pull-up makes high impedance a high level. */
static bool model_level(unsigned output, uint64_t pins)
{
    if (output == 6)
        return (pins & AM9513_FOUT) != 0;
    return (pins & (AM9513_OUT(output) | AM9513_OUT_Z(output))) != 0;
}

static uint64_t model_bus_pins(const struct engine_inputs *in)
{
    return in->data | (in->cs_n ? AM9513_CS_N : 0) | (in->rd_n ? AM9513_RD_N : 0) | (in->wr_n ? AM9513_WR_N : 0) |
           (in->cd ? AM9513_CD : 0) | (in->data_driven ? AM9513_HOST_DRIVES : 0);
}

static uint64_t model_counter_pins(struct model *m)
{
    uint64_t pins = (uint64_t)m->in.src << AM9513_PLACE_SRC | (uint64_t)m->in.gate << AM9513_PLACE_GATE;
    if (!m->wire)
        return pins;
    uint64_t now = am9513_get(&m->board.chip);
    for (unsigned n = 0; n < 10; n++) { /* SRC1-5, GATE1-5 */
        unsigned output = m->wire >> 3 * n & 7;
        uint64_t pin = AM9513_SRC(1) << n;
        if (output)
            pins = model_level(output, now) ? pins | pin : pins & ~pin;
    }
    return pins;
}

/* The inputs, and round by round the outputs connected to them, until nothing moves (docs/manual.md, "Order within an
 * instant"). The other events of this instant have already happened. */
static void model_apply(struct model *m, uint64_t now_ps)
{
    uint64_t pins = model_counter_pins(m);
    m->loops = false;
    for (unsigned times = 0; times < INSTANT_STEPS; times++) {
        int error = m->clip ? am9513_checks_set(&m->board.checks, &m->board.chip, now_ps, pins | model_bus_pins(&m->in))
                            : am9513_board_set(&m->board, now_ps, pins);
        m->failed |= error != AM9513_OK;
        uint64_t old = pins;
        pins = m->wire ? model_counter_pins(m) : old;
        if (pins == old) /* no wire carries a change */
            return;
    }
    m->loops = true;
}

static int model_advance_to(struct model *m, uint64_t to_ps)
{
    return m->clip ? am9513_checks_advance(&m->board.checks, &m->board.chip, to_ps)
                   : am9513_board_advance(&m->board, to_ps);
}

static uint64_t figure_ps(const struct engine_settings *s, int figure)
{
    return (uint64_t)s->figure[figure];
}

/* The library's check of that figure. */
static enum am9513_check model_check_of(int figure)
{
    static const enum am9513_check check[FIG_CHECKS] = {
#define CHECK(symbol, text, unit, kind, group, range, record) [FIG_##symbol] = AM9513_##symbol,
#include "sim/figures/figures.def"
    };
    return check[figure];
}

void engine_model_record(const struct am9513_checks *checks, int check, struct am9513_record *record)
{
    *record = checks->record[model_check_of(check)];
}

static void model_record(const struct engine *e, int check, struct am9513_record *record)
{
    engine_model_record(&model_seen(e)->board.checks, check, record);
}

static void model_report(void *context, enum am9513_check check)
{
    static const int figure[AM9513_CHECKS] = {
#define CHECK(symbol, text, unit, kind, group, range, record) [AM9513_##symbol] = FIG_##symbol,
#include "sim/figures/figures.def"
    };
    const struct model *m = context;
    if (m->call)
        m->call(m->call_context, figure[check], &m->board.checks.record[check]);
}

static uint32_t model_choices(const struct engine_settings *s)
{
    uint32_t flags = 0;
#define CHOICE(symbol, name, text, first, second, model) flags |= s->figure[FIG_##symbol] ? (model) : 0;
#include "sim/figures/figures.def"
    return flags;
}

static struct am9513_limits model_limits(const struct engine_settings *s)
{
    struct am9513_limits l = {.twhrl_short_ps = s->figure[FIG_TWHRL_SHORT],
                              .twhwl_short_ps = s->figure[FIG_TWHWL_SHORT],
                              .twheh_double_ps = s->figure[FIG_TWHEH_DOUBLE]};
    for (int n = 0; n < FIG_CHECKS; n++)
        l.least_ps[model_check_of(n)] = s->figure[n];
    return l;
}

void engine_model_config(struct am9513_board_config *config, const struct engine_settings *s)
{
    *config = (struct am9513_board_config){
        .chip = {.x2_high_ps = (uint64_t)s->osc.high_ps,
                 .x2_low_ps = (uint64_t)s->osc.low_ps,
                 .x2_high_part = s->osc.high_part,
                 .x2_low_part = s->osc.low_part,
                 .x2_parts = s->osc.parts,
                 .tcmd_ps = figure_ps(s, FIG_TCMD),
                 .twhyv_ps = figure_ps(s, FIG_TWHYV),
                 .tehyv_ps = figure_ps(s, FIG_TEHYV),
                 .tehyv_compare_ps = figure_ps(s, FIG_TEHYV_COMPARE),
                 .tehfv_ps = figure_ps(s, FIG_TEHFV),
                 .trlqv_ps = figure_ps(s, FIG_TRLQV),
                 .trlqx_ps = figure_ps(s, FIG_TRLQX),
                 .trhqx_ps = figure_ps(s, FIG_TRHQX),
                 .trhqz_ps = figure_ps(s, FIG_TRHQZ),
                 .choices = model_choices(s)},
        .checks = true,
        .limits = model_limits(s),
        .direct = s->direct,
        .control_on_read = s->figure[FIG_MAS_ON_READ] != 0,
        .floating = (uint8_t)s->figure[FIG_FLOAT],
        .seed = s->seed,
        .pal_tpd_ps = figure_ps(s, FIG_PAL_TPD),
        .pal_skew_ps = figure_ps(s, FIG_PAL_SKEW),
        .buffer_tpd_ps = figure_ps(s, FIG_BUF_TPD),
        .cpu_clock_ps = figure_ps(s, FIG_CPU_CLOCK),
        .rw_setup_ps = figure_ps(s, FIG_RW_SETUP),
        .write_data_setup_ps = figure_ps(s, FIG_WDATA_SETUP),
        .strobe_hold_ps = s->figure[FIG_STROBE_HOLD],
        .control_read_ps = figure_ps(s, FIG_MAS_READ),
        .control_write_ps = figure_ps(s, FIG_MAS_WRITE),
        .data_strobe_ps = figure_ps(s, FIG_MDS_LOW),
        .data_after_ps = figure_ps(s, FIG_MDS_AFTER),
        .des_clock_ps = figure_ps(s, FIG_DES_CLOCK),
        .read_latch_ps = figure_ps(s, FIG_READ_LATCH),
    };
}

static void model_power_on(struct engine *e, const struct engine_settings *s)
{
    struct am9513_board_config config;
    struct model *m = model_of(e);
    engine_model_config(&config, s);
    m->wire = s->wire;
    m->clip = s->clip;
    m->watched = OUTS | (s->watch_fout ? AM9513_FOUT : 0);
    m->in = (struct engine_inputs){.cs_n = true, .rd_n = true, .wr_n = true, .cd = true, .data = 0xffff};
    int error = m->clip ? am9513_init(&m->board.chip, &config.chip) : am9513_board_init(&m->board, &config);
    if (m->clip && error == AM9513_OK)
        error = am9513_checks_init(&m->board.checks, &m->board.chip, &config.limits);
    m->failed = error != AM9513_OK;
    m->board.checks.on_broken = model_report;
    m->board.checks.context = m;
    model_apply(m, 0);
}

static void model_set(struct engine *e, const struct engine_inputs *in)
{
    struct model *m = model_of(e);
    const bool moves = m->clip || m->wire || in->src != m->in.src || in->gate != m->in.gate;
    m->in = *in;
    m->board.checks.access = in->access;
    if (moves)
        model_apply(m, m->board.chip.now_ps);
}

static void model_request(struct engine *e, bool control, bool write, uint8_t data)
{
    model_of(e)->request = (struct model_request){true, control, write, data};
}

/* The requested socket cycle, to its end. */
static int model_cycle(struct model *m)
{
    uint64_t now_ps = m->board.now_ps;
    unsigned offset = m->request.control ? 2 : 0;
    m->request.pending = false;
    if (m->request.write)
        return am9513_board_write(&m->board, now_ps, offset, m->request.data, NULL);
    return am9513_board_read(&m->board, now_ps, offset, NULL);
}

/* On the board the gates count too: the last access may be on its way through them. */
static uint64_t model_next(struct engine *e, uint64_t until_ps)
{
    struct model *m = model_of(e);
    (void)until_ps;
    const uint64_t chip_ps = am9513_next_ps(&m->board.chip, m->watched);
    return m->clip || chip_ps < m->board.gates_ps ? chip_ps : m->board.gates_ps;
}

static enum engine_stop model_run(struct engine *e, uint64_t until_ps, bool until_idle)
{
    struct model *m = model_of(e);
    if (m->request.pending)
        m->failed |= model_cycle(m) != AM9513_OK;
    if (until_idle)
        return m->failed ? STOP_LOOP : STOP_IDLE;
    while (m->wire) { /* an output moves the inputs wired to it */
        uint64_t next = am9513_next_ps(&m->board.chip, AM9513_FOUT | OUTS);
        if (next > until_ps || m->loops)
            break;
        m->failed |= model_advance_to(m, next) != AM9513_OK;
        model_apply(m, next);
    }
    if (m->loops)
        return STOP_LOOP;
    m->failed |= model_advance_to(m, until_ps) != AM9513_OK;
    return m->failed ? STOP_LOOP : STOP_UNTIL;
}

static uint64_t model_now(const struct engine *e)
{
    return model_seen(e)->board.chip.now_ps;
}

static struct socket_read model_read(const struct engine *e)
{
    const struct am9513_board *board = &model_seen(e)->board;
    return (struct socket_read){board->read, board->read_driven, board->read_valid};
}

static void model_get(const struct engine *e, struct engine_outputs *out)
{
    struct am9513 chip = model_seen(e)->board.chip; /* am9513_get() may update it */
    uint64_t pins = am9513_get(&chip);
    *out = (struct engine_outputs){
        .data_driven = (pins & AM9513_CHIP_DRIVES) != 0,
        .data_valid = (pins & AM9513_CHIP_VALID) != 0,
        .out = (uint8_t)(pins >> AM9513_PLACE_OUT & 0x1f),
        .out_z = (uint8_t)(pins >> (AM9513_PLACE_OUT + 5) & 0x1f),
        .fout = (pins & AM9513_FOUT) != 0,
    };
    uint64_t others = chip.read_wide ? 0 : 0xff00; /* lines that the chip does not drive are high, as in the RTL */
    out->data = out->data_driven && out->data_valid ? (uint16_t)((pins & AM9513_DB) | others) : 0xffff;
}

void engine_model_state(struct am9513 *chip, struct chip_state *state)
{
    (void)am9513_settle(chip);
    *state = (struct chip_state){
        .alarm = {chip->alarm[0], chip->alarm[1]},
        .master = chip->master_mode,
        .latch = chip->latch,
        .pointer = chip->pointer,
        .low_next = chip->low_next,
        .short_write = chip->short_write,
    };
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *c = &chip->counter[n];
        state->mode[n] = c->mode;
        state->load[n] = c->load;
        state->hold[n] = c->hold;
        state->count[n] = c->count;
        state->armed = (uint8_t)(state->armed | c->armed << n);
        state->tc = (uint8_t)(state->tc | c->tc << n);
        state->toggle = (uint8_t)(state->toggle | c->toggle << n);
    }
}

static void model_state(const struct engine *e, struct chip_state *state)
{
    struct am9513 chip = model_seen(e)->board.chip;
    engine_model_state(&chip, state);
}

static void model_on_violation(struct engine *e, engine_violated *call, void *context)
{
    model_of(e)->call = call;
    model_of(e)->call_context = context;
}

/* No request is under way when a board is saved. */
static void model_members(struct engine *e, struct am9513i_blob *b, struct engine_inputs *inputs)
{
    struct model *m = model_of(e);
    struct engine_inputs *in = &m->in;
    FIELD(in->access);
    FLAG(in->cs_n);
    FLAG(in->rd_n);
    FLAG(in->wr_n);
    FLAG(in->cd);
    FLAG(in->data_driven);
    FIELD(in->data);
    FIVE(in->src);
    FIVE(in->gate);
    FLAG(m->loops);
    FLAG(m->failed);
    am9513i_board_members(b, &m->board, m->clip);
    *inputs = *in;
}

const struct engine_ops engine_model = {
    .open = model_open,
    .close = model_close,
    .power_on = model_power_on,
    .set = model_set,
    .request = model_request,
    .run = model_run,
    .now_ps = model_now,
    .next_ps = model_next,
    .read = model_read,
    .get = model_get,
    .state = model_state,
    .record = model_record,
    .on_violation = model_on_violation,
    .members = model_members,
};
