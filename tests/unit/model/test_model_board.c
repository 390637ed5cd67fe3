/* SPDX-License-Identifier: MIT
 * The board layer of libam9513 by itself: socket cycles by their figures, both translators, the flip-flop's hazards,
 * misuse. `tmr0 run --engine both` and `make fuzz` compare it with the RTL. */
#include "cli/seconds.h"
#include "model_board.h"
#include "tests/suite.h"

#include <string.h>

TEST(times)
{
    struct am9513_board_access a;
    config = typical;
    start();
    CU_ASSERT_EQUAL(am9513_board_write(&board, 1, 2, 0xff, &a), AM9513_OK); /* next CPU clock edge: 60 ns */
    CU_ASSERT_EQUAL(a.start_ps, 60 * NS);
    CU_ASSERT_EQUAL(a.end_ps, (60 + 150 + 300 + 60) * NS);
    CU_ASSERT_EQUAL(board.now_ps, a.end_ps);
    CU_ASSERT_EQUAL(am9513_board_read(&board, 600 * NS, 0, &a), AM9513_OK); /* on one already */
    CU_ASSERT_EQUAL(a.start_ps, 600 * NS);
    CU_ASSERT_EQUAL(a.end_ps, (1200 + 45 + 60) * NS); /* MDS- low at 750 for 315: DES clock falls at 1200 */
    CU_ASSERT_EQUAL(am9513_board_read(&board, a.end_ps, 2, NULL), AM9513_OK);
    config.data_strobe_ps = 45 * NS + 210 * NS; /* to 1005 + 45: the fall at 960 is too early by 0 ns */
    start();
    CU_ASSERT_EQUAL(am9513_board_read(&board, 600 * NS, 0, &a), AM9513_OK);
    CU_ASSERT_EQUAL(a.end_ps, (960 + 45 + 60) * NS);
    config.data_strobe_ps++;
    start();
    CU_ASSERT_EQUAL(am9513_board_read(&board, 600 * NS, 0, &a), AM9513_OK);
    CU_ASSERT_EQUAL(a.end_ps, (1200 + 45 + 60) * NS);
}

TEST(flipflop)
{
    config = typical;
    start();
    control_port();
    (void)w(2, 0xff);
    (void)w(2, 0x09); /* Load 1 */
    data_port();
    (void)w(2, 0x34);
    (void)w(2, 0x12);
    control_port();
    struct am9513_board_access a = r(2);
    CU_ASSERT_TRUE(a.driven && a.valid);
    CU_ASSERT_EQUAL(a.value, 0x01); /* status: low byte next */
    (void)w(2, 0x09);
    data_port();
    CU_ASSERT_EQUAL(r(2).value, 0x34);
    CU_ASSERT_EQUAL(r(2).value, 0x12);
}

TEST(direct)
{
    config = typical;
    config.direct = true;
    start();
    (void)w(2, 0xff);
    (void)w(2, 0x09);
    (void)w(0, 0x34);
    (void)w(0, 0x12);
    CU_ASSERT_EQUAL(r(2).value, 0x01);
    (void)w(2, 0x09);
    CU_ASSERT_EQUAL(r(0).value, 0x34);
    CU_ASSERT_EQUAL(r(0).value, 0x12);
}

TEST(power_up_level)
{
    for (uint32_t seed = 0; seed < 2; seed++) {
        config = typical;
        config.seed = seed;
        start();
        struct am9513_board_access a = r(2);
        CU_ASSERT_EQUAL(a.value, 0x01); /* status on either port: the pointer is at it after power-up */
        CU_ASSERT_EQUAL(board.chip.low_next, !seed);
    }
}

/* RD- falls 17.5 ns late, data is valid 65 ns after it and 6.5 ns more through the buffer: 89 ns */
TEST(late_data)
{
    config = typical;
    config.floating = 0xa5;
    config.control_read_ps = 89 * NS;
    start();
    control_port();
    struct am9513_board_access a = r(2);
    CU_ASSERT_TRUE(a.driven);
    CU_ASSERT_FALSE(a.valid);
    CU_ASSERT_EQUAL(a.value, 0xa5);
    config.control_read_ps++;
    start();
    control_port();
    CU_ASSERT_TRUE(r(2).valid);
    config.read_latch_ps = 1;
    start();
    control_port();
    CU_ASSERT_FALSE(r(2).valid);
    config.control_on_read = false;
    start();
    control_port();
    CU_ASSERT_FALSE(r(2).driven);
}

/* What a read gives is latched no earlier than the access begins, 450 ns before the strobe rises. That is 239 ns before
 * the data are valid. */
