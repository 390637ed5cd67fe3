/* SPDX-License-Identifier: MIT
 * Torn saves: the formula, the two statistics on known answers, a carry without delay and a slow one. Runs from the
 * root of the tree. */
#include "sim/experiments/sim_experiments.h"

#include "tests/suite.h"

static struct rig rig;
static struct error e;

/* d of M T; with four counters each M-th carry goes two far, each M^2-th three. */
TEST(expected)
{
    CU_ASSERT_DOUBLE_EQUAL(torn_expected(40, 250, 16, 2), 0.01, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(torn_expected(40, 250, 16, 4), 0.01 * (1 + 1 / 16.0 + 1 / 256.0), 1e-12);
    CU_ASSERT_EQUAL(torn_expected(0, 250, 16, 4), 0);
}

/* Ten tosses of a coin: none has probability 1/1024, above the tail; of eleven 1/2048, below it. */
TEST(likely)
{
    CU_ASSERT_TRUE(torn_likely(0, 10, 0.5) && torn_likely(10, 10, 0.5));
    CU_ASSERT_FALSE(torn_likely(0, 11, 0.5));
    CU_ASSERT_FALSE(torn_likely(11, 11, 0.5));
    CU_ASSERT_TRUE(torn_likely(0, 1000, 0));
    CU_ASSERT_FALSE(torn_likely(1, 1000, 0));
}

TEST(run)
{
    const struct torn_setup setup = {.saves = 300, .modulus = 16};
    uint64_t state = 1;
    CU_ASSERT_EQUAL_FATAL(rig_load(&rig, ".", TARGET_CHIP, "am9513a", "", "", &e), STATUS_OK);
    for (unsigned counters = 2; counters <= 4; counters += 2) {
        struct torn_row none = {.delay_ps = 0, .counters = counters}, slow = {.delay_ps = 800000, .counters = counters};
        CU_ASSERT_EQUAL(torn_run(&none, &rig, &setup, &state, &e), STATUS_OK);
        CU_ASSERT_EQUAL(none.torn, 0);
        CU_ASSERT_EQUAL(torn_run(&slow, &rig, &setup, &state, &e), STATUS_OK);
        CU_ASSERT_TRUE(none.good && slow.good);
        CU_ASSERT_TRUE(slow.torn > 30 && slow.torn < 100); /* about 60 and 64 */
        CU_ASSERT_DOUBLE_EQUAL(slow.expected_board, 0.8 / 65536, counters == 2 ? 1e-12 : 1e-9);
    }
}
