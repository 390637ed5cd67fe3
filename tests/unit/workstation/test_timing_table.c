/* SPDX-License-Identifier: MIT
 * The timing table: rows of a machine and of one variant, what they show of the two translators, what is expected. Runs
 * from the root of the tree. */
#include "sim/workstation/timing_table.h"

#include <stdio.h>
#include <string.h>

#include "tests/suite.h"

static struct error e;

static uint64_t accesses[PAL_KINDS]; /* of the last row */
static int64_t spread_ps;

static void check_row(void *context, const struct timing_row *row)
{
    unsigned *rows = context;
    CU_ASSERT_EQUAL(row->corner, *rows % 2 ? CORNER_MIN : CORNER_MAX);
    CU_ASSERT_EQUAL(!(row->reads.broken & CHECKS_CD), row->pal == PAL_FLIPFLOP);
    CU_ASSERT_EQUAL(row->reads.reads_wrong, row->reads.spread_ps >= 1000000);
    CU_ASSERT_EQUAL(row->reads.broken, margins_broken(&row->reads.margins));
    CU_ASSERT_FALSE(row->compared || row->differs);
    ++*rows;
    accesses[row->pal] = row->reads.accesses;
    spread_ps = row->reads.spread_ps;
}

static int check_machine(void *context, const struct timing_machine *machine, struct error *error)
{
    (void)context;
    (void)error;
    CU_ASSERT_EQUAL(machine->rows, strcmp(machine->name, "sun3-260") == 0 ? 8 : 4);
    return STATUS_OK;
}

static unsigned run_table(struct timing_setup *setup)
{
    unsigned rows = 0;
    CU_ASSERT_EQUAL_FATAL(timing_prepare(setup, &e), STATUS_OK);
    CU_ASSERT_EQUAL(timing_run(setup, &(struct timing_watch){check_row, check_machine, &rows}, &e), STATUS_OK);
    return rows;
}

TEST(rows)
{
    struct timing_setup one = {.dir = ".",
                               .part = "am9513a",
                               .pal_part = RIG_PAL,
                               .machine = {"sun3-60"},
                               .machines = 1,
                               .reads = 60,
                               .seed = 1};
    CU_ASSERT_EQUAL(run_table(&one), 4);
    int64_t least_ps = 0; /* more reads are no closer to each other */
    for (one.reads = 1; one.reads < 20; one.reads++) {
        CU_ASSERT_EQUAL(run_table(&one), 4);
        CU_ASSERT_TRUE(spread_ps >= least_ps);
        least_ps = spread_ps;
    }
    one.machine[0] = "sun3-260:w4";
    CU_ASSERT_EQUAL(run_table(&one), 4);
    one.machine[0] = "sun3-260"; /* w4 and w8 */
    CU_ASSERT_EQUAL(run_table(&one), 8);
    const uint64_t before[] = {accesses[PAL_FLIPFLOP], accesses[PAL_DIRECT]};
    one.machine[one.machines++] = "sun3-60";
    one.reads += 10; /* ten times 8: SAVE, pointer and four bytes; the flip-flop selects a port twice */
    CU_ASSERT_EQUAL(run_table(&one), 12);
    CU_ASSERT_EQUAL(accesses[PAL_FLIPFLOP] - before[0], 80);
    CU_ASSERT_EQUAL(accesses[PAL_DIRECT] - before[1], 60);
    for (int n = 0; n < 8; n++)
        CU_ASSERT_EQUAL(bus_reads_good(&(struct bus_reads){.broken = n & 1, .wrong = n & 2, .reads_wrong = n & 4}), !n);
}

TEST(phase)
{
    static struct rig rig;
    const struct timing_setup s = {.dir = ".", .part = "am9513a", .pal_part = RIG_PAL};
    const struct bus_reads_setup how = {.reads = 2, .seed = 1, .wait_ps = 1000, .phase_ps = 7000000000};
    struct bus_reads reads;
    CU_ASSERT_EQUAL_FATAL(rig_load(&rig, s.dir, TARGET_BOARD, s.part, s.pal_part, "sun3-60", &e), STATUS_OK);
    const struct board_config config = rig_config(&rig, TARGET_BOARD);
    CU_ASSERT_EQUAL(bus_reads_run(&reads, &config, &how, &e), STATUS_OK);
    CU_ASSERT_TRUE(reads.margins.check[FIG_TRLRH].record.slack_at_ps > how.phase_ps);
}

struct noted {
    unsigned compared, differ;
};

static void note_row(void *context, const struct timing_row *row)
{
    struct noted *noted = context;
    noted->compared += row->compared;
    noted->differ += row->differs;
}

static void compare(struct timing_setup *s, unsigned compared, unsigned differ)
{
    struct noted noted = {0};
    CU_ASSERT_EQUAL(timing_run(s, &(struct timing_watch){note_row, NULL, &noted}, &e), STATUS_OK);
    CU_ASSERT_TRUE(noted.compared == compared && noted.differ == differ);
}

/* Rows are compared with what the machine's file expects if that was asked for. */
TEST(expected)
{
    struct timing_setup s = {.dir = ".",
                             .part = "am9513a",
                             .pal_part = RIG_PAL,
                             .machine = {"sun3-160:drawn"},
                             .machines = 1,
                             .reads = 1,
                             .seed = 1};
    compare(&s, 0, 0);
    s.expected = true;
    compare(&s, 4, 1); /* reads-wrong is expected; one read has no pair */
    s.reads = 60;
    compare(&s, 4, 0);
    s.machine[0] = "sun3-60"; /* a check instead of a read */
    compare(&s, 4, 0);
    s.pal_part = "pal16xxa"; /* keeps what the usual one breaks at the slow corner */
    compare(&s, 4, 2);
    s.pal_part = RIG_PAL;
    s.part = "cts9513-2";
    compare(&s, 4, 3);
}

TEST(bad)
{
    struct timing_setup s = {
        .dir = ".", .part = "am9513a", .pal_part = RIG_PAL, .machine = {"sun3-60", "vax"}, .machines = 2, .reads = 1};
    CU_ASSERT_EQUAL(timing_prepare(&s, &e), STATUS_INPUT);
    CU_ASSERT_TRUE(error_has(&e, "vax"));
    s = (struct timing_setup){.dir = "none", .part = "am9513a", .pal_part = RIG_PAL};
    CU_ASSERT_NOT_EQUAL(timing_prepare(&s, &e), STATUS_OK);
    s.dir = ".";
    CU_ASSERT_EQUAL(timing_prepare(&s, &e), STATUS_OK);
    CU_ASSERT_TRUE(s.machines >= 4);
}
