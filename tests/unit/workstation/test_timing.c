/* SPDX-License-Identifier: MIT
 * The timing checks: each parameter silent at its bound and violated below, the text of a violation, the
 * margins, the notes on edges of sources and gates, the flip-flop's hazards and the host's read. Runs from the root of
 * the tree. */
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <string.h>

#include "cli/time_text.h"
#include "sim/board/report.h"

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

/* One access with the parameter at ps, all else legal, long after whatever was before. */
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

static uint64_t violations(void)
{
    struct margins m;
    margins_take(&m, bench.board);
    return margins_broken(&m);
}

static uint64_t notes(void)
{
    struct margins m;
    margins_take(&m, bench.board);
    return margins_notes(&m);
}

static struct margin margin_of(int figure)
{
    struct margin m;
    board_margin(bench.board, figure, &m);
    return m;
}

static bool observed_by(int figure)
{
    const struct margin m = margin_of(figure);
    return margin_observed(&m);
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
        struct margin m = margin_of(params[n].figure);
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
    struct margin m = margin_of(figure);
    CU_ASSERT_EQUAL(bench.seens, 0);
    CU_ASSERT_TRUE(margin_observed(&m));
    CU_ASSERT_EQUAL(m.record.slack_ps, 0);
    CU_ASSERT_EQUAL(m.record.violations, 0);
    CU_ASSERT_EQUAL(m.record.slack_access, at.number);

    struct access below = apply_to(n, bound - 1, data_port);
    bench_wait(&bench, 10 * US);
    m = margin_of(figure);
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
    CU_ASSERT_EQUAL(violations(), UINT64_C(1) << figure);

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
            struct margin m = margin_of(figure);
            if (k == 0)
                CU_ASSERT_EQUAL(m.record.slack_ps, 9000);
        }
        struct margin m = margin_of(figure);
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
        CU_ASSERT_FALSE(observed_by(f));
    bench_cmd(&bench, 0x1f);
    bench_wait(&bench, 10 * US);
    for (int f = 0; f < FIG_CHECKS; f++) {
        bool touched = f == FIG_TAVWH || f == FIG_TDVWH || f == FIG_TSLWH || f == FIG_TWHAX || f == FIG_TWHDX ||
                       f == FIG_TWHSH || f == FIG_TWLWH || f == FIG_TCHCH || f == FIG_TCHCL || f == FIG_TCLCH;
        CU_ASSERT_EQUAL(observed_by(f), touched);
    }
    bench_cmd(&bench, 0x1f);
    CU_ASSERT_TRUE(observed_by(FIG_TWHWL));
    CU_ASSERT_FALSE(observed_by(FIG_TWHRL));
    bench_close(&bench);

    bench_open(&bench);
    bench_status(&bench);
    bench_wait(&bench, 10 * US);
    for (int f = 0; f <= FIG_TWLWH; f++) {
        bool touched = f == FIG_TAVRL || f == FIG_TRHAX || f == FIG_TRHSH || f == FIG_TRLRH || f == FIG_TSLRL;
        CU_ASSERT_EQUAL(observed_by(f), touched);
    }
    bench_status(&bench);
    CU_ASSERT_TRUE(observed_by(FIG_TRHRL));
    CU_ASSERT_FALSE(observed_by(FIG_TRHWL));
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

/* ---- Notes. A write command on the control port begins with C/D, TAVWH (170 ns) before the write's rise, and ends
 * TWHAX (20 ns) after it. */

/* Counter 1 on SRC1, rising, armed; counter 2 on SRC2. Every edge after the first moves OUT1. */
static void open_counting(void)
{
    bench_open(&bench);
    bench_cmd(&bench, 0xff);
    bench_counter(&bench, 1, 0x0121, 2);
    bench_counter(&bench, 2, 0x0228, 0);
    bench_cmd(&bench, 0x63);
    bench_wait(&bench, 10 * US);
    bench_pin(&bench, PIN_SRC1, true);
    bench_wait(&bench, 1 * US);
    bench_pin(&bench, PIN_SRC1, false);
    bench_wait(&bench, 10 * US);
    CU_ASSERT_EQUAL(notes(), 0);
}

