/* SPDX-License-Identifier: MIT
 * The experiments that need the simulated workstation; measure/experiments/experiment.h has the others. */
#ifndef TMR0_SIM_EXPERIMENTS_H
#define TMR0_SIM_EXPERIMENTS_H

#include "driver-sim/overhead.h"
#include "measure/experiments/experiment.h"
#include "sim/board/margins.h"
#include "sim/workstation/system.h"

#define EXPERIMENT_MACHINE "sun3-50:w4"

/* The papers' machine on the model, for the caller to close. */
static inline int experiment_system(const struct experiment_run *run, struct system_machine *machine)
{
    char dir[1024];
    const int status = data_find(dir, sizeof dir, run->data_dir, run->error);
    return status ? status : system_open(machine, dir, RIG_PART, EXPERIMENT_MACHINE, ENGINE_MODEL, false, run->error);
}

/* In the order of --list; name NULL after the last. */
extern const struct experiment sim_experiments[];

void experiment_danzig_board(struct experiment_run *run);
void experiment_danzig_day(struct experiment_run *run);
void experiment_beilner_dash(struct experiment_run *run);
int torn_command(int argc, char **argv, const char *data_dir);
int figure1_command(int argc, char **argv, const char *data_dir);

/* ---- paper_figure1.c. The paper's Figure 1 on the virtual CPU: the measurement of its 24 cells, the fitted figures of
 * machines/, and how far they can be trusted. */

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
    uint64_t reads; /* of each cell */
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

/* ---- torn.c. How often a save of chained counters is torn by the delay of the carries: measured on a board, and from
 * a formula.
 *
 * Counters 1-4 count M clock periods each, chained by TC. A SAVE of two or four of them at a random phase is torn if it
 * acts between an edge of counter 1 that carries and the last count of that carry. With d the delay of a carry and T
 * the clock period, that is d of every M T for two counters, and d (1 + 1/M + 1/M^2) for four: every carry reaches the
 * second counter, each M-th the third, each M^2-th the fourth. */

#define TORN_TAIL 0.0005 /* a result with a tail probability of at most this is not explained by chance */

struct torn_setup {
    uint64_t saves;   /* of each row */
    uint64_t modulus; /* M */
};

struct torn_row {
    int64_t delay_ps;      /* of a carry */
    unsigned counters;     /* 2 or 4 */
    uint64_t torn;         /* saves */
    double low, high;      /* of their share: interval of 95 % */
    double expected;       /* probability of a torn save at 4 MHz and this M */
    double expected_board; /* the same on the timer board: 1 MHz, M = 65536 */
    bool good;             /* chance explains the difference between torn and expected */
};

/* Probability of a torn save; delay and period in one unit. */
double torn_expected(double delay, double period, double modulus, unsigned counters);
/* Whether k of n events of probability p each, and fewer, and k and more, are both likelier than TORN_TAIL. */
bool torn_likely(unsigned k, unsigned n, double p);

/* Measures a row whose delay_ps and counters are given. Sets TCARRY of the rig's chip. state is that of the random
 * phases. */
int torn_run(struct torn_row *row, struct rig *rig, const struct torn_setup *setup, uint64_t *state, struct error *e);

#endif
