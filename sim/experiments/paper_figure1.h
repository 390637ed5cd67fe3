/* SPDX-License-Identifier: MIT
 * The paper's Figure 1 on the virtual CPU: the measurement of its 24 cells, the fitted figures of machines/, and how
 * far they can be trusted. */
#ifndef TMR0_PAPER_FIGURE1_H
#define TMR0_PAPER_FIGURE1_H

#include "driver-sim/overhead.h"
#include "sim/board/margins.h"
#include "sim/board/rig.h"

#define PAPER_FIGURE1_COLUMNS ((size_t)4)
#define PAPER_FIGURE1_ROWS ((size_t)6) /* kernel, user, system call: 32-bit count, timeval of each */
#define PAPER_FIGURE1_CELLS (PAPER_FIGURE1_COLUMNS * PAPER_FIGURE1_ROWS)
#define PAPER_FIGURE1_FITTED 8
#define PAPER_FIGURE1_AIM 0.10 /* error of a cell that is good */
/* The driver keeps the recovery times of this part; another may need no wait. */
#define PAPER_FIGURE1_JUDGED "am9513a"

/* A column's machine, and the paper's figures in microseconds as it prints them. */
struct paper_figure1_column {
    const char *title, *machine;
    bool blank;
    double paper[PAPER_FIGURE1_ROWS];
};
extern const struct paper_figure1_column paper_figure1_column[PAPER_FIGURE1_COLUMNS];

struct paper_figure1 {
    enum engine_kind engine;
    uint32_t reads; /* of each cell */
    struct rig rig[PAPER_FIGURE1_COLUMNS];
    double us[PAPER_FIGURE1_COLUMNS][PAPER_FIGURE1_ROWS];
    /* Figures that machines/ calls fitted to Figure 1; the same value in several columns is one */
    size_t fitted;
    struct {
        int figure;
        int64_t value;
        bool in[PAPER_FIGURE1_COLUMNS];
    } parameter[PAPER_FIGURE1_FITTED];
    double left_out[PAPER_FIGURE1_COLUMNS][PAPER_FIGURE1_ROWS]; /* relative error of the cell, fitted without it */
};

int paper_figure1_load(struct paper_figure1 *f, const char *dir, const char *part, struct error *e);
/* The microseconds of a column's rows with those waits; margins: what the checks say, or NULL. */
int paper_figure1_column_us(const struct paper_figure1 *f, size_t column, enum engine_kind engine, enum tmr_waits waits,
                            struct margins *margins, double us[PAPER_FIGURE1_ROWS], struct error *e);
/* Those of all columns, such as f->us. */
int paper_figure1_measure(const struct paper_figure1 *f, double us[PAPER_FIGURE1_COLUMNS][PAPER_FIGURE1_ROWS],
                          struct error *e);
/* Fills left_out, from us and its slopes, which are measured. */
int paper_figure1_judge(struct paper_figure1 *f, struct error *e);
double paper_figure1_error(const struct paper_figure1 *f, size_t column, size_t row); /* relative */
/* Gives parameter[n] another value in all columns that have it. */
void paper_figure1_set(struct paper_figure1 *f, size_t n, int64_t value);

/* The errors of all cells, and of all cells fitted without each. */
struct paper_figure1_sum {
    unsigned within; /* cells with an error of at most PAPER_FIGURE1_AIM */
    double worst, mean_square, left_out_mean_square;
};
struct paper_figure1_sum paper_figure1_sum_up(const struct paper_figure1 *f);

/* Whether the checks distinguish waits left out from waits kept, given the checks violated without them and with them:
 * the former hold a recovery time (judged for PAPER_FIGURE1_JUDGED only), the latter are none. */
bool paper_figure1_waits_good(const struct paper_figure1 *f, uint64_t without, uint64_t with);

#endif
