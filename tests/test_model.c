/* SPDX-License-Identifier: MIT
 * libam9513 against what is known of the chip (docs and model/am9513.h), and its arithmetic against itself in small
 * steps. X2 is 4 MHz: rises at 125, 375, 625 ns ... */
#include "am9513.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void suite_model(void);

#define NS UINT64_C(1000)
#define US (1000 * NS)
#define HOUR (UINT64_C(3600000000) * US)
#define OUTS (UINT64_C(0x3ff) << AM9513_PLACE_OUT)
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define IDLE (AM9513_DB | AM9513_CS_N | AM9513_RD_N | AM9513_WR_N | AM9513_CD)

static const struct am9513_config typical = {
    .x2_high_ps = 125 * NS,
    .x2_low_ps = 125 * NS,
    .tcmd_ps = 325 * NS,
    .twhyv_ps = 375 * NS,
    .tehyv_ps = 150 * NS,
    .tehfv_ps = 250 * NS,
    .trlqv_ps = 65 * NS,
    .trlqx_ps = 42500,
    .trhqx_ps = 28750,
    .trhqz_ps = 47500,
};

static struct am9513 chip;
static uint64_t pins; /* inputs */

/* ---- A chip and its accesses, 2 us apart; commands have acted when they come back */

static void cmd(unsigned command)
{
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + 1500 * NS, true, (uint16_t)(0xff00U | command)), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_advance(&chip, chip.now_ps + 500 * NS), AM9513_OK);
}

static void data(unsigned value)
{
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + 2 * US, false, (uint16_t)value), AM9513_OK);
}

static void word(unsigned value)
{
    data(value & 0xffU);
    data(value >> 8);
}

static unsigned read_port(bool control)
{
    uint16_t value = 0;
    CU_ASSERT_EQUAL(am9513_read(&chip, chip.now_ps + 2 * US, control, &value), AM9513_OK);
    return value;
}

static unsigned status(void)
{
    return read_port(true);
}

static unsigned read_byte(void)
{
    return read_port(false);
}

static unsigned read_word(void)
{
    unsigned low = read_byte();
    return low | read_byte() << 8;
}

static unsigned reg(unsigned pointer)
{
    cmd(pointer);
    return read_word();
}

static void reg_write(unsigned pointer, unsigned value)
{
    cmd(pointer);
    word(value);
}

static void wait(uint64_t ps)
{
    CU_ASSERT_EQUAL(am9513_advance(&chip, chip.now_ps + ps), AM9513_OK);
}

static void start(void)
{
    CU_ASSERT_EQUAL(am9513_init(&chip, &typical), AM9513_OK);
    pins = IDLE;
}

static void counter(unsigned n, unsigned mode, unsigned load, unsigned hold)
{
    reg_write(n, mode);
    reg_write(8 + n, load);
    reg_write(16 + n, hold);
}

/* The count, by the state: SAVE would change Hold. */
static unsigned count(unsigned n)
{
    (void)am9513_settle(&chip);
    return chip.counter[n - 1].count;
}

static void pin(uint64_t mask, bool high)
{
    pins = high ? pins | mask : pins & ~mask;
    CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps + US, pins), AM9513_OK);
}

/* As the two stand, no later time worked out. */
static bool same_counters(const struct am9513 *x, const struct am9513 *y)
{
    bool same = true;
    for (int n = 0; n < 5; n++) {
        const struct am9513_counter *a = &x->counter[n], *b = &y->counter[n];
        same = same && a->mode == b->mode && a->load == b->load && a->hold == b->hold && a->count == b->count &&
               a->armed == b->armed && a->tc == b->tc && a->toggle == b->toggle && a->started == b->started &&
               a->second == b->second && a->pending == b->pending && a->gate == b->gate;
    }
    return same;
}

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
    COUNTS(1, 1); /* disarmed, TC still takes one edge */
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
    cmd(0x41); /* Hold behind ARM */
    CU_ASSERT_EQUAL(count(1), 3);
}

static void test_retrigger(void)
{
    start();
    counter(1, 0xc1a0, 5, 0); /* R */
    cmd(0x61);
    gate_pulse(1);
    COUNTS(4, 3);
    gate_pulse(1);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 0);
    COUNTS(5, 4, 3, 2, 1, 5, 4, 4);
    CU_ASSERT_EQUAL(reg(0x11), 3);
    gate_pulse(1); /* starts the next count */
    COUNTS(3, 2);
    counter(1, 0x8180, 5, 0); /* N */
    cmd(0x61);
    pin(AM9513_GATE(1), true);
    COUNTS(4, 3);
    pin(AM9513_GATE(1), false);
    COUNTS(3);
    pin(AM9513_GATE(1), true);
    COUNTS(5, 4);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 3);
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
    gate_pulse(1);
    COUNTS(4, 3);
    gate_pulse(1);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 9);
    COUNTS(2);
    CU_ASSERT_EQUAL(chip.counter[0].hold, 3);
    COUNTS(1, 5, 4, 4);
    gate_pulse(1);
    COUNTS(3);
    CU_ASSERT_EQUAL(reg(0x11), 3);
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
    reg_write(0x17, 0x0009); /* time of day: comparator 2 needs both */
    clock_src1(1);
    reg_write(15, count(2));
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

