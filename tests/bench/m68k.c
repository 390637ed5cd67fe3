/* SPDX-License-Identifier: MIT
 * The 68020: reads by the driver's machine code on the model, those of Figure 1, and instructions of code that does not
 * touch the board. Aims: 100,000 and 20 million a second. */
#include "bench.h"
#include "sim/workstation/m68k_system.h"

#define READS 2000 /* of each of the six kinds */
#define RUNS 3
#define CLOCK_PS 50000
#define LIMIT_PS UINT64_C(3200000000000) /* 20 million instructions */

static uint64_t stretch(void *host, uint64_t now_ps, uint64_t work_ps)
{
    (void)host;
    (void)now_ps;
    return work_ps;
}

static double reads_s(const char *dir)
{
    static struct system_machine machine;
    static struct m68k_system m68k;
    struct overhead o = {.reads = READS, .waits = TMR_WAIT_SHORT};
    bench_need(system_open(&machine, dir, "am9513a", "sun3-60", ENGINE_MODEL, false, &bench_error));
    machine.harness.clock = false;
    m68k = (struct m68k_system){.dir = dir, .clocks_case = M68K_CACHE};
    const double from_s = seconds_now();
    bench_need(m68k_system_overhead(&m68k, &machine.harness, &o, &bench_error));
    const double took_s = seconds_now() - from_s;
    system_close(&machine);
    return took_s;
}

static double instructions_per_s(const char *dir)
{
    static const uint8_t loop[] = {0x52, 0x80,  /* addq.l #1,d0 */
                                   0x22, 0x00,  /* move.l d0,d1 */
                                   0xd2, 0x80,  /* add.l d0,d1 */
                                   0xe3, 0x89,  /* lsl.l #1,d1 */
                                   0x60, 0xf6}; /* bra to the first */
    static struct m68k_result result;
    struct m68k_calls calls;
    struct m68k *cpu;
    char clocks[1100];
    (void)snprintf(clocks, sizeof clocks, "%s/parts/m68020.ini", dir);
    const struct m68k_setup setup = {.clocks = clocks,
                                     .clocks_case = M68K_CACHE,
                                     .cycle_ps = CLOCK_PS,
                                     .tick_ps = UINT64_C(10000000000),
                                     .limit_ps = LIMIT_PS,
                                     .image = loop,
                                     .image_size = sizeof loop,
                                     .stretch = stretch};
    bench_need(m68k_host_load(&calls, &bench_error));
    bench_need(calls.open(&cpu, &setup, &bench_error));
    const double from_s = seconds_now();
    calls.run(cpu, NULL, &result);
    const double took_s = seconds_now() - from_s;
    calls.close(cpu);
    return (double)result.instructions / took_s;
}

void bench_m68k(cJSON *all)
{
    double reads[RUNS], instructions[RUNS];
    char dir[1024];
    bench_need(data_find(dir, sizeof dir, NULL, &bench_error));
    for (size_t n = 0; n < RUNS; n++) {
        reads[n] = reads_s(dir);
        instructions[n] = instructions_per_s(dir);
    }
    bench_value(all, "m68k_reads_per_s", 2 * OVERHEAD_PATHS * READS / bench_median(reads, RUNS), "1/s", true);
    bench_value(all, "m68k_instructions_per_s", bench_median(instructions, RUNS), "1/s", true);
}
