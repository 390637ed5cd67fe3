/* SPDX-License-Identifier: MIT
 * The chip's checks of its bus: at its bound each parameter is silent, below it is violated; least slacks, the short
 * data write, timings that board_timing() refuses. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <string.h>

#include "cli/time_text.h"

void suite_timing(void);

static struct bench bench;

/* The access that each parameter is applied to, and for a recovery the one before it. */
static const struct {
    int figure;
    char before, access; /* 'r', 'w' or 0 */
} params[] = {
    {FIG_TAVRL, 0, 'r'},   {FIG_TAVWH, 0, 'w'}, {FIG_TDVWH, 0, 'w'},   {FIG_TRHAX, 0, 'r'},
    {FIG_TRHRL, 'r', 'r'}, {FIG_TRHSH, 0, 'r'}, {FIG_TRHWL, 'r', 'w'}, {FIG_TRLRH, 0, 'r'},
    {FIG_TSLRL, 0, 'r'},   {FIG_TSLWH, 0, 'w'}, {FIG_TWHAX, 0, 'w'},   {FIG_TWHDX, 0, 'w'},
    {FIG_TWHRL, 'w', 'r'}, {FIG_TWHSH, 0, 'w'}, {FIG_TWHWL, 'w', 'w'}, {FIG_TWLWH, 0, 'w'},
};

/* 'r', 'w': on the control port; 'R', 'W': on the data port */
static struct access do_access(char kind)
{
    switch (kind) {
    case 'r':
        return bench_status(&bench);
    case 'R':
        return bench_read(&bench);
    case 'w':
        return bench_cmd(&bench, 0x1f);
    default:
        return bench_data(&bench, 0x55);
    }
}

/* The access, preceded by its partner for a recovery, with the parameter at ps and all else legal. */
static struct access apply_to(size_t n, int64_t ps, bool data_port)
{
    char upper = data_port ? (char)('a' - 'A') : 0;
    bench_wait(&bench, 10 * US);
    if (params[n].before)
        (void)do_access((char)(params[n].before - upper));
    CU_ASSERT_EQUAL(board_timing(bench.board, params[n].figure, ps, &bench.error), STATUS_OK);
    struct access a = do_access((char)(params[n].access - upper));
    board_timing_legal(bench.board);
    return a;
}

/* ---- The sixteen */

/* Legal accesses put every parameter at its least value: all slacks are 0, nothing is broken. */
static void test_legal(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    for (const char *k = "wwrrwWWRRWwRwWrW"; *k; k++)
        (void)do_access(*k);
    bench_wait(&bench, 10 * US);
    CU_ASSERT_EQUAL(bench.seens, 0);
    for (size_t n = 0; n < COUNT(params); n++) {
        struct margin m = bench_margin(&bench, params[n].figure);
        CU_ASSERT_TRUE(margin_observed(&m));
        CU_ASSERT_EQUAL(m.record.violations, 0);
        CU_ASSERT_EQUAL(m.record.slack_ps, 0);
    }
    bench_close(&bench);
}

static void one_bound(size_t n, bool data_port)
{
    int figure = params[n].figure;
    int64_t bound = bench.rig.chip.figure[figure].value[CORNER_TYP];
    bench_open(&bench);
    struct access at = apply_to(n, bound, data_port);
    bench_wait(&bench, 10 * US);
    struct margin m = bench_margin(&bench, figure);
    CU_ASSERT_EQUAL(bench.seens, 0);
    CU_ASSERT_TRUE(margin_observed(&m));
    CU_ASSERT_EQUAL(m.record.slack_ps, 0);
    CU_ASSERT_EQUAL(m.record.violations, 0);
    CU_ASSERT_EQUAL(m.record.slack_access, at.number);

    struct access below = apply_to(n, bound - 1, data_port);
    bench_wait(&bench, 10 * US);
    m = bench_margin(&bench, figure);
    CU_ASSERT_EQUAL_FATAL(bench.seens, 1);
    CU_ASSERT_EQUAL(bench.seen[0].check, figure);
    CU_ASSERT_EQUAL(bench.seen[0].record.required_ps, bound);
    CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, bound - 1);
    CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, below.number);
    CU_ASSERT_TRUE(bench.seen[0].record.violated_at_ps >= below.start_ps &&
                   bench.seen[0].record.violated_at_ps <= below.end_ps);
    CU_ASSERT_EQUAL(m.record.violations, 1);
    CU_ASSERT_EQUAL(m.record.slack_ps, -1);
    CU_ASSERT_EQUAL(m.record.slack_access, below.number);
    CU_ASSERT_EQUAL(m.record.slack_at_ps, bench.seen[0].record.violated_at_ps);
    CU_ASSERT_EQUAL(bench_violations(&bench), UINT64_C(1) << figure);

    /* legal again */
    (void)apply_to(n, bound, data_port);
    bench_wait(&bench, 10 * US);
    CU_ASSERT_EQUAL(bench.seens, 1);
    bench_close(&bench);
}

