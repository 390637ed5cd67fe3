/* SPDX-License-Identifier: MIT */
#include "board.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/time_text.h"

#define FIGURE_NONE INT64_MIN
#define PARK_PS 10000 /* C/D is turned away this long before the access's first movement */
#define TIME_MAX ((uint64_t)INT64_MAX / 2)

struct board {
    const struct rtl_build *build;
    struct rtl *rtl;
    struct rtl_in in;
    enum target target;
    uint64_t cpu_clock_ps;
    uint64_t settle_ps; /* from the socket's lines to the chip's pins */
    int wire[PIN_INPUTS];
    uint32_t accesses;
    uint64_t end_ps; /* of the last access */
    int64_t gap_ps;  /* FIGURE_NONE: not given */
    /* Chip accesses */
    int64_t legal[FIG_COUNT];
    int64_t applied[FIG_COUNT]; /* FIGURE_NONE: legal */
    uint64_t strobe_end_ps;     /* the last strobe's rising edge */
    bool wrote;                 /* it was a write */
    /* Reports */
    int64_t required[FIG_RTL];
    enum mark mark[FIG_RTL];
    void (*call)(void *context, const struct violation *violation);
    void *call_context;
    bool tracing;
    char text_access[32];
    char text_broken[32];
};

/* The figure that a check has judged by: its own, or the one that takes its place after F9 and after commands that do
 * two things. */
static int form_of(const struct board *b, int check, int64_t required_ps)
{
    static const int other[FIG_CHECKS] = {
        [FIG_TWHRL] = FIG_TWHRL_SHORT, [FIG_TWHWL] = FIG_TWHWL_SHORT, [FIG_TWHEH] = FIG_TWHEH_DOUBLE};
    return other[check] && required_ps != b->required[check] ? other[check] : check;
}

static void broken(void *context, int number)
{
    struct board *b = context;
    struct rtl_record record;
    b->build->record(b->rtl, number, &record);
    if (b->tracing && figure_info[number].kind != KIND_NOTE) {
        size_t used = strlen(b->text_broken);
        (void)snprintf(b->text_broken + used, sizeof b->text_broken - used, "%s%s", used ? " " : "",
                       figure_info[number].name);
        b->build->trace_text(b->rtl, b->text_access, b->text_broken);
    }
    if (b->call) {
        const struct violation v = {number,
                                    record.broken_at_ps,
                                    record.broken_access,
                                    record.required_ps,
                                    record.observed_ps,
                                    b->mark[form_of(b, number, record.required_ps)]};
        b->call(b->call_context, &v);
    }
}

/* ---- Opening */

static int32_t at_corner(const struct figure *figures, int number, enum corner corner)
{
    return (int32_t)figures[number].value[corner];
}

/* The figures of the home of this one; NULL if this board has none such. */
static const struct figure *figures_of(const struct board_config *c, int figure)
{
    bool board = c->target == TARGET_BOARD;
    switch (figure_info[figure].home) {
    case HOME_CHIP:
        return c->chip->figure;
    case HOME_PAL:
        return board ? c->pal->figure : NULL;
    case HOME_BUFFER:
        return board && c->buffer ? c->buffer->figure : NULL;
    case HOME_MACHINE:
        return board ? c->machine->figure : NULL;
    case HOME_NONE:
        break;
    }
    return NULL;
}

static void collect_requirements(struct board *b, const struct board_config *c)
{
    for (int n = 0; n < FIG_RTL; n++) {
        const struct figure *from = figures_of(c, n);
        b->required[n] = from ? from[n].value[c->corner] : 0;
        b->mark[n] = from ? from[n].mark : MARK_NONE;
    }
}

static void collect_figures(int32_t out[FIG_RTL], const struct board_config *c)
{
    for (int n = 0; n < FIG_RTL; n++) {
        const struct figure *from = figures_of(c, n);
        out[n] = from ? at_corner(from, n, c->corner) : 0;
    }
    out[FIG_OSC_HIGH] = (int32_t)c->osc_high_ps;
    out[FIG_OSC_LOW] = (int32_t)c->osc_low_ps;
}

