/* SPDX-License-Identifier: MIT
 * The timer board on the Verilated bench: socket accesses, chip accesses, pins, time, violations, margins, waves.
 *
 * Accesses run to their end and leave the time there. The board starts socket cycles on edges of the CPU clock (the
 * first rises at 0). Chip accesses put every parameter of the AC table at its least value, or at the value applied
 * with board_timing(); C/D is turned away from the port whenever it need not be valid. All times are picoseconds.
 *
 * Functions that can fail return STATUS_OK, STATUS_BAD (two engines in lockstep differ; the text has several lines),
 * STATUS_INPUT (what was asked for cannot be) or STATUS_SYSTEM, and then
 * fill the error; its text has no file:line in front, the caller knows those. */
#ifndef TMR0_BOARD_H
#define TMR0_BOARD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/error.h"
#include "engine.h"
#include "pins.h"
#include "rtl.h"
#include "sim/figures/data.h"

#ifdef __cplusplus
extern "C" {
#endif

struct board;
struct am9513_board_config;

struct board_config {
    enum target target;
    const struct part *chip;
    const struct part *pal;        /* board: the timer board's PAL */
    const struct part *buffer;     /* board: the workstation's data buffer, NULL for none */
    const struct machine *machine; /* board */
    enum pal_kind pal_kind;        /* board */
    enum corner corner;            /* of every delay */
    int64_t osc_high_ps, osc_low_ps;
    uint64_t seed;
    int wire[PIN_INPUTS]; /* chip: 1 + enum pin of the output that drives the input, 0 for none */
    bool effects;         /* violations have consequences (docs/violations.md); ENGINE_RTL only */
    bool watch_fout;      /* board_pin(PIN_FOUT) will be asked for */
    enum engine engine;
    bool traced; /* take the build that can write waves; ENGINE_RTL only */
    FILE *calls; /* record of all calls to the RTL, for sim/board/replay.v; NULL for none */
};

struct access {
    uint32_t number;   /* from 1 */
    uint64_t start_ps; /* first movement of a pin */
    uint64_t end_ps;   /* last */
    uint16_t value;    /* read */
    bool driven;       /* something drove the bus when the value was taken */
    bool valid;        /* with valid data */
};

struct violation {
    int figure; /* FIG_x below FIG_CHECKS; notes come this way too (figure_info[].kind) */
    uint64_t at_ps;
    uint32_t access; /* number; 0 before the first */
    int64_t required_ps, observed_ps;
    enum mark mark; /* how sure the requirement is; MARK_NONE where it is no figure of a file */
};

struct margin {
    uint64_t broken;  /* how often */
    bool observed;    /* there was something to check at all; else the times are 0 */
    int64_t slack_ps; /* least observation minus requirement */
    uint64_t at_ps;
    uint32_t access;
    int form;            /* the figure that required it: the check's own or one that took its place (name_SHORT ...) */
    int64_t required_ps; /* that figure */
    enum mark mark;      /* how sure it is */
};

/* Power on, time 0. The config's parts and machine are read here and not kept. */
int board_open(struct board **board, const struct board_config *config, struct error *e);
void board_close(struct board *board);
/* What the C model (model/am9513_board.h) of that board is opened with, for who wants copies of its state. */
void board_model_config(struct am9513_board_config *model, const struct board_config *config);

uint64_t board_now_ps(const struct board *board);
/* Ticks of the RTL since power-on. */
uint64_t board_ticks(const struct board *board);
/* Runs to that time; STATUS_INPUT if it lies in the past. */
int board_run_until(struct board *board, uint64_t ps, struct error *e);
/* On, until what the last access did at the socket has come through translator and buffer to the chip. */
int board_settle(struct board *board, struct error *e);

/* Least time from the end of one access to the start of the next. Default: 0 on the board, the part's recovery times
 * on the chip; a gap given takes their place. */
int board_gap(struct board *board, int64_t ps, struct error *e);

/* One byte access at the socket. offset is 0 or 2. */
int board_socket(struct board *board, int offset, bool write, uint8_t value, struct access *access, struct error *e);
/* The same, not before from_ps. */
int board_socket_at(struct board *board, uint64_t from_ps, int offset, bool write, uint8_t value, struct access *access,
                    struct error *e);

/* One access at the chip's pins; the upper byte of the bus is driven 0xff unless wide. */
int board_chip(struct board *board, bool control, bool write, bool wide, uint16_t value, struct access *access,
               struct error *e);

/* From here on chip accesses apply this parameter (KIND_SETUP, HOLD, WIDTH, RECOVERY of the chip's bus) at ps. */
int board_timing(struct board *board, int figure, int64_t ps, struct error *e);
void board_timing_legal(struct board *board);

/* Chip: moves an input pin, now. STATUS_INPUT if it is wired to an output. */
int board_pin_set(struct board *board, enum pin pin, bool high, struct error *e);
/* Chip: count pulses of that width, apart by the same; the time ends with the last pulse. */
int board_pulse(struct board *board, enum pin pin, int64_t width_ps, uint64_t count, struct error *e);
/* Level of OUT1-5 or FOUT, now. */
enum level board_pin(const struct board *board, enum pin pin);

/* Called for each violation and each note, as it happens. */
void board_on_violation(struct board *board, void (*call)(void *context, const struct violation *violation),
                        void *context);
void board_margin(const struct board *board, int figure, struct margin *margin);

/* Waves (FST) from now on; config.traced must have been set. Nothing is dumped while *off is not 0; off may be NULL. */
int board_trace_open(struct board *board, const char *file, const volatile sig_atomic_t *off, struct error *e);
void board_trace_close(struct board *board);

#ifdef __cplusplus
}
#endif
#endif
