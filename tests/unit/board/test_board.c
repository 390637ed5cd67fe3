/* SPDX-License-Identifier: MIT
 * The board API: opening, time, gaps, pins, accesses and their times. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/random.h"

void suite_board(void);

static struct bench bench;

/* ---- Opening */

static void test_open(void)
{
    bench_load(&bench, "sun3-160:window");
    for (int n = 0; n < 100; n++) {
        bench.config.traced = n % 2 != 0;
        bench_open(&bench);
        CU_ASSERT_EQUAL(bench_now(&bench), 0);
        CU_ASSERT_EQUAL(bench_w(&bench, 0, 0).number, 1);
        CU_ASSERT_TRUE(board_ticks(bench.board) > 0);
        bench_close(&bench);
    }
    board_close(NULL);
}

static void test_two_boards(void)
{
    static struct bench other;
    bench_load(&bench, NULL);
    bench_load(&other, NULL);
    bench_open(&bench);
    bench_open(&other);
    bench_counter(&bench, 1, 0x0128, 0x1111);
    bench_counter(&other, 1, 0x0128, 0x2222);
    bench_cmd(&bench, 0x41);
    bench_cmd(&other, 0x41);
    CU_ASSERT_EQUAL(bench_count(&bench, 1), 0x1111);
    CU_ASSERT_EQUAL(bench_count(&other, 1), 0x2222);
    bench_close(&bench);
    CU_ASSERT_EQUAL(bench_count(&other, 1), 0x2222);
    bench_close(&other);
}

static void test_bad_config(void)
{
    static const int64_t bad[][2] = {
        {0, 1000},    {1000, 0}, {-1, 1000}, {1000, -1}, {INT64_C(1) << 31, 1000}, {1000, INT64_C(1) << 31},
        {9999, 10000}};
    bench_load(&bench, NULL);
    for (size_t n = 0; n < COUNT(bad); n++) {
        struct board *board = (struct board *)&bench;
        bench.config.osc.high_ps = bad[n][0];
        bench.config.osc.low_ps = bad[n][1];
        CU_ASSERT_EQUAL(board_open(&board, &bench.config, &bench.error), STATUS_INPUT);
        CU_ASSERT_PTR_NULL(board);
        CU_ASSERT_TRUE(bench.error.text[0] != '\0');
    }
    static const uint64_t bad_part[][3] = {{1, 0, 0}, {0, 1, 1}, {3, 0, 3}, {0, 0, (UINT64_C(1) << 60) + 1}};
    bench.config.osc.high_ps = bench.config.osc.low_ps = 10000;
    for (size_t n = 0; n < COUNT(bad_part); n++) {
        struct board *board = NULL;
        bench.config.osc.high_part = bad_part[n][0];
        bench.config.osc.low_part = bad_part[n][1];
        bench.config.osc.parts = bad_part[n][2];
        CU_ASSERT_EQUAL(board_open(&board, &bench.config, &bench.error), STATUS_INPUT);
    }
    bench.config.osc = (struct osc){.high_ps = INT32_MAX, .low_ps = INT32_MAX};
    bench_open(&bench);
    bench_close(&bench);
}

/* Parts and machine are read at board_open and not kept. */
static void test_config_not_kept(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    memset(&bench.rig, 0x55, sizeof bench.rig);
    memset(&bench.config, 0x55, sizeof bench.config);
    bench_cmd(&bench, 0xff);
    bench_status(&bench);
    CU_ASSERT_EQUAL(bench.seens, 0);
    bench_close(&bench);
}

/* ---- Time */

