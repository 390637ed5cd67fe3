#!/bin/sh
# SPDX-License-Identifier: MIT
# The shim's fast path, which calls two functions of Verilator's generated class, against the public eval(), which other
# versions of Verilator get: the same calls with the same outputs and numbers of ticks, the same reports, the same waves.
set -u
. tests/check.sh

same() { # name, option, file
    why=
    for program in tmr0 tmr0-eval; do # some scenarios expect violations: exit status 1
        "build/$program" run "$3" "$2" "$folder/$program.$1" >"$folder/$program.txt" 2>&1
        sed -i '/^\$date/,/^\$end/d' "$folder/$program.$1" # of VCD
    done
    [ -s "$folder/tmr0.$1" ] || why="no $1; "
    cmp -s "$folder/tmr0.$1" "$folder/tmr0-eval.$1" || why="$why$1 differ; "
    [ "$1" = vcd ] || cmp -s "$folder/tmr0.txt" "$folder/tmr0-eval.txt" || why="${why}reports differ"
    report "$3" "$why"
    rm -f "$folder"/*
}

for file in tests/scenarios/board/*.scn tests/scenarios/chip/*.scn tests/scenarios/effects/*.scn; do
    same calls --calls "$file"
done
same vcd --wave waves/flipflop-read32.scn # the traced build
exit $bad
