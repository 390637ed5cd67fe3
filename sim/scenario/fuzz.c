/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/random.h"
#include "sim/figures/figures.h"

/* What the generator knows of what it programs. */
struct maker {
    struct fuzz_case *c;
    uint64_t *state;
    enum target target;
    bool direct;      /* board: translator */
    bool control;     /* board: port that the flip-flop has chosen */
    bool wide;        /* chip: 16-bit bus */
    bool grid;        /* times are whole multiples of the oscillator's half period: edges meet */
    unsigned clock;   /* the oscillator's */
    unsigned wired;   /* inputs tied to an output: SRC1-5 in bits 0-4, GATE1-5 in bits 5-9 */
    unsigned pin[10]; /* the numbers of these bits */
    unsigned pins;
};

static const struct {
    const char *name;
    unsigned period_ps; /* to the nearest */
} clocks[] = {{"4MHz", 250000},        {"1MHz", 1000000},     {"5MHz", 200000},
              {"100kHz", 10000000},    {"10MHz", 100000},     {"4.9152MHz", 203450},
              {"3.579545MHz", 279365}, {"6.144MHz", 162760},  {"7MHz duty 40%", 142857},
              {"145ns", 145000},       {"70ns/75ns", 145000}, {"9.999999999MHz duty 33.333%", 100000}};

