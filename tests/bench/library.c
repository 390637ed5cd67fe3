/* SPDX-License-Identifier: MIT
 * What a read costs in Python over the same read in C: libtmr0 on the model. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <tmr0/board.h>

#define ROUNDS 5
#define READS 20000
#define BOUND_US 5

static double read_in_c_s(void)
{
    const struct tmr0_options options = {.settings = "machine sun3-60\n", .engine = "model", .data = "."};
    struct tmr0_board *board;
    double least = 1;
    if (tmr0_open(&board, &options) || tmr0_gap(board, 1500000) || tmr0_write(board, 0, 0))
        bench_give_up(error_set(&bench_error, STATUS_SYSTEM, "%s", tmr0_error()));
    for (int round = 0; round < ROUNDS; round++) {
        const double from = seconds_now();
        for (int n = 0; n < READS; n++)
            (void)tmr0_read(board, 2);
        const double took = (seconds_now() - from) / READS;
        least = took < least ? took : least;
    }
    (void)tmr0_close(board);
    return least;
}

static double read_in_python_s(void)
{
    char command[128], line[64] = "";
    (void)snprintf(command, sizeof command, "PYTHONPATH=bindings/python /usr/bin/python3 tests/bench/read.py %d %d",
                   ROUNDS, READS);
    // NOLINTNEXTLINE(cert-env33-c): all of its words are ours
    FILE *pipe = popen(command, "r");
    const bool read = pipe && fgets(line, sizeof line, pipe);
    if (!pipe || pclose(pipe) != 0 || !read)
        bench_give_up(error_set(&bench_error, STATUS_SYSTEM, "%s: did not run", command));
    return strtod(line, NULL);
}

void bench_library(cJSON *all)
{
    bench_bounded_value(all, "python_read_over_c_us", 1e6 * (read_in_python_s() - read_in_c_s()), "us", BOUND_US);
}
