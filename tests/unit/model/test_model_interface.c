/* SPDX-License-Identifier: MIT
 * libam9513's interface: misuse, snapshots, the state as text. */
#include "model/am9513_board.h"
#include "model_chip.h"

#include <string.h>

/* Whatever was in its memory, a chip that was refused is one that was never initialised. */
static void check_refused(const struct am9513_config *bad)
{
    struct am9513 refused;
    memset(&refused, 0xff, sizeof refused);
    CU_ASSERT_EQUAL(am9513_init(&refused, bad), AM9513_RANGE);
    CU_ASSERT_EQUAL_FATAL(am9513_advance(&refused, US), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_get(&refused), 0);
}

TEST(misuse)
{
    uint16_t value;
    struct am9513_config bad = typical;
    char was[2000], is[2000];
    start();
    wait(US);
    struct am9513 before = chip, slow;
    CU_ASSERT_EQUAL(am9513_init(NULL, &typical), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_init(&chip, NULL), AM9513_NULL);
    bad.x2_low_ps = 0;
    check_refused(&bad);
    bad = typical;
    bad.choices = AM9513_CHOICES + 1;
    check_refused(&bad);
    bad = typical;
    bad.x2_high_part = 1; /* of none */
    check_refused(&bad);
    bad.x2_parts = 1;
    check_refused(&bad);
    bad.x2_parts = (UINT64_C(1) << 60) + 1;
    check_refused(&bad);
    bad = typical;
    bad.x2_low_part = bad.x2_parts = 3;
    check_refused(&bad);
    bad = typical;
    bad.tehyv_ps = UINT64_MAX;
    check_refused(&bad);
    uint64_t *const to_pin[] = {&bad.tehyv_ps, &bad.tehyv_compare_ps, &bad.tehfv_ps};
    for (size_t n = 0; n < sizeof to_pin / sizeof *to_pin; n++) {
        bad = typical;
        *to_pin[n] = 63 * UINT64_C(250) * NS; /* 62 periods of X2 fit the pin's line */
        check_refused(&bad);
        *to_pin[n] -= 1;
        CU_ASSERT_EQUAL(am9513_init(&slow, &bad), AM9513_OK);
    }
    chip.config.refuse_past = true;
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

/* What is described is the chip of now, whatever was computed. */
TEST(describe_now)
{
    char was[2000], is[2000], settled[2000];
    start();
    reg_write(0x01, 0x0b21);
    reg_write(0x09, 0x1000);
    reg_write(0x07, 0x1234);
    reg_write(0x0f, 0x5678);
    cmd(0x61);
    CU_ASSERT_TRUE(am9513_describe(&chip, was, sizeof was) > 0);
    CU_ASSERT_EQUAL(am9513_advance(&chip, chip.now_ps + 100 * US), AM9513_OK);
    struct am9513 other = chip;
    CU_ASSERT_EQUAL(am9513_settle(&other), AM9513_OK);
    CU_ASSERT_TRUE(am9513_describe(&other, settled, sizeof settled) > 0);
    CU_ASSERT_TRUE(am9513_describe(&chip, is, sizeof is) > 0);
    CU_ASSERT_STRING_EQUAL(is, settled);
    CU_ASSERT_PTR_NOT_NULL(strstr(is, "alarms 1234 5678"));
    CU_ASSERT_STRING_NOT_EQUAL(strstr(is, "1: mode"), strstr(was, "1: mode"));
}

/* am9513_read() gives the lower byte of an 8-bit bus, and each bit of one of 16 bits. */
TEST(read_width)
{
    start();
    reg_write(0x09, 0x1235);
    cmd(0x09);
    CU_ASSERT_EQUAL(read_port(false), 0x35);
    CU_ASSERT_EQUAL(read_port(true), 0x00); /* most significant byte next */
    cmd(0xef);
    cmd(0x09);
    CU_ASSERT_EQUAL(read_port(false), 0x1235);
    CU_ASSERT_EQUAL(read_port(true), 0xff01);
}

/* A struct that am9513_init() has never seen. */
TEST(never_initialised)
{
    static struct am9513 zero;
    static struct am9513_board board;
    struct am9513_checks checks;
    struct am9513_limits limits = {.twhrl_short_ps = 0};
    uint16_t value;
    char text[2000];
    CU_ASSERT_EQUAL(am9513_advance(&zero, US), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_settle(&zero), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_set(&zero, US, IDLE), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_write(&zero, US, true, 0xff), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_read(&zero, US, true, &value), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_get(&zero), 0);
    CU_ASSERT_EQUAL(am9513_tick(&zero, US, IDLE), 0);
    CU_ASSERT_EQUAL(am9513_next_ps(&zero, OUTS | AM9513_FOUT), AM9513_NEVER);
    CU_ASSERT_TRUE(am9513_describe(&zero, text, sizeof text) < 0);
    CU_ASSERT_EQUAL(am9513_checks_init(&checks, &zero, &limits), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_checks_advance(&checks, &zero, US), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_checks_set(&checks, &zero, US, IDLE), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_checks_lost(&checks, &zero, AM9513_RD_N, false), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_advance(&board, US), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_set(&board, US, 0), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_write(&board, US, 0, 0, NULL), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_read(&board, US, 0, NULL), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_get(&board), 0);
}

/* The last edges of FOUT (F1 / 16) before the end of time; after it there is none. */
TEST(end_of_time)
{
    uint64_t next;
    start();
    cmd(0xe6); /* FOUT on */
    CU_ASSERT_EQUAL(am9513_advance(&chip, AM9513_TIME_MAX - 20 * US), AM9513_OK);
    int edges = 0;
    while ((next = am9513_next_ps(&chip, AM9513_FOUT)) <= AM9513_TIME_MAX && edges < 100) {
        CU_ASSERT_EQUAL(am9513_advance(&chip, next), AM9513_OK);
        edges++;
    }
    CU_ASSERT_TRUE(edges >= 9 && edges <= 11); /* one in 2 us */
    CU_ASSERT_EQUAL(next, AM9513_NEVER);
    CU_ASSERT_EQUAL(am9513_advance(&chip, AM9513_TIME_MAX), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_FOUT), AM9513_NEVER);
    CU_ASSERT_EQUAL(am9513_advance(&chip, AM9513_NEVER), AM9513_RANGE);
}

