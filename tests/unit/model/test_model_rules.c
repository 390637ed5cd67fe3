/* SPDX-License-Identifier: MIT
 * What lockstep (suite random_pins) does not show of libam9513's checks: the ends of the ranges that calls take, when a
 * record changes and when nothing has been observed, and times that only few programs meet. */
#include "model_checked.h"

void suite_model_rules(void);

static struct am9513_limits limits_with(enum am9513_check check, int64_t ps)
{
    struct am9513_limits l = limits;
    l.least_ps[check] = ps;
    return l;
}

static void start_at_limit(enum am9513_check check, int64_t ps)
{
    const struct am9513_limits l = limits_with(check, ps);
    start_with(&l);
}

static bool observed(enum am9513_check check)
{
    return checks.record[check].slack_ps != INT64_MAX;
}

static void flip(uint64_t at_ps, uint64_t lines)
{
    set(at_ps, pins ^ lines);
}

static void advance(uint64_t to_ps)
{
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, to_ps), AM9513_OK);
}

/* ---- Ranges */

static void test_ranges(void)
{
    const int64_t most = 1000 * (int64_t)US;
    CU_ASSERT_EQUAL_FATAL(am9513_init(&chip, &config), AM9513_OK);
    for (int side = -1; side <= 1; side += 2)
        for (int beyond = 0; beyond < 2; beyond++) {
            struct am9513_limits l = limits_with(AM9513_FF_UNKNOWN, side * (most + beyond));
            CU_ASSERT_EQUAL(am9513_checks_init(&checks, &chip, &l), beyond ? AM9513_RANGE : AM9513_OK);
            l = limits;
            l.twhrl_short_ps = side * (most + beyond);
            CU_ASSERT_EQUAL(am9513_checks_init(&checks, &chip, &l), beyond ? AM9513_RANGE : AM9513_OK);
        }
    start();
    advance(US);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, US - 1), AM9513_PAST);
    advance(AM9513_TIME_MAX);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, AM9513_TIME_MAX + 1), AM9513_RANGE);
}

/* ---- Pulses and pauses that the driver has swallowed */

static void test_lost(void)
{
    static const struct {
        uint64_t line;
        bool pause;
        enum am9513_check check;
        int64_t required_ps, short_ps; /* after F8, after F9 */
    } cases[] = {{AM9513_RD_N, false, AM9513_TRLRH, 1001, 1001},
                 {AM9513_WR_N, false, AM9513_TWLWH, 1002, 1002},
                 {AM9513_RD_N, true, AM9513_TRHRL, 1003, 1003},
                 {AM9513_WR_N, true, AM9513_TWHWL, 1004, 1005}};
    struct am9513_limits l = limits;
    l.least_ps[AM9513_TRLRH] = 1001;
    l.least_ps[AM9513_TWLWH] = 1002;
    l.least_ps[AM9513_TRHRL] = 1003;
    l.least_ps[AM9513_TWHWL] = 1004;
    l.twhwl_short_ps = 1005;
    for (unsigned f9 = 0; f9 < 2; f9++)
        for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
            start_with(&l);
            write_at(2 * US, true, f9 ? 0xfff9 : 0xfff8);
            checks.access = 7;
            CU_ASSERT_EQUAL(am9513_checks_lost(&checks, &chip, cases[n].line, cases[n].pause), AM9513_OK);
            const struct am9513_record *r = &checks.record[cases[n].check];
            CU_ASSERT_EQUAL(all_broken(), 1);
            CU_ASSERT_EQUAL(r->broken, 1);
            CU_ASSERT_EQUAL(r->observed_ps, 0);
            CU_ASSERT_EQUAL(r->required_ps, f9 ? cases[n].short_ps : cases[n].required_ps);
            CU_ASSERT_EQUAL(r->broken_access, 7);
        }
}

/* The upper byte of counter 1's mode, written so that it acts at the given time. */
static void upper_byte(uint64_t end_ps, unsigned value)
{
    set(end_ps - 60 * NS, (pins & ~(AM9513_DB | AM9513_CS_N | AM9513_CD)) | 0xff00U | value | AM9513_HOST_DRIVES);
    flip(end_ps - 50 * NS, AM9513_WR_N);
    flip(end_ps, AM9513_WR_N);
}

static void arm_1(uint64_t end_ps)
{
    set(end_ps - 60 * NS, (pins & ~(AM9513_DB | AM9513_CS_N)) | AM9513_CD | 0xff21U | AM9513_HOST_DRIVES);
    flip(end_ps - 50 * NS, AM9513_WR_N);
    flip(end_ps, AM9513_WR_N);
}