static uint32_t wire_word(const int wire[PIN_INPUTS])
{
    uint32_t word = 0;
    for (int n = 0; n < PIN_INPUTS; n++)
        if (wire[n])
            word |= (uint32_t)(wire[n] - PIN_OUT1) << (3 * n);
    return word;
}

static const struct rtl_build *choose_engine(const struct board_config *c)
{
    switch (c->engine) {
    case ENGINE_MODEL:
        return &engine_model;
    case ENGINE_BOTH:
        return &engine_both;
    default:
        return c->traced ? &rtl_traced : &rtl_fast;
    }
}

static struct rtl_settings settings_of(const struct board_config *c)
{
    struct rtl_settings settings = {
        .seed = (uint32_t)(c->seed ^ c->seed >> 32),
        .direct = c->pal_kind == PAL_DIRECT,
        .clip = c->target == TARGET_CHIP,
        .every_edge = c->traced,
        .effects = c->effects,
        .watch_fout = c->watch_fout || c->engine == ENGINE_BOTH,
        .wire = wire_word(c->wire),
    };
    collect_figures(settings.figure, c);
    return settings;
}

void board_model_config(struct am9513_board_config *model, const struct board_config *c)
{
    const struct rtl_settings settings = settings_of(c);
    engine_model_config(model, &settings);
}

/* From the socket to the chip: two gates of the flip-flop one behind the other, or the data buffer. */
static uint64_t settle_ps(const struct rtl_settings *s)
{
    const int32_t *f = s->figure;
    return (uint64_t)f[FIG_PAL_TPD] * 2 + (uint64_t)f[FIG_PAL_SKEW] + (uint64_t)f[FIG_BUF_TPD];
}

int board_open(struct board **board, const struct board_config *c, struct error *e)
{
    *board = NULL;
    if (c->osc_high_ps <= 0 || c->osc_low_ps <= 0 || c->osc_high_ps > INT32_MAX || c->osc_low_ps > INT32_MAX)
        return error_set(e, STATUS_INPUT, "oscillator half periods out of range, expected 1ps..2ms");
    if (c->engine != ENGINE_RTL && c->effects)
        return error_set(e, STATUS_INPUT,
                         "effects on with engine %s, expected rtl: the model has no effects of violations",
                         engine_name[c->engine]);
    if (c->engine != ENGINE_RTL && c->traced)
        return error_set(e, STATUS_INPUT, "waves of engine %s, expected rtl: the model writes none",
                         engine_name[c->engine]);
    if (c->engine == ENGINE_MODEL && c->calls)
        return error_set(e, STATUS_INPUT, "calls of engine model, expected rtl or both: only the RTL records them");
    const struct rtl_settings settings = settings_of(c);
    struct board *b = calloc(1, sizeof *b);
    if (!b)
        return error_set(e, STATUS_SYSTEM, "out of memory");
    b->build = choose_engine(c);
    b->rtl = b->build->open();
    if (!b->rtl) {
        free(b);
        return error_set(e, STATUS_SYSTEM, "no memory or no thread for the model of the board");
    }
    b->target = c->target;
    b->cpu_clock_ps = c->target == TARGET_BOARD ? (uint64_t)settings.figure[FIG_CPU_CLOCK] : 1;
    memcpy(b->wire, c->wire, sizeof b->wire);
    b->gap_ps = FIGURE_NONE;
    b->in = (struct rtl_in){.cs_n = true, .rd_n = true, .wr_n = true, .cd = true, .data = 0xffff};
    for (int n = 0; n < FIG_COUNT; n++)
        b->legal[n] = figure_info[n].home == HOME_CHIP ? c->chip->figure[n].value[c->corner] : 0;
    b->settle_ps = c->target == TARGET_BOARD ? settle_ps(&settings) : 0;
    collect_requirements(b, c);
    board_timing_legal(b);
    b->build->record_calls(b->rtl, c->calls);
    b->build->power_on(b->rtl, &settings);
    b->build->on_broken(b->rtl, broken, b);
    *board = b;
    return STATUS_OK;
}

