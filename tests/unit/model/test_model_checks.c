/* SPDX-License-Identifier: MIT
 * The checks of libam9513 by themselves: both sides of a bound of each kind, notes beside commands, misuse, and that a
 * chip with them does the same as without. `--engine both` compares their records with the RTL's. X2 is 4 MHz: rises
 * at 125, 375, 625 ns ... */
#include "model/am9513_checks.h"
#include "model_typical.h"
#include "tests/suite.h"
#include "tests/unit/drawn.h"

#include <string.h>

static const struct am9513_config config = {.x2_high_ps = 125 * NS, .x2_low_ps = 125 * NS, .tcmd_ps = 100 * NS};
static const struct am9513_limits limits = {
    .least_ps = {[AM9513_TAVRL] = 25000,   [AM9513_TAVWH] = 170000,  [AM9513_TDVWH] = 80000,   [AM9513_TRHRL] = 1000000,
                 [AM9513_TRHWL] = 1000000, [AM9513_TRLRH] = 160000,  [AM9513_TSLRL] = 20000,   [AM9513_TSLWH] = 170000,
                 [AM9513_TWHAX] = 20000,   [AM9513_TWHDX] = 20000,   [AM9513_TWHRL] = 1500000, [AM9513_TWHSH] = 20000,
                 [AM9513_TWHWL] = 1500000, [AM9513_TWLWH] = 150000,  [AM9513_TCHCH] = 250000,  [AM9513_TCHCL] = 125000,
                 [AM9513_TCLCH] = 125000,  [AM9513_TEHEH] = 145000,  [AM9513_TEHEL] = 70000,   [AM9513_TELEH] = 70000,
                 [AM9513_TGVGV] = 145000,  [AM9513_TEHWH] = -100000, [AM9513_TWHEH] = 550000,  [AM9513_TGVWH] = -100000,
                 [AM9513_TWHGV] = 475000,  [AM9513_TGVEH] = 100000,  [AM9513_TEHGV] = 10000,   [AM9513_TEHRL] = 190000,
                 [AM9513_TRHEH] = 20000},
    .twhrl_short_ps = 1000000,
    .twhwl_short_ps = 1000000,
    .twheh_double_ps = 700000,
};

static struct am9513 chip;
static struct am9513_checks checks;
static uint64_t pins;

static void start_with(const struct am9513_limits *l)
{
    CU_ASSERT_EQUAL_FATAL(am9513_init(&chip, &config), AM9513_OK);
    CU_ASSERT_EQUAL_FATAL(am9513_checks_init(&checks, &chip, l), AM9513_OK);
    pins = IDLE;
}

static void start(void)
{
    start_with(&limits);
}

static void set(uint64_t at_ps, uint64_t inputs)
{
    pins = inputs;
    CU_ASSERT_EQUAL(am9513_checks_set(&checks, &chip, at_ps, pins), AM9513_OK);
}

/* A write with all margins; its end is the time given. */
static void write_at(uint64_t end_ps, bool control, unsigned data)
{
    uint64_t port = control ? AM9513_CD : 0, idle = pins & ~(AM9513_DB | AM9513_CD);
    set(end_ps - 300 * NS, idle | port | data | AM9513_HOST_DRIVES);
    set(end_ps - 250 * NS, pins & ~AM9513_CS_N);
    set(end_ps - 200 * NS, pins & ~AM9513_WR_N);
    set(end_ps, pins | AM9513_WR_N);
    set(end_ps + 30 * NS, IDLE | (idle & ~(AM9513_HOST_DRIVES | IDLE)));
}

static uint32_t broken(enum am9513_check check)
{
    return checks.record[check].broken;
}

static uint32_t all_broken(void)
{
    uint32_t sum = 0;
    for (int n = 0; n < AM9513_CHECKS; n++)
        sum += checks.record[n].broken;
    return sum;
}

static void program(unsigned counter, unsigned mode, unsigned load, uint64_t from_ps)
{
    write_at(from_ps, true, 0xff00U | counter);
    for (unsigned n = 0; n < 4; n++)
        write_at(from_ps + (2 * n + 2) * US, false, 0xff00U | ((n < 2 ? mode : load) >> 8 * (n & 1) & 0xffU));
}

