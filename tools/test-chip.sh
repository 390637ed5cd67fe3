#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays vectors on the Verilated RTL, with a part whose delays are 0, and replays the recorded calls on am9513a_chip, the
# top for synthesis, under Icarus: every output must agree after every call. Without arguments: the groups of vectors that
# are short. `make test-chip` calls this.
# Usage: tools/test-chip.sh [FILE...]
# Exit status: 0 if no output differs.
set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cp -r parts machines "$dir"
sed '/^\[T\(CMD\|WHYV\|EHYV\|EHYV_COMPARE\|EHFV\|RLQV\|RLQX\|RHQX\|RHQZ\)\]/,/^$/s/= [0-9.]*ns/= 0ns/' \
    parts/am9513a.ini >"$dir/parts/am9513a.ini"
[ $# -gt 0 ] || set -- tests/vectors/bus/*.txt tests/vectors/ch*/*.txt tests/vectors/gates/*.txt \
    tests/vectors/modes/*.txt tests/vectors/pointer/*.txt tests/vectors/reset/*.txt
failed=0
for file; do
    build/tmr0 run --data "$dir" --calls "$dir/calls" "$file" >"$dir/log" || : # an expectation may need the delays
    vvp -n build/replay_chip.vvp "+calls=$dir/calls" >>"$dir/log"
    grep -q ', 0 differences$' "$dir/log" && continue
    failed=$((failed + 1))
    echo "FAIL: $file"
    cat "$dir/log"
done
echo "$(($# - failed)) passed, $failed failed"
[ $failed -eq 0 ]
