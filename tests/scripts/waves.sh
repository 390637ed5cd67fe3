#!/bin/sh
# SPDX-License-Identifier: MIT
# Each signal of the GTKWave save files in waves/ is in a dump, and the check reports one that is not. At each mark of a
# scenario of waves/ something moves. The dumps of this test are temporary; waves/*.fst stays as it is.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

dump() { # scenario, file
    build/tmr0 run "$1" --wave "$2" >"$dir/output" 2>&1 || { cat "$dir/output"; exit 1; }
}
dump tests/scenarios/chip/chip-out-times-typ.scn "$dir/dump.fst"
tools/check-view.sh waves/chip.gtkw "$dir/dump.fst"
dump waves/flipflop-read-data.scn "$dir/dump.fst"
tools/check-view.sh waves/board.gtkw "$dir/dump.fst"
sed 's/\.board\.x2$/.board.x3/' waves/board.gtkw >"$dir/view.gtkw"
if tools/check-view.sh "$dir/view.gtkw" "$dir/dump.fst" 2>"$dir/output" ||
    ! grep -q "view.gtkw: no signal top.tmr0_top.board.x3 in " "$dir/output"; then
    echo "waves.sh: expected a report of the unknown signal board.x3, got: $(cat "$dir/output")"
    exit 1
fi

still() { # the marks of a scenario at which nothing moves in the dump
    grep '^# Mark ' "$1" >"$dir/marks"
    sed 's/ps /\n/; s/^# Mark /#/; P; d' "$dir/marks" | grep -vxF -f "$dir/instants" || true
}
for scenario in waves/*.scn; do
    dump "$scenario" "$dir/dump.vcd"
    grep '^#' "$dir/dump.vcd" >"$dir/instants"
    found=$(still "$scenario")
    [ -z "$found" ] || { echo "$scenario: nothing moves at $found, expected marks at edges" && exit 1; }
done
sed 's/^\(# Mark [0-9]*\)[0-9]ps/\13ps/' "$scenario" >"$dir/moved.scn"
[ "$(still "$dir/moved.scn" | wc -l)" -eq "$(wc -l <"$dir/marks")" ] || { echo "waves.sh: marks at other times pass" && exit 1; }
