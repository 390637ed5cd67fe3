/* SPDX-License-Identifier: MIT */
#include "m68k_system.h"

#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "driver-sim/m68k/block.h"

#define PAGE ((size_t)4096)

const char *const cpu_name[CPUS] = {"c", "m68020"};
const char *const m68k_case_name[M68K_CASES] = {"best", "cache", "worst"};

static void fill_block(uint8_t *block, const struct system_setup *s)
{
    block_put(block, BLOCK_PATH, s->path);
    block_put(block, BLOCK_DIRECT, s->direct);
    block_put(block, BLOCK_WAITS, s->waits);
    block_put(block, BLOCK_WORK, s->work);
    block_put(block, BLOCK_SAMPLES, s->samples);
    block_put(block, BLOCK_PROCESSES, s->processes);
    block_put(block, BLOCK_SLICE_TICKS, s->slice_ticks);
    block_put(block, BLOCK_KEEP_ALL, s->keep_all);
}

static void take_samples(struct sample *sample, const uint8_t *at, size_t count)
{
    for (size_t n = 0; n < count; n++, at += SAMPLE_SIZE)
        sample[n] = (struct sample){.first = block_get(at + SAMPLE_FIRST, 0, 2),
                                    .second = block_get(at + SAMPLE_SECOND, 0, 2),
                                    .good = at[SAMPLE_GOOD] != 0,
                                    .interrupts = block_get(at + SAMPLE_INTERRUPTS, 0, 2),
                                    .descheduled = block_get(at + SAMPLE_DESCHEDULED, 0, 2),
                                    .least_ps = block_get(at + SAMPLE_LEAST, 0, 2),
                                    .most_ps = block_get(at + SAMPLE_MOST, 0, 2)};
}

/* Memory that the CPU shares with the host, of at least this size, with the machine's figures. */
static uint8_t *new_block(const struct harness_setup *harness, size_t size, size_t *pages)
{
    const struct figure *figures = harness->machine->figure;
    void *memory = NULL;
    *pages = (size + PAGE - 1) / PAGE * PAGE;
    if (posix_memalign(&memory, PAGE, *pages) != 0)
        memory_gone();
    uint8_t *block = memset(memory, 0, *pages);
    block_put(block, BLOCK_CLOCK, harness->clock);
    block_put(block, BLOCK_SCALE, (uint32_t)figures[FIG_WORK_SCALE].value[CORNER_TYP]);
    for (int n = 0; n < VCPU_COSTS; n++)
        block_put(block, BLOCK_COST + n, (uint32_t)figures[vcpu_cost_figure[n]].value[CORNER_TYP]);
    return block;
}

/* Runs M68K_DRIVER with this block. */
// NOLINTNEXTLINE(readability-non-const-parameter): the CPU writes to the block
static int play(struct m68k_system *own, const struct harness_setup *harness, uint8_t *block, size_t size,
                struct error *e)
{
    char program[4096];
    if (!m68k_host_beside(program, sizeof program, M68K_DRIVER))
        return error_set(e, STATUS_SYSTEM, "no path of " M68K_DRIVER ", expected it beside tmr0");
    struct m68k_setup setup = {.program = program,
                               .clocks_case = own->clocks_case,
                               .limit_ps = UINT64_MAX,
                               .shared = block,
                               .shared_size = size};
    struct m68k_host *host = memory_new(1, sizeof *host);
    host->prints = own->prints;
    host->waves = own->waves;
    int status = m68k_host_open(host, &setup, harness, own->dir, e);
    if (status == STATUS_OK) {
        host->calls.run(host->cpu, NULL, &own->result);
        host->calls.close(host->cpu);
        status = host->status;
        if (own->result.end == M68K_FAULT || (own->result.end == M68K_EXIT && own->result.code))
            status = error_set(e, STATUS_SYSTEM, "%s: exit code %d, expected 0. %s", program, own->result.code,
                               own->result.text);
    }
    free(host);
    return status;
}

int m68k_system_play(const struct system_setup *s, struct sample *sample, struct system_result *r, struct error *e)
{
    struct m68k_system *own = s->player;
    const size_t count = (size_t)s->processes * s->samples;
    size_t size;
    uint8_t *block = new_block(s->harness, 4 * (size_t)BLOCK_WORDS + count * SAMPLE_SIZE, &size);
    fill_block(block, s);
    const int status = play(own, s->harness, block, size, e);
    take_samples(sample, block + 4 * (size_t)BLOCK_WORDS, count);
    r->error = (int32_t)block_get(block, BLOCK_ERROR, 1);
    r->switches = block_get(block, BLOCK_SWITCHES, 2);
    r->ticks = block_get(block, BLOCK_TICKS, 2);
    r->interrupts = own->result.interrupts;
    r->end_ps = own->result.now_ps;
    free(block);
    return status;
}
