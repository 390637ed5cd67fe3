#!/bin/bash
# SPDX-License-Identifier: MIT
# Joins what the tasks of sweep.sh wrote into DIR.
#   sbatch --dependency=afterany:JOB examples/slurm/finish.sh DIR
#SBATCH --job-name=tmr0-finish
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
exec "${TMR0:-tmr0}" sweep --finish "$1"