TEST(bus)
{
    start();
    write_at(2 * US, true, 0xff1f);
    write_at(4 * US, true, 0xff1f);
    CU_ASSERT_EQUAL(all_broken(), 0);
    CU_ASSERT_EQUAL(checks.record[AM9513_TDVWH].slack_ps, 220000);
    CU_ASSERT_EQUAL(checks.record[AM9513_TWHDX].slack_ps, 10000);
    CU_ASSERT_EQUAL(checks.record[AM9513_TWHWL].slack_ps, 300000);
    for (unsigned late = 0; late < 2; late++) { /* data 80 ns before the end, and one ps later */
        start();
        set(US, IDLE & ~AM9513_CS_N);
        set(US + 100 * NS, IDLE & ~(AM9513_CS_N | AM9513_WR_N));
        set(US + 220 * NS + late, ((IDLE & ~(AM9513_CS_N | AM9513_WR_N | AM9513_DB)) | 0xff1fU) | AM9513_HOST_DRIVES);
        set(US + 300 * NS, ((IDLE & ~(AM9513_CS_N | AM9513_DB)) | 0xff1fU) | AM9513_HOST_DRIVES);
        CU_ASSERT_EQUAL(broken(AM9513_TDVWH), late);
        set(US + 320 * NS - late, IDLE & ~AM9513_CS_N);
        CU_ASSERT_EQUAL(broken(AM9513_TWHDX), late);
        CU_ASSERT_EQUAL(checks.record[AM9513_TWHDX].slack_ps, -(int64_t)late);
        set(US + 400 * NS, IDLE);
        CU_ASSERT_EQUAL(all_broken(), 2 * late);
        set(3 * US, IDLE & ~AM9513_CS_N);
        set(3 * US + 20 * NS, IDLE & ~(AM9513_CS_N | AM9513_RD_N)); /* 1.72 us after the write */
        set(3 * US + 180 * NS - late, IDLE & ~AM9513_CS_N);
        CU_ASSERT_EQUAL(broken(AM9513_TRLRH), late);
        set(4 * US + 180 * NS - UINT64_C(2) * late, IDLE & ~(AM9513_CS_N | AM9513_RD_N));
        CU_ASSERT_EQUAL(broken(AM9513_TRHRL), late);
        CU_ASSERT_EQUAL(all_broken(), 4 * late);
    }
}

TEST(short_write)
{
    for (unsigned f9 = 0; f9 < 2; f9++) {
        start();
        write_at(2 * US, true, f9 ? 0xfff9 : 0xfff8);
        write_at(3 * US + 200 * NS, true, 0xff1f); /* 1.0 us from end to begin */
        CU_ASSERT_EQUAL(broken(AM9513_TWHWL), !f9);
        CU_ASSERT_EQUAL(all_broken(), !f9);
    }
}

/* ARM of counter 1 on F1: rises at 125 + n * 250 ns. The first edge more than 100 ns after the end must be 550 after.
 */
TEST(source_notes)
{
    static const struct {
        uint64_t end_ps;
        int64_t observed_ps; /* 0: no note */
    } cases[] = {{20 * US, 125000}, {20 * US + 25 * NS, 350000}, {20 * US + 25 * NS - 1, 100001}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        start();
        program(1, 0x0b21, 4, 4 * US);
        write_at(cases[n].end_ps, true, 0xff21);
        CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, 30 * US), AM9513_OK);
        CU_ASSERT_EQUAL(broken(AM9513_TWHEH), 1);
        CU_ASSERT_EQUAL(checks.record[AM9513_TWHEH].observed_ps, cases[n].observed_ps);
        CU_ASSERT_EQUAL(checks.record[AM9513_TWHEH].required_ps, 550000);
        CU_ASSERT_EQUAL(broken(AM9513_TEHWH), 0);
    }
}

/* Counter 2 counts the TC of counter 1, which divides F1 by 64: TC every 16 us. The command lies before or after one of
 * them. */
