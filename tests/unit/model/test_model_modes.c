/* SPDX-License-Identifier: MIT
 * libam9513's counter modes, gates, time of day, comparators, scaler and FOUT against what is known of the chip (docs
 * and model/am9513.h). X2 is 4 MHz: rises at 125, 375, 625 ns ... */
#include "model_chip.h"
#include "tests/unit/suite.h"

#include <CUnit/CUnit.h>

void suite_model_modes(void);

/* ---- Modes */

static void test_once(void)
{
    start();
    counter(1, 0x0100, 2, 0); /* A */
    cmd(0x61);
    COUNTS(1, 2, 1, 1);
    CU_ASSERT_FALSE(chip.counter[0].armed);
    counter(1, 0x8100, 3, 0); /* B: gate level */
    cmd(0x41);
    cmd(0x61);
    COUNTS(3);
    pin(AM9513_GATE(1), true);
    COUNTS(2);
    pin(AM9513_GATE(1), false);
    COUNTS(2);
    pin(AM9513_GATE(1), true);
    COUNTS(1, 3, 2, 2);
    pin(AM9513_GATE(1), false);
    counter(1, 0xc100, 3, 0); /* C: gate edge */
    gate_pulse(1);
    cmd(0x61);
    COUNTS(3); /* the edge came before ARM */
    gate_pulse(1);
    COUNTS(2);
    gate_pulse(1);
    COUNTS(1, 3, 2, 2);
}

static void test_one_shot(void)
{
    start();
    counter(1, 0xc120, 2, 0); /* F */
    cmd(0x61);
    gate_pulse(1);
    COUNTS(1, 2, 1, 1);
    gate_pulse(1);
    COUNTS(2, 1, 1);
}

static void test_pairs(void)
{
    start();
    counter(1, 0x0142, 2, 3); /* G */
    cmd(0x61);
    COUNTS(1, 3, 2, 1, 2, 1, 1);
    CU_ASSERT_FALSE(chip.counter[0].armed);
    counter(1, 0x0162, 2, 3); /* J */
    cmd(0x61);
    COUNTS(1, 3, 2, 1, 2, 1, 3); /* LOAD came one before TC, and entered it */
    cmd(0xc1);
    clock_src1(1);
    counter(1, 0xc160, 2, 3); /* L */
    cmd(0x41);
    cmd(0x21);
    gate_pulse(1);
    COUNTS(1, 3, 2, 1, 2, 1, 1);
    gate_pulse(1);
    COUNTS(3, 2);
    cmd(0x41); /* armed: what the next TC takes, Load */
    CU_ASSERT_EQUAL(count(1), 2);
    cmd(0x21);
    cmd(0x41); /* Hold after ARM */
    CU_ASSERT_EQUAL(count(1), 3);
}

static void test_retrigger(void)
{
    start();
    counter(1, 0xc1a0, 5, 0); /* R */
    cmd(0x61);
    gate_pulse(1);
    COUNTS(4, 3);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 0);
    gate_pulse(1);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 3);
    COUNTS(5, 4, 3, 2, 1, 5, 4, 4);
    CU_ASSERT_EQUAL(reg(0x11), 3);
    gate_pulse(1); /* starts the next count */
    CU_ASSERT_EQUAL(chip.counter[0].hold, 3);
    COUNTS(3, 2);
    counter(1, 0x8180, 5, 0); /* N */
    cmd(0x61);
    pin(AM9513_GATE(1), true);
    COUNTS(4, 3);
    pin(AM9513_GATE(1), false);
    COUNTS(3);
    pin(AM9513_GATE(1), true);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 3);
    COUNTS(5, 4);
    COUNTS(3, 2, 1, 5, 4, 4);
}