/* Half a period is low_ps + part / (2 hz) ps. */
static void ideal(uint64_t hz, uint64_t low_ps, uint64_t part)
{
    const struct am9513_config config = AM9513_IDEAL(hz);
    CU_ASSERT_EQUAL(config.x2_high_ps, low_ps);
    CU_ASSERT_EQUAL(config.x2_low_ps, low_ps);
    CU_ASSERT_EQUAL(config.x2_high_part, part);
    CU_ASSERT_EQUAL(config.x2_low_part, part);
    CU_ASSERT_EQUAL(config.x2_parts, 2 * hz);
    CU_ASSERT_EQUAL(config.tcmd_ps, 0);
    CU_ASSERT_EQUAL(config.choices, 0);
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
}

TEST(ideal)
{
    ideal(4000000, 125 * NS, 0);
    ideal(3579545, 139682, 3990620); /* 139682.558 */
    ideal(6144000, 81380, 2560000);  /* 81380.208 */
    ideal(7000000, 71428, 8000000);  /* 71428.571 */
    ideal(6000000, 83333, 4000000);  /* 83333.333 */
    const uint64_t stopped = 0;
    const struct am9513_config none = AM9513_IDEAL(stopped);
    CU_ASSERT_EQUAL(am9513_init(&chip, &none), AM9513_RANGE);
}

