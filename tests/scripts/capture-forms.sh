#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture: one waveform in the forms of VCD and CSV, with the names that pins may have, gives the same results; the
# text against the JSON.
. tests/check.sh
. tests/capture/capture.sh

waves pins.scn pins
$analyser pins.vcd pins-sampled.vcd --rate 100e6
report forms "$(python3 "$root/tests/capture/forms.py" "$tmr0" pins-sampled.vcd 2>&1 | head -n 5)"

# What is printed against the JSON
printed() { # name, what is printed as not captured, arguments
    name=$1 gone=$2
    shift 2
    rm -f out/printed.json
    $tmr0 capture --json out/printed.json "$@" >out/printed 2>out/log
    report "printed-$name" "$(python3 "$root/tests/printed.py" out/printed out/printed.json ${gone:+"$gone"} 2>&1 | tail -n 3 | cut -c 1-300)"
}
printed pins '' pins.vcd
printed sampled '' pins-sampled.vcd
printed osc '' pins-sampled.vcd --osc 4.1MHz --rate 100MHz
printed slow '' pins-sampled.vcd --jitter 100ns
for dump in near-limits near-edges; do
    waves $dump.scn near
    printed $dump '' near.vcd
    $analyser near.vcd near-sampled.vcd --rate 24e6 --jitter 0.4 --glitches 20 --lost 10 --unit 1
    printed $dump-noise '' near-sampled.vcd --jitter 42ns
done
# The pins that are needed alone
sed '/ SRC\| GATE\| OUT\| FOUT\| X2\| CS\| D8\| D9\| D1[0-5]/s/[^ ]* [$]end/none &/' pins-sampled.vcd >few.vcd
few='TRHSH (CS), TSLRL (CS), TSLWH (CS), TWHSH (CS), TEHWH (SRC1-5), TWHEH (SRC1-5), TEHRL (SRC1-5), TRHEH (SRC1-5),
    TGVWH (GATE1-5), TWHGV (GATE1-5), TGVEH (GATE1-5), TEHGV (GATE1-5), TCHCH (X2), TCHCL (X2), TCLCH (X2), TEHEH (SRC1-5),
    TEHEL (SRC1-5), TELEH (SRC1-5), TGVGV (GATE1-5), TEHYV (OUT1-5), TEHYV_COMPARE (OUT1-5), TEHFV (FOUT), TWHYV (OUT1-5)'
# shellcheck disable=SC2086,SC2116 # without its newlines
printed few "$(echo $few)" few.vcd
# One pin more, and what it is enough for
edges='TEHWH TWHEH TEHRL TRHEH' sources='TEHEH TEHEL TELEH'
for one in 'CS TRHSH TSLRL TSLWH TWHSH' "SRC1 $edges $sources" "GATE2 $edges $sources TGVWH TWHGV TGVEH TEHGV TGVGV" \
    "X2 $edges TCHCH TCHCL TCLCH" 'OUT3 TEHYV TEHYV_COMPARE TWHYV' 'FOUT TEHFV'; do
    sed "/ ${one%% *} /!{/ SRC\\| GATE\\| OUT\\| FOUT\\| X2\\| CS\\| D8\\| D9\\| D1[0-5]/s/[^ ]* [\$]end/none &/}" pins-sampled.vcd >few.vcd
    printed "few-and-${one%% *}" "$(echo $few | awk -v RS=', ' -v enough="$one" '
        index(" " enough " ", " " $1 " ") == 0 { printf "%s%s %s", some++ ? ", " : "", $1, $2 }')" few.vcd
done
$analyser pins.vcd middle.vcd --from 50e6
printed middle '' middle.vcd
sed '/ GATE/s/[^ ]* [$]end/none &/' pins-sampled.vcd >few.vcd
printed no-gates 'TGVWH (GATE1-5), TWHGV (GATE1-5), TGVEH (GATE1-5), TEHGV (GATE1-5), TGVGV (GATE1-5)' few.vcd
$analyser pins.vcd end.vcd --from 104.2e6
check bus-16 2 "Load 2 = 0x5a01" "$tmr0 capture end.vcd --bus 16"
$analyser pins.vcd end.vcd --from 105e6
printed one-access '' end.vcd
fresh socket.vcd $tmr0 run socket.scn --machine sun3-50 --wave socket.vcd
$analyser --at socket socket.vcd socket-sampled.vcd --rate 100e6
printed socket '' socket.vcd --at socket --machine sun3-50
printed socket-direct '' socket.vcd --at socket --machine sun3-50 --pal direct
printed socket-sampled '' socket-sampled.vcd --at socket --machine sun3-160:window
# Wherever and however a good capture ends
report ends "$(python3 "$root/tests/capture/forms.py" "$tmr0" pins-sampled.vcd --part am9513a 2>&1)"
report ends-socket "$(python3 "$root/tests/capture/forms.py" "$tmr0" socket-sampled.vcd --at socket --machine sun3-50 2>&1)"
exit $bad