void board_close(struct board *b)
{
    if (!b)
        return;
    board_trace_close(b);
    b->build->close(b->rtl);
    free(b);
}

/* ---- Time */

uint64_t board_now_ps(const struct board *b)
{
    return b->build->now_ps(b->rtl);
}

uint64_t board_ticks(const struct board *b)
{
    return b->build->ticks(b->rtl);
}

static int run(struct board *b, uint64_t until_ps, bool until_idle, struct error *e)
{
    switch (b->build->run(b->rtl, until_ps, until_idle)) {
    case RTL_LOOP:
        return error_set(e, STATUS_INPUT,
                         "a loop without delay: the board does not settle, expected at most 10000 "
                         "ticks in one instant");
    case RTL_DIFFER:
        return error_set(e, STATUS_BAD, "the engines differ\n%s", engine_both_text(b->rtl));
    case RTL_UNTIL:
    case RTL_IDLE:
        break;
    }
    return STATUS_OK;
}

static int time_runs_out(struct error *e)
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
        return time_runs_out(e);
    return run(b, ps, false, e);
}

int board_gap(struct board *b, int64_t ps, struct error *e)
{
    if (ps < 0 || (uint64_t)ps > TIME_MAX)
        return error_set(e, STATUS_INPUT, "gap out of range, expected 0s..53 days");
    b->gap_ps = ps;
    return STATUS_OK;
}

/* Earliest start allowed by the present time and the gap. */
static uint64_t earliest(const struct board *b)
{
    uint64_t now = board_now_ps(b);
    uint64_t free_ps = b->accesses && b->gap_ps != FIGURE_NONE ? b->end_ps + (uint64_t)b->gap_ps : now;
    return free_ps > now ? free_ps : now;
}

static void set_text(struct board *b, const char *text)
{
    if (!b->tracing)
        return;
    (void)snprintf(b->text_access, sizeof b->text_access, "%s", text);
    b->text_broken[0] = '\0';
    b->build->trace_text(b->rtl, b->text_access, b->text_broken);
}

int board_settle(struct board *b, struct error *e)
{
    const uint64_t over_ps = board_now_ps(b) + b->settle_ps;
    return run(b, over_ps < TIME_MAX ? over_ps : TIME_MAX, false, e);
}

/* ---- Socket */

int board_socket_at(struct board *b, uint64_t from_ps, int offset, bool write, uint8_t value, struct access *access,
                    struct error *e)
{
    uint64_t start = earliest(b);
    start = from_ps > start ? from_ps : start;
    uint64_t over = start % b->cpu_clock_ps;
    int status = board_run_until(b, over ? start + b->cpu_clock_ps - over : start, e);
    if (status)
        return status;
    if (b->tracing) {
        char text[32];
        (void)snprintf(text, sizeof text, write ? "w %d 0x%02x" : "r %d", offset, value);
        set_text(b, text);
    }
    b->in.access = ++b->accesses;
    b->build->set(b->rtl, &b->in);
    access->number = b->accesses;
    access->start_ps = board_now_ps(b);
    b->build->request(b->rtl, offset == 2, write, value);
    status = run(b, UINT64_MAX, true, e);
    const struct rtl_read read = b->build->read(b->rtl);
    access->end_ps = b->end_ps = board_now_ps(b);
    access->value = read.value;
    access->driven = !write && read.driven;
    access->valid = !write && read.valid;
    set_text(b, "");
    return status;
}

int board_socket(struct board *b, int offset, bool write, uint8_t value, struct access *access, struct error *e)
{
    return board_socket_at(b, 0, offset, write, value, access, e);
}

/* ---- Chip */

enum act { ACT_CD_AWAY, ACT_CD, ACT_CS, ACT_DATA, ACT_STROBE, ACT_STROBE_END, ACT_CD_END, ACT_DATA_END, ACT_CS_END };

struct moment {
    int64_t at_ps; /* from the strobe's falling edge */
    enum act act;
};

struct cycle {
    struct moment moment[10];
    size_t moments;
    int64_t width_ps;
};

