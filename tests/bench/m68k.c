/* SPDX-License-Identifier: MIT
 * The 68020: instructions a second of code that does not touch the board. Aim: 20 million. */
#include "bench.h"
#include "sim/workstation/m68k_host.h"

#define RUNS 3
#define CLOCK_PS 50000
#define LIMIT_PS UINT64_C(3200000000000) /* 20 million instructions */

static uint64_t stretch(void *host, uint64_t now_ps, uint64_t work_ps)
{
    (void)host;
    (void)now_ps;
    return work_ps;
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
    calls.run(cpu, &result);
    const double took_s = seconds_now() - from_s;
    calls.close(cpu);
    return (double)result.instructions / took_s;
}

void bench_m68k(cJSON *all)
{
    double instructions[RUNS];
    char dir[1024];
    bench_need(data_find(dir, sizeof dir, NULL, &bench_error));
    for (size_t n = 0; n < RUNS; n++)
        instructions[n] = instructions_per_s(dir);
    bench_value(all, "m68k_instructions_per_s", bench_median(instructions, RUNS), "1/s", true);
}
