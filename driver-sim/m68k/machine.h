/* SPDX-License-Identifier: MIT
 * The second implementation of tmr0/vcpu.h, for the 68020 of sim/m68k/m68k.h: the code of driver-sim/ is compiled for
 * that CPU and costs what its instructions cost.
 *
 * vcpu_get() and vcpu_put() are moves of a byte; vcpu_level() is the mask in SR; vcpu_mode() is TRAP #0; contexts are
 * stacks; vcpu_delay() and vcpu_work() are a loop whose turns are measured at the start. Costs of code that is compiled
 * here are 0: ACCESS, READ, TIMEVAL, KERNEL. The others, and the work of programs, are spent in the loop.
 *
 * Not as on the virtual CPU: there is no MMU. User addresses of mappings and of VCPU_RAM are translated by this code,
 * and user code could reach the kernel's memory; in kernel mode memory answers at its addresses as well as the socket.
 * Privileged calls in user mode return VCPU_FAULT, but a change of context there ends the run. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h>
#include <tmr0/vcpu.h>

#include "block.h"

#define BLOCK ((volatile uint32_t *)BLOCK_ADDRESS)

/* Kernel mode, no level masked; costs and clock interrupts as in the block. For main(). */
struct vcpu *machine_open(void);
uint64_t machine_now_ps(void); /* simulated time, for reports only */
/* A number of two words */
uint64_t machine_get64(unsigned word);
void machine_put64(unsigned word, uint64_t value);

/* The program; it returns its exit code. */
int machine_system(struct vcpu *cpu);

#endif
