/* SPDX-License-Identifier: MIT
 * What `tmr0 system --cpu m68020` runs: the kernel and its processes, with parameters, samples and results in the
 * block. */
#include "driver-sim/instrument.h"

#include "machine.h"

#define SAME(member, offset) _Static_assert(offsetof(struct sample, member) == (offset), "block.h")
SAME(first, SAMPLE_FIRST);
SAME(second, SAMPLE_SECOND);
SAME(good, SAMPLE_GOOD);
SAME(interrupts, SAMPLE_INTERRUPTS);
SAME(descheduled, SAMPLE_DESCHEDULED);
SAME(least_ps, SAMPLE_LEAST);
SAME(most_ps, SAMPLE_MOST);
_Static_assert(sizeof(struct sample) == SAMPLE_SIZE, "block.h");

static struct instruments instruments;
static bool lock;

static uint64_t true_ps(void *arg)
{
    (void)arg;
    return machine_now_ps();
}

int machine_system(struct vcpu *cpu)
{
    instruments.each = (struct instrument){.path = (enum instrument_path)BLOCK[BLOCK_PATH],
                                           .direct = BLOCK[BLOCK_DIRECT],
                                           .waits = (enum tmr_waits)BLOCK[BLOCK_WAITS],
                                           .work = BLOCK[BLOCK_WORK],
                                           .samples = BLOCK[BLOCK_SAMPLES],
                                           .sample = (struct sample *)(BLOCK_ADDRESS + 4 * BLOCK_WORDS),
                                           .lock = &lock,
                                           .true_ps = true_ps};
    instruments.processes = BLOCK[BLOCK_PROCESSES];
    instruments.slice_ticks = BLOCK[BLOCK_SLICE_TICKS];
    instruments.keep_all = BLOCK[BLOCK_KEEP_ALL];
    instruments_main(cpu, &instruments);
    BLOCK[BLOCK_ERROR] = (uint32_t)instruments.error;
    machine_put64(BLOCK_SWITCHES, instruments.switches);
    machine_put64(BLOCK_TICKS, instruments.kernel.ticks);
    return 0;
}
