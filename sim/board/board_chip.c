/* SPDX-License-Identifier: MIT
 * tmr0/board.h: accesses at the chip's pins: when each pin moves, so that every parameter of the AC table is at its
 * least value, or at the value applied. Count pins. */
#include "board_internal.h"

#include <string.h>

#include "cli/time_text.h"

#define PARK_PS 10000 /* C/D is turned away this long before the access's first movement */

enum move {
    MOVE_CD_AWAY,
    MOVE_CD,
    MOVE_CS,
    MOVE_DATA,
    MOVE_STROBE,
    MOVE_STROBE_END,
    MOVE_CD_END,
    MOVE_DATA_END,
    MOVE_CS_END
};

struct moment {
    int64_t at_ps; /* after the strobe's falling edge */
    enum move move;
};

struct chip_cycle {
    struct moment moment[10];
    size_t moments;
    int64_t width_ps;
};

static int64_t chip_applied(const struct tmr0_board *b, int figure)
{
    return b->applied[figure] == FIGURE_NONE ? b->settings.figure[figure] : b->applied[figure];
}

/* Keeps the moments sorted; of two at one time the one added first comes first. */
static void cycle_add(struct chip_cycle *c, enum move act, int64_t at_ps)
{
    size_t n = c->moments++;
    for (; n > 0 && c->moment[n - 1].at_ps > at_ps; n--)
        c->moment[n] = c->moment[n - 1];
    c->moment[n] = (struct moment){at_ps, act};
}

static void cycle_plan_write(const struct tmr0_board *b, struct chip_cycle *c)
{
    int64_t end = chip_applied(b, FIG_TWLWH);
    int64_t select = end - chip_applied(b, FIG_TSLWH);
    if (select > 0 && b->applied[FIG_TSLWH] == FIGURE_NONE)
        select = 0; /* a pulse longer than the data sheet's: CS is low as long as the strobe */
    c->width_ps = end;
    cycle_add(c, MOVE_CD, end - chip_applied(b, FIG_TAVWH));
    cycle_add(c, MOVE_CS, select);
    cycle_add(c, MOVE_DATA, end - chip_applied(b, FIG_TDVWH));
    cycle_add(c, MOVE_STROBE, 0);
    cycle_add(c, MOVE_STROBE_END, end);
    cycle_add(c, MOVE_CD_END, end + chip_applied(b, FIG_TWHAX));
    cycle_add(c, MOVE_DATA_END, end + chip_applied(b, FIG_TWHDX));
    cycle_add(c, MOVE_CS_END, end + chip_applied(b, FIG_TWHSH));
}

static void cycle_plan_read(const struct tmr0_board *b, struct chip_cycle *c)
{
    int64_t end = chip_applied(b, FIG_TRLRH);
    c->width_ps = end;
    cycle_add(c, MOVE_CD, -chip_applied(b, FIG_TAVRL));
    cycle_add(c, MOVE_CS, -chip_applied(b, FIG_TSLRL));
    cycle_add(c, MOVE_STROBE, 0);
    cycle_add(c, MOVE_STROBE_END, end);
    cycle_add(c, MOVE_CD_END, end + chip_applied(b, FIG_TRHAX));
    cycle_add(c, MOVE_CS_END, end + chip_applied(b, FIG_TRHSH));
}

static int64_t cycle_find(const struct chip_cycle *c, enum move what)
{
    size_t n = 0;
    while (n < c->moments && c->moment[n].move != what)
        n++;
    return n < c->moments ? c->moment[n].at_ps : FIGURE_NONE;
}

/* Applied times may violate the part's limits, but each pin must still make its movement. */
static int cycle_check(const struct tmr0_board *b, const struct chip_cycle *c, bool write)
{
    const struct {
        enum move begin, end;
        int before, after;
    } parts[] = {
        {MOVE_CD, MOVE_CD_END, write ? FIG_TAVWH : FIG_TAVRL, write ? FIG_TWHAX : FIG_TRHAX},
        {MOVE_DATA, MOVE_DATA_END, FIG_TDVWH, FIG_TWHDX},
        {MOVE_CS, MOVE_CS_END, write ? FIG_TSLWH : FIG_TSLRL, write ? FIG_TWHSH : FIG_TRHSH},
    };
    for (size_t n = 0; n < sizeof parts / sizeof parts[0]; n++) {
        int64_t begin = cycle_find(c, parts[n].begin), end = cycle_find(c, parts[n].end);
        bool selects = parts[n].begin != MOVE_CS || (begin < c->width_ps && end > 0);
        if (begin == FIGURE_NONE || (begin < end && selects))
            continue;
        return board_fail(TMR0_INPUT, "%s at %s with %s at %s leaves %s, expected more of one of them",
                          figure_info[parts[n].before].name, TIME_TEXT(chip_applied(b, parts[n].before)),
                          figure_info[parts[n].after].name, TIME_TEXT(chip_applied(b, parts[n].after)),
                          begin < end ? "CS high while the strobe is low" : "no time for the pin to be active");
    }
    return TMR0_OK;
}

