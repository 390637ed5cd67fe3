/* SPDX-License-Identifier: MIT
 * The checks of libam9513 by themselves: both sides of a bound of each kind, notes beside commands, misuse, and that a
 * chip behind them does what it does without. That they see what the RTL's see is for --engine both. X2 is 4 MHz: rises
 * at 125, 375, 625 ns ... */
#include "am9513_checks.h"
#include "model_typical.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_model_checks(void);

static const struct am9513_config config = {.x2_high_ps = 125 * NS, .x2_low_ps = 125 * NS, .tcmd_ps = 100 * NS};
static const struct am9513_limits limits = {
    .least_ps = {[AM9513_TAVRL] = 25000,
                 [AM9513_TAVWH] = 170000,
                 [AM9513_TDVWH] = 80000,
                 [AM9513_TRHRL] = 1000000,
                 [AM9513_TRHWL] = 1000000,
                 [AM9513_TRLRH] = 160000,
                 [AM9513_TSLRL] = 20000,
                 [AM9513_TSLWH] = 170000,
                 [AM9513_TWHAX] = 20000,
                 [AM9513_TWHDX] = 20000,
                 [AM9513_TWHRL] = 1500000,
                 [AM9513_TWHSH] = 20000,
                 [AM9513_TWHWL] = 1500000,
                 [AM9513_TWLWH] = 150000,
                 [AM9513_TEHWH] = -100000,
                 [AM9513_TWHEH] = 550000,
                 [AM9513_TGVWH] = -100000,
                 [AM9513_TWHGV] = 475000},
    .twhrl_short_ps = 1000000,
    .twhwl_short_ps = 1000000,
    .twheh_double_ps = 700000,
};

static struct am9513 chip;
static struct am9513_checks checks;
static uint64_t pins;

static void start(void)
{
    CU_ASSERT_EQUAL_FATAL(am9513_init(&chip, &config), AM9513_OK);
    CU_ASSERT_EQUAL_FATAL(am9513_checks_init(&checks, &chip, &limits), AM9513_OK);
    pins = IDLE;
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

static void test_bus(void)
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
        set(3 * US + 20 * NS, IDLE & ~(AM9513_CS_N | AM9513_RD_N)); /* 1.72 us behind the write */
        set(3 * US + 180 * NS - late, IDLE & ~AM9513_CS_N);
        CU_ASSERT_EQUAL(broken(AM9513_TRLRH), late);
        set(4 * US + 180 * NS - UINT64_C(2) * late, IDLE & ~(AM9513_CS_N | AM9513_RD_N));
        CU_ASSERT_EQUAL(broken(AM9513_TRHRL), late);
        CU_ASSERT_EQUAL(all_broken(), 4 * late);
    }
}

static void test_short_write(void)
{
    for (unsigned f9 = 0; f9 < 2; f9++) {
        start();
        write_at(2 * US, true, f9 ? 0xfff9 : 0xfff8);
        write_at(3 * US + 200 * NS, true, 0xff1f); /* 1.0 us from end to begin */
        CU_ASSERT_EQUAL(broken(AM9513_TWHWL), !f9);
        CU_ASSERT_EQUAL(all_broken(), !f9);
    }
}

/* ARM of counter 1 on F1: rises at 125 + n * 250 ns. The first edge more than 100 ns behind the end must be 550 behind.
 */
static void test_source_notes(void)
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

/* Counter 2 behind counter 1, which divides F1 by 64: TC every 16 us. The command lies before or behind one of them. */
static void test_chain_notes(void)
{
    start();
    program(1, 0x0b21, 64, 4 * US);
    program(2, 0x0021, 9, 20 * US);
    write_at(40 * US, true, 0xff63);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, 50 * US), AM9513_OK);
    uint32_t notes = broken(AM9513_TWHEH);
    uint64_t tc_ps = am9513_next_ps(&chip, AM9513_OUT(1));
    for (uint64_t n = 1; n < 4; n++) {
        uint64_t behind = n == 1 ? 699999 : n == 2 ? 700000 : 100000; /* LOAD AND ARM; 100 ns still count before */
        write_at(tc_ps + n * 16 * US - behind, true, 0xff62);
        CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &chip, tc_ps + n * 16 * US + US), AM9513_OK);
        CU_ASSERT_EQUAL(broken(AM9513_TWHEH), notes + (n == 1));
        notes = broken(AM9513_TWHEH);
    }
    CU_ASSERT_EQUAL(checks.record[AM9513_TWHEH].observed_ps, 699999);
}

static void test_gate_notes(void)
{
    start();
    program(3, 0x8b21, 4, 4 * US);
    for (unsigned n = 0; n < 2; n++) {
        uint64_t end = (20 + 10 * n) * US;
        write_at(end, true, 0xff24);
        set(end + 475 * NS - n, pins ^ AM9513_GATE(3));
        CU_ASSERT_EQUAL(broken(AM9513_TWHGV), n);
    }
}

static uint64_t state = 1;

static unsigned below(unsigned count)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (unsigned)(state >> 33) % count;
}

static void test_same_chip(void)
{
    static struct am9513 plain;
    char text[1000], other[1000];
    unsigned wrong = 0;
    start();
    CU_ASSERT_EQUAL_FATAL(am9513_init(&plain, &config), AM9513_OK);
    uint64_t at = 0, inputs = IDLE;
    for (int n = 0; n < 20000; n++) {
        at += below(10) ? below(400) * 1000 : below(50000) * 1000;
        inputs ^= UINT64_C(1) << (below(3) ? below(31) : 16 + below(4));
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

static void test_misuse(void)
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

void suite_model_checks(void)
{
    CU_pSuite s = CU_add_suite("model_checks", NULL, NULL);
    CU_add_test(s, "bus", test_bus);
    CU_add_test(s, "short data write", test_short_write);
    CU_add_test(s, "source edges beside a command", test_source_notes);
    CU_add_test(s, "through a chain", test_chain_notes);
    CU_add_test(s, "gates beside a command", test_gate_notes);
    CU_add_test(s, "the chip does the same", test_same_chip);
    CU_add_test(s, "misuse", test_misuse);
}
