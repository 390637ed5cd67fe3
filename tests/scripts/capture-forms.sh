#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture: one waveform in the forms of VCD and CSV, with the names that pins may have: the same is said of all; the
# text against the JSON. Runs from the root of the tree.
set -u
. tests/check.sh
cd "$folder" || exit 1
mkdir out

fresh pins.vcd $tmr0 run "$root/tests/capture/pins.scn" --wave pins.vcd
python3 "$root/tests/capture/analyser.py" pins.vcd pins-sampled.vcd --rate 100e6
report forms "$(python3 "$root/tests/capture/forms.py" "$tmr0" pins-sampled.vcd 2>&1 | head -n 5)"
exit $bad