static void chip_move(struct tmr0_board *b, enum move what, bool control, bool write, uint16_t value)
{
    if (what == MOVE_STROBE || what == MOVE_STROBE_END)
        *(write ? &b->in.wr_n : &b->in.rd_n) = what == MOVE_STROBE_END;
    else if (what == MOVE_CS || what == MOVE_CS_END)
        b->in.cs_n = what == MOVE_CS_END;
    else if (what == MOVE_DATA || what == MOVE_DATA_END) {
        b->in.data_driven = what == MOVE_DATA;
        b->in.data = b->in.data_driven ? value : 0xffff;
    } else
        b->in.cd = what == MOVE_CD ? control : !control;
}

/* When the strobe falls: after the recovery of the last access, if no gap is given, and with room for the pins. */
static int chip_strobe_time(const struct tmr0_board *b, bool write, const struct chip_cycle *c, uint64_t *strobe)
{
    static const int recovery_figure[2][2] = {{FIG_TRHRL, FIG_TRHWL}, {FIG_TWHRL, FIG_TWHWL}};
    int figure = recovery_figure[b->wrote][write];
    uint64_t start = board_earliest(b);
    if (start > TIME_MAX)
        return board_time_runs_out();
    int64_t room = (int64_t)start - c->moment[0].at_ps;
    *strobe = room > 0 ? (uint64_t)room : 0;
    if (!b->accesses || (b->gap_ps != FIGURE_NONE && b->applied[figure] == FIGURE_NONE))
        return TMR0_OK;
    int64_t due = (int64_t)b->strobe_end_ps + chip_applied(b, figure);
    if (due >= room)
        *strobe = (uint64_t)due;
    else if (b->applied[figure] != FIGURE_NONE && tmr0_now_ps(b) == b->end_ps)
        return board_fail(
            TMR0_INPUT, "%s cannot be applied at %s, expected at least %s: the other pins or the gap need it",
            figure_info[figure].name, TIME_TEXT(chip_applied(b, figure)), TIME_TEXT(room - (int64_t)b->strobe_end_ps));
    return TMR0_OK;
}

static int chip_access(struct tmr0_board *b, bool control, bool write, bool wide, uint16_t value)
{
    struct chip_cycle c = {.moments = 0};
    struct engine_outputs out = {0};
    struct tmr0_access access = {0};
    uint64_t strobe = 0;
    char text[32];
    uint16_t word = wide ? value : (uint16_t)(0xff00 | value);
    if (write)
        cycle_plan_write(b, &c);
    else
        cycle_plan_read(b, &c);
    if (b->in.cd == control)
        cycle_add(&c, MOVE_CD_AWAY, c.moment[0].at_ps - PARK_PS);
    int status = cycle_check(b, &c, write);
    if (status == TMR0_OK)
        status = chip_strobe_time(b, write, &c, &strobe);
    if (status)
        return status;
    b->in.access = access.number = ++b->accesses;
    access.start_ps = strobe + (uint64_t)c.moment[0].at_ps;
    for (size_t n = 0; n < c.moments && status == TMR0_OK;) {
        int64_t at = c.moment[n].at_ps;
        status = tmr0_run_until(b, strobe + (uint64_t)at);
        if (n == 0) {
            board_begins(b, control, write, wide, value);
            (void)snprintf(text, sizeof text, write ? "%s 0x%02x" : "%s",
                           write ? (control ? "cmd"
                                    : wide  ? "word"
                                            : "data")
                                 : (control ? "status"
                                    : wide  ? "readw"
                                            : "read"),
                           value);
            board_show_access(b, text);
        }
        for (; n < c.moments && c.moment[n].at_ps == at; n++) {
            if (c.moment[n].move == MOVE_STROBE_END)
                b->shown->ops->get(b->shown, &out); /* the levels before the edge */
            chip_move(b, c.moment[n].move, control, write, word);
        }
        b->engine->ops->set(b->engine, &b->in);
    }
    if (status == TMR0_OK)
        status = board_run(b, tmr0_now_ps(b), false);
    if (status == TMR0_OK) {
        b->strobe_end_ps = strobe + (uint64_t)c.width_ps;
        b->wrote = write;
    }
    access.value = wide ? out.data : out.data & 0xff;
    access.driven = !write && out.data_driven;
    access.valid = !write && out.data_valid;
    return board_accessed(b, &access, write, status);
}

