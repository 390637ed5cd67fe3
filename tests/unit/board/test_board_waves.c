/* SPDX-License-Identifier: MIT
 * Waves of the board: opening, closing, what they hold, the time that is taken out of them. */
#include "sim/board/fst.h"
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void suite_board_waves(void);

static struct fixture fixture;

/* Changes of value of all signals in a dump, the values at its begin included: lines of its VCD after the declarations
 * that are no times. */
static uint64_t moves_in(const char *file)
{
    char vcd[80], line[512];
    uint64_t moves = 0;
    bool declared = false;
    (void)snprintf(vcd, sizeof vcd, "%s.vcd", file);
    CU_ASSERT_EQUAL(fst_to_vcd(file, vcd, vcd, &fixture.error), STATUS_OK);
    FILE *f = fopen(vcd, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    while (fgets(line, sizeof line, f)) {
        moves += declared && line[0] != '#' && line[0] != '$';
        declared |= strncmp(line, "$enddefinitions", 15) == 0;
    }
    (void)fclose(f);
    CU_ASSERT_EQUAL(unlink(vcd), 0);
    return moves;
}

static void test_waves(void)
{
    char folder[] = "/tmp/tmr0_boardXXXXXX", file[64];
    struct stat st;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    (void)snprintf(file, sizeof file, "%s/board.fst", folder);
    fixture_load(&fixture, "sun3-160:drawn");
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(board_result(board_waves_begin(fixture.board, file, file, NULL), &fixture.error), STATUS_INPUT);
    board_trace_close(fixture.board);
    fixture_close(&fixture);

    fixture.config.traced = true;
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(
        board_result(board_waves_begin(fixture.board, "/nonexistent/folder/x.fst", "x.fst", NULL), &fixture.error),
        STATUS_SYSTEM);
    CU_ASSERT_EQUAL(board_result(board_waves_begin(fixture.board, file, file, NULL), &fixture.error), STATUS_OK);
    fixture_w(&fixture, 0, 0);
    fixture_w(&fixture, 2, 0xff);
    fixture_r(&fixture, 2);
    fixture_wait(&fixture, 10 * US);
    board_trace_close(fixture.board);
    CU_ASSERT_EQUAL(stat(file, &st), 0);
    CU_ASSERT_TRUE(st.st_size > 1000);
    uint64_t moves = moves_in(file);
    CU_ASSERT_EQUAL(fst_check(file, file, &fixture.error), STATUS_OK);
    CU_ASSERT_EQUAL(truncate(file, 330), 0); /* the header alone */
    CU_ASSERT_EQUAL(fst_check(file, file, &fixture.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(unlink(file), 0);
    CU_ASSERT_EQUAL(fst_check(file, file, &fixture.error), STATUS_SYSTEM);
    fixture_w(&fixture, 0, 0);
    CU_ASSERT_EQUAL(board_result(board_waves_begin(fixture.board, file, file, NULL), &fixture.error), STATUS_OK);
    fixture_w(&fixture, 0, 0);
    fixture_wait(&fixture, 1000 * US); /* at least the oscillator moves, 8 times a microsecond */
    fixture_close(&fixture);           /* closes the waves too */
    CU_ASSERT_TRUE(moves_in(file) > moves + UINT64_C(8) * 1000);
    CU_ASSERT_EQUAL(unlink(file), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

/* Waves that end with a violation go on a while; the board, and who is told of violations, do not. */
static void test_ends(void)
{
    char file[] = "/tmp/tmr0_boardXXXXXX";
    const int descriptor = mkstemp(file);
    CU_ASSERT_TRUE_FATAL(descriptor >= 0);
    (void)close(descriptor);
    fixture_load(&fixture, "sun3-160:drawn");
    fixture.config.traced = true;
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(board_result(board_waves_begin(fixture.board, file, file, NULL), &fixture.error), STATUS_OK);
    fixture_w(&fixture, 0, 0);
    fixture_w(&fixture, 2, 0xff); /* TWLWH */
    const uint64_t end_ps = tmr0_now_ps(fixture.board), ticks = board_ticks(fixture.board);
    const size_t violations = fixture.violations;
    CU_ASSERT_NOT_EQUAL(violations, 0);
    board_trace_close(fixture.board);
    CU_ASSERT_EQUAL(tmr0_now_ps(fixture.board), end_ps);
    CU_ASSERT_EQUAL(board_ticks(fixture.board), ticks);
    CU_ASSERT_EQUAL(fixture.violations, violations);
    fixture_w(&fixture, 2, 0xff);
    CU_ASSERT_TRUE(fixture.violations > violations);
    fixture_close(&fixture);
    CU_ASSERT_EQUAL(unlink(file), 0);
}

void suite_board_waves(void)
{
    static const struct suite_test tests[] = {
        {"waves", test_waves},
        {"ends", test_ends},
    };
    suite_register("board_waves", NULL, NULL, tests, COUNT(tests));
}
