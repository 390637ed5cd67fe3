/* SPDX-License-Identifier: MIT
 * The board API: opening, time, gaps, pins, accesses and their times. Runs from the root of the tree. */
#include "tests/unit/helpers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/random.h"

static struct fixture fixture;

/* ---- Opening */

TEST(open)
{
    fixture_load(&fixture, "sun3-160:window");
    for (int n = 0; n < 100; n++) {
        fixture.config.traced = n % 2 != 0;
        fixture_open(&fixture);
        CU_ASSERT_EQUAL(fixture_now(&fixture), 0);
        CU_ASSERT_EQUAL(fixture_w(&fixture, 0, 0).number, 1);
        CU_ASSERT_TRUE(board_ticks(fixture.board) > 0);
        fixture_close(&fixture);
    }
    (void)tmr0_close(NULL);
}

TEST(two_boards)
{
    static struct fixture other;
    fixture_load(&fixture, NULL);
    fixture_load(&other, NULL);
    fixture_open(&fixture);
    fixture_open(&other);
    fixture_counter(&fixture, 1, 0x0128, 0x1111);
    fixture_counter(&other, 1, 0x0128, 0x2222);
    fixture_cmd(&fixture, 0x41);
    fixture_cmd(&other, 0x41);
    CU_ASSERT_EQUAL(fixture_count(&fixture, 1), 0x1111);
    CU_ASSERT_EQUAL(fixture_count(&other, 1), 0x2222);
    fixture_close(&fixture);
    CU_ASSERT_EQUAL(fixture_count(&other, 1), 0x2222);
    fixture_close(&other);
}

TEST(bad_config)
{
    static const int64_t bad[][2] = {
        {0, 1000},    {1000, 0}, {-1, 1000}, {1000, -1}, {INT64_C(1) << 31, 1000}, {1000, INT64_C(1) << 31},
        {9999, 10000}};
    fixture_load(&fixture, NULL);
    for (size_t n = 0; n < COUNT(bad); n++) {
        struct tmr0_board *board = (struct tmr0_board *)&fixture;
        fixture.config.osc.high_ps = bad[n][0];
        fixture.config.osc.low_ps = bad[n][1];
        CU_ASSERT_EQUAL(board_result(board_open(&board, &fixture.config), &fixture.error), STATUS_INPUT);
        CU_ASSERT_PTR_NULL(board);
        CU_ASSERT_TRUE(fixture.error.text[0] != '\0');
    }
    static const uint64_t bad_part[][3] = {{1, 0, 0}, {0, 1, 1}, {3, 0, 3}, {0, 0, (UINT64_C(1) << 60) + 1}};
    fixture.config.osc.high_ps = fixture.config.osc.low_ps = 10000;
    for (size_t n = 0; n < COUNT(bad_part); n++) {
        struct tmr0_board *board = NULL;
        fixture.config.osc.high_part = bad_part[n][0];
        fixture.config.osc.low_part = bad_part[n][1];
        fixture.config.osc.parts = bad_part[n][2];
        CU_ASSERT_EQUAL(board_result(board_open(&board, &fixture.config), &fixture.error), STATUS_INPUT);
    }
    fixture.config.osc = (struct osc){.high_ps = INT32_MAX, .low_ps = INT32_MAX};
    fixture_open(&fixture);
    fixture_close(&fixture);
}

/* Parts and machine are read at board_open and not kept. */
TEST(config_not_kept)
{
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    memset(&fixture.rig, 0x55, sizeof fixture.rig);
    memset(&fixture.config, 0x55, sizeof fixture.config);
    fixture_cmd(&fixture, 0xff);
    fixture_status(&fixture);
    CU_ASSERT_EQUAL(fixture.violations, 0);
    fixture_close(&fixture);
}

/* ---- Time */

