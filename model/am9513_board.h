/* SPDX-License-Identifier: MIT
 * The Berkeley microsecond timer board: an Am9513A (am9513.h) after a strobe translator, in a socket made for a DES
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
 *   MDS-  ------------\___________________________/-------------   at least data_strobe_ps, until data_after_ps after
 *                                                                  a fall of the DES clock (low at 0, falls at every
 *                                                                  whole period)
 * An access starts at an edge of the CPU clock (the first rises at 0). The strobe falls as soon as R/W and data have
 * their set-ups. R/W and data end strobe_hold_ps after the strobe rises, and so does the access. Read data are
 * latched read_latch_ps before the rise. A negative strobe_hold_ps ends R/W and data inside the strobe, at its fall at
 * the earliest; then the access ends with the strobe. With rw_later_ps R/W ends so much later than the data.
 *
 * Delays are inertial: a level that does not last as long as a gate's delay does not reach its output. In a buffer or a
 * group of gates any line that moves restarts the delay of all lines. The flip-flop is two cross-coupled PAL gates,
 *   data = /(RESET + control)   control = /(SET + data)   SET: MDS- low, read   RESET: MDS- low, write
 * and the control gate is pal_skew_ps slower: two gates of equal delay would oscillate for ever.
 *
 * With config.checks the board judges, beside am9513_checks.h's rules (parameter: what is observed, what is required):
 *   HOST_READ    from the last movement of the read data at the socket to the latch: limits' figure. Data that have not
 *                moved since the access began count from there. If no valid data were latched: from the first valid
 *                data to the latch, a negative time; data that come as the access ends or later are not judged.
 *   FF_SHORT     width of a pulse on SET or RESET: the delays of both gates, 2 * pal_tpd_ps + pal_skew_ps.
 *   FF_RACE      the same, if the pulse began because R/W moved inside the strobe, ended with the strobe, and was too
 *                short: SET and RESET are then released within the time of two gates. The level is drawn (CHOICES).
 *   FF_UNKNOWN   MAS- falls, and no pulse has been long enough since power-up or since a race: 0 where 1 is required.
 *
 * Order within one instant: the workstation latches the levels before it; delays end; gates see their new inputs; the
 * chip's pins move, all together.
 *
 * Calls that return an error code (am9513.h) have changed nothing. struct am9513_board is plain data, and no
 * memory is allocated: a copy is a snapshot. The end of this file lists choices and what is not modelled. */
#ifndef AM9513_BOARD_H
#define AM9513_BOARD_H

#include "am9513_checks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Times in ps, up to 1 ms. The figures of workstations and parts, with their sources, are in machines/ and parts/ of
 * the tmr0 project. */
struct am9513_board_config {
    struct am9513_config chip;
    bool checks; /* record violations and notes (am9513_checks.h) */
    struct am9513_limits limits;
    bool direct;            /* translator; otherwise flip-flop */
    bool control_on_read;   /* MAS- falls on reads as well */
    uint8_t floating;       /* byte read when nothing drives the bus */
    uint32_t seed;          /* of the flip-flop's level at power-up (bit 0: 1 data, 0 control) and after races */
    uint64_t pal_tpd_ps;    /* PAL gates */
    uint64_t pal_skew_ps;   /* additional delay of the control gate, at least 1 */
    uint64_t buffer_tpd_ps; /* the workstation's data buffer, each way; 0: none */
    uint64_t cpu_clock_ps;  /* period, at least 1 */
    uint64_t rw_setup_ps, write_data_setup_ps;
    int64_t strobe_hold_ps, rw_later_ps;        /* -1 ms to 1 ms */
    uint64_t control_read_ps, control_write_ps; /* MAS-, at least 1 */
    uint64_t data_strobe_ps, data_after_ps;     /* MDS-, the former at least 1 */
    uint64_t des_clock_ps;                      /* period, at least 1 */
    uint64_t read_latch_ps;
};