/* ---- A command, and source edges just there */

/* SRC1 rises at the instant at which ARM acts: the edge comes first and is not counted. */
static void test_pins_before_write(void)
{
    start();
    program(1, 0x0129, 9, 4 * US); /* counts up */
    write_at(20 * US, true, 0xff41);
    arm_1(42 * US);
    flip(42 * US + 100 * NS, AM9513_SRC(1));
    CU_ASSERT_TRUE(chip.counter[0].armed);
    CU_ASSERT_EQUAL(chip.counter[0].count, 9);
    flip(43 * US, AM9513_SRC(1));
    flip(44 * US, AM9513_SRC(1));
    (void)am9513_settle(&chip);
    CU_ASSERT_EQUAL(chip.counter[0].count, 10);
}

/* No edge has come: there is nothing to observe. F1, which counters count from power-up, first rises at 125 ns. */
static void test_no_edges(void)
{
    start();
    arm_1(100 * NS);
    CU_ASSERT_FALSE(observed(AM9513_TEHWH) || observed(AM9513_TGVWH));
    arm_1(200 * NS);
    CU_ASSERT_TRUE(observed(AM9513_TEHWH));
    flip(US, AM9513_GATE(1));
    arm_1(2 * US);
    CU_ASSERT_FALSE(observed(AM9513_TGVWH)); /* the gate is none of counter 1's */
    program(1, 0x8121, 9, 4 * US);
    flip(20 * US, AM9513_GATE(1));
    arm_1(22 * US);
    CU_ASSERT_TRUE(observed(AM9513_TGVWH));
}

/* An edge so long after the command's end is the first after it, or still counts before it. */
static void test_first_edge_after(void)
{
    static const struct {
        int64_t tehwh_ps;
        uint64_t after_ps;
        bool counted_after;
    } cases[] = {{1, 0, true}, {0, 0, false}, {0, 1, true}, {-1, 1, false}, {-1, 2, true}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        start_at_limit(AM9513_TEHWH, cases[n].tehwh_ps);
        program(1, 0x0121, 9, 4 * US);
        write_at(20 * US, true, 0xff21);
        arm_1(22 * US);
        flip(22 * US + cases[n].after_ps, AM9513_SRC(1));
        CU_ASSERT_EQUAL(broken(AM9513_TWHEH), cases[n].counted_after);
        flip(22 * US + 200 * NS, AM9513_SRC(1));
        flip(22 * US + 300 * NS, AM9513_SRC(1));
        CU_ASSERT_EQUAL(broken(AM9513_TWHEH), 1);
        CU_ASSERT_EQUAL(checks.record[AM9513_TWHEH].observed_ps,
                        cases[n].counted_after ? (int64_t)cases[n].after_ps : 300 * (int64_t)NS);
    }
}

/* The last TC before a command, through the chain; nothing has read the counters in between, and no OUT shows them. */
static void test_chain_before_command(void)
{
    for (uint64_t after = 99999; after <= 100000; after++) {
        start_at_limit(AM9513_TEHWH, 100000);
        program(1, 0x0b20, 64, 4 * US);
        program(2, 0x0020, 9, 20 * US);
        write_at(40 * US, true, 0xff63);
        uint64_t tc_ps = 40 * US + 125 * NS + 63 * (250 * NS); /* and every 16 us */
        advance(tc_ps + 40 * US);
        write_at(tc_ps + 6400 * US + after, true, 0xff62);
        CU_ASSERT_EQUAL(broken(AM9513_TEHWH), after < 100000);
    }
}

/* ---- Choices of source that change beside a command */

/* After ARM the counter leaves F1 for F5: F1's next edge, 150 ns after the ARM, is none of its own. */
static void test_source_leaves(void)
{
    for (unsigned leaves = 0; leaves < 2; leaves++) {
        const uint64_t end_ps = 19975 * NS;
        start();
        program(1, 0x0b21, 9, 2 * US);
        write_at(12 * US, true, 0xff01);
        write_at(14 * US, false, 0xff21);
        arm_1(end_ps);
        if (leaves)
            upper_byte(end_ps + 120 * NS, 0x0f);
        advance(end_ps + 500 * NS);
        CU_ASSERT_EQUAL(broken(AM9513_TWHEH), !leaves);
    }
}

/* An edge at the instant of the choice is not the new source's. */
static void test_source_comes(void)
{
    for (unsigned late = 0; late < 2; late++) {
        const uint64_t edge_ps = 20125 * NS;
        start_at_limit(AM9513_TEHWH, US);
        program(1, 0x0121, 9, 2 * US);
        write_at(12 * US, true, 0xff01);
        write_at(14 * US, false, 0xff21);
        upper_byte(edge_ps - !late, 0x0b);
        arm_1(edge_ps + 200 * NS);
        CU_ASSERT_EQUAL(broken(AM9513_TEHWH), !late);
    }
}

