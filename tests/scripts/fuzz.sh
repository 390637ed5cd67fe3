#!/bin/sh
# SPDX-License-Identifier: MIT
# RTL and C model in lockstep on random programs, of the chip and of the board; and the RTL with effects and without.
# make fuzz runs more of them.
set -e
. tests/check.sh
cd "$folder"
for options in '--target chip --ops 30000' '--target board --ops 30000' '--effects --target chip --ops 20000' \
    '--effects --target board --ops 20000'; do
    check "$options" 0 'no difference' "$root/build/tmr0-fuzz $options --seed 1 --out found.scn"
done
# As do vectors whose carries and taps have no delay. But a TC that is source and gate of one counter then reaches the gate
# first: late edges leave the core and come back.
cp -r "$root/tests/vectors" .
rm vectors/*/*gate-tcn-source*
sed -i '1i set part.TCARRY 0ns\nset part.TFN 0ns\neffects on' vectors/*/*.txt
check vectors-with-effects 0 ' 0 failed' "$tmr0 run --quiet vectors/*/*.txt"
# As a task of tests/fuzz/slurm.sh: with a seed of its own
check task 0 'fuzz: target chip, seed 9' \
    "SLURM_ARRAY_TASK_ID=2 TMR0_FUZZ=$root/build/tmr0-fuzz $root/tests/fuzz/slurm.sh . 7 --target chip --ops 500"
check fuzz-ops 2 '--ops 0, expected a number 1..18446744073709551615' "$root/build/tmr0-fuzz --ops 0"
check fuzz-seed-decimal 0 'seed 10' "$root/build/tmr0-fuzz --ops 1 --seed 010"
check fuzz-target 2 '--target x, expected board or chip' "$root/build/tmr0-fuzz --target x"
check fuzz-effects 0 'fuzz: target chip, effects, seed 1' "$root/build/tmr0-fuzz --effects --ops 1 --out f.scn"
check fuzz-nowhere 3 'none/f: cannot write: No such file' "$root/build/tmr0-fuzz --ops 1 --out none/f"
check fuzz-folder 2 '..: is a folder' "$root/build/tmr0-fuzz --ops 1 --out .."
exit $bad