static void test_gate_chooses(void)
{
    start();
    counter(1, 0x01e0, 2, 3); /* V */
    cmd(0x61);
    COUNTS(1, 2, 1);
    pin(AM9513_GATE(1), true);
    COUNTS(3, 2, 1, 3);
    cmd(0x41);
    CU_ASSERT_EQUAL(count(1), 3);
    pin(AM9513_GATE(1), false);
    cmd(0xc1);
    clock_src1(1);
    counter(1, 0x01c0, 2, 3); /* S */
    cmd(0x61);
    COUNTS(1, 2, 1, 2, 1, 1);
}

static void test_capture(void)
{
    start();
    counter(1, 0xc1e0, 5, 9); /* X */
    cmd(0x61);
    gate_pulse(1); /* the edge that starts */
    CU_ASSERT_EQUAL(chip.counter[0].hold, 5);
    COUNTS(4, 3);
    gate_pulse(1);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 3);
    COUNTS(2, 1, 5, 4, 4);
    CU_ASSERT_EQUAL(reg(0x11), 3);
    gate_pulse(1);
    CU_ASSERT_EQUAL(reg(0x11), 4);
    COUNTS(3);
    CU_ASSERT_EQUAL(reg(0x11), 4);
}

static void test_gates(void)
{
    static const struct {
        unsigned code, gate;
        bool active;
    } rows[] = {{2, 2, 1}, {3, 5, 1}, {4, 1, 1}, {5, 1, 0}};
    for (size_t n = 0; n < COUNT(rows); n++) {
        start();
        counter(1, rows[n].code << 13 | 0x0120, 100, 0);
        cmd(0x61);
        pin(AM9513_GATE(rows[n].gate), !rows[n].active);
        COUNTS(100);
        pin(AM9513_GATE(rows[n].gate), rows[n].active);
        COUNTS(99);
    }
    start();
    counter(1, 0x2128, 0, 0); /* TC of counter 5 */
    counter(5, 0x0220, 2, 0);
    cmd(0x71);
    COUNTS(0);
    for (int n = 0; n < 4; n++)
        pin(AM9513_SRC(2), n % 2 == 0);
    COUNTS(1);
}

static void test_gate_na(void)
{
    start();
    counter(1, 0x8128, 0, 0);
    cmd(0x61);
    pin(AM9513_GATE(1), true);
    COUNTS(1);
    pins &= ~UINT64_C(0x100);
    pin(AM9513_HOST_DRIVES, true); /* GATE1A low */
    COUNTS(1);
    cmd(0xef);
    COUNTS(2);
    cmd(0xe7);
    COUNTS(2);
    pin(AM9513_HOST_DRIVES, false); /* pulled up */
    COUNTS(3);
}

/* ---- Time of day, comparators, scaler, FOUT */

static void test_time_of_day(void)
{
    static const unsigned last[] = {0, 0x5994, 0x5995, 0x5999};
    for (unsigned tod = 1; tod <= 3; tod++) {
        start();
        reg_write(0x17, tod);
        counter(1, 0x0138, last[tod] - 1, 0);
        counter(2, 0x0038, 0x2359, 0);
        counter(3, 0x0008, 0, 0);
        cmd(0x67);
        reg_write(9, 0);
        reg_write(10, 0);
        COUNTS(last[tod]);
        CU_ASSERT_EQUAL(count(2), 0x2359);
        COUNTS(0);
        CU_ASSERT_EQUAL(count(2), 0);
        CU_ASSERT_EQUAL(count(3), 1);
        clock_src1(4 + tod);
        CU_ASSERT_EQUAL(count(1), tod == 3 ? 0x0007 : 0x0010);
    }
}

