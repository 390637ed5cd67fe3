/* SPDX-License-Identifier: MIT
 * The experiments on the simulated workstation: the papers' figures against numbers worked out here. */
#include <math.h>

#include "measure/tests/outcome.h"
#include "sim/experiments/sim_experiments.h"
#include "tests/suite.h"

/* 157 cycles of 63.7 ns, and 25.6 % of memory time to the display: 10.0009 / 0.744. Figure 1's read times, as
 * simulated.
 */
TEST(danzig_board)
{
    struct outcome o = outcome_of(experiment_danzig_board, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.drawings, 4);
    outcome_check(&o, "   the others' mean, less an empty segment; true 10.001", 10.001, 0.15);
    outcome_check(&o, "   the others' mean, less an empty segment; true 13.446", 13.446, 0.2);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "empty segment: mean as read, us", 3), 11.5 + 35 * 0.0637, 0.5);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "empty segment: mean as read, us", 1), 244 + 35 * 0.0856, 5);
    CU_ASSERT_EQUAL(outcome_number(&o, "reads that are wrong", 5), 0);
    CU_ASSERT_EQUAL(outcome_number(&o, "mapped: varies by 1 us", 1), 0); /* (1: yes) */
    /* What stays without the random wait is more than the noise, and less than the period of the DES clock. */
    CU_ASSERT_DOUBLE_EQUAL(fabs(outcome_number(&o, "10 us by read: less an empty segment and the truth, us", 1)), 0.19,
                           0.0648);
    outcome_discard(&o);
}

/* Two interrupts in 20 ms take 3000 and 400 cycles of 63.7 ns, 0.01083 of the time: all code takes 1.01095 times as
 * long. */
TEST(danzig_day)
{
    struct outcome o = outcome_of(experiment_danzig_day, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "true mean, us", 0), 1010.95, 3);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "true mean, us", 2), 10.11, 0.03);
    CU_ASSERT_DOUBLE_EQUAL(outcome_number(&o, "hours of the machine's time", 1), 800 * 1.01095 / 3600, 0.002);
    outcome_discard(&o);
}

/* (9 squared differences, 10, over 8, less 1/6) over 10000 cycles of 1 ms; the fit's own numbers are those of a grid.
 */
TEST(beilner_dash)
{
    struct outcome o = outcome_of(experiment_beilner_dash, 1);
    CU_ASSERT_EQUAL(o.status, STATUS_OK);
    CU_ASSERT_EQUAL(o.run.drawings, 2);
    outcome_check(&o, "spread of a cycle by the totals (1,1) of runs 2 to 10, us", 10.4083, 1e-3);
    outcome_check(&o, "spread of a cycle that fits them, us; 1000 is no bound", 28, 1.5);
    outcome_check(&o, "mean of the twelve", 0.5119, 1e-4);
    outcome_check(&o, "(1,2) true mean; paper, by (6b): 1193", 1192.68,
                  0.5); /* 85 ns a cycle of the CPU, and the spread */
    outcome_check(&o, "(12,1) true mean; paper, by (6b): 292", 292.08, 0.5);
    outcome_check(&o, "an interrupt takes, us", 400 * 0.0637 / 0.744, 0.1);
    outcome_check(&o, "interrupts of 100 us: part of the CPU, %", 10, 0.01);
    outcome_check(&o, "   deviation by (10a); paper: 3.94", 3.94, 0.01);
    /* In step: in ten runs of 100 the phase runs around evenly; near six ticks all counts of a run are nearly one. */
    CU_ASSERT(outcome_number(&o, "   coverage of the 95 % interval for independent counts", 0) > 0.98);
    CU_ASSERT(outcome_number(&o, "   coverage of the 95 % interval for independent counts", 7) < 0.3);
    outcome_discard(&o);
}