/* A read makes the reset act at once: counter 1 leaves the falls of X2, and the last of them is kept. */
static void test_reset_before_read(void)
{
    const uint64_t fall_ps = 20 * US;
    start_at_limit(AM9513_TEHWH, US);
    program(1, 0x1b21, 9, 2 * US);
    set(fall_ps - 60 * NS, (pins & ~(AM9513_DB | AM9513_CS_N)) | 0xffffU | AM9513_HOST_DRIVES);
    flip(fall_ps - 50 * NS, AM9513_WR_N);
    flip(fall_ps + 30 * NS, AM9513_WR_N);
    flip(fall_ps + 40 * NS, AM9513_RD_N);
    flip(fall_ps + 50 * NS, AM9513_RD_N);
    arm_1(fall_ps + 115 * NS);
    CU_ASSERT_EQUAL(broken(AM9513_TEHWH), 1);
    CU_ASSERT_EQUAL(checks.record[AM9513_TEHWH].observed_ps, 115 * (int64_t)NS);
}

/* GATE 3A on DB10 moves without a write: the note is there when the call returns. */
static void test_note_at_once(void)
{
    start();
    program(3, 0x8b21, 4, 2 * US);
    flip(18 * US, AM9513_GATE(3));
    write_at(20 * US, true, 0xff24);
    set(20 * US + 200 * NS, (pins & ~UINT64_C(0x0400)) | AM9513_HOST_DRIVES);
    CU_ASSERT_EQUAL(broken(AM9513_TWHGV), 1);
}

/* Counters 2 and 4 count the TC of 1 and 3, every 16 and every 24 us. Their gates move together; nothing looks at the
 * chip until both have counted: two observations, and none again when a gate moves later. */
static void test_two_chains(void)
{
    start_at_limit(AM9513_TGVEH, 100 * (int64_t)US);
    program(1, 0x0b20, 64, 4 * US);
    program(2, 0x8020, 9, 20 * US);
    program(3, 0x0b20, 96, 40 * US);
    program(4, 0x8020, 9, 60 * US);
    write_at(80 * US, true, 0xff6f);
    const uint64_t both_ps = 80 * US + 125 * NS + 191 * (250 * NS); /* the third TC of counter 1, the second of 3 */
    flip(both_ps + US, AM9513_GATE(2) | AM9513_GATE(4));
    advance(both_ps + 30 * US);
    CU_ASSERT_EQUAL(broken(AM9513_TGVEH), 2);
    CU_ASSERT_EQUAL(checks.record[AM9513_TGVEH].observed_ps, 23 * (int64_t)US);
    flip(both_ps + 31 * US, AM9513_GATE(2));
    CU_ASSERT_EQUAL(broken(AM9513_TGVEH), 2);
    advance(both_ps + 40 * US);
    CU_ASSERT_EQUAL(broken(AM9513_TGVEH), 3);
    CU_ASSERT_EQUAL(checks.record[AM9513_TGVEH].observed_ps, US);
}

/* Two gates move together; counter 2 counts F1, counter 1 the slower F2: one observation each. */
static void test_two_taps(void)
{
    start_at_limit(AM9513_TGVEH, 100 * (int64_t)US);
    program(1, 0x8c21, 9, 4 * US);
    program(2, 0x8b21, 9, 20 * US);
    write_at(40 * US, true, 0xff23);
    flip(50 * US, AM9513_GATE(1) | AM9513_GATE(2));
    advance(60 * US);
    CU_ASSERT_EQUAL(broken(AM9513_TGVEH), 2);
}

/* OUT1 toggles in a read of status that becomes one of data: it is not judged, and not at the end of the next one. */
static void test_status_read_turns(void)
{
    for (unsigned turns = 0; turns < 2; turns++) {
        start();
        program(1, 0x0b22, 64, 4 * US);
        write_at(20 * US, true, 0xff61);
        const uint64_t toggle_ps = 20 * US + 125 * NS + 64 * (250 * NS) + 32 * US;
        advance(30 * US);
        flip(toggle_ps - 200 * NS, AM9513_CS_N);
        flip(toggle_ps - 100 * NS, AM9513_RD_N);
        if (turns)
            flip(toggle_ps + 50 * NS, AM9513_CD);
        flip(toggle_ps + 100 * NS, AM9513_RD_N);
        set(toggle_ps + US, (pins | AM9513_CD) & ~AM9513_RD_N);
        flip(toggle_ps + 2 * US, AM9513_RD_N);
        CU_ASSERT_EQUAL(broken(AM9513_TRHEH), !turns);
    }
}

