/* SPDX-License-Identifier: MIT
 * What a read costs in Python over the same read in C: libtmr0 on the model. What ticks each edge. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tmr0/board.h>

#include "sim/language/play.h"

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

/* A tenth of a second at 4 MHz in which each edge is ticked: TC, FOUT from F1, counted FOUT. */
static const struct {
    const char *name, *text;
    enum engine_kind engine;
} ticked[] = {
    {"rtl_second_tc", "cmd 1\ndata 0x22 0x0b 1 0\ncmd 0x61\n", ENGINE_RTL},
    {"rtl_second_fout", "wire fout src1\ncmd 0x17\ndata 0 1\n", ENGINE_RTL},
    {"rtl_second_counted", "wire fout src1\ncmd 1\ndata 0x20 1\ncmd 0x17\ndata 0 1\ncmd 0x61\n", ENGINE_RTL},
    {"model_second_counted", "wire fout src1\ncmd 1\ndata 0x20 1\ncmd 0x17\ndata 0 1\ncmd 0x61\n", ENGINE_MODEL},
};

void bench_seconds(cJSON *all)
{
    for (size_t n = 0; n < sizeof ticked / sizeof *ticked; n++) {
        char text[128];
        struct scenario s;
        struct play_result result;
        const struct play_options options = {.engine = ticked[n].engine, .out = stderr};
        (void)snprintf(text, sizeof text, "target chip\n%swait 100ms\n", ticked[n].text);
        bench_need(scenario_parse(&s, text, strlen(text), ticked[n].name, &bench_error));
        const double from_s = seconds_now();
        bench_need(session_play(&result, &s, ".", &options, &bench_error));
        bench_value(all, ticked[n].name, 10 * (seconds_now() - from_s), "s", false);
        play_free(&result);
        scenario_free(&s);
    }
}

void bench_library(cJSON *all)
{
    bench_bounded_value(all, "python_read_over_c_us", 1e6 * (read_in_python_s() - read_in_c_s()), "us", BOUND_US);
}
