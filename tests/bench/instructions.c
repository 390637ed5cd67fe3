/* SPDX-License-Identifier: MIT
 * Instructions that a tick, a read and a byte of a capture execute, as callgrind counts them. Each work is done twice,
 * the second time twice as often; the difference of the two counts leaves out the start of the program. The counts are
 * the same in each run on a host, so they show a loss of speed that times do not. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/board/engine_model.h"
#include "sim/board/fst.h"
#include "sim/capture/capture.h"
#include "work.h"

#define MS_PS UINT64_C(1000000000)
#define CAPTURED 10 /* reads */

/* A work returns how many units it did. */
static double idle(const struct rig *rig, unsigned ms)
{
    return work_on_board(rig, ENGINE_RTL, NULL, NULL, 0, ms * MS_PS).ticks;
}

static double skip(const struct rig *rig, unsigned ms)
{
    work_wait(rig, ms, MS_PS);
    return ms;
}

static double read_rtl(const struct rig *rig, unsigned reads)
{
    (void)work_on_board(rig, ENGINE_RTL, NULL, NULL, reads, 0);
    return reads;
}

static double read_traced(const struct rig *rig, unsigned reads)
{
    (void)work_on_board(rig, ENGINE_RTL, "build/bench.fst", NULL, reads, 0);
    return reads;
}

static double read_model(const struct rig *rig, unsigned reads)
{
    (void)work_driver_s(rig, ENGINE_MODEL, false, reads);
    return reads;
}

static double sweep_points(const struct rig *rig, unsigned points)
{
    (void)rig;
    bench_sweep_points(points);
    return points;
}

/* Bytes of a dump of a few reads, which is written each time. */
static double capture_bytes(const struct rig *rig, unsigned times)
{
    static const char waves[] = "build/bench.fst", file[] = "build/bench.vcd";
    static struct capture_result result;
    const struct board_config board = rig_config(rig, TARGET_CHIP);
    const struct engine_settings settings = board_settings(&board);
    struct am9513_board_config config;
    struct stat info = {0};
    engine_model_config(&config, &settings);
    const struct capture_setup setup = {.file = file, .figure = rig->chip.figure, .config = &config.chip};
    (void)work_on_board(rig, ENGINE_RTL, waves, NULL, CAPTURED, 0);
    bench_need(fst_to_vcd(waves, file, file, &bench_error));
    for (unsigned n = 0; n < times; n++)
        bench_need(capture_run(&result, &setup, &bench_error));
    (void)stat(file, &info);
    return (double)info.st_size * times;
}

/* Bounds: 1 % above the counts that Debian 12's clang and Verilator reach (1,178, 4,236, 501,306, 26,722, 5,025,054,
 * 722,095, 66.97). */
static const struct {
    const char *name;
    double (*work)(const struct rig *rig, unsigned count);
    unsigned count;
    double bound;
    const char *only; /* --toggle-collect=FUNCTION, or "" */
} works[] = {
    {"rtl_idle_tick_instructions", idle, 20, 1172, ""},
    {"rtl_skipped_ms_instructions", skip, 1000, 4262, ""},
    {"rtl_read_instructions", read_rtl, 40, 501983, ""},
    {"model_read_instructions", read_model, 2000, 26989, ""},
    {"rtl_traced_read_instructions", read_traced, 10, 5059909, ""},
    {"sweep_point_instructions", sweep_points, 40, 729315, ""},
    {"capture_byte_instructions", capture_bytes, 1, 67.63, "--toggle-collect=capture_run"},
};
#define WORKS (sizeof works / sizeof *works)

void bench_do(const struct rig *rig, const char *name, const char *count)
{
    for (size_t n = 0; n < WORKS; n++)
        if (strcmp(works[n].name, name) == 0)
            printf("units: %.0f\n", works[n].work(rig, (unsigned)strtoul(count, NULL, 10)));
}

struct counted {
    double instructions, units;
};

static struct counted counted(const char *name, unsigned count, const char *only)
{
    struct counted found = {0};
    char command[256], line[256];
    (void)snprintf(
        command, sizeof command, /* without an environment, whose size would move a count by 1.5 % */
        "env -i valgrind --tool=callgrind --callgrind-out-file=/dev/null %s build/tmr0-bench --do %s %u 2>&1", only,
        name, count);
    // NOLINTNEXTLINE(cert-env33-c): all of its words are ours
    FILE *pipe = popen(command, "r");
    while (pipe && fgets(line, sizeof line, pipe)) {
        const char *collected = strstr(line, "Collected : ");
        if (collected)
            found.instructions = strtod(strchr(collected, ':') + 1, NULL);
        else if (strncmp(line, "units: ", 7) == 0)
            found.units = strtod(line + 7, NULL);
    }
    if (!pipe || pclose(pipe) != 0 || found.instructions <= 0 || found.units <= 0)
        bench_give_up(error_set(&bench_error, STATUS_SYSTEM, "%s: did not run", command));
    return found;
}

bool bench_instructions(cJSON *all)
{
    bool good = true;
    for (size_t n = 0; n < WORKS; n++) {
        const struct counted once = counted(works[n].name, works[n].count, works[n].only);
        const struct counted twice = counted(works[n].name, 2 * works[n].count, works[n].only);
        const double each = (twice.instructions - once.instructions) / (twice.units - once.units);
        good &= bench_bounded_value(all, works[n].name, each, "instructions", works[n].bound);
    }
    return good;
}
