/* SPDX-License-Identifier: MIT
 * What the files that implement tmr0/board.h share. */
#ifndef TMR0_LIBRARY_H
#define TMR0_LIBRARY_H

#include <stddef.h>
#include <tmr0/board.h>

#include "board.h"
#include "rig.h"

struct tmr0_board {
    struct board *board;
    struct rig rig;
    enum target target;
    bool fout; /* is watched */
    struct tmr0_access last;
    uint64_t violations;
    void (*call)(void *context, const struct tmr0_violation *violation); /* NULL: none */
    void *context;
    struct tmr0_board *next; /* of all that are open */
    char *wave, *part;       /* the dump under way and what is written until it is whole; NULL: none */
};

/* The thread's error, which its functions fill. */
struct error *library_error(void);
/* The error's text, and TMR0_INPUT. */
int library_input(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* TMR0_INPUT from the calling function if the pointer is NULL. */
#define NEED(pointer, expected)                                                                                        \
    do {                                                                                                               \
        if (!(pointer))                                                                                                \
            return library_input("NULL, expected %s", expected);                                                       \
    } while (0)
#define NEED_BOARD(pointer) NEED(pointer, "a board that tmr0_open() gave")
/* An enum status as an enum tmr0_status. */
int library_status(int status);
/* The folder that holds parts/ and machines/. */
int library_data(char *dir, size_t size, const char *given);

#endif
