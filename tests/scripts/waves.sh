#!/bin/sh
# SPDX-License-Identifier: MIT
# The save files of waves/ show signals that there are, at the times of today, and their check notices one that there is
# not. The dumps are made elsewhere: waves/*.fst stays as it is.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
    echo "waves.sh: $*"
    exit 1
}

tools/gtkw.sh --check >"$dir/said" 2>&1 || fail "$(cat "$dir/said")"
! grep note: "$dir/said" || fail "tools/gtkw.sh writes the files anew"

# The same in a tree whose one view asks for a signal by another name
mkdir "$dir/waves"
ln -s "$PWD/tools" "$PWD/build" "$dir"
name=flipflop-read-data
cp waves/$name.scn "$dir/waves"
sed 's/\.board\.x2$/.board.x3/' waves/$name.gtkw >"$dir/waves/$name.gtkw"
status=0
"$dir/tools/gtkw.sh" --check $name >"$dir/said" 2>&1 || status=$?
[ $status -eq 1 ] || fail "status $status, not 1, of a view with an unknown signal: $(cat "$dir/said")"
grep -q "^waves/$name.gtkw: no signal top.tmr0_top.board.x3 in the dump" "$dir/said" || fail "told: $(cat "$dir/said")"