TEST(chain_notes)
{
    start();
    program(1, 0x0b21, 64, 4 * US);
    program(2, 0x0021, 9, 20 * US);
    write_at(40 * US, true, 0xff63);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, 50 * US), AM9513_OK);
    uint32_t notes = broken(AM9513_TWHEH);
    uint64_t tc_ps = am9513_next_ps(&chip, AM9513_OUT(1));
    for (uint64_t n = 1; n < 5; n++) {
        uint64_t after = n == 1   ? 699999
                         : n == 2 ? 700000
                         : n == 3 ? 100000
                                  : 100001; /* LOAD AND ARM; 100 ns still count before */
        write_at(tc_ps + n * 16 * US - after, true, 0xff62);
        CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, tc_ps + n * 16 * US + US), AM9513_OK);
        CU_ASSERT_EQUAL(broken(AM9513_TWHEH), notes + (n == 1 || n == 4));
        notes = broken(AM9513_TWHEH);
    }
    CU_ASSERT_EQUAL(checks.record[AM9513_TWHEH].observed_ps, 100001);
}

/* SRC1 rises in the instant in which ARM acts, and the call is of that instant: the edge comes first and is not
 * counted.
 */
TEST(pins_before_write)
{
    start();
    program(1, 0x0129, 9, 4 * US); /* counts up */
    write_at(20 * US, true, 0xff41);
    write_at(22 * US, true, 0xff21);
    set(22 * US + 100 * NS, pins | AM9513_SRC(1));
    CU_ASSERT_TRUE(chip.counter[0].armed);
    CU_ASSERT_EQUAL(chip.counter[0].count, 9);
    set(23 * US, pins & ~AM9513_SRC(1));
    set(24 * US, pins | AM9513_SRC(1));
    (void)am9513_settle(&chip);
    CU_ASSERT_EQUAL(chip.counter[0].count, 10);
}

/* If an edge must be before the command, one in the instant of its end counts after it, else before it. */
TEST(edge_with_command)
{
    for (int64_t tehwh_ps = 0; tehwh_ps <= 1; tehwh_ps++) {
        struct am9513_limits l = limits;
        l.least_ps[AM9513_TEHWH] = tehwh_ps;
        start_with(&l);
        program(1, 0x0121, 9, 4 * US);
        set(20 * US - 60 * NS, (pins & ~(AM9513_DB | AM9513_CS_N)) | 0xff21U | AM9513_HOST_DRIVES);
        set(20 * US - 50 * NS, pins & ~AM9513_WR_N);
        set(20 * US, pins | AM9513_WR_N);
        set(20 * US, pins | AM9513_SRC(1));
        CU_ASSERT_EQUAL(broken(AM9513_TWHEH), tehwh_ps > 0);
    }
}

TEST(gate_notes)
{
    start();
    program(3, 0x8b21, 4, 4 * US);
    for (unsigned n = 0; n < 2; n++) {
        uint64_t end = (20 + 10 * n) * US;
        write_at(end, true, 0xff24);
        set(end + 475 * NS - n, pins ^ AM9513_GATE(3));
        CU_ASSERT_EQUAL(broken(AM9513_TWHGV), n);
        CU_ASSERT_EQUAL(checks.record[AM9513_TWHGV].slack_ps, -(int64_t)n);
    }
    start();
    program(1, 0x0121, 4, 4 * US);
    write_at(20 * US, true, 0xff21);
    set(20 * US + 550 * NS, pins ^ AM9513_SRC(1)); /* an edge just at the limit is observed */
    CU_ASSERT_EQUAL(checks.record[AM9513_TWHEH].slack_ps, 0);
}

/* GATE3A on DB10 rises without a write, or inside as command EF makes the bus 16 bits wide: the note is there when the
 * call returns. */
