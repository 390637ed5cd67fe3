#!/bin/sh
# SPDX-License-Identifier: MIT
# Each signal of the GTKWave save files in waves/ is in the dump that it is for, and the check reports one that is not.
# The dumps of this test are temporary; waves/*.fst stays as it is.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

good=yes
for view in waves/*.gtkw; do
    case $view in
    waves/board.gtkw | waves/m68k.gtkw) scenario=waves/flipflop-read-data.scn ;;
    waves/chip.gtkw) scenario=tests/scenarios/chip/chip-out-times-typ.scn ;;
    *) scenario=${view%.gtkw}.scn ;;
    esac
    build/tmr0 run "$scenario" --wave "$dir/dump.fst" >"$dir/output" || { cat "$dir/output"; exit 1; }
    tools/check-view.sh "$view" "$dir/dump.fst" || good=no
done
[ $good = yes ] || exit 1

build/tmr0 run waves/flipflop-read-data.scn --wave "$dir/dump.fst" >"$dir/output"
sed 's/\.board\.x2$/.board.x3/' waves/flipflop-read-data.gtkw >"$dir/view.gtkw"
if tools/check-view.sh "$dir/view.gtkw" "$dir/dump.fst" 2>"$dir/output" ||
    ! grep -q "view.gtkw: no signal top.tmr0_top.board.x3 in " "$dir/output"; then
    echo "waves.sh: expected a report of the unknown signal board.x3, got: $(cat "$dir/output")"
    exit 1
fi