/* A command, then a rising edge that long after its write; which note that made, and the time observed. */
static void edge_after(unsigned command, enum pin pin, int64_t after, int figure)
{
    open_counting();
    struct access a = bench_cmd(&bench, command);
    bench_wait(&bench, after - 20 * NS);
    bench_pin(&bench, pin, true);
    bench_wait(&bench, 10 * US);
    CU_ASSERT_EQUAL(notes(), figure < 0 ? 0 : 1);
    CU_ASSERT_EQUAL(bench.seens, figure < 0 ? 0 : 1);
    if (figure >= 0) {
        CU_ASSERT_EQUAL(bench.seen[0].check, figure);
        CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, after);
        CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, a.number);
    }
    CU_ASSERT_EQUAL(violations(), 0);
    bench_close(&bench);
}

static void test_note_after(void)
{
    static const unsigned single[] = {0x21, 0x41, 0xa1, 0xc1, 0xf1}, two[] = {0x61, 0x81};
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(single); n++) {
        edge_after(single[n], PIN_SRC1, 100 * NS, -1); /* at -TEHWH: counts as before */
        edge_after(single[n], PIN_SRC1, 100 * NS + 1, FIG_TWHEH);
        edge_after(single[n], PIN_SRC1, 550 * NS - 1, FIG_TWHEH);
        edge_after(single[n], PIN_SRC1, 550 * NS, -1);
    }
    for (size_t n = 0; n < COUNT(two); n++) {
        edge_after(two[n], PIN_SRC1, 700 * NS - 1, FIG_TWHEH);
        edge_after(two[n], PIN_SRC1, 700 * NS, -1);
        CU_ASSERT_EQUAL(bench.rig.chip.figure[FIG_TWHEH_DOUBLE].value[CORNER_TYP], 700 * NS);
    }
    edge_after(0xa1, PIN_SRC2, 300 * NS, -1); /* another counter's source */
    edge_after(0xa2, PIN_SRC1, 300 * NS, -1); /* a command to another counter */
    edge_after(0xa3, PIN_SRC2, 300 * NS, FIG_TWHEH);
    edge_after(0x11, PIN_SRC1, 300 * NS, -1); /* not a command to counters */
}

/* One note of that figure, or nothing at all. */
static void close_with(bool note, int figure, int64_t observed_ps, uint32_t access)
{
    CU_ASSERT_EQUAL(notes(), note ? 1 : 0);
    CU_ASSERT_EQUAL(bench.seens, note ? 1 : 0);
    if (note) {
        CU_ASSERT_EQUAL(bench.seen[0].check, figure);
        CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, observed_ps);
        CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, access);
    }
    CU_ASSERT_EQUAL(violations(), 0);
    bench_close(&bench);
}

/* An edge that long before the write's rise; TEHWH set to +300 ns. */
static void edge_before(int64_t before, bool note)
{
    open_counting();
    bench_pin(&bench, PIN_SRC1, true);
    bench_wait(&bench, before - 170 * NS);
    struct access a = bench_cmd(&bench, 0xa1);
    bench_wait(&bench, 10 * US);
    struct margin m = margin_of(FIG_TEHWH);
    CU_ASSERT_EQUAL(m.record.slack_ps, before - 300 * NS);
    if (note)
        CU_ASSERT_EQUAL(bench.seen[0].record.required_ps, 300 * NS);
    close_with(note, FIG_TEHWH, before, a.number);
}

static void test_note_before(void)
{
    bench_load(&bench, NULL);
    CU_ASSERT_EQUAL(figure_set(bench.rig.chip.figure, HOME_CHIP, "TEHWH", "300ns", &bench.error), STATUS_OK);
    edge_before(300 * NS, false);
    edge_before(300 * NS - 1, true);
    edge_before(171 * NS, true);
}

/* Edges of a status read: TEHRL 190 ns before it (C/D leads by 25 ns), TRHEH, here 30 ns, after it. */
static void edge_at_status(bool after, int64_t ps, bool control, bool note)
{
    open_counting();
    struct access a;
    if (after) {
        a = control ? bench_status(&bench) : bench_read(&bench);
        bench_wait(&bench, ps);
        bench_pin(&bench, PIN_SRC1, true);
    } else {
        bench_pin(&bench, PIN_SRC1, true);
        bench_wait(&bench, ps - 25 * NS);
        a = control ? bench_status(&bench) : bench_read(&bench);
    }
    bench_wait(&bench, 10 * US);
    close_with(note, after ? FIG_TRHEH : FIG_TEHRL, ps, a.number);
}

