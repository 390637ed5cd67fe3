/* SPDX-License-Identifier: MIT
 * A sweep as a Slurm job array on computers that share its folder. A task plays its blocks; Slurm starts it again if
 * its computer dies. A last job plays what is still missing and finishes the sweep. */
#ifndef TMR0_SWEEP_SLURM_H
#define TMR0_SWEEP_SLURM_H

#include <stdint.h>

#include "cli/error.h"

#define SLURM_TASKS_MAX 1000 /* Slurm's default MaxArraySize is 1001 */

struct slurm_jobs {
    char array[32], last[32]; /* numbers of the jobs */
};

/* STATUS_INPUT if there is no sbatch. */
int slurm_find(struct error *e);
/* Submits the jobs for a folder that sweep_create() made. data_dir: what --data gave, or NULL. */
int slurm_submit(const char *dir, const char *data_dir, uint64_t tasks, struct slurm_jobs *jobs, struct error *e);

#endif
