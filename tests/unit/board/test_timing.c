/* SPDX-License-Identifier: MIT
 * The chip's checks of its bus: at its bound each parameter is silent, below it is violated; least slacks, the short
 * data write, timings that tmr0_timing() refuses. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <string.h>

#include "cli/time_text.h"

void suite_timing(void);

static struct fixture fixture;

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
static struct tmr0_access do_access(char kind)
{
    switch (kind) {
    case 'r':
        return fixture_status(&fixture);
    case 'R':
        return fixture_read(&fixture);
    case 'w':
        return fixture_cmd(&fixture, 0x1f);
    default:
        return fixture_data(&fixture, 0x55);
    }
}

/* The access, preceded by its partner for a recovery, with the parameter at ps and all else legal. */
static struct tmr0_access apply_to(size_t n, int64_t ps, bool data_port)
{
    char upper = data_port ? (char)('a' - 'A') : 0;
    fixture_wait(&fixture, 10 * US);
    if (params[n].before)
        (void)do_access((char)(params[n].before - upper));
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, figure_info[params[n].figure].name, ps), TMR0_OK);
    struct tmr0_access a = do_access((char)(params[n].access - upper));
    tmr0_timing_legal(fixture.board);
    return a;
}

/* ---- The sixteen */

/* Legal accesses put every parameter at its least value: all slacks are 0, nothing is broken. */
static void test_legal(void)
{
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    for (const char *k = "wwrrwWWRRWwRwWrW"; *k; k++)
        (void)do_access(*k);
    fixture_wait(&fixture, 10 * US);
    CU_ASSERT_EQUAL(fixture.violations, 0);
    for (size_t n = 0; n < COUNT(params); n++) {
        struct margin m = fixture_margin(&fixture, params[n].figure);
        CU_ASSERT_TRUE(margin_observed(&m));
        CU_ASSERT_EQUAL(m.record.violations, 0);
        CU_ASSERT_EQUAL(m.record.slack_ps, 0);
    }
    fixture_close(&fixture);
}

static void one_bound(size_t n, bool data_port)
{
    int figure = params[n].figure;
    int64_t bound = fixture.rig.chip.figure[figure].value[CORNER_TYP];
    fixture_open(&fixture);
    struct tmr0_access at = apply_to(n, bound, data_port);
    fixture_wait(&fixture, 10 * US);
    struct margin m = fixture_margin(&fixture, figure);
    CU_ASSERT_EQUAL(fixture.violations, 0);
    CU_ASSERT_TRUE(margin_observed(&m));
    CU_ASSERT_EQUAL(m.record.slack_ps, 0);
    CU_ASSERT_EQUAL(m.record.violations, 0);
    CU_ASSERT_EQUAL(m.record.slack_access, at.number);

    struct tmr0_access below = apply_to(n, bound - 1, data_port);
    fixture_wait(&fixture, 10 * US);
    m = fixture_margin(&fixture, figure);
    CU_ASSERT_EQUAL_FATAL(fixture.violations, 1);
    CU_ASSERT_EQUAL(fixture.seen[0].check, figure);
    CU_ASSERT_EQUAL(fixture.seen[0].record.required_ps, bound);
    CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, bound - 1);
    CU_ASSERT_EQUAL(fixture.seen[0].record.violated_access, below.number);
    CU_ASSERT_TRUE(fixture.seen[0].record.violated_at_ps >= below.start_ps &&
                   fixture.seen[0].record.violated_at_ps <= below.end_ps);
    CU_ASSERT_EQUAL(m.record.violations, 1);
    CU_ASSERT_EQUAL(m.record.slack_ps, -1);
    CU_ASSERT_EQUAL(m.record.slack_access, below.number);
    CU_ASSERT_EQUAL(m.record.slack_at_ps, fixture.seen[0].record.violated_at_ps);
    CU_ASSERT_EQUAL(fixture_violations(&fixture), UINT64_C(1) << figure);

    /* legal again */
    (void)apply_to(n, bound, data_port);
    fixture_wait(&fixture, 10 * US);
    CU_ASSERT_EQUAL(fixture.violations, 1);
    fixture_close(&fixture);
}