static void test_note_status(void)
{
    bench_load(&bench, NULL);
    CU_ASSERT_EQUAL(figure_set(bench.rig.chip.figure, HOME_CHIP, "TRHEH", "30ns", &bench.error), STATUS_OK);
    edge_at_status(false, 190 * NS, true, false);
    edge_at_status(false, 190 * NS - 1, true, true);
    edge_at_status(false, 35 * NS, true, true);
    edge_at_status(true, 30 * NS, true, false);
    edge_at_status(true, 30 * NS - 1, true, true);
    edge_at_status(false, 35 * NS, false, false); /* a read of the data port */
    edge_at_status(true, 0, false, false);
}

/* ---- Clock, count sources, gates: at its bound each is silent, 1 ps closer it is violated, and no other is. */

/* Violations since power-on: none, or this one alone with this amount. */
static void only(int figure, int64_t observed)
{
    CU_ASSERT_EQUAL(bench.seens, figure < 0 ? 0 : 1);
    if (figure < 0 || bench.seens == 0)
        return;
    CU_ASSERT_EQUAL(bench.seen[0].check, figure);
    CU_ASSERT_EQUAL(bench.seen[0].record.required_ps, bench.rig.chip.figure[figure].value[CORNER_TYP]);
    CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, observed);
    CU_ASSERT_EQUAL(margin_of(figure).record.slack_ps, observed - bench.seen[0].record.required_ps);
}

static void test_clock(void)
{
    static const struct {
        int64_t high, low;
        int broken;
        int64_t observed;
    } cases[] = {
        {72500, 72500, -1, 0}, {72500, 72499, FIG_TCHCH, 144999},
        {70000, 75000, -1, 0}, {69999, 75001, FIG_TCHCL, 69999},
        {75000, 70000, -1, 0}, {75001, 69999, FIG_TCLCH, 69999},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        bench_load(&bench, NULL);
        bench.config.osc.high_ps = cases[n].high;
        bench.config.osc.low_ps = cases[n].low;
        bench_open(&bench);
        bench_wait(&bench, cases[n].low + cases[n].high + cases[n].low - 1); /* to before the second rise */
        only(-1, 0);
        CU_ASSERT_FALSE(observed_by(FIG_TCHCH));
        bench_wait(&bench, 10 * US); /* one cycle is looked at: the clock stays as it is */
        only(cases[n].broken, cases[n].observed);
        CU_ASSERT_EQUAL(margin_of(FIG_TCHCH).record.slack_ps, cases[n].high + cases[n].low - 145 * NS);
        CU_ASSERT_EQUAL(margin_of(FIG_TCHCL).record.slack_ps, cases[n].high - 70 * NS);
        CU_ASSERT_EQUAL(margin_of(FIG_TCLCH).record.slack_ps, cases[n].low - 70 * NS);
        bench_close(&bench);
    }
}

/* Counter 3 in that mode, armed; all pins have been stable for long. */
static void open_mode(unsigned mode)
{
    bench_open(&bench);
    bench_cmd(&bench, 0xff);
    bench_counter(&bench, 3, mode, 9);
    bench_cmd(&bench, 0x64);
    bench_wait(&bench, 10 * US);
    bench.seens = 0;
}

/* A pulse, the level it comes back to for `apart`, and another pulse of 1 us. */
static void two_pulses(unsigned mode, enum pin pin, bool high, int64_t width, int64_t apart, int figure,
                       int64_t observed)
{
    open_mode(mode);
    bench_pin(&bench, pin, !high);
    bench_wait(&bench, 10 * US);
    bench.seens = 0;
    bench_pin(&bench, pin, high);
    bench_wait(&bench, width);
    bench_pin(&bench, pin, !high);
    bench_wait(&bench, apart);
    bench_pin(&bench, pin, high);
    bench_wait(&bench, 1 * US);
    bench_pin(&bench, pin, !high);
    bench_wait(&bench, 10 * US);
    only(figure, observed);
    bench_close(&bench);
}

