/* SPDX-License-Identifier: MIT
 * Part of the experiment tsc-convert: the rate of a TSC after 64 ms of calibration, idle and under load. */
#ifndef TMR0_TSC_CALIBRATE_H
#define TMR0_TSC_CALIBRATE_H

#include "experiment.h"

/* On a simulated machine of known rate. */
void tsc_calibrate_simulated(struct experiment_run *run, uint64_t *random);

#endif