static int64_t apply(const struct board *b, int figure)
{
    return b->applied[figure] == FIGURE_NONE ? b->legal[figure] : b->applied[figure];
}

/* Moments stay sorted; of two at one time the one added first comes first. */
static void add(struct cycle *c, enum act act, int64_t at_ps)
{
    size_t n = c->moments++;
    for (; n > 0 && c->moment[n - 1].at_ps > at_ps; n--)
        c->moment[n] = c->moment[n - 1];
    c->moment[n] = (struct moment){at_ps, act};
}

static void plan_write(const struct board *b, struct cycle *c)
{
    int64_t end = apply(b, FIG_TWLWH);
    int64_t select = end - apply(b, FIG_TSLWH);
    if (select > 0 && b->applied[FIG_TSLWH] == FIGURE_NONE)
        select = 0; /* a longer pulse than the data sheet's needs CS earlier: it is low as long as the strobe */
    c->width_ps = end;
    add(c, ACT_CD, end - apply(b, FIG_TAVWH));
    add(c, ACT_CS, select);
    add(c, ACT_DATA, end - apply(b, FIG_TDVWH));
    add(c, ACT_STROBE, 0);
    add(c, ACT_STROBE_END, end);
    add(c, ACT_CD_END, end + apply(b, FIG_TWHAX));
    add(c, ACT_DATA_END, end + apply(b, FIG_TWHDX));
    add(c, ACT_CS_END, end + apply(b, FIG_TWHSH));
}

static void plan_read(const struct board *b, struct cycle *c)
{
    int64_t end = apply(b, FIG_TRLRH);
    c->width_ps = end;
    add(c, ACT_CD, -apply(b, FIG_TAVRL));
    add(c, ACT_CS, -apply(b, FIG_TSLRL));
    add(c, ACT_STROBE, 0);
    add(c, ACT_STROBE_END, end);
    add(c, ACT_CD_END, end + apply(b, FIG_TRHAX));
    add(c, ACT_CS_END, end + apply(b, FIG_TRHSH));
}

static int64_t moment_of(const struct cycle *c, enum act what)
{
    size_t n = 0;
    while (n < c->moments && c->moment[n].act != what)
        n++;
    return n < c->moments ? c->moment[n].at_ps : FIGURE_NONE;
}

/* Applied times may break the part's limits, but not leave a pin's movement out. */
static int check_cycle(const struct board *b, const struct cycle *c, bool write, struct error *e)
{
    const struct {
        enum act begin, end;
        int before, after;
    } parts[] = {
        {ACT_CD, ACT_CD_END, write ? FIG_TAVWH : FIG_TAVRL, write ? FIG_TWHAX : FIG_TRHAX},
        {ACT_DATA, ACT_DATA_END, FIG_TDVWH, FIG_TWHDX},
        {ACT_CS, ACT_CS_END, write ? FIG_TSLWH : FIG_TSLRL, write ? FIG_TWHSH : FIG_TRHSH},
    };
    for (size_t n = 0; n < sizeof parts / sizeof parts[0]; n++) {
        int64_t begin = moment_of(c, parts[n].begin), end = moment_of(c, parts[n].end);
        bool selects = parts[n].begin != ACT_CS || (begin < c->width_ps && end > 0);
        char before[32], after[32];
        if (begin == FIGURE_NONE || (begin < end && selects))
            continue;
        return error_set(e, STATUS_INPUT, "%s at %s with %s at %s leaves %s, expected more of one of them",
                         figure_info[parts[n].before].name, time_text(before, sizeof before, apply(b, parts[n].before)),
                         figure_info[parts[n].after].name, time_text(after, sizeof after, apply(b, parts[n].after)),
                         begin < end ? "CS high while the strobe is low" : "no time for the pin to be active");
    }
    return STATUS_OK;
}

