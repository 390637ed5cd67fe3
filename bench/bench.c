/* SPDX-License-Identifier: MIT
 * Speed of the RTL, every check on, and of libmeasure: prints each figure and writes build/bench.json (--json FILE).
 * Each figure of the RTL is the median of several runs; both sides of a ratio come from this one run of the program. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "cli/output.h"
#include "driver-sim/tmr_driver.h"
#include "sim/board/rig.h"
#include "sim/explore/explore.h"
#include "sim/workstation/harness.h"
#include "sim/workstation/platform.h"

#define RUNS 5
#define MACHINE "sun3-160:window"
#define GAP_PS 1500000
#define SECOND_PS UINT64_C(1000000000000)
#define READS 3000
#define MODEL_READS 200000
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ICARUS_READS 300
#define ICARUS_IDLE_PS (20 * (SECOND_PS / 1000))
#define CALLS "build/bench-calls.txt"
#define WAVES "build/bench.fst"

static struct error e;

static _Noreturn void give_up(int status)
{
    (void)fprintf(stderr, "bench: %s\n", e.text);
    exit(status);
}

static void need(int status)
{
    if (status)
        give_up(status);
}

double bench_now_s(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *value, size_t count)
{
    qsort(value, count, sizeof *value, ascending);
    return value[count / 2];
}

static struct board *start(const struct rig *rig, enum engine engine, bool traced, FILE *calls)
{
    struct board_config config = rig_config(rig, TARGET_BOARD);
    struct board *board;
    config.corner = CORNER_TYP;
    config.osc_high_ps = config.osc_low_ps = 125000;
    config.seed = 1;
    config.engine = engine;
    config.traced = traced;
    config.calls = calls;
    need(board_open(&board, &config, &e));
    if (traced)
        need(board_trace_open(board, WAVES, &e));
    need(board_gap(board, GAP_PS, &e));
    return board;
}

struct timed {
    double real_s, simulated_s, ticks;
};

/* Reads back to back, then an idle stretch: how long the host takes, the timer's start left out. */
struct stint {
    struct board *board;
    unsigned reads;
    uint64_t idle_ps, first_ps, ticks;
    double from_s;
};

static void read_and_idle(struct vcpu *cpu, void *arg)
{
    struct stint *s = arg;
    struct tmr_chip chip;
    tmr_chip_open(&chip, cpu, VCPU_SOCKET, false, TMR_WAIT_NONE); /* the board's gap waits */
    tmr_chip_start(&chip);
    s->first_ps = board_now_ps(s->board);
    s->ticks = board_ticks(s->board);
    s->from_s = bench_now_s();
    for (unsigned n = 0; n < s->reads; n++)
        (void)tmr_chip_read(&chip, 2);
    need(board_run_until(s->board, board_now_ps(s->board) + s->idle_ps, &e));
}

static struct timed work(const struct rig *rig, enum engine engine, bool traced, FILE *calls, unsigned reads,
                         uint64_t idle_ps)
{
    struct stint s = {.board = start(rig, engine, traced, calls), .reads = reads, .idle_ps = idle_ps};
    const struct harness_setup setup = {.board = s.board, .machine = &rig->machine, .free = true};
    need(harness_run(&setup, read_and_idle, &s, &e));
    struct timed t = {.simulated_s = 1e-12 * (double)(board_now_ps(s.board) - s.first_ps),
                      .ticks = (double)(board_ticks(s.board) - s.ticks)};
    board_trace_close(s.board);
    t.real_s = bench_now_s() - s.from_s;
    board_close(s.board);
    return t;
}

static struct timed median_work(const struct rig *rig, enum engine engine, bool traced, unsigned reads,
                                uint64_t idle_ps)
{
    double real[RUNS];
    struct timed t = {0};
    for (size_t n = 0; n < RUNS; n++) {
        t = work(rig, engine, traced, NULL, reads, idle_ps);
        real[n] = t.real_s;
    }
    t.real_s = bench_median(real, RUNS);
    return t;
}

