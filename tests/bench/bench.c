/* SPDX-License-Identifier: MIT
 * tmr0-bench prints the speed of RTL, model and libmeasure, a value a line, and writes them to a file (--json FILE).
 * Each value of the RTL is the median of several runs. Both sides of a ratio come from the same run of the program.
 * With --instructions it counts those of tests/bench/instructions.c alone, and the exit status is 1 if one is above its
 * bound. With --do WORK COUNT it does one of these works, for callgrind to count. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/output.h"
#include "work.h"

#define RUNS 5
#define MACHINE "sun3-160:window"
#define SECOND_PS UINT64_C(1000000000000)
#define READS 3000
#define MODEL_READS 200000
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ICARUS_READS 300
#define ICARUS_IDLE_PS (20 * (SECOND_PS / 1000))
#define CALLS "build/bench-calls.txt"
#define WAVES "build/bench.fst"

struct error bench_error;

void bench_give_up(int status)
{
    (void)fprintf(stderr, "bench: %s\n", bench_error.text);
    exit(status);
}

void bench_need(int status)
{
    if (status)
        bench_give_up(status);
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

static struct work_done median_work(const struct rig *rig, enum engine_kind engine, const char *waves, unsigned reads,
                                    uint64_t idle_ps)
{
    double real[RUNS];
    struct work_done t = {0};
    for (size_t n = 0; n < RUNS; n++) {
        t = work_on_board(rig, engine, waves, NULL, reads, idle_ps);
        real[n] = t.real_s;
    }
    t.real_s = bench_median(real, RUNS);
    return t;
}

/* Median of the seconds that a command takes to replay the recorded calls; it must report no difference. */
static double replay_s(const char *command)
{
    double took[3] = {0};
    for (size_t n = 0; n < COUNT(took); n++) {
        char line[256] = "", last[256] = "";
        double from = seconds_now();
        // NOLINTNEXTLINE(cert-env33-c): a constant command
        FILE *pipe = popen(command, "r");
        while (pipe && fgets(line, sizeof line, pipe))
            if (strstr(line, " differences"))
                memcpy(last, line, sizeof last);
        took[n] = seconds_now() - from;
        if (!pipe || pclose(pipe) != 0 || !strstr(last, " 0 differences"))
            bench_need(error_set(&bench_error, STATUS_SYSTEM, "%s: %s", command, *last ? last : "did not run"));
    }
    return bench_median(took, COUNT(took));
}

/* The same calls on the RTL, in its harness under Icarus, and on timer_board_device under Verilator and Icarus. */
static void replays(cJSON *all, const struct rig *rig)
{
    FILE *calls = fopen(CALLS, "w");
    if (!calls)
        bench_give_up(error_set(&bench_error, STATUS_SYSTEM, "%s: cannot write", CALLS));
    (void)work_on_board(rig, ENGINE_RTL, NULL, calls, ICARUS_READS, ICARUS_IDLE_PS);
    if (fclose(calls) == EOF)
        bench_need(error_set(&bench_error, STATUS_SYSTEM, "%s: cannot write", CALLS));
    const struct work_done fast = median_work(rig, ENGINE_RTL, NULL, ICARUS_READS, ICARUS_IDLE_PS);
    const double icarus_s = replay_s("vvp -n build/replay.vvp +calls=" CALLS);
    bench_value(all, "rtl_over_icarus", icarus_s / fast.real_s, "x", true);
    const double device_s = replay_s("build/device/bench/Vreplay_device +calls=" CALLS);
    bench_value(all, "device_over_harness", device_s / fast.real_s, "x", false);
    const double device_icarus_s = replay_s("vvp -n build/device/board-flipflop-1-1.vvp +calls=" CALLS);
    bench_value(all, "device_over_harness_icarus", device_icarus_s / icarus_s, "x", false);
    (void)unlink(CALLS);
}

struct driver_times {
    double plain_s, systemc_s;
};

/* The runs of the two alternate, so that a slow moment of the host slows both. */
static struct driver_times driver_times(const struct rig *rig, enum engine_kind engine, unsigned reads)
{
    double plain[RUNS], systemc[RUNS];
    for (size_t n = 0; n < RUNS; n++) {
        plain[n] = work_driver_s(rig, engine, false, reads);
        systemc[n] = work_driver_s(rig, engine, true, reads);
    }
    return (struct driver_times){bench_median(plain, RUNS), bench_median(systemc, RUNS)};
}

static cJSON *add_value(cJSON *all, const char *name, double value, const char *unit, bool higher)
{
    cJSON *one = cJSON_AddObjectToObject(all, name);
    cJSON_AddNumberToObject(one, "value", value);
    cJSON_AddStringToObject(one, "unit", unit);
    cJSON_AddStringToObject(one, "better", higher ? "higher" : "lower");
    printf(value < 1e4 ? "%-30s %12.4g %s" : "%-30s %12.0f %s", name, value, unit);
    return one;
}