TEST(earliest_latch)
{
    for (uint64_t latch_ns = 449; latch_ns <= 451; latch_ns++) {
        config = typical;
        config.checks = true;
        config.read_latch_ps = latch_ns * NS;
        start();
        control_port();
        (void)r(2);
        CU_ASSERT_EQUAL(am9513_board_advance(&board, board.now_ps + US), AM9513_OK);
        CU_ASSERT_EQUAL(board.checks.record[AM9513_HOST_READ].slack_ps, (latch_ns < 450 ? -238 : -239) * (int64_t)NS);
    }
}

/* Gates swallow what is shorter than their delay; as long as it comes out. */
TEST(short_strobe)
{
    config = typical;
    config.control_write_ps = config.pal_tpd_ps - 1;
    start();
    control_port();
    (void)w(2, 0x09);
    CU_ASSERT_EQUAL(board.chip.pointer, 0x1f);
    config.control_write_ps++;
    start();
    control_port();
    (void)w(2, 0x09);
    CU_ASSERT_EQUAL(board.chip.pointer, 0x09);
    /* Set must outlast the data gate through the control gate: 17.5 + 1 ns hold it, no more is needed to switch */
    for (uint64_t width = 17500; width <= 18502; width += 501) {
        config = typical;
        config.data_after_ps = 0;
        config.des_clock_ps = 1;
        config.data_strobe_ps = width;
        start();
        for (int n = 0; n < 3; n++) /* power-up at control; the first write frees the flip-flop */
            control_port();
        data_port();
        CU_ASSERT_EQUAL(!board.ff_control.out, width > 18500);
    }
}

TEST(hour)
{
    static const uint8_t mode[5][2] = {{0x28, 0x00}, {0x28, 0x00}, {0x28, 0x00}, {0x28, 0x00}, {0x21, 0x0b}};
    config = typical;
    start();
    for (unsigned n = 0; n < 5; n++) {
        control_port();
        (void)w(2, 1 + n);
        data_port();
        (void)w(2, mode[n][0]);
        (void)w(2, mode[n][1]);
        (void)w(2, n == 4 ? 4 : 0);
        (void)w(2, 0);
    }
    control_port();
    (void)w(2, 0x7f);
    uint64_t armed_ps = board.now_ps, read = 0;
    double best = 1;
    for (int n = 0; n < 20; n++) {
        double begin = seconds_now();
        CU_ASSERT_EQUAL(am9513_board_advance(&board, board.now_ps + HOUR), AM9513_OK);
        (void)am9513_settle(&board.chip);
        double took = seconds_now() - begin;
        best = took < best ? took : best;
    }
    CU_ASSERT_TRUE(best < 1e-3); /* a slow host needs 10 us, a step for each wrap of a counter 2 ms [E] */
    uint64_t saved_ps = w(2, 0xaf).end_ps;
    (void)w(2, 0x19);
    data_port();
    for (unsigned n = 0; n < 8; n++)
        read |= (uint64_t)r(2).value << 8 * n;
    CU_ASSERT_TRUE(read >= (saved_ps - armed_ps) / US - 1 && read <= (saved_ps - armed_ps) / US + 1);
}

/* The first read ends, and the chip lets the bus go in the instant in which the second one begins. */
TEST(float_between_reads)
{
    config = typical;
    config.direct = true;
    config.strobe_hold_ps = 0;
    config.cpu_clock_ps = 10 * NS;
    config.chip.trhqz_ps = config.chip.trhqx_ps = 30 * NS;
    config.rw_setup_ps = 30 * NS;
    config.control_read_ps = 120 * NS;
    config.read_latch_ps = 80 * NS;
    start();
    struct am9513_board_access a;
    CU_ASSERT_EQUAL(am9513_board_read(&board, 0, 2, &a), AM9513_OK);
    CU_ASSERT_EQUAL(am9513_board_read(&board, a.end_ps, 2, &a), AM9513_OK);
    CU_ASSERT_FALSE(a.driven);
}

/* R/W and data end apart: WR- ends with the earlier of strobe and R/W, 17.5 ns later at the chip; data, 6.5 ns later.
 * R/W inside the strobe begins a read, of its rest. */