static void test_bounds(void)
{
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(params); n++) {
        one_bound(n, false);
        one_bound(n, true);
    }
}

/* All figures moved: nothing is built into the checks. */
static void test_bounds_overridden(void)
{
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(params); n++) {
        char text[32];
        int figure = params[n].figure;
        (void)time_text(text, sizeof text, fixture.rig.chip.figure[figure].value[CORNER_TYP] + 13 * NS + 7);
        CU_ASSERT_EQUAL(figure_set(fixture.rig.chip.figure, HOME_CHIP, figure_info[figure].name, text, &fixture.error),
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
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(params); n++) {
        int figure = params[n].figure;
        int64_t bound = fixture.rig.chip.figure[figure].value[CORNER_TYP];
        struct tmr0_access a[COUNT(over)];
        fixture_open(&fixture);
        for (size_t k = 0; k < COUNT(over); k++) {
            a[k] = apply_to(n, bound + over[k], true);
            struct margin m = fixture_margin(&fixture, figure);
            if (k == 0)
                CU_ASSERT_EQUAL(m.record.slack_ps, 9000);
        }
        struct margin m = fixture_margin(&fixture, figure);
        CU_ASSERT_EQUAL(m.record.slack_ps, 2000);
        CU_ASSERT_EQUAL(m.record.slack_access, a[1].number);
        CU_ASSERT_TRUE(m.record.slack_at_ps >= a[1].start_ps && m.record.slack_at_ps <= a[1].end_ps);
        CU_ASSERT_EQUAL(fixture.violations, 0);
        fixture_close(&fixture);
    }
}

static void test_nothing_recorded(void)
{
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    for (int f = 0; f < FIG_CHECKS; f++)
        CU_ASSERT_FALSE(fixture_observed(&fixture, f));
    fixture_cmd(&fixture, 0x1f);
    fixture_wait(&fixture, 10 * US);
    for (int f = 0; f < FIG_CHECKS; f++) {
        bool touched = f == FIG_TAVWH || f == FIG_TDVWH || f == FIG_TSLWH || f == FIG_TWHAX || f == FIG_TWHDX ||
                       f == FIG_TWHSH || f == FIG_TWLWH || f == FIG_TCHCH || f == FIG_TCHCL || f == FIG_TCLCH;
        CU_ASSERT_EQUAL(fixture_observed(&fixture, f), touched);
    }
    fixture_cmd(&fixture, 0x1f);
    CU_ASSERT_TRUE(fixture_observed(&fixture, FIG_TWHWL));
    CU_ASSERT_FALSE(fixture_observed(&fixture, FIG_TWHRL));
    fixture_close(&fixture);

    fixture_open(&fixture);
    fixture_status(&fixture);
    fixture_wait(&fixture, 10 * US);
    for (int f = 0; f < FIG_CHECKS; f++) {
        if (!figure_of_access(f))
            continue;
        bool touched = f == FIG_TAVRL || f == FIG_TRHAX || f == FIG_TRHSH || f == FIG_TRLRH || f == FIG_TSLRL;
        CU_ASSERT_EQUAL(fixture_observed(&fixture, f), touched);
    }
    fixture_status(&fixture);
    CU_ASSERT_TRUE(fixture_observed(&fixture, FIG_TRHRL));
    CU_ASSERT_FALSE(fixture_observed(&fixture, FIG_TRHWL));
    fixture_close(&fixture);
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
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(cases); n++) {
        fixture_open(&fixture);
        fixture_status(&fixture);
        CU_ASSERT_EQUAL(tmr0_timing(fixture.board, figure_info[cases[n].apply].name, cases[n].ps), TMR0_OK);
        fixture_status(&fixture);
        fixture_wait(&fixture, 10 * US);
        CU_ASSERT_EQUAL_FATAL(fixture.violations, 1);
        CU_ASSERT_EQUAL(fixture.seen[0].check, cases[n].broken);
        CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, cases[n].observed);
        fixture_close(&fixture);
    }
}

