/* SPDX-License-Identifier: MIT
 * The Berkeley microsecond timer board: an Am9513A (am9513.h) behind a strobe translator, in a socket made for a DES
 * chip, and the workstation's bus cycle there.
 *
 *    workstation             timer board
 *   +-------------+  MAS-   +------------+  RD-
 *   |             |-------->| PAL:       |-------->+---------+
 *   |             |  MDS-   | direct or  |  WR-    |         |     X2: 4 MHz from an oscillator
 *   |             |-------->| flip-flop  |-------->| Am9513A |     CS- tied low
 *   |             |  R/W    |            |  C//D   |         |     8-bit bus; DB8-15 pulled up
 *   |             |-------->|            |-------->|         |
 *   |  [buffer]<--+---------+------------+-------->|         |
 *   +-------------+  D0-7   +------------+---------+---------+
 *
 *   access            strobe   flip-flop translator        direct translator
 *   write, offset 0   MDS-     next accesses: control      Am9513A write, data port
 *   read,  offset 0   MDS-     next accesses: data         Am9513A read, data port
 *   write, offset 2   MAS-     Am9513A write, port chosen  Am9513A write, control port
 *   read,  offset 2   MAS-     Am9513A read, port chosen   Am9513A read, control port (status)
 *
 * One access (times from struct am9513_board_config; R/W is high between accesses):
 *
 *            start    fall                  latch rise  release
 *   R/W  ______|___________________________________________|____   write: low rw_setup_ps before fall until release
 *   D0-7       |    <=======================================>      write: write_data_setup_ps before fall until release
 *   MAS-  ------------\__________________________/--------------   width control_read_ps or control_write_ps
 *   MDS-  ------------\___________________________/-------------   at least data_strobe_ps, until data_after_ps behind
 *                                                                  a fall of the DES clock (low at 0, falls at every
 *                                                                  whole period)
 * It starts at an edge of the CPU clock (the first rises at 0), falls as soon as R/W and data have their set-ups, and
 * is over strobe_hold_ps behind the rise. Read data is taken read_latch_ps before the rise.
 *
 * Delays are inertial: a level that does not last as long as a gate's delay does not come out, and of the lines of one
 * gate or buffer any that moves starts the delay for all. The flip-flop is two PAL gates across each other,
 *   data = /(RESET + control)   control = /(SET + data)   SET: MDS- low, read   RESET: MDS- low, write
 * of which the control gate is pal_skew_ps slower: two of equal delay would ring for ever.
 *
 * Within one instant: what the workstation latches is the level before it; delays that are over come out, then new
 * levels at the gates are looked at, then the chip's pins move, all at once.
 *
 * Calls return an error code (am9513.h), and then have changed nothing. Plain data, nothing allocated: a copy is a
 * snapshot. Choices made, and what is not modelled, stand at the foot of this file. */
#ifndef AM9513_BOARD_H
#define AM9513_BOARD_H

#include "am9513_checks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Times in ps, up to 1 ms. Figures of workstations and parts, each with its source, are in machines/ and parts/ of the
 * tmr0 project. */
struct am9513_board_config {
    struct am9513_config chip;
    bool checks; /* keep to limits and look for notes (am9513_checks.h) */
    struct am9513_limits limits;
    bool direct;            /* translator; otherwise flip-flop */
    bool control_on_read;   /* MAS- falls on reads as well */
    uint8_t floating;       /* byte read when nothing drives the bus */
    uint32_t seed;          /* bit 0: the flip-flop's level at power-up, 1 data, 0 control */
    uint64_t pal_tpd_ps;    /* PAL gates */
    uint64_t pal_skew_ps;   /* more for the control gate, at least 1 */
    uint64_t buffer_tpd_ps; /* the workstation's data buffer, each way; 0: none */
    uint64_t cpu_clock_ps;  /* period, at least 1 */
    uint64_t rw_setup_ps, write_data_setup_ps;
    int64_t
        strobe_hold_ps; /* -1 ms to 1 ms; negative: R/W and data end inside the strobe, at its fall at the earliest */
    uint64_t control_read_ps, control_write_ps; /* MAS-, at least 1 */
    uint64_t data_strobe_ps, data_after_ps;     /* MDS-, the former at least 1 */
    uint64_t des_clock_ps;                      /* period, at least 1 */
    uint64_t read_latch_ps;
};

