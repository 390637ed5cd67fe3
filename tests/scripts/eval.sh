#!/bin/sh
# SPDX-License-Identifier: MIT
# The shim's fast path, which calls two functions of Verilator's generated class, against the public eval(), which other
# versions of Verilator get: the same calls with the same outputs and numbers of ticks, the same reports, the same waves.
set -eu
cd "$(dirname "$0")/../.."
out=build/test/eval
rm -rf $out
mkdir -p $out

fail() {
    echo "eval.sh: $*"
    exit 1
}

play() { # program, name, option, file
    "build/$1" run "$4" "$3" "$out/$1.$2" >"$out/$1.txt" 2>&1 || true # some scenarios expect violations, and exit with 1
}

same() { # name, option, file
    play tmr0 "$@"
    play tmr0-eval "$@"
    test -s "$out/tmr0.$1" || fail "$3: no $1"
    sed -i '/^\$date/,/^\$end/d' "$out/tmr0.$1" "$out/tmr0-eval.$1" # of VCD
    cmp -s "$out/tmr0.$1" "$out/tmr0-eval.$1" || fail "$3: $1 differ"
}

for file in tests/scenarios/board/*.scn tests/scenarios/chip/*.scn tests/scenarios/effects/*.scn; do
    same calls --calls "$file"
    cmp -s $out/tmr0.txt $out/tmr0-eval.txt || fail "$file: reports differ"
done
same vcd --wave waves/flipflop-read32.scn # the traced build
