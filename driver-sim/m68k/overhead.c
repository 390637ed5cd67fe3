/* SPDX-License-Identifier: MIT
 * What `tmr0 experiment figure1 --cpu m68020` runs: the reads of the paper's Figure 1. */
#include "driver-sim/overhead.h"

#include "machine.h"

int machine_overhead(struct vcpu *cpu)
{
    static struct overhead o;
    o = (struct overhead){.reads = BLOCK[OVERHEAD_READS],
                          .direct = BLOCK[OVERHEAD_DIRECT],
                          .waits = (enum tmr_waits)BLOCK[OVERHEAD_WAITS]};
    overhead_measure(cpu, &o);
    BLOCK[OVERHEAD_ERROR] = (uint32_t)o.error;
    for (unsigned n = 0; n < 2 * OVERHEAD_PATHS; n++)
        BLOCK[OVERHEAD_US + n] = o.us[n / 2][n % 2];
    return 0;
}