static void put_line(struct maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put_line(struct maker *m, const char *format, ...)
{
    va_list args;
    if (m->c->lines == FUZZ_LINES)
        return;
    va_start(args, format);
    (void)vsnprintf(m->c->line[m->c->lines++], FUZZ_LINE, format, args);
    va_end(args);
}

static unsigned draw_below(struct maker *m, unsigned count)
{
    return (unsigned)random_below(m->state, count);
}

static bool one_in(struct maker *m, unsigned count)
{
    return draw_below(m, count) == 0;
}

/* ---- Accesses, by way of whatever leads to the chip */

static void select_port(struct maker *m, bool control)
{
    if (!m->direct && (m->control != control || one_in(m, 50)))
        put_line(m, control ? "w 0 0x00" : "r 0");
    m->control = control;
}

static void put_command(struct maker *m, unsigned command)
{
    if (m->target == TARGET_BOARD) {
        select_port(m, true);
        put_line(m, "w 2 0x%02x", command);
    } else if (one_in(m, 16))
        put_line(m, "cmdw 0x%04x", draw_below(m, 256) << 8 | command);
    else
        put_line(m, "cmd 0x%02x", command);
}

static void put_byte(struct maker *m, unsigned value)
{
    if (m->target == TARGET_BOARD) {
        select_port(m, false);
        put_line(m, "w %d 0x%02x", m->direct ? 0 : 2, value);
    } else
        put_line(m, "data 0x%02x", value);
}

static void put_word(struct maker *m, unsigned value)
{
    if (m->wide)
        put_line(m, "word 0x%04x", value);
    else {
        put_byte(m, value & 0xff);
        put_byte(m, value >> 8);
    }
}

static void read_once(struct maker *m)
{
    if (m->target == TARGET_BOARD) {
        select_port(m, false);
        put_line(m, "r %d", m->direct ? 0 : 2);
    } else
        put_line(m, m->wide ? "readw" : "read");
}

static void read_word(struct maker *m)
{
    read_once(m);
    if (!m->wide)
        read_once(m);
}

static void read_status(struct maker *m)
{
    if (m->target == TARGET_BOARD) {
        select_port(m, true);
        put_line(m, "r 2");
    } else
        put_line(m, "status");
}

/* ---- Registers */

/* Values at which something happens sooner or later: small ones, and those beside the ends, in binary, BCD and time of
 * day; also digits that do not exist there. */
static unsigned count_value(struct maker *m)
{
    static const unsigned ends[] = {0x9999, 0x9998, 0x0010, 0x0100, 0x1999, 0xffff, 0xfffe, 0xfffd,
                                    0x2359, 0x2358, 0x5994, 0x5995, 0x5999, 0x1f9a, 0x2a59, 0x3959};
    switch (draw_below(m, 6)) {
    case 0:
        return ends[draw_below(m, 16)];
    case 1:
        return draw_below(m, 0x10000);
    case 2:
        return 9 + draw_below(m, 7) + (one_in(m, 2) ? 0x90 : 0);
    default:
        return draw_below(m, 13);
    }
}

static unsigned mode_value(struct maker *m)
{
    static const unsigned outputs[] = {0, 1, 2, 2, 4, 5, 1, 3};
    unsigned source = one_in(m, 3) ? 11 : one_in(m, 3) ? 0 : draw_below(m, 16);
    unsigned gate = one_in(m, 2) ? 0 : draw_below(m, 8);
    unsigned bits = draw_below(m, 8) << 5 | (one_in(m, 3) ? 0x10U : 0) | (one_in(m, 2) ? 8U : 0);
    return gate << 13 | (one_in(m, 3) ? 0x1000U : 0) | source << 8 | bits | outputs[draw_below(m, 8)];
}

/* Mostly disarmed first, as the data sheet wants it, and loaded before it is armed. */
static void program_counter(struct maker *m)
{
    unsigned n = 1 + draw_below(m, 5);
    if (!one_in(m, 4))
        put_command(m, 0xc0 | 1U << (n - 1));
    put_command(m, n);
    put_command(m, 0xe0);
    put_word(m, mode_value(m));
    put_word(m, count_value(m));
    put_word(m, count_value(m));
    if (!one_in(m, 8))
        put_command(m, 0x40 | 1U << (n - 1));
    put_command(m, 0x20 | 1U << (n - 1));
}

/* A mode for a counter at the far end of a wire: it counts that pin, or one of its gates is it. */
static unsigned wired_mode(struct maker *m, unsigned n)
{
    unsigned mode = mode_value(m), pin = m->pin[draw_below(m, m->pins)];
    if (one_in(m, 2))
        mode = (mode & 0xf0ffU) | (1 + pin) << 8;
    pin = m->pin[draw_below(m, m->pins)];
    if (pin >= 5 && one_in(m, 2)) {
        unsigned place = (pin + 6 - n) % 5; /* of GATE N-1, N, N+1: 0, 1, 2 */
        if (place < 3)
            mode = (mode & 0x1fffU) | (place == 0 ? 3 : place == 2 ? 2 : 4 + draw_below(m, 4)) << 13;
    }
    return mode;
}

/* All counters at work on the ends of the wires, small loads, FOUT fast: what comes round meets itself. */
static void program_wired(struct maker *m)
{
    put_command(m, 0xdf);
    put_command(m, 0x17);
    put_word(m, draw_below(m, 16) | (one_in(m, 3) ? draw_below(m, 16) << 4 : 0) | (1 + draw_below(m, 4)) << 8 |
                    (m->wide ? 0x2000U : 0));
    put_command(m, 0x01);
    for (unsigned n = 0; n < 5; n++) {
        put_word(m, one_in(m, 2) ? wired_mode(m, n) : 0x0b20U | (1 + draw_below(m, 2)));
        put_word(m, 1 + draw_below(m, 6));
        put_word(m, 1 + draw_below(m, 6));
    }
    put_command(m, 0x7f);
}

/* Its mode register alone, or half of it, while it counts. */
static void rewrite_mode(struct maker *m)
{
    unsigned mode = mode_value(m);
    put_command(m, 1 + draw_below(m, 5));
    if (m->wide)
        put_line(m, "word 0x%04x", mode);
    else {
        put_byte(m, mode & 0xff);
        if (!one_in(m, 3))
            put_byte(m, mode >> 8);
    }
}

static void master_mode(struct maker *m)
{
    unsigned value =
        draw_below(m, 0x10000) & 0xdfff & (one_in(m, 4) ? 0xffff : 0xbfff) & (one_in(m, 2) ? 0xffff : 0xfffc);
    value |= m->wide ? 0x2000 : 0;
    put_command(m, 0x17);
    put_word(m, value);
    if (one_in(m, 3)) { /* the scaler to and fro */
        put_command(m, 0x17);
        put_word(m, value ^ 0x8000);
        put_command(m, 0x17);
        put_word(m, value);
    }
}

/* Time of day as the data sheet has it, a little before something carries. */
static void time_of_day(struct maker *m)
{
    static const unsigned low[] = {0x5994, 0x5995, 0x5999, 0x0994, 0x5899}, high[] = {0x2359, 0x1959, 0x0959, 0x2258};
    unsigned source = one_in(m, 2) ? 0x0b : 0x01;
    put_command(m, 0xc3);
    put_command(m, 0x17);
    put_word(m, 0x8000 | (m->wide ? 0x2000U : 0) | draw_below(m, 4) << 2 | (1 + draw_below(m, 3)));
    put_command(m, 0x01);
    put_word(m, source << 8 | 0x38U | draw_below(m, 3));
    put_word(m, low[draw_below(m, 5)]);
    put_command(m, 0x02);
    put_word(m, 0x0038U | draw_below(m, 3));
    put_word(m, high[draw_below(m, 4)]);
    put_command(m, 0x63);
}

static void any_command(struct maker *m)
{
    unsigned kind = draw_below(m, 12);
    if (kind < 6)
        put_command(m, (1 + kind) << 5 | draw_below(m, 32));
    else if (kind == 6)
        put_command(m, 0xe0 | draw_below(m, 2) << 3 | (1 + draw_below(m, 5))); /* toggle output */
    else if (kind == 7)
        put_command(m, 0xf1 + draw_below(m, 5)); /* step */
    else if (kind == 8)
        put_command(m, one_in(m, 2) ? 0xf8 + draw_below(m, 2) : 0xe0 + 8 * draw_below(m, 2));
    else if (kind == 9)
        put_command(m, 0xe6 + 8 * draw_below(m, 2)); /* FOUT */
    else if (kind == 10 && one_in(m, 3) && m->target == TARGET_CHIP) {
        m->wide = !m->wide;
        put_command(m, m->wide ? 0xef : 0xe7);
    } else if (kind == 11 && one_in(m, 6)) {
        m->wide = false;
        put_command(m, 0xff);
    } else
        put_command(m, one_in(m, 8) ? 0xe0 + draw_below(m, 32)
                                    : draw_below(m, 32)); /* data pointer; what the list does not have */
}

/* The data pointer round its cycles, reads and writes mixed. */
static void pointer_cycle(struct maker *m)
{
    static const unsigned begin[] = {0x01, 0x05, 0x0d, 0x15, 0x19, 0x1d, 0x07, 0x0f, 0x1f};
    put_command(m, begin[draw_below(m, 9)]);
    for (unsigned n = 1 + draw_below(m, 7); n > 0; n--)
        if (one_in(m, 3))
            put_byte(m, draw_below(m, 256));
        else
            read_once(m);
}

static void access_chip(struct maker *m)
{
    switch (draw_below(m, 6)) {
    case 0:
        read_status(m);
        break;
    case 1:
        put_command(m, 0xa0 | draw_below(m, 32));
        put_command(m, 0x10 | (1 + draw_below(m, 5)));
        read_word(m);
        break;
    case 2:
        put_command(m, draw_below(m, 32));
        read_word(m);
        break;
    case 3:
        read_once(m);
        break;
    case 4:
        pointer_cycle(m);
        break;
    default:
        put_command(m, (one_in(m, 2) ? 0x08U : 0x18U) | (1 + draw_below(m, 5))); /* Load, Hold */
        put_word(m, count_value(m));
    }
}

/* Anything at all at the socket: wrong port, selects twice, reads of nothing. */
static void access_socket(struct maker *m)
{
    for (unsigned n = 1 + draw_below(m, 3); n > 0; n--)
        if (one_in(m, 2))
            put_line(m, "w %u 0x%02x", 2 * draw_below(m, 2), draw_below(m, 256));
        else
            put_line(m, "r %u", 2 * draw_below(m, 2));
    put_line(m, "w 0 0x00");
    m->control = true;
}

/* ---- Time and pins */

static void pass_time(struct maker *m)
{
    if (m->grid) {
        put_line(m, "wait %uns", 25 * (1 + draw_below(m, one_in(m, 8) ? 4000 : 60)));
        return;
    }
    switch (draw_below(m, 4)) {
    case 0:
        put_line(m, "wait %ups", 1 + draw_below(m, 500000));
        break;
    case 1:
        put_line(m, "wait %uns", 1 + draw_below(m, 2000));
        break;
    case 2:
        put_line(m, "wait %uns", 125 * draw_below(m, 40)); /* onto edges of the clock */
        break;
    default:
        put_line(m, "wait %uus", 1 + draw_below(m, 60));
    }
}

static unsigned pulse_ns(struct maker *m)
{
    return m->grid ? 25 * (1 + draw_below(m, 16)) : 20 + draw_below(m, 400);
}

#define PIN(n) (n) < 5 ? "src" : "gate", 1 + (n) % 5 /* as "%s%u" */

static void move_pin(struct maker *m)
{
    unsigned pin = draw_below(m, 10);
    if (m->wired >> pin & 1U)
        return;
    if (one_in(m, 2))
        put_line(m, "pin %s%u %u", PIN(pin), draw_below(m, 2));
    else
        put_line(m, "pulse %s%u %uns %u", PIN(pin), pulse_ns(m), 1 + draw_below(m, 9));
}

/* A source and gates at one instant, or a picosecond apart. */
static void move_together(struct maker *m)
{
    for (unsigned n = 2 + draw_below(m, 4); n > 0; n--) {
        move_pin(m);
        if (one_in(m, 3))
            put_line(m, "wait 1ps");
    }
}

/* Accesses that break the AC table; the engines must see the same pins do the same. */
static void odd_timing(struct maker *m)
{
    static const char *const parameter[] = {"TAVRL", "TAVWH", "TDVWH", "TRHAX", "TRHSH", "TSLRL",
                                            "TSLWH", "TWHAX", "TWHDX", "TWHSH", "TWLWH", "TRLRH"};
    unsigned n = draw_below(m, 12);
    bool positive = n >= 10 || strstr(parameter[n], "W"); /* of a write no pin may stay away altogether */
    put_line(m, "timing %s %dns", parameter[n], positive ? 1 + (int)draw_below(m, 300) : (int)draw_below(m, 300) - 70);
    if (one_in(m, 2))
        put_command(m, draw_below(m, 256));
    else
        read_word(m);
    put_line(m, "timing legal");
}

/* ---- Cases */

/* Figures of which all edges of an access are multiples of 25 ns, like those of the clock. */
static void put_grid(struct maker *m)
{
    static const char *const figure[] = {"TAVWH 175ns", "TDVWH 75ns", "TSLWH 175ns", "TSLRL 25ns",
                                         "TWHAX 25ns",  "TWHDX 25ns", "TWHSH 25ns",  "TRLRH 175ns"};
    for (size_t n = 0; n < sizeof figure / sizeof *figure; n++)
        put_line(m, "set part.%s", figure[n]);
}

static unsigned delay_ps(struct maker *m)
{
    unsigned period_ps = clocks[m->clock].period_ps;
    if (one_in(m, 2))
        return one_in(m, 2) || period_ps > 1000000 ? 0 : period_ps; /* at most 2 us, a sum of two */
    return 1000 * (m->grid ? 25 * draw_below(m, 13) : draw_below(m, 400));
}

/* Also none, and just one period of the clock: what comes round through a wire comes at once, or meets an edge. */
static void put_delays(struct maker *m)
{
    unsigned tcmd = one_in(m, 2) ? delay_ps(m) : 100000 + 25000 * draw_below(m, 18);
    put_line(m, "set part.TCMD %ups", tcmd);
    put_line(m, "set part.TWHYV %ups", tcmd + delay_ps(m));
    put_line(m, "set part.TEHYV %ups", delay_ps(m));
    put_line(m, "set part.TEHYV_COMPARE %ups", delay_ps(m));
    put_line(m, "set part.TEHFV %ups", delay_ps(m));
}

/* One to six, each input once. */
static void put_wires(struct maker *m)
{
    for (unsigned n = one_in(m, 3) ? 1 : 2 + draw_below(m, 5); n > 0;) {
        unsigned pin = draw_below(m, 10), output = draw_below(m, 7);
        if (m->wired >> pin & 1U)
            continue;
        m->wired |= 1U << pin;
        m->pin[m->pins++] = pin;
        if (output < 5)
            put_line(m, "wire out%u %s%u", 1 + output, PIN(pin));
        else
            put_line(m, "wire fout %s%u", PIN(pin));
        n--;
    }
}

/* Most programs with the part's own choices, some with others. */
static void put_choices(struct maker *m)
{
    for (int n = 0; n < FIG_COUNT; n++)
        if (choice_name(n) && one_in(m, 4))
            put_line(m, "set %s %s", figure_info[n].name, figure_info[n].word[1]);
}

static void chip_settings(struct maker *m)
{
    m->grid = one_in(m, 2);
    put_line(m, "target chip");
    if (m->grid)
        put_grid(m);
    else if (one_in(m, 3))
        put_line(m, "part cts9513-2");
    if (one_in(m, 2))
        put_wires(m);
    if (m->grid || one_in(m, 3))
        put_delays(m);
    put_choices(m);
}

/* Workstations that break what the board needs: strobes that a PAL swallows, data later than the host latches them, and
 * R/W that moves inside a strobe. read_latch may not be longer than a strobe. */
static void machine_figures(struct maker *m)
{
    static const char *const strobe[] = {"control_strobe_read", "control_strobe_write", "data_strobe"};
    unsigned width = 150;
    if (one_in(m, 3)) {
        width = 1 + draw_below(m, 150);
        put_line(m, "set machine.%s %uns", strobe[draw_below(m, 3)], width);
    }
    if (one_in(m, 4))
        put_line(m, "set machine.des_clock 1ns"); /* the data strobe is hardly longer than it must be */
    if (one_in(m, 3))
        put_line(m, "set machine.strobe_hold %dns", one_in(m, 4) ? 0 : (int)draw_below(m, 300) - 200);
    if (one_in(m, 4))
        put_line(m, "set machine.rw_setup %uns", draw_below(m, 60));
    if (one_in(m, 3))
        put_line(m, "set machine.read_latch %uns", draw_below(m, width < 100 ? width : 100));
    if (one_in(m, 2))
        put_line(m, "set machine.HOST_READ %dns", (int)draw_below(m, 500) - 100);
    if (one_in(m, 8))
        put_line(m, "set machine.control_strobe_on_read no");
}

static void board_settings(struct maker *m)
{
    static const char *const machines[] = {"sun3-160:drawn", "sun3-160:window", "sun3-60", "sun3-260:w4",
                                           "sun3-260:w8"};
    m->direct = one_in(m, 3);
    put_line(m, "target board");
    put_line(m, "machine %s", machines[draw_below(m, 5)]);
    put_line(m, "pal %s", m->direct ? "direct" : "flipflop");
    put_line(m, "seed %u", 1 + draw_below(m, 100));
    if (one_in(m, 3))
        put_line(m, "part cts9513-2");
    machine_figures(m);
}

static void one_thing(struct maker *m)
{
    bool chip = m->target == TARGET_CHIP;
    switch (draw_below(m, 16)) {
    case 0:
        if (m->pins && one_in(m, 2))
            program_wired(m);
        else
            program_counter(m);
        break;
    case 1:
        if (one_in(m, 4))
            master_mode(m);
        else if (one_in(m, 4))
            time_of_day(m);
        break;
    case 2:
        if (one_in(m, 2))
            rewrite_mode(m);
        break;
    case 3:
    case 4:
    case 5:
        any_command(m);
        break;
    case 6:
    case 7:
    case 8:
        access_chip(m);
        break;
    case 9:
    case 10:
        if (chip)
            move_pin(m);
        else if (one_in(m, 4))
            access_socket(m);
        break;
    case 11:
        if (chip)
            move_together(m);
        break;
    case 12:
        if (chip && one_in(m, 4))
            odd_timing(m);
        break;
    default:
        pass_time(m);
    }
}

void fuzz_make(struct fuzz_case *c, enum target target, uint64_t *state, size_t ops)
{
    static const char *const corners[] = {"min", "typ", "max"};
    struct maker m = {.c = c, .target = target};
    m.state = state;
    c->lines = 0;
    m.clock = one_in(&m, 4) ? 0 : draw_below(&m, sizeof clocks / sizeof *clocks); /* 4 MHz above all */
    if (target == TARGET_CHIP)
        chip_settings(&m);
    else
        board_settings(&m);
    put_line(&m, "corner %s", corners[draw_below(&m, 3)]);
    put_line(&m, "osc %s", clocks[m.clock].name);
    c->settings = c->lines;
    if (one_in(&m, 3))
        put_line(&m, "gap %uns",
                 m.grid ? 25 * draw_below(&m, 24) : draw_below(&m, 600)); /* also faster than the recovery times */
    else if (target == TARGET_BOARD && one_in(&m, 2))
        put_line(&m, "gap %uns", draw_below(&m, 2000));
    if (m.pins && one_in(&m, 2))
        program_wired(&m);
    while (c->lines < c->settings + ops && c->lines + 40 < FUZZ_LINES)
        one_thing(&m);
    c->ops = c->lines - c->settings;
}

void fuzz_set(struct fuzz_case *c, const char *setting)
{
    memmove(c->line[c->settings + 1], c->line[c->settings], (c->lines - c->settings) * FUZZ_LINE);
    (void)snprintf(c->line[c->settings++], FUZZ_LINE, "%s", setting);
    c->lines++;
}

size_t fuzz_text(const struct fuzz_case *c, char *buffer)
{
    size_t used = 0;
    for (size_t n = 0; n < c->lines; n++)
        used += (size_t)snprintf(buffer + used, FUZZ_LINE + 1, "%s\n", c->line[n]);
    return used;
}

static void take_out(struct fuzz_case *c, size_t from, size_t count)
{
    memmove(c->line[from], c->line[from + count], (c->lines - from - count) * sizeof c->line[0]);
    c->lines -= count;
}

void fuzz_shrink(struct fuzz_case *c, bool (*differs)(void *context, const struct fuzz_case *c), void *context)
{
    static struct fuzz_case fewer;
    size_t chunk = (c->lines - c->settings + 1) / 2;
    while (chunk > 0) {
        bool less = false;
        for (size_t from = c->settings; from + chunk <= c->lines;) {
            fewer = *c;
            take_out(&fewer, from, chunk);
            if (fewer.lines > c->settings && differs(context, &fewer)) {
                *c = fewer;
                less = true;
            } else
                from += chunk;
        }
        if (!less || chunk > 1)
            chunk = chunk == 1 ? 0 : chunk / 2;
    }
    c->ops = c->lines - c->settings;
}