/* The ends of the ranges that am9513.h gives. */
TEST(ranges)
{
    const uint64_t widest = UINT64_C(1) << 40;
    struct am9513_config config = {.x2_high_ps = widest, .x2_low_ps = widest};
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
    config.x2_high_ps = widest + 1;
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_RANGE);
    config.x2_high_ps = 0;
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_RANGE);
    config = (struct am9513_config){.x2_high_ps = 1, .x2_low_ps = widest + 1};
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_RANGE);
    config = typical;
    config.x2_parts = UINT64_C(1) << 60;
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
    config = typical;
    config.tcmd_ps = 1000 * US;
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
    config.tcmd_ps++;
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_RANGE);
}

/* A width of 100 ns and half a ps, beside one of 100 ns: after 2000 periods an edge is 1 ns later. */
TEST(half_ps)
{
    for (unsigned high_part = 0; high_part < 2; high_part++) {
        const struct am9513_config config = {.x2_high_ps = 100 * NS,
                                             .x2_low_ps = 100 * NS,
                                             .x2_high_part = high_part,
                                             .x2_low_part = 1 - high_part,
                                             .x2_parts = 2};
        CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
        reg_write(0x17, 0x0100); /* FOUT: F1, divided by 1 */
        CU_ASSERT_EQUAL(am9513_advance(&chip, 400 * US + NS - 1), AM9513_OK);
        CU_ASSERT_TRUE(high(AM9513_FOUT));
        CU_ASSERT_EQUAL(am9513_advance(&chip, 400 * US + NS), AM9513_OK);
        CU_ASSERT_FALSE(high(AM9513_FOUT));
    }
}

/* What a watched pin may do next, alone: the bus of a read, a floating OUT that a reset drives, FOUT that it turns on.
 */
TEST(next)
{
    start();
    CU_ASSERT_EQUAL(am9513_set(&chip, US, IDLE & ~(AM9513_CS_N | AM9513_RD_N)), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_CHIP_DRIVES), US + typical.trlqx_ps);
    CU_ASSERT_EQUAL(am9513_advance(&chip, 2 * US), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_DB), AM9513_NEVER);
    start();
    reg_write(1, 0x0104);
    reg_write(5, 0x0104);
    cmd(0xee);
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps, true, 0xffff), AM9513_OK);
    const uint64_t acts = chip.now_ps + typical.tcmd_ps;
    CU_ASSERT_TRUE(am9513_next_ps(&chip, AM9513_OUT_Z(1)) <= acts);
    CU_ASSERT_TRUE(am9513_next_ps(&chip, AM9513_OUT_Z(5)) <= acts);
    CU_ASSERT_TRUE(am9513_next_ps(&chip, AM9513_FOUT) <= acts);
}

/* What is not watched does not count: OUT of another counter, the bus, a command that cannot move it. */
TEST(next_of_others)
{
    start();
    counter(1, 0x0102, 9, 0);
    counter(2, 0x0b22, 9, 0);
    cmd(0x62);
    CU_ASSERT_TRUE(am9513_next_ps(&chip, AM9513_OUT(2)) < chip.now_ps + 10 * US);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_OUT(1) | AM9513_OUT(5)), AM9513_NEVER);
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps, true, 0xffe9), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_DB), AM9513_NEVER);
    wait(US);
    const uint64_t begin_ps = chip.now_ps + US, end_ps = begin_ps + US;
    CU_ASSERT_EQUAL(am9513_set(&chip, begin_ps, IDLE & ~(AM9513_CS_N | AM9513_RD_N)), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_OUT(1)), AM9513_NEVER);
    CU_ASSERT_EQUAL(am9513_set(&chip, end_ps, IDLE), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_write(&chip, end_ps, true, 0xffe1), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_DB | AM9513_OUT(1)), end_ps + typical.trhqx_ps);
}

static void expect_high_not_before(uint64_t may_ps, uint64_t out)
{
    CU_ASSERT_TRUE(may_ps > chip.now_ps);
    while (!high(out))
        wait(25 * NS);
    CU_ASSERT_TRUE(chip.now_ps >= may_ps);
}

