/* SPDX-License-Identifier: MIT
 * The list of figures, confidence marks, and figures that contradict each other. */
#include "figures.h"

#include <stdio.h>
#include <string.h>

#define NS INT64_C(1000)
#define US (1000 * NS)

/* Ranges detect a wrong unit, and keep the sum of a few figures inside the RTL's signed 32-bit words. */
#define RANGE_SIGNED -100 * US, 100 * US
#define RANGE_UNSIGNED 0, 100 * US
#define RANGE_NONZERO 1, 100 * US
#define RANGE_POSITIVE 1 * NS, 100 * US
#define RANGE_DELAY 0, 2 * US
#define RANGE_OUT                                                                                                      \
    0, 1 * US /* of OUT and FOUT, in which an X2 of 50 MHz moves a pin 102 times: a delay line holds 127 */
#define RANGE_FLAG 0, 1
#define RANGE_BYTE 0, 0xff
#define RANGE_NOTHING 0, 0
#define RANGE_CYCLES 0, 1000000
#define RANGE_PERCENT 1, 1000
#define RANGE_TICK 10 * US, 1000000 * US

/* All groups up to the chip's inside are of the chip, the last three are homes themselves. */
#define HOME_OF(group)                                                                                                 \
    ((group) <= GROUP_INSIDE     ? HOME_CHIP                                                                           \
     : (group) == GROUP_FLIPFLOP ? HOME_NONE                                                                           \
                                 : (enum figure_home)((group)-GROUP_PAL + HOME_PAL))

const struct figure_info figure_info[FIG_COUNT] = {
#define WORD(symbol, name, text, unit, kind, group, range)                                                             \
    [FIG_##symbol] = {name,          text,        UNIT_##unit, KIND_##kind, GROUP_##group, HOME_OF(GROUP_##group),     \
                      RANGE_##range, {NULL, NULL}},
#define CHECK(symbol, text, unit, kind, group, range, record) WORD(symbol, #symbol, text, unit, kind, group, range)
#define FORM(symbol, of, text, unit, kind, group, range) WORD(symbol, #symbol, text, unit, kind, group, range)
#define CHOICE(symbol, name, text, first, second, model)                                                               \
    [FIG_##symbol] = {name, text, UNIT_CHOICE, KIND_FIGURE, GROUP_INSIDE, HOME_CHIP, RANGE_FLAG, {first, second}},
#define HOST(symbol, name, text, unit, kind, range) WORD(symbol, name, text, unit, kind, MACHINE, range)
#include "figures.def"
};

const char *const corner_name[CORNERS] = {"min", "typ", "max"};
const char *const corner_parts[CORNERS] = {" with the fastest parts", "", " with the slowest parts"};
const char *const spread_name[SPREADS] = {"uniform", "triangular", "normal"};

bool figure_of_access(int figure)
{
    const enum figure_group group = figure_info[figure].group;
    return figure < FIG_CHECKS && (group == GROUP_BUS || group == GROUP_SELECT);
}

int figure_form(int check)
{
    static const int form[FIG_CHECKS] = {
#define FORM(symbol, of, text, unit, kind, group, range) [FIG_##of] = FIG_##symbol,
#include "figures.def"
    };
    return form[check];
}

const struct figure_owner figure_owner[HOME_NONE] = {[HOME_CHIP] = {"part", "TAVRL"},
                                                     [HOME_PAL] = {"pal", "pal_tpd"},
                                                     [HOME_BUFFER] = {"buffer", "buf_tpd"},
                                                     [HOME_MACHINE] = {"machine", "strobe_hold"}};

enum figure_home figure_owner_find(const char *text, const char **key)
{
    const size_t size = strcspn(text, ".");
    enum figure_home home = 0;
    while (home < HOME_NONE && (strncmp(text, figure_owner[home].name, size) != 0 || figure_owner[home].name[size]))
        home++;
    *key = text[size] ? text + size + 1 : "";
    return home;
}

int figure_find(const char *name)
{
    for (int i = 0; i < FIG_COUNT; i++)
        if (strcmp(figure_info[i].name, name) == 0)
            return i;
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

const char *mark_text(enum mark mark)
{
    static const char *const text[MARK_SET + 1] = {[MARK_C] = "primary document or two independent sources",
                                                   [MARK_DS] = "data sheet",
                                                   [MARK_2C] = "two codes",
                                                   [MARK_HW] = "seen on hardware",
                                                   [MARK_1C] = "one code",
                                                   [MARK_1] = "one source",
                                                   [MARK_G] = "general knowledge",
                                                   [MARK_GK] = "recalled, not confirmed",
                                                   [MARK_E] = "estimate",
                                                   [MARK_SET] = "set by the user"};
    return text[mark] ? text[mark] : "";
}

/* At every corner, smaller is at most this percentage of larger. Otherwise a bus cycle would have no meaning, or the
 * display would leave the CPU no time. */
static const struct {
    int smaller, larger, percent;
} ordered[] = {{FIG_TRLQX, FIG_TRLQV, 100},          {FIG_TRHQX, FIG_TRHQZ, 100},
               {FIG_TCMD, FIG_TWHYV, 100},           {FIG_READ_LATCH, FIG_MAS_READ, 100},
               {FIG_READ_LATCH, FIG_MDS_LOW, 100},   {FIG_STROBE_DELAY, FIG_MAS_READ, 100},
               {FIG_STROBE_DELAY, FIG_MDS_LOW, 100}, {FIG_DISPLAY_STEAL, FIG_DISPLAY_PERIOD, 90}};

/* strobe_hold counts from the rise of a strobe that comes later by strobe_delay. If it is this short, R/W is high again
 * as the strobe falls, and the write is a read that violates nothing. */
static bool write_is_read(const struct figure *figures, int strobe, int corner)
{
    return figures[FIG_STROBE_HOLD].value[corner] - figures[FIG_STROBE_DELAY].value[corner] <=
           -figures[strobe].value[corner];
}

bool figures_disorder(const struct figure *figures, enum figure_home home, struct disorder *found)
{
    static const int strobe[] = {FIG_MAS_WRITE, FIG_MDS_LOW};
    for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++)
        for (int corner = 0; corner < CORNERS && figure_info[ordered[i].smaller].home == home; corner++)
            if (100 * figures[ordered[i].smaller].value[corner] >
                ordered[i].percent * figures[ordered[i].larger].value[corner]) {
                *found =
                    (struct disorder){ordered[i].smaller, ordered[i].larger, ordered[i].percent, (enum corner)corner};
                return true;
            }
    for (int i = 0; i < 2 * CORNERS && home == HOME_MACHINE; i++)
        if (write_is_read(figures, strobe[i / CORNERS], i % CORNERS)) {
            *found = (struct disorder){FIG_STROBE_HOLD, strobe[i / CORNERS], 0, (enum corner)(i % CORNERS)};
            return true;
        }
    return false;
}

const char *disorder_text(char *buffer, size_t size, const struct disorder *d)
{
    const char *larger = figure_info[d->larger].name;
    if (d->percent == 0)
        (void)snprintf(buffer, size, "makes a write a read, expected more than strobe_delay less %s", larger);
    else if (d->percent == 100)
        (void)snprintf(buffer, size, "is above %s, expected at most as much", larger);
    else
        (void)snprintf(buffer, size, "is above %d %% of %s, expected at most as much", d->percent, larger);
    return buffer;
}