/* Seconds that Icarus takes for the calls recorded; it must find no difference. */
static double icarus_s(void)
{
    char line[256] = "", last[256] = "";
    double from = bench_now_s();
    // NOLINTNEXTLINE(cert-env33-c): a constant command
    FILE *pipe = popen("vvp -n build/replay.vvp +calls=" CALLS, "r");
    while (pipe && fgets(line, sizeof line, pipe))
        memcpy(last, line, sizeof last);
    double took = bench_now_s() - from;
    if (!pipe || pclose(pipe) != 0 || !strstr(last, " 0 differences"))
        need(error_set(&e, STATUS_SYSTEM, "vvp build/replay.vvp: %s", *last ? last : "did not run"));
    return took;
}

static double over_icarus(const struct rig *rig)
{
    FILE *calls = fopen(CALLS, "w");
    if (!calls)
        give_up(error_set(&e, STATUS_SYSTEM, "%s: cannot write", CALLS));
    (void)work(rig, ENGINE_RTL, false, calls, ICARUS_READS, ICARUS_IDLE_PS);
    if (fclose(calls) == EOF)
        need(error_set(&e, STATUS_SYSTEM, "%s: cannot write", CALLS));
    struct timed fast = median_work(rig, ENGINE_RTL, false, ICARUS_READS, ICARUS_IDLE_PS);
    double icarus[3];
    for (size_t n = 0; n < 3; n++)
        icarus[n] = icarus_s();
    (void)unlink(CALLS);
    return bench_median(icarus, 3) / fast.real_s;
}

/* ---- The driver on the virtual CPU */

struct driver_stint {
    unsigned reads;
    double from_s;
};

static void read_by_driver(struct vcpu *cpu, void *arg)
{
    struct driver_stint *s = arg;
    struct tmr_driver driver = {.attached = false};
    if (tmr_attach(&driver, cpu, false, TMR_WAIT_SHORT))
        need(error_set(&e, STATUS_SYSTEM, "no timer found"));
    s->from_s = bench_now_s();
    for (unsigned n = 0; n < s->reads; n++)
        (void)tmr_count32(&driver);
}

/* Seconds that 32-bit reads by the driver take, clock interrupts and all. */
static double driver_s(const struct rig *rig, enum engine engine, bool systemc, unsigned reads)
{
    struct board_config config = rig_config(rig, TARGET_BOARD);
    struct harness_setup setup = {.machine = &rig->machine, .clock = true};
    struct driver_stint s = {.reads = reads};
    config.corner = CORNER_TYP;
    config.osc_high_ps = config.osc_low_ps = 125000;
    config.seed = 1;
    config.engine = engine;
    need(board_open(&setup.board, &config, &e));
    need((systemc ? platform_run : harness_run)(&setup, read_by_driver, &s, &e));
    const double took = bench_now_s() - s.from_s;
    board_close(setup.board);
    return took;
}

struct driver_times {
    double plain_s, systemc_s;
};

/* The runs of the two alternate: what slows the host down slows both. */
static struct driver_times driver_times(const struct rig *rig, enum engine engine, unsigned reads)
{
    double plain[RUNS], systemc[RUNS];
    for (size_t n = 0; n < RUNS; n++) {
        plain[n] = driver_s(rig, engine, false, reads);
        systemc[n] = driver_s(rig, engine, true, reads);
    }
    return (struct driver_times){bench_median(plain, RUNS), bench_median(systemc, RUNS)};
}

/* Schedules a second of two mapped readers (RTL: each whole), or of three (model: by states, once: it takes seconds).
 */
