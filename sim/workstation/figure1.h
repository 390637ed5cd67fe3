/* SPDX-License-Identifier: MIT
 * The paper's Figure 1 on the virtual CPU: its 24 cells measured, the fitted figures of machines/ and how far they can
 * be trusted. */
#ifndef TMR0_FIGURE1_H
#define TMR0_FIGURE1_H

#include "driver-sim/overhead.h"
#include "sim/board/report.h"

#define FIGURE1_COLUMNS ((size_t)4)
#define FIGURE1_ROWS ((size_t)6) /* kernel, user, system call: 32-bit count, timeval of each */
#define FIGURE1_CELLS (FIGURE1_COLUMNS * FIGURE1_ROWS)
#define FIGURE1_FITTED 8

/* A column's machine, and the paper's figures in microseconds as it prints them. */
struct figure1_column {
    const char *title, *machine;
    bool blank;
    double paper[FIGURE1_ROWS];
};
extern const struct figure1_column figure1_column[FIGURE1_COLUMNS];
extern const char *const figure1_row[FIGURE1_ROWS];

struct figure1 {
    enum engine engine;
    uint32_t reads; /* of each cell */
    struct rig rig[FIGURE1_COLUMNS];
    double us[FIGURE1_COLUMNS][FIGURE1_ROWS];
    /* Figures that machines/ calls fitted to Figure 1; the same value in several columns is one */
    size_t fitted;
    struct {
        int figure;
        int64_t value;
        bool in[FIGURE1_COLUMNS];
        double change; /* that would make the least squares of the relative errors smaller yet */
    } parameter[FIGURE1_FITTED];
    double left_out[FIGURE1_COLUMNS][FIGURE1_ROWS]; /* relative error of the cell, fitted without it */
};

int figure1_load(struct figure1 *f, const char *dir, const char *part, struct error *e);
/* Fills us. */
int figure1_measure(struct figure1 *f, struct error *e);
/* Fills parameter[].change and left_out, from us and its slopes, which are measured. */
int figure1_judge(struct figure1 *f, struct error *e);
/* Fits the fitted figures anew, until no such step makes the squares smaller. */
int figure1_fit(struct figure1 *f, struct error *e);
double figure1_error(const struct figure1 *f, size_t column, size_t row); /* relative */
double figure1_squares(const struct figure1 *f);                          /* sum over the cells */
/* Gives parameter[n] another value, wherever it stands. */
void figure1_set(struct figure1 *f, size_t n, int64_t value);

/* One column on the RTL with the waits given: what the checks say, and the microseconds of its rows. */
int figure1_waits(struct figure1 *f, size_t column, enum tmr_waits waits, struct margins *margins,
                  double us[FIGURE1_ROWS], struct error *e);

#endif
