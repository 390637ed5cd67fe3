#!/bin/sh
# SPDX-License-Identifier: MIT
# Each script of tests/scripts fails if the programs that it judges die, or print nothing and end with status 0. It runs
# in a folder of links to the tree: such programs are in its build/, and in front of make, compilers and simulators.
# Usage, from the root of the tree: tests/judges.sh [SCRIPT...]        (default: all). Exit status: 0 all fail.
set -u
. tests/check.sh
programs='make cmake clang clang++ cc iverilog vvp verilator yosys yosys-abc sigrok-cli'
mkdir -p "$folder/tree/build" "$folder/bin"
ln -s "$root"/* "$root"/.[a-z]* "$folder/tree" 2>"$folder/log" # all but build, which is there
ln -s "$root"/build/* "$folder/tree/build"
for name in test pal; do
    rm -f "$folder/tree/build/$name"
    mkdir "$folder/tree/build/$name"
done
cd "$folder/tree" || exit 1
for status in 1 0; do
    for program in build/tmr0 build/tmr0-measure build/test/vector-runner build/pal/assemble $(printf "../bin/%s " $programs); do
        rm -f "$program"
        printf '#!/bin/sh\nexit %d\n' $status >"$program"
        chmod +x "$program"
    done
    for script in ${*:-tests/scripts/*.sh}; do
        PATH="$folder/bin:$PATH" timeout 300 sh "$script" >"$folder/log" 2>&1 && why='passes' || why=
        report "$status $script" "$why"
    done
done
exit $bad