/* Bounds by the registers as they are, without a look at the chip before: a reload that waits, a TC of a lower counter
 * whose Load is greater since, and counts that nothing has read. */
TEST(next_by_registers)
{
    start();
    counter(1, 0x8ba1, 1000, 0); /* mode Q: F1 */
    cmd(0x61);
    gate_pulse(1);
    reg_write(9, 2);
    pin(AM9513_GATE(1), true);
    expect_high_not_before(am9513_next_ps(&chip, AM9513_OUT(1)), AM9513_OUT(1));
    for (unsigned load = 2; load <= 3; load++) {
        start();
        counter(1, 0x0122, 3, 0); /* SRC1 */
        counter(2, 0x0021, load, 0);
        cmd(0x63);
        clock_src1(3);
        reg_write(9, 1000);
        reg_write(1, 0x0b22); /* F1 */
        expect_high_not_before(am9513_next_ps(&chip, AM9513_OUT(2)), AM9513_OUT(2));
    }
    start();
    counter(1, 0x0b21, 9, 0);
    cmd(0x61);
    wait(100 * US);
    expect_high_not_before(am9513_next_ps(&chip, AM9513_OUT(1)), AM9513_OUT(1));
    start();
    wait(US);
    reg_write(0x17, 0xc2b0); /* F1 / 2, at place 10 of 16: it goes on to the end of the 16 */
    CU_ASSERT_FALSE(high(AM9513_FOUT));
    expect_high_not_before(am9513_next_ps(&chip, AM9513_FOUT), AM9513_FOUT);
}

/* A read whose data are valid with the last picosecond of time, or one later. */
TEST(next_at_the_end)
{
    for (unsigned late = 0; late < 2; late++) {
        start();
        CU_ASSERT_EQUAL(am9513_advance(&chip, AM9513_TIME_MAX - typical.trlqx_ps + late), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps, IDLE & ~(AM9513_CS_N | AM9513_RD_N)), AM9513_OK);
        CU_ASSERT_EQUAL(am9513_next_ps(&chip, AM9513_DB), late ? AM9513_NEVER : AM9513_TIME_MAX);
    }
}

/* A source edge and a command in one instant: the edge is first. A command due 1 ps before is before it. */
TEST(instant)
{
    for (unsigned before = 0; before < 2; before++) {
        start();
        counter(1, 0x0128, 0, 0); /* SRC1, up */
        cmd(0x61);
        CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + US, true, 0xffa1), AM9513_OK); /* SAVE */
        CU_ASSERT_EQUAL(am9513_set(&chip, chip.now_ps + typical.tcmd_ps + before, IDLE | AM9513_SRC(1)), AM9513_OK);
        CU_ASSERT_EQUAL(chip.counter[0].hold, 1 - before);
    }
}

/* One call for am9513_set() and am9513_get(), whose result may go back in. */
TEST(tick)
{
    static const struct am9513_config config = AM9513_IDEAL(4000000);
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
    cmd(0x01);
    word(0x0121); /* counter 1: rises of SRC1, repeat, OUT1 high at TC */
    word(2);
    cmd(0x61);
    struct am9513 other = chip;
    uint64_t now = chip.now_ps, all = am9513_get(&chip);
    for (unsigned n = 1; n <= 40; n++) {
        now += 100 * NS;
        all = am9513_tick(&chip, now, all ^ AM9513_SRC(1));
        CU_ASSERT_EQUAL(am9513_set(&other, now, n & 1U ? IDLE | AM9513_SRC(1) : IDLE), AM9513_OK);
        CU_ASSERT_EQUAL(all, am9513_get(&other));
        CU_ASSERT_EQUAL(!!(all & AM9513_OUT(1)), n % 4 == 3 || n % 4 == 0); /* every second rise is TC */
    }
    CU_ASSERT_EQUAL(am9513_tick(&chip, now - 1, all), all); /* late */
    chip.config.refuse_past = true;
    CU_ASSERT_EQUAL(am9513_tick(&chip, now - 1, all), 0);
    CU_ASSERT_EQUAL(am9513_tick(NULL, now, all), 0);
    CU_ASSERT_EQUAL(am9513_get(&chip), all);
}

