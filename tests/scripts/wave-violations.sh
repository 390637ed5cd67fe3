#!/bin/sh
# SPDX-License-Identifier: MIT
# Waves show each violation, and the command that opens them begins at the first.
. tests/check.sh
cd "$folder" || exit 1
found() { # name, violations, scenario...
    name=$1 want=$2
    shift 2
    same "$name" "$(cd "$root" && tests/wave_violations.py "$@" 2>&1)" "$want violations"
}
opens() { # name, time, options and scenario
    name=$1 want=$2
    shift 2
    "$tmr0" "$@" >out 2>err
    same "$name" "$(sed -n 's/^open them: TMR0_FROM=\([0-9]*\) .*/\1/p' err)" "$want"
}

# As many as a run without waves finds
files=$(cd "$root" && grep -l 'expect violation' tests/scenarios/*/*.scn && echo waves/*.scn)
# shellcheck disable=SC2086 # one word a file
{
    (cd "$root" && "$tmr0" run --quiet --json "$folder/run.json" $files >"$folder/out" 2>&1)
    count=$(python3 -c 'import json; print(sum(len(run["violations"]) for run in json.load(open("run.json"))))')
    report scenarios-run "$([ "$count" -gt 100 ] || echo "$count: $(tail -n 4 out)")"
    found scenarios "$count" $files
}

# Two accesses without a pause: what the first has violated is found in the second
put two.scn 'machine sun3-60' 'corner max' 'w 0 0' 'w 2 0xff' 'w 2 0x01'
found two 3 "$folder/two.scn"

# All that one write can violate
put seven.scn 'target chip' 'cmd 0xff' 'wait 2us' 'timing TAVWH 10ns' 'timing TDVWH 10ns' 'timing TSLWH 10ns' \
    'timing TWLWH 10ns' 'timing TWHAX 1ns' 'timing TWHDX 1ns' 'timing TWHSH 1ns' 'cmd 0x01'
found seven 7 "$folder/seven.scn"

# At the end of a run
put last.scn 'target chip' 'cmd 0xff' 'wait 18us' 'timing TWHDX 19ns' 'cmd 0xa1'
found last 1 "$folder/last.scn"
"$tmr0" run last.scn --calls plain >out
"$tmr0" run last.scn --calls traced --wave w.vcd >out2 2>err
grep '^[IQR]' plain >one && grep '^[IQR]' traced >two
report last-calls "$([ -s one ] || echo 'no calls'; diff one two | head -n 3; diff out out2 | head -n 3)"
at=18389000
opens open-last $((at - 1000000)) run last.scn --wave w.fst
opens open-to 0 run last.scn --wave w.fst --wave-to "$((at - 1))ps"
opens open-at $((at - 1000000)) run last.scn --wave w.fst --wave-to "${at}ps"
opens open-from $((at - 1000000)) run last.scn --wave w.fst --wave-from "${at}ps"
opens open-late 0 run last.scn --wave w.fst --wave-from "$((at + 1))ps"
sed 's/^wait.*/timing TWHDX 18ns\nwait 2us\ncmd 0x01\nexpect violation TWHDX\n&/' last.scn >expected.scn
opens open-unexpected 19579000 run expected.scn --wave w.fst
opens system 2305000 system --machine sun3-160:drawn --engine rtl --samples 2 --processes 1 --wave w.fst # TWLWH
exit $bad
