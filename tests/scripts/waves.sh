#!/bin/sh
# SPDX-License-Identifier: MIT
# Each signal of the GTKWave save files in waves/ is in a dump, and the check reports one that is not. At each mark of a
# scenario of waves/ something moves.
set -eu
. tests/check.sh

dump() { # scenario, file
    "$tmr0" run "$1" --wave "$2" >"$folder/output" 2>&1 || { cat "$folder/output"; exit 1; }
}
dump tests/scenarios/chip/chip-out-times-typ.scn "$folder/dump.fst"
tools/check-view.sh waves/chip.gtkw "$folder/dump.fst"
dump waves/flipflop-read-data.scn "$folder/dump.fst"
tools/check-view.sh waves/board.gtkw "$folder/dump.fst"
tools/check-view.sh waves/m68k.gtkw "$folder/dump.fst"
sed 's/\.board\.x2$/.board.x3/' waves/board.gtkw >"$folder/view.gtkw"
if tools/check-view.sh "$folder/view.gtkw" "$folder/dump.fst" 2>"$folder/output" ||
    ! grep -q "view.gtkw: no signal top.tmr0_top.board.x3 in " "$folder/output"; then
    echo "waves.sh: expected a report of the unknown signal board.x3, got: $(cat "$folder/output")"
    exit 1
fi

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