static int chip_access_of(struct tmr0_board *b, bool control, bool write, unsigned bits, unsigned value)
{
    const int status = board_of_target(b, "an access at the chip's pins", TARGET_CHIP);
    if (status)
        return status;
    if (bits != 8 && bits != 16)
        return board_fail(TMR0_INPUT, "an access of %u bits, expected 8 or 16", bits);
    if (value >> bits)
        return board_fail(TMR0_INPUT, "value %u out of range, expected 0..%u", value, (1U << bits) - 1);
    return chip_access(b, control, write, bits == 16, (uint16_t)value);
}

int tmr0_chip_write(struct tmr0_board *b, bool control, unsigned bits, unsigned value)
{
    return chip_access_of(b, control, true, bits, value);
}

int tmr0_chip_read(struct tmr0_board *b, bool control, unsigned bits)
{
    return chip_access_of(b, control, false, bits, 0);
}

/* ---- Count pins */

static int find_pin(const char *name, int from, int to)
{
    for (int n = from; n < to; n++)
        if (name && strcmp(name, pin_name[n]) == 0)
            return n;
    return board_fail(TMR0_INPUT, "no pin \"%s\", expected %s", name ? name : "",
                      from == PIN_OUT1 ? "out1 to out5 or fout" : "src1 to src5 or gate1 to gate5");
}

static int find_input(const struct tmr0_board *b, const char *name)
{
    const int status = board_of_target(b, "moving a pin", TARGET_CHIP);
    return status ? status : find_pin(name, 0, PIN_INPUTS);
}

static uint8_t *pins_of(struct tmr0_board *b, int pin)
{
    return pin < PIN_GATE1 ? &b->in.src : &b->in.gate;
}

static uint8_t bit_of(int pin)
{
    return (uint8_t)(1U << (pin < PIN_GATE1 ? pin : pin - PIN_GATE1));
}

static int move_pin(struct tmr0_board *b, int pin, bool high)
{
    uint8_t *pins = pins_of(b, pin);
    if (b->wire[pin])
        return board_fail(TMR0_INPUT, "%s is wired to %s, expected a free input", pin_name[pin],
                          pin_name[b->wire[pin] - 1]);
    *pins = (uint8_t)(high ? *pins | bit_of(pin) : *pins & ~bit_of(pin));
    b->engine->ops->set(b->engine, &b->in);
    return board_run(b, tmr0_now_ps(b), false);
}

int tmr0_set_pin(struct tmr0_board *b, const char *pin, bool high)
{
    const int n = find_input(b, pin);
    return n < 0 ? n : move_pin(b, n, high);
}

int tmr0_pulse(struct tmr0_board *b, const char *pin, int64_t width_ps, uint64_t count)
{
    const int n = find_input(b, pin);
    if (n < 0)
        return n;
    if (width_ps < 1 || width_ps > INT64_C(1) << 62)
        return board_fail(TMR0_INPUT, "a pulse of %lld ps, expected 1 ps or more", (long long)width_ps);
    const bool high = *pins_of(b, n) & bit_of(n);
    int status = TMR0_OK;
    for (uint64_t made = 0; made < count && status == TMR0_OK; made++) {
        if (made)
            status = tmr0_run_until(b, tmr0_now_ps(b) + (uint64_t)width_ps);
        if (status == TMR0_OK)
            status = move_pin(b, n, !high);
        if (status == TMR0_OK)
            status = tmr0_run_until(b, tmr0_now_ps(b) + (uint64_t)width_ps);
        if (status == TMR0_OK)
            status = move_pin(b, n, high);
    }
    return status;
}

int tmr0_pin(const struct tmr0_board *b, const char *pin)
{
    struct engine_outputs out;
    NEED_BOARD(b);
    const int n = find_pin(pin, PIN_OUT1, PINS);
    if (n < 0)
        return n;
    if (n == PIN_FOUT && !b->settings.watch_fout)
        return board_fail(TMR0_INPUT, "fout is not watched, expected the option fout when the board is opened");
    b->shown->ops->get(b->shown, &out);
    if (n == PIN_FOUT)
        return out.fout ? TMR0_HIGH : TMR0_LOW;
    const unsigned place = (unsigned)n - PIN_OUT1;
    return out.out_z >> place & 1 ? TMR0_FLOATS : out.out >> place & 1 ? TMR0_HIGH : TMR0_LOW;
}
