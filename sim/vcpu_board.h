/* SPDX-License-Identifier: MIT
 * The plain host of driver-sim/vcpu.h: a CPU alone in front of a board (sim/board.h), whatever its engine. */
#ifndef TMR0_VCPU_BOARD_H
#define TMR0_VCPU_BOARD_H

#include "board.h"
#include "vcpu_host.h"

struct vcpu_board {
    struct vcpu cpu;
    struct board *board; /* NULL: the socket is empty, reads find ones */
    bool direct;
    int status; /* STATUS_OK, or why the board failed; then accesses are faults */
    struct error error;
    uint64_t accesses;
    bool undriven; /* some read of the chip found nothing on the bus, or nothing valid in time */
    /* Called behind each access; NULL: nobody wants to know. */
    void (*watch)(void *context, int offset, bool write, uint8_t value, const struct access *access);
    void *context;
};

/* A CPU in front of an open board, from the board's time on. costs NULL: code takes no time, waits neither (then
 * board_gap() makes the accesses keep their distance). */
void vcpu_board_open(struct vcpu_board *b, struct board *board, enum pal_kind pal, const struct vcpu_costs *costs);

/* b->status; the error filled if it is not STATUS_OK. */
int vcpu_board_status(const struct vcpu_board *b, struct error *e);

#endif