TEST(rw_later)
{
    static const struct {
        int64_t hold_ps, later_ps, twhdx_ps, trlrh_ps;
    } row[] = {
        {60000, 0, 49000, INT64_MAX},
        {-5000, 65000, -16000, INT64_MAX},
        {-5000, 5000, -16000, INT64_MAX},
        {-50000, 0, -11000, 50000},
        {-50000, 20000, -31000, 30000},
        {60000, -110000, 99000, 50000},
        {60000, -60000, 49000, INT64_MAX},
        /* Not before the strobe begins */
        {-299999, 359999, -310999, INT64_MAX},
        {-300000, 360000, -311000, INT64_MAX},
        {-300001, 360001, -311000, INT64_MAX},
        {60000, -359999, INT64_MAX, 299999},
        {60000, -360000, INT64_MAX, 300000},
        {60000, -360001, INT64_MAX, 300000},
    };
    for (size_t n = 0; n < sizeof row / sizeof *row; n++) {
        config = typical;
        config.checks = true;
        config.strobe_hold_ps = row[n].hold_ps;
        config.rw_later_ps = row[n].later_ps;
        start();
        const struct am9513_board_access a = w(2, 0x17);
        CU_ASSERT_EQUAL(am9513_board_advance(&board, a.end_ps + US), AM9513_OK);
        CU_ASSERT_EQUAL(board.checks.record[AM9513_TWHDX].slack_ps, row[n].twhdx_ps);
        CU_ASSERT_EQUAL(board.checks.record[AM9513_TRLRH].slack_ps, row[n].trlrh_ps);
    }
}

/* The chip's time is the board's, with checks and without. Without them nothing is recorded: here the flip-flop is used
 * before it is set. */
TEST(time_of_chip)
{
    for (unsigned n = 0; n < 2; n++) {
        config = typical;
        config.checks = n;
        start();
        CU_ASSERT_EQUAL(am9513_board_advance(&board, US), AM9513_OK);
        CU_ASSERT_EQUAL(board.chip.now_ps, US);
        (void)w(2, 0xff);
        CU_ASSERT_EQUAL(board.chip.now_ps, board.now_ps);
        CU_ASSERT_EQUAL(board.checks.record[AM9513_FF_UNKNOWN].broken, n);
    }
}

/* Byte for byte: copies of structs bring the padding along. */
static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

/* What a board returns whose figure has that value, and all others the typical one. */
static int init_with(uint64_t *figure, uint64_t value)
{
    config = typical;
    *figure = value;
    return am9513_board_init(&board, &config);
}

/* The ends of the ranges are good. */
TEST(ranges)
{
    uint64_t *const figures[] = {&config.pal_skew_ps,    &config.cpu_clock_ps,        &config.control_read_ps,
                                 &config.data_strobe_ps, &config.control_write_ps,    &config.des_clock_ps,
                                 &config.pal_tpd_ps,     &config.write_data_setup_ps, &config.rw_setup_ps,
                                 &config.data_after_ps,  &config.buffer_tpd_ps,       &config.read_latch_ps};
    for (size_t n = 0; n < sizeof figures / sizeof *figures; n++) {
        CU_ASSERT_EQUAL(init_with(figures[n], 1), AM9513_OK);
        CU_ASSERT_EQUAL(init_with(figures[n], 1000 * US), AM9513_OK);
        CU_ASSERT_EQUAL(init_with(figures[n], 1000 * US + 1), AM9513_RANGE);
    }
    for (int side = -1; side <= 1; side += 2) {
        config = typical;
        config.strobe_hold_ps = config.rw_later_ps = side * (int64_t)(1000 * US);
        start();
    }
    config = typical;
    config.cpu_clock_ps = 1;
    start();
    struct am9513_board_access a = w(2, 0xff);
    uint64_t last_ps = AM9513_TIME_MAX - (a.end_ps - a.start_ps);
    CU_ASSERT_EQUAL(am9513_board_write(&board, last_ps + 1, 2, 0xff, &a), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_write(&board, last_ps, 2, 0xff, &a), AM9513_OK);
    CU_ASSERT_EQUAL(a.end_ps, AM9513_TIME_MAX);
    CU_ASSERT_EQUAL(am9513_board_advance(&board, AM9513_TIME_MAX), AM9513_OK);
}

/* The seed whose product is 0 */
TEST(seed_of_no_draws)
{
    config = typical;
    config.seed = 0x26c66c85U;
    start();
    CU_ASSERT_EQUAL(board.ff_random, 1);
}

/* What a read returned is no result of the write after it. */
TEST(write_reads_nothing)
{
    config = typical;
    start();
    control_port();
    struct am9513_board_access a = r(2);
    CU_ASSERT_TRUE(a.driven && a.valid);
    a = w(2, 0x1f);
    CU_ASSERT_FALSE(a.driven || a.valid);
}

