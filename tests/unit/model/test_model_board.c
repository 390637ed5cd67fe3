/* SPDX-License-Identifier: MIT
 * The board layer of libam9513 by itself: socket cycles by their figures, both translators, the flip-flop's hazards,
 * misuse. `tmr0 run --engine both` and `tmr0 fuzz` compare it with the RTL. */
#include "model/am9513_board.h"
#include "model_typical.h"
#include "tests/unit/suite.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_model_board(void);

/* A 16.67 MHz machine whose control strobe is as wide as its decode window; delays half-way. */
static const struct am9513_board_config typical = {
    .chip = TYPICAL_CHIP,
    .control_on_read = true,
    .floating = 0xff,
    .pal_tpd_ps = 17500,
    .pal_skew_ps = NS,
    .buffer_tpd_ps = 6500,
    .cpu_clock_ps = 60 * NS,
    .rw_setup_ps = 150 * NS,
    .write_data_setup_ps = 60 * NS,
    .strobe_hold_ps = 60 * NS,
    .control_read_ps = 300 * NS,
    .control_write_ps = 300 * NS,
    .data_strobe_ps = 315 * NS,
    .data_after_ps = 45 * NS,
    .des_clock_ps = 240 * NS,
};

static struct am9513_board board;
static struct am9513_board_config config;

static void start(void)
{
    CU_ASSERT_EQUAL_FATAL(am9513_board_init(&board, &config), AM9513_OK);
}

/* 2 us apart */
static struct am9513_board_access w(unsigned offset, unsigned value)
{
    struct am9513_board_access a = {0};
    CU_ASSERT_EQUAL(am9513_board_write(&board, board.now_ps + 2 * US, offset, (uint8_t)value, &a), AM9513_OK);
    return a;
}

static struct am9513_board_access r(unsigned offset)
{
    struct am9513_board_access a = {0};
    CU_ASSERT_EQUAL(am9513_board_read(&board, board.now_ps + 2 * US, offset, &a), AM9513_OK);
    return a;
}

static void data_port(void)
{
    CU_ASSERT_FALSE(r(0).driven);
}

static void control_port(void)
{
    (void)w(0, 0);
}

static void test_times(void)
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

static void test_flipflop(void)
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

static void test_direct(void)
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

static void test_power_up_level(void)
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
static void test_late_data(void)
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

/* Gates swallow what is shorter than their delay; as long as it comes out. */
static void test_short_strobe(void)
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

static void test_hour(void)
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
    CU_ASSERT_TRUE(best < 10e-6);
    uint64_t saved_ps = w(2, 0xaf).end_ps;
    (void)w(2, 0x19);
    data_port();
    for (unsigned n = 0; n < 8; n++)
        read |= (uint64_t)r(2).value << 8 * n;
    CU_ASSERT_TRUE(read >= (saved_ps - armed_ps) / US - 1 && read <= (saved_ps - armed_ps) / US + 1);
}

/* ---- The board's own checks. All limits are 0 but the one under test. */

static const struct am9513_record *record(enum am9513_check check)
{
    return &board.checks.record[check];
}

static bool observed(enum am9513_check check)
{
    return record(check)->slack_ps != INT64_MAX;
}

/* A status read whose strobe is so wide; HOST_READ's record. Data are valid 89 ns after the strobe falls. */
static const struct am9513_record *read_status(uint64_t strobe_ps, uint64_t latch_ps, int64_t hold_ps, int64_t least_ps)
{
    config = typical;
    config.checks = true;
    config.control_read_ps = strobe_ps;
    config.read_latch_ps = latch_ps;
    config.strobe_hold_ps = hold_ps;
    config.limits.least_ps[AM9513_HOST_READ] = least_ps;
    start();
    control_port();
    (void)r(2);
    CU_ASSERT_EQUAL(am9513_board_advance(&board, board.now_ps + US), AM9513_OK);
    return record(AM9513_HOST_READ);
}