/* A gate, or a few gates of the same delay. */
struct am9513_board_gate {
    uint16_t in, out;
    uint64_t due_ps; /* when out becomes in; AM9513_NEVER: out equals in */
};

/* The state may change between versions. */
struct am9513_board {
    struct am9513_board_config config;
    struct am9513 chip;
    struct am9513_checks checks; /* with config.checks */
    uint64_t now_ps;
    uint64_t pins;       /* SRC and GATE */
    uint8_t lines, data; /* of the socket, in an access */
    /* Translator: RD-, WR-, C//D (direct) in bits 0-2; flip-flop; data buffer */
    struct am9513_board_gate strobes, ff_data, ff_control, to_board, to_host;
    uint64_t gates_ps;      /* no output of these but to_host changes before this time */
    bool ff_kept, ff_level; /* neither set nor reset since power-up or since a race, but at this level */
    bool ff_known;          /* a long enough SET or RESET since then */
    uint8_t ff_pulse;       /* on SET or RESET, from ff_begin_ps on */
    bool ff_switched;       /* it began as the other one ended */
    uint64_t ff_begin_ps;
    uint32_t ff_random; /* draws the outcome of races */
    /* HOST_READ */
    uint64_t read_moved_ps, latched_ps; /* read data at the socket last moved in this access, or the access began */
    uint64_t end_ps;                    /* of this access */
    bool read_missed;                   /* latched without valid data in this access */
    uint8_t read;                       /* as last latched */
    bool read_driven, read_valid;
};

struct am9513_board_access {
    uint64_t start_ps, end_ps;
    uint8_t value; /* read */
    bool driven;   /* something drove the bus when the value was latched */
    bool valid;    /* with valid data; if not, value is config.floating */
};

/* Power-up, time 0. Reads config, which is copied. After AM9513_RANGE the board is as one that was never initialised.
 */
AM9513_API int am9513_board_init(struct am9513_board *board, const struct am9513_board_config *config);

/* Lets everything up to and including now_ps happen. */
AM9513_API int am9513_board_advance(struct am9513_board *board, uint64_t now_ps);

/* Byte accesses at offset 0 or 2. They start at the first edge of the CPU clock at or after now_ps. On return the
 * board's time is the end of the access. access may be NULL. */
AM9513_API int am9513_board_write(struct am9513_board *board, uint64_t now_ps, unsigned offset, uint8_t value,
                                  struct am9513_board_access *access);
AM9513_API int am9513_board_read(struct am9513_board *board, uint64_t now_ps, unsigned offset,
                                 struct am9513_board_access *access);

/* Sets the chip's SRC and GATE pins at now_ps to these levels (AM9513_SRC, AM9513_GATE; low at power-up). */
AM9513_API int am9513_board_set(struct am9513_board *board, uint64_t now_ps, uint64_t pins);

/* Returns the pins of the chip, as am9513_get() does. 0 for NULL. */
AM9513_API uint64_t am9513_board_get(struct am9513_board *board);

#ifdef __cplusplus
}
#endif

/* CHOICES, where the sources are silent
 *   - The flip-flop's level at power-up is that of the seed, and holds until the first set or reset.
 *   - After a race both gates see the end of the pulse, then a drawn level in place of their inputs, until the next set
 *     or reset. The draw: bit 31 of a 32-bit word x, 1 data, 0 control. At power-up x is seed * 9e3779b1 + 00f11b0b (1
 *     if that is 0). After each draw x ^= x << 13, x ^= x >> 17, x ^= x << 5.
 *   - All outputs of a PAL have one delay, except pal_skew_ps; the buffer has one delay both ways and for its enable.
 *   - MAS- on reads, and the floating bus, are figures: Sun's manual and a net list disagree about the former.
 *   - read_latch_ps longer than the access latches the level at its start.
 *
 * NOT MODELLED: effects of a violation on the chip, wait states and other masters on the bus (the caller chooses when),
 * a stopped DES clock. */
#endif
