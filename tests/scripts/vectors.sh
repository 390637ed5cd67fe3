#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/vectors/runner.c from outside: the choices that a vector may name, and one that the chip under test cannot make.
. tests/check.sh
cd "$folder" || exit 1
runner=$root/build/test/vector-runner

check help 0 'usage: vector-runner FILE...' "$runner --help"
check no-file 2 'usage: vector-runner FILE...' "$runner"

put name.txt 'target chip' 'choice arm_agian stops' 'expect out1 = 0'
put value.txt 'target chip' 'choice arm_again stop' 'expect out1 = 0'
put stops.txt 'target chip' 'choice arm_again stops' 'expect out1 = 0'
put runs-on.txt 'target chip' 'choice arm_again runs-on' 'expect out1 = 0'
check unknown-choice 2 'name.txt:2: unexpected arm_agian, expected first_gate_edge or ' "$runner name.txt"
check unknown-value 2 'value.txt:2: unexpected stop, expected stops or runs-on' "$runner value.txt"
check known-choice 0 'runs-on.txt: pass' "$runner stops.txt runs-on.txt"
check vectors-full 3 'vector-runner: standard output: cannot write: No space left' "$runner stops.txt >/dev/full"
check vectors-closed 3 'vector-runner: standard output: cannot write: Bad file' "$runner stops.txt >&-"

# The names and values are those of the simulator
"$runner" name.txt 2>&1 | sed 's/.*expected //; s/ or /\n/g' >names
"$tmr0" choices | sed -n 's/^\([a-z_0-9]*\) = .*/\1/p' >known
"$tmr0" choices | sed -n 's/^\([a-z_0-9]*\) = \([a-z-]*\), or \(.*\)/\1 \2\n\1 \3/p' >values
while read -r choice value; do
    printf 'target chip\nchoice %s %s\nexpect out1 = 0\n' "$choice" "$value" >both.txt
    "$runner" both.txt >said 2>&1 || cat said
done <values >refused
report names "$([ -s values ] && cmp -s names known && [ ! -s refused ] || shown names refused)"

# A chip that cannot make a choice
sed '/"arm_again"/s/{true, true}/{true, false}/' "$root/tests/vectors/runner.c" >cannot.c
${CC:-cc} -std=c11 -I"$root/model" cannot.c "$root/build/lib/am9513.c" -o cannot
check skipped 0 'runs-on.txt: skipped, this chip cannot have choice arm_again runs-on' ./cannot runs-on.txt
check not-skipped 0 'stops.txt: pass' ./cannot runs-on.txt stops.txt
exit $bad
