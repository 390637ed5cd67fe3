#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture: the captures made by hand of tests/capture/hand.txt, two of their scenarios, and random programs.
# LONG=yes: ten plays of faults in place of six.
set -e
. tests/check.sh
tests/capture/hand.py "$tmr0" || bad=1

# After strobes that were low together nothing is expected of a read; without DB8-15 a word of the scenario is a byte
scenario() { # name of a row of hand.txt, pattern, the lines with it
    tests/capture/hand.py "$tmr0" "$1" >"$folder/hand.vcd"
    "$tmr0" capture "$folder/hand.vcd" --rate 1GHz --quiet --scenario "$folder/hand.scn" >"$folder/log" 2>&1 || :
    report "scenario-$1" "$(grep "$2" "$folder/hand.scn" | tr '\n' ' ' | grep -qx "$3 " || shown "$folder/hand.scn")"
}
scenario both '^read' 'read & 0xff = 0x34 read -> none'
scenario byte '^data 0x' 'data 0x21 data 0x0b'

# Random programs on the RTL, as captured from the beginning, from later on, and written otherwise: files in this folder
cd "$folder"
for seed in 3 4 5; do
    report "programs-$seed" "$("$root/tests/capture/programs.py" "$tmr0" $seed 5 2>&1 | head -n 3)"
done
# Boards and probes with a fault: a cause that is named is right
faults=$("$root/tests/capture/faults.py" "$tmr0" 2 $((6${LONG:++4}))) && faults=
report faults "$faults"
exit $bad
