/* SPDX-License-Identifier: MIT
 * A value change dump (VCD, IEEE 1364), or a table of levels (CSV): one row a change, or one a sample, as Saleae's
 * Logic 2, sigrok-cli and PulseView export it. It is read as a stream: the levels of the mapped pins at each instant at
 * which the file has one of them change. Memory does not grow with the file. */
#ifndef TMR0_SOURCE_H
#define TMR0_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "cli/error.h"
#include "model/am9513.h"

/* ---- Which signal is which pin of the chip or of the socket, by the user's --map, by the names in a dump of tmr0 run
 * --wave, or by the usual names: wires.c */

/* Pins are the bits of am9513.h, and X2. A dump of tmr0 has the data bus in parts: what the host drives on DB, and what
 * the chip drives. */
enum wires_side { WIRES_CHIP, WIRES_SOCKET };
#define WIRE_X2 (UINT64_C(1) << 63)
#define WIRE_PLACE_CHIP_DB 45
#define WIRE_CHIP_DB (UINT64_C(0xffff) << WIRE_PLACE_CHIP_DB)
#define WIRE_PARTS (AM9513_HOST_DRIVES | AM9513_CHIP_DRIVES | AM9513_CHIP_VALID | WIRE_CHIP_DB)
#define WIRES 64
/* The socket's strobes and R/W have the bits of the chip's strobes and C/D, the DES clock that of CS. */
#define WIRE_DES_CLOCK AM9513_CS_N
#define WIRE_MAS_N AM9513_RD_N
#define WIRE_MDS_N AM9513_WR_N
#define WIRE_RW AM9513_CD
#define WIRES_SRC (UINT64_C(31) << AM9513_PLACE_SRC)
#define WIRES_GATE (UINT64_C(31) << AM9513_PLACE_GATE)
#define WIRES_COUNTED (WIRES_SRC | WIRES_GATE)
#define WIRES_OUT (UINT64_C(31) << AM9513_PLACE_OUT)
#define WIRES_DATA UINT64_C(0xff) /* D0-D7 */
/* Of both sides: strobes, C/D or R/W, eight bits of data. Nothing is sampled where all of them are unknown. */
#define WIRES_NEEDED (AM9513_RD_N | AM9513_WR_N | AM9513_CD | WIRES_DATA)
#define WIRE_PIN_MAX 12    /* room for the name of a pin */
#define WIRE_NAME_MAX 4096 /* characters of a signal's name with its scopes */
#define WIRE_CODE_MAX 8    /* characters of a signal's code */
#define WIRE_BITS_MAX 64   /* of a vector, the bits above cannot be pins */

/* One signal of the file. */
struct wire_signal {
    const char *path;       /* "top.chip.DB" */
    const char *name;       /* its last part */
    uint64_t code;          /* the code's characters */
    unsigned width, lowest; /* its least number: 0 for DB[7:0] */
    bool rises;             /* its numbers rise to the right: DB[0:7] */
    bool logic;             /* not of type real, string or event */
    unsigned long line;     /* that declares it */
};

struct wire {
    const char *wanted; /* by the user: the name of a signal, or NULL */
    char *named;        /* which is this, of a row of signals */
    uint64_t code;
    char *path;          /* of the signal; NULL: none yet */
    unsigned bit;        /* of the signal, from the right */
    unsigned long line;  /* that declares the signal; 0: none yet */
    bool own;            /* the signal has the name of a dump of tmr0 */
    bool whole;          /* the user's text is the signal's whole path */
    unsigned long again; /* line of another one, at again_path; 0: none */
    char *again_path;
    unsigned long unfit;  /* line of one that has the name but no single bit; 0: none */
    unsigned unfit_width; /* 0: it is no logic signal */
};

struct wires {
    enum wires_side side;
    struct wire wire[WIRES]; /* [n]: pin of bit n */
    char *map;               /* a copy of the user's text, which the names are in */
    char seen[400];          /* the first names of the file, for messages */
};

/* map: "cs_n=CS,d=DATA,src=CH 3-7,d3=X[3]", or NULL. STATUS_INPUT if it is not such a list. */
int wires_open(struct wires *wires, enum wires_side side, const char *map, struct error *e);
void wires_close(struct wires *wires);
void wires_offer(struct wires *wires, const struct wire_signal *signal);
/* All signals were offered. STATUS_INPUT if one that the bus cannot do without is missing, or one of the user's, or if
 * a pin has two. */
int wires_complete(const struct wires *wires, const char *file, struct error *e);
/* Pins that have a signal; all of WIRE_PARTS in a dump of tmr0, none of them in another file. */
uint64_t wires_pins(const struct wires *wires);
/* "wr_n", "d3"; size WIRE_PIN_MAX is enough. */
const char *wire_name(char *text, size_t size, enum wires_side side, unsigned bit);

#define SOURCE_BLOCK 65536 /* bytes that are read at once */
#define SOURCE_BEYOND 8    /* zeros after them */
#define FS_PS UINT64_C(1000)
#define SOURCE_TIME_MOST_PS (AM9513_TIME_MAX / 2)

/* ---- The sampling interval of a file from the steps between its times: interval.c */

enum { INTERVAL_STEPS = 512, INTERVAL_STEPS_LEAST = 20 };

