/* SPDX-License-Identifier: MIT
 * libam9513 against what is known of the chip (docs and model/am9513.h). X2 is 4 MHz: rises at 125, 375, 625 ns ... */
#include "model_chip.h"
#include "tests/unit/suite.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

void suite_model(void);

/* ---- Power-up, registers, pointer */

static void test_power_up(void)
{
    start();
    CU_ASSERT_EQUAL(reg(0x01), 0x0b00);
    CU_ASSERT_EQUAL(reg(0x17), 0x0000);
    CU_ASSERT_EQUAL(status(), 0x01);
    counter(2, 0x0162, 0x1234, 0x5678);
    cmd(0x62);
    cmd(0xff);
    CU_ASSERT_EQUAL(reg(0x02), 0x0b00);
    CU_ASSERT_EQUAL(reg(0x0a), 0);
    CU_ASSERT_EQUAL(reg(0x12), 0);
    CU_ASSERT_EQUAL(count(2), 0x1234);
    CU_ASSERT_FALSE(chip.counter[1].armed);
}

static void test_pointer_cycles(void)
{
    start();
    cmd(0x01);
    for (unsigned n = 0; n < 15; n++)
        word(0x0b00 + (n % 3 ? n : 0));
    CU_ASSERT_EQUAL(chip.pointer, 0x01);
    CU_ASSERT_EQUAL(reg(0x0d), 0x0b00 + 13);
    cmd(0x19);
    for (unsigned n = 0; n < 5; n++)
        CU_ASSERT_EQUAL(read_word(), 0x0b00 + 2 + 3 * n);
    CU_ASSERT_EQUAL(chip.pointer, 0x19);
    cmd(0x07);
    word(0x1111);
    word(0x2222);
    word(0x0000);
    CU_ASSERT_EQUAL(read_word(), 0x1111);
    CU_ASSERT_EQUAL(read_word(), 0x2222);
    cmd(0x1f);
    (void)read_word();
    CU_ASSERT_EQUAL(chip.pointer, 0x1f);
    cmd(0x06);
    CU_ASSERT_EQUAL(chip.pointer, 0x1f);
}

static void test_pointer_frozen(void)
{
    start();
    cmd(0xe8);
    cmd(0x09);
    word(0x1111);
    word(0x2222);
    CU_ASSERT_EQUAL(reg(0x09), 0x2222);
    cmd(0xe0);
    cmd(0x09);
    word(0x3333);
    word(0x4444);
    CU_ASSERT_EQUAL(reg(0x09), 0x3333);
    CU_ASSERT_EQUAL(reg(0x11), 0x4444);
}

static void test_byte_pointer(void)
{
    start();
    cmd(0x09);
    CU_ASSERT_EQUAL(status(), 0x01);
    data(0x34);
    CU_ASSERT_EQUAL(status(), 0x00);
    CU_ASSERT_EQUAL(chip.counter[0].load, 0x0034);
    cmd(0x09);
    CU_ASSERT_EQUAL(status(), 0x01);
}

static void test_wide_bus(void)
{
    start();
    cmd(0xef);
    cmd(0x09);
    data(0x1234);
    data(0x5678);
    cmd(0x09);
    CU_ASSERT_EQUAL(read_byte(), 0x1234);
    CU_ASSERT_EQUAL(read_byte(), 0x5678);
    CU_ASSERT_EQUAL(status(), 0xff01);
    cmd(0xe7);
    CU_ASSERT_EQUAL(status(), 0x01);
}

static void test_prefetch(void)
{
    start();
    counter(1, 0x0120, 7, 0);
    cmd(0x11);
    cmd(0x61);
    cmd(0xa1);
    CU_ASSERT_EQUAL(read_word(), 0); /* stale: SAVE does not refresh */
    CU_ASSERT_EQUAL(reg(0x11), 7);
    reg_write(0x09, 5); /* the write refreshes: the pointer is at Hold */
    CU_ASSERT_EQUAL(read_word(), 7);
    cmd(0xf9);
    cmd(0x09);
    word(3);
    CU_ASSERT_EQUAL(read_word(), 5); /* stale: what LDP fetched */
    cmd(0xf8);
    cmd(0x09);
    word(3);
    CU_ASSERT_EQUAL(read_word(), 7);
}

static void test_illegal_commands(void)
{
    static const unsigned nothing[] = {0xf0, 0xf6, 0xf7, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0x00, 0x06, 0x08, 0x1e};
    start();
    counter(1, 0x0122, 7, 9);
    cmd(0x61);
    for (size_t n = 0; n < COUNT(nothing); n++) {
        struct am9513 before = chip;
        cmd(nothing[n]);
        (void)am9513_settle(&before);
        CU_ASSERT_TRUE(same_counters(&before, &chip));
        CU_ASSERT_EQUAL(before.master_mode, chip.master_mode);
        CU_ASSERT_EQUAL(before.pointer, chip.pointer);
    }
}

/* ---- Counting */

static void test_tc(void)
{
    start();
    counter(1, 0x0121, 3, 0);
    cmd(0x61);
    CU_ASSERT_FALSE(out(1));
    COUNTS(2, 1, 3); /* zero is never seen */
    CU_ASSERT_TRUE(out(1));
    clock_src1(1);
    CU_ASSERT_FALSE(out(1));
    counter(1, 0x012a, 0xfffd, 0); /* up, toggled */
    cmd(0xe1);
    cmd(0x61);
    COUNTS(0xfffe, 0xffff, 0xfffd);
    CU_ASSERT_FALSE(out(1)); /* the toggle is at the end of TC */
    clock_src1(1);
    CU_ASSERT_TRUE(out(1));
}

