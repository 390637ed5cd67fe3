#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays scenarios and vectors on the Verilated RTL, replays the recorded calls under Icarus, and compares every output
# after every call. Without arguments: all files of tests/, as many at a time as there are CPUs. `make test-icarus`
# calls this.
# Usage: tools/test-icarus.sh [FILE]
# Exit status: 0 if no output differs.
set -eu
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
    # load-zero has two thirds of all ticks, so it starts first. Status 123 of xargs: a file failed, which awk counts.
    printf '%s\n' tests/vectors/counter/load-zero.txt tests/scenarios/*/*.scn tests/vectors/*/*.txt | awk '!seen[$0]++' |
        { xargs -P "$(nproc)" -n 1 "$0" || [ $? -eq 123 ]; } |
        awk '/^pass: / { passed++; next }
             /^FAIL: / { failed++ }
             { print }
             END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 || !passed }'
    exit
fi

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
build/tmr0 run "$1" --calls "$dir/calls" >"$dir/run.log" || :
if vvp -n build/replay.vvp "+calls=$dir/calls" >"$dir/replay.log" && grep -q ', 0 differences$' "$dir/replay.log"; then
    echo "pass: $1"
else
    result=$(echo "FAIL: $1"; cat "$dir/run.log" "$dir/replay.log")
    printf '%s\n' "$result" # at once, because other files are under way
    exit 1
fi
