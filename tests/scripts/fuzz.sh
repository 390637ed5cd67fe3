#!/bin/sh
# SPDX-License-Identifier: MIT
# RTL and C model in lockstep on random programs, of the chip and of the board; and the RTL with effects and without.
# make fuzz runs more of them.
set -eu
. tests/check.sh
$tmr0 fuzz --target chip --ops 100000 --seed 1 --out "$folder/chip.scn"
$tmr0 fuzz --target board --ops 50000 --seed 1 --out "$folder/board.scn"
$tmr0 fuzz --effects --target chip --ops 50000 --seed 1 --out "$folder/chip-effects.scn"
$tmr0 fuzz --effects --target board --ops 50000 --seed 1 --out "$folder/board-effects.scn"

# Tasks that share a folder, and their sum
for task in 1 0; do $tmr0 fuzz --ops 2001 --seed 5 --task $task --of 2 --out "$folder/tasks" >"$folder/said$task"; done
grep -q 'seed 6' "$folder/said1"
$tmr0 fuzz --ops 1001 --seed 6 | grep "$(grep ops "$folder/said1")" # a task is the run of its share and seed
$tmr0 fuzz --finish "$folder/tasks" | grep 'in 2 tasks, no difference'
sed -i 's/"differs":.*/"differs": true/' "$folder/tasks/task-1.json"
check differs 1 "task 1 found a difference: $folder/tasks/task-1.scn" $tmr0 fuzz --finish "$folder/tasks"
sed -i 's/"seed":.*/"seed": "7",/' "$folder/tasks/task-1.json"
check another-run 2 'of another run, expected a task of the same one' $tmr0 fuzz --finish "$folder/tasks"
rm "$folder/tasks/task-1.json"
check task-missing 2 'task-1.json: not there' $tmr0 fuzz --finish "$folder/tasks"
check task-of 2 '--task 2 --of 2, expected a task from 0 to 1' $tmr0 fuzz --task 2 --of 2 --out "$folder/q"
check task-alone 2 '--task and --of, expected both or neither' $tmr0 fuzz --task 1 --out "$folder/q"
check task-without-out 2 '--task without --out' $tmr0 fuzz --task 1 --of 2
check finish-alone 2 'expected it alone' $tmr0 fuzz --finish "$folder/tasks" --ops 5
exit $bad
