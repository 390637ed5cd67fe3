/* SPDX-License-Identifier: MIT
 * See work.h. */
#include "work.h"

#include "bench.h"
#include "driver-sim/tmr_driver.h"
#include "sim/workstation/harness.h"

#define GAP_PS 1500000

static struct board_config board_config(const struct rig *rig, enum engine_kind engine)
{
    struct board_config config = rig_config(rig, TARGET_BOARD);
    config.corner = CORNER_TYP;
    config.osc.high_ps = config.osc.low_ps = 125000;
    config.seed = 1;
    config.engine = engine;
    config.no_skip = true;
    return config;
}

static struct tmr0_board *open_board(const struct rig *rig, enum engine_kind engine, bool skip, const char *waves,
                                     FILE *calls)
{
    struct board_config config = board_config(rig, engine);
    struct tmr0_board *board;
    config.no_skip = !skip;
    config.traced = waves != NULL;
    config.calls = calls;
    bench_need(board_result(board_open(&board, &config), &bench_error));
    if (waves)
        bench_need(board_result(board_waves_begin(board, waves, waves, NULL), &bench_error));
    bench_need(board_result(tmr0_gap(board, GAP_PS), &bench_error));
    return board;
}

/* Reads back to back, then idle stretches. The start of the timer is not measured. */
struct stint {
    struct tmr0_board *board;
    unsigned reads, waits;
    uint64_t idle_ps, first_ps, ticks;
    double from_s;
};

static void read_and_idle(struct vcpu *cpu, void *arg)
{
    struct stint *s = arg;
    struct tmr_chip chip;
    tmr_chip_open(&chip, cpu, VCPU_SOCKET, false, TMR_WAIT_NONE); /* the board's gap waits */
    tmr_chip_start(&chip);
    s->first_ps = tmr0_now_ps(s->board);
    s->ticks = board_ticks(s->board);
    s->from_s = seconds_now();
    for (unsigned n = 0; n < s->reads; n++)
        (void)tmr_chip_read(&chip, 2);
    for (unsigned n = 0; n < s->waits; n++)
        bench_need(board_result(tmr0_run_until(s->board, tmr0_now_ps(s->board) + s->idle_ps), &bench_error));
}

void work_wait(const struct rig *rig, unsigned waits, uint64_t ps)
{
    struct stint s = {.board = open_board(rig, ENGINE_RTL, true, NULL, NULL), .waits = waits, .idle_ps = ps};
    const struct harness_setup setup = {.board = s.board, .machine = &rig->machine, .free = true};
    bench_need(harness_run(&setup, read_and_idle, &s, &bench_error));
    (void)tmr0_close(s.board);
}

struct work_done work_on_board(const struct rig *rig, enum engine_kind engine, const char *waves, FILE *calls,
                               unsigned reads, uint64_t idle_ps)
{
    struct stint s = {
        .board = open_board(rig, engine, false, waves, calls), .reads = reads, .waits = 1, .idle_ps = idle_ps};
    const struct harness_setup setup = {.board = s.board, .machine = &rig->machine, .free = true};
    bench_need(harness_run(&setup, read_and_idle, &s, &bench_error));
    struct work_done done = {.simulated_s = 1e-12 * (double)(tmr0_now_ps(s.board) - s.first_ps),
                             .ticks = (double)(board_ticks(s.board) - s.ticks)};
    board_trace_close(s.board);
    done.real_s = seconds_now() - s.from_s;
    (void)tmr0_close(s.board);
    return done;
}

struct driver_stint {
    unsigned reads;
    double from_s;
};

static void read_by_driver(struct vcpu *cpu, void *arg)
{
    struct driver_stint *s = arg;
    struct tmr_driver driver = {.attached = false};
    if (tmr_attach(&driver, cpu, false, TMR_WAIT_SHORT))
        bench_need(error_set(&bench_error, STATUS_SYSTEM, "no timer found"));
    s->from_s = seconds_now();
    for (unsigned n = 0; n < s->reads; n++)
        (void)tmr_count32(&driver);
}

double work_driver_s(const struct rig *rig, enum engine_kind engine, bool systemc, unsigned reads)
{
    struct board_config config = board_config(rig, engine);
    struct harness_setup setup = {.machine = &rig->machine, .clock = true};
    struct driver_stint s = {.reads = reads};
    bench_need(board_result(board_open(&setup.board, &config), &bench_error));
    bench_need((systemc ? platform_run : harness_run)(&setup, read_by_driver, &s, &bench_error));
    const double took = seconds_now() - s.from_s;
    (void)tmr0_close(setup.board);
    return took;
}
