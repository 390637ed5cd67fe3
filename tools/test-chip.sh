#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays vectors on the Verilated RTL, with a part whose delays are 0, and replays the recorded calls on the chip as an
# FPGA has it, under Icarus: every output must agree after every call. `make test-chip` replays on am9513a_chip,
# `make test-fpga` on the netlist of am9513a_fpga. Vectors with more than EDGES edges of X2, and those of a choice that
# am9513a_fpga does not make, are named and left out.
# Usage: tools/test-chip.sh PROGRAM.vvp EDGES FILE...
# Exit status: 0 if no output differs.
set -eu
cd "$(dirname "$0")/.."
program=$1 edges=$2
shift 2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cp -r parts machines "$dir"
sed '/^\[T\(CMD\|WHYV\|EHYV\|EHYV_COMPARE\|EHFV\|RLQV\|RLQX\|RHQX\|RHQZ\)\]/,/^$/s/= [0-9.]*ns/= 0ns/' \
    parts/am9513a.ini >"$dir/parts/am9513a.ini"

# One file: its result as a line, and the reason
# shellcheck disable=SC2016 # the other shell expands it
one='
    calls=$(mktemp -p "$1") log=$(mktemp -p "$1")
    build/tmr0 run --data "$1" --calls "$calls" "$4" >"$log" || : # an expectation may need the delays
    half=$(awk -v n="$(sed -n "s/^.define FIG_OSC_HIGH //p" build/gen/figures.vh)" "\$1 == \"F\" && \$2 == n { print \$3 }" "$calls")
    count=$(awk -v half="$half" "\$1 == \"R\" { ps = \$2 } END { printf \"%d\", ps / half }" "$calls")
    if [ "$count" -gt "$3" ]; then
        echo "left out: $4: $count edges of X2, at most $3"
    elif vvp -n "$2" "+calls=$calls" >>"$log" && grep -q ", 0 differences$" "$log"; then
        echo "pass: $4"
    elif reason=$(grep "a choice that am9513a_fpga does not make$" "$log"); then
        echo "left out: $4: ${reason#*: }"
    else
        echo "FAIL: $4"
        cat "$log"
    fi
    rm -f "$calls" "$log"'
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} sh -c "$one" sh "$dir" "$program" "$edges" {} >"$dir/results"
grep -v '^pass: ' "$dir/results" || :
count() { grep -c "^$1: " "$dir/results" || :; }
[ $(($(count pass) + $(count FAIL) + $(count 'left out'))) -eq $# ] || { echo "$# files, not as many results" >&2; exit 1; }
echo "$(count pass) passed, $(count FAIL) failed, $(count 'left out') left out"
[ "$(count FAIL)" -eq 0 ] && [ "$(count pass)" -gt 0 ]
