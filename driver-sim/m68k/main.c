/* SPDX-License-Identifier: MIT */
#include "machine.h"

int main(void)
{
    static int (*const program[])(struct vcpu * cpu) = {
        [BLOCK_SYSTEM] = machine_system,
        [BLOCK_OVERHEAD] = machine_overhead,
    };
    return program[BLOCK[BLOCK_KIND]](machine_open());
}