static double schedules_per_s(const struct rig *rig, bool model)
{
    static struct explore_result r;
    double took[3] = {0};
    struct explore_setup setup = {.rig = rig,
                                  .readers = model ? 3 : 2,
                                  .count = UINT64_C(0x123456789abcd),
                                  .schedules = 1000000,
                                  .coarse = model,
                                  .states = 1000000};
    for (unsigned n = 0; n < setup.readers; n++)
        setup.reader[n] = reader_find("user32");
    const size_t runs = model ? 1 : COUNT(took);
    for (size_t n = 0; n < runs; n++) {
        struct explorer *x;
        const double from_s = bench_now_s();
        need(explore_open(&x, &setup, &e));
        need(model ? explore_model(x, &r, &e) : explore_rtl(x, &r, &e));
        explore_close(x);
        took[n] = bench_now_s() - from_s;
    }
    return (double)r.schedules / bench_median(took, runs);
}

void bench_figure(cJSON *all, const char *name, double value, const char *unit, bool higher)
{
    cJSON *one = cJSON_AddObjectToObject(all, name);
    cJSON_AddNumberToObject(one, "value", value);
    cJSON_AddStringToObject(one, "unit", unit);
    cJSON_AddStringToObject(one, "better", higher ? "higher" : "lower");
    printf("%-30s %12.4g %s\n", name, value, unit);
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *json = argc == 3 && strcmp(argv[1], "--json") == 0 ? argv[2] : NULL;
    if (argc != 1 && !json) {
        (void)fprintf(stderr, "usage: tmr0-bench [--json FILE]\n");
        return STATUS_INPUT;
    }
    char dir[1024];
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return STATUS_SYSTEM;
    need(data_find(dir, sizeof dir, NULL, &e));
    need(rig_load(rig, dir, TARGET_BOARD, "am9513a", MACHINE, &e));
    cJSON *all = cJSON_CreateObject();
    struct output_json out;
    need(output_json_open(&out, json, &e));

    struct timed idle = median_work(rig, ENGINE_RTL, false, 0, SECOND_PS);
    bench_figure(all, "rtl_idle_realtime", idle.simulated_s / idle.real_s, "simulated s / s", true);
    bench_figure(all, "rtl_idle_tick_ns", 1e9 * idle.real_s / idle.ticks, "ns", false);
    struct timed reads = median_work(rig, ENGINE_RTL, false, READS, 0);
    bench_figure(all, "rtl_reads_realtime", reads.simulated_s / reads.real_s, "simulated s / s", true);
    bench_figure(all, "rtl_reads_per_s", READS / reads.real_s, "1/s", true);
    struct timed model = median_work(rig, ENGINE_MODEL, false, MODEL_READS, 0);
    bench_figure(all, "model_over_rtl", reads.real_s / READS / (model.real_s / MODEL_READS), "x", true);
    bench_model(all);
    struct timed traced = median_work(rig, ENGINE_RTL, true, READS, 0);
    bench_figure(all, "trace_slowdown", traced.real_s / reads.real_s, "x", false);
    (void)unlink(WAVES);
    bench_figure(all, "rtl_over_icarus", over_icarus(rig), "x", true);

    bench_measure(all);

    const struct driver_times by_model = driver_times(rig, ENGINE_MODEL, MODEL_READS);
    const struct driver_times by_rtl = driver_times(rig, ENGINE_RTL, READS);
    bench_figure(all, "driver_reads_per_s_model", MODEL_READS / by_model.plain_s, "1/s", true);
    bench_figure(all, "driver_reads_per_s_rtl", READS / by_rtl.plain_s, "1/s", true);
    bench_figure(all, "systemc_overhead", by_rtl.systemc_s / by_rtl.plain_s, "x", false);
    bench_figure(all, "systemc_overhead_model", by_model.systemc_s / by_model.plain_s, "x", false);
    bench_figure(all, "explore_schedules_per_s_rtl", schedules_per_s(rig, false), "1/s", true);
    bench_figure(all, "explore_schedules_per_s_model", schedules_per_s(rig, true), "1/s", true);

    need(output_json_close(&out, all, STATUS_OK, &e));
    cJSON_Delete(all);
    free(rig);
    return STATUS_OK;
}
