#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays the scenario files and the vectors on the Verilated RTL, replays the recorded calls under Icarus and compares every output
# after every run: value by value the same, or a line says where not. Called by `make test-icarus`.
set -eu
cd "$(dirname "$0")/.."
calls=build/test/calls.txt
passed=0
failed=0
mkdir -p build/test
for file in tests/scenarios/*/*.scn tests/vectors/*/*.txt; do
    build/tmr0 run "$file" --calls $calls >/dev/null
    if vvp -n build/replay.vvp +calls=$calls >build/test/replay.log && grep -q ', 0 differences$' build/test/replay.log; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$file:"
        cat build/test/replay.log
    fi
done
rm -f $calls build/test/replay.log
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
