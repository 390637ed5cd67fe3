/* SPDX-License-Identifier: MIT
 * libtmr0: the timer board of the paper on a Sun workstation's bus, or its Am9513A alone, simulated in picoseconds,
 * with every AC parameter checked.
 *
 * HOW TO USE. `cc two.c $(pkg-config --cflags --libs tmr0)`. Two writes to the chip without the pause of 1.5 us
 * (TWHWL):
 *
 *     struct tmr0_options options = {.settings = "machine sun3-60", .engine = "model"};
 *     struct tmr0_board *board;
 *     if (tmr0_open(&board, &options))
 *         return fprintf(stderr, "%s\n", tmr0_error()), 2;
 *     tmr0_write(board, 0, 0);    // offset 0: select the control port
 *     tmr0_write(board, 2, 0xff); // offset 2: master reset
 *     tmr0_write(board, 2, 0x5f); // load all counters
 *     tmr0_settle(board);         // the last write reaches the chip
 *     printf("%llu violations\n", (unsigned long long)tmr0_violations(board)); // 1
 *     tmr0_close(board);
 *
 * Units. All times are picoseconds since the board was opened. tmr0_time() reads them from text: "1.5us".
 *
 * Accesses. A call that makes an access returns at its end, and the board's time is then that end. Socket cycles start
 * on edges of the CPU clock (the first rises at 0). Accesses at the chip's pins have every parameter of the AC table at
 * its least value, or at that of tmr0_timing().
 *
 * Errors. A function of type int returns 0 or the value it is for, or a negative enum tmr0_status. Then tmr0_error() is
 * one line that says what was wrong and what was expected (of two engines that differ: several lines). After
 * TMR0_DIFFER the board can only be closed. A call that returns TMR0_INPUT has changed nothing, unless it is a program
 * or a pulse of which a part was done. A pointer that is NULL is such an input, where nothing else is said; without a
 * board tmr0_now_ps() and tmr0_violations() return 0 and tmr0_last() returns NULL. Where no memory is left the library
 * ends its program with the message "tmr0: out of memory" on standard error and exit(3).
 *
 * Lifetime. Texts in structs are constants of the library unless said otherwise.
 *
 * Threads. Each board belongs to one thread at a time; boards share nothing, so several threads may have boards of
 * their own. tmr0_error() is the calling thread's. */
#ifndef TMR0_BOARD_API_H
#define TMR0_BOARD_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tmr0_status {
    TMR0_OK = 0,
    TMR0_DIFFER = -1, /* the engines of "both" differ */
    TMR0_INPUT = -2,  /* bad input, or the request is impossible */
    TMR0_SYSTEM = -3, /* a file cannot be written */
};

/* What went wrong in this thread's last call that failed; "" before the first. Valid until the next one fails. */
const char *tmr0_error(void);
/* "0.3.0" */
const char *tmr0_version(void);
/* Reads a time with its unit, "12ns", "-1.5us", "250ps", exactly. */
int tmr0_time(const char *text, int64_t *ps);

/* ---- A board */

struct tmr0_board;

/* Each member may be 0. */
struct tmr0_options {
    /* Lines as at the head of a scenario (docs/manual.md): target, machine, pal, part, osc, corner, seed, effects, set,
     * choice, wire. NULL: none, the defaults hold. */
    const char *settings;
    const char *engine; /* "rtl", "model" (40 times as fast), or "both" in lockstep; NULL: "rtl" */
    const char *data; /* the folder that holds parts/ and machines/; NULL: ../share/tmr0 from libtmr0.so, or where tmr0
                         finds them (docs/manual.md) */
    bool waves;       /* tmr0_waves() will be called; engine "rtl" */
    bool fout;        /* tmr0_pin() will read "fout" */
};

/* Power on, time 0. On an error *board is NULL. Nothing that options points at is used later. */
int tmr0_open(struct tmr0_board **board, const struct tmr0_options *options);
/* Finishes waves, if there are any. NULL: nothing. Returns an error of the waves; the board is closed then too.
 * TMR0_INPUT for a board that is not open, but a board opened later may have its address: use no board after this.
 * Boards may be closed in any order, by any thread. */
int tmr0_close(struct tmr0_board *board);

/* ---- Time */

uint64_t tmr0_now_ps(const struct tmr0_board *board);
/* Lets everything up to that time happen. TMR0_INPUT if it lies in the past. */
int tmr0_run_until(struct tmr0_board *board, uint64_t ps);
/* Runs to the next instant at which a pin may move, and to that time at the latest; tmr0_now_ps() is where it stopped.
 */
int tmr0_step(struct tmr0_board *board, uint64_t until_ps);
/* Runs until the last access's effects at the socket have passed translator and buffer to the chip. */
int tmr0_settle(struct tmr0_board *board);
/* Least time from the end of one access to the start of the next. Default: 0 on the board, the part's recovery times on
 * the chip, which a given gap replaces. */
int tmr0_gap(struct tmr0_board *board, int64_t ps);

/* ---- Accesses */

struct tmr0_access {
    uint32_t number;   /* from 1; 0: none has been made */
    uint64_t start_ps; /* first movement of a pin */
    uint64_t end_ps;   /* last */
    uint16_t value;    /* read */
    bool driven;       /* something drove the bus when the value was read */
    bool valid;        /* with valid data */
};

/* Target board: one byte at the socket, offset 0 or 2. tmr0_read() returns the byte. */
int tmr0_write(struct tmr0_board *board, unsigned offset, unsigned value);
int tmr0_read(struct tmr0_board *board, unsigned offset);