static void test_sources(void)
{
    static const struct {
        unsigned mode;
        enum pin pin;
        bool high; /* the active level: high where rises are counted */
    } sources[] = {
        {0x0321, PIN_SRC3, true},  {0x1321, PIN_SRC3, false},  {0x0521, PIN_SRC5, true},
        {0x0621, PIN_GATE1, true}, {0x1821, PIN_GATE3, false},
    };
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(sources); n++) {
        unsigned mode = sources[n].mode;
        enum pin pin = sources[n].pin;
        bool high = sources[n].high;
        two_pulses(mode, pin, high, 70000, 75000, -1, 0);
        two_pulses(mode, pin, high, 69999, 75001, FIG_TEHEL, 69999);
        two_pulses(mode, pin, high, 75000, 70000, -1, 0);
        two_pulses(mode, pin, high, 75001, 69999, FIG_TELEH, 69999);
        two_pulses(mode, pin, high, 72500, 72499, FIG_TEHEH, 144999);
        two_pulses(mode, pin == PIN_SRC5 ? PIN_SRC4 : PIN_SRC5, high, 1, 1, -1, 0); /* a pin that no counter counts */
    }
    /* several pins at once: the least is observed, once */
    open_mode(0x0321);
    bench_counter(&bench, 2, 0x0421, 9);
    bench_pin(&bench, PIN_SRC3, true);
    bench_wait(&bench, 30 * NS);
    bench_pin(&bench, PIN_SRC4, true);
    bench_wait(&bench, 30 * NS);
    bench_pin(&bench, PIN_SRC3, false);
    bench_pin(&bench, PIN_SRC4, false);
    bench_wait(&bench, 10 * US);
    CU_ASSERT_EQUAL(margin_of(FIG_TEHEL).record.slack_ps, -40 * NS);
    bench_close(&bench);
}

static void test_gate_pulse(void)
{
    static const struct {
        unsigned mode;
        enum pin pin;
        bool high, checked;
    } gates[] = {
        {0xc121, PIN_GATE3, true, true},  {0xe121, PIN_GATE3, false, true},  {0xc1a1, PIN_GATE3, true, true},
        {0x81a1, PIN_GATE3, true, true},  {0xa1a1, PIN_GATE3, false, true},  {0x41a1, PIN_GATE4, true, true},
        {0x61a1, PIN_GATE2, true, true},  {0x8121, PIN_GATE3, true, false},  {0xa121, PIN_GATE3, false, false},
        {0xc121, PIN_GATE2, true, false}, {0xc121, PIN_GATE3, false, false}, {0x01e1, PIN_GATE3, true, false},
    };
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(gates); n++) {
        two_pulses(gates[n].mode, gates[n].pin, gates[n].high, 145000, 10 * US, -1, 0);
        two_pulses(gates[n].mode, gates[n].pin, gates[n].high, 144999, 10 * US, gates[n].checked ? FIG_TGVGV : -1,
                   144999);
    }
    /* a counter that is not armed waits for no pulse */
    open_mode(0xc121);
    bench_cmd(&bench, 0xc4);
    bench_wait(&bench, 10 * US);
    bench_pin(&bench, PIN_GATE3, true);
    bench_wait(&bench, 1);
    bench_pin(&bench, PIN_GATE3, false);
    bench_wait(&bench, 10 * US);
    only(-1, 0);
    bench_close(&bench);
}

/* SRC1 rises; the gate moves that long after it (negative: before). */
static void gate_beside_source(unsigned mode, enum pin gate, int64_t after, int figure)
{
    open_mode(mode);
    if (after < 0) {
        bench_pin(&bench, gate, true);
        bench_wait(&bench, -after);
    }
    bench_pin(&bench, PIN_SRC1, true);
    bench_wait(&bench, after > 0 ? after : 0);
    if (after >= 0)
        bench_pin(&bench, gate, true);
    bench_wait(&bench, 10 * US);
    only(figure, after < 0 ? -after : after);
    CU_ASSERT_EQUAL(notes(), figure < 0 ? 0 : 1);
    bench_close(&bench);
}

static void test_note_gate(void)
{
    static const struct {
        unsigned mode;
        enum pin gate;
        bool checked;
    } cases[] = {
        {0x8121, PIN_GATE3, true},  {0xa121, PIN_GATE3, true},  {0x4121, PIN_GATE4, true},
        {0x6121, PIN_GATE2, true},  {0xc121, PIN_GATE3, true},  {0xe121, PIN_GATE3, true},
        {0x0121, PIN_GATE3, false}, {0x8121, PIN_GATE2, false}, {0x81a1, PIN_GATE3, false},
    };
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(cases); n++) {
        gate_beside_source(cases[n].mode, cases[n].gate, -100 * NS, -1);
        gate_beside_source(cases[n].mode, cases[n].gate, -100 * NS + 1, cases[n].checked ? FIG_TGVEH : -1);
        gate_beside_source(cases[n].mode, cases[n].gate, 10 * NS, -1);
        gate_beside_source(cases[n].mode, cases[n].gate, 10 * NS - 1, cases[n].checked ? FIG_TEHGV : -1);
        gate_beside_source(cases[n].mode, cases[n].gate, 0, cases[n].checked ? FIG_TEHGV : -1);
    }
}

