#!/bin/sh
# SPDX-License-Identifier: MIT
# RTL and C model in lockstep on random programs, of the chip and of the board; and the RTL with effects and without.
# make fuzz runs more of them.
set -e
. tests/check.sh
cd "$folder"
for options in '--target chip --ops 30000' '--target board --ops 30000' '--effects --target chip --ops 50000' \
    '--effects --target board --ops 50000'; do
    check "$options" 0 'no difference' "$root/build/tmr0-fuzz $options --seed 1 --out found.scn"
done
# As a task of tests/fuzz/slurm.sh: with a seed of its own
check task 0 'fuzz: target chip, seed 9' \
    "SLURM_ARRAY_TASK_ID=2 TMR0_FUZZ=$root/build/tmr0-fuzz $root/tests/fuzz/slurm.sh . 7 --target chip --ops 500"
exit $bad