static void test_bounds(void)
{
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(params); n++) {
        one_bound(n, false);
        one_bound(n, true);
    }
}

/* All figures moved: nothing is built into the checks. */
static void test_bounds_overridden(void)
{
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(params); n++) {
        char text[32];
        int figure = params[n].figure;
        (void)time_text(text, sizeof text, bench.rig.chip.figure[figure].value[CORNER_TYP] + 13 * NS + 7);
        CU_ASSERT_EQUAL(figure_set(bench.rig.chip.figure, HOME_CHIP, figure_info[figure].name, text, &bench.error),
                        STATUS_OK);
    }
    for (size_t n = 0; n < COUNT(params); n++) {
        one_bound(n, false);
        one_bound(n, true);
    }
}

/* The least of several, with its time and access; a later, equal one does not take its place. */
static void test_least_slack(void)
{
    static const int64_t over[] = {9000, 2000, 5000, 2000};
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(params); n++) {
        int figure = params[n].figure;
        int64_t bound = bench.rig.chip.figure[figure].value[CORNER_TYP];
        struct access a[COUNT(over)];
        bench_open(&bench);
        for (size_t k = 0; k < COUNT(over); k++) {
            a[k] = apply_to(n, bound + over[k], true);
            struct margin m = bench_margin(&bench, figure);
            if (k == 0)
                CU_ASSERT_EQUAL(m.record.slack_ps, 9000);
        }
        struct margin m = bench_margin(&bench, figure);
        CU_ASSERT_EQUAL(m.record.slack_ps, 2000);
        CU_ASSERT_EQUAL(m.record.slack_access, a[1].number);
        CU_ASSERT_TRUE(m.record.slack_at_ps >= a[1].start_ps && m.record.slack_at_ps <= a[1].end_ps);
        CU_ASSERT_EQUAL(bench.seens, 0);
        bench_close(&bench);
    }
}

static void test_nothing_recorded(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    for (int f = 0; f < FIG_CHECKS; f++)
        CU_ASSERT_FALSE(bench_observed(&bench, f));
    bench_cmd(&bench, 0x1f);
    bench_wait(&bench, 10 * US);
    for (int f = 0; f < FIG_CHECKS; f++) {
        bool touched = f == FIG_TAVWH || f == FIG_TDVWH || f == FIG_TSLWH || f == FIG_TWHAX || f == FIG_TWHDX ||
                       f == FIG_TWHSH || f == FIG_TWLWH || f == FIG_TCHCH || f == FIG_TCHCL || f == FIG_TCLCH;
        CU_ASSERT_EQUAL(bench_observed(&bench, f), touched);
    }
    bench_cmd(&bench, 0x1f);
    CU_ASSERT_TRUE(bench_observed(&bench, FIG_TWHWL));
    CU_ASSERT_FALSE(bench_observed(&bench, FIG_TWHRL));
    bench_close(&bench);

    bench_open(&bench);
    bench_status(&bench);
    bench_wait(&bench, 10 * US);
    for (int f = 0; f <= FIG_TWLWH; f++) {
        bool touched = f == FIG_TAVRL || f == FIG_TRHAX || f == FIG_TRHSH || f == FIG_TRLRH || f == FIG_TSLRL;
        CU_ASSERT_EQUAL(bench_observed(&bench, f), touched);
    }
    bench_status(&bench);
    CU_ASSERT_TRUE(bench_observed(&bench, FIG_TRHRL));
    CU_ASSERT_FALSE(bench_observed(&bench, FIG_TRHWL));
    bench_close(&bench);
}