static void test_host_read(void)
{
    const int64_t ns = NS;
    const struct am9513_record *host = read_status(300 * NS, 0, 60 * ns, 211 * ns);
    CU_ASSERT_EQUAL(host->broken, 0);
    CU_ASSERT_EQUAL(host->slack_ps, 0);
    host = read_status(300 * NS, 0, 60 * ns, 211 * ns + 1);
    CU_ASSERT_EQUAL(host->broken, 1);
    CU_ASSERT_EQUAL(host->observed_ps, 211 * ns);
    CU_ASSERT_EQUAL(host->required_ps, 211 * ns + 1);
    CU_ASSERT_EQUAL(host->slack_at_ps, board.latched_ps);
    CU_ASSERT_EQUAL(read_status(300 * NS, 100 * NS, 60 * ns, 111 * ns)->slack_ps, 0);
    /* latched before the chip drives anything: late is what comes when the data are valid */
    CU_ASSERT_EQUAL(read_status(300 * NS, 240 * NS, 60 * ns, 0)->slack_ps, -29 * ns);
    /* latched as the data come, which is too late to read them but breaks no limit of 0; and 1 ps earlier */
    host = read_status(300 * NS, 211 * NS, 60 * ns, 0);
    CU_ASSERT_FALSE(board.read_valid);
    CU_ASSERT_EQUAL(host->broken, 0);
    CU_ASSERT_EQUAL(host->slack_ps, 0);
    host = read_status(300 * NS, 211 * NS + 1, 60 * ns, 0);
    CU_ASSERT_EQUAL(host->broken, 1);
    CU_ASSERT_EQUAL(host->observed_ps, -1);
    CU_ASSERT_EQUAL(host->slack_at_ps, board.latched_ps + 1);
    /* late data are judged until the access ends, here 80 ns and the hold after the strobe falls */
    CU_ASSERT_EQUAL(read_status(80 * NS, 0, 9 * ns, 0)->slack_ps, INT64_MAX);
    CU_ASSERT_EQUAL(read_status(80 * NS, 0, 9 * ns + 1, 0)->slack_ps, -9 * ns);
    /* latched when the access starts at the earliest: R/W is set up 150 ns before the strobe falls */
    CU_ASSERT_EQUAL(read_status(300 * NS, 450 * NS, 60 * ns, 0)->slack_ps, -239 * ns);
    CU_ASSERT_EQUAL(read_status(300 * NS, 451 * NS, 60 * ns, 0)->slack_ps, -239 * ns);
    /* with no hold and no time before the end of the strobe */
    CU_ASSERT_EQUAL(read_status(300 * NS, 0, 0, 5 * ns)->slack_ps, 206 * ns);
    /* the data of the read before are still there: valid since the access began, 450 ns before the latch */
    config.chip.trhqx_ps = config.chip.trhqz_ps = 10 * US;
    config.limits.least_ps[AM9513_HOST_READ] = 450 * ns + 1;
    start();
    control_port();
    (void)r(2);
    CU_ASSERT_EQUAL(am9513_board_read(&board, board.now_ps, 2, NULL), AM9513_OK);
    CU_ASSERT_EQUAL(record(AM9513_HOST_READ)->broken, 2);
    CU_ASSERT_EQUAL(record(AM9513_HOST_READ)->observed_ps, 450 * ns);
    /* nothing is driven: nothing to judge */
    config.control_on_read = false;
    start();
    (void)r(2);
    CU_ASSERT_FALSE(observed(AM9513_HOST_READ));
}

/* A data strobe of that width, whatever the DES clock does. */
static void select_with(uint64_t width_ps, int64_t hold_ps, uint32_t seed)
{
    config = typical;
    config.checks = true;
    config.seed = seed;
    config.des_clock_ps = 1;
    config.data_after_ps = 0;
    config.data_strobe_ps = width_ps;
    config.strobe_hold_ps = hold_ps;
    start();
}

/* 2 * 17.5 ns and 1 ns of skew: a pulse has to last 36 ns. */
static void test_ff_short(void)
{
    for (unsigned n = 0; n < 4; n++) {
        bool write = n & 1U, enough = n & 2U;
        select_with(36 * NS - !enough, 60 * (int64_t)NS, 1);
        if (write)
            control_port();
        else
            data_port();
        CU_ASSERT_EQUAL(record(AM9513_FF_SHORT)->broken, !enough);
        CU_ASSERT_EQUAL(record(AM9513_FF_SHORT)->slack_ps, enough ? 0 : -1);
        (void)r(2); /* is the level known? */
        CU_ASSERT_EQUAL(record(AM9513_FF_UNKNOWN)->broken, !enough);
        CU_ASSERT_FALSE(observed(AM9513_FF_RACE));
    }
}

