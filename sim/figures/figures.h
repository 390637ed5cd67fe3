/* SPDX-License-Identifier: MIT
 * The timing figures: their numbers, descriptions, values and confidence marks. The list of them is
 * figures.def. */
#ifndef TMR0_FIGURES_H
#define TMR0_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/error.h"

struct cJSON;

/* FIG_TAVRL = 0, ... ; FIG_CHECKS, FIG_RTL and FIG_COUNT: numbers below are checks, words of the RTL, figures. */
enum {
#define CHECK(symbol, ...) FIG_##symbol,
#define FORM(symbol, ...) FIG_##symbol,
#define WORD(symbol, ...) FIG_##symbol,
#define CHOICE(symbol, ...) FIG_##symbol,
#define HOST(symbol, ...) FIG_##symbol,
#define LIMIT(symbol) FIG_##symbol, FIG_##symbol##_LAST = FIG_##symbol - 1,
#include "figures.def"
};
/* The checks of C/D, bit FIG_x */
#define CHECKS_CD                                                                                                      \
    (UINT64_C(1) << FIG_TAVRL | UINT64_C(1) << FIG_TAVWH | UINT64_C(1) << FIG_TRHAX | UINT64_C(1) << FIG_TWHAX)

enum corner { CORNER_MIN, CORNER_TYP, CORNER_MAX, CORNERS };
extern const char *const corner_name[CORNERS];  /* "min", "typ", "max" */
extern const char *const corner_parts[CORNERS]; /* of what is so at one end: " with the slowest parts"; typ: "" */

/* The unit of a figure. */
enum figure_unit {
    UNIT_TIME,   /* picoseconds; in the file with a unit, as "25ns" */
    UNIT_FLAG,   /* yes or no; a check of this unit has no amounts */
    UNIT_BYTE,   /* 0 .. 0xff */
    UNIT_COUNT,  /* CPU cycles, or a percentage */
    UNIT_CHOICE, /* 0 or 1: one of the two words */
};

/* The meaning of a figure. */
enum figure_kind {
    KIND_SETUP,
    KIND_HOLD,
    KIND_WIDTH,
    KIND_RECOVERY,
    KIND_DELAY,  /* has min, typ and max */
    KIND_NOTE,   /* a source edge near a command: counted apart from violations */
    KIND_HAZARD, /* violated when it happens at all, not by an amount */
    KIND_FIGURE, /* any other */
    KIND_COST,   /* what the workstation's CPU spends: no figure of the board */
};

/* What the figure is about. */
enum figure_group {
    GROUP_BUS,          /* the chip's C/D, RD, WR and data */
    GROUP_SELECT,       /* CS and the strobes */
    GROUP_EDGE_COMMAND, /* source edges near commands and status reads */
    GROUP_GATE_COMMAND, /* gates near commands */
    GROUP_CLOCK,        /* X2 */
    GROUP_SOURCE,       /* pins of count sources */
    GROUP_GATE,         /* pins of gates, by themselves and near source edges */
    GROUP_OUT,          /* OUT1-5 */
    GROUP_FOUT,
    GROUP_INSIDE,   /* the chip, at none of its pins */
    GROUP_FLIPFLOP, /* the translator's flip-flop */
    GROUP_PAL,
    GROUP_BUFFER,
    GROUP_MACHINE,
    GROUPS
};

/* Which file holds the figure. */
enum figure_home { HOME_CHIP, HOME_PAL, HOME_BUFFER, HOME_MACHINE, HOME_NONE };
/* The names of a home and of one of its figures: "machine" and "strobe_hold". */
extern const struct figure_owner {
    const char *name, *example;
} figure_owner[HOME_NONE];
/* "machine.strobe_hold": the home before the dot, and *key after it; HOME_NONE if there is no such home. */
enum figure_home figure_owner_find(const char *text, const char **key);

struct figure_info {
    const char *name; /* data sheet symbol, or our own name in lower case: the section in the .ini file */
    const char *text; /* a short description */
    enum figure_unit unit;
    enum figure_kind kind;
    enum figure_group group;
    enum figure_home home;
    int64_t least, most; /* the range allowed, both ends included; picoseconds if unit is UNIT_TIME */
    const char *word[2]; /* UNIT_CHOICE: the values */
};

/* Rows of HOME_NONE are in no file (FF_SHORT ...). */
extern const struct figure_info figure_info[FIG_COUNT];

/* A check of the chip's bus, which each access meets or breaks: TAVRL ... */
bool figure_of_access(int figure);
/* The form of a check (TWHRL: TWHRL_SHORT), or 0: it has none. */
int figure_form(int check);

/* Number of the figure with that name, of any home; -1 if there is none. Case matters. */
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

/* True for the marks that a report warns of: 1C, 1, G, GK, E. */
bool mark_is_doubtful(enum mark mark);
/* "C", "DS", ... as printed. */
const char *mark_name(enum mark mark);
const char *mark_text(enum mark mark);

/* How a delay is drawn between its min and max. */
enum spread {
    SPREAD_UNIFORM,
    SPREAD_TRIANGULAR, /* most often typ */
    SPREAD_NORMAL,     /* mean typ, deviation a sixth of the range, cut at its ends */
    SPREADS
};
extern const char *const spread_name[SPREADS]; /* "uniform", "triangular", "normal" */

struct figure {
    int64_t value[CORNERS]; /* equal at all corners unless the kind is KIND_DELAY */
    enum mark mark;
    enum spread spread;
    char source[160]; /* the text after the mark, cut at the end */
};

/* Overrides one figure at all corners with a scenario's text: "24ns", "yes", "0xff". The error text has no file:line;
 * the caller adds it. */
int figure_set(struct figure *figures, enum figure_home home, const char *key, const char *value, struct error *e);

/* The name of a figure that is a choice, without "choice."; NULL for any other figure. */
const char *choice_name(int figure);
const char *choices_list(char *list, size_t size);

/* Two figures of one home that contradict each other, such as a hold time of outputs longer than the delay that ends
 * it.
 */
struct disorder {
    int smaller, larger; /* FIG_x: smaller is above this percentage of larger */
    int percent;         /* 0: smaller is strobe_hold, and it ends R/W no later than the strobe begins */
    enum corner corner;
};
bool figures_disorder(const struct figure *figures, enum figure_home home, struct disorder *found);
/* What follows the name of the smaller figure: "is above 90 % of display_period, expected at most as much". */
const char *disorder_text(char *buffer, size_t size, const struct disorder *d);

/* The words of pages: adds the version, "tmr0", and what marks and checks mean, "marks" and "checks". */
void words_add(struct cJSON *results);

#endif
