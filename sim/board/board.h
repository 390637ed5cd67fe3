/* SPDX-License-Identifier: MIT
 * The timer board, or its chip alone, on an engine (engine.h): socket accesses, chip accesses, pins, time, violations,
 * margins, waves.
 *
 * A call that makes an access returns at the end of the access, and the time is then that end. Socket cycles start on
 * edges of the CPU clock (the first rises at 0). Chip accesses have every parameter of the AC table at its least value,
 * or at the value applied with board_timing(); C/D selects the other port whenever it need not be valid. All times are
 * picoseconds.
 *
 * Functions that can fail return STATUS_OK, STATUS_BAD (two engines in lockstep differ; the text has several lines),
 * STATUS_INPUT (the request is impossible) or STATUS_SYSTEM. On failure they fill the error. Its text has no file:line;
 * the caller adds it. */
#ifndef TMR0_BOARD_H
#define TMR0_BOARD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/error.h"
#include "engine.h"
#include "osc.h"
#include "pins.h"
#include "sim/figures/data.h"

#ifdef __cplusplus
extern "C" {
#endif

struct board;
struct board_saved;

struct board_config {
    enum target target;
    const struct part *chip;
    const struct part *pal;        /* board: the timer board's PAL */
    const struct part *buffer;     /* board: the workstation's data buffer, NULL for none */
    const struct machine *machine; /* board */
    enum pal_kind pal_kind;        /* board */
    enum corner corner;            /* of every delay */
    struct osc osc;
    uint64_t seed;
    int wire[PIN_INPUTS]; /* chip: 1 + enum pin of the output that drives the input, 0 for none */
    bool effects;         /* violations have consequences (docs/violations.md); engines that have them only */
    bool no_skip;         /* tick each edge of long waits (rtl_skip.h) */
    bool watch_fout;      /* board_pin(PIN_FOUT) will be read */
    enum engine_kind engine;
    bool traced; /* waves may be written, lines and observations watched; engines that have them only */
    FILE *calls; /* file of all calls to the engine, for tests/replay/replay.v; NULL for none */
};

struct access {
    uint32_t number;   /* from 1 */
    uint64_t start_ps; /* first movement of a pin */
    uint64_t end_ps;   /* last */
    uint16_t value;    /* read */
    bool driven;       /* something drove the bus when the value was read */
    bool valid;        /* with valid data */
};

/* The last violation of a check, or its last note (figure_info[].kind). */
struct violation {
    int check;      /* FIG_x below FIG_CHECKS */
    enum mark mark; /* how sure the requirement is; MARK_NONE where it is in no file */
    struct check_record record;
};

/* The least slack of a check. */
struct margin {
    int form;       /* the figure required: the check's own, or the one that replaced it (name_SHORT ...) */
    enum mark mark; /* how sure it is */
    struct check_record record;
};

/* One observation of a check. */
struct observation {
    int check;
    int form;       /* as in struct margin */
    enum mark mark; /* how sure the requirement is */
    uint64_t at_ps; /* when it was made: the time of the board */
    struct check_observation seen;
};

struct board_watch {
    void (*lines)(void *context, uint64_t at_ps, const struct engine_lines *lines); /* as in struct engine_watch */
    void (*observed)(void *context, const struct observation *observation);
    void *context;
};

/* The check has had something to observe: there is a slack. */
static inline bool margin_observed(const struct margin *m)
{
    return m->record.slack_ps != INT64_MAX;
}

/* Power on, time 0. The config's parts and machine are not used later. */
int board_open(struct board **board, const struct board_config *config, struct error *e);
void board_close(struct board *board);
/* What the engine gets of the configuration. */
struct engine_settings board_settings(const struct board_config *config);

uint64_t board_now_ps(const struct board *board);
/* Ticks of the RTL since power-on; 0 on the model. */
uint64_t board_ticks(const struct board *board);
/* Runs to that time; STATUS_INPUT if it lies in the past. */
int board_run_until(struct board *board, uint64_t ps, struct error *e);
/* Runs to the next instant at which a pin may move, and to that time at the latest. */
int board_step(struct board *board, uint64_t until_ps, struct error *e);
/* Runs until the last access's effects at the socket have passed translator and buffer to the chip. */
int board_settle(struct board *board, struct error *e);

/* Least time from the end of one access to the start of the next. Default: 0 on the board, the part's recovery times
 * on the chip, which a given gap replaces. */
int board_gap(struct board *board, int64_t ps, struct error *e);

/* A violation of this check is one that a gap of the required time would have prevented. */
bool board_gap_cures(const struct board *board, int check);

/* One byte access at the socket. offset is 0 or 2. */
int board_socket(struct board *board, int offset, bool write, uint8_t value, struct access *access, struct error *e);
/* The same, not before from_ps. */
int board_socket_at(struct board *board, uint64_t from_ps, int offset, bool write, uint8_t value, struct access *access,
                    struct error *e);

/* One access at the chip's pins; the upper byte of the bus is driven 0xff unless wide. */
int board_chip(struct board *board, bool control, bool write, bool wide, uint16_t value, struct access *access,
               struct error *e);

/* Later chip accesses apply this parameter (KIND_SETUP, HOLD, WIDTH, RECOVERY of the chip's bus) at ps. */
int board_timing(struct board *board, int figure, int64_t ps, struct error *e);
void board_timing_legal(struct board *board);

/* Chip: moves an input pin, now. STATUS_INPUT if it is wired to an output. */
int board_pin_set(struct board *board, enum pin pin, bool high, struct error *e);
/* Chip: count pulses of that width, apart by the same; the time ends with the last pulse. */
int board_pulse(struct board *board, enum pin pin, int64_t width_ps, uint64_t count, struct error *e);
/* Level of OUT1-5 or FOUT, now. */
enum level board_pin(const struct board *board, enum pin pin);

/* The chip's registers, counts and flags, now. */
void board_state(const struct board *board, struct chip_state *state);
/* The same as lines of text, in words (describe.c). */
void board_describe(const struct board *board, FILE *f);

/* A copy of the board's state, and back to it, time and all. Engine rtl without waves. */
struct board_saved *board_save(const struct board *board);
void board_restore(struct board *board, const struct board_saved *saved);
void board_forget(struct board_saved *saved);

/* The state of a board of engine model as bytes, which free() gives back; NULL for another engine. And a board of that
 * engine takes it over; false if its settings differ. */
void *board_bytes(const struct board *board, size_t *size);
bool board_from_bytes(struct board *board, const void *bytes);

/* Called for each violation and each note, as it happens. */
void board_on_violation(struct board *board, void (*call)(void *context, const struct violation *violation),
                        void *context);
void board_margin(const struct board *board, int check, struct margin *margin);

/* Starts waves (FST); config.traced must have been set. control may be NULL. */
int board_trace_open(struct board *board, const char *file, const struct wave_control *control, struct error *e);
/* Runs to that time, from which on they show this instruction of machine code. */
int board_trace_code(struct board *board, uint64_t ps, uint32_t pc, const char *instruction, struct error *e);
/* Start of the first access that they show; 0 without one. */
uint64_t board_traced_ps(const struct board *board);
/* Ends them. */
void board_trace_close(struct board *board);

/* Reports lines and observations from now on until board_close(), which reports the lines at the last instant;
 * config.traced must have been set. The board keeps a copy of the watch. */
int board_watch(struct board *board, const struct board_watch *watch, struct error *e);

#ifdef __cplusplus
}
#endif
#endif
