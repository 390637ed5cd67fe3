/* SPDX-License-Identifier: MIT
 * Runs code of driver-sim/ on a SystemC/TLM-2.0 platform. The results are the same as those of
 * sim/workstation/harness.h, which runs it without SystemC.
 *
 *   CPU: an SC_THREAD for each context ----+                    +---- board (tmr0/tlm.h)
 *                                          +--- address map ----+
 *   display: fetches its lines ------------+                    +---- memory
 *   clock: raises its interrupt at the CPU
 *
 * Loosely timed: the CPU runs ahead of sc_time_stamp() by up to setup->quantum_ps, but never beyond a clock interrupt
 * or what the display has asked of the memory. The kernel of SystemC resolves 1 ps. */
#ifndef TMR0_PLATFORM_H
#define TMR0_PLATFORM_H

#include "harness.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PLATFORM_QUANTUM_PS UINT64_C(1000000000) /* if setup->quantum_ps is 0 */

/* As harness_run(). SystemC knows one simulation at a time: not from two threads. */
int platform_run(const struct harness_setup *setup, void (*program)(struct vcpu *cpu, void *arg), void *arg,
                 struct error *e);

#ifdef __cplusplus
}
#endif
#endif
