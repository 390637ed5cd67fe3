#!/bin/sh
# SPDX-License-Identifier: MIT
# RTL and C model in lockstep on random programs, of the chip and of the board; and the RTL with effects and without.
# make fuzz runs more of them.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
build/tmr0 fuzz --target chip --ops 200000 --seed 1 --out "$dir/chip.scn"
build/tmr0 fuzz --target board --ops 50000 --seed 1 --out "$dir/board.scn"
build/tmr0 fuzz --effects --target chip --ops 100000 --seed 1 --out "$dir/chip-effects.scn"
build/tmr0 fuzz --effects --target board --ops 50000 --seed 1 --out "$dir/board-effects.scn"

# Tasks that share a folder, and their sum
for task in 1 0; do build/tmr0 fuzz --ops 2001 --seed 5 --task $task --of 2 --out "$dir/tasks" >"$dir/said$task"; done
grep -q 'seed 6' "$dir/said1"
build/tmr0 fuzz --ops 1001 --seed 6 | grep "$(grep ops "$dir/said1")" # a task is the run of its share and seed
build/tmr0 fuzz --finish "$dir/tasks" | grep 'in 2 tasks, no difference'
refused() { # status, text, option...
    want=$1 text=$2 status=0
    shift 2
    build/tmr0 fuzz "$@" >"$dir/said" 2>&1 || status=$?
    [ $status -eq "$want" ] && grep -q -e "$text" "$dir/said" || { echo "fuzz $*: status $status"; cat "$dir/said"; exit 1; }
}
sed -i 's/"differs":.*/"differs": true/' "$dir/tasks/task-1.json"
refused 1 'task 1 found a difference: .*tasks/task-1.scn' --finish "$dir/tasks"
sed -i 's/"seed":.*/"seed": "7",/' "$dir/tasks/task-1.json"
refused 2 'of another run, expected a task of the same one' --finish "$dir/tasks"
rm "$dir/tasks/task-1.json"
refused 2 'task-1.json: not there' --finish "$dir/tasks"
refused 2 '--task 2 --of 2, expected a task from 0 to 1' --task 2 --of 2 --out "$dir/q"
refused 2 '--task and --of, expected both or neither' --task 1 --out "$dir/q"
refused 2 '--task without --out' --task 1 --of 2
refused 2 'expected it alone' --finish "$dir/tasks" --ops 5
