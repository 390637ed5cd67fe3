/* SPDX-License-Identifier: MIT
 * The experiments that need the simulated workstation; measure/experiments/experiment.h has the others. */
#ifndef TMR0_SIM_EXPERIMENTS_H
#define TMR0_SIM_EXPERIMENTS_H

#include "measure/experiments/experiment.h"
#include "sim/workstation/system.h"

#define EXPERIMENT_MACHINE "sun3-50:w4"

/* The papers' machine on the model, for the caller to close. */
int experiment_system(const struct experiment_run *run, struct system_machine *machine);

/* In the order of --list; name NULL after the last. */
extern const struct experiment sim_experiments[];

void experiment_danzig_board(struct experiment_run *run);
void experiment_danzig_day(struct experiment_run *run);
void experiment_beilner_dash(struct experiment_run *run);
int torn_command(int argc, char **argv, const char *data_dir);
int figure1_command(int argc, char **argv, const char *data_dir);

#endif
