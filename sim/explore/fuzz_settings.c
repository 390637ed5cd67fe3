/* SPDX-License-Identifier: MIT
 * The settings of random programs: chip or board, parts, figures, wires, choices, clock. */
#include "fuzz_internal.h"
#include "sim/figures/data.h"

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

void fuzz_settings(struct fuzz_maker *m)
{
    m->clock = fuzz_one_in(m, 4) ? 0 : fuzz_below(m, sizeof clocks / sizeof *clocks); /* 4 MHz above all */
    if (m->target == TARGET_CHIP)
        chip_settings(m);
    else
        board_settings(m);
    fuzz_line(m, "corner %s", corner_name[fuzz_below(m, CORNERS)]);
    fuzz_line(m, "osc %s", clocks[m->clock].name);
}
