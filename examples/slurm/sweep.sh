#!/bin/bash
# SPDX-License-Identifier: MIT
# A sweep as a Slurm job array: task N plays share N, on one CPU. A last job, with the same words, plays the shares that
# are still missing and joins all. DIR must be on a file system that the nodes share.
#   job=$(sbatch --parsable --array=0-5 examples/slurm/sweep.sh 6 DIR --machine sun3-60 --random 150000)
#   sbatch --dependency=afterany:$job examples/slurm/sweep.sh 6 DIR --machine sun3-60 --random 150000
#SBATCH --job-name=tmr0-sweep
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
shares=$1 dir=$2
shift 2
exec "${TMR0:-tmr0}" sweep "$@" ${SLURM_ARRAY_TASK_ID:+--task "$SLURM_ARRAY_TASK_ID"} --of "$shares" --out "$dir"
