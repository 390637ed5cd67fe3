/* SPDX-License-Identifier: MIT
 * The board's own checks in libam9513. All limits are 0 but the one under test. */
#include "model_board.h"

#include <CUnit/CUnit.h>

void suite_model_board_checks(void);

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

void suite_model_board_checks(void)
{
    CU_pSuite s = CU_add_suite("model_board_checks", NULL, NULL);
    CU_add_test(s, "HOST_READ", test_host_read);
    CU_add_test(s, "FF_SHORT", test_ff_short);
    CU_add_test(s, "FF_RACE", test_ff_race);
    CU_add_test(s, "FF_UNKNOWN", test_ff_unknown);
    CU_add_test(s, "a race before a gate has switched", test_ff_race_begins_again);
    CU_add_test(s, "flip-flop selected beside a strobe", test_select_beside_strobe);
    CU_add_test(s, "R/W inside the strobe", test_early_release);
    CU_add_test(s, "a pause that does not come out", test_pause_lost);
}
