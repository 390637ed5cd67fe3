/* SPDX-License-Identifier: MIT
 * The timer board, or its chip alone, on an engine (engine.h). tmr0/board.h has what anyone may do with it; here is
 * what the rest of sim/ needs besides: a configuration in place of settings, accesses at a time, the chip's state,
 * violations and margins by number, copies, waves.
 *
 * Functions that can fail are as those of tmr0/board.h: they return a negative enum tmr0_status, and the thread's error
 * has the text. It has no file:line; the caller adds it. board_result() makes an enum status and a struct error of it.
 */
#ifndef TMR0_BOARD_H
#define TMR0_BOARD_H

#include <tmr0/board.h>

#include "cli/error.h"
#include "cli/output.h"
#include "engine.h"
#include "osc.h"
#include "pins.h"
#include "sequence.h"
#include "sim/figures/data.h"

#ifdef __cplusplus
extern "C" {
#endif

struct board_config {
    enum target target;
    const struct part *chip;
    const struct part *pal;        /* board: the timer board's PAL */
    const struct part *buffer;     /* board: the workstation's data buffer, NULL for none */
    const struct machine *machine; /* board */
    struct rig *owned;      /* freed with the board, which may run programs as long as it has the machine; NULL: none */
    enum pal_kind pal_kind; /* board */
    enum corner corner;     /* of every delay */
    struct osc osc;
    uint64_t seed;
    int wire[PIN_INPUTS]; /* chip: 1 + enum pin of the output that drives the input, 0 for none */
    bool effects;         /* violations have consequences (docs/violations.md); engines that have them only */
    bool no_skip;         /* tick each edge of long waits (rtl_skip.h) */
    bool watch_fout;      /* tmr0_pin() will read fout */
    enum engine_kind engine;
    bool traced; /* waves may be written, lines and observations watched; engines that have them only */
    FILE *calls; /* file of all calls to the engine, for tests/replay/replay.v; NULL for none */
};

/* The last violation of a check, or its last note (figure_info[].kind). */
struct violation {
    int check;      /* FIG_x below FIG_CHECKS */
    enum mark mark; /* how sure the requirement is; MARK_NONE where it is in no file */
    struct am9513_record record;
};

/* The least slack of a check. */
struct margin {
    int form;       /* the figure required: the check's own, or the one that replaced it (name_SHORT ...) */
    enum mark mark; /* how sure it is */
    struct am9513_record record;
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
    void (*observed)(void *context, const struct observation *observation);         /* NULL: not wanted */
    void *context;
};

/* The check has had something to observe: there is a slack. */
static inline bool margin_observed(const struct margin *m)
{
    return m->record.slack_ps != INT64_MAX;
}

/* What a function of tmr0/board.h or of this file has returned: STATUS_OK, or its status and the thread's error. */
int board_result(int returned, struct error *e);

/* Power on, time 0. The config's parts are not used later; the machine is, by tmr0_run_program(). tmr0_close() is due,
 * except after an error. */
int board_open(struct tmr0_board **board, const struct board_config *config);
/* What the engine gets of the configuration. */
struct engine_settings board_settings(const struct board_config *config);
/* NULL: target chip. */
const struct machine *board_machine(const struct tmr0_board *board);

/* Ticks of the RTL since power-on; 0 on the model. */
uint64_t board_ticks(const struct tmr0_board *board);
/* A violation of this check is one that a gap of the required time would have prevented. */
bool board_gap_cures(const struct tmr0_board *board, int check);
/* One byte access at the socket, offset 0 or 2, not before *now_ps, which becomes its end; value: what is written or
 * becomes what was read. */
int board_access(struct tmr0_board *board, uint64_t *now_ps, int offset, bool write, uint8_t *value);

/* The chip's registers, counts and flags, now. */
void board_state(const struct tmr0_board *board, struct chip_state *state);
/* The same as lines of text, in words (words.c). */
void board_describe(const struct tmr0_board *board, FILE *f);
/* The mistakes of the accesses to come. The caller fills place. */
void board_sequence(struct tmr0_board *board, struct sequence *sequence);

/* As tmr0_on_violation(), in its place. */
void board_on_violation(struct tmr0_board *board, void (*call)(void *context, const struct violation *violation),
                        void *context);
void board_margin(const struct tmr0_board *board, int check, struct margin *margin);

/* Starts waves, whose name in messages is name, in the FST file part; config.traced must have been set. control may be
 * NULL. */
int board_waves_begin(struct tmr0_board *board, const char *part, const char *name, const struct wave_control *control);
/* Runs to that time, from which on they show this instruction of machine code. */
int board_trace_code(struct tmr0_board *board, uint64_t ps, uint32_t pc, const char *instruction);
void board_trace_close(struct tmr0_board *board);

/* Reports lines and observations from now on until tmr0_close(), which reports the lines at the last instant;
 * config.traced must have been set. The board keeps a copy of the watch. */
int board_watch_with(struct tmr0_board *board, const struct board_watch *watch);

/* ---- The parts and the machine that a board is opened with, loaded together: rig.c */

/* Without --part, --pal-part and --machine. [expect] in machines/ is written for that part and PAL. The paper does not
 * name the PAL's grade; this is the slowest. */
#define RIG_PART "am9513a"
#define RIG_PAL "pal16xx"
#define RIG_MACHINE "sun3-160:window"

struct rig {
    struct part chip, pal, buffer;
    struct machine machine;
};

/* Loads DIR/parts/CHIP.ini and, for the board, the machine, its data buffer and the PAL. */
int rig_load(struct rig *rig, const char *dir, enum target target, const char *chip, const char *pal,
             const char *machine, struct error *e);

/* Loads the rig with the machine, and calls each(); if the file has several variants and the name none, once for each
 * of them. Its name is rig->machine.name. */
int rig_each_variant(struct rig *rig, const char *dir, const char *chip, const char *pal, const char *machine,
                     int (*each)(void *context, struct error *e), void *context, struct error *e);

/* The timer board's PAL: "NAME" of DIR/parts/NAME.ini, or with its delay, "pal16xx:25ns". */
int rig_load_pal(struct rig *rig, const char *dir, const char *name, struct error *e);

struct figure *rig_figures(struct rig *rig, enum figure_home home);

/* A board's configuration with the rig's parts and the usual settings: flip-flop translator, typical delays, 4.0 MHz as
 * the paper says, seed 1. All else is 0. */
struct board_config rig_config(const struct rig *rig, enum target target);

/* ---- The dump of a run: FST, or VCD by the end of its name. It takes its place when it is whole */

struct waves {
    struct output file, fst; /* fst: what is written first of waves that will be VCD */
    uint64_t first_ps;       /* after waves_end(): the first violation that they show, else the start of their first
                                access; UINT64_MAX without one */
};

/* Opens temporary files; name NULL: none. After it waves_close() is due, whatever it returns. */
int waves_open(struct waves *w, const char *name, struct error *e);
/* Waves of this board, which was opened for them, from here on; nothing without a name. control may be NULL. */
int waves_begin(const struct waves *w, struct tmr0_board *board, const struct wave_control *control, struct error *e);
/* Ends them, and after STATUS_OK or STATUS_BAD puts them into their format. Returns the status, or its own. */
int waves_end(struct waves *w, struct tmr0_board *board, int status, struct error *e);
/* Puts the dump in its place if status is STATUS_OK, else away. Returns as output_close(). */
int waves_close(struct waves *w, int status, struct error *e);

/* ---- What the files share that implement tmr0/board.h: this folder, sim/language/open.c, sim/workstation/harness.c */

/* The thread's error. A function of sim/figures or cli/ fills it and returns an enum status, which is an enum
 * tmr0_status without its sign. */
struct error *board_error(void);
/* Fills it and returns the status, so that callers can write `return board_fail(TMR0_INPUT, ...)`. */
int board_fail(enum tmr0_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* TMR0_INPUT if the board is not of that target, or NULL. */
int board_of_target(const struct tmr0_board *board, const char *what, enum target target);

/* TMR0_INPUT from the calling function if the pointer is NULL. */
#define NEED(pointer, expected)                                                                                        \
    do {                                                                                                               \
        if (!(pointer))                                                                                                \
            return board_fail(TMR0_INPUT, "NULL, expected %s", expected);                                              \
    } while (0)
#define NEED_BOARD(pointer) NEED(pointer, "a board that tmr0_open() gave")

#ifdef __cplusplus
}
#endif
#endif