/* Within a write's strobe R/W rises: RESET ends, SET begins and lasts so long. */
static void test_ff_race(void)
{
    select_with(300 * NS, -36 * (int64_t)NS, 1);
    control_port();
    CU_ASSERT_FALSE(observed(AM9513_FF_RACE));
    CU_ASSERT_EQUAL(record(AM9513_FF_SHORT)->slack_ps, 0);
    CU_ASSERT_EQUAL(am9513_board_advance(&board, board.now_ps + US), AM9513_OK);
    CU_ASSERT_FALSE(board.ff_control.out); /* set: the data port */
    /* The draws by the rule of am9513_board.h, worked out by hand: bit 31 of seed * 0x9e3779b1 + 0x00f11b0b, then of
     * each xorshift of it. */
    static const bool drawn[3][3] = {{false, false, false}, {true, false, true}, {false, true, false}};
    for (uint32_t seed = 0; seed < 3; seed++) {
        select_with(300 * NS, -36 * (int64_t)NS + 1, seed);
        for (unsigned race = 0; race < 3; race++) {
            control_port();
            CU_ASSERT_EQUAL(record(AM9513_FF_RACE)->broken, race + 1);
            CU_ASSERT_EQUAL(record(AM9513_FF_RACE)->observed_ps, 36 * (int64_t)NS - 1);
            CU_ASSERT_EQUAL(record(AM9513_FF_RACE)->required_ps, 36 * (int64_t)NS);
            (void)r(2);
            CU_ASSERT_EQUAL(record(AM9513_FF_UNKNOWN)->broken, race + 1);
            CU_ASSERT_EQUAL(!board.ff_control.out, drawn[seed][race]);
        }
        CU_ASSERT_EQUAL(record(AM9513_FF_SHORT)->broken, 0);
    }
    /* R/W rises with the strobe; or at once, so that there is one long SET */
    for (int64_t hold = -300; hold <= 0; hold += 300) {
        select_with(300 * NS, hold * (int64_t)NS, 1);
        control_port();
        CU_ASSERT_FALSE(observed(AM9513_FF_RACE));
        CU_ASSERT_EQUAL(am9513_board_advance(&board, board.now_ps + US), AM9513_OK);
        CU_ASSERT_EQUAL(!board.ff_control.out, hold != 0);
    }
}

/* SET ends while the control gate has yet to switch: its input goes back, and the level drawn starts the delay again.
 */
static void test_ff_race_begins_again(void)
{
    select_with(300 * NS, -10 * (int64_t)NS, 1);
    control_port();
    CU_ASSERT_EQUAL(record(AM9513_FF_RACE)->broken, 1);
    CU_ASSERT_EQUAL(am9513_board_advance(&board, board.now_ps + 18500 - 1), AM9513_OK);
    CU_ASSERT_TRUE(board.ff_control.out);
    CU_ASSERT_EQUAL(am9513_board_advance(&board, board.now_ps + 1), AM9513_OK);
    CU_ASSERT_FALSE(board.ff_control.out); /* data was drawn */
}

/* The flip-flop's strobe falls while RD- has yet to rise: RD- rises all the same. */
static void test_select_beside_strobe(void)
{
    select_with(300 * NS, 0, 1);
    board.config.cpu_clock_ps = 1;
    board.config.rw_setup_ps = 0;
    (void)r(2);
    CU_ASSERT_EQUAL(am9513_board_read(&board, board.now_ps + 10 * NS, 0, NULL), AM9513_OK);
    CU_ASSERT_EQUAL(record(AM9513_FF_UNKNOWN)->broken, 1);
    CU_ASSERT_FALSE(observed(AM9513_TRHRL)); /* a pause that is lost would count */
}

