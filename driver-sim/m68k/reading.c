/* SPDX-License-Identifier: MIT
 * What `tmr0 explore --cpu m68020` runs: one read, or what sets the clock before it. */
#include "driver-sim/reader.h"

#include "machine.h"

int machine_reading(struct vcpu *cpu)
{
    static struct reading reading;
    uint64_t value = 0;
    reading.path = (enum reader_path)BLOCK[READING_PATH];
    reading.mode = (enum tmr_mode)BLOCK[READING_MODE];
    reading.defence = (enum tmr_defence)BLOCK[READING_DEFENCE];
    reading.lock = (bool *)(BLOCK_ADDRESS + 4 * READING_LOCK);
    BLOCK[READING_GOOD] = reading_take(&reading, cpu, &value);
    machine_put64(READING_VALUE, value);
    return 0;
}

int machine_start(struct vcpu *cpu)
{
    reading_start(cpu, machine_get64(START_COUNT), BLOCK[START_AGAIN], BLOCK[START_CARRY]);
    BLOCK[READING_GOOD] = true;
    machine_put64(READING_VALUE, 0);
    return 0;
}
