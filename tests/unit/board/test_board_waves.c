/* SPDX-License-Identifier: MIT
 * Waves of the board: opening, closing, what they hold, the time that is taken out of them. */
#include "sim/board/fst.h"
#include "tests/unit/helpers.h"

#include <CUnit/CUnit.h>
#include <gtkwave/fstapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void suite_board_waves(void);

static struct bench bench;

static void count_move(void *context, uint64_t time, fstHandle signal, const unsigned char *value)
{
    (void)time, (void)signal, (void)value;
    ++*(uint64_t *)context;
}

/* Changes of value of all signals in a dump, the values at its begin included. */
static uint64_t moves_in(const char *file)
{
    uint64_t moves = 0;
    void *dump = fstReaderOpen(file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(dump);
    fstReaderSetFacProcessMaskAll(dump);
    CU_ASSERT_EQUAL(fstReaderIterBlocks(dump, count_move, &moves, NULL), 1);
    fstReaderClose(dump);
    return moves;
}

static void test_waves(void)
{
    char folder[] = "/tmp/tmr0_boardXXXXXX", file[64];
    struct stat st;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    (void)snprintf(file, sizeof file, "%s/board.fst", folder);
    bench_load(&bench, "sun3-160:drawn");
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_trace_open(bench.board, file, NULL, &bench.error), STATUS_INPUT);
    CU_ASSERT_EQUAL(board_trace_close(bench.board, &bench.error), STATUS_OK);
    bench_close(&bench);

    bench.config.traced = true;
    bench_open(&bench);
    CU_ASSERT_EQUAL(board_trace_open(bench.board, "/nonexistent/folder/x.fst", NULL, &bench.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(board_trace_open(bench.board, file, NULL, &bench.error), STATUS_OK);
    bench_w(&bench, 0, 0);
    bench_w(&bench, 2, 0xff);
    bench_r(&bench, 2);
    bench_wait(&bench, 10 * US);
    CU_ASSERT_EQUAL(board_trace_close(bench.board, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(stat(file, &st), 0);
    CU_ASSERT_TRUE(st.st_size > 1000);
    uint64_t moves = moves_in(file);
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_OK);
    CU_ASSERT_EQUAL(truncate(file, st.st_size - 1), 0);
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(truncate(file, st.st_size + 1), 0);
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(truncate(file, 330), 0); /* the header alone */
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_SYSTEM);
    CU_ASSERT_EQUAL(unlink(file), 0);
    CU_ASSERT_EQUAL(fst_finish(file, file, &bench.error), STATUS_SYSTEM);
    bench_w(&bench, 0, 0);
    CU_ASSERT_EQUAL(board_trace_open(bench.board, file, NULL, &bench.error), STATUS_OK);
    bench_w(&bench, 0, 0);
    bench_wait(&bench, 1000 * US); /* at least the oscillator moves, 8 times a microsecond */
    bench_close(&bench);           /* closes the waves too */
    CU_ASSERT_TRUE(moves_in(file) > moves + UINT64_C(8) * 1000);
    CU_ASSERT_EQUAL(unlink(file), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

void suite_board_waves(void)
{
    static const struct suite_test tests[] = {
        {"waves", test_waves},
    };
    suite_register("board_waves", NULL, NULL, tests, COUNT(tests));
}