TEST(note_at_once)
{
    for (unsigned command = 0; command < 2; command++) {
        const uint64_t arm_ps = 20 * US;
        start();
        program(3, 0x8b21, 4, 2 * US);
        set(18 * US, pins | AM9513_GATE(3));
        set(arm_ps - 260 * NS, (pins & ~(AM9513_DB | AM9513_CS_N)) | 0xfb24U | AM9513_HOST_DRIVES);
        set(arm_ps - 250 * NS, pins & ~AM9513_WR_N);
        set(arm_ps, pins | AM9513_WR_N);
        set(arm_ps + 60 * NS, (pins & ~AM9513_DB) | 0xfbefU);
        if (command)
            set(arm_ps + 70 * NS, pins & ~AM9513_WR_N);
        CU_ASSERT_EQUAL(broken(AM9513_TWHGV), 0);
        set(arm_ps + 120 * NS, command ? pins | AM9513_WR_N : pins | AM9513_DB);
        CU_ASSERT_EQUAL(broken(AM9513_TWHGV), 1);
        CU_ASSERT_EQUAL(checks.record[AM9513_TWHGV].observed_ps, 120 * (int64_t)NS);
    }
}

/* X2 at the bounds of its first cycle; 1 ps less of high, of low. */
TEST(clock)
{
    for (unsigned high = 0; high < 2; high++)
        for (unsigned low = 0; low < 2; low++) {
            struct am9513_config c = config;
            c.x2_high_ps -= high;
            c.x2_low_ps -= low;
            CU_ASSERT_EQUAL_FATAL(am9513_init(&chip, &c), AM9513_OK);
            CU_ASSERT_EQUAL_FATAL(am9513_checks_init(&checks, &chip, &limits), AM9513_OK);
            uint64_t end_ps = 2 * c.x2_low_ps + c.x2_high_ps;
            CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, end_ps - 1), AM9513_OK);
            CU_ASSERT_EQUAL(all_broken(), 0);
            CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, US), AM9513_OK);
            CU_ASSERT_EQUAL(broken(AM9513_TCHCL), high);
            CU_ASSERT_EQUAL(broken(AM9513_TCLCH), low);
            CU_ASSERT_EQUAL(broken(AM9513_TCHCH), high | low);
            CU_ASSERT_EQUAL(checks.record[AM9513_TCHCH].slack_at_ps, end_ps);
        }
}

/* Two pulses at a pin: the first edge, its width, the pause after it. */
static void pulses(uint64_t pin, uint64_t from_ps, uint64_t width_ps, uint64_t pause_ps)
{
    for (int n = 0; n < 2; n++, from_ps += width_ps + pause_ps) {
        set(from_ps, pins ^ pin);
        set(from_ps + width_ps, pins ^ pin);
    }
}

TEST(source_widths)
{
    static const struct {
        unsigned mode;
        uint64_t width_ps, pause_ps;
        unsigned period, active, passive;
    } cases[] = {
        {0x0121, 70000, 75000, 0, 0, 0}, {0x0121, 69999, 75001, 0, 2, 0}, {0x0121, 75001, 69999, 0, 0, 1},
        {0x0121, 74999, 70000, 1, 0, 0}, {0x1121, 69999, 75001, 0, 0, 2}, /* falling edges: a high pulse is passive */
        {0x1121, 75001, 69999, 0, 1, 0}, {0x0221, 1000, 1000, 0, 0, 0},   /* SRC1 is not counted */
    };
    start();
    program(1, 0x1121, 9, 4 * US);
    set(20 * US, pins | AM9513_SRC(1));
    CU_ASSERT_EQUAL(checks.record[AM9513_TEHEL].slack_ps, INT64_MAX); /* no level from power-up */
    set(21 * US, pins & ~AM9513_SRC(1));
    CU_ASSERT_EQUAL(checks.record[AM9513_TEHEH].slack_ps, INT64_MAX); /* one fall is no period */
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        start();
        program(1, cases[n].mode, 9, 4 * US);
        pulses(AM9513_SRC(1), 20 * US, cases[n].width_ps, cases[n].pause_ps);
        CU_ASSERT_EQUAL(broken(AM9513_TEHEH), cases[n].period);
        CU_ASSERT_EQUAL(broken(AM9513_TEHEL), cases[n].active);
        CU_ASSERT_EQUAL(broken(AM9513_TELEH), cases[n].passive);
    }
}