/* Target chip: one access at the pins, at the control or the data port. bits: 8 or 16 of the bus; with 8 the upper byte
 * is driven 0xff. tmr0_chip_read() returns the value. */
int tmr0_chip_write(struct tmr0_board *board, bool control, unsigned bits, unsigned value);
int tmr0_chip_read(struct tmr0_board *board, bool control, unsigned bits);

/* The last access. Valid until the next one and tmr0_close(). */
const struct tmr0_access *tmr0_last(const struct tmr0_board *board);

/* Target chip: later accesses apply this set-up, hold, width or recovery time of the bus, such as "TWHDX". */
int tmr0_timing(struct tmr0_board *board, const char *parameter, int64_t ps);
/* Target chip: later accesses apply the least values again. */
void tmr0_timing_legal(struct tmr0_board *board);

/* ---- Pins: "src1" to "src5", "gate1" to "gate5", "out1" to "out5", "fout" */

enum tmr0_level { TMR0_LOW, TMR0_HIGH, TMR0_FLOATS };

/* Target chip: moves an input, now. TMR0_INPUT if it is wired to an output. */
int tmr0_set_pin(struct tmr0_board *board, const char *pin, bool high);
/* Target chip: `count` pulses of that width, with pauses as long. The board's time is then the end of the last pulse.
 */
int tmr0_pulse(struct tmr0_board *board, const char *pin, int64_t width_ps, uint64_t count);
/* Returns the level of an output, now: an enum tmr0_level. */
int tmr0_pin(const struct tmr0_board *board, const char *pin);

/* ---- Checks */

struct tmr0_violation {
    const char *check; /* "TWHDX" */
    const char *mark;  /* how certain the requirement is: "C", "DS", "GK", "E" ...; "" where it is in no file */
    const char *what;  /* "write high to data don't care" */
    const char *text;  /* "TWHDX: required 20ns [GK], observed 19ns"; valid during the call */
    bool note;         /* an edge near a command, a gate or a status read: a count may be off by one */
    bool amounts;      /* required_ps and observed_ps are valid */
    uint32_t access;   /* that caused it; 0 before the first */
    uint64_t at_ps;
    int64_t required_ps, observed_ps;
};

/* From now on the function is called for each violation and each note, as it happens, inside the call that lets it
 * happen. It may call no function with this board. NULL: none. */
void tmr0_on_violation(struct tmr0_board *board, void (*call)(void *context, const struct tmr0_violation *violation),
                       void *context);
/* Violations since power-on, without notes. */
uint64_t tmr0_violations(const struct tmr0_board *board);

struct tmr0_margin {
    const char *check;   /* "TWHRL" */
    const char *what;    /* "recovery, write to read" */
    const char *form;    /* the figure that was required: the check's own, or "TWHRL_SHORT" that replaced it */
    const char *mark;    /* as in struct tmr0_violation */
    bool note;           /* the check makes notes, not violations */
    bool observed;       /* anything has been compared; the times are 0 if not */
    int64_t slack_ps;    /* least of observed minus required: negative if violated */
    int64_t required_ps; /* then */
    uint64_t at_ps;
    uint32_t access;
    uint64_t violations;
};

/* Check number n, from 0 on. Returns 1, 0 if there are no more checks, or TMR0_INPUT. In C++ the function hides a
 * constructor, of which g++ warns; the struct is `struct tmr0_margin` in both languages. */
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif
int tmr0_margin(const struct tmr0_board *board, unsigned n, struct tmr0_margin *margin);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* ---- Saved states, engine "model" */

/* The board's state, time and records as bytes. Returns their number, and writes nothing if size is less. */
int tmr0_save(const struct tmr0_board *board, void *bytes, size_t size);
/* A board that was opened with the same settings becomes the one that was saved, by any build of the library, on any
 * machine. TMR0_INPUT for bytes of a version with other members, cut short or altered: the board is as before. */
int tmr0_load(struct tmr0_board *board, const void *bytes, size_t size);

/* ---- Waves */

/* Dumps all signals from now on to an FST file, or a VCD file if its name ends in .vcd. The file takes its place when
 * it is whole, at tmr0_waves_end() or tmr0_close(). */
int tmr0_waves(struct tmr0_board *board, const char *file);
int tmr0_waves_end(struct tmr0_board *board);

/* ---- Code on the workstation's virtual CPU (tmr0/vcpu.h) */

struct vcpu;
enum {
    TMR0_CLOCK = 1, /* clock interrupts come */
    TMR0_BLANK = 2, /* the display is blanked: it takes no memory cycles */
    TMR0_FREE = 4,  /* work takes no time: accesses as fast as tmr0_gap() lets them */
};
/* Target board: runs the program in kernel mode until it returns or halts the CPU. flags: of the above, or 0. */
int tmr0_run_program(struct tmr0_board *board, unsigned flags, void (*program)(struct vcpu *cpu, void *arg), void *arg);

/* ---- Figures */

struct tmr0_figure {
    const char *name, *what;   /* "TWHDX", "write high to data don't care" */
    const char *unit;          /* "ps", "flag", "byte", "count" or "choice" */
    const char *mark, *source; /* where it is from; source is valid during the call */
    int64_t min, typ, max;     /* equal unless it is a delay */
};

/* Calls `call` for each figure of DATA/machines/NAME.ini (kind "machine"; NAME may be "file:variant") or
 * DATA/parts/NAME.ini (kind "part"). data: as in struct tmr0_options. */
int tmr0_figures(const char *data, const char *kind, const char *name,
                 void (*call)(void *context, const struct tmr0_figure *figure), void *context);

#ifdef __cplusplus
}
#endif
#endif