/* Mode X: a gate edge saves between the two bytes of a write to Hold, and nobody looks before the second. */
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

/* ---- Arithmetic against small steps, on random programs */

static uint64_t random_state;

static unsigned below(unsigned limit)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (unsigned)(random_state * UINT64_C(2685821657736338717) >> 33) % limit;
}

static unsigned random_value(void)
{
    switch (below(4)) {
    case 0:
        return below(12);
    case 1:
        return 0xfff0 + below(16);
    case 2:
        return 0x9990 + below(10);
    default:
        return below(0x10000);
    }
}

static unsigned random_mode(void)
{
    static const unsigned sources[] = {0, 0, 0, 11, 11, 11, 12, 12, 1, 6, 13, 0, 11, 12, 2, 0};
    return below(8) << 13 | below(2) << 12 | sources[below(16)] << 8 | below(64) << 2 | below(4);
}

static void random_setup(void)
{
    start();
    (void)am9513_set(&chip, US, pins |= (uint64_t)below(1024) << AM9513_PLACE_SRC);
    reg_write(0x17, below(0x10000) & ~0x6000U & (below(2) ? 0xfff0U : 0xffffU));
    for (unsigned n = 1; n <= 5; n++)
        counter(n, random_mode(), random_value(), random_value());
    reg_write(7, random_value());
    reg_write(15, random_value());
    cmd(0x40 | below(32));
    cmd(0x60 | below(32));
    cmd(0x20 | below(32));
}

/* One of the two chips by edges of X2, the other in one go. Watched pins do not move before they may. */
static bool same_after(struct am9513 *slow, uint64_t until_ps)
{
    struct am9513 *fast = &chip;
    const uint64_t watched = OUTS | AM9513_FOUT;
    uint64_t may_ps = am9513_next_ps(slow, watched), levels = am9513_get(slow) & watched;
    bool right = may_ps > slow->now_ps;
    for (uint64_t at = slow->now_ps; at < until_ps;) {
        at = at + 25 * NS > until_ps ? until_ps : at + 25 * NS;
        (void)am9513_advance(slow, at);
        (void)am9513_settle(slow);
        uint64_t now = am9513_get(slow) & watched;
        if (now != levels && at < may_ps)
            right = false;
        if (now != levels || at >= may_ps)
            may_ps = am9513_next_ps(slow, watched);
        levels = now;
    }
    (void)am9513_advance(fast, until_ps);
    right = right && am9513_get(fast) == am9513_get(slow);
    (void)am9513_settle(fast);
    return right && same_counters(fast, slow) && fast->fout_position == slow->fout_position;
}

