/* SPDX-License-Identifier: MIT
 * A capture of the DES socket by a logic analyser: the workstation's cycles, the figures of its file in machines/ as
 * they were seen, and the same cycles at their times on the timer board of libam9513, with both translators at three
 * corners. */
#ifndef TMR0_SOCKET_H
#define TMR0_SOCKET_H

#include "capture.h"
#include "model/am9513_board.h"
#include "sim/board/engine.h"
#include "sim/figures/data.h"

/* A figure of the machine, as sampled. */
struct socket_figure {
    uint64_t count;
    int64_t least_ps, most_ps;
};

/* A check of the board, over all cycles. */
struct socket_check {
    struct am9513_record record; /* slack_ps INT64_MAX: it had nothing to observe */
    enum sample_verdict verdict; /* VIOLATED: certainly; UNDECIDED: possibly; MET: not */
};

struct socket_setup {
    struct capture_setup capture;
    /* Of parts and machine; the cycles' times take the place of the machine's */
    struct am9513_board_config board[PAL_KINDS][CORNERS];
    const struct figure *machine;
    const char *pal_part;
    enum pal_kind pal; /* whose ports the words and the comparison with the model take; PAL_KINDS: as recognised */
};

struct socket_result {
    struct capture_result capture;
    enum pal_kind pal; /* given, or recognised by the reads that agree with the model */
    struct cycles cycles;
    struct socket_figure figure[FIG_RTL];
    /* Of the reads that reach the chip with each translator: the least read_valid_ps of a cycle, and which; access 0:
     * no data moved in any. The longest time from the strobe's fall to that movement */
    struct socket_data {
        int64_t valid_ps, late_ps;
        uint32_t access;
    } read[PAL_KINDS];
    int64_t late_limit_ps;    /* with the slowest parts */
    enum sample_verdict late; /* late_ps with the board's translator */
    bool holds_apart; /* in some write R/W or data alone end inside the strobe, or one much later than the other */
    bool rw_near;     /* in some write R/W may end inside the strobe, for how long the samples leave open */
    struct socket_check check[PAL_KINDS][CORNERS][FIG_CHECKS];
};

/* What the machine's file says of the figure at the socket: with strobe_delay, and write data after the buffer.
 * INT64_MIN: a capture of the socket does not show it. */
int64_t socket_machine_ps(const struct am9513_board_config *config, int figure);
/* The check is one of the board's that the socket's cycles decide: not those of X2, counter pins, CS. */
bool socket_decides(int check);
/* Reads the file. A check is broken if it is certainly violated at some corner with the translator of result->pal. */
int socket_run(struct socket_result *result, const struct socket_setup *setup, struct error *e);

/* ---- A machine file (machines/) of the figures that a capture of the socket shows: measured.c */

/* The file inherits the machine, or its variant. buffer: that of the machine; NULL: it has none. STATUS_INPUT if the
 * capture has no write of which set-ups and hold were seen, or no verdict. */
int measured_write(FILE *f, const struct socket_result *result, const char *file, const struct machine *machine,
                   const struct part *buffer, struct error *e);

#endif