static void test_time(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_run_until(bench.board, 0, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(board_run_until(bench.board, 12345, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(bench_now(&bench), 12345);
    CU_ASSERT_EQUAL(board_run_until(bench.board, 12344, &bench.error), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(bench.error.text, "past"));
    CU_ASSERT_EQUAL(bench_now(&bench), 12345);
    CU_ASSERT_EQUAL(board_run_until(bench.board, 12345, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(board_run_until(bench.board, UINT64_MAX, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_run_until(bench.board, (uint64_t)INT64_MAX, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(bench_now(&bench), 12345);
    bench_close(&bench);
}

/* From the end of one access to the start of the next. */
static void test_gap(void)
{
    static const int64_t gaps[] = {0, 1, 59 * NS, 1234567, 3 * US};
    bench_load(&bench, NULL);
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_gap(bench.board, -1, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_gap(bench.board, INT64_MAX, &bench.error), STATUS_INPUT);
    for (size_t n = 0; n < COUNT(gaps); n++) {
        CU_ASSERT_EQUAL(board_gap(bench.board, gaps[n], &bench.error), STATUS_OK);
        struct access a = n % 2 ? bench_cmd(&bench, 0x1f) : bench_status(&bench);
        struct access b = n % 3 ? bench_cmd(&bench, 0x1f) : bench_data(&bench, 0);
        CU_ASSERT_EQUAL(b.start_ps - a.end_ps, (uint64_t)gaps[n]);
    }
    bench_wait(&bench, 50 * US); /* longer than the gap */
    uint64_t now = bench_now(&bench);
    CU_ASSERT_EQUAL(bench_cmd(&bench, 0x1f).start_ps, now);
    bench_close(&bench);

    bench_load(&bench, "sun3-160:window");
    bench_open(&bench);
    for (size_t n = 0; n < COUNT(gaps); n++) {
        CU_ASSERT_EQUAL(board_gap(bench.board, gaps[n], &bench.error), STATUS_OK);
        struct access a = bench_r(&bench, 0), b = bench_r(&bench, 0);
        uint64_t free_ps = a.end_ps + (uint64_t)gaps[n];
        CU_ASSERT_EQUAL(b.start_ps, (free_ps + 59999) / 60000 * 60000);
    }
    bench_close(&bench);
}

/* Without a gap given, chip accesses keep the part's recovery times, strobe to strobe. */
static void test_recovery(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    uint64_t write = bench_cmd(&bench, 0x1f).end_ps - 20 * NS; /* TWHDX and its like */
    struct access a = bench_cmd(&bench, 0x1f);
    CU_ASSERT_EQUAL(a.end_ps - 20 * NS - 150 * NS - write, 1500 * NS); /* TWLWH */
    write = a.end_ps - 20 * NS;
    a = bench_status(&bench);
    CU_ASSERT_EQUAL(a.end_ps - 160 * NS - write, 1500 * NS); /* TRLRH; ends with the strobe */
    uint64_t read = a.end_ps;
    a = bench_status(&bench);
    CU_ASSERT_EQUAL(a.end_ps - 160 * NS - read, 1000 * NS);
    read = a.end_ps;
    a = bench_cmd(&bench, 0x1f);
    CU_ASSERT_EQUAL(a.end_ps - 170 * NS - read, 1000 * NS);
    bench_close(&bench);
}

/* ---- Pins */

static void test_pins(void)
{
    bench_load(&bench, NULL);
    bench.config.wire[PIN_SRC2] = 1 + PIN_OUT1;
    bench.config.wire[PIN_GATE5] = 1 + PIN_FOUT;
    bench_open(&bench);
    for (int pin = 0; pin < PINS + 1; pin++) {
        bool good = pin < PIN_INPUTS && pin != PIN_SRC2 && pin != PIN_GATE5;
        for (int high = 1; high >= 0; high--)
            CU_ASSERT_EQUAL(board_pin_set(bench.board, (enum pin)pin, high, &bench.error),
                            good ? STATUS_OK : STATUS_INPUT);
    }
    CU_ASSERT_EQUAL(board_pin_set(bench.board, PIN_SRC2, true, &bench.error), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(bench.error.text, "out1"));
    CU_ASSERT_EQUAL(board_pulse(bench.board, PIN_SRC2, 1000, 1, &bench.error), STATUS_INPUT);
    bench_close(&bench);
}

/* Pulses end with the last movement; a pin that is high pulses low. Every pin is a source of its own. */
static void test_pulses(void)
{
    bench_load(&bench, NULL);
    bench_open(&bench);
    for (unsigned n = 1; n <= 5; n++)
        bench_counter(&bench, n, 0x0028 | n << 8, 0);
    bench_cmd(&bench, 0x7f);
    for (unsigned n = 1; n <= 5; n++) {
        bench_wait(&bench, 2 * US);
        uint64_t start = bench_now(&bench);
        CU_ASSERT_EQUAL(board_pulse(bench.board, (enum pin)(PIN_SRC1 + n - 1), 70123, n + 3, &bench.error), STATUS_OK);
        CU_ASSERT_EQUAL(bench_now(&bench) - start, UINT64_C(70123) * (2 * (n + 3) - 1));
    }
    bench_pin(&bench, PIN_SRC1, true);
    CU_ASSERT_EQUAL(board_pulse(bench.board, PIN_SRC1, 100 * NS, 2, &bench.error), STATUS_OK);
    for (unsigned n = 1; n <= 5; n++)
        CU_ASSERT_EQUAL(bench_count(&bench, n), n == 1 ? 4 + 1 + 2 : n + 3);
    bench_close(&bench);
}

/* OUT levels and wires between pins; an output in high impedance drives nothing, the wire is pulled up. */
static void test_wires(void)
{
    bench_load(&bench, NULL);
    for (int n = 0; n < 5; n++)
        bench.config.wire[PIN_SRC1 + n] = 1 + PIN_OUT1 + n;
    bench_open(&bench);
    for (unsigned n = 1; n <= 5; n++)
        bench_counter(&bench, n, 0x002a | n << 8, 0); /* toggled, up, its own SRC */
    bench_cmd(&bench, 0x7f);
    bench_wait(&bench, 2 * US);
    for (unsigned n = 1; n <= 5; n++)
        for (unsigned k = 0; k < n; k++) {
            bench_cmd(&bench, 0xe8 | n);
            bench_wait(&bench, 2 * US);
            CU_ASSERT_EQUAL(board_pin(bench.board, (enum pin)(PIN_OUT1 + n - 1)), LEVEL_HIGH);
            bench_cmd(&bench, 0xe0 | n);
            bench_wait(&bench, 2 * US);
            CU_ASSERT_EQUAL(board_pin(bench.board, (enum pin)(PIN_OUT1 + n - 1)), LEVEL_LOW);
        }
    for (unsigned n = 1; n <= 5; n++)
        CU_ASSERT_EQUAL(bench_count(&bench, n), n);
    bench_cmd(&bench, 0xc2);
    bench_cmd(&bench, 0x02);
    bench_data(&bench, 0x2c); /* high impedance: SRC2 goes up */
    bench_data(&bench, 0x02);
    bench_cmd(&bench, 0x22);
    bench_wait(&bench, 2 * US);
    CU_ASSERT_EQUAL(board_pin(bench.board, PIN_OUT2), LEVEL_Z);
    bench_close(&bench);
}

/* ---- Accesses */

static void test_access_times(void)
{
    for (size_t n = 0; n < BENCH_MACHINES; n++) {
        bench_load(&bench, bench_machine[n]);
        for (int corner = 0; corner < CORNERS; corner++) {
            bench.config.corner = (enum corner)corner;
            const struct figure *f = bench.rig.machine.figure;
            uint64_t clock = (uint64_t)f[FIG_CPU_CLOCK].value[corner], des = (uint64_t)f[FIG_DES_CLOCK].value[corner];
            uint64_t rw = (uint64_t)f[FIG_RW_SETUP].value[corner], wdata = (uint64_t)f[FIG_WDATA_SETUP].value[corner];
            uint64_t hold = (uint64_t)f[FIG_STROBE_HOLD].value[corner];
            uint64_t delay = (uint64_t)f[FIG_STROBE_DELAY].value[corner]; /* the strobe ends this much later */
            uint64_t after = (uint64_t)f[FIG_MDS_AFTER].value[corner], low = (uint64_t)f[FIG_MDS_LOW].value[corner];
            uint64_t state = 5 + n;
            bench_open(&bench);
            uint32_t number = 0;
            for (int k = 0; k < 40; k++) {
                bool write = k & 1;
                int offset = k & 2;
                uint64_t before = bench_now(&bench);
                uint64_t lead = write && wdata > rw ? wdata : rw;
                struct access a = write ? bench_w(&bench, offset, 0x1f) : bench_r(&bench, offset);
                CU_ASSERT_EQUAL(a.number, ++number);
                CU_ASSERT_EQUAL(a.start_ps, (before + clock - 1) / clock * clock);
                CU_ASSERT_EQUAL(a.end_ps, bench_now(&bench));
                uint64_t width = a.end_ps - hold - a.start_ps - lead;
                if (offset == 2)
                    CU_ASSERT_EQUAL(width, (uint64_t)f[write ? FIG_MAS_WRITE : FIG_MAS_READ].value[corner]);
                if (offset == 0) {
                    CU_ASSERT_TRUE(width >= low && width < low + des);
                    CU_ASSERT_EQUAL((a.end_ps - hold + delay - after) % des, 0);
                    if (!write)
                        CU_ASSERT_TRUE(a.value == 0xff && !a.driven && !a.valid);
                }
                bench_wait(&bench, (int64_t)(random_below(&state, 3000000)));
            }
            bench_close(&bench);
        }
    }
}

static void test_access_values(void)
{
    bench_load(&bench, "sun3-60");
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_gap(bench.board, 2 * US, &bench.error), STATUS_OK);
    bench_w(&bench, 0, 0);
    bench_w(&bench, 2, 0x09);
    bench_r(&bench, 0);
    bench_w(&bench, 2, 0xa5);
    bench_w(&bench, 2, 0x3c);
    bench_w(&bench, 0, 0);
    bench_w(&bench, 2, 0x09);
    struct access a = bench_r(&bench, 2); /* status */
    CU_ASSERT_TRUE(a.driven && a.valid);
    CU_ASSERT_EQUAL(a.value & 0x3f, 0x01);
    bench_r(&bench, 0);
    CU_ASSERT_EQUAL(bench_r(&bench, 2).value, 0xa5);
    a = bench_r(&bench, 2);
    CU_ASSERT_EQUAL(a.value, 0x3c);
    CU_ASSERT_TRUE(a.driven && a.valid);
    CU_ASSERT_EQUAL(bench.seens, 0);
    a = bench_w(&bench, 2, 0);
    CU_ASSERT_FALSE(a.driven || a.valid);
    bench_close(&bench);
}

/* What a violation says, and that the call comes as it happens. */
static void test_violation(void)
{
    bench_load(&bench, "sun3-160:drawn");
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_gap(bench.board, 2 * US, &bench.error), STATUS_OK);
    bench_w(&bench, 0, 0);
    CU_ASSERT_EQUAL(bench.seens, 0);
    struct access a =
        bench_w(&bench, 2, 0x1f); /* MAS 120 ns; TWLWH 150 ns. Rises 150 + 17.5 + 120 ns + PAL 17.5 ns after start */
    CU_ASSERT_EQUAL_FATAL(bench.seens, 1);
    CU_ASSERT_EQUAL(bench.seen[0].check, FIG_TWLWH);
    CU_ASSERT_EQUAL(bench.seen[0].record.required_ps, 150 * NS);
    CU_ASSERT_EQUAL(bench.seen[0].record.observed_ps, 120 * NS);
    CU_ASSERT_EQUAL(bench.seen[0].record.violated_access, a.number);
    CU_ASSERT_EQUAL(bench.seen[0].record.violated_at_ps, a.start_ps + 305000);
    struct margin m;
    board_margin(bench.board, FIG_TWLWH, &m);
    CU_ASSERT_TRUE(margin_observed(&m));
    CU_ASSERT_EQUAL(m.record.violations, 1);
    CU_ASSERT_EQUAL(m.record.slack_ps, -30 * NS);
    CU_ASSERT_EQUAL(m.record.slack_at_ps, a.start_ps + 305000);
    CU_ASSERT_EQUAL(m.record.slack_access, a.number);
    board_on_violation(bench.board, NULL, NULL);
    bench_w(&bench, 2, 0x1f);
    CU_ASSERT_EQUAL(bench.seens, 1);
    CU_ASSERT_EQUAL(bench_broken(&bench, FIG_TWLWH), 2);
    bench_close(&bench);
}

/* Many violations of one check in one wait: each has its call. FOUT is X2, 10 MHz, and SRC1's least period is 145 ns.
 */
static void test_each_violation(void)
{
    static const enum engine_kind engine[] = {ENGINE_RTL, ENGINE_MODEL};
    for (size_t n = 0; n < COUNT(engine); n++) {
        bench_load(&bench, NULL);
        bench.config.engine = engine[n];
        bench.config.osc.high_ps = bench.config.osc.low_ps = 50 * NS;
        bench.config.wire[PIN_SRC1] = 1 + PIN_FOUT;
        bench.config.watch_fout = true;
        bench_open(&bench);
        bench_counter(&bench, 1, 0x0100, 1);
        bench_cmd(&bench, 0x17);
        bench_data(&bench, 0xb0);
        bench_data(&bench, 0x01);
        bench_wait(&bench, US);
        const size_t before = bench.seens;
        const uint64_t broken = bench_broken(&bench, FIG_TEHEH);
        bench_wait(&bench, 10 * US);
        CU_ASSERT_EQUAL(bench_broken(&bench, FIG_TEHEH) - broken, 100);
        CU_ASSERT_EQUAL(bench.seens - before, 300); /* TEHEL and TELEH as well */
        bench_close(&bench);
    }
}

/* Times that leave a pin's movement out are refused; 1 ps more is an access. */
static void test_no_access(void)
{
    bench_load(&bench, NULL);
    const struct figure *f = bench.rig.chip.figure;
    const int64_t read = f[FIG_TRLRH].value[CORNER_TYP], write = f[FIG_TWLWH].value[CORNER_TYP];
    const struct {
        int figure;
        bool write;
        int64_t most; /* refused */
    } cases[] = {
        {FIG_TAVWH, true, -f[FIG_TWHAX].value[CORNER_TYP]},
        {FIG_TDVWH, true, -f[FIG_TWHDX].value[CORNER_TYP]},
        {FIG_TSLWH, true, 0},
        {FIG_TWHAX, true, -f[FIG_TAVWH].value[CORNER_TYP]},
        {FIG_TWHDX, true, -f[FIG_TDVWH].value[CORNER_TYP]},
        {FIG_TWHSH, true, -write},
        {FIG_TAVRL, false, -read - f[FIG_TRHAX].value[CORNER_TYP]},
        {FIG_TSLRL, false, -read},
        {FIG_TRHAX, false, -read - f[FIG_TAVRL].value[CORNER_TYP]},
        {FIG_TRHSH, false, -read},
    };
    for (size_t n = 0; n < COUNT(cases); n++) {
        struct access a;
        bench_open(&bench);
        CU_ASSERT_EQUAL(board_timing(bench.board, cases[n].figure, cases[n].most, &bench.error), STATUS_OK);
        CU_ASSERT_EQUAL(board_chip(bench.board, true, cases[n].write, false, 0, &a, &bench.error), STATUS_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(bench.error.text, figure_info[cases[n].figure].name));
        CU_ASSERT_EQUAL(bench_now(&bench), 0);
        CU_ASSERT_EQUAL(board_timing(bench.board, cases[n].figure, cases[n].most + 1, &bench.error), STATUS_OK);
        CU_ASSERT_EQUAL(board_chip(bench.board, true, cases[n].write, false, 0, &a, &bench.error), STATUS_OK);
        bench_close(&bench);
    }
}

void suite_board(void)
{
    static const struct suite_test tests[] = {
        {"open and close", test_open},
        {"two boards", test_two_boards},
        {"bad configurations", test_bad_config},
        {"configuration not kept", test_config_not_kept},
        {"time", test_time},
        {"gap", test_gap},
        {"recovery by default", test_recovery},
        {"pins", test_pins},
        {"pulses", test_pulses},
        {"wires", test_wires},
        {"times of accesses", test_access_times},
        {"values of accesses", test_access_values},
        {"a violation", test_violation},
        {"each violation", test_each_violation},
        {"times that leave no access", test_no_access},
    };
    suite_register("board", NULL, NULL, tests, COUNT(tests));
}