/* OUT1 toggles three times in a read of status: the last one, 100 ns before its end, is judged. */
static void test_status_read_long(void)
{
    start();
    program(1, 0x0b22, 2, 4 * US);
    write_at(20 * US, true, 0xff61);
    const uint64_t toggle_ps = 20 * US + 125 * NS + UINT64_C(46) * 250 * NS; /* and each 500 ns */
    advance(30 * US);
    flip(toggle_ps - 1200 * NS, AM9513_CS_N);
    flip(toggle_ps - 1100 * NS, AM9513_RD_N);
    flip(toggle_ps + 100 * NS, AM9513_RD_N);
    CU_ASSERT_EQUAL(broken(AM9513_TRHEH), 1);
    CU_ASSERT_EQUAL(checks.record[AM9513_TRHEH].observed_ps, -100 * (int64_t)NS);
}

/* The last edge of a pin is kept when the counter leaves that pin. */
static void test_pin_leaves(void)
{
    start_at_limit(AM9513_TEHWH, US);
    program(1, 0x0121, 9, 2 * US);
    write_at(12 * US, true, 0xff01);
    write_at(14 * US, false, 0xff21);
    flip(20 * US, AM9513_SRC(1));
    upper_byte(20 * US + 100 * NS, 0x02);
    arm_1(20 * US + 200 * NS);
    CU_ASSERT_EQUAL(broken(AM9513_TEHWH), 1);
    CU_ASSERT_EQUAL(checks.record[AM9513_TEHWH].observed_ps, 200 * (int64_t)NS);
}

/* Command EF makes the bus 16 bits wide: GATE 3A, low on DB10, gates no more, and GATE3 rises inside, 120 ns after the
 * ARM and 50 ns after an edge of F1. */
static void test_gate_by_command(void)
{
    struct am9513_limits l = limits_with(AM9513_TEHGV, 60 * (int64_t)NS);
    const uint64_t end_ps = 20 * US + 125 * NS + 50 * NS;
    start_with(&l);
    program(3, 0x8b21, 4, 2 * US);
    flip(18 * US, AM9513_GATE(3));
    set(end_ps - 380 * NS, (pins & ~(AM9513_DB | AM9513_CS_N)) | 0xfb24U | AM9513_HOST_DRIVES);
    flip(end_ps - 370 * NS, AM9513_WR_N);
    flip(end_ps - 120 * NS, AM9513_WR_N);
    set(end_ps - 60 * NS, (pins & ~AM9513_DB) | 0xfbefU);
    flip(end_ps - 50 * NS, AM9513_WR_N);
    CU_ASSERT_EQUAL(broken(AM9513_TEHGV) + broken(AM9513_TWHGV), 0);
    flip(end_ps, AM9513_WR_N);
    CU_ASSERT_EQUAL(broken(AM9513_TWHGV), 1);
    CU_ASSERT_EQUAL(checks.record[AM9513_TWHGV].observed_ps, 120 * (int64_t)NS);
    CU_ASSERT_EQUAL(broken(AM9513_TEHGV), 1);
    CU_ASSERT_EQUAL(checks.record[AM9513_TEHGV].observed_ps, 50 * (int64_t)NS);
}

void suite_model_rules(void)
{
    CU_pSuite s = CU_add_suite("model_rules", NULL, NULL);
    CU_add_test(s, "ranges", test_ranges);
    CU_add_test(s, "swallowed pulses and pauses", test_lost);
    CU_add_test(s, "pins before the write of their instant", test_pins_before_write);
    CU_add_test(s, "no edges, no observation", test_no_edges);
    CU_add_test(s, "first edge after a command", test_first_edge_after);
    CU_add_test(s, "a chain before a command", test_chain_before_command);
    CU_add_test(s, "a source that a counter leaves", test_source_leaves);
    CU_add_test(s, "a source that a counter takes", test_source_comes);
    CU_add_test(s, "a reset that a read makes act", test_reset_before_read);
    CU_add_test(s, "a note at once", test_note_at_once);
    CU_add_test(s, "two chains at once", test_two_chains);
    CU_add_test(s, "two taps", test_two_taps);
    CU_add_test(s, "a status read that turns", test_status_read_turns);
    CU_add_test(s, "a long status read", test_status_read_long);
    CU_add_test(s, "a pin that a counter leaves", test_pin_leaves);
    CU_add_test(s, "a gate that a command moves", test_gate_by_command);
}