static void act(struct board *b, enum act what, bool control, bool write, uint16_t value)
{
    switch (what) {
    case ACT_CD_AWAY:
    case ACT_CD_END:
        b->in.cd = !control;
        break;
    case ACT_CD:
        b->in.cd = control;
        break;
    case ACT_CS:
    case ACT_CS_END:
        b->in.cs_n = what == ACT_CS_END;
        break;
    case ACT_DATA:
        b->in.data = value;
        b->in.data_driven = true;
        break;
    case ACT_DATA_END:
        b->in.data = 0xffff;
        b->in.data_driven = false;
        break;
    case ACT_STROBE:
    case ACT_STROBE_END:
        if (write)
            b->in.wr_n = what == ACT_STROBE_END;
        else
            b->in.rd_n = what == ACT_STROBE_END;
        break;
    }
}

/* When the strobe falls: the recovery behind the last access, if no gap is given, and room for the pins. */
static int strobe_time(const struct board *b, bool write, const struct cycle *c, uint64_t *strobe, struct error *e)
{
    static const int recovery_figure[2][2] = {{FIG_TRHRL, FIG_TRHWL}, {FIG_TWHRL, FIG_TWHWL}};
    int figure = recovery_figure[b->wrote][write];
    uint64_t start = earliest(b);
    if (start > TIME_MAX)
        return time_runs_out(e);
    int64_t room = (int64_t)start - c->moment[0].at_ps;
    *strobe = room > 0 ? (uint64_t)room : 0;
    if (!b->accesses || (b->gap_ps != FIGURE_NONE && b->applied[figure] == FIGURE_NONE))
        return STATUS_OK;
    int64_t due = (int64_t)b->strobe_end_ps + apply(b, figure);
    if (due >= room)
        *strobe = (uint64_t)due;
    else if (b->applied[figure] != FIGURE_NONE && board_now_ps(b) == b->end_ps) {
        char want[32], least[32];
        return error_set(e, STATUS_INPUT,
                         "%s cannot be applied at %s, expected at least %s: the other pins or the gap need it",
                         figure_info[figure].name, time_text(want, sizeof want, apply(b, figure)),
                         time_text(least, sizeof least, room - (int64_t)b->strobe_end_ps));
    }
    return STATUS_OK;
}

int board_chip(struct board *b, bool control, bool write, bool wide, uint16_t value, struct access *access,
               struct error *e)
{
    struct cycle c = {.moments = 0};
    struct rtl_out out = {0};
    uint64_t strobe = 0;
    char text[32];
    uint16_t word = wide ? value : (uint16_t)(0xff00 | value);
    if (write)
        plan_write(b, &c);
    else
        plan_read(b, &c);
    if (b->in.cd == control)
        add(&c, ACT_CD_AWAY, c.moment[0].at_ps - PARK_PS);
    int status = check_cycle(b, &c, write, e);
    if (status == STATUS_OK)
        status = strobe_time(b, write, &c, &strobe, e);
    if (status)
        return status;
    b->in.access = access->number = ++b->accesses;
    access->start_ps = strobe + (uint64_t)c.moment[0].at_ps;
    for (size_t n = 0; n < c.moments && status == STATUS_OK;) {
        int64_t at = c.moment[n].at_ps;
        status = board_run_until(b, strobe + (uint64_t)at, e);
        if (n == 0) {
            (void)snprintf(text, sizeof text, write ? "%s 0x%02x" : "%s",
                           write ? (control ? "cmd"
                                    : wide  ? "word"
                                            : "data")
                                 : (control ? "status"
                                    : wide  ? "readw"
                                            : "read"),
                           value);
            set_text(b, text);
        }
        for (; n < c.moments && c.moment[n].at_ps == at; n++) {
            if (c.moment[n].act == ACT_STROBE_END)
                b->build->get(b->rtl, &out); /* the levels before the edge */
            act(b, c.moment[n].act, control, write, word);
        }
        b->build->set(b->rtl, &b->in);
    }
    if (status == STATUS_OK)
        status = run(b, board_now_ps(b), false, e);
    b->strobe_end_ps = strobe + (uint64_t)c.width_ps;
    b->wrote = write;
    access->end_ps = b->end_ps = board_now_ps(b);
    access->value = wide ? out.data : out.data & 0xff;
    access->driven = !write && out.data_driven;
    access->valid = !write && out.data_valid;
    set_text(b, "");
    return status;
}

