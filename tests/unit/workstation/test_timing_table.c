/* SPDX-License-Identifier: MIT
 * The timing table: rows of a machine and of one reading, what they show of the two translators, what is judged. Runs
 * from the root of the tree. */
#include "sim/workstation/timing_verdict.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/suite.h"

void suite_timing_table(void);

static struct error e;
static struct timing_total total;

static void check_row(void *context, const struct timing_row *row)
{
    unsigned *rows = context;
    CU_ASSERT_EQUAL(row->corner, *rows % 2 ? CORNER_MIN : CORNER_MAX);
    CU_ASSERT_EQUAL(row->reads.cd_holds, row->pal == PAL_FLIPFLOP);
    CU_ASSERT_EQUAL(row->reads.reads_wrong, row->reads.spread_ps >= 1000000);
    CU_ASSERT_EQUAL(row->reads.cd_holds, !(margins_broken(&row->reads.margins) & bus_cd_checks));
    CU_ASSERT_TRUE(row->as_expected);
    ++*rows;
}

static unsigned run_table(struct timing_setup *setup)
{
    unsigned rows = 0;
    CU_ASSERT_EQUAL_FATAL(timing_prepare(setup, &e), STATUS_OK);
    CU_ASSERT_EQUAL(timing_run(setup, &total, &(struct timing_watch){check_row, NULL, &rows}, &e), STATUS_OK);
    CU_ASSERT_EQUAL(total.rows, rows);
    CU_ASSERT_EQUAL(total.by_pal[PAL_DIRECT] + total.by_pal[PAL_FLIPFLOP], rows);
    return rows;
}

static void test_rows(void)
{
    struct timing_setup one = {
        .dir = ".", .part = "am9513a", .machine = {"sun3-60"}, .machines = 1, .reads = 60, .seed = 1};
    CU_ASSERT_EQUAL(run_table(&one), 4);
    CU_ASSERT_EQUAL(total.differ, 0);
    CU_ASSERT_EQUAL(total.cd_holds[PAL_FLIPFLOP], 2);
    CU_ASSERT_EQUAL(total.cd_holds[PAL_DIRECT], 0);
    one.machine[0] = "sun3-260:w4";
    CU_ASSERT_EQUAL(run_table(&one), 4);
    one.machine[0] = "sun3-260"; /* w4 and w8 */
    CU_ASSERT_EQUAL(run_table(&one), 8);
}

static void ignore_row(void *context, const struct timing_row *row)
{
    bool *as_expected = context;
    *as_expected = *as_expected && row->as_expected;
}

/* A result that the machine's file does not expect makes its row differ, but only for the part that the file names. */
static void test_judged(void)
{
    struct timing_setup s = {
        .dir = ".", .part = "am9513a", .machine = {"sun3-160:drawn"}, .machines = 1, .reads = 1, .seed = 1};
    bool as_expected = true;
    const struct timing_watch watch = {ignore_row, NULL, &as_expected};
    CU_ASSERT_TRUE(timing_judged(&s));
    CU_ASSERT_EQUAL(timing_run(&s, &total, &watch, &e), STATUS_OK);
    CU_ASSERT_TRUE(total.differ == 1 && !as_expected); /* reads-wrong is expected; one read has no pair */
    s.part = "cts9513-2";
    as_expected = true;
    CU_ASSERT_FALSE(timing_judged(&s));
    CU_ASSERT_EQUAL(timing_run(&s, &total, &watch, &e), STATUS_OK);
    CU_ASSERT_TRUE(total.differ == 0 && as_expected);
}

struct verdicts {
    enum timing_works works[PAL_KINDS];
    char machine[48], text[PAL_KINDS][200];
    unsigned count;
};

static void take_verdict(void *context, const struct timing_verdict *verdict)
{
    struct verdicts *v = context;
    v->works[verdict->pal] = verdict->works;
    (void)snprintf(v->machine, sizeof v->machine, "%s", verdict->machine);
    (void)snprintf(v->text[verdict->pal], sizeof v->text[verdict->pal], "%s", verdict->text);
    v->count++;
}

static void skip_row(void *context, const struct timing_row *row)
{
    (void)context;
    (void)row;
}

static void judge(struct verdicts *v, const char *machine)
{
    struct timing_setup s = {
        .dir = ".", .part = "am9513a", .machine = {machine}, .machines = 1, .reads = 60, .seed = 1};
    *v = (struct verdicts){.count = 0};
    CU_ASSERT_EQUAL(timing_run(&s, &total, &(struct timing_watch){skip_row, take_verdict, v}, &e), STATUS_OK);
    CU_ASSERT_EQUAL(v->count, PAL_KINDS);
    CU_ASSERT_STRING_EQUAL(v->machine, machine);
}

/* What a machine's rows say together: it works, or in some corner or reading, or never; and what limits it. */
static void test_verdicts(void)
{
    struct verdicts v;
    judge(&v, "sun3-50");
    CU_ASSERT_EQUAL(v.works[PAL_FLIPFLOP], TIMING_WORKS);
    CU_ASSERT_STRING_EQUAL(
        v.text[PAL_FLIPFLOP],
        "the tightest limit is TWHDX (write high to data don't care), kept with 8.7 ns to spare [GK].");
    CU_ASSERT_EQUAL(v.works[PAL_DIRECT], TIMING_FAILS);
    CU_ASSERT_STRING_EQUAL(v.text[PAL_DIRECT], "TAVRL (C/D valid to read low) is missed by 25.0 ns [GK].");
    judge(&v, "sun3-60");
    CU_ASSERT_EQUAL(v.works[PAL_FLIPFLOP], TIMING_WORKS_IF);
    CU_ASSERT_STRING_EQUAL(v.text[PAL_FLIPFLOP], "the parts are not near their slowest. Otherwise TWHDX (write high to "
                                                 "data don't care) is missed by 5.0 ns [GK].");
    judge(&v, "sun3-160");
    CU_ASSERT_EQUAL(v.works[PAL_FLIPFLOP], TIMING_WORKS_IF);
    CU_ASSERT_STRING_EQUAL(
        v.text[PAL_FLIPFLOP],
        "the machine's bus is as in reading \"window\". Reading \"drawn\": HOST_READ (read data valid "
        "before the host latches) is missed by 70.0 ns [E]; reads return wrong values.");
    judge(&v, "sun3-160:window");
    CU_ASSERT_EQUAL(v.works[PAL_FLIPFLOP], TIMING_WORKS);
    judge(&v, "sun3-160:drawn");
    CU_ASSERT_EQUAL(v.works[PAL_FLIPFLOP], TIMING_FAILS);
}

static void test_bad(void)
{
    struct timing_setup s = {.dir = ".", .part = "am9513a", .machine = {"sun3-60", "vax"}, .machines = 2, .reads = 1};
    CU_ASSERT_EQUAL(timing_prepare(&s, &e), STATUS_INPUT);
    CU_ASSERT_TRUE(error_has(&e, "vax"));
    s = (struct timing_setup){.dir = "none", .part = "am9513a"};
    CU_ASSERT_NOT_EQUAL(timing_prepare(&s, &e), STATUS_OK);
    s.dir = ".";
    CU_ASSERT_EQUAL(timing_prepare(&s, &e), STATUS_OK);
    CU_ASSERT_TRUE(s.machines >= 4);
}

void suite_timing_table(void)
{
    static const struct suite_test tests[] = {
        {"rows", test_rows},
        {"judged", test_judged},
        {"verdicts", test_verdicts},
        {"bad input", test_bad},
    };
    suite_register("timing_table", NULL, NULL, tests, COUNT(tests));
}
