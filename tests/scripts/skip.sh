#!/bin/sh
# SPDX-License-Identifier: MIT
# How often a run ticks changes nothing that it says: a long wait is skipped, --no-skip ticks it, waves tick more
# often, with effects of violations too.
. tests/check.sh
cd "$folder" || exit 1
run="'$tmr0' run"

put long.scn 'osc 4MHz' 'gap 1.5us' 'w 0 0xff' 'w 0 1' 'w 2 0x28' 'w 2 0x0b' 'w 0 2' 'w 2 0x28' 'w 2 0' 'w 0 0x63' \
    'wait 500ms' 'w 0 0xa3' 'w 0 0x19' 'r 2' 'r 2' 'r 2' 'r 2'
"$tmr0" run --log long.scn >skipped
report skip "$("$tmr0" run --log --no-skip long.scn | diff - skipped | head -n 3)"
put rapid.scn 'target chip' 'osc 10MHz' 'wire fout src2' 'cmd 0x01' 'data 0x0b 0x02' 'cmd 0x17' 'data 0 1' 'wait 2ms'
"$tmr0" run rapid.scn >rapid
report skip-violations "$("$tmr0" run --no-skip rapid.scn | diff - rapid | head -n 3
    grep -q '[0-9]\{5\} more violations' rapid || shown rapid)"
report skip-model "$("$tmr0" run --engine model long.scn | diff - skipped | grep '^<'; grep -q 'r 2 = ' skipped || shown skipped)"
# Skipped, a counter on F3 takes 10 ms for 3.3 s; ticked, at least 600.
put f3.scn 'target chip' 'osc 4MHz' 'cmd 1' 'data 0x20 0x0d 0x34 0x12' 'cmd 0x61' 'wait 3300ms' 'cmd 0xa1' \
    'cmd 0x11' 'read = 5' 'read = 0x11'
check skip-f3 0 ': pass' "timeout 0.5 $run f3.scn"
put until.scn 'target chip' 'osc 4MHz' 'wait until out2 = 1 at most 10s'
check skip-until 1 'out2 is 0, expected 1 within 10s' "timeout 0.5 $run until.scn"
# What cannot be skipped, a TC every 4 edges, is announced.
put slow.scn 'target chip' 'osc 4MHz' 'cmd 1' 'data 0x21 0x0b 4 0' 'cmd 0x61' 'wait 1us' 'wait 5000s'
"$tmr0" run slow.scn >slow 2>&1 &
wait_for "grep -q 'slow.scn:7: this wait needs about [0-9]* s more; --engine model needs much less' slow"
report slow-wait "$(kill $! 2>/dev/null || shown slow)"
wait
check slow-wait-model 0 ': pass' "$run --engine model slow.scn"
sed -i 's/5000s/20ms/' slow.scn
eval "$run slow.scn" >slow 2>&1
report slow-wait-short "$(grep needs slow; grep -q ': pass' slow || shown slow)"

# Each file, in one run: skipped and ticked; those with effects, each with waves
cd "$root" || exit 1
for how in '' --no-skip; do
    # shellcheck disable=SC2086 # an option or none
    "$tmr0" run --log $how --json "$folder/json$how" tests/scenarios/*/*.scn tests/vectors/*/*.txt >"$folder/all$how" 2>&1
done
cd "$folder" || exit 1
report skip-files "$(diff all all--no-skip | head -n 3; cmp json json--no-skip; awk 'END { if ($1 < 300) print NR " lines" }' all)"
(cd "$root" && for scenario in tests/scenarios/effects/*.scn; do
    "$tmr0" run --log "$scenario" --wave "$folder/dump.fst" 2>/dev/null
done) >waves
report waves "$(awk '/^tests/ { on = /\/effects\// } on' all | diff - waves | head -n 3; [ -s waves ] || echo none)"
exit $bad
