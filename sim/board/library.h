/* SPDX-License-Identifier: MIT
 * What the files share that implement tmr0/board.h: this folder, sim/language/open.c and sim/workstation/harness.c. */
#ifndef TMR0_LIBRARY_H
#define TMR0_LIBRARY_H

#include <tmr0/board.h>

#include "cli/error.h"
#include "pins.h"

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

#endif
