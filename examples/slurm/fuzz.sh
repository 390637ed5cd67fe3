#!/bin/bash
# SPDX-License-Identifier: MIT
# Random programs as a Slurm job array: task N plays its share of --ops with seed S + N.
#   jobid=$(sbatch --parsable --array=0-9 examples/slurm/fuzz.sh DIR --target chip --ops 100000000 --seed 1989)
#   sbatch --dependency=afterany:$jobid examples/slurm/finish.sh fuzz DIR
#SBATCH --job-name=tmr0-fuzz
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
dir=$1
shift
exec "${TMR0:-tmr0}" fuzz "$@" --out "$dir" --task "$SLURM_ARRAY_TASK_ID" --of "$SLURM_ARRAY_TASK_COUNT"