/* The pulse of GATE1 that starts counter 1 (mode C); none but for an armed counter, nor in level modes without CM7. */
TEST(gate_pulses)
{
    static const struct {
        unsigned mode;
        bool armed;
        uint64_t width_ps;
        unsigned broken;
    } cases[] = {{0xc101, true, 145000, 0}, {0xc101, true, 144999, 1}, {0xc101, false, 1000, 0},
                 {0x8101, true, 1000, 0},   {0x8181, true, 144999, 1}, /* N: a level that retriggers */
                 {0xe101, true, 144999, 0}};                           /* a low pulse starts it; this one is high */
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        start();
        program(1, cases[n].mode, 9, 4 * US);
        write_at(20 * US, true, cases[n].armed ? 0xff21 : 0xffc1);
        set(30 * US, pins | AM9513_GATE(1));
        set(30 * US + cases[n].width_ps, pins & ~AM9513_GATE(1));
        CU_ASSERT_EQUAL(broken(AM9513_TGVGV), cases[n].broken);
    }
}

/* Counter 1 counts SRC1 (n 0) or F1 while GATE1 is high: the gate before an edge, and after one. */
TEST(gates_beside_edges)
{
    for (unsigned n = 0; n < 2; n++)
        for (unsigned close = 0; close < 2; close++) {
            uint64_t edge_ps = 30 * US + 125 * NS;
            start();
            program(1, n ? 0x8b21 : 0x8121, 9, 4 * US);
            write_at(20 * US, true, 0xff21);
            set(edge_ps - 100 * NS + close, pins | AM9513_GATE(1));
            if (!n)
                set(edge_ps, pins | AM9513_SRC(1));
            set(edge_ps + 10 * NS - close, pins & ~AM9513_GATE(1));
            CU_ASSERT_EQUAL(broken(AM9513_TGVEH), close);
            CU_ASSERT_EQUAL(broken(AM9513_TEHGV), close);
            CU_ASSERT_EQUAL(checks.record[AM9513_TGVEH].slack_ps, -(int64_t)close);
            CU_ASSERT_EQUAL(checks.record[AM9513_TEHGV].slack_ps, -(int64_t)close);
        }
    start(); /* the same and closer, disarmed */
    program(1, 0x8121, 9, 4 * US);
    set(20 * US, pins | AM9513_GATE(1));
    set(20 * US + 1, pins | AM9513_SRC(1));
    set(20 * US + 2, pins & ~AM9513_GATE(1));
    CU_ASSERT_EQUAL(broken(AM9513_TGVEH) + broken(AM9513_TEHGV), 0);
}

/* No source edge since power-up, of X2 neither: a gate that moves is not judged. */
TEST(gate_before_edges)
{
    struct am9513_config slow = config;
    slow.x2_high_ps = slow.x2_low_ps = UINT64_C(1000) * US;
    CU_ASSERT_EQUAL_FATAL(am9513_init(&chip, &slow), AM9513_OK);
    CU_ASSERT_EQUAL_FATAL(am9513_checks_init(&checks, &chip, &limits), AM9513_OK);
    pins = IDLE;
    program(1, 0x8121, 9, 2 * US);
    write_at(20 * US, true, 0xff61);
    set(30 * US, pins | AM9513_GATE(1));
    CU_ASSERT_EQUAL(checks.record[AM9513_TEHGV].slack_ps, INT64_MAX);
    set(31 * US, pins | AM9513_SRC(1));
    set(32 * US, pins & ~AM9513_GATE(1));
    CU_ASSERT_EQUAL(checks.record[AM9513_TEHGV].slack_ps, (int64_t)(990 * NS));
}

