#!/bin/sh
# SPDX-License-Identifier: MIT
# make test-fpga: am9513a_fpga, some vectors on its netlist for iCE40 under Icarus, which has x, and its pins at the
# limits of its head.
set -e
. tests/check.sh

tools/replay.py --no-delays --edges 12000 --on build/replay_netlist.vvp tests/vectors/bus/bus16-registers.txt \
    tests/vectors/modes/mode-q.txt >"$folder/log" 2>&1 || echo "status $?" >>"$folder/log"
same 'vectors on the netlist' "$(tail -n 1 "$folder/log")" '2 passed, 0 failed, 0 left out'

# Rounds, errors expected: no or some, options
pins() {
    vvp -n build/fpga/pins.vvp "+rounds=$1" $3 >"$folder/log" 2>&1 || :
    case $(tail -n 1 "$folder/log") in
    "pins: $1 rounds, 0 errors") found=no ;;
    "pins: $1 rounds, "*) found=some ;;
    *) found='no end' ;;
    esac
    report "pins ${3:-at their limits}: errors: $2" "$([ "$found" = "$2" ] || shown "$folder/log")"
}
pins 150 no ''
pins 40 some '+setup=25'
pins 40 some '+wr=25 +setup=25'
pins 40 some '+x2_high=25'
exit $bad
