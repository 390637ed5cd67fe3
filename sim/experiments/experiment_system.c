/* SPDX-License-Identifier: MIT */
#include "sim_experiments.h"

int experiment_system(const struct experiment_run *run, struct system_machine *machine)
{
    char dir[1024];
    const int status = data_find(dir, sizeof dir, run->data_dir, run->error);
    return status ? status : system_open(machine, dir, RIG_PART, EXPERIMENT_MACHINE, ENGINE_MODEL, false, run->error);
}
