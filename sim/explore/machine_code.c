/* SPDX-License-Identifier: MIT */
#include "machine_code.h"

#include <stdlib.h>
#include <string.h>

#include "cli/memory.h"
#include "driver-sim/m68k/block.h"
#include "sim/workstation/m68k_host.h"
#include "sim/workstation/m68k_system.h"

#define PAGE ((size_t)4096)

struct machine_code {
    struct m68k_calls calls;
    struct m68k *cpu;
    uint8_t *block;
    const struct machine_code_job *job; /* of the run in progress */
    bool border;                        /* passed since the last access */
    const struct m68k_state *at;        /* where access() stopped it */
    struct m68k_result result, wrong;   /* wrong: of the first run that ended in another way than it should */
    bool failed;
};

static bool on_access(void *host, uint64_t *now_ps, int offset, bool write, uint8_t *value)
{
    struct machine_code *m = host;
    const struct machine_code_access access = {.offset = offset,
                                               .write = write,
                                               .interruptible = m->border,
                                               .locked = block_get(m->block, READING_LOCK, 1) != 0};
    m->border = false;
    *now_ps += 1;
    const bool goes_on = m->job->access(m->job->host, &access, value);
    m->at = goes_on ? NULL : m->calls.save(m->cpu);
    return goes_on;
}

static uint64_t on_stretch(void *host, uint64_t now_ps, uint64_t work_ps)
{
    (void)host;
    (void)now_ps;
    return work_ps;
}

static void on_console(void *host, char c)
{
    (void)host;
    (void)putchar(c);
}

int machine_code_open(struct machine_code **code, const char *dir, struct error *e)
{
    char program[4096], clocks[4096];
    void *block = NULL;
    struct machine_code *m = memory_new(1, sizeof *m);
    (void)snprintf(clocks, sizeof clocks, "%s/parts/m68020.ini", dir);
    if (!m68k_host_beside(program, sizeof program, M68K_DRIVER))
        program[0] = '\0';
    if (posix_memalign(&block, PAGE, PAGE) != 0)
        memory_gone();
    m->block = memset(block, 0, PAGE);
    const struct m68k_setup setup = {.program = program,
                                     .clocks = clocks,
                                     .clocks_case = M68K_BEST,
                                     .cycle_ps = 1,
                                     .tick_ps = UINT64_MAX / 2,
                                     .limit_ps = UINT64_MAX,
                                     .shared = m->block,
                                     .shared_size = PAGE,
                                     .border = &m->border,
                                     .saves = true,
                                     .host = m,
                                     .access = on_access,
                                     .stretch = on_stretch,
                                     .console = on_console};
    int status = m68k_host_load(&m->calls, e);
    if (status == STATUS_OK)
        status = m->calls.open(&m->cpu, &setup, e);
    if (status) {
        free(m->block);
        free(m);
        return status;
    }
    *code = m;
    return STATUS_OK;
}

bool machine_code_run(struct machine_code *m, const struct machine_code_job *job, bool *good, uint64_t *value,
                      const struct m68k_state **at)
{
    const struct reading *r = job->reading;
    block_put(m->block, BLOCK_KIND, r ? BLOCK_READING : BLOCK_START);
    block_put(m->block, READING_PATH, r ? r->path : 0);
    block_put(m->block, READING_MODE, r ? r->mode : 0);
    block_put(m->block, READING_DEFENCE, r ? r->defence : 0);
    block_put(m->block, START_COUNT, (uint32_t)(job->count >> 32));
    block_put(m->block, START_COUNT + 1, (uint32_t)job->count);
    block_put(m->block, START_AGAIN, job->again);
    block_put(m->block, START_CARRY, job->carry);
    block_put(m->block, READING_LOCK, job->locked ? UINT32_C(1) << 24 : 0);
    m->job = job;
    m->border = true;
    m->calls.run(m->cpu, job->from, &m->result);
    *at = m->at;
    if (m->result.end == M68K_HOST)
        return false;
    if ((m->result.end != M68K_EXIT || m->result.code) && !m->failed) {
        m->failed = true;
        m->wrong = m->result;
    }
    *good = block_get(m->block, READING_GOOD, 1) != 0;
    *value = block_get(m->block, READING_VALUE, 2);
    return true;
}

int machine_code_close(struct machine_code *m, struct error *e)
{
    const int status = m->failed ? error_set(e, STATUS_SYSTEM, "the driver on the 68020: exit code %d, expected 0. %s",
                                             m->wrong.code, m->wrong.text)
                                 : STATUS_OK;
    m->calls.close(m->cpu);
    free(m->block);
    free(m);
    return status;
}