/* R/W ends no earlier than the strobe falls, and is high again after the access. */
static void test_early_release(void)
{
    select_with(50 * NS, -1000 * (int64_t)NS, 1);
    struct am9513_board_access a = w(0, 0);
    CU_ASSERT_EQUAL(a.end_ps - a.start_ps, 200 * NS);
    CU_ASSERT_FALSE(board.write || board.drives);
    CU_ASSERT_EQUAL(record(AM9513_FF_SHORT)->slack_ps, 14 * (int64_t)NS);
}

static void test_ff_unknown(void)
{
    for (unsigned write = 0; write < 2; write++) {
        select_with(315 * NS, 60 * (int64_t)NS, 1);
        if (write)
            (void)w(2, 0x1f);
        else
            (void)r(2);
        CU_ASSERT_EQUAL(record(AM9513_FF_UNKNOWN)->broken, 1);
        CU_ASSERT_EQUAL(record(AM9513_FF_UNKNOWN)->observed_ps, 0);
        CU_ASSERT_EQUAL(record(AM9513_FF_UNKNOWN)->required_ps, 1);
        control_port();
        (void)w(2, 0x1f);
        CU_ASSERT_EQUAL(record(AM9513_FF_UNKNOWN)->broken, 1);
    }
    config.control_on_read = false; /* no strobe, no use */
    start();
    (void)r(2);
    CU_ASSERT_FALSE(observed(AM9513_FF_UNKNOWN));
    config = typical;
    config.checks = config.direct = true; /* no flip-flop */
    start();
    (void)w(2, 0x1f);
    (void)r(0);
    CU_ASSERT_FALSE(observed(AM9513_FF_UNKNOWN) || observed(AM9513_FF_SHORT) || observed(AM9513_FF_RACE));
}

/* The first read ends, and the chip lets the bus go in the instant in which the second one begins. */
static void test_float_between_reads(void)
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

/* A pause shorter than the PAL's delay does not come out: none at all. As long as the delay it does. */
static void test_pause_lost(void)
{
    for (unsigned n = 0; n < 4; n++) {
        bool write = n & 1U, lost = n & 2U;
        struct am9513_board_access a;
        config = typical;
        config.checks = config.direct = true;
        config.cpu_clock_ps = 1;
        config.rw_setup_ps = config.write_data_setup_ps = 0;
        config.strobe_hold_ps = 0;
        config.limits.least_ps[AM9513_TRHRL] = config.limits.least_ps[AM9513_TWHWL] = 17500;
        config.limits.twhwl_short_ps = 17500;
        start();
        a = write ? w(2, 0xf9) : r(2);
        uint64_t next_ps = a.end_ps + 17500 - lost;
        CU_ASSERT_EQUAL(write ? am9513_board_write(&board, next_ps, 2, 0xf9, NULL)
                              : am9513_board_read(&board, next_ps, 2, NULL),
                        AM9513_OK);
        CU_ASSERT_EQUAL(am9513_board_advance(&board, board.now_ps + US), AM9513_OK);
        const struct am9513_record *pause = record(write ? AM9513_TWHWL : AM9513_TRHRL);
        CU_ASSERT_EQUAL(pause->broken, lost);
        CU_ASSERT_EQUAL(pause->slack_ps, lost ? -17500 : 0);
        CU_ASSERT_EQUAL(record(write ? AM9513_TWLWH : AM9513_TRLRH)->broken, 0);
    }
}