void bench_value(cJSON *all, const char *name, double value, const char *unit, bool higher)
{
    (void)add_value(all, name, value, unit, higher);
    (void)putchar('\n');
    (void)fflush(stdout);
}

bool bench_bounded_value(cJSON *all, const char *name, double value, const char *unit, double bound)
{
    cJSON *one = add_value(all, name, value, unit, false);
    cJSON_AddNumberToObject(one, "bound", bound);
    printf(", bound %.8g%s\n", bound, value > bound ? ": ABOVE ITS BOUND" : "");
    (void)fflush(stdout);
    return value <= bound;
}

static int measure_all(void *context, cJSON *all, struct error *e)
{
    const struct rig *rig = context;
    (void)e;
    struct rusage used = {.ru_maxrss = 0}; /* of the largest child so far */
    // NOLINTNEXTLINE(cert-env33-c): a constant command
    if (system("build/tmr0 explore --readers 3 >/dev/null") != -1)
        (void)getrusage(RUSAGE_CHILDREN, &used);
    (void)bench_bounded_value(all, "explore_three_mb", (double)used.ru_maxrss / 1000, "MB", 300);
    (void)bench_instructions(all);

    struct work_done idle = median_work(rig, ENGINE_RTL, NULL, 0, SECOND_PS);
    bench_value(all, "rtl_idle_realtime", idle.simulated_s / idle.real_s, "simulated s / s", true);
    bench_value(all, "rtl_idle_tick_ns", 1e9 * idle.real_s / idle.ticks, "ns", false);
    struct work_done reads = median_work(rig, ENGINE_RTL, NULL, READS, 0);
    bench_value(all, "rtl_reads_realtime", reads.simulated_s / reads.real_s, "simulated s / s", true);
    bench_value(all, "rtl_reads_per_s", READS / reads.real_s, "1/s", true);
    struct work_done model = median_work(rig, ENGINE_MODEL, NULL, MODEL_READS, 0);
    bench_value(all, "model_over_rtl", reads.real_s / READS / (model.real_s / MODEL_READS), "x", true);
    bench_model(all, model.real_s / MODEL_READS);
    struct work_done traced = median_work(rig, ENGINE_RTL, WAVES, READS, 0);
    bench_value(all, "trace_slowdown", traced.real_s / reads.real_s, "x", false);
    (void)unlink(WAVES);
    replays(all, rig);

    bench_library(all);
    bench_seconds(all);

    const struct driver_times by_model = driver_times(rig, ENGINE_MODEL, MODEL_READS);
    const struct driver_times by_rtl = driver_times(rig, ENGINE_RTL, READS);
    bench_value(all, "driver_reads_per_s_model", MODEL_READS / by_model.plain_s, "1/s", true);
    bench_value(all, "driver_reads_per_s_rtl", READS / by_rtl.plain_s, "1/s", true);
    bench_value(all, "systemc_overhead", by_rtl.systemc_s / by_rtl.plain_s, "x", false);
    bench_value(all, "systemc_overhead_model", by_model.systemc_s / by_model.plain_s, "x", false);

    bench_sweep(all);
    return STATUS_OK;
}

int main(int argc, char **argv)
{
    const char *option = argc > 1 ? argv[1] : "";
    const bool to_file = argc == 3 && strcmp(option, "--json") == 0;
    const bool help =
        argc == 2 && (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0 || strcmp(option, "help") == 0);
    const bool one_work = argc == 4 && strcmp(option, "--do") == 0;
    const bool instructions = argc == 2 && strcmp(option, "--instructions") == 0;
    if (argc != 1 && !to_file && !one_work && !instructions) {
        (void)fprintf(help ? stdout : stderr, "usage: tmr0-bench [--json FILE | --instructions | --do WORK COUNT]\n");
        return help ? STATUS_OK : STATUS_INPUT;
    }
    if (instructions)
        return bench_instructions(NULL) ? STATUS_OK : STATUS_BAD;
    char dir[1024];
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return STATUS_SYSTEM;
    bench_need(data_find(dir, sizeof dir, NULL, &bench_error));
    bench_need(rig_load(rig, dir, TARGET_BOARD, "am9513a", RIG_PAL, MACHINE, &bench_error));
    if (one_work)
        bench_do(rig, argv[2], argv[3]);
    else
        bench_need(output_json_run(to_file ? argv[2] : NULL, cJSON_CreateObject(), measure_all, rig, &bench_error));
    free(rig);
    return STATUS_OK;
}
