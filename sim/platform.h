/* SPDX-License-Identifier: MIT
 * Runs code of driver-sim/ on a SystemC/TLM-2.0 platform, to the same answers as sim/harness.h.
 *
 *   CPU (contexts are SC_THREADs) --+
 *                                   +-- bus, address map --+-- memory
 *   display (3/50) -----------------+                      +-- timer board (sim/board_target.hpp)
 *   clock, SC_THREAD -- interrupt --> CPU
 *
 * The CPU runs ahead of SystemC's time by up to a quantum, and then lets the others catch up. Interrupts are seen
 * there: a quantum that divides the clock's period makes them exact. */
#ifndef TMR0_PLATFORM_H
#define TMR0_PLATFORM_H

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As harness_run(). STATUS_INPUT unless setup->quantum_ps divides the period of the clock interrupt. */
int platform_run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                 struct error *e);

#ifdef __cplusplus
}
#endif
#endif
