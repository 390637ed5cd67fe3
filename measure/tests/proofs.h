/* SPDX-License-Identifier: MIT
 * Experiments of no paper, which show what the documents of libmeasure say: build/test/measure-proofs plays them. */
#ifndef TMR0_PROOFS_H
#define TMR0_PROOFS_H

#include "measure/experiments/experiment.h"

void experiment_race(struct experiment_run *run);
void experiment_coverage(struct experiment_run *run);

#endif
