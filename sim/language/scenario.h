/* SPDX-License-Identifier: MIT
 * Scenario files (.scn): text in, a tree of statements out. This module runs nothing; sim/language/play.c does. */
#ifndef TMR0_SCENARIO_H
#define TMR0_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/error.h"
#include "sim/board/osc.h"
#include "sim/board/pins.h"
#include "sim/figures/data.h"

/* Integer arithmetic on 64 bits. In C's order of precedence: unary - and ~, * / %, + -, << >>, &, ^, |. */
enum expr_op {
    EXPR_NUMBER,
    EXPR_NAME,
    EXPR_NOW,   /* the simulated time, ps */
    EXPR_COUNT, /* of counter `number`, 1 to 5 */
    EXPR_NEG,
    EXPR_NOT,
    EXPR_MUL,
    EXPR_DIV,
    EXPR_MOD,
    EXPR_ADD,
    EXPR_SUB,
    EXPR_SHL,
    EXPR_SHR,
    EXPR_AND,
    EXPR_XOR,
    EXPR_OR,
};

struct expr {
    enum expr_op op;
    int64_t number;     /* EXPR_NUMBER, EXPR_COUNT */
    size_t name;        /* EXPR_NAME: index into scenario.name */
    struct expr *a, *b; /* operands; b is NULL for unary ones */
};

/* A time: ps, or that many times ps. */
struct duration {
    int64_t ps;
    struct expr *count; /* NULL for once */
};

/* What is done with a value that a read brings: r, status, read, readw. */
struct match {
    struct expr *mask;  /* "& 0x1f", NULL without */
    struct expr *value; /* "= 0x02", NULL without */
    bool keep;          /* "-> name" */
    size_t name;
};

enum relation { REL_EQUAL, REL_UNEQUAL, REL_LESS, REL_LESS_EQUAL, REL_MORE, REL_MORE_EQUAL, RELATIONS };
extern const char *const relation_text[RELATIONS]; /* "=", "!=" ... */

enum statement_kind {
    ST_ACCESS,           /* word, most; a write: value, a read: match; board: offset, chip: control */
    ST_PIN,              /* chip: pin, level */
    ST_PULSE,            /* chip: pin, time = width, value = how many (NULL: one) */
    ST_TIMING,           /* chip: figure, time */
    ST_LEGAL,            /* timing legal */
    ST_GAP,              /* time */
    ST_WAIT,             /* time */
    ST_WAIT_PIN,         /* pin, level, time = limit */
    ST_WAIT_READ,        /* body = a read with a value to compare, time = limit */
    ST_AT,               /* time */
    ST_EXPECT_PIN,       /* pin, level */
    ST_EXPECT_VIOLATION, /* checks: bit FIG_x for each name, at least one */
    ST_EXPECT_CLEAN,
    ST_EXPECT_NOTES,  /* checks: bit FIG_x for each name; 0 for none */
    ST_EXPECT_MARGIN, /* figure, time: its least slack so far */
    ST_EXPECT,        /* value RELATION value2; of REL_EQUAL with tolerance or NULL */
    ST_LET,           /* name, value */
    ST_PRINT,         /* text, value, one of them NULL or none; hex */
    ST_SHOW,
    ST_REPEAT, /* value = how many, body */
};

/* Which violation or margin is expected; what is not given may be any. */
struct where {
    struct expr *access;       /* number of the access that it is charged to, NULL: any */
    struct duration slack, at; /* observed minus required; time */
    bool slack_given, at_given;
};

struct statement {
    enum statement_kind kind;
    int line;         /* from 1; scenario_place() says which */
    const char *word; /* that it begins with: "w" ... */
    int64_t most;     /* of its operands; of an access 0xff, or 0xffff: 16 bits */
    bool control;     /* an access to the control port */
    int offset;       /* 0 or 2 */
    struct expr *value, *value2, *tolerance;
    struct match match;
    enum pin pin;
    enum level level;
    int figure; /* ST_TIMING: FIG_x */
    struct duration time;
    enum relation relation;
    uint64_t checks;
    struct where where; /* ST_EXPECT_VIOLATION of one check, ST_EXPECT_MARGIN */
    size_t name;
    const char *text;
    bool hex;
    struct statement *body; /* ST_REPEAT, ST_WAIT_READ */
    struct statement *next;
};

struct override {          /* set machine.KEY VALUE, and part, pal, buffer; set choice.NAME VALUE, choice NAME VALUE */
    enum figure_home home; /* whose the key is */
    char key[48], value[48];
    int line;
};
#define OVERRIDES_MAX 64                    /* of a file */
#define OVERRIDES_ROOM (OVERRIDES_MAX + 16) /* and of options and scenario_choose() */