static void test_comparators(void)
{
    start();
    counter(1, 0x0121, 5, 0);
    counter(2, 0x0125, 5, 0);
    reg_write(7, 3);
    reg_write(15, 4);
    reg_write(0x17, 0x000c);
    cmd(0x63);
    CU_ASSERT_EQUAL(status(), 0x05);
    clock_src1(1);
    CU_ASSERT_EQUAL(status(), 0x01); /* counter 2 is 4, active low */
    clock_src1(1);
    CU_ASSERT_EQUAL(status(), 0x07);
    CU_ASSERT_TRUE(out(1));
    reg_write(0x17, 0x0009); /* time of day, comparator 2 alone: its own 16 bits */
    clock_src1(1);
    reg_write(15, count(2));
    CU_ASSERT_FALSE(out(2));
    reg_write(0x17, 0x000d); /* both: both must match */
    CU_ASSERT_TRUE(out(2));
    reg_write(7, count(1));
    CU_ASSERT_FALSE(out(2));
}

static void test_scaler(void)
{
    static const unsigned binary[] = {1, 16, 256, 4096, 65536}, bcd[] = {1, 10, 100, 1000, 10000};
    for (int scale = 0; scale < 2; scale++)
        for (unsigned tap = 0; tap < 5; tap++) {
            start();
            reg_write(0x17, scale ? 0x8000 : 0);
            counter(1, 0x0028 | (11 + tap) << 8, 0, 0);
            cmd(0x21);
            (void)am9513_settle(&chip);
            unsigned first = count(1), divider = (scale ? bcd : binary)[tap];
            wait(divider * (2500 * NS));
            CU_ASSERT_EQUAL(count(1), first + 10);
        }
}

/* Rises of FOUT, and how long it is high, over a time. */
static unsigned fout_rises(uint64_t ps, uint64_t *high_ps)
{
    uint64_t end = chip.now_ps + ps;
    unsigned rises = 0;
    bool was = am9513_get(&chip) & AM9513_FOUT;
    *high_ps = 0;
    for (uint64_t at; (at = am9513_next_ps(&chip, AM9513_FOUT)) <= end;) {
        *high_ps += was ? at - chip.now_ps : 0;
        (void)am9513_advance(&chip, at);
        bool now = am9513_get(&chip) & AM9513_FOUT;
        rises += now && !was;
        was = now;
    }
    *high_ps += was ? end - chip.now_ps : 0;
    (void)am9513_advance(&chip, end);
    return rises;
}

static void test_fout(void)
{
    uint64_t high_ps;
    for (unsigned divider = 1; divider <= 16; divider++) {
        start();
        reg_write(0x17, (divider & 15U) << 8 | 0xb0);
        wait(100 * US);
        CU_ASSERT_EQUAL(fout_rises(divider * (2500 * NS), &high_ps), 10);
        CU_ASSERT_EQUAL(high_ps, divider == 1 ? 1250 * NS : divider / 2 * (2500 * NS));
    }
    cmd(0xee);
    CU_ASSERT_EQUAL(fout_rises(100 * US, &high_ps), 0);
    CU_ASSERT_EQUAL(high_ps, 0);
    cmd(0xe6);
    CU_ASSERT_TRUE(fout_rises(100 * US, &high_ps) > 20);
    reg_write(0x17, 0x0110); /* SRC1 itself */
    wait(10 * US);
    CU_ASSERT_FALSE(high(AM9513_FOUT));
    pin(AM9513_SRC(1), true);
    CU_ASSERT_FALSE(high(AM9513_FOUT));
    wait(250 * NS);
    CU_ASSERT_TRUE(high(AM9513_FOUT));
}

void suite_model_modes(void)
{
    static const struct suite_test tests[] = {
        {"modes A B C", test_once},        {"mode F", test_one_shot},
        {"modes G J L", test_pairs},       {"modes N R", test_retrigger},
        {"modes S V", test_gate_chooses},  {"mode X", test_capture},
        {"gate controls", test_gates},     {"gates of the 8-bit bus", test_gate_na},
        {"time of day", test_time_of_day}, {"comparators", test_comparators},
        {"scaler", test_scaler},           {"FOUT", test_fout},
    };
    suite_register("model_modes", NULL, NULL, tests, COUNT(tests));
}