/* Data that are gone before the end of a write (150 ns): the hold is negative, the set-up is that of when they came. */
static void test_hold_below_zero(void)
{
    static const struct {
        int64_t setup, hold;
    } cases[] = {
        {80 * NS, -1}, {80 * NS, -80 * NS + 1}, {80 * NS - 1, -1}, {140 * NS, -100 * NS}, {200 * NS, -160 * NS}};
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(cases); n++) {
        const size_t late = cases[n].setup < 80 * NS;
        fixture_open(&fixture);
        fixture_cmd(&fixture, 0x1f);
        CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TDVWH", cases[n].setup), TMR0_OK);
        CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TWHDX", cases[n].hold), TMR0_OK);
        fixture_cmd(&fixture, 0x1f);
        fixture_wait(&fixture, 10 * US);
        struct margin setup = fixture_margin(&fixture, FIG_TDVWH), hold = fixture_margin(&fixture, FIG_TWHDX);
        CU_ASSERT_EQUAL_FATAL(fixture.violations, 1 + late);
        CU_ASSERT_EQUAL(fixture.seen[late].check, FIG_TWHDX);
        CU_ASSERT_EQUAL(fixture.seen[late].record.observed_ps, cases[n].hold);
        CU_ASSERT_EQUAL(hold.record.slack_ps, cases[n].hold - 20 * NS);
        CU_ASSERT_EQUAL(setup.record.slack_ps, late ? -1 : 0);
        fixture_close(&fixture);
    }
}

/* F9: 1000 ns after a write, to a read and to a write; F8 and a master reset end it. */
static void test_short_write(void)
{
    static const struct {
        unsigned command;
        int64_t least;
    } modes[] = {{0xf8, 1500 * NS}, {0xf9, 1000 * NS}, {0xf8, 1500 * NS}, {0xf9, 1000 * NS}, {0xff, 1500 * NS}};
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    for (size_t n = 0; n < COUNT(modes); n++) {
        fixture_wait(&fixture, 10 * US);
        fixture_cmd(&fixture, modes[n].command);
        for (size_t p = 0; p < COUNT(params); p++) {
            if (params[p].before != 'w')
                continue;
            for (int64_t below = 0; below < 2; below++) {
                uint64_t before = fixture_broken(&fixture, params[p].figure);
                fixture.violations = 0;
                struct tmr0_access a = apply_to(p, modes[n].least - below, false);
                fixture_wait(&fixture, 10 * US);
                CU_ASSERT_EQUAL(fixture_broken(&fixture, params[p].figure) - before, (uint64_t)below);
                CU_ASSERT_EQUAL_FATAL(fixture.violations, (size_t)below);
                if (below) {
                    CU_ASSERT_EQUAL(fixture.seen[0].record.required_ps, modes[n].least);
                    CU_ASSERT_EQUAL(fixture.seen[0].record.violated_access, a.number);
                }
            }
        }
    }
    fixture_close(&fixture);
}

static void test_bad_timing(void)
{
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TEHWH", 0), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TXYZ", 0), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TWLWH", 0), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TRLRH", 0), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TAVRL", 1000 * US + 1), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TAVRL", -1000 * US - 1), TMR0_INPUT);
    /* a recovery that the other pins leave no room for */
    fixture_cmd(&fixture, 0x1f);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TWHWL", 0), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_chip_write(fixture.board, true, 8, 0x1f), TMR0_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(tmr0_error(), "TWHWL"));
    fixture_close(&fixture);
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
        {"hold below zero", test_hold_below_zero},
        {"short data write", test_short_write},
        {"timing that cannot be", test_bad_timing},
    };
    suite_register("timing", NULL, NULL, tests, COUNT(tests));
}