static void test_arithmetic(void)
{
    unsigned wrong = 0;
    for (unsigned seed = 1; seed <= 1500; seed++) {
        random_state = seed * UINT64_C(0x9e3779b97f4a7c15);
        random_setup();
        (void)am9513_settle(&chip);
        struct am9513 slow = chip;
        for (int n = 0; n < 6; n++) {
            uint64_t until_ps = chip.now_ps + below(30) * (below(30) * (113 * NS)) + below(1000);
            bool same = same_after(&slow, until_ps);
            if (!same && wrong++ < 5)
                printf("\n  seed %u, step %d: arithmetic and small steps differ\n", seed, n);
            unsigned command = below(4) ? below(0xc0) + 0x20 : 0xf1 + below(5);
            if (below(2))
                pins ^= (uint64_t)1 << (AM9513_PLACE_SRC + below(10));
            (void)am9513_set(&slow, until_ps, pins);
            (void)am9513_set(&chip, until_ps, pins);
            (void)am9513_write(&slow, until_ps, true, (uint16_t)command);
            (void)am9513_write(&chip, until_ps, true, (uint16_t)command);
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void board_setup(void)
{
    start();
    for (unsigned n = 1; n <= 4; n++)
        counter(n, 0x0028, 0, 0);
    counter(5, 0x0b20, 4, 0);
    cmd(0x7f);
}

static double seconds(void)
{
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void test_hour(void)
{
    board_setup();
    double best = 1;
    for (int n = 0; n < 100; n++) {
        double begin = seconds();
        wait(HOUR);
        (void)am9513_settle(&chip);
        double took = seconds() - begin;
        best = took < best ? took : best;
    }
    CU_ASSERT_TRUE(best < 10e-6);
    uint64_t us = (chip.now_ps - 125 * NS) / US; /* counter 5 divides by four */
    cmd(0xaf);
    uint64_t read = 0;
    cmd(0x19);
    for (int n = 0; n < 4; n++)
        read |= (uint64_t)read_word() << 16 * n;
    CU_ASSERT_TRUE(us - read < 1000); /* less the set-up */
}

/* ---- The interface */

static void test_misuse(void)
{
    uint16_t value;
    struct am9513_config bad = typical;
    char was[1000], is[1000];
    start();
    wait(US);
    struct am9513 before = chip;
    CU_ASSERT_EQUAL(am9513_init(NULL, &typical), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_init(&chip, NULL), AM9513_NULL);
    bad.x2_low_ps = 0;
    CU_ASSERT_EQUAL(am9513_init(&chip, &bad), AM9513_RANGE);
    bad = typical;
    bad.tehyv_ps = UINT64_MAX;
    CU_ASSERT_EQUAL(am9513_init(&chip, &bad), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_advance(NULL, 0), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_advance(&chip, US - 1), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_advance(&chip, UINT64_MAX), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_set(NULL, 0, 0), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_set(&chip, US - 1, IDLE), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_set(&chip, 2 * US, AM9513_OUT(1)), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_write(NULL, 0, true, 0), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_write(&chip, US - 1, true, 0xff), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_read(NULL, 0, true, &value), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_read(&chip, 2 * US, true, NULL), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_read(&chip, US - 1, true, &value), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_get(NULL), 0);
    CU_ASSERT_EQUAL(am9513_settle(NULL), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_next_ps(NULL, OUTS), AM9513_NEVER);
    CU_ASSERT_TRUE(am9513_describe(NULL, NULL, 0) < 0);
    CU_ASSERT_EQUAL(chip.config.x2_low_ps, before.config.x2_low_ps);
    CU_ASSERT_EQUAL(chip.config.tehyv_ps, before.config.tehyv_ps);
    CU_ASSERT_EQUAL(chip.done_ps, before.done_ps);
    CU_ASSERT_EQUAL(am9513_get(&chip), am9513_get(&before));
    CU_ASSERT_TRUE(am9513_describe(&before, was, sizeof was) > 0);
    CU_ASSERT_TRUE(am9513_describe(&chip, is, sizeof is) > 0);
    CU_ASSERT_STRING_EQUAL(is, was);
}

static void test_snapshot(void)
{
    board_setup();
    struct am9513 copy = chip;
    unsigned first[2], second[2];
    for (int n = 0; n < 2; n++) {
        chip = copy;
        wait(12345 * US);
        cmd(0xaf);
        first[n] = reg(0x11);
        second[n] = reg(0x12);
    }
    CU_ASSERT_EQUAL(first[0], first[1]);
    CU_ASSERT_EQUAL(second[0], second[1]);
}

static void test_describe(void)
{
    char text[1000], cut[10];
    start();
    counter(3, 0x0162, 0x1234, 0x5678);
    int length = am9513_describe(&chip, text, sizeof text);
    CU_ASSERT_TRUE(length > 0 && (size_t)length == strlen(text));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "3: mode 0162  load 1234  hold 5678"));
    CU_ASSERT_EQUAL(am9513_describe(&chip, cut, sizeof cut), length);
    CU_ASSERT_EQUAL(strlen(cut), sizeof cut - 1);
    CU_ASSERT_EQUAL(am9513_describe(&chip, NULL, 0), length);
}

void suite_model(void)
{
    CU_pSuite s = CU_add_suite("model", NULL, NULL);
    CU_add_test(s, "power-up and reset", test_power_up);
    CU_add_test(s, "pointer cycles", test_pointer_cycles);
    CU_add_test(s, "pointer frozen", test_pointer_frozen);
    CU_add_test(s, "byte pointer", test_byte_pointer);
    CU_add_test(s, "16-bit bus", test_wide_bus);
    CU_add_test(s, "prefetch", test_prefetch);
    CU_add_test(s, "illegal commands", test_illegal_commands);
    CU_add_test(s, "TC", test_tc);
    CU_add_test(s, "BCD", test_bcd);
    CU_add_test(s, "reload of one", test_reload_of_one);
    CU_add_test(s, "ARM does not load", test_arm_does_not_load);
    CU_add_test(s, "step, load, disarm", test_step_load_disarm);
    CU_add_test(s, "set and clear toggle", test_set_clear_toggle);
    CU_add_test(s, "output modes", test_output_modes);
    CU_add_test(s, "chain", test_chain);
    CU_add_test(s, "modes A B C", test_once);
    CU_add_test(s, "mode F", test_one_shot);
    CU_add_test(s, "modes G J L", test_pairs);
    CU_add_test(s, "modes N R", test_retrigger);
    CU_add_test(s, "modes S V", test_gate_chooses);
    CU_add_test(s, "mode X", test_capture);
    CU_add_test(s, "gate controls", test_gates);
    CU_add_test(s, "gates of the 8-bit bus", test_gate_na);
    CU_add_test(s, "time of day", test_time_of_day);
    CU_add_test(s, "comparators", test_comparators);
    CU_add_test(s, "scaler", test_scaler);
    CU_add_test(s, "FOUT", test_fout);
    CU_add_test(s, "when a command acts", test_command_time);
    CU_add_test(s, "a save between two bytes of a write", test_save_between_bytes);
    CU_add_test(s, "when OUT moves", test_out_time);
    CU_add_test(s, "when the bus moves", test_bus_time);
    CU_add_test(s, "arithmetic against small steps", test_arithmetic);
    CU_add_test(s, "an hour costs nothing", test_hour);
    CU_add_test(s, "misuse", test_misuse);
    CU_add_test(s, "snapshot", test_snapshot);
    CU_add_test(s, "describe", test_describe);
}
