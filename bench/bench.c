/* SPDX-License-Identifier: MIT
 * Speed of the RTL, every check on: prints each figure and writes build/bench.json (--json FILE).
 * Each figure is the median of several runs; both sides of a ratio come from this one run of the program. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "output.h"
#include "rig.h"
#include "sequence.h"

#define RUNS 5
#define MACHINE "sun3-160:window"
#define GAP_PS 1500000
#define SECOND_PS UINT64_C(1000000000000)
#define READS 3000
#define ICARUS_READS 300
#define ICARUS_IDLE_PS (20 * (SECOND_PS / 1000))
#define CALLS "build/bench-calls.txt"
#define WAVES "build/bench.fst"

struct error bench_error;

static _Noreturn void give_up(int status)
{
    (void)fprintf(stderr, "bench: %s\n", bench_error.text);
    exit(status);
}

void bench_need(int status)
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

static struct driver start(const struct rig *rig, bool traced, FILE *calls)
{
    struct board_config config = rig_config(rig, TARGET_BOARD);
    config.corner = CORNER_TYP;
    config.osc_high_ps = config.osc_low_ps = 125000;
    config.seed = 1;
    config.traced = traced;
    config.calls = calls;
    struct driver d = {.pal = PAL_FLIPFLOP};
    bench_need(board_open(&d.board, &config, &bench_error));
    if (traced)
        bench_need(board_trace_open(d.board, WAVES, &bench_error));
    bench_need(board_gap(d.board, GAP_PS, &bench_error));
    bench_need(driver_init(&d, &bench_error));
    return d;
}

struct timed {
    double real_s, simulated_s, ticks;
};

/* Reads back to back, then an idle stretch: how long the host takes. */
static struct timed work(const struct rig *rig, bool traced, FILE *calls, unsigned reads, uint64_t idle_ps)
{
    struct driver d = start(rig, traced, calls);
    uint64_t first = board_now_ps(d.board), ticks = board_ticks(d.board), start_ps;
    uint32_t count;
    double from = bench_now_s();
    for (unsigned n = 0; n < reads; n++)
        bench_need(driver_read32(&d, &count, &start_ps, &bench_error));
    bench_need(board_run_until(d.board, board_now_ps(d.board) + idle_ps, &bench_error));
    struct timed t = {.simulated_s = 1e-12 * (double)(board_now_ps(d.board) - first),
                      .ticks = (double)(board_ticks(d.board) - ticks)};
    board_trace_close(d.board);
    t.real_s = bench_now_s() - from;
    board_close(d.board);
    return t;
}

static struct timed median_work(const struct rig *rig, bool traced, unsigned reads, uint64_t idle_ps)
{
    double real[RUNS];
    struct timed t = {0};
    for (size_t n = 0; n < RUNS; n++) {
        t = work(rig, traced, NULL, reads, idle_ps);
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
        bench_need(error_set(&bench_error, STATUS_SYSTEM, "vvp build/replay.vvp: %s", *last ? last : "did not run"));
    return took;
}

static double over_icarus(const struct rig *rig)
{
    FILE *calls = fopen(CALLS, "w");
    if (!calls)
        give_up(error_set(&bench_error, STATUS_SYSTEM, "%s: cannot write", CALLS));
    (void)work(rig, false, calls, ICARUS_READS, ICARUS_IDLE_PS);
    if (fclose(calls) == EOF)
        bench_need(error_set(&bench_error, STATUS_SYSTEM, "%s: cannot write", CALLS));
    struct timed fast = median_work(rig, false, ICARUS_READS, ICARUS_IDLE_PS);
    double icarus[3];
    for (size_t n = 0; n < 3; n++)
        icarus[n] = icarus_s();
    (void)unlink(CALLS);
    return bench_median(icarus, 3) / fast.real_s;
}

void bench_figure(cJSON *all, const char *name, double value, const char *unit, bool higher)
{
    cJSON *one = cJSON_AddObjectToObject(all, name);
    cJSON_AddNumberToObject(one, "value", value);
    cJSON_AddStringToObject(one, "unit", unit);
    cJSON_AddStringToObject(one, "better", higher ? "higher" : "lower");
    printf("%-29s %12.4g %s\n", name, value, unit);
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
    bench_need(data_find(dir, sizeof dir, NULL, &bench_error));
    bench_need(rig_load(rig, dir, TARGET_BOARD, "am9513a", MACHINE, &bench_error));
    cJSON *all = cJSON_CreateObject();
    struct output_json out;
    bench_need(output_json_open(&out, json, &bench_error));

    struct timed idle = median_work(rig, false, 0, SECOND_PS);
    bench_figure(all, "rtl_idle_realtime", idle.simulated_s / idle.real_s, "simulated s / s", true);
    bench_figure(all, "rtl_idle_tick_ns", 1e9 * idle.real_s / idle.ticks, "ns", false);
    struct timed reads = median_work(rig, false, READS, 0);
    bench_figure(all, "rtl_reads_realtime", reads.simulated_s / reads.real_s, "simulated s / s", true);
    bench_figure(all, "rtl_reads_per_s", READS / reads.real_s, "1/s", true);
    struct timed traced = median_work(rig, true, READS, 0);
    bench_figure(all, "trace_slowdown", traced.real_s / reads.real_s, "x", false);
    (void)unlink(WAVES);
    bench_driver(all, dir);
    bench_figure(all, "rtl_over_icarus", over_icarus(rig), "x", true);

    bench_need(output_json_close(&out, all, STATUS_OK, &bench_error));
    cJSON_Delete(all);
    free(rig);
    return STATUS_OK;
}
