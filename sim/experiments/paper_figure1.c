/* SPDX-License-Identifier: MIT */
#include "paper_figure1.h"

#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "sim/workstation/harness.h"

#define FITTED "fitted to Figure 1"
#define STEP 0.1 /* of a figure, for its slopes */

/* The 3/50 and 3/260 with the fewest waits that are known for the device on other boards. */
const struct paper_figure1_column paper_figure1_column[PAPER_FIGURE1_COLUMNS] = {
    {"3/50", "sun3-50:w4", false, {24.0, 38.2, 14.0, 27.0, 238, 254}},
    {"3/50 Blanked", "sun3-50:w4", true, {19.5, 30.2, 11.3, 23.5, 179, 190}},
    {"3/60", "sun3-60", false, {16.5, 27, 11.1, 21, 140, 162}},
    {"3/260", "sun3-260:w4", false, {11, 18, 7, 13, 87, 91}},
};

const char *const paper_figure1_row[PAPER_FIGURE1_ROWS] = {"Kernel 32-bit",      "Kernel 64-bit timeval",
                                                           "User 32-bit",        "User 64-bit timeval",
                                                           "System call 32-bit", "System call 64-bit timeval"};

static int collect_fitted(struct paper_figure1 *f, size_t column, struct error *e)
{
    const struct figure *figures = f->rig[column].machine.figure;
    for (int n = 0; n < FIG_COUNT; n++) {
        if (strncmp(figures[n].source, FITTED, sizeof FITTED - 1) != 0)
            continue;
        size_t at = 0;
        while (at < f->fitted &&
               (f->parameter[at].figure != n || f->parameter[at].value != figures[n].value[CORNER_TYP]))
            at++;
        if (at == PAPER_FIGURE1_FITTED)
            return error_set(e, STATUS_INPUT, "machines/: more than %d figures are fitted to Figure 1, expected fewer",
                             PAPER_FIGURE1_FITTED);
        if (at == f->fitted)
            f->fitted++;
        f->parameter[at].figure = n;
        f->parameter[at].value = figures[n].value[CORNER_TYP];
        f->parameter[at].in[column] = true;
    }
    return STATUS_OK;
}

int paper_figure1_load(struct paper_figure1 *f, const char *dir, const char *part, struct error *e)
{
    int status = STATUS_OK;
    for (size_t n = 0; n < PAPER_FIGURE1_COLUMNS && status == STATUS_OK; n++) {
        status = rig_load(&f->rig[n], dir, TARGET_BOARD, part, paper_figure1_column[n].machine, e);
        if (status == STATUS_OK)
            status = collect_fitted(f, n, e);
    }
    return status;
}

static int run_column(const struct paper_figure1 *f, size_t column, enum engine_kind engine, struct overhead *o,
                      struct margins *margins, struct error *e)
{
    struct harness_setup setup = {.machine = &f->rig[column].machine, .blank = paper_figure1_column[column].blank};
    struct board_config config = rig_config(&f->rig[column], TARGET_BOARD);
    config.engine = engine;
    int status = board_result(board_open(&setup.board, &config), e);
    if (status)
        return status;
    status = harness_run(&setup, overhead_measure, o, e);
    if (status == STATUS_OK && o->error)
        status = error_set(e, STATUS_INPUT, "%s: the driver fails with error %d, expected a board that answers",
                           f->rig[column].machine.name, -o->error);
    if (margins)
        margins_take(margins, setup.board);
    (void)tmr0_close(setup.board);
    return status;
}

static double mean_us(const struct overhead *o, size_t row)
{
    const uint32_t us = o->us[row / 2][row % 2];
    return (double)us / o->reads;
}

static int measure_cells(struct paper_figure1 *f, double us[PAPER_FIGURE1_COLUMNS][PAPER_FIGURE1_ROWS], struct error *e)
{
    int status = STATUS_OK;
    struct overhead *o = memory_new(1, sizeof *o);
    for (size_t column = 0; column < PAPER_FIGURE1_COLUMNS && status == STATUS_OK; column++) {
        *o = (struct overhead){.reads = f->reads, .waits = TMR_WAIT_SHORT};
        status = run_column(f, column, f->engine, o, NULL, e);
        for (size_t row = 0; row < PAPER_FIGURE1_ROWS; row++)
            us[column][row] = mean_us(o, row);
    }
    free(o);
    return status;
}

int paper_figure1_measure(struct paper_figure1 *f, struct error *e)
{
    return measure_cells(f, f->us, e);
}

double paper_figure1_error(const struct paper_figure1 *f, size_t column, size_t row)
{
    return f->us[column][row] / paper_figure1_column[column].paper[row] - 1;
}

void paper_figure1_set(struct paper_figure1 *f, size_t n, int64_t value)
{
    f->parameter[n].value = value;
    for (size_t column = 0; column < PAPER_FIGURE1_COLUMNS; column++)
        if (f->parameter[n].in[column])
            for (int corner = 0; corner < CORNERS; corner++)
                f->rig[column].machine.figure[f->parameter[n].figure].value[corner] = value;
}