/* With TCMD of 0 a command acts as its write ends, and what the call returns shows it. */
TEST(tick_command)
{
    static const struct am9513_config config = AM9513_IDEAL(4000000);
    CU_ASSERT_EQUAL(am9513_init(&chip, &config), AM9513_OK);
    reg_write(1, 0x0102);
    const uint64_t set_toggle = (IDLE & ~AM9513_DB) | 0xffe9U | AM9513_HOST_DRIVES;
    uint64_t all = am9513_tick(&chip, chip.now_ps + US, set_toggle & ~(AM9513_CS_N | AM9513_WR_N));
    CU_ASSERT_FALSE(!!(all & AM9513_OUT(1)));
    all = am9513_tick(&chip, chip.now_ps + US, set_toggle);
    CU_ASSERT_TRUE(!!(all & AM9513_OUT(1)));
}

TEST(snapshot)
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

TEST(describe)
{
    char text[2000], cut[10];
    start();
    counter(3, 0x0162, 0x1234, 0x5678);
    int length = am9513_describe(&chip, text, sizeof text);
    CU_ASSERT_TRUE(length > 0 && (size_t)length == strlen(text));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "3: mode 0162  load 1234  hold 5678"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "status 01\n")); /* no write waits */
    CU_ASSERT_EQUAL(am9513_describe(&chip, cut, sizeof cut), length);
    CU_ASSERT_EQUAL(strlen(cut), sizeof cut - 1);
    CU_ASSERT_EQUAL(am9513_describe(&chip, NULL, 0), length);
    CU_ASSERT_TRUE(am9513_describe(&chip, NULL, 1) < 0);
}

/* All of it, while a write waits. */
TEST(described)
{
    char text[2000];
    start();
    reg_write(7, 0x1234);
    reg_write(15, 0x5678);
    counter(1, 0x0162, 2, 3);
    counter(2, 0x0104, 5, 6);
    counter(3, 0x0105, 7, 8);
    counter(4, 0xc1a1, 9, 10);
    counter(5, 0x0002, 11, 12);
    cmd(0x7f);
    gate_pulse(4);
    clock_src1(5);
    gate_pulse(4);
    cmd(0xed);
    reg_write(0x17, 0x0130);
    cmd(0xf9);
    cmd(0x12);
    data(0xff);
    CU_ASSERT_EQUAL(am9513_write(&chip, chip.now_ps + US, true, 0xff21), AM9513_OK);
    CU_ASSERT_TRUE(am9513_describe(&chip, text, sizeof text) > 0);
    CU_ASSERT_STRING_EQUAL(
        text, "time 133000000 ps  pointer 12 (Hold 2), high byte next  latch 0006  alarms 1234 5678  short write\n"
              "master mode 0130: FOUT SRC3, divided by 1\n"
              "1: mode 0162  load 0002  hold 0003  count 0002  armed  TC  toggle  started\n"
              "   J: SRC1, reload from Load and Hold, repeat, down, TC toggles\n"
              "2: mode 0104  load 0005  hold 00ff  count 0005  TC  started\n"
              "   A: SRC1, once, down, OUT floats\n"
              "3: mode 0105  load 0007  hold 0008  count 0002  armed  started\n"
              "   A: SRC1, once, down, TC pulses low\n"
              "4: mode c1a1  load 0009  hold 0004  count 0004  armed  started  retrigger\n"
              "   R: SRC1, gate GATE N rises, special gate, repeat, down, TC pulses high\n"
              "5: mode 0002  load 000b  hold 000c  count 000b  armed  toggle  started\n"
              "   A: TC of N-1, once, down, TC toggles\n"
              "out 15  z 02  status 2a  command ff21 acts at 133325000 ps\n");
}
