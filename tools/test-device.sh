#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays scenarios and vectors on the simulator and replays the calls on am9513a_device and timer_board_device under
# Icarus and Verilator: the same pins after every call, and the same violations by symbol, time, limit and observation.
# Files with more than EDGES edges of X2, and those that no program has the parameters for, are named and left out.
# Usage: tools/test-device.sh "PROGRAM..." EDGES FILE...     programs of tests/device/replay_device.v
# Exit status: 0 if nothing differs.
set -eu
cd "$(dirname "$0")/.."
programs=$1 edges=$2
shift 2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/lines.py" <<'EOF'
import json, sys
for v in json.load(open(sys.argv[1]))[0]['violations']:
    print('%.3f ns %s required %.3f observed %.3f' % (v['at_ps'] / 1e3, v['parameter'], v.get('required_ps', 1) / 1e3,
                                                      v.get('observed_ps', 0) / 1e3))
EOF

# One file: its result as a line, and the reason
# shellcheck disable=SC2016 # the other shell expands it
one='
    d=$(mktemp -d -p "$1")
    build/tmr0 run --calls "$d/calls" --json "$d/json" "$3" >"$d/log" || :
    if python3 "$1/lines.py" "$d/json" >"$d/want.part" && sort "$d/want.part" >"$d/want"; then :; else
        echo "FAIL: $3"; cat "$d/log"; exit 0
    fi
    number=$(sed -n "s/^.define FIG_OSC_HIGH //p" build/gen/figures.vh)
    half=$(awk -v n="$number" "\$1 == \"F\" && \$2 == n { print \$3 }" "$d/calls")
    count=$(awk -v half="$half" "\$1 == \"R\" { ps = \$2 } END { printf \"%d\", half ? ps / half : 0 }" "$d/calls")
    if [ "$count" -gt "$2" ]; then
        echo "left out: $3: $count edges of X2, at most $2"
        exit
    fi
    for program in $4; do
        case $program in *.vvp) run="vvp -n" ;; *) run= ;; esac
        $run "$program" "+calls=$d/calls" >"$d/log" 2>&1
        if sed -n "s/^left out: //p" "$d/log" | grep . >>"$d/reasons"; then continue; fi
        sed -n "s/^[a-z0-9_]* (.*): \([0-9.]* ns .* required .*\)/\1/p" "$d/log" | sort >"$d/got"
        if grep -q ", 0 differences$" "$d/log" && cmp -s "$d/want" "$d/got"; then
            echo "replayed" >>"$d/good"
        else
            echo "FAIL: $3: $program"; diff "$d/want" "$d/got"; tail -n 12 "$d/log"; exit 0
        fi
    done
    if [ -s "$d/good" ]; then echo "pass: $3"; exit; fi
    reason=$(sort -n "$d/reasons" | sed -n "\$s/^[0-9]* //p")      # of the program that came furthest
    case $reason in *figure*) reason="another $(sed -n "s/^.define FIG_\(.*\) ${reason##* }$/\1/p" build/gen/figures.vh)" ;; esac
    echo "left out: $3: $reason"'
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} sh -c "$one" sh "$dir" "$edges" {} "$programs" >"$dir/results"
grep -v '^pass: ' "$dir/results" || :
count() { grep -c "^$1: " "$dir/results" || :; }
[ $(($(count pass) + $(count FAIL) + $(count 'left out'))) -eq $# ] ||
    { echo "$# files, not as many results" >&2; exit 1; }
echo "$(count pass) passed, $(count FAIL) failed, $(count 'left out') left out"
[ "$(count FAIL)" -eq 0 ] && [ "$(count pass)" -gt 0 ]
