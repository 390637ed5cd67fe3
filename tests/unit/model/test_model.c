/* SPDX-License-Identifier: MIT
 * libam9513 against what is known of the chip (docs and model/am9513.h). X2 is 4 MHz: rises at 125, 375, 625 ns ... */
#include "model_chip.h"
#include "tests/unit/suite.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

void suite_model(void);

/* Rising edges on SRC1. */
static void clock_src1(unsigned times)
{
    for (unsigned n = 0; n < times; n++) {
        pin(AM9513_SRC(1), true);
        pin(AM9513_SRC(1), false);
    }
}

static void gate_pulse(unsigned n)
{
    pin(AM9513_GATE(n), true);
    pin(AM9513_GATE(n), false);
}

static bool high(uint64_t mask)
{
    return am9513_get(&chip) & mask;
}

static bool out(unsigned n)
{
    wait(US);
    return high(AM9513_OUT(n));
}

/* Counter 1 on SRC1, in TC: the count sequence from so many clocks. */
static void expect_counts(const unsigned *expected, size_t counts)
{
    for (size_t n = 0; n < counts; n++) {
        clock_src1(1);
        CU_ASSERT_EQUAL(count(1), expected[n]);
    }
}

#define COUNTS(...)                                                                                                    \
    do {                                                                                                               \
        const unsigned expected_[] = {__VA_ARGS__};                                                                    \
        expect_counts(expected_, COUNT(expected_));                                                                    \
    } while (0)

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

/* ---- Timing */

/* Mode X: a gate edge saves between the two bytes of a write to Hold, and the counters are not read before the second.
 */
static void test_save_between_bytes(void)
{
    start();
    counter(1, 0xcbe8, 0x1234, 0);
    cmd(0x61);
    pin(AM9513_GATE(1), true);
    wait(10 * US);
    pin(AM9513_GATE(1), false);
    cmd(0x11);
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + 2 * US, false, 0xff), AM9513_OK);
    pin(AM9513_GATE(1), true);
    wait(10 * US);
    struct am9513 looked = chip;
    (void)am9513_settle(&looked);
    CU_ASSERT_EQUAL(looked.counter[0].hold >> 8, 0x12);
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps, false, 0x56), AM9513_OK);
    (void)am9513_settle(&chip);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 0x5600 | (looked.counter[0].hold & 0xff));
    CU_ASSERT_NOT_EQUAL(chip.counter[0].hold, 0x56ff);
}

static void test_command_time(void)
{
    start();
    counter(1, 0x0b28, 0, 0);
    cmd(0x21);
    (void)am9513_settle(&chip);
    /* WR rises so that the command is due at, or 1 ps before, the rise of X2 at 10.125 ms */
    uint64_t edge = 10000 * US + 125 * NS;
    for (unsigned early = 0; early < 2; early++) {
        struct am9513 copy = chip;
        CU_ASSERT_EQUAL(am9513_write(&copy, edge - 325 * NS - early, true, 0xa1), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_advance(&copy, edge), AM9513_OK);
        (void)am9513_settle(&copy);
        CU_ASSERT_EQUAL(copy.counter[0].hold, copy.counter[0].count - early);
    }
    /* a read that begins first brings it forward */
    uint16_t value;
    CU_ASSERT_EQUAL(am9513_write(&chip, edge - 300 * NS, true, 0xa1), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_read(&chip, edge - 1, true, &value), AM9513_OK);
    wait(US);
    CU_ASSERT_EQUAL(count(1) - chip.counter[0].hold, 4);
}

static void test_out_time(void)
{
    start();
    counter(1, 0x0102, 9, 0);
    CU_ASSERT_EQUAL(am9513_write(&chip, 1000 * US, true, 0xe9), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, OUTS), 1000 * US + 325 * NS);
    CU_ASSERT_EQUAL(am9513_advance(&chip, 1000 * US + 375 * NS - 1), AM9513_OK);
    CU_ASSERT_FALSE(high(AM9513_OUT(1)));
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, OUTS), 1000 * US + 375 * NS);
    wait(1);
    CU_ASSERT_TRUE(high(AM9513_OUT(1)));
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, OUTS), AM9513_NEVER);
}

static void test_bus_time(void)
{
    start();
    counter(1, 0x0100, 0x1234, 0);
    cmd(0x09);
    wait(US);
    uint64_t begin = chip.now_ps, low = pins & ~(AM9513_CS_N | AM9513_RD_N | AM9513_CD), got;
    CU_ASSERT_EQUAL(am9513_set(&chip, begin, low), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_DB), begin + typical.trlqx_ps);
    wait(typical.trlqx_ps);
    got = am9513_get(&chip);
    CU_ASSERT_TRUE((got & AM9513_CHIP_DRIVES) && !(got & AM9513_CHIP_VALID));
    CU_ASSERT_EQUAL(am9513_advance(&chip, begin + typical.trlqv_ps), AM9513_OK);
    got = am9513_get(&chip);
    CU_ASSERT_TRUE((got & AM9513_CHIP_VALID) && (got & 0xff) == 0x34);
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps, low | AM9513_CD), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_get(&chip) & 0xff, 0x01); /* C/D chooses while the read lasts */
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps, low), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_set(&chip, begin + US, low | AM9513_RD_N), AM9513_OK);
    wait(typical.trhqx_ps);
    got = am9513_get(&chip);
    CU_ASSERT_TRUE((got & AM9513_CHIP_DRIVES) && !(got & AM9513_CHIP_VALID));
    CU_ASSERT_EQUAL(am9513_advance(&chip, begin + US + typical.trhqz_ps), AM9513_OK);
    CU_ASSERT_FALSE(high(AM9513_CHIP_DRIVES));
    CU_ASSERT_EQUAL(read_byte(), 0x12);
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
        {"modes A B C", test_once},
        {"mode F", test_one_shot},
        {"modes G J L", test_pairs},
        {"modes N R", test_retrigger},
        {"modes S V", test_gate_chooses},
        {"mode X", test_capture},
        {"gate controls", test_gates},
        {"gates of the 8-bit bus", test_gate_na},
        {"time of day", test_time_of_day},
        {"comparators", test_comparators},
        {"scaler", test_scaler},
        {"FOUT", test_fout},
        {"when a command acts", test_command_time},
        {"a save between two bytes of a write", test_save_between_bytes},
        {"when OUT moves", test_out_time},
        {"when the bus moves", test_bus_time},
    };
    suite_register("model", NULL, NULL, tests, COUNT(tests));
}
