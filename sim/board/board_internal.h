/* SPDX-License-Identifier: MIT
 * Declarations shared by the files that implement board.h: board.c, board_chip.c, board_pins.c, board_settings.c. */
#ifndef TMR0_BOARD_INTERNAL_H
#define TMR0_BOARD_INTERNAL_H

#include "board.h"

#define FIGURE_NONE INT64_MIN
#define TIME_MAX ((uint64_t)INT64_MAX / 2)

struct board {
    struct engine *engine;
    struct engine_settings settings;
    struct engine_inputs in;
    enum target target;
    uint64_t cpu_clock_ps;
    uint64_t settle_ps; /* from the socket's lines to the chip's pins */
    int wire[PIN_INPUTS];
    uint32_t accesses;
    uint64_t end_ps; /* of the last access */
    int64_t gap_ps;  /* FIGURE_NONE: not given */
    /* Chip accesses */
    int64_t applied[FIG_COUNT]; /* FIGURE_NONE: the chip's figure */
    uint64_t strobe_end_ps;     /* the last strobe's rising edge */
    bool wrote;                 /* it was a write */
    /* Reports */
    enum mark mark[FIG_RTL];
    void (*call)(void *context, const struct violation *violation);
    void *call_context;
    struct board_watch watch; /* lines NULL: none */
    struct engine_watch engine_watch;
    bool tracing;
    uint64_t traced_ps; /* start of the first access that the waves show; 0 before it */
    char text_access[32];
    char text_violated[32];
};

/* The file's figure; NULL if this board has no part that it belongs to. */
const struct figure *board_figure(const struct board_config *c, int number);

/* Runs the engine. */
int board_run(struct board *b, uint64_t until_ps, bool until_idle, struct error *e);
/* Earliest start of an access: the present time and the gap allow it. */
uint64_t board_earliest(const struct board *b);
/* Shows the access in the waves. */
void board_show_access(struct board *b, const char *text);
int board_time_runs_out(struct error *e);

#endif
