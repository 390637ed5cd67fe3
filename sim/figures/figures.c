/* SPDX-License-Identifier: MIT
 * The list of figures, confidence marks, and figures that contradict each other. */
#include "data.h"

#include <stdio.h>
#include <string.h>

#define NS INT64_C(1000)
#define US (1000 * NS)

/* Ranges catch a wrong unit and keep the sum of a few figures inside the RTL's signed 32-bit words. */
#define SIGNED -100 * US, 100 * US
#define UNSIGNED 0, 100 * US
#define POSITIVE 1 * NS, 100 * US
#define DELAY 0, 2 * US /* of outputs: the chip's delay lines are short */
#define WORD 1, INT32_MAX
#define CYCLES 0, 1000000

// clang-format off
const struct figure_info figure_info[FIG_COUNT] = {
    [FIG_TAVRL] = {"TAVRL", "C/D valid to read low", UNIT_TIME, KIND_SETUP, HOME_CHIP, SIGNED},
    [FIG_TAVWH] = {"TAVWH", "C/D valid to write high", UNIT_TIME, KIND_SETUP, HOME_CHIP, SIGNED},
    [FIG_TDVWH] = {"TDVWH", "data valid to write high", UNIT_TIME, KIND_SETUP, HOME_CHIP, SIGNED},
    [FIG_TRHAX] = {"TRHAX", "read high to C/D don't care", UNIT_TIME, KIND_HOLD, HOME_CHIP, SIGNED},
    [FIG_TRHRL] = {"TRHRL", "recovery, read to read", UNIT_TIME, KIND_RECOVERY, HOME_CHIP, UNSIGNED},
    [FIG_TRHSH] = {"TRHSH", "read high to CS high", UNIT_TIME, KIND_HOLD, HOME_CHIP, SIGNED},
    [FIG_TRHWL] = {"TRHWL", "recovery, read to write", UNIT_TIME, KIND_RECOVERY, HOME_CHIP, UNSIGNED},
    [FIG_TRLRH] = {"TRLRH", "read pulse", UNIT_TIME, KIND_WIDTH, HOME_CHIP, POSITIVE},
    [FIG_TSLRL] = {"TSLRL", "CS low to read low", UNIT_TIME, KIND_SETUP, HOME_CHIP, SIGNED},
    [FIG_TSLWH] = {"TSLWH", "CS low to write high", UNIT_TIME, KIND_SETUP, HOME_CHIP, SIGNED},
    [FIG_TWHAX] = {"TWHAX", "write high to C/D don't care", UNIT_TIME, KIND_HOLD, HOME_CHIP, SIGNED},
    [FIG_TWHDX] = {"TWHDX", "write high to data don't care", UNIT_TIME, KIND_HOLD, HOME_CHIP, SIGNED},
    [FIG_TWHRL] = {"TWHRL", "recovery, write to read", UNIT_TIME, KIND_RECOVERY, HOME_CHIP, UNSIGNED},
    [FIG_TWHSH] = {"TWHSH", "write high to CS high", UNIT_TIME, KIND_HOLD, HOME_CHIP, SIGNED},
    [FIG_TWHWL] = {"TWHWL", "recovery, write to write", UNIT_TIME, KIND_RECOVERY, HOME_CHIP, UNSIGNED},
    [FIG_TWLWH] = {"TWLWH", "write pulse", UNIT_TIME, KIND_WIDTH, HOME_CHIP, POSITIVE},
    [FIG_TEHWH] = {"TEHWH", "source edge to write high", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_TWHEH] = {"TWHEH", "write high to source edge", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_TEHRL] = {"TEHRL", "source edge to read low, status", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_TRHEH] = {"TRHEH", "read high to source edge, status", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_HOST_READ] = {"HOST_READ", "read data valid before the host latches", UNIT_TIME, KIND_SETUP, HOME_MACHINE, SIGNED},
    [FIG_FF_SHORT] = {"FF_SHORT", "flip-flop pulse too short for both gates", UNIT_TIME, KIND_HAZARD, HOME_NONE, 0, 0},
    [FIG_FF_RACE] = {"FF_RACE", "flip-flop set and reset released together", UNIT_TIME, KIND_HAZARD, HOME_NONE, 0, 0},
    [FIG_FF_UNKNOWN] = {"FF_UNKNOWN", "flip-flop used before first set or reset", UNIT_FLAG, KIND_HAZARD, HOME_NONE, 0, 0},
    [FIG_TWHRL_SHORT] = {"TWHRL_SHORT", "TWHRL in short data write mode", UNIT_TIME, KIND_RECOVERY, HOME_CHIP, UNSIGNED},
    [FIG_TWHWL_SHORT] = {"TWHWL_SHORT", "TWHWL in short data write mode", UNIT_TIME, KIND_RECOVERY, HOME_CHIP, UNSIGNED},
    [FIG_TWHEH_DOUBLE] = {"TWHEH_DOUBLE", "TWHEH for double-action commands", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_TRLQV] = {"TRLQV", "read low to data valid", UNIT_TIME, KIND_DELAY, HOME_CHIP, DELAY},
    [FIG_TRLQX] = {"TRLQX", "read low to bus driven", UNIT_TIME, KIND_DELAY, HOME_CHIP, DELAY},
    [FIG_TRHQX] = {"TRHQX", "read high to data invalid", UNIT_TIME, KIND_DELAY, HOME_CHIP, DELAY},
    [FIG_TRHQZ] = {"TRHQZ", "read high to bus float", UNIT_TIME, KIND_DELAY, HOME_CHIP, DELAY},
    [FIG_TEHYV] = {"TEHYV", "source edge to OUT valid", UNIT_TIME, KIND_DELAY, HOME_CHIP, DELAY},
    [FIG_TEHFV] = {"TEHFV", "source edge to FOUT valid", UNIT_TIME, KIND_DELAY, HOME_CHIP, DELAY},
    [FIG_TWHYV] = {"TWHYV", "write high to OUT valid", UNIT_TIME, KIND_DELAY, HOME_CHIP, DELAY},
    [FIG_TCMD] = {"TCMD", "write high to command in effect", UNIT_TIME, KIND_DELAY, HOME_CHIP, DELAY},
    [FIG_PAL_TPD] = {"pal_tpd", "delay of a PAL gate", UNIT_TIME, KIND_DELAY, HOME_PAL, UNSIGNED},
    [FIG_PAL_SKEW] = {"pal_skew", "extra delay of the second flip-flop gate", UNIT_TIME, KIND_FIGURE, HOME_PAL, 1, 100 * US},
    [FIG_BUF_TPD] = {"buf_tpd", "delay of the data buffer", UNIT_TIME, KIND_DELAY, HOME_BUFFER, UNSIGNED},
    [FIG_CPU_CLOCK] = {"cpu_clock", "CPU clock period", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, POSITIVE},
    [FIG_RW_SETUP] = {"rw_setup", "R/W valid before the strobe falls", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, UNSIGNED},
    [FIG_WDATA_SETUP] = {"write_data_setup", "write data driven before the strobe falls", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, UNSIGNED},
    [FIG_STROBE_HOLD] = {"strobe_hold", "data and R/W valid after the strobe rises", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, UNSIGNED},
    [FIG_MAS_READ] = {"control_strobe_read", "MAS- low in a read", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, POSITIVE},
    [FIG_MAS_WRITE] = {"control_strobe_write", "MAS- low in a write", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, POSITIVE},
    [FIG_MAS_ON_READ] = {"control_strobe_on_read", "MAS- fires on reads", UNIT_FLAG, KIND_FIGURE, HOME_MACHINE, 0, 1},
    [FIG_MDS_LOW] = {"data_strobe", "MDS- low at least", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, POSITIVE},
    [FIG_MDS_AFTER] = {"data_strobe_after_des_clock", "DES clock fall to MDS- rise", UNIT_TIME, KIND_DELAY, HOME_MACHINE, UNSIGNED},
    [FIG_DES_CLOCK] = {"des_clock", "DES clock period", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, POSITIVE},
    [FIG_READ_LATCH] = {"read_latch", "read data latched before the strobe rises", UNIT_TIME, KIND_FIGURE, HOME_MACHINE, UNSIGNED},
    [FIG_FLOAT] = {"floating_bus", "byte read when nothing drives the bus", UNIT_BYTE, KIND_FIGURE, HOME_MACHINE, 0, 0xff},
    [FIG_OSC_HIGH] = {"osc_high", "oscillator high", UNIT_TIME, KIND_FIGURE, HOME_NONE, WORD},
    [FIG_OSC_LOW] = {"osc_low", "oscillator low", UNIT_TIME, KIND_FIGURE, HOME_NONE, WORD},
    [FIG_TCHCH] = {"TCHCH", "X2 period", UNIT_TIME, KIND_WIDTH, HOME_CHIP, UNSIGNED},
    [FIG_TCHCL] = {"TCHCL", "X2 high", UNIT_TIME, KIND_WIDTH, HOME_CHIP, UNSIGNED},
    [FIG_TCLCH] = {"TCLCH", "X2 low", UNIT_TIME, KIND_WIDTH, HOME_CHIP, UNSIGNED},
    [FIG_TEHEH] = {"TEHEH", "source period", UNIT_TIME, KIND_WIDTH, HOME_CHIP, UNSIGNED},
    [FIG_TEHEL] = {"TEHEL", "source high", UNIT_TIME, KIND_WIDTH, HOME_CHIP, UNSIGNED},
    [FIG_TELEH] = {"TELEH", "source low", UNIT_TIME, KIND_WIDTH, HOME_CHIP, UNSIGNED},
    [FIG_TEHGV] = {"TEHGV", "source edge to gate valid, hold", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_TCARRY] = {"TCARRY", "TC of a counter to count of the next", UNIT_TIME, KIND_DELAY, HOME_CHIP, UNSIGNED},
    [FIG_TFN] = {"TFN", "skew F(n) to F(n+1)", UNIT_TIME, KIND_DELAY, HOME_CHIP, UNSIGNED},
    [FIG_TGVEH] = {"TGVEH", "gate valid to source edge", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_TGVGV] = {"TGVGV", "gate pulse", UNIT_TIME, KIND_WIDTH, HOME_CHIP, UNSIGNED},
    [FIG_TGVWH] = {"TGVWH", "gate valid to write high", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_TWHGV] = {"TWHGV", "write high to gate valid", UNIT_TIME, KIND_NOTE, HOME_CHIP, SIGNED},
    [FIG_WORK_ACCESS] = {"work_access", "cycles of code between two byte accesses", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_READ] = {"work_read", "cycles of a mapped read's entry, assembly and return", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_TIMEVAL] = {"work_timeval", "cycles to make a timeval of a count", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_KERNEL] = {"work_kernel", "cycles that the driver's entry and interrupt masking add", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_SYSCALL] = {"work_syscall", "cycles of trap, dispatch, copying out and return", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_FILE] = {"work_file", "cycles that the file system's path adds", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_CLOCK] = {"work_clock", "cycles of a clock interrupt", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_CLOCK_DROPPED] = {"work_clock_dropped", "cycles of a clock interrupt that is dropped", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_SWITCH] = {"work_switch", "cycles of a change of process", UNIT_COUNT, KIND_COST, HOME_MACHINE, CYCLES},
    [FIG_WORK_SCALE] = {"work_scale", "time of work in percent of a CPU's without cache", UNIT_COUNT, KIND_COST, HOME_MACHINE, 1, 1000},
    [FIG_DISPLAY_PERIOD] = {"display_period", "from one memory cycle of the display to the next", UNIT_TIME, KIND_COST, HOME_MACHINE, POSITIVE},
    [FIG_DISPLAY_STEAL] = {"display_steal", "memory time the display takes in each of its periods", UNIT_TIME, KIND_COST, HOME_MACHINE, UNSIGNED},
    [FIG_CLOCK_INTERRUPT] = {"clock_interrupt", "period of the clock interrupt", UNIT_TIME, KIND_COST, HOME_MACHINE, 10 * US, 1000000 * US},
};
// clang-format on