/* A command to counter 3, with a movement of a gate that long after the end of its write (20 ns and more). */
static void gate_after_command(unsigned command, enum pin gate, int64_t after, int figure)
{
    open_mode(0x8121);
    bench_counter(&bench, 2, 0x0421, 9); /* away from F1 */
    bench_wait(&bench, 10 * US);
    struct access a = bench_cmd(&bench, command);
    bench_wait(&bench, after - 20 * NS);
    bench_pin(&bench, gate, true);
    bench_wait(&bench, 10 * US);
    only(figure, after);
    if (figure >= 0)
        CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, a.number);
    bench_close(&bench);
}

static void test_note_gate_command(void)
{
    bench_load(&bench, NULL);
    gate_after_command(0xa4, PIN_GATE3, 100 * NS, -1); /* at -TGVWH: counts as before */
    gate_after_command(0xa4, PIN_GATE3, 100 * NS + 1, FIG_TWHGV);
    gate_after_command(0xa4, PIN_GATE3, 475 * NS - 1, FIG_TWHGV);
    gate_after_command(0xa4, PIN_GATE3, 475 * NS, -1);
    gate_after_command(0xa4, PIN_GATE2, 300 * NS, -1); /* another counter's gate */
    gate_after_command(0xa2, PIN_GATE3, 300 * NS, -1); /* a command to another counter */
    gate_after_command(0x11, PIN_GATE3, 300 * NS, -1); /* no command to counters */
    /* TGVWH, set to +300 ns: the gate moves before the write's end, 170 ns after the access begins */
    CU_ASSERT_EQUAL(figure_set(bench.rig.chip.figure, HOME_CHIP, "TGVWH", "300ns", &bench.error), STATUS_OK);
    for (int closer = 0; closer < 2; closer++) {
        open_mode(0x8121);
        bench_pin(&bench, PIN_GATE3, true);
        bench_wait(&bench, 130 * NS - closer);
        bench_cmd(&bench, 0xa4);
        bench_wait(&bench, 10 * US);
        only(closer ? FIG_TGVWH : -1, 300 * NS - 1);
        bench_close(&bench);
    }
}

/* ---- The flip-flop, with figures that no machine has */

/* MDS exactly that wide, R/W and data let go that long after it (negative: inside). */
static void open_strobe(int64_t width, int64_t hold, uint64_t seed)
{
    struct figure *m = bench.rig.machine.figure;
    for (int c = 0; c < CORNERS; c++) {
        m[FIG_CPU_CLOCK].value[c] = 60 * NS;
        m[FIG_RW_SETUP].value[c] = 60 * NS;
        m[FIG_WDATA_SETUP].value[c] = 60 * NS;
        m[FIG_MDS_LOW].value[c] = width;
        m[FIG_DES_CLOCK].value[c] = 1;
        m[FIG_MDS_AFTER].value[c] = 0;
        m[FIG_STROBE_HOLD].value[c] = hold;
    }
    bench.config.seed = seed;
    bench_open(&bench);
}

/* 2 * 17.5 ns and 1 ns of skew: 36 ns for set and reset to pass both gates. */
static void test_flipflop_short(void)
{
    bench_load(&bench, "sun3-160:window");
    for (int write = 0; write < 2; write++) {
        open_strobe(36 * NS, 60 * NS, 1);
        struct access a = write ? bench_w(&bench, 0, 0) : bench_r(&bench, 0);
        CU_ASSERT_EQUAL(a.end_ps - a.start_ps, 156 * NS);
        CU_ASSERT_EQUAL(bench.seens, 0);
        bench_wait(&bench, 10 * US);
        bench_close(&bench);
        open_strobe(36 * NS - 1, 60 * NS, 1);
        a = write ? bench_w(&bench, 0, 0) : bench_r(&bench, 0);
        CU_ASSERT_EQUAL_FATAL(bench.seens, 1);
        CU_ASSERT_EQUAL(bench.seen[0].check, FIG_FF_SHORT);
        CU_ASSERT_EQUAL(bench.seen[0].record.required_ps, 36 * NS);
        CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, 36 * NS - 1);
        CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, a.number);
        bench_close(&bench);
    }
}

