/* SPDX-License-Identifier: MIT
 * Timing figures from parts/ and machines/: .ini files, read with libinih, each figure with its source. */
#ifndef TMR0_DATA_H
#define TMR0_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/error.h"
#include "figures.h" /* generated from rtl/board/figures.vh: enum { FIG_TAVRL = 0, ... FIG_COUNT } */

enum corner { CORNER_MIN, CORNER_TYP, CORNER_MAX, CORNERS };
extern const char *const corner_name[CORNERS]; /* "min", "typ", "max" */

/* What sort of number a figure is. */
enum figure_unit {
    UNIT_TIME,  /* picoseconds; in the file with a unit, as "25ns" */
    UNIT_FLAG,  /* yes or no; a check of this unit knows no amounts */
    UNIT_BYTE,  /* 0 .. 0xff */
    UNIT_COUNT, /* CPU cycles, or a percentage */
};

/* What a figure says. */
enum figure_kind {
    KIND_SETUP,
    KIND_HOLD,
    KIND_WIDTH,
    KIND_RECOVERY,
    KIND_DELAY,  /* has min, typ and max */
    KIND_NOTE,   /* source edge beside a command: counted apart from violations */
    KIND_HAZARD, /* broken by happening at all, not by an amount */
    KIND_FIGURE, /* any other */
    KIND_COST,   /* what the workstation's CPU spends; the board never sees it */
};

/* Which file holds it. */
enum figure_home { HOME_CHIP, HOME_PAL, HOME_BUFFER, HOME_MACHINE, HOME_NONE };

struct figure_info {
    const char *name; /* data sheet symbol, or our own name in lower case: the section in the .ini file */
    const char *text; /* what it is, a few words */
    enum figure_unit unit;
    enum figure_kind kind;
    enum figure_home home;
    int64_t least, most; /* range allowed, both ends in it; picoseconds where unit is UNIT_TIME */
};

/* FIG_COUNT rows, in the order of rtl/board/figures.vh. HOME_NONE rows are in no file (FF_SHORT, osc_high ...). */
extern const struct figure_info figure_info[FIG_COUNT];

/* Number of the figure of that name, any home; -1 if there is none. Case counts. */
int figure_find(const char *name);

/* How sure a figure is, from the bracket that opens its source text. */
enum mark {
    MARK_NONE, /* not given in any file */
    MARK_C,    /* [C]  primary design document or two independent sources */
    MARK_DS,   /* [DS] data sheet */
    MARK_2C,   /* [2C] two or more codes agree */
    MARK_HW,   /* [HW] seen on hardware */
    MARK_1C,   /* [1C] one code */
    MARK_1,    /* [1]  one source */
    MARK_G,    /* [G]  general knowledge, unverified */
    MARK_GK,   /* [GK] general knowledge of the AMD part, unverified */
    MARK_E,    /* [E]  our estimate */
    MARK_SET,  /* [SET] overridden by the user (set machine.KEY, set part.KEY) */
};

/* True for the marks a reader must be warned of: 1C, 1, G, GK, E. */
bool mark_is_doubtful(enum mark mark);
/* "C", "DS", ... for print. */
const char *mark_name(enum mark mark);

struct figure {
    int64_t value[CORNERS]; /* equal at all corners unless the kind is KIND_DELAY */
    enum mark mark;
    char source[160]; /* text behind the mark, cut at the end */
};

/* The figures of one chip, PAL or buffer. */
struct part {
    char name[48];
    char title[96];
    enum figure_home home; /* HOME_CHIP, HOME_PAL or HOME_BUFFER */
    struct figure figure[FIG_COUNT];
};

/* What `tmr0 timing` is expected to find in one row. */
struct verdict {
    bool given;
    uint64_t checks;  /* bit FIG_x set: this check is broken at least once; no other is (notes do not count) */
    bool reads_wrong; /* some pair of 32-bit reads does not differ by the time between them */
};

enum pal_kind { PAL_FLIPFLOP, PAL_DIRECT, PAL_KINDS };
extern const char *const pal_kind_name[PAL_KINDS]; /* "flipflop", "direct" */

#define READINGS_MAX 8

/* One workstation, one reading of its figures. */
struct machine {
    char name[48];    /* as asked for: "sun3-160" or "sun3-160:window" */
    char title[96];   /* "Sun-3/160" */
    char reading[24]; /* the reading in force; "" if the file has only one */
    char buffer[48];  /* part of the data buffer between host and socket; "" for none */
    size_t readings;  /* all readings of the file, 0 if it names none */
    char reading_name[READINGS_MAX][24];
    struct figure figure[FIG_COUNT];
    struct verdict expect[PAL_KINDS][CORNERS]; /* only CORNER_MIN (fast) and CORNER_MAX (slow) are used */
};

/* Folder that holds parts/ and machines/, protected from output from here on (cli/output.h). `given` (--data DIR) or
 * NULL: then the first that exists of the folder of the binary, its parent, its parent/share/tmr0, and TMR0_DATADIR of
 * the build. */
int data_find(char *dir, size_t size, const char *given, struct error *e);

/* Reads DIR/parts/NAME.ini whole. STATUS_INPUT on any error in the file, with file:line. */
int part_load(struct part *part, const char *dir, const char *name, struct error *e);

/* Reads DIR/machines/NAME.ini; NAME may be "file:reading". */
int machine_load(struct machine *machine, const char *dir, const char *name, struct error *e);

/* Names of the machine files in DIR/machines, sorted, without ".ini"; STATUS_INPUT if there are more than `size`. */
int machine_list(char names[][48], size_t size, size_t *count, const char *dir, struct error *e);

/* Overrides one figure at all corners with the text a scenario gives: "24ns", "yes", "0xff". The error
 * text has no file:line; the caller puts it in front. home is HOME_CHIP or HOME_MACHINE. */
int figure_set(struct figure *figures, enum figure_home home, const char *key, const char *value, struct error *e);

/* Figures of one home that contradict each other, such as a hold time of outputs beyond the delay that ends it. */
struct disorder {
    int less, more; /* FIG_x: less is above so many percent of more */
    int percent;
    enum corner corner;
};
bool figures_disorder(const struct figure *figures, enum figure_home home, struct disorder *found);
/* "90 % of ", or nothing for all of it. */
const char *disorder_share(char *buffer, size_t size, const struct disorder *d);

#endif
