/* SPDX-License-Identifier: MIT
 * Waves of the board: opening, closing, what they hold, the time that is taken out of them. */
#include "sim/board/fst.h"
#include "tests/unit/helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct fixture fixture;

enum { HALF = 125000 }; /* of a period of X2, ps */

/* Changes of value of all signals in a dump, the values at its begin included: lines of its VCD after the declarations
 * that are no times. With `edges`, also those of X2, which is at 4 MHz and low at first; each that does not come when
 * it must counts as a million. */
static uint64_t moves_in(const char *file, uint64_t *edges)
{
    char vcd[80], line[512], x2[32] = "", change[32];
    uint64_t moves = 0, at = 0;
    bool declared = false;
    (void)snprintf(vcd, sizeof vcd, "%s.vcd", file);
    CU_ASSERT_EQUAL(fst_to_vcd(file, vcd, vcd, &fixture.error), STATUS_OK);
    FILE *f = fopen(vcd, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    while (fgets(line, sizeof line, f)) {
        moves += declared && line[0] != '#' && line[0] != '$';
        if (!*x2 && strstr(line, " x2 $end"))
            (void)sscanf(line, "$var wire 1 %30s", x2);
        if (line[0] == '#')
            at = strtoull(line + 1, NULL, 10);
        (void)snprintf(change, sizeof change, "%d%s\n", at / HALF % 2 != 0, x2);
        if (edges && at && strcmp(line + 1, change + 1) == 0)
            *edges += at % HALF == 0 && line[0] == change[0] ? 1 : 1000000;
        declared |= strncmp(line, "$enddefinitions", 15) == 0;
    }
    (void)fclose(f);
    CU_ASSERT_EQUAL(unlink(vcd), 0);
    return moves;
}

TEST(waves)
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
    uint64_t moves = moves_in(file, NULL);
    CU_ASSERT_EQUAL(fst_check(file, file, fst_lost(), &fixture.error), STATUS_OK);
    CU_ASSERT_EQUAL(truncate(file, 330), 0); /* the header alone */
    CU_ASSERT_EQUAL(fst_check(file, file, fst_lost(), &fixture.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(unlink(file), 0);
    CU_ASSERT_EQUAL(fst_check(file, file, fst_lost(), &fixture.error), STATUS_SYSTEM);
    fixture_w(&fixture, 0, 0);
    CU_ASSERT_EQUAL(board_result(board_waves_begin(fixture.board, file, file, NULL), &fixture.error), STATUS_OK);
    fixture_w(&fixture, 0, 0);
    fixture_wait(&fixture, 1000 * US); /* at least the oscillator moves, 8 times a microsecond */
    fixture_close(&fixture);           /* closes the waves too */
    CU_ASSERT_TRUE(moves_in(file, NULL) > moves + UINT64_C(8) * 1000);
    CU_ASSERT_EQUAL(unlink(file), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

/* Every edge of X2, also where only its rises count, and where none does: FOUT on F1, then on SRC1. */
TEST(x2)
{
    char file[] = "/tmp/tmr0_boardXXXXXX";
    const int descriptor = mkstemp(file);
    CU_ASSERT_TRUE_FATAL(descriptor >= 0);
    (void)close(descriptor);
    fixture_load(&fixture, NULL);
    fixture.config.traced = true;
    fixture_open(&fixture);
    CU_ASSERT_EQUAL(board_result(board_waves_begin(fixture.board, file, file, NULL), &fixture.error), STATUS_OK);
    fixture_wait(&fixture, 1000 * US);
    fixture_cmd(&fixture, 0x17); /* Master mode */
    fixture_data(&fixture, 0x10);
    fixture_data(&fixture, 0x00);
    fixture_wait(&fixture, 2000 * US + 50 * NS - (int64_t)fixture_now(&fixture));
    fixture_close(&fixture);
    uint64_t edges = 0;
    (void)moves_in(file, &edges);
    CU_ASSERT_EQUAL(edges, 16000);
    CU_ASSERT_EQUAL(unlink(file), 0);
}

/* Waves that end with a violation go on a while; the board, and who is told of violations, do not. */
TEST(ends)
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