/* Different steps, in units of the file; {0} is empty. */
struct interval {
    uint64_t step[INTERVAL_STEPS]; /* by a hash, 0: free; one that finds no place is left out */
    uint64_t least, divisor;       /* of all steps; least 0: none yet */
};

/* What an interval comes from */
enum interval_source {
    INTERVAL_RATE,    /* --rate */
    INTERVAL_COMMENT, /* the rate that the file names, unless its times show a longer interval */
    INTERVAL_LEAST,   /* the least step and one unit: there are too few different steps */
    INTERVAL_UNIT,    /* steps have the unit in common, as they would if times of a longer period were rounded to it */
    INTERVAL_GRID,    /* all steps are multiples of it */
    INTERVAL_NEAR_GRID, /* the period that times rounded to a unit are near multiples of, rounded up */
    INTERVAL_EXACT,     /* a dump of tmr0 is not sampled */
};

void interval_add(struct interval *in, uint64_t step);
/* The longest that it can be, in units of the file. There must be a step. */
uint64_t interval_units(const struct interval *in, enum interval_source *source);

/* ---- The source */

struct levels {
    uint64_t at_ps;
    uint64_t high, unknown; /* masks of pins; unknown: x or z, and then not high */
    bool none; /* sampled: $dumpoff, or a row of X. Such levels are no movement of a line, and none that floats */
};

/* A signal of a dump that has pins. */
struct vcd_signal {
    uint64_t pins[WIRE_BITS_MAX]; /* of each bit, from the right */
    unsigned bits;                /* up to the last one with a pin */
};

struct vcd_slot {
    uint64_t code;             /* 0: free slot */
    struct vcd_signal *signal; /* NULL: without pins */
};

/* What a dump needs: vcd.c. */
struct dump {
    char kept;             /* the byte at `at`, in place of which a 0 ends the word before */
    char *token;           /* the last word */
    size_t length, bits;   /* bits: with the levels after a b, of a vector's value */
    uint64_t time, valued; /* in units; of now, of the last value */
    uint64_t *declared;    /* the codes of all signals */
    size_t codes, codes_room;
    struct vcd_slot *slot; /* for all codes */
    unsigned slots_shift;
    struct vcd_signal signal[WIRES];
};

/* What a table needs: csv.c. */
struct table {
    size_t columns;   /* 0: it is a dump */
    uint64_t *column; /* pins of each */
    bool timed;       /* the first column has times: in seconds, unless it is counted */
    bool counted;     /* rows are samples: numbered by that column, or all are there */
    bool repeats;     /* some row is the same as the one before */
    int unit;         /* of the column: powers of ten in a second */
    double scale;     /* units of times here in one of the column's */
    double first;     /* if it is negative, or of what is counted: the first row's */
    double step;      /* of what is counted: from one to the next; 0: the first row's */
};

struct source {
    /* The next instant with a change; *more false: there is none, and levels has the time at which the file ends. */
    int (*next)(struct source *source, struct levels *levels, bool *more, struct error *e);
    const char *file;
    FILE *f;
    unsigned long line, values_line;
    char *block, *at, *end; /* what was read, up to the end; the next byte */
    off_t read, values;     /* in the file: of the end of the block; where the declarations end */
    int failed;             /* errno of the last read, or 0 */
    uint64_t unit_fs;       /* the timescale */
    uint64_t rate_hz;       /* that libsigrok names in a comment; 0: none */
    uint64_t pins;          /* that have a signal */
    struct levels now;
    uint64_t first, next_time; /* in units; next_time: of the values that follow */
    bool started, ended;
    struct interval interval; /* of the steps from one time to the next */
    struct dump dump;
    struct table table;
};

/* Reads the first block. STATUS_INPUT if the file cannot be read. */
int source_open(struct source *source, const char *file, struct error *e);
/* Reads on until the block holds that many bytes after `at`, or the file ends. What is before is gone. */
void source_refill(struct source *source, size_t enough);
/* The rate that libsigrok names, of "100" and "MHz", in Hz; 0: it is none. */
uint64_t source_rate(const char *number, const char *unit);
/* Back to the first instant. A copy of the struct with a block of its own is a second reader. */
void source_again(struct source *source);
/* Units of the file in ps, to the nearest. */
static inline uint64_t source_ps(const struct source *s, uint64_t units)
{
    const uint64_t units_ps = FS_PS / s->unit_fs; /* of a unit below 1 ps */
    return units_ps > 1 ? (units + units_ps / 2) / units_ps : units * (s->unit_fs / FS_PS);
}
void source_close(struct source *source);

/* The first block is of a table. */
bool csv_is(const struct source *v);
/* Reads the declarations, or the names of the columns. STATUS_INPUT with file:line if they are malformed. */
int vcd_declarations(struct source *v, struct wires *wires, struct error *e);
int csv_names(struct source *v, struct wires *wires, struct error *e);
/* The wires are complete: the pins of each signal or column; of a table also the unit of the times in the first rows.
 */
void vcd_take(struct source *v, const struct wires *wires);
void csv_take(struct source *v, const struct wires *wires);
/* source.next */
int vcd_next(struct source *v, struct levels *levels, bool *more, struct error *e);
int csv_next(struct source *v, struct levels *levels, bool *more, struct error *e);

#endif
