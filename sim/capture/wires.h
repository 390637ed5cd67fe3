/* SPDX-License-Identifier: MIT
 * Which signal of a capture is which pin of the chip or of the socket: by the user's --map, by the names in a dump of
 * tmr0 run --wave, or by the usual names. */
#ifndef TMR0_WIRES_H
#define TMR0_WIRES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/error.h"
#include "model/am9513.h"

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

#endif
