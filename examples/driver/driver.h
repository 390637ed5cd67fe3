/* SPDX-License-Identifier: MIT
 * A driver that makes the timer count microseconds, reduced to the calls that a test needs. */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdint.h>
#include <tmr0/vcpu.h>

/* Counters 1 and 2 count microseconds from now on. wait_ns: least wait after an access; the chip needs 1500. */
void driver_start(struct vcpu *cpu, uint32_t wait_ns);
/* The count. Interrupts are masked meanwhile. */
uint32_t driver_read(struct vcpu *cpu, uint32_t wait_ns);

#endif
