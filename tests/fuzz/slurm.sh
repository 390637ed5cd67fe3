#!/bin/bash
# SPDX-License-Identifier: MIT
# Random programs as a Slurm job array: task N plays those of seed SEED + N. A task that finds a difference fails, and
# leaves its scenario in DIR.
#   mkdir DIR && sbatch --array=0-9 tests/fuzz/slurm.sh DIR SEED --target chip --ops 10000000
#   sacct --state=FAILED
#SBATCH --job-name=tmr0-fuzz
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
dir=$1 seed=$(($2 + SLURM_ARRAY_TASK_ID))
shift 2
exec "${TMR0_FUZZ:-build/tmr0-fuzz}" "$@" --seed "$seed" --out "$dir/fuzz-$seed.scn"
