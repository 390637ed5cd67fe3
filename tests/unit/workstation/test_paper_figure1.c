/* SPDX-License-Identifier: MIT
 * The paper's Figure 1: its cells, the fit that machines/ holds, and the waits that the chip demands, kept, left out
 * and a little too short. Runs from the root of the tree. */

#include "sim/experiments/sim_experiments.h"
#include "tests/suite.h"

static struct paper_figure1 f;
static struct error e;

static void load(uint32_t reads)
{
    f = (struct paper_figure1){.engine = ENGINE_MODEL, .reads = reads};
    CU_ASSERT_EQUAL_FATAL(paper_figure1_load(&f, ".", "am9513a", &e), STATUS_OK);
}

/* The 3/260's mapped reads cannot be as fast as the paper's: the chip's recovery times forbid it. */
TEST(cells)
{
    load(100);
    CU_ASSERT_EQUAL(paper_figure1_measure(&f, f.us, &e), STATUS_OK);
    CU_ASSERT_EQUAL(paper_figure1_judge(&f, &e), STATUS_OK);
    for (size_t c = 0; c < PAPER_FIGURE1_COLUMNS; c++)
        for (size_t r = 0; r < PAPER_FIGURE1_ROWS; r++) {
            const double error = paper_figure1_error(&f, c, r);
            CU_ASSERT_TRUE(error > -0.1);
            CU_ASSERT_EQUAL(error > 0.1, c == 3 && (r == 2 || r == 3));
            CU_ASSERT_TRUE(f.left_out[c][r] < 0.3 && f.left_out[c][r] > -0.3);
        }
}

static double squares_of_errors(void)
{
    double sum = 0;
    for (size_t c = 0; c < PAPER_FIGURE1_COLUMNS; c++)
        for (size_t r = 0; r < PAPER_FIGURE1_ROWS; r++)
            sum += paper_figure1_error(&f, c, r) * paper_figure1_error(&f, c, r);
    return sum;
}

/* What is in machines/ is the fit: to either side of each fitted figure the squares are no smaller. */
TEST(fit)
{
    load(100);
    CU_ASSERT_EQUAL(f.fitted, 5);
    CU_ASSERT_TRUE(2 * f.fitted < PAPER_FIGURE1_CELLS);
    CU_ASSERT_EQUAL(paper_figure1_measure(&f, f.us, &e), STATUS_OK);
    const double squares = squares_of_errors();
    for (size_t n = 0; n < f.fitted; n++) {
        const int64_t value = f.parameter[n].value, tenth = value / 10;
        for (int side = -1; side <= 1; side += 2) {
            paper_figure1_set(&f, n, value + side * tenth);
            CU_ASSERT_EQUAL(paper_figure1_measure(&f, f.us, &e), STATUS_OK);
            CU_ASSERT_TRUE(squares_of_errors() >= squares);
        }
        paper_figure1_set(&f, n, value);
    }
}

static uint64_t broken(size_t column, enum tmr_waits waits)
{
    struct margins margins;
    double us[PAPER_FIGURE1_ROWS];
    CU_ASSERT_EQUAL(paper_figure1_column_us(&f, column, ENGINE_RTL, waits, &margins, us, &e), STATUS_OK);
    return margins_broken(&margins);
}

TEST(waits)
{
    load(5);
    for (size_t c = 0; c < PAPER_FIGURE1_COLUMNS; c++) {
        CU_ASSERT_EQUAL(broken(c, TMR_WAIT_SHORT), 0);
        CU_ASSERT_EQUAL(broken(c, TMR_WAIT_LONG), 0);
        CU_ASSERT_TRUE(broken(c, TMR_WAIT_NONE) >> FIG_TWHWL & 1);
        CU_ASSERT_TRUE(broken(c, TMR_WAIT_NONE) >> FIG_TRHRL & 1);
        CU_ASSERT_TRUE(paper_figure1_waits_good(&f, broken(c, TMR_WAIT_NONE), broken(c, TMR_WAIT_SHORT)));
        CU_ASSERT_FALSE(paper_figure1_waits_good(&f, broken(c, TMR_WAIT_SHORT), 0));
        CU_ASSERT_FALSE(paper_figure1_waits_good(&f, broken(c, TMR_WAIT_NONE), UINT64_C(1) << FIG_TWHWL));
    }
}

TEST(sum)
{
    load(1);
    for (size_t c = 0; c < PAPER_FIGURE1_COLUMNS; c++)
        for (size_t r = 0; r < PAPER_FIGURE1_ROWS; r++) {
            f.us[c][r] = paper_figure1_column[c].paper[r] * (c == 0 && r == 0 ? 1.2 : 1);
            f.left_out[c][r] = -0.5;
        }
    const struct paper_figure1_sum sum = paper_figure1_sum_up(&f);
    CU_ASSERT_EQUAL(sum.within, PAPER_FIGURE1_CELLS - 1);
    CU_ASSERT_DOUBLE_EQUAL(sum.worst, 0.2, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(sum.mean_square, 0.04 / 24, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(sum.left_out_mean_square, 0.25, 1e-9);
}

TEST(bad)
{
    f = (struct paper_figure1){.engine = ENGINE_MODEL, .reads = 1};
    CU_ASSERT_EQUAL(paper_figure1_load(&f, ".", "am9513z", &e), STATUS_INPUT);
    load(1);
    f.fitted = 0;
    CU_ASSERT_EQUAL(paper_figure1_judge(&f, &e), STATUS_INPUT);
}
