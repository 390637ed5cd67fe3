/* SPDX-License-Identifier: MIT
 * Random programs. */
#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/random.h"
#include "sim/figures/data.h"

/* What the generator knows of what it programs. */
struct fuzz_maker {
    struct fuzz_case *c;
    uint64_t *state;
    enum target target;
    bool direct;      /* board: translator */
    bool control;     /* board: port that the flip-flop has chosen */
    bool wide;        /* chip: 16-bit bus */
    bool grid;        /* times are whole multiples of the oscillator's half period: edges meet */
    unsigned clock;   /* the oscillator's */
    unsigned wired;   /* inputs tied to an output: bit enum pin */
    unsigned pin[10]; /* the numbers of these bits */
    unsigned pins;
};

/* ---- Lines and draws */

static void fuzz_line(struct fuzz_maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fuzz_line(struct fuzz_maker *m, const char *format, ...)
{
    va_list args;
    if (m->c->lines == FUZZ_LINES)
        return;
    va_start(args, format);
    (void)vsnprintf(m->c->line[m->c->lines++], FUZZ_LINE, format, args);
    va_end(args);
}

/* 0 .. count - 1 */
static unsigned fuzz_below(struct fuzz_maker *m, unsigned count)
{
    return (unsigned)random_below(m->state, count);
}

/* True once in so many draws. */
static bool fuzz_one_in(struct fuzz_maker *m, unsigned count)
{
    return fuzz_below(m, count) == 0;
}

/* ---- Settings: chip or board, parts, figures, wires, choices, clock. Those that statements depend on are kept. */

static const struct {
    const char *name;
    unsigned period_ps; /* to the nearest */
} clocks[] = {{"4MHz", 250000},        {"1MHz", 1000000},     {"5MHz", 200000},
              {"100kHz", 10000000},    {"10MHz", 100000},     {"4.9152MHz", 203450},
              {"3.579545MHz", 279365}, {"6.144MHz", 162760},  {"7MHz duty 40%", 142857},
              {"145ns", 145000},       {"70ns/75ns", 145000}, {"49.999999999MHz duty 33.333%", 20000}};

/* Figures of which all edges of an access are multiples of 25 ns, like those of the clock. */
static void put_grid(struct fuzz_maker *m)
{
    static const char *const figure[] = {"TAVWH 175ns", "TDVWH 75ns", "TSLWH 175ns", "TSLRL 25ns",
                                         "TWHAX 25ns",  "TWHDX 25ns", "TWHSH 25ns",  "TRLRH 175ns"};
    for (size_t n = 0; n < sizeof figure / sizeof *figure; n++)
        fuzz_line(m, "set part.%s", figure[n]);
}

static unsigned delay_ps(struct fuzz_maker *m)
{
    unsigned period_ps = clocks[m->clock].period_ps;
    if (fuzz_one_in(m, 2))
        return fuzz_one_in(m, 2) || period_ps > 1000000 ? 0 : period_ps; /* at most 2 us, a sum of two */
    return 1000 * (m->grid ? 25 * fuzz_below(m, 13) : fuzz_below(m, 400));
}

/* Delays of 0 and of one clock period are among them: a change that a wire brings back then arrives at once, or meets
 * an edge. */
static void put_delays(struct fuzz_maker *m)
{
    unsigned tcmd = fuzz_one_in(m, 2) ? delay_ps(m) : 100000 + 25000 * fuzz_below(m, 18);
    fuzz_line(m, "set part.TCMD %ups", tcmd);
    fuzz_line(m, "set part.TWHYV %ups", tcmd + delay_ps(m));
    fuzz_line(m, "set part.TEHYV %ups", delay_ps(m));
    fuzz_line(m, "set part.TEHYV_COMPARE %ups", delay_ps(m));
    fuzz_line(m, "set part.TEHFV %ups", delay_ps(m));
}

/* One to six, each input once. */
static void put_wires(struct fuzz_maker *m)
{
    for (unsigned n = fuzz_one_in(m, 3) ? 1 : 2 + fuzz_below(m, 5); n > 0;) {
        unsigned pin = fuzz_below(m, 10), output = fuzz_below(m, 7);
        if (m->wired >> pin & 1U)
            continue;
        m->wired |= 1U << pin;
        m->pin[m->pins++] = pin;
        fuzz_line(m, "wire %s %s", pin_name[output < 5 ? PIN_OUT1 + output : PIN_FOUT], pin_name[pin]);
        n--;
    }
}

/* Most programs with the part's own choices, some with others. */
static void put_choices(struct fuzz_maker *m)
{
    for (int n = 0; n < FIG_COUNT; n++)
        if (choice_name(n) && fuzz_one_in(m, 4))
            fuzz_line(m, "set %s %s", figure_info[n].name, figure_info[n].word[1]);
}

static void chip_settings(struct fuzz_maker *m)
{
    m->grid = fuzz_one_in(m, 2);
    fuzz_line(m, "target chip");
    if (m->grid)
        put_grid(m);
    else if (fuzz_one_in(m, 3))
        fuzz_line(m, "part cts9513-2");
    if (fuzz_one_in(m, 2))
        put_wires(m);
    if (m->grid || fuzz_one_in(m, 3))
        put_delays(m);
    put_choices(m);
}

/* Workstations that break what the board needs: strobes that a PAL swallows, data later than the host latches them, and
 * R/W that moves inside a strobe. read_latch and strobe_delay may not be longer than a strobe, and the hold must end
 * after each strobe begins (figures_disorder): the least is 120 ns, or width, and the machines' delays are up to 35 ns.
 */
static void machine_figures(struct fuzz_maker *m)
{
    static const char *const strobe[] = {"control_strobe_read", "control_strobe_write", "data_strobe"};
    unsigned width = 150;
    if (fuzz_one_in(m, 3)) {
        width = 1 + fuzz_below(m, 150);
        fuzz_line(m, "set machine.%s %uns", strobe[fuzz_below(m, 3)], width);
    }
    if (fuzz_one_in(m, 4))
        fuzz_line(m, "set machine.des_clock 1ns"); /* the data strobe is hardly longer than it must be */
    if (fuzz_one_in(m, 4))
        fuzz_line(m, "set machine.rw_setup %uns", fuzz_below(m, 60));
    if (fuzz_one_in(m, 3))
        fuzz_line(m, "set machine.read_latch %uns", fuzz_below(m, width < 100 ? width : 100));
    unsigned delay = 35;
    if (width < 40 || fuzz_one_in(m, 3)) {
        delay = fuzz_below(m, width < 60 ? width : 60);
        fuzz_line(m, "set machine.strobe_delay %uns", delay);
    }
    if (fuzz_one_in(m, 3)) {
        const unsigned inside =
            (width < 120 ? width : 120) - delay - 1; /* the most by which the hold may be negative */
        fuzz_line(m, "set machine.strobe_hold %dns",
                  fuzz_one_in(m, 4) ? 0 : (int)fuzz_below(m, 100 + inside) - (int)inside);
    }
    if (fuzz_one_in(m, 2))
        fuzz_line(m, "set machine.HOST_READ %dns", (int)fuzz_below(m, 500) - 100);
    if (fuzz_one_in(m, 8))
        fuzz_line(m, "set machine.control_strobe_on_read no");
}

static void board_settings(struct fuzz_maker *m)
{
    static const char *const machines[] = {"sun3-160:drawn", "sun3-160:window", "sun3-60", "sun3-260:w4",
                                           "sun3-260:w8"};
    m->direct = fuzz_one_in(m, 3);
    fuzz_line(m, "target board");
    fuzz_line(m, "machine %s", machines[fuzz_below(m, 5)]);
    fuzz_line(m, "pal %s", pal_kind_name[m->direct ? PAL_DIRECT : PAL_FLIPFLOP]);
    fuzz_line(m, "seed %u", 1 + fuzz_below(m, 100));
    if (fuzz_one_in(m, 3))
        fuzz_line(m, "part cts9513-2");
    machine_figures(m);
}

static void fuzz_settings(struct fuzz_maker *m)
{
    m->clock = fuzz_one_in(m, 4) ? 0 : fuzz_below(m, sizeof clocks / sizeof *clocks); /* 4 MHz above all */
    if (m->target == TARGET_CHIP)
        chip_settings(m);
    else
        board_settings(m);
    fuzz_line(m, "corner %s", corner_name[fuzz_below(m, CORNERS)]);
    fuzz_line(m, "osc %s", clocks[m->clock].name);
}

/* ---- Accesses, at the socket or at the chip's pins */

static void select_port(struct fuzz_maker *m, bool control)
{
    if (!m->direct && (m->control != control || fuzz_one_in(m, 50)))
        fuzz_line(m, control ? "w 0 0x00" : "r 0");
    m->control = control;
}

static void put_command(struct fuzz_maker *m, unsigned command)
{
    if (m->target == TARGET_BOARD) {
        select_port(m, true);
        fuzz_line(m, "w 2 0x%02x", command);
    } else if (fuzz_one_in(m, 16))
        fuzz_line(m, "cmdw 0x%04x", fuzz_below(m, 256) << 8 | command);
    else
        fuzz_line(m, "cmd 0x%02x", command);
}

static void put_byte(struct fuzz_maker *m, unsigned value)
{
    if (m->target == TARGET_BOARD) {
        select_port(m, false);
        fuzz_line(m, "w %d 0x%02x", m->direct ? 0 : 2, value);
    } else
        fuzz_line(m, "data 0x%02x", value);
}

static void put_word(struct fuzz_maker *m, unsigned value)
{
    if (m->wide)
        fuzz_line(m, "word 0x%04x", value);
    else {
        put_byte(m, value & 0xff);
        put_byte(m, value >> 8);
    }
}

static void read_once(struct fuzz_maker *m)
{
    if (m->target == TARGET_BOARD) {
        select_port(m, false);
        fuzz_line(m, "r %d", m->direct ? 0 : 2);
    } else
        fuzz_line(m, m->wide ? "readw" : "read");
}

static void read_word(struct fuzz_maker *m)
{
    read_once(m);
    if (!m->wide)
        read_once(m);
}

static void read_status(struct fuzz_maker *m)
{
    if (m->target == TARGET_BOARD) {
        select_port(m, true);
        fuzz_line(m, "r 2");
    } else
        fuzz_line(m, "status");
}

/* ---- Registers */

/* Values at which something happens sooner or later: small ones, and those beside the ends, in binary, BCD and time of
 * day; also digits that do not exist there. */
static unsigned count_value(struct fuzz_maker *m)
{
    static const unsigned ends[] = {0x9999, 0x9998, 0x0010, 0x0100, 0x1999, 0xffff, 0xfffe, 0xfffd,
                                    0x2359, 0x2358, 0x5994, 0x5995, 0x5999, 0x1f9a, 0x2a59, 0x3959};
    switch (fuzz_below(m, 6)) {
    case 0:
        return ends[fuzz_below(m, 16)];
    case 1:
        return fuzz_below(m, 0x10000);
    case 2:
        return 9 + fuzz_below(m, 7) + (fuzz_one_in(m, 2) ? 0x90 : 0);
    default:
        return fuzz_below(m, 13);
    }
}

static unsigned mode_value(struct fuzz_maker *m)
{
    static const unsigned outputs[] = {0, 1, 2, 2, 4, 5, 1, 3};
    unsigned source = fuzz_one_in(m, 3) ? 11 : fuzz_one_in(m, 3) ? 0 : fuzz_below(m, 16);
    unsigned gate = fuzz_one_in(m, 2) ? 0 : fuzz_below(m, 8);
    unsigned bits = fuzz_below(m, 8) << 5 | (fuzz_one_in(m, 3) ? 0x10U : 0) | (fuzz_one_in(m, 2) ? 8U : 0);
    return gate << 13 | (fuzz_one_in(m, 3) ? 0x1000U : 0) | source << 8 | bits | outputs[fuzz_below(m, 8)];
}

/* A counter is mostly disarmed first, as the data sheet requires, and loaded before it is armed. */
static void program_counter(struct fuzz_maker *m)
{
    unsigned n = 1 + fuzz_below(m, 5);
    if (!fuzz_one_in(m, 4))
        put_command(m, 0xc0 | 1U << (n - 1));
    put_command(m, n);
    put_command(m, 0xe0);
    put_word(m, mode_value(m));
    put_word(m, count_value(m));
    put_word(m, count_value(m));
    if (!fuzz_one_in(m, 8))
        put_command(m, 0x40 | 1U << (n - 1));
    put_command(m, 0x20 | 1U << (n - 1));
}

/* A mode for a counter at the far end of a wire: that pin is its source or one of its gates. */
static unsigned wired_mode(struct fuzz_maker *m, unsigned n)
{
    unsigned mode = mode_value(m), pin = m->pin[fuzz_below(m, m->pins)];
    if (fuzz_one_in(m, 2))
        mode = (mode & 0xf0ffU) | (1 + pin) << 8;
    pin = m->pin[fuzz_below(m, m->pins)];
    if (pin >= 5 && fuzz_one_in(m, 2)) {
        unsigned place = (pin + 6 - n) % 5; /* of GATE N-1, N, N+1: 0, 1, 2 */
        if (place < 3)
            mode = (mode & 0x1fffU) | (place == 0 ? 3 : place == 2 ? 2 : 4 + fuzz_below(m, 4)) << 13;
    }
    return mode;
}

/* All counters at the ends of the wires, with small loads and a fast FOUT: an edge meets those that it has caused. */
static void program_wired(struct fuzz_maker *m)
{
    put_command(m, 0xdf);
    put_command(m, 0x17);
    put_word(m, fuzz_below(m, 16) | (fuzz_one_in(m, 3) ? fuzz_below(m, 16) << 4 : 0) | (1 + fuzz_below(m, 4)) << 8 |
                    (m->wide ? 0x2000U : 0));
    put_command(m, 0x01);
    for (unsigned n = 0; n < 5; n++) {
        put_word(m, fuzz_one_in(m, 2) ? wired_mode(m, n) : 0x0b20U | (1 + fuzz_below(m, 2)));
        put_word(m, 1 + fuzz_below(m, 6));
        put_word(m, 1 + fuzz_below(m, 6));
    }
    put_command(m, 0x7f);
}

/* Writes a counter's mode register alone, or half of it, while the counter counts. */
static void rewrite_mode(struct fuzz_maker *m)
{
    unsigned mode = mode_value(m);
    put_command(m, 1 + fuzz_below(m, 5));
    if (m->wide)
        fuzz_line(m, "word 0x%04x", mode);
    else {
        put_byte(m, mode & 0xff);
        if (!fuzz_one_in(m, 3))
            put_byte(m, mode >> 8);
    }
}

static void master_mode(struct fuzz_maker *m)
{
    unsigned value =
        fuzz_below(m, 0x10000) & 0xdfff & (fuzz_one_in(m, 4) ? 0xffff : 0xbfff) & (fuzz_one_in(m, 2) ? 0xffff : 0xfffc);
    value |= m->wide ? 0x2000 : 0;
    put_command(m, 0x17);
    put_word(m, value);
    if (fuzz_one_in(m, 3)) { /* BCD scaler to binary and back, or the reverse */
        put_command(m, 0x17);
        put_word(m, value ^ 0x8000);
        put_command(m, 0x17);
        put_word(m, value);
    }
}

/* Time of day as in the data sheet, shortly before a carry. */
static void time_of_day(struct fuzz_maker *m)
{
    static const unsigned low[] = {0x5994, 0x5995, 0x5999, 0x0994, 0x5899}, high[] = {0x2359, 0x1959, 0x0959, 0x2258};
    unsigned source = fuzz_one_in(m, 2) ? 0x0b : 0x01;
    put_command(m, 0xc3);
    put_command(m, 0x17);
    put_word(m, 0x8000 | (m->wide ? 0x2000U : 0) | fuzz_below(m, 4) << 2 | (1 + fuzz_below(m, 3)));
    put_command(m, 0x01);
    put_word(m, source << 8 | 0x38U | fuzz_below(m, 3));
    put_word(m, low[fuzz_below(m, 5)]);
    put_command(m, 0x02);
    put_word(m, 0x0038U | fuzz_below(m, 3));
    put_word(m, high[fuzz_below(m, 4)]);
    put_command(m, 0x63);
}

/* Counters in chain, and a wait of which the RTL may skip most (sim/board/rtl_skip.h). */
static void long_wait(struct fuzz_maker *m)
{
    const unsigned counters = 2 + fuzz_below(m, 2);
    put_command(m, 0xdf);
    put_command(m, 0x17);
    put_word(m, (m->wide ? 0x2000U : 0) | fuzz_below(m, 32) << 8 | (fuzz_one_in(m, 4) ? fuzz_below(m, 256) : 0));
    for (unsigned n = 1; n <= counters; n++) {
        put_command(m, n);
        put_word(m, (n == 1 ? 0x0b20U : 0x0020U) | (fuzz_one_in(m, 2) ? 8U : 0) | fuzz_below(m, 3));
        put_word(m, n == 1 ? 1 + fuzz_below(m, 4) : fuzz_below(m, 0x10000));
    }
    put_command(m, 0x60 | ((1U << counters) - 1));
    fuzz_line(m, "wait %uus", 1000 + fuzz_below(m, 20000));
}

static void any_command(struct fuzz_maker *m)
{
    unsigned kind = fuzz_below(m, 12);
    if (kind < 6)
        put_command(m, (1 + kind) << 5 | fuzz_below(m, 32));
    else if (kind == 6)
        put_command(m, 0xe0 | fuzz_below(m, 2) << 3 | (1 + fuzz_below(m, 5))); /* toggle output */
    else if (kind == 7)
        put_command(m, 0xf1 + fuzz_below(m, 5)); /* step */
    else if (kind == 8)
        put_command(m, fuzz_one_in(m, 2) ? 0xf8 + fuzz_below(m, 2) : 0xe0 + 8 * fuzz_below(m, 2));
    else if (kind == 9)
        put_command(m, 0xe6 + 8 * fuzz_below(m, 2)); /* FOUT */
    else if (kind == 10 && fuzz_one_in(m, 3) && m->target == TARGET_CHIP) {
        m->wide = !m->wide;
        put_command(m, m->wide ? 0xef : 0xe7);
    } else if (kind == 11 && fuzz_one_in(m, 6)) {
        m->wide = false;
        put_command(m, 0xff);
    } else
        put_command(m, fuzz_one_in(m, 8) ? 0xe0 + fuzz_below(m, 32)
                                         : fuzz_below(m, 32)); /* a data pointer; a code that the list leaves out */
}

/* The data pointer round its cycles, reads and writes mixed. */
static void pointer_cycle(struct fuzz_maker *m)
{
    static const unsigned begin[] = {0x01, 0x05, 0x0d, 0x15, 0x19, 0x1d, 0x07, 0x0f, 0x1f};
    put_command(m, begin[fuzz_below(m, 9)]);
    for (unsigned n = 1 + fuzz_below(m, 7); n > 0; n--)
        if (fuzz_one_in(m, 3))
            put_byte(m, fuzz_below(m, 256));
        else
            read_once(m);
}

static void access_chip(struct fuzz_maker *m)
{
    switch (fuzz_below(m, 6)) {
    case 0:
        read_status(m);
        break;
    case 1:
        put_command(m, 0xa0 | fuzz_below(m, 32));
        put_command(m, 0x10 | (1 + fuzz_below(m, 5)));
        read_word(m);
        break;
    case 2:
        put_command(m, fuzz_below(m, 32));
        read_word(m);
        break;
    case 3:
        read_once(m);
        break;
    case 4:
        pointer_cycle(m);
        break;
    default:
        put_command(m, (fuzz_one_in(m, 2) ? 0x08U : 0x18U) | (1 + fuzz_below(m, 5))); /* Load, Hold */
        put_word(m, count_value(m));
    }
}

/* Any access at the socket: the wrong port, a port selected twice, reads of nothing. */
static void access_socket(struct fuzz_maker *m)
{
    for (unsigned n = 1 + fuzz_below(m, 3); n > 0; n--)
        if (fuzz_one_in(m, 2))
            fuzz_line(m, "w %u 0x%02x", 2 * fuzz_below(m, 2), fuzz_below(m, 256));
        else
            fuzz_line(m, "r %u", 2 * fuzz_below(m, 2));
    fuzz_line(m, "w 0 0x00");
    m->control = true;
}

/* ---- Time and pins */

static void pass_time(struct fuzz_maker *m)
{
    if (m->grid) {
        fuzz_line(m, "wait %uns", 25 * (1 + fuzz_below(m, fuzz_one_in(m, 8) ? 4000 : 60)));
        return;
    }
    switch (fuzz_below(m, 4)) {
    case 0:
        fuzz_line(m, "wait %ups", 1 + fuzz_below(m, 500000));
        break;
    case 1:
        fuzz_line(m, "wait %uns", 1 + fuzz_below(m, 2000));
        break;
    case 2:
        fuzz_line(m, "wait %uns", 125 * fuzz_below(m, 40)); /* onto edges of the clock */
        break;
    default:
        fuzz_line(m, "wait %uus", 1 + fuzz_below(m, 60));
    }
}

static unsigned pulse_ns(struct fuzz_maker *m)
{
    return m->grid ? 25 * (1 + fuzz_below(m, 16)) : 20 + fuzz_below(m, 400);
}

static void move_pin(struct fuzz_maker *m)
{
    unsigned pin = fuzz_below(m, 10);
    if (m->wired >> pin & 1U)
        return;
    if (fuzz_one_in(m, 2))
        fuzz_line(m, "pin %s %u", pin_name[pin], fuzz_below(m, 2));
    else
        fuzz_line(m, "pulse %s %uns %u", pin_name[pin], pulse_ns(m), 1 + fuzz_below(m, 9));
}

/* A source and gates at one instant, or a picosecond apart. */
static void move_together(struct fuzz_maker *m)
{
    for (unsigned n = 2 + fuzz_below(m, 4); n > 0; n--) {
        move_pin(m);
        if (fuzz_one_in(m, 3))
            fuzz_line(m, "wait 1ps");
    }
}

/* Accesses that violate the AC table; both engines get the same movements of the pins. */
static void odd_timing(struct fuzz_maker *m)
{
    static const char *const parameter[] = {"TAVRL", "TAVWH", "TDVWH", "TRHAX", "TRHSH", "TSLRL",
                                            "TSLWH", "TWHAX", "TWHDX", "TWHSH", "TWLWH", "TRLRH"};
    unsigned n = fuzz_below(m, 12);
    bool positive = n >= 10 || strstr(parameter[n], "W"); /* of a write no pin may stay away altogether */
    fuzz_line(m, "timing %s %dns", parameter[n], positive ? 1 + (int)fuzz_below(m, 300) : (int)fuzz_below(m, 300) - 70);
    if (fuzz_one_in(m, 2))
        put_command(m, fuzz_below(m, 256));
    else
        read_word(m);
    fuzz_line(m, "timing legal");
}

/* ---- Programs */

static void one_thing(struct fuzz_maker *m)
{
    bool chip = m->target == TARGET_CHIP;
    switch (fuzz_below(m, 16)) {
    case 0:
        if (m->pins && fuzz_one_in(m, 2))
            program_wired(m);
        else
            program_counter(m);
        break;
    case 1:
        if (fuzz_one_in(m, 4))
            master_mode(m);
        else if (fuzz_one_in(m, 4))
            time_of_day(m);
        else if (fuzz_one_in(m, 20))
            long_wait(m);
        break;
    case 2:
        if (fuzz_one_in(m, 2))
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
        else if (fuzz_one_in(m, 4))
            access_socket(m);
        break;
    case 11:
        if (chip)
            move_together(m);
        break;
    case 12:
        if (chip && fuzz_one_in(m, 4))
            odd_timing(m);
        break;
    default:
        pass_time(m);
    }
}

void fuzz_make(struct fuzz_case *c, enum target target, uint64_t *state, size_t ops)
{
    struct fuzz_maker m = {.c = c, .target = target};
    m.state = state;
    c->lines = 0;
    fuzz_settings(&m);
    c->settings = c->lines;
    if (fuzz_one_in(&m, 3))
        fuzz_line(&m, "gap %uns",
                  m.grid ? 25 * fuzz_below(&m, 24) : fuzz_below(&m, 600)); /* also faster than the recovery times */
    else if (target == TARGET_BOARD && fuzz_one_in(&m, 2))
        fuzz_line(&m, "gap %uns", fuzz_below(&m, 2000));
    if (m.pins && fuzz_one_in(&m, 2))
        program_wired(&m);
    while (c->lines < c->settings + ops && c->lines + 40 < FUZZ_LINES)
        one_thing(&m);
    c->ops = c->lines - c->settings;
}