/* Counter 2 counts the TC of counter 1, 64 edges of F1 apart, while GATE2 is high. Nothing reads them in between. */
TEST(gates_beside_chains)
{
    for (unsigned close = 0; close < 2; close++) {
        start();
        program(1, 0x0b20, 64, 4 * US);
        program(2, 0x8020, 9, 20 * US);
        write_at(40 * US, true, 0xff63);
        uint64_t tc_ps = 40 * US + 125 * NS + 63 * (250 * NS); /* and every 16 us */
        set(tc_ps + 160 * US - 100 * NS + close, pins | AM9513_GATE(2));
        set(tc_ps + 320 * US + 10 * NS - close, pins & ~AM9513_GATE(2));
        CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, tc_ps + 900 * US), AM9513_OK);
        CU_ASSERT_EQUAL(broken(AM9513_TGVEH), close);
        CU_ASSERT_EQUAL(broken(AM9513_TEHGV), close);
    }
    /* One instant with an edge of F1 and, after it, one of TC, under gates that moved at different times: two
     * observations, that of F1 first */
    start();
    program(1, 0x8b21, 2, 4 * US);
    program(2, 0xa021, 9, 20 * US);
    write_at(40 * US, true, 0xff63);
    set(60 * US, pins | AM9513_GATE(1));
    set(60 * US + 300 * NS, pins & ~AM9513_GATE(1));
    set(60 * US + 310 * NS, pins | AM9513_GATE(1));
    set(60 * US + 340 * NS, pins | AM9513_GATE(2));
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, 61 * US), AM9513_OK);
    CU_ASSERT_EQUAL(broken(AM9513_TGVEH), 2);
    CU_ASSERT_EQUAL(checks.record[AM9513_TGVEH].observed_ps, 35000);
}

/* Counter 1 counts F2, the 8th of each 16 rises of X2, while GATE1 is high. 2 ns after a rise MM15 makes the scaler
 * decimal: the rise was one of F2 by the scaler as it ran then, or not at all. GATE1 moves 5 ns later. */
TEST(gate_beside_scaler)
{
    for (uint64_t rise = 400; rise < 432; rise++) {
        uint64_t end_ps = 125 * NS + (rise - 1) * (250 * NS) + 2 * NS;
        start();
        program(1, 0x8c21, 9, 4 * US);
        write_at(20 * US, true, 0xff21);
        write_at(22 * US, true, 0xff17);
        write_at(24 * US, false, 0xff00);
        set(end_ps - 300 * NS, (pins & ~(AM9513_DB | AM9513_CD)) | 0xff80U | AM9513_HOST_DRIVES);
        set(end_ps - 250 * NS, pins & ~AM9513_CS_N);
        set(end_ps - 200 * NS, pins & ~AM9513_WR_N);
        set(end_ps, pins | AM9513_WR_N);
        set(end_ps + 5 * NS, pins | AM9513_GATE(1));
        CU_ASSERT_EQUAL(chip.master_mode, 0x8000);
        CU_ASSERT_EQUAL(broken(AM9513_TEHGV), rise % 16 == 8);
    }
}

static void read_status(uint64_t from_ps, uint64_t to_ps)
{
    set(from_ps - 100 * NS, (pins | AM9513_CD) & ~AM9513_CS_N);
    set(from_ps, pins & ~AM9513_RD_N);
    set(to_ps, pins | AM9513_RD_N);
    set(to_ps + 100 * NS, pins | AM9513_CS_N);
}

/* OUT1 toggles every 64 edges of F1, 16 us. */
TEST(status_reads)
{
    static const struct {
        int64_t begin_ps, end_ps; /* from a toggle */
        unsigned before, after;
    } cases[] = {
        {190000, 900000, 0, 0},  {189999, 900000, 1, 0},  {-900000, -20000, 0, 0},
        {-900000, -19999, 0, 1}, {-100000, 100000, 0, 1}, /* inside: its end is late */
        {-900000, 0, 0, 1},      {-300000, 900000, 0, 1},
    };
    for (unsigned out = 0; out < 2; out++) /* off, and toggled */
        for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
            start();
            program(1, out ? 0x0b22 : 0x0b20, 64, 4 * US);
            write_at(20 * US, true, 0xff61);
            CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, 30 * US), AM9513_OK);
            /* loaded at 20.1 us, TC 63 edges from 20.125 us on, the toggle one edge after */
            uint64_t toggle_ps = 20 * US + 125 * NS + 64 * (250 * NS) + 32 * US;
            read_status(toggle_ps + (uint64_t)cases[n].begin_ps, toggle_ps + (uint64_t)cases[n].end_ps);
            CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, toggle_ps + 10 * US), AM9513_OK);
            CU_ASSERT_EQUAL(broken(AM9513_TEHRL), out ? cases[n].before : 0);
            CU_ASSERT_EQUAL(broken(AM9513_TRHEH), out ? cases[n].after : 0);
        }
}

