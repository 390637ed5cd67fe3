/* SPDX-License-Identifier: MIT
 * A value change dump (VCD, IEEE 1364) or a table (csv.h), read as a stream: the levels of the mapped pins at each
 * instant at which the file has one of them change. Memory does not grow with the file. */
#ifndef TMR0_VCD_H
#define TMR0_VCD_H

#include <stdio.h>
#include <sys/types.h>

#include "interval.h"
#include "wires.h"

#define VCD_TOKEN_MAX 4096 /* characters of a word, a vector's value among them */
#define VCD_BLOCK 65536    /* bytes that are read at once */
#define VCD_BEYOND 8       /* zeros after them */
#define VCD_ROW_MAX 8192   /* bytes of a table's row */
#define FS_PS UINT64_C(1000)
#define VCD_TIME_MOST_PS (AM9513_TIME_MAX / 2)

struct vcd_levels {
    uint64_t at_ps;
    uint64_t high, unknown; /* masks of pins; unknown: x or z, and then not high */
};

/* A signal that has pins. */
struct vcd_signal {
    uint64_t pins[WIRE_BITS_MAX]; /* of each bit, from the right */
    unsigned bits;                /* up to the last one with a pin */
};

struct vcd_slot {
    uint64_t code;             /* 0: free slot */
    struct vcd_signal *signal; /* NULL: without pins */
};

/* A file that is no dump. */
struct table {
    size_t columns;   /* 0: it is a dump */
    uint64_t *column; /* pins of each */
    bool timed;       /* the first column has times: in seconds, unless it is counted */
    bool counted;     /* rows are samples: numbered by that column, or all are there */
    bool repeats;     /* some row is the same as the one before */
    int unit;         /* of the column: powers of ten in a second */
    double scale;     /* units of times here in one of the column's */
    double first;     /* if it is negative, or of what is counted: the first row's */
    double step;      /* of what is counted: from one to the next */
};

struct vcd {
    const char *file;
    FILE *f;
    unsigned long line;
    char *block, *at, *end; /* what was read, up to the end; the next byte */
    char kept;              /* the byte there, in place of which a 0 ends the word before */
    char *token;            /* the last word */
    size_t length, bits;    /* bits: with the levels after a b, of a vector's value */
    uint64_t *declared;     /* the codes of all signals */
    size_t codes, codes_room;
    struct vcd_slot *slot; /* for all codes */
    off_t next, values;    /* in the file: of the end of the block; where the declarations end */
    int failed;            /* errno of the last read, or 0 */
    unsigned long values_line;
    unsigned slots_shift;
    struct vcd_signal signal[WIRES];
    uint64_t unit_fs; /* the timescale */
    struct table table;
    uint64_t rate_hz; /* that libsigrok names in a comment; 0: none */
    uint64_t pins;    /* that have a signal */
    struct vcd_levels now;
    uint64_t time, next_time; /* in units; next_time: of the values that follow */
    bool started, ended;
    uint64_t first, valued;   /* in units; valued: of the last value */
    struct interval interval; /* of the steps from one time to the next */
};

/* Reads the declarations. STATUS_INPUT with file:line if they are malformed or a pin has no signal. */
int vcd_open(struct vcd *vcd, const char *file, struct wires *wires, struct error *e);
/* The next instant with a change; *more false: there is none, and levels has the time at which the file ends. */
int vcd_next(struct vcd *vcd, struct vcd_levels *levels, bool *more, struct error *e);
/* Back to the first instant. A copy of the struct with a block of its own is a second reader. */
void vcd_again(struct vcd *vcd);
/* Units of the file in ps, to the nearest. */
static inline uint64_t vcd_ps(const struct vcd *v, uint64_t units)
{
    const uint64_t units_ps = FS_PS / v->unit_fs; /* of a unit below 1 ps */
    return units_ps > 1 ? (units + units_ps / 2) / units_ps : units * (v->unit_fs / FS_PS);
}
void vcd_close(struct vcd *vcd);

#endif
