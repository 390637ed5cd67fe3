#!/bin/sh
# SPDX-License-Identifier: MIT
# Each signal of the GTKWave save files in waves/ is in a dump, and the check reports one that is not. At each mark of a
# scenario of waves/ something moves.
set -e
. tests/check.sh

dump() { # scenario, file
    "$tmr0" run "$1" --wave "$2" >"$folder/output" 2>&1 || { cat "$folder/output"; exit 1; }
}
missing() { # the signals of a view that are not in the dump
    fst2vcd "$folder/dump.fst" 2>/dev/null | sed '/^\$enddefinitions/q' | awk '
        /^\$scope/ { path = path $3 "." }
        /^\$upscope/ { sub(/[^.]*\.$/, "", path) }
        /^\$var/ { print path $5 ($6 == "$end" ? "" : $6) }' >"$folder/present"
    sed -n 's/^+{[^}]*} //p' "$1" | grep -vxF -f "$folder/present" || true
}
view() { # save file, its signals that are missing
    [ "$(missing "$1")" = "$2" ] && grep -q '^+{' "$1" || { echo "waves.sh: $1: not in the dump: $(missing "$1"), expected: $2"; exit 1; }
}
dump tests/scenarios/chip/chip-out-times-typ.scn "$folder/dump.fst"
view waves/chip.gtkw ''
dump waves/flipflop-read-data.scn "$folder/dump.fst"
view waves/board.gtkw ''
view waves/m68k.gtkw ''
sed 's/\.board\.x2$/.board.x3/' waves/board.gtkw >"$folder/view.gtkw"
view "$folder/view.gtkw" top.tmr0_top.board.x3

still() { # the marks of a scenario at which nothing moves in the dump
    grep '^# Mark ' "$1" >"$folder/marks"
    sed 's/ps /\n/; s/^# Mark /#/; P; d' "$folder/marks" | grep -vxF -f "$folder/instants" || true
}
for scenario in waves/*.scn; do
    dump "$scenario" "$folder/dump.vcd"
    grep '^#' "$folder/dump.vcd" >"$folder/instants"
    found=$(still "$scenario")
    [ -z "$found" ] || { echo "$scenario: nothing moves at $found, expected marks at edges" && exit 1; }
done
sed 's/^\(# Mark [0-9]*\)[0-9]ps/\13ps/' "$scenario" >"$folder/moved.scn"
[ "$(still "$folder/moved.scn" | wc -l)" -eq "$(wc -l <"$folder/marks")" ] || { echo "waves.sh: marks at other times pass" && exit 1; }