TEST(time)
{
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(board_result(tmr0_run_until(fixture.board, 0), &fixture.error), STATUS_OK);
    CU_ASSERT_EQUAL(board_result(tmr0_run_until(fixture.board, 12345), &fixture.error), STATUS_OK);
    CU_ASSERT_EQUAL(fixture_now(&fixture), 12345);
    CU_ASSERT_EQUAL(board_result(tmr0_run_until(fixture.board, 12344), &fixture.error), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture.error.text, "past"));
    CU_ASSERT_EQUAL(fixture_now(&fixture), 12345);
    CU_ASSERT_EQUAL(board_result(tmr0_run_until(fixture.board, 12345), &fixture.error), STATUS_OK);
    CU_ASSERT_EQUAL(board_result(tmr0_run_until(fixture.board, UINT64_MAX), &fixture.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_result(tmr0_run_until(fixture.board, (uint64_t)INT64_MAX), &fixture.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(fixture_now(&fixture), 12345);
    fixture_close(&fixture);
}

/* From the end of one access to the start of the next. */
TEST(gap)
{
    static const int64_t gaps[] = {0, 1, 59 * NS, 1234567, 3 * US};
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(board_result(tmr0_gap(fixture.board, -1), &fixture.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_result(tmr0_gap(fixture.board, INT64_MAX), &fixture.error), STATUS_INPUT);
    for (size_t n = 0; n < COUNT(gaps); n++) {
        CU_ASSERT_EQUAL(board_result(tmr0_gap(fixture.board, gaps[n]), &fixture.error), STATUS_OK);
        struct tmr0_access a = n % 2 ? fixture_cmd(&fixture, 0x1f) : fixture_status(&fixture);
        struct tmr0_access b = n % 3 ? fixture_cmd(&fixture, 0x1f) : fixture_data(&fixture, 0);
        CU_ASSERT_EQUAL(b.start_ps - a.end_ps, (uint64_t)gaps[n]);
    }
    fixture_wait(&fixture, 50 * US); /* longer than the gap */
    uint64_t now = fixture_now(&fixture);
    CU_ASSERT_EQUAL(fixture_cmd(&fixture, 0x1f).start_ps, now);
    fixture_close(&fixture);

    fixture_load(&fixture, "sun3-160:window");
    fixture_open(&fixture);
    for (size_t n = 0; n < COUNT(gaps); n++) {
        CU_ASSERT_EQUAL(board_result(tmr0_gap(fixture.board, gaps[n]), &fixture.error), STATUS_OK);
        struct tmr0_access a = fixture_r(&fixture, 0), b = fixture_r(&fixture, 0);
        uint64_t free_ps = a.end_ps + (uint64_t)gaps[n];
        CU_ASSERT_EQUAL(b.start_ps, (free_ps + 59999) / 60000 * 60000);
    }
    fixture_close(&fixture);
}

/* Without a gap given, chip accesses keep the part's recovery times, strobe to strobe. */
TEST(recovery)
{
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    uint64_t write = fixture_cmd(&fixture, 0x1f).end_ps - 20 * NS; /* TWHDX and its like */
    struct tmr0_access a = fixture_cmd(&fixture, 0x1f);
    CU_ASSERT_EQUAL(a.end_ps - 20 * NS - 150 * NS - write, 1500 * NS); /* TWLWH */
    write = a.end_ps - 20 * NS;
    a = fixture_status(&fixture);
    CU_ASSERT_EQUAL(a.end_ps - 160 * NS - write, 1500 * NS); /* TRLRH; ends with the strobe */
    uint64_t read = a.end_ps;
    a = fixture_status(&fixture);
    CU_ASSERT_EQUAL(a.end_ps - 160 * NS - read, 1000 * NS);
    read = a.end_ps;
    a = fixture_cmd(&fixture, 0x1f);
    CU_ASSERT_EQUAL(a.end_ps - 170 * NS - read, 1000 * NS);
    fixture_close(&fixture);
}

/* ---- Pins */

TEST(pins)
{
    fixture_load(&fixture, NULL);
    fixture.config.wire[PIN_SRC2] = 1 + PIN_OUT1;
    fixture.config.wire[PIN_GATE5] = 1 + PIN_FOUT;
    fixture_open(&fixture);
    for (int pin = 0; pin < PINS; pin++) {
        bool good = pin < PIN_INPUTS && pin != PIN_SRC2 && pin != PIN_GATE5;
        for (int high = 1; high >= 0; high--)
            CU_ASSERT_EQUAL(tmr0_set_pin(fixture.board, pin_name[pin], high), good ? TMR0_OK : TMR0_INPUT);
    }
    CU_ASSERT_EQUAL(tmr0_set_pin(fixture.board, "src2", true), TMR0_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(tmr0_error(), "out1"));
    CU_ASSERT_EQUAL(tmr0_pulse(fixture.board, "src2", 1000, 1), TMR0_INPUT);
    fixture_close(&fixture);
}

/* Pulses end with the last movement; a pin that is high pulses low. Every pin is a source of its own. */
TEST(pulses)
{
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    for (unsigned n = 1; n <= 5; n++)
        fixture_counter(&fixture, n, 0x0028 | n << 8, 0);
    fixture_cmd(&fixture, 0x7f);
    for (unsigned n = 1; n <= 5; n++) {
        fixture_wait(&fixture, 2 * US);
        uint64_t start = fixture_now(&fixture);
        CU_ASSERT_EQUAL(tmr0_pulse(fixture.board, pin_name[PIN_SRC1 + n - 1], 70123, n + 3), TMR0_OK);
        CU_ASSERT_EQUAL(fixture_now(&fixture) - start, UINT64_C(70123) * (2 * (n + 3) - 1));
    }
    fixture_pin(&fixture, PIN_SRC1, true);
    CU_ASSERT_EQUAL(tmr0_pulse(fixture.board, "src1", 100 * NS, 2), TMR0_OK);
    for (unsigned n = 1; n <= 5; n++)
        CU_ASSERT_EQUAL(fixture_count(&fixture, n), n == 1 ? 4 + 1 + 2 : n + 3);
    fixture_close(&fixture);
}

/* OUT levels and wires between pins; an output in high impedance drives nothing, the wire is pulled up. */
TEST(wires)
{
    fixture_load(&fixture, NULL);
    for (int n = 0; n < 5; n++)
        fixture.config.wire[PIN_SRC1 + n] = 1 + PIN_OUT1 + n;
    fixture_open(&fixture);
    for (unsigned n = 1; n <= 5; n++)
        fixture_counter(&fixture, n, 0x002a | n << 8, 0); /* toggled, up, its own SRC */
    fixture_cmd(&fixture, 0x7f);
    fixture_wait(&fixture, 2 * US);
    for (unsigned n = 1; n <= 5; n++)
        for (unsigned k = 0; k < n; k++) {
            fixture_cmd(&fixture, 0xe8 | n);
            fixture_wait(&fixture, 2 * US);
            CU_ASSERT_EQUAL(tmr0_pin(fixture.board, pin_name[PIN_OUT1 + n - 1]), TMR0_HIGH);
            fixture_cmd(&fixture, 0xe0 | n);
            fixture_wait(&fixture, 2 * US);
            CU_ASSERT_EQUAL(tmr0_pin(fixture.board, pin_name[PIN_OUT1 + n - 1]), TMR0_LOW);
        }
    for (unsigned n = 1; n <= 5; n++)
        CU_ASSERT_EQUAL(fixture_count(&fixture, n), n);
    fixture_cmd(&fixture, 0xc2);
    fixture_cmd(&fixture, 0x02);
    fixture_data(&fixture, 0x2c); /* high impedance: SRC2 goes up */
    fixture_data(&fixture, 0x02);
    fixture_cmd(&fixture, 0x22);
    fixture_wait(&fixture, 2 * US);
    CU_ASSERT_EQUAL(tmr0_pin(fixture.board, "out2"), TMR0_FLOATS);
    fixture_close(&fixture);
}

/* ---- Accesses */

TEST(access_times)
{
    for (size_t n = 0; n < FIXTURE_MACHINES; n++) {
        fixture_load(&fixture, fixture_machine[n]);
        for (int corner = 0; corner < CORNERS; corner++) {
            fixture.config.corner = (enum corner)corner;
            const struct figure *f = fixture.rig.machine.figure;
            uint64_t clock = (uint64_t)f[FIG_CPU_CLOCK].value[corner], des = (uint64_t)f[FIG_DES_CLOCK].value[corner];
            uint64_t rw = (uint64_t)f[FIG_RW_SETUP].value[corner], wdata = (uint64_t)f[FIG_WDATA_SETUP].value[corner];
            uint64_t hold = (uint64_t)f[FIG_STROBE_HOLD].value[corner];
            uint64_t delay = (uint64_t)f[FIG_STROBE_DELAY].value[corner]; /* the strobe ends this much later */
            uint64_t after = (uint64_t)f[FIG_MDS_AFTER].value[corner], low = (uint64_t)f[FIG_MDS_LOW].value[corner];
            uint64_t state = 5 + n;
            fixture_open(&fixture);
            uint32_t number = 0;
            for (int k = 0; k < 40; k++) {
                bool write = k & 1;
                int offset = k & 2;
                uint64_t before = fixture_now(&fixture);
                uint64_t lead = write && wdata > rw ? wdata : rw;
                struct tmr0_access a = write ? fixture_w(&fixture, offset, 0x1f) : fixture_r(&fixture, offset);
                CU_ASSERT_EQUAL(a.number, ++number);
                CU_ASSERT_EQUAL(a.start_ps, (before + clock - 1) / clock * clock);
                CU_ASSERT_EQUAL(a.end_ps, fixture_now(&fixture));
                uint64_t width = a.end_ps - hold - a.start_ps - lead;
                if (offset == 2)
                    CU_ASSERT_EQUAL(width, (uint64_t)f[write ? FIG_MAS_WRITE : FIG_MAS_READ].value[corner]);
                if (offset == 0) {
                    CU_ASSERT_TRUE(width >= low && width < low + des);
                    CU_ASSERT_EQUAL((a.end_ps - hold + delay - after) % des, 0);
                    if (!write)
                        CU_ASSERT_TRUE(a.value == 0xff && !a.driven && !a.valid);
                }
                fixture_wait(&fixture, (int64_t)(random_below(&state, 3000000)));
            }
            fixture_close(&fixture);
        }
    }
}

TEST(access_values)
{
    fixture_load(&fixture, "sun3-60");
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(board_result(tmr0_gap(fixture.board, 2 * US), &fixture.error), STATUS_OK);
    fixture_w(&fixture, 0, 0);
    fixture_w(&fixture, 2, 0x09);
    fixture_r(&fixture, 0);
    fixture_w(&fixture, 2, 0xa5);
    fixture_w(&fixture, 2, 0x3c);
    fixture_w(&fixture, 0, 0);
    fixture_w(&fixture, 2, 0x09);
    struct tmr0_access a = fixture_r(&fixture, 2); /* status */
    CU_ASSERT_TRUE(a.driven && a.valid);
    CU_ASSERT_EQUAL(a.value & 0x3f, 0x01);
    fixture_r(&fixture, 0);
    CU_ASSERT_EQUAL(fixture_r(&fixture, 2).value, 0xa5);
    a = fixture_r(&fixture, 2);
    CU_ASSERT_EQUAL(a.value, 0x3c);
    CU_ASSERT_TRUE(a.driven && a.valid);
    CU_ASSERT_EQUAL(fixture.violations, 0);
    a = fixture_w(&fixture, 2, 0);
    CU_ASSERT_FALSE(a.driven || a.valid);
    fixture_close(&fixture);
}

/* What a violation says, and that the call comes as it happens. */
TEST(violation)
{
    fixture_load(&fixture, "sun3-160:drawn");
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(board_result(tmr0_gap(fixture.board, 2 * US), &fixture.error), STATUS_OK);
    fixture_w(&fixture, 0, 0);
    CU_ASSERT_EQUAL(fixture.violations, 0);
    struct tmr0_access a = fixture_w(
        &fixture, 2, 0x1f); /* MAS 120 ns; TWLWH 150 ns. Rises 150 + 17.5 + 120 ns + PAL 17.5 ns after start */
    CU_ASSERT_EQUAL_FATAL(fixture.violations, 1);
    CU_ASSERT_EQUAL(fixture.seen[0].check, FIG_TWLWH);
    CU_ASSERT_EQUAL(fixture.seen[0].record.required_ps, 150 * NS);
    CU_ASSERT_EQUAL(fixture.seen[0].record.observed_ps, 120 * NS);
    CU_ASSERT_EQUAL(fixture.seen[0].record.broken_access, a.number);
    CU_ASSERT_EQUAL(fixture.seen[0].record.broken_at_ps, a.start_ps + 305000);
    struct margin m;
    board_margin(fixture.board, FIG_TWLWH, &m);
    CU_ASSERT_TRUE(margin_observed(&m));
    CU_ASSERT_EQUAL(m.record.broken, 1);
    CU_ASSERT_EQUAL(m.record.slack_ps, -30 * NS);
    CU_ASSERT_EQUAL(m.record.slack_at_ps, a.start_ps + 305000);
    CU_ASSERT_EQUAL(m.record.slack_access, a.number);
    board_on_violation(fixture.board, NULL, NULL);
    fixture_w(&fixture, 2, 0x1f);
    CU_ASSERT_EQUAL(fixture.violations, 1);
    CU_ASSERT_EQUAL(fixture_broken(&fixture, FIG_TWLWH), 2);
    fixture_close(&fixture);
}

/* Many violations of one check in one wait: each has its call. FOUT is X2, 10 MHz, and SRC1's least period is 145 ns.
 */
TEST(each_violation)
{
    static const enum engine_kind engine[] = {ENGINE_RTL, ENGINE_MODEL};
    for (size_t n = 0; n < COUNT(engine); n++) {
        fixture_load(&fixture, NULL);
        fixture.config.engine = engine[n];
        fixture.config.osc.high_ps = fixture.config.osc.low_ps = 50 * NS;
        fixture.config.wire[PIN_SRC1] = 1 + PIN_FOUT;
        fixture.config.watch_fout = true;
        fixture_open(&fixture);
        fixture_counter(&fixture, 1, 0x0100, 1);
        fixture_cmd(&fixture, 0x17);
        fixture_data(&fixture, 0xb0);
        fixture_data(&fixture, 0x01);
        fixture_wait(&fixture, US);
        const size_t before = fixture.violations;
        const uint64_t broken = fixture_broken(&fixture, FIG_TEHEH);
        fixture_wait(&fixture, 10 * US);
        CU_ASSERT_EQUAL(fixture_broken(&fixture, FIG_TEHEH) - broken, 100);
        CU_ASSERT_EQUAL(fixture.violations - before, 300); /* TEHEL and TELEH as well */
        fixture_close(&fixture);
    }
}

static int any_access(bool write)
{
    return write ? tmr0_chip_write(fixture.board, true, 8, 0) : tmr0_chip_read(fixture.board, true, 8);
}

/* Times that leave a pin's movement out are refused; 1 ps more is an access. */
TEST(no_access)
{
    fixture_load(&fixture, NULL);
    const struct figure *f = fixture.rig.chip.figure;
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
        const char *name = figure_info[cases[n].figure].name;
        fixture_open(&fixture);
        CU_ASSERT_EQUAL(tmr0_timing(fixture.board, name, cases[n].most), TMR0_OK);
        CU_ASSERT_EQUAL(any_access(cases[n].write), TMR0_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(tmr0_error(), name));
        CU_ASSERT_EQUAL(fixture_now(&fixture), 0);
        CU_ASSERT_EQUAL(tmr0_timing(fixture.board, name, cases[n].most + 1), TMR0_OK);
        CU_ASSERT(any_access(cases[n].write) >= 0);
        fixture_close(&fixture);
    }
}

TEST(bad_timing)
{
    fixture_load(&fixture, NULL);
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TEHWH", 0), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TXYZ", 0), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TWLWH", 0), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TRLRH", 0), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TAVRL", 1000 * US + 1), TMR0_INPUT);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TAVRL", -1000 * US - 1), TMR0_INPUT);
    /* a recovery that the other pins leave no room for */
    fixture_cmd(&fixture, 0x1f);
    CU_ASSERT_EQUAL(tmr0_timing(fixture.board, "TWHWL", 0), TMR0_OK);
    CU_ASSERT_EQUAL(tmr0_chip_write(fixture.board, true, 8, 0x1f), TMR0_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(tmr0_error(), "TWHWL"));
    fixture_close(&fixture);
}