static void test_bcd(void)
{
    start();
    counter(1, 0x0130, 0x0100, 0);
    cmd(0x61);
    COUNTS(0x0099, 0x0098);
    reg_write(9, 0);
    cmd(0x41);
    COUNTS(0x9999);
    counter(1, 0x0138, 0x9998, 0);
    cmd(0x41);
    COUNTS(0x9999, 0x9998);
    CU_ASSERT_TRUE(chip.counter[0].tc);
}

static void test_reload_of_one(void)
{
    start();
    counter(1, 0x0121, 1, 0);
    cmd(0x41);
    cmd(0x21);
    COUNTS(1, 1, 1);
    CU_ASSERT_TRUE(out(1)); /* TC on every edge stands still */
}

static void test_arm_does_not_load(void)
{
    start();
    counter(1, 0x0120, 5, 0);
    cmd(0x21);
    COUNTS(0xffff, 0xfffe);
}

static void test_step_load_disarm(void)
{
    start();
    counter(1, 0x0121, 2, 0);
    cmd(0x41);
    cmd(0xf1);
    CU_ASSERT_EQUAL(count(1), 1);
    cmd(0xf1);
    CU_ASSERT_TRUE(out(1));
    cmd(0x41); /* LOAD ends TC */
    CU_ASSERT_FALSE(out(1));
    cmd(0xf1);
    cmd(0x41); /* and enters it from one before */
    CU_ASSERT_TRUE(out(1));
    cmd(0x21);
    cmd(0xc1);
    COUNTS(2, 2); /* disarmed when LOAD reached it, TC stays */
    CU_ASSERT_TRUE(out(1));
    cmd(0x61);
    COUNTS(1, 2);
    cmd(0xc1);
    COUNTS(1, 1); /* reached by counting, TC takes one edge, also disarmed */
    CU_ASSERT_FALSE(out(1));
    cmd(0x81);
    CU_ASSERT_EQUAL(reg(0x11), 1);
}

static void test_set_clear_toggle(void)
{
    start();
    counter(1, 0x0102, 9, 0);
    cmd(0xe9);
    CU_ASSERT_TRUE(out(1));
    CU_ASSERT_EQUAL(status(), 0x03);
    cmd(0xe1);
    CU_ASSERT_FALSE(out(1));
    counter(1, 0x0101, 9, 0);
    cmd(0xe9); /* no effect with TC pulses */
    CU_ASSERT_FALSE(chip.counter[0].toggle);
}

static void test_output_modes(void)
{
    static const struct {
        unsigned code;
        bool quiet, tc, floats, status_quiet, status_tc;
    } rows[] = {{0, 0, 0, 0, 0, 1}, {1, 0, 1, 0, 0, 1}, {4, 0, 0, 1, 1, 0}, {5, 1, 0, 0, 1, 0}, {3, 0, 0, 0, 0, 0}};
    for (size_t n = 0; n < COUNT(rows); n++) {
        start();
        counter(1, 0x0120 | rows[n].code, 2, 0);
        cmd(0x61);
        CU_ASSERT_EQUAL(out(1), rows[n].quiet);
        CU_ASSERT_EQUAL(status() >> 1 & 1U, rows[n].status_quiet);
        CU_ASSERT_EQUAL(high(AM9513_OUT_Z(1)), rows[n].floats);
        clock_src1(2);
        CU_ASSERT_EQUAL(out(1), rows[n].tc);
        CU_ASSERT_EQUAL(status() >> 1 & 1U, rows[n].status_tc);
    }
}

static void test_chain(void)
{
    start();
    counter(1, 0x0120, 2, 0);
    counter(2, 0x0028, 0, 0); /* rising: as counter 1 enters TC */
    counter(3, 0x0100, 0, 0);
    cmd(0x67);
    clock_src1(1);
    CU_ASSERT_EQUAL(count(2), 0);
    clock_src1(1);
    CU_ASSERT_EQUAL(count(2), 1);
    reg_write(2, 0x1028); /* falling: as it leaves */
    clock_src1(1);
    CU_ASSERT_EQUAL(count(2), 2);
    counter(5, 0x0120, 1, 0);
    counter(1, 0x0028, 0, 0);
    cmd(0x50);
    cmd(0x71);
    CU_ASSERT_EQUAL(count(1), 1); /* counter 5's TC, entered by LOAD, is N-1 of counter 1 */
}

void suite_model(void)
{
    static const struct suite_test tests[] = {
        {"power-up and reset", test_power_up},
        {"pointer cycles", test_pointer_cycles},
        {"pointer frozen", test_pointer_frozen},
        {"byte pointer", test_byte_pointer},
        {"16-bit bus", test_wide_bus},
        {"prefetch", test_prefetch},
        {"illegal commands", test_illegal_commands},
        {"TC", test_tc},
        {"BCD", test_bcd},
        {"reload of one", test_reload_of_one},
        {"ARM does not load", test_arm_does_not_load},
        {"step, load, disarm", test_step_load_disarm},
        {"set and clear toggle", test_set_clear_toggle},
        {"output modes", test_output_modes},
        {"chain", test_chain},
    };
    suite_register("model", NULL, NULL, tests, COUNT(tests));
}
