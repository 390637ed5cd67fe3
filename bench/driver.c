/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "bench.h"
#include "explore.h"
#include "platform.h"
#include "rig.h"
#include "tmr_driver.h"

#define MACHINE "sun3-160:window"
#define RUNS 5
#define READS_RTL 2000
#define READS_MODEL 50000
#define QUANTUM_PS 1000000000

struct reads {
    uint32_t count;
    double took_s;
};

/* Runs on the virtual CPU: 32-bit reads of the driver, back to back. */
static void read_counts(struct vcpu *cpu, void *arg)
{
    static struct tmr_driver driver;
    struct reads *r = arg;
    bench_need(tmr_attach(&driver, cpu, false, TMR_WAIT_SHORT) ? error_set(&bench_error, STATUS_SYSTEM, "no board")
                                                               : STATUS_OK);
    const double from = bench_now_s();
    for (uint32_t n = 0; n < r->count; n++)
        (void)tmr_count32(&driver);
    r->took_s = bench_now_s() - from;
}

static double seconds(const struct rig *rig, enum engine engine, bool systemc, uint32_t count)
{
    double took[RUNS];
    for (size_t n = 0; n < RUNS; n++) {
        struct reads r = {.count = count};
        struct harness_setup setup = {.machine = &rig->machine, .clock = true, .quantum_ps = QUANTUM_PS};
        struct board_config config = rig_config(rig, TARGET_BOARD);
        config.corner = CORNER_TYP;
        config.osc_high_ps = config.osc_low_ps = 125000;
        config.engine = engine;
        bench_need(board_open(&setup.board, &config, &bench_error));
        bench_need((systemc ? platform_run : harness_run)(&setup, read_counts, &r, &bench_error));
        board_close(setup.board);
        took[n] = r.took_s;
    }
    return bench_median(took, RUNS);
}

static double schedules_per_s(const struct rig *rig, unsigned count, bool rtl)
{
    struct explore_setup setup = {.rig = rig,
                                  .readers = count,
                                  .count = 0x000123456789abcd,
                                  .coarse = !rtl,
                                  .schedules = 20000,
                                  .states = 1000000};
    static struct explore_result result;
    struct explorer *x;
    for (unsigned n = 0; n < count; n++)
        setup.reader[n] = reader_find("user32");
    const double from = bench_now_s();
    bench_need(explore_open(&x, &setup, &bench_error));
    bench_need((rtl ? explore_rtl : explore_model)(x, &result, &bench_error));
    explore_close(x);
    return (double)result.schedules / (bench_now_s() - from);
}

void bench_driver(cJSON *all, const char *dir)
{
    struct rig *rig = calloc(1, sizeof *rig);
    bench_need(rig ? rig_load(rig, dir, TARGET_BOARD, "am9513a", MACHINE, &bench_error)
                   : error_set(&bench_error, STATUS_SYSTEM, "out of memory"));
    const double rtl = seconds(rig, ENGINE_RTL, false, READS_RTL),
                 model = seconds(rig, ENGINE_MODEL, false, READS_MODEL);
    bench_figure(all, "driver_reads_per_s_rtl", READS_RTL / rtl, "1/s", true);
    bench_figure(all, "driver_reads_per_s_model", READS_MODEL / model, "1/s", true);
    bench_figure(all, "systemc_overhead", seconds(rig, ENGINE_RTL, true, READS_RTL) / rtl, "x", false);
    bench_figure(all, "systemc_overhead_model", seconds(rig, ENGINE_MODEL, true, READS_MODEL) / model, "x", false);
    /* Two readers, each schedule played; three, by states that stand for them */
    bench_figure(all, "explore_schedules_per_s_rtl", schedules_per_s(rig, 2, true), "1/s", true);
    bench_figure(all, "explore_schedules_per_s_model", schedules_per_s(rig, 3, false), "1/s", true);
    free(rig);
}