/* A gate, or a few of one delay. */
struct am9513_board_gate {
    uint16_t in, out;
    uint64_t due_ps; /* when out becomes in; AM9513_NEVER: it is */
};

/* To be read by those who know what they do. */
struct am9513_board {
    struct am9513_board_config config;
    struct am9513 chip;
    struct am9513_checks checks; /* with config.checks */
    uint64_t now_ps;
    uint64_t pins; /* SRC and GATE */
    /* Socket, and what comes next in the access under way */
    bool mas, mds, write, drives; /* strobes active; R/W low; the workstation drives data */
    uint8_t data;
    bool fires_mas, fires_mds;
    uint8_t value;
    uint64_t rw_ps, data_ps, fall_ps, latch_ps, rise_ps, release_ps;
    uint64_t socket_ps; /* the earliest of them */
    /* Translator: RD-, WR-, C//D (direct) in bits 0-2; flip-flop; data buffer */
    struct am9513_board_gate strobes, ff_data, ff_control, to_board, to_host;
    uint64_t gates_ps;      /* none of them comes out before */
    bool ff_kept, ff_level; /* neither set nor reset since power-up or since a race, but at this level */
    bool ff_known;          /* a long enough SET or RESET since then */
    uint8_t ff_pulse;       /* on SET or RESET, from ff_begin_ps on */
    bool ff_switched;       /* it began as the other one ended */
    uint64_t ff_begin_ps;
    uint32_t ff_random; /* draws the outcome of races */
    /* HOST_READ */
    uint64_t read_moved_ps, latched_ps; /* read data at the socket last moved in this access, or the access began */
    bool read_missed;                   /* latched without valid data, and none has come since */
    uint8_t read;                       /* as last latched */
    bool read_driven, read_valid;
};

struct am9513_board_access {
    uint64_t start_ps, end_ps;
    uint8_t value; /* read */
    bool driven;   /* something drove the bus when it was taken */
    bool valid;    /* with valid data; if not, value is config.floating */
};

/* Power-up, time 0. Reads config, which is copied. */
AM9513_API int am9513_board_init(struct am9513_board *board, const struct am9513_board_config *config);

/* All up to and including now_ps has happened. */
AM9513_API int am9513_board_advance(struct am9513_board *board, uint64_t now_ps);

/* Byte accesses at offset 0 or 2, as soon as the bus can from now_ps on; to their end, which is the board's time then.
 * access may be NULL. */
AM9513_API int am9513_board_write(struct am9513_board *board, uint64_t now_ps, unsigned offset, uint8_t value,
                                  struct am9513_board_access *access);
AM9513_API int am9513_board_read(struct am9513_board *board, uint64_t now_ps, unsigned offset,
                                 struct am9513_board_access *access);

/* At now_ps the chip's SRC and GATE pins take these levels (AM9513_SRC, AM9513_GATE; low at power-up). */
AM9513_API int am9513_board_set(struct am9513_board *board, uint64_t now_ps, uint64_t pins);

/* Pins of the chip, as am9513_get(). 0 for NULL. */
AM9513_API uint64_t am9513_board_get(struct am9513_board *board);

#ifdef __cplusplus
}
#endif

/* CHOICES, where the sources are silent
 *   - The flip-flop's level at power-up is that of the seed, and holds until the first set or reset.
 *   - All outputs of a PAL have one delay, but for pal_skew_ps; the buffer has one delay both ways and for its enable.
 *   - MAS- on reads, and the floating bus, are figures: Sun's manual and a net list disagree about the former.
 *   - read_latch_ps longer than the access takes the level at its start.
 *
 * NOT MODELLED: what a violation does to the chip, checks of the host and of the flip-flop, races of the flip-flop (R/W
 * does not move inside a strobe here), wait states and other masters on the bus (the caller chooses when), a stopped
 * DES clock. */
#endif