TEST(same_chip)
{
    static struct am9513 plain;
    char text[2000], other[2000];
    unsigned wrong = 0;
    start();
    CU_ASSERT_EQUAL_FATAL(am9513_init(&plain, &config), AM9513_OK);
    uint64_t at = 0, inputs = IDLE;
    for (int n = 0; n < 20000; n++) {
        at += draw(9) ? draw(399) * 1000 : draw(49999) * 1000;
        inputs ^= UINT64_C(1) << (draw(2) ? draw(30) : 16 + draw(3));
        wrong += am9513_set(&plain, at, inputs) != AM9513_OK;
        wrong += am9513_checks_set(&checks, &chip, at, inputs) != AM9513_OK;
        if (n % 8 == 0) {
            wrong += am9513_get(&plain) != am9513_get(&chip);
            (void)am9513_describe(&plain, text, sizeof text);
            (void)am9513_describe(&chip, other, sizeof other);
            wrong += strcmp(text, other) != 0;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(all_broken() > 100);
}

/* Byte for byte: copies of structs bring the padding along. */
static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

TEST(misuse)
{
    struct am9513_limits bad = limits;
    start();
    set(US, IDLE);
    struct am9513_checks before = checks;
    struct am9513 chip_before = chip;
    CU_ASSERT_EQUAL(am9513_checks_init(NULL, &chip, &limits), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_checks_init(&checks, NULL, &limits), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_checks_init(&checks, &chip, NULL), AM9513_NULL);
    bad.least_ps[AM9513_TWHGV] = INT64_MAX;
    CU_ASSERT_EQUAL(am9513_checks_init(&checks, &chip, &bad), AM9513_RANGE);
    bad = limits;
    bad.twheh_double_ps = INT64_MIN;
    CU_ASSERT_EQUAL(am9513_checks_init(&checks, &chip, &bad), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_checks_set(NULL, &chip, US, IDLE), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_checks_set(&checks, NULL, US, IDLE), AM9513_NULL);
    chip.config.refuse_past = chip_before.config.refuse_past = true;
    CU_ASSERT_EQUAL(am9513_checks_set(&checks, &chip, US - 1, IDLE), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_checks_set(&checks, &chip, US, AM9513_OUT(1)), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_checks_set(&checks, &chip, UINT64_MAX, IDLE), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_checks_advance(NULL, &chip, US), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, NULL, US), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, US - 1), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, UINT64_MAX), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_checks_lost(NULL, &chip, AM9513_RD_N, false), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_checks_lost(&checks, NULL, AM9513_RD_N, false), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_checks_lost(&checks, &chip, AM9513_CS_N, false), AM9513_RANGE);
    CU_ASSERT_TRUE(same(&before, &checks, sizeof checks));
    CU_ASSERT_TRUE(same(&chip_before, &chip, sizeof chip));
}

TEST(ranges)
{
    const int64_t most = 1000 * (int64_t)US;
    start();
    for (int side = -1; side <= 1; side += 2)
        for (int beyond = 0; beyond < 2; beyond++) {
            struct am9513_limits l = limits;
            l.least_ps[AM9513_FF_UNKNOWN] = side * (most + beyond);
            CU_ASSERT_EQUAL(am9513_checks_init(&checks, &chip, &l), beyond ? AM9513_RANGE : AM9513_OK);
            l = limits;
            l.twhrl_short_ps = side * (most + beyond);
            CU_ASSERT_EQUAL(am9513_checks_init(&checks, &chip, &l), beyond ? AM9513_RANGE : AM9513_OK);
        }
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, AM9513_TIME_MAX), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, AM9513_TIME_MAX + 1), AM9513_RANGE);
}