const char *const corner_name[CORNERS] = {"min", "typ", "max"};
const char *const pal_kind_name[PAL_KINDS] = {[PAL_FLIPFLOP] = "flipflop", [PAL_DIRECT] = "direct"};

int figure_find(const char *name)
{
    for (int i = 0; i < FIG_COUNT; i++) {
        if (strcmp(figure_info[i].name, name) == 0)
            return i;
    }
    return -1;
}

bool mark_is_doubtful(enum mark mark)
{
    return mark == MARK_1C || mark == MARK_1 || mark == MARK_G || mark == MARK_GK || mark == MARK_E;
}

const char *mark_name(enum mark mark)
{
    static const char *const name[] = {
        [MARK_NONE] = "", [MARK_C] = "C", [MARK_DS] = "DS", [MARK_2C] = "2C", [MARK_HW] = "HW",   [MARK_1C] = "1C",
        [MARK_1] = "1",   [MARK_G] = "G", [MARK_GK] = "GK", [MARK_E] = "E",   [MARK_SET] = "SET",
    };
    return name[mark];
}

/* At most so many percent, at every corner, of its partner, or a bus cycle would have no meaning, and a CPU beside the
 * display no time. */
static const struct {
    int less, more, percent;
} ordered[] = {{FIG_TRLQX, FIG_TRLQV, 100},        {FIG_TRHQX, FIG_TRHQZ, 100},
               {FIG_TCMD, FIG_TWHYV, 100},         {FIG_READ_LATCH, FIG_MAS_READ, 100},
               {FIG_READ_LATCH, FIG_MDS_LOW, 100}, {FIG_DISPLAY_STEAL, FIG_DISPLAY_PERIOD, 90}};

bool figures_disorder(const struct figure *figures, enum figure_home home, struct disorder *found)
{
    for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++)
        for (int corner = 0; corner < CORNERS && figure_info[ordered[i].less].home == home; corner++)
            if (100 * figures[ordered[i].less].value[corner] >
                ordered[i].percent * figures[ordered[i].more].value[corner]) {
                *found = (struct disorder){ordered[i].less, ordered[i].more, ordered[i].percent, (enum corner)corner};
                return true;
            }
    return false;
}

const char *disorder_share(char *buffer, size_t size, const struct disorder *d)
{
    (void)snprintf(buffer, size, "%d %% of ", d->percent);
    return d->percent == 100 ? "" : buffer;
}
