/* SPDX-License-Identifier: MIT
 * The board, and what the files that implement board.h and tmr0/board.h share. */
#ifndef TMR0_BOARD_INTERNAL_H
#define TMR0_BOARD_INTERNAL_H

#include "board.h"

#define FIGURE_NONE INT64_MIN
#define TIME_MAX ((uint64_t)INT64_MAX / 2)

struct tmr0_board {
    struct engine *engine;
    const struct engine *shown; /* the engine's */
    struct engine_settings settings;
    struct engine_inputs in;
    enum target target;
    const struct machine *machine;
    struct rig *owned;
    int wire[PIN_INPUTS];
    uint32_t accesses;
    uint64_t end_ps; /* of the last access */
    struct tmr0_access last;
    int64_t gap_ps; /* FIGURE_NONE: not given */
    /* Chip accesses */
    int64_t applied[FIG_COUNT]; /* FIGURE_NONE: the chip's figure */
    uint64_t strobe_end_ps;     /* the last strobe's rising edge */
    bool wrote;                 /* it was a write */
    /* Reports */
    enum mark mark[FIG_RTL];
    void (*call)(void *context, const struct violation *violation);
    void *call_context;
    void (*said)(void *context, const struct tmr0_violation *violation); /* of tmr0_on_violation() */
    void *said_context;
    uint64_t violations;
    struct sequence *sequence; /* NULL: none */
    int port;                  /* that the flip-flop chose since then: 1 control, 0 data; -1: none */
    struct board_watch watch;  /* lines NULL: none */
    struct engine_watch engine_watch;
    bool tracing;
    uint64_t traced_ps;      /* first_ps of struct waves */
    unsigned lost_before;    /* fst_lost() when the dump began */
    struct waves waves;      /* of tmr0_waves(), to */
    char *wave;              /* that file; NULL: none is written */
    struct tmr0_board *next; /* of all that are open */
};

/* The file's figure; NULL if this board has no part that it belongs to. */
const struct figure *board_figure(const struct board_config *c, int number);

void board_begins(const struct tmr0_board *b, bool control, bool write, bool wide, uint16_t data);
/* Whether tmr0_timing() takes that time for that figure. */
bool board_applies(int figure, int64_t ps);
int board_run(struct tmr0_board *b, uint64_t until_ps, bool until_idle);
/* Earliest start of an access: the present time and the gap allow it. */
uint64_t board_earliest(const struct tmr0_board *b);
void board_show_access(struct tmr0_board *b, const char *text);
void board_show_violation(struct tmr0_board *b, int check, const struct am9513_record *record);
int board_time_runs_out(void);
/* The access is over. Returns the status, or the value read. */
int board_accessed(struct tmr0_board *b, const struct tmr0_access *access, bool write, int status);

#endif