int board_timing(struct board *b, int figure, int64_t ps, struct error *e)
{
    bool pulse = figure == FIG_TWLWH || figure == FIG_TRLRH;
    if (figure < 0 || figure > FIG_TWLWH)
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

/* ---- Pins */

const char *const pin_name[PINS] = {"src1",  "src2",  "src3", "src4", "src5", "gate1", "gate2", "gate3",
                                    "gate4", "gate5", "out1", "out2", "out3", "out4",  "out5",  "fout"};

int board_pin_set(struct board *b, enum pin pin, bool high, struct error *e)
{
    uint8_t *pins = pin < PIN_GATE1 ? &b->in.src : &b->in.gate;
    int bit = pin < PIN_GATE1 ? (int)pin : (int)pin - PIN_GATE1;
    if (pin >= PIN_INPUTS)
        return error_set(e, STATUS_INPUT, "pin %d is no input, expected src1-5 or gate1-5", (int)pin);
    if (b->wire[pin])
        return error_set(e, STATUS_INPUT, "%s is wired to %s, expected a free input", pin_name[pin],
                         pin_name[b->wire[pin] - 1]);
    *pins = (uint8_t)(high ? *pins | 1 << bit : *pins & ~(1 << bit));
    b->build->set(b->rtl, &b->in);
    return run(b, board_now_ps(b), false, e);
}

int board_pulse(struct board *b, enum pin pin, int64_t width_ps, uint64_t count, struct error *e)
{
    bool high = pin < PIN_GATE1 ? b->in.src >> pin & 1 : b->in.gate >> (pin - PIN_GATE1) & 1;
    int status = STATUS_OK;
    for (uint64_t n = 0; n < count && status == STATUS_OK; n++) {
        if (n)
            status = board_run_until(b, board_now_ps(b) + (uint64_t)width_ps, e);
        if (status == STATUS_OK)
            status = board_pin_set(b, pin, !high, e);
        if (status == STATUS_OK)
            status = board_run_until(b, board_now_ps(b) + (uint64_t)width_ps, e);
        if (status == STATUS_OK)
            status = board_pin_set(b, pin, high, e);
    }
    return status;
}

enum level board_pin(const struct board *b, enum pin pin)
{
    struct rtl_out out;
    b->build->get(b->rtl, &out);
    if (pin == PIN_FOUT)
        return out.fout ? LEVEL_HIGH : LEVEL_LOW;
    unsigned bit = 1U << (pin - PIN_OUT1);
    if (out.out_z & bit)
        return LEVEL_Z;
    return (out.out & bit) ? LEVEL_HIGH : LEVEL_LOW;
}

/* ---- Reports */

void board_on_violation(struct board *b, void (*call)(void *context, const struct violation *violation), void *context)
{
    b->call = call;
    b->call_context = context;
}

void board_margin(const struct board *b, int figure, struct margin *margin)
{
    struct rtl_record record;
    b->build->record(b->rtl, figure, &record);
    *margin = (struct margin){.broken = record.broken, .observed = record.slack_ps != INT64_MAX};
    if (margin->observed) {
        margin->form = form_of(b, figure, record.slack_required_ps);
        margin->required_ps = record.slack_required_ps;
        margin->mark = b->mark[margin->form];
        margin->slack_ps = record.slack_ps;
        margin->at_ps = record.slack_at_ps;
        margin->access = record.slack_access;
    }
}

int board_trace_open(struct board *b, const char *file, const volatile sig_atomic_t *off, struct error *e)
{
    errno = 0;
    if (!b->build->trace_open)
        return error_set(e, STATUS_INPUT, "this board was opened without waves");
    if (!b->build->trace_open(b->rtl, file, off))
        return error_set(e, STATUS_SYSTEM, "%s: cannot write: %s", file, strerror(errno ? errno : EIO));
    b->tracing = true;
    set_text(b, "");
    return STATUS_OK;
}

void board_trace_close(struct board *b)
{
    if (b->tracing)
        b->build->trace_close(b->rtl);
    b->tracing = false;
}