/* Slopes of the relative errors, a row a cell, a column a parameter. */
static int slopes(struct paper_figure1 *f, gsl_matrix *slope, struct error *e)
{
    int status = STATUS_OK;
    for (size_t n = 0; n < f->fitted && status == STATUS_OK; n++) {
        double us[PAPER_FIGURE1_COLUMNS][PAPER_FIGURE1_ROWS] = {{0}};
        const int64_t value = f->parameter[n].value, more = 1 + (int64_t)(STEP * (double)value);
        paper_figure1_set(f, n, value + more);
        status = measure_cells(f, us, e);
        paper_figure1_set(f, n, value);
        for (size_t cell = 0; cell < PAPER_FIGURE1_CELLS && status == STATUS_OK; cell++) {
            const size_t column = cell / PAPER_FIGURE1_ROWS, row = cell % PAPER_FIGURE1_ROWS;
            gsl_matrix_set(slope, cell, n,
                           (us[column][row] - f->us[column][row]) / paper_figure1_column[column].paper[row] /
                               (double)more);
        }
    }
    return status;
}

/* The change of the parameters that reduces the sum of the squared errors without that cell most.
 * GSL ends the program if it fails. */
static void least_squares(const struct paper_figure1 *f, const gsl_matrix *slope, size_t without, gsl_vector *change)
{
    const size_t cells = PAPER_FIGURE1_CELLS - 1;
    gsl_matrix *x = gsl_matrix_alloc(cells, f->fitted), *covariance = gsl_matrix_alloc(f->fitted, f->fitted);
    gsl_vector *y = gsl_vector_alloc(cells);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(cells, f->fitted);
    double rest;
    for (size_t cell = 0, at = 0; cell < PAPER_FIGURE1_CELLS; cell++) {
        if (cell == without)
            continue;
        for (size_t n = 0; n < f->fitted; n++)
            gsl_matrix_set(x, at, n, gsl_matrix_get(slope, cell, n));
        gsl_vector_set(y, at++, -paper_figure1_error(f, cell / PAPER_FIGURE1_ROWS, cell % PAPER_FIGURE1_ROWS));
    }
    (void)gsl_multifit_linear(x, y, change, covariance, &rest, work);
    gsl_multifit_linear_free(work);
    gsl_vector_free(y);
    gsl_matrix_free(covariance);
    gsl_matrix_free(x);
}

static void judge_cells(struct paper_figure1 *f, const gsl_matrix *slope, gsl_vector *change)
{
    for (size_t cell = 0; cell < PAPER_FIGURE1_CELLS; cell++) {
        double error = paper_figure1_error(f, cell / PAPER_FIGURE1_ROWS, cell % PAPER_FIGURE1_ROWS);
        least_squares(f, slope, cell, change);
        for (size_t n = 0; n < f->fitted; n++)
            error += gsl_matrix_get(slope, cell, n) * gsl_vector_get(change, n);
        f->left_out[cell / PAPER_FIGURE1_ROWS][cell % PAPER_FIGURE1_ROWS] = error;
    }
}

int paper_figure1_judge(struct paper_figure1 *f, struct error *e)
{
    if (f->fitted == 0)
        return error_set(e, STATUS_INPUT, "machines/: no figure's source begins with \"%s\", expected some", FITTED);
    gsl_matrix *slope = gsl_matrix_calloc(PAPER_FIGURE1_CELLS, f->fitted);
    gsl_vector *change = gsl_vector_calloc(f->fitted);
    int status = slopes(f, slope, e);
    if (status == STATUS_OK)
        judge_cells(f, slope, change);
    gsl_vector_free(change);
    gsl_matrix_free(slope);
    return status;
}

int paper_figure1_waits(struct paper_figure1 *f, size_t column, enum tmr_waits waits, struct margins *margins,
                        double us[PAPER_FIGURE1_ROWS], struct error *e)
{
    struct overhead *o = memory_new(1, sizeof *o);
    *o = (struct overhead){.reads = f->reads, .waits = waits};
    const int status = run_column(f, column, ENGINE_RTL, o, margins, e);
    for (size_t row = 0; row < PAPER_FIGURE1_ROWS; row++)
        us[row] = mean_us(o, row);
    free(o);
    return status;
}

struct paper_figure1_sum paper_figure1_sum_up(const struct paper_figure1 *f)
{
    struct paper_figure1_sum v = {0, 0, 0, 0};
    for (size_t c = 0; c < PAPER_FIGURE1_COLUMNS; c++)
        for (size_t r = 0; r < PAPER_FIGURE1_ROWS; r++) {
            const double error = paper_figure1_error(f, c, r);
            v.within += fabs(error) <= PAPER_FIGURE1_AIM;
            v.worst = fmax(v.worst, fabs(error));
            v.mean_square += error * error / PAPER_FIGURE1_CELLS;
            v.left_out_mean_square += f->left_out[c][r] * f->left_out[c][r] / PAPER_FIGURE1_CELLS;
        }
    return v;
}

const int paper_figure1_recovery[PAPER_FIGURE1_RECOVERIES] = {FIG_TWHWL, FIG_TWHRL, FIG_TRHRL, FIG_TRHWL};

bool paper_figure1_waits_good(const struct paper_figure1 *f, uint64_t without, uint64_t with)
{
    uint64_t recoveries = 0;
    for (size_t n = 0; n < PAPER_FIGURE1_RECOVERIES; n++)
        recoveries |= without & UINT64_C(1) << paper_figure1_recovery[n];
    return (recoveries || strcmp(f->rig[0].chip.name, PAPER_FIGURE1_JUDGED) != 0) && !with;
}
