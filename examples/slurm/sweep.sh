#!/bin/bash
# SPDX-License-Identifier: MIT
# A sweep as a Slurm job array, one task a CPU. The folder must be on a file system that the nodes share. Slurm starts a
# task again if its node dies; the last job plays what is still missing.
#   jobid=$(sbatch --parsable --array=0-5 examples/slurm/sweep.sh DIR --machine sun3-60 --random 150000)
#   sbatch --dependency=afterany:$jobid examples/slurm/finish.sh DIR
#SBATCH --job-name=tmr0-sweep
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
dir=$1
shift
exec "${TMR0:-tmr0}" sweep "$@" --out "$dir" --task "$SLURM_ARRAY_TASK_ID" --of "$SLURM_ARRAY_TASK_COUNT"