/* Whatever was in its memory, a board that was refused is one that was never initialised. */
static void check_refused(void)
{
    struct am9513_board refused;
    memset(&refused, 0xff, sizeof refused);
    CU_ASSERT_EQUAL(am9513_board_init(&refused, &config), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_advance(&refused, US), AM9513_RANGE);
}

TEST(misuse)
{
    struct am9513_board_access a = {.end_ps = 1}, old = a;
    config = typical;
    start();
    CU_ASSERT_EQUAL(am9513_board_advance(&board, US), AM9513_OK);
    struct am9513_board before = board;
    uint64_t *const figures[] = {&config.chip.x2_low_ps,  &config.pal_skew_ps,      &config.cpu_clock_ps,
                                 &config.control_read_ps, &config.control_write_ps, &config.data_strobe_ps,
                                 &config.des_clock_ps};
    for (size_t n = 0; n < sizeof figures / sizeof *figures; n++) {
        config = typical;
        *figures[n] = 0;
        check_refused();
        *figures[n] = UINT64_MAX;
        check_refused();
    }
    uint64_t *const delays[] = {&config.pal_tpd_ps,          &config.buffer_tpd_ps, &config.rw_setup_ps,
                                &config.write_data_setup_ps, &config.data_after_ps, &config.read_latch_ps,
                                &config.chip.tehyv_ps};
    for (size_t n = 0; n < sizeof delays / sizeof *delays; n++) {
        config = typical;
        *delays[n] = 1000 * US + 1;
        check_refused();
    }
    for (int side = -1; side <= 1; side += 2) {
        config = typical;
        config.strobe_hold_ps = side * (int64_t)(1000 * US + 1);
        check_refused();
        config = typical;
        config.rw_later_ps = side * (int64_t)(1000 * US + 1);
        check_refused();
    }
    CU_ASSERT_EQUAL(am9513_board_init(NULL, &typical), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_board_init(&board, NULL), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_board_advance(NULL, 2 * US), AM9513_NULL);
    board.chip.config.refuse_past = before.chip.config.refuse_past = true;
    CU_ASSERT_EQUAL(am9513_board_advance(&board, US - 1), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_board_advance(&board, AM9513_TIME_MAX + 1), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_write(NULL, US, 2, 0, &a), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_board_write(&board, US - 1, 2, 0, &a), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_board_write(&board, US, 1, 0, &a), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_write(&board, AM9513_TIME_MAX - US / 2, 2, 0, &a), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_read(NULL, US, 2, &a), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_board_read(&board, US - 1, 2, &a), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_board_read(&board, US, 3, &a), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_set(NULL, US, 0), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_board_set(&board, US - 1, 0), AM9513_PAST);
    CU_ASSERT_EQUAL(am9513_board_set(&board, US, AM9513_CD), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_get(NULL), 0);
    CU_ASSERT_TRUE(same(&before, &board, sizeof board));
    CU_ASSERT_TRUE(same(&old, &a, sizeof a));
}

TEST(pins)
{
    config = typical;
    start();
    CU_ASSERT_EQUAL(am9513_board_set(&board, US, AM9513_SRC(2) | AM9513_GATE(5)), AM9513_OK);
    uint64_t pins = am9513_board_get(&board);
    CU_ASSERT_TRUE(pins & AM9513_SRC(2) && pins & AM9513_GATE(5));
    CU_ASSERT_FALSE(pins & (AM9513_CS_N | AM9513_SRC(1)));
    for (unsigned n = 0; n < 10; n++) {
        CU_ASSERT_EQUAL(am9513_board_set(&board, 2 * US, AM9513_SRC(1) << n), AM9513_OK);
        CU_ASSERT_TRUE((am9513_board_get(&board) & AM9513_SRC(1) << n) != 0);
    }
    CU_ASSERT_EQUAL(am9513_board_set(&board, 2 * US, AM9513_GATE(5) << 1), AM9513_RANGE);
    CU_ASSERT_EQUAL(am9513_board_set(&board, 2 * US, AM9513_SRC(2) | AM9513_GATE(5)), AM9513_OK);
    (void)w(2, 0xff);
    CU_ASSERT_TRUE(am9513_board_get(&board) & AM9513_GATE(5));
    /* what the PAL still delays reaches the chip before the pins move */
    config.strobe_hold_ps = 0;
    start();
    (void)w(2, 0x1f);
    CU_ASSERT_FALSE(am9513_board_get(&board) & AM9513_WR_N);
    CU_ASSERT_EQUAL(am9513_board_set(&board, board.now_ps + 17500, AM9513_SRC(1)), AM9513_OK);
    CU_ASSERT_TRUE(am9513_board_get(&board) & AM9513_WR_N);
}