static bool same_violation(const struct violation *a, const struct violation *b)
{
    return a->check == b->check && a->record.violated_at_ps == b->record.violated_at_ps &&
           a->record.violated_access == b->record.violated_access && a->record.required_ps == b->record.required_ps &&
           a->record.observed_ps == b->record.observed_ps;
}

/* R/W lets go inside the strobe of a write: reset ends and set begins, and must last as long. */
static void test_flipflop_race(void)
{
    unsigned outcomes = 0;
    bench_load(&bench, "sun3-160:window");
    open_strobe(300 * NS, -36 * NS, 1);
    bench_w(&bench, 0, 0);
    bench_wait(&bench, 2 * US);
    CU_ASSERT_EQUAL(bench.seens, 0);
    CU_ASSERT_FALSE(bench_r(&bench, 2).value == 0); /* set: the data port. Pointer 1F there: its status byte, SR0 1 */
    CU_ASSERT_EQUAL(bench_broken(&bench, FIG_FF_UNKNOWN), 0);
    bench_close(&bench);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct violation first = {0};
        for (int again = 0; again < 2; again++) {
            open_strobe(300 * NS, -36 * NS + 1, seed);
            bench_w(&bench, 0, 0);
            bench_wait(&bench, 2 * US);
            CU_ASSERT_EQUAL_FATAL(bench.seens, 1);
            CU_ASSERT_EQUAL(bench.seen[0].check, FIG_FF_RACE);
            CU_ASSERT_EQUAL(bench.seen[0].record.required_ps, 36 * NS);
            CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, 36 * NS - 1);
            if (again)
                CU_ASSERT_TRUE(same_violation(&first, &bench.seen[0]));
            first = bench.seen[0];
            /* used after a race: not known */
            bench_r(&bench, 2);
            CU_ASSERT_EQUAL(bench_broken(&bench, FIG_FF_UNKNOWN), 1);
            bench_close(&bench);
        }
        outcomes++;
    }
    CU_ASSERT_EQUAL(outcomes, 8);
    /* R/W let go before a good part of the strobe, and with it: no race */
    static const int64_t holds[] = {-200 * NS, 0, 1, 60 * NS};
    for (size_t n = 0; n < COUNT(holds); n++) {
        open_strobe(300 * NS, holds[n], 1);
        bench_w(&bench, 0, 0);
        bench_wait(&bench, 2 * US);
        CU_ASSERT_EQUAL(bench.seens, 0);
        bench_close(&bench);
    }
}

/* Control strobes that the PAL (17.5 ns) lets through or swallows, of reads and writes, and the pauses between them. */
static void strobe(bool write, enum pal_kind pal, int64_t width, int64_t observed)
{
    int figure = write ? FIG_TWLWH : FIG_TRLRH;
    for (int c = 0; c < CORNERS; c++)
        bench.rig.machine.figure[write ? FIG_MAS_WRITE : FIG_MAS_READ].value[c] = width;
    bench.config.pal_kind = pal;
    bench_open(&bench);
    bench_w(&bench, 0, 0);
    bench_wait(&bench, 5 * US);
    bench.seens = 0; /* with the direct translator the data strobe is an access, and violates TWHAX */
    struct access a = write ? bench_w(&bench, 2, 0x1f) : bench_r(&bench, 2);
    bench_wait(&bench, 5 * US);
    CU_ASSERT_TRUE_FATAL(bench.seens >= 1);
    CU_ASSERT_EQUAL(bench.seen[0].check, figure);
    CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, observed);
    CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, a.number);
    CU_ASSERT_EQUAL(bench_broken(&bench, figure), 1);
    bench_close(&bench);
}

