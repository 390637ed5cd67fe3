/* SPDX-License-Identifier: MIT */
#include "machine.h"

int main(void)
{
    return machine_system(machine_open());
}