/* Read pulse of 160 ns: C/D that moves in its first half came late, in the second it left early. */
static void test_inside_read(void)
{
    static const struct {
        int apply;
        int64_t ps;
        int broken;
        int64_t observed;
    } cases[] = {
        {FIG_TAVRL, 0, FIG_TAVRL, 0},
        {FIG_TAVRL, -1, FIG_TAVRL, -1},
        {FIG_TAVRL, -79 * NS, FIG_TAVRL, -79 * NS},
        {FIG_TAVRL, -81 * NS, FIG_TRHAX, -79 * NS},
        {FIG_TRHAX, -1, FIG_TRHAX, -1},
        {FIG_TRHAX, -79 * NS, FIG_TRHAX, -79 * NS},
        {FIG_TRHAX, -81 * NS, FIG_TAVRL, -79 * NS},
    };
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(cases); n++) {
        bench_open(&bench);
        bench_status(&bench);
        CU_ASSERT_EQUAL(board_timing(bench.board, cases[n].apply, cases[n].ps, &bench.error), STATUS_OK);
        bench_status(&bench);
        bench_wait(&bench, 10 * US);
        CU_ASSERT_EQUAL_FATAL(bench.seens, 1);
        CU_ASSERT_EQUAL(bench.seen[0].check, cases[n].broken);
        CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, cases[n].observed);
        bench_close(&bench);
    }
}

/* F9: 1000 ns after a write, to a read and to a write; F8 and a master reset end it. */
static void test_short_write(void)
{
    static const struct {
        unsigned command;
        int64_t least;
    } modes[] = {{0xf8, 1500 * NS}, {0xf9, 1000 * NS}, {0xf8, 1500 * NS}, {0xf9, 1000 * NS}, {0xff, 1500 * NS}};
    bench_load(&bench, NULL);
    bench_open(&bench);
    for (size_t n = 0; n < COUNT(modes); n++) {
        bench_wait(&bench, 10 * US);
        bench_cmd(&bench, modes[n].command);
        for (size_t p = 0; p < COUNT(params); p++) {
            if (params[p].before != 'w')
                continue;
            for (int64_t below = 0; below < 2; below++) {
                uint64_t before = bench_broken(&bench, params[p].figure);
                bench.seens = 0;
                struct access a = apply_to(p, modes[n].least - below, false);
                bench_wait(&bench, 10 * US);
                CU_ASSERT_EQUAL(bench_broken(&bench, params[p].figure) - before, (uint64_t)below);
                CU_ASSERT_EQUAL_FATAL(bench.seens, (size_t)below);
                if (below) {
                    CU_ASSERT_EQUAL(bench.seen[0].record.required_ps, modes[n].least);
                    CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, a.number);
                }
            }
        }
    }
    bench_close(&bench);
}

static void test_bad_timing(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_timing(bench.board, FIG_TEHWH, 0, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_timing(bench.board, -1, 0, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_timing(bench.board, FIG_TWLWH, 0, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_timing(bench.board, FIG_TRLRH, 0, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_timing(bench.board, FIG_TAVRL, 1000 * US + 1, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_timing(bench.board, FIG_TAVRL, -1000 * US - 1, &bench.error), STATUS_INPUT);
    /* a recovery that the other pins leave no room for */
    struct access a;
    bench_cmd(&bench, 0x1f);
    CU_ASSERT_EQUAL(board_timing(bench.board, FIG_TWHWL, 0, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(board_chip(bench.board, true, true, false, 0x1f, &a, &bench.error), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(bench.error.text, "TWHWL"));
    bench_close(&bench);
}

void suite_timing(void)
{
    static const struct suite_test tests[] = {
        {"legal accesses", test_legal},
        {"bounds", test_bounds},
        {"bounds of figures that were set", test_bounds_overridden},
        {"least slack", test_least_slack},
        {"nothing recorded", test_nothing_recorded},
        {"C/D inside a read", test_inside_read},
        {"short data write", test_short_write},
        {"timing that cannot be", test_bad_timing},
    };
    suite_register("timing", NULL, NULL, tests, COUNT(tests));
}