static void test_strobe_lost(void)
{
    bench_load(&bench, "sun3-160:window");
    for (int n = 0; n < 4; n++) {
        strobe(n & 1, n & 2 ? PAL_DIRECT : PAL_FLIPFLOP, 17500, 17500);
        strobe(n & 1, n & 2 ? PAL_DIRECT : PAL_FLIPFLOP, 17499, 0);
    }
    /* two writes 17.5 ns apart are two, 1 ps closer they are one long one with a pause of no width */
    for (int closer = 0; closer < 2; closer++) {
        bench_load(&bench, "sun3-160:window");
        for (int c = 0; c < CORNERS; c++) {
            struct figure *m = bench.rig.machine.figure;
            m[FIG_CPU_CLOCK].value[c] = 317500 - closer; /* the next access starts with it */
            m[FIG_RW_SETUP].value[c] = m[FIG_WDATA_SETUP].value[c] = m[FIG_STROBE_HOLD].value[c] = 0;
        }
        bench.config.pal_kind = PAL_DIRECT;
        bench_open(&bench);
        bench_w(&bench, 2, 0x1f);
        bench_w(&bench, 2, 0x1f);
        bench_wait(&bench, 5 * US);
        struct margin m = margin_of(FIG_TWHWL);
        CU_ASSERT_EQUAL(m.record.violations, 1);
        CU_ASSERT_EQUAL(m.record.slack_ps, (closer ? 0 : 17500) - 1500 * NS);
        bench_close(&bench);
    }
}

static void test_flipflop_unknown(void)
{
    bench_load(&bench, "sun3-160:window");
    bench_open(&bench);
    struct access a = bench_w(&bench, 2, 0x1f);
    CU_ASSERT_EQUAL_FATAL(bench.seens, 1);
    CU_ASSERT_EQUAL(bench.seen[0].check, FIG_FF_UNKNOWN);
    CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, a.number);
    bench_wait(&bench, 5 * US);
    bench_w(&bench, 0, 0);
    bench_wait(&bench, 5 * US);
    bench_w(&bench, 2, 0x1f);
    CU_ASSERT_EQUAL(bench_broken(&bench, FIG_FF_UNKNOWN), 1);
    bench_close(&bench);
}

/* ---- The host's read: sun3-60 has no buffer; data is valid 17.5 ns (PAL) + 65 ns (TRLQV) after the strobe falls. */
static void host_read(const char *required, const char *latch, bool broken, int64_t slack)
{
    CU_ASSERT_EQUAL(figure_set(bench.rig.machine.figure, HOME_MACHINE, "HOST_READ", required, &bench.error), 0);
    CU_ASSERT_EQUAL(figure_set(bench.rig.machine.figure, HOME_MACHINE, "read_latch", latch, &bench.error), 0);
    bench_open(&bench);
    bench_w(&bench, 0, 0);
    bench_wait(&bench, 5 * US);
    CU_ASSERT_FALSE(observed_by(FIG_HOST_READ));
    bench_r(&bench, 2);
    bench_wait(&bench, 5 * US);
    struct margin m = margin_of(FIG_HOST_READ);
    CU_ASSERT_EQUAL(m.record.violations, broken ? 1 : 0);
    CU_ASSERT_EQUAL(m.record.slack_ps, slack);
    CU_ASSERT_EQUAL(m.record.slack_access, 2);
    CU_ASSERT_EQUAL(violations(), broken ? UINT64_C(1) << FIG_HOST_READ : 0);
    bench_close(&bench);
}

static void test_host_read(void)
{
    bench_load(&bench, "sun3-60");
    host_read("0ns", "0ns", false, 467500);
    host_read("467.5ns", "0ns", false, 0);
    host_read("467.501ns", "0ns", true, -1);
    host_read("367.5ns", "100ns", false, 0);
    host_read("367.501ns", "100ns", true, -1);
    host_read("0ns", "467.5ns", false, 0);
    host_read("0ns", "500ns", true, -32500); /* latched before data came */
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
        {"notes after a command", test_note_after},
        {"notes before a command", test_note_before},
        {"notes at a status read", test_note_status},
        {"clock", test_clock},
        {"count sources", test_sources},
        {"gate pulses", test_gate_pulse},
        {"notes at a gate", test_note_gate},
        {"notes of gates after a command", test_note_gate_command},
        {"flip-flop, short", test_flipflop_short},
        {"flip-flop, race", test_flipflop_race},
        {"strobe lost in the PAL", test_strobe_lost},
        {"flip-flop, unknown", test_flipflop_unknown},
        {"host's read", test_host_read},
    };
    suite_register("timing", NULL, NULL, tests, COUNT(tests));
}