/* The chip's time is the board's, with checks and without. */
static void test_time_of_chip(void)
{
    for (unsigned n = 0; n < 2; n++) {
        config = typical;
        config.checks = n;
        start();
        CU_ASSERT_EQUAL(am9513_board_advance(&board, US), AM9513_OK);
        CU_ASSERT_EQUAL(board.chip.now_ps, US);
        (void)w(2, 0xff);
        CU_ASSERT_EQUAL(board.chip.now_ps, board.now_ps);
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
static void test_ranges(void)
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
        config.strobe_hold_ps = side * (int64_t)(1000 * US);
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
static void test_seed_of_no_draws(void)
{
    config = typical;
    config.seed = 0x26c66c85U;
    start();
    CU_ASSERT_EQUAL(board.ff_random, 1);
}

/* What a read returned is no result of the write after it. */
static void test_write_reads_nothing(void)
{
    config = typical;
    start();
    control_port();
    struct am9513_board_access a = r(2);
    CU_ASSERT_TRUE(a.driven && a.valid);
    a = w(2, 0x1f);
    CU_ASSERT_FALSE(a.driven || a.valid);
}

static void test_misuse(void)
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
        CU_ASSERT_EQUAL(am9513_board_init(&board, &config), AM9513_RANGE);
        *figures[n] = UINT64_MAX;
        CU_ASSERT_EQUAL(am9513_board_init(&board, &config), AM9513_RANGE);
    }
    uint64_t *const delays[] = {&config.pal_tpd_ps,          &config.buffer_tpd_ps, &config.rw_setup_ps,
                                &config.write_data_setup_ps, &config.data_after_ps, &config.read_latch_ps,
                                &config.chip.tehyv_ps};
    for (size_t n = 0; n < sizeof delays / sizeof *delays; n++) {
        config = typical;
        *delays[n] = 1000 * US + 1;
        CU_ASSERT_EQUAL(am9513_board_init(&board, &config), AM9513_RANGE);
    }
    for (int side = -1; side <= 1; side += 2) {
        config = typical;
        config.strobe_hold_ps = side * (int64_t)(1000 * US + 1);
        CU_ASSERT_EQUAL(am9513_board_init(&board, &config), AM9513_RANGE);
    }
    CU_ASSERT_EQUAL(am9513_board_init(NULL, &typical), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_board_init(&board, NULL), AM9513_NULL);
    CU_ASSERT_EQUAL(am9513_board_advance(NULL, 2 * US), AM9513_NULL);
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

static void test_pins(void)
{
    config = typical;
    start();
    CU_ASSERT_EQUAL(am9513_board_set(&board, US, AM9513_SRC(2) | AM9513_GATE(5)), AM9513_OK);
    uint64_t pins = am9513_board_get(&board);
    CU_ASSERT_TRUE(pins & AM9513_SRC(2) && pins & AM9513_GATE(5));
    CU_ASSERT_FALSE(pins & (AM9513_CS_N | AM9513_SRC(1)));
    for (int n = 0; n < 10; n++) {
        CU_ASSERT_EQUAL(am9513_board_set(&board, 2 * US, AM9513_SRC(1) << n), AM9513_OK);
        CU_ASSERT_TRUE(am9513_board_get(&board) & AM9513_SRC(1) << n);
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

void suite_model_board(void)
{
    CU_pSuite s = CU_add_suite("model_board", NULL, NULL);
    CU_add_test(s, "times of accesses", test_times);
    CU_add_test(s, "flip-flop translator", test_flipflop);
    CU_add_test(s, "direct translator", test_direct);
    CU_add_test(s, "level at power-up", test_power_up_level);
    CU_add_test(s, "late and missing data", test_late_data);
    CU_add_test(s, "short strobes", test_short_strobe);
    CU_add_test(s, "HOST_READ", test_host_read);
    CU_add_test(s, "FF_SHORT", test_ff_short);
    CU_add_test(s, "FF_RACE", test_ff_race);
    CU_add_test(s, "FF_UNKNOWN", test_ff_unknown);
    CU_add_test(s, "a race before a gate has switched", test_ff_race_begins_again);
    CU_add_test(s, "flip-flop selected beside a strobe", test_select_beside_strobe);
    CU_add_test(s, "R/W inside the strobe", test_early_release);
    CU_add_test(s, "bus floats as a read begins", test_float_between_reads);
    CU_add_test(s, "a pause that does not come out", test_pause_lost);
    CU_add_test(s, "time of the chip", test_time_of_chip);
    CU_add_test(s, "an hour costs nothing", test_hour);
    CU_add_test(s, "pins", test_pins);
    CU_add_test(s, "ranges", test_ranges);
    CU_add_test(s, "the seed of no draws", test_seed_of_no_draws);
    CU_add_test(s, "a write reads nothing", test_write_reads_nothing);
    CU_add_test(s, "misuse", test_misuse);
}