/* A file of the scenario. */
struct scenario_source {
    const char *file;
    int before;   /* number of the line before its first */
    int included; /* the line that includes it; 0 of the first and of options */
    bool option;  /* it is an option of the command line, whose text `file` is */
};

#define SCENARIO_FILE_MAX 256                   /* bytes of a file's name with the end */
#define SCENARIO_PLACE (SCENARIO_FILE_MAX + 16) /* bytes are enough for a place */

struct scenario {
    char file[SCENARIO_FILE_MAX]; /* as given, for messages */
    struct scenario_source *source;
    size_t sources;
    /* Settings; the line is 0 where the file does not give one and the default holds. */
    enum target target;
    int target_line;
    char machine[MACHINE_NAME_SIZE]; /* default RIG_MACHINE */
    int machine_line;
    enum pal_kind pal;
    int pal_line;
    char part[48]; /* default am9513a */
    int part_line;
    char pal_part[48]; /* default RIG_PAL */
    int pal_part_line;
    struct osc osc; /* default 4 MHz */
    int osc_line;
    enum corner corner; /* default CORNER_TYP */
    int corner_line;
    uint64_t seed; /* default 1 */
    int seed_line;
    bool effects;
    int effects_line;
    struct override override[OVERRIDES_ROOM];
    size_t overrides;
    int wire[PIN_INPUTS]; /* 0: not wired; else 1 + enum pin of the output that drives this input */
    int wire_line[PIN_INPUTS];

    char (*name)[32]; /* names kept by let and ->, in order of first use */
    size_t names;
    struct statement *body;

    void *memory; /* owner of all the above; scenario_free gives it back */
};

/* Parses a whole file, of standard input if it is "-", with those that it includes. options, of the command line: lines
 * of settings, which replace those of the file and come before its first statement; NULL: none. On error fills e with
 * "FILE:LINE: what is wrong, what was expected", of an option with "--" and that line, frees what it made and returns
 * STATUS_INPUT. */
int scenario_load(struct scenario *s, const char *file, const char *options, struct error *e);
/* STATUS_INPUT if the options alone are wrong. */
int scenario_check_options(const char *options, struct error *e);
/* The same as scenario_load() from text in memory; file is for messages. */
int scenario_parse(struct scenario *s, const char *text, size_t size, const char *file, struct error *e);
/* The same from settings alone, which may be none. */
int scenario_parse_settings(struct scenario *s, const char *text, const char *file, struct error *e);
void scenario_free(struct scenario *s);
/* The figure, a choice, takes this value, whatever the file says. */
void scenario_choose(struct scenario *s, int figure, int value);
/* A line's place: its file and its number there; the same as text, "FILE:12"; and with the file only if it is not the
 * scenario's own: "12". */
const char *scenario_file_line(const struct scenario *s, int line, int *own);
const char *scenario_place(char *buffer, size_t size, const struct scenario *s, int line);
const char *scenario_line(char *buffer, size_t size, const struct scenario *s, int line);
/* In buffers of their own, as that of TIME_TEXT() */
#define PLACE_TEXT(s, line) scenario_place((char[SCENARIO_PLACE]){""}, SCENARIO_PLACE, s, line)
#define LINE_TEXT(s, line) scenario_line((char[SCENARIO_PLACE]){""}, SCENARIO_PLACE, s, line)
/* Returns status; if it is not STATUS_OK, puts FILE:LINE in front of the error's text, and the lines that include the
 * file after it. line 0: the error does not come from the file, and its text stays. */
int scenario_at_line(const struct scenario *s, int line, struct error *e, int status);

/* The settings that hold: "chip, part am9513a, X2 period 250ns, corner typ, seed 1". */
const char *scenario_settings(char *buffer, size_t size, const struct scenario *s);

/* What the operands of an expression stand for. */
struct expr_values {
    char (*const name)[32];                               /* as in struct scenario */
    const int64_t *kept;                                  /* by name */
    const bool *set;                                      /* the name has a value already */
    int64_t (*look)(void *context, const struct expr *x); /* value of EXPR_NOW and EXPR_COUNT */
    void *context;
};

/* Value of an expression. Arithmetic wraps at 64 bits; error (no file:line in it) on division by zero, a shift outside
 * 0..63, a name without value. */
int expr_eval(const struct expr *x, const struct expr_values *values, int64_t *out, struct error *e);

#endif
