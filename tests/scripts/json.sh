#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/schema/ against the JSON that each command writes: all fields are listed, all listed ones are written, and the
# schemas refuse fields that are unknown or missing.
. tests/check.sh
cd "$folder" || exit 1

written() { # command line: its JSON, one more for the command's schema
    case $1 in
    plan | measure | compare | fit) program=$measure ;;
    *) program=$tmr0 ;;
    esac
    into=$1
    [ "$1" != compare ] || into=measure # one form for both
    mkdir -p "$into"
    $program "$@" --json "$into/$(ls "$into" | wc -l).json" >said 2>&1
    case "$? $1" in '0 '* | '1 '* | '2 run' | '2 capture') ;; *) report "json-$1" "$* says: $(head -c 300 said)" ;; esac
}

put late.scn 'machine sun3-60' 'corner max' 'gap 1500ns' 'w 0 0' 'w 2 0xff'
put fails.scn 'target chip' 'cmd 0xff' 'expect out1 = 1'
put included.scn 'target chip' 'timing TWHDX 1ns' 'include "late.inc"'
put late.inc 'cmd 0xff' read 'print "text"' 'expect 1 = 2' 'cmd 0x61' 'wait 10us'
written run late.scn fails.scn included.scn "$root/tests/scenarios/repair/old-pointer.scn"
put soon.scn 'w 0 0' 'w 2 0xff 0xff'
written run soon.scn none.scn
written timing --reads 2 --machine sun3-60 --expected
written sweep --limit machine.strobe_hold --machine sun3-60
mkdir sweep-summary
for points in '--random 20' '--vary machine.strobe_hold=45ns..55ns/5ns'; do
    # shellcheck disable=SC2086 # option and value
    $tmr0 sweep --machine sun3-60 --reads 2 $points --out points >/dev/null
    mv points/summary.json "sweep-summary/${points%% *}.json"
    rm -r points
done
$tmr0 run "$root/tests/vectors/choices/arm_again-runs-on.txt" --wave runs-on.vcd >/dev/null 2>&1
python3 "$root/tests/capture/analyser.py" runs-on.vcd capture.vcd --rate 20e6
written capture capture.vcd
written capture capture.vcd --osc 1kHz
put x2.scn 'target chip' 'osc 4MHz' 'cmd 0xff' 'wait 10us' status
$tmr0 run x2.scn --wave x2.vcd >/dev/null 2>&1
written capture x2.vcd --osc 1MHz
written capture runs-on.vcd
mkdir capture-socket
$tmr0 run "$root/tests/capture/socket.scn" --machine sun3-60 --wave socket.vcd >/dev/null 2>&1
$tmr0 capture --at socket --machine sun3-60 --osc 1MHz socket.vcd --json capture-socket/0.json >/dev/null
# A Hold register that is not 0 after a reset: strobe, R/W and data of each cycle
at=0 cycles=
for cycle in s0:0 m0:11111111 m0:11001 s1:11111111 m1:101 m1:0; do
    at=$((at + 3000)) strobe=${cycle%%[01]:*} rw=${cycle%:*}
    cycles="$cycles #$at ${rw#[ms]}r b${cycle#*:} #$((at + 100)) 0$strobe #$((at + 500)) 1$strobe #$((at + 560)) 1r b11111111"
done
vcd hold.vcd 'm:MAS s:MDS r:RW' "$cycles"
$tmr0 capture --at socket --machine sun3-60 --rate 1GHz hold.vcd --json capture-socket/1.json >/dev/null
$tmr0 capture --at socket --machine sun3-60 --pal direct socket.vcd --json capture-socket/2.json >/dev/null
written plan --tick 1ms --duration 1us --digits 2
awk 'BEGIN { for (n = 0; n < 400; n++) print 1000 + n * 37 % 100 }' >durations # a busy host may give no mean
written measure --file durations
written measure --builtin empty --runs 2
$measure measure --runs 6 --json measure/command.json -- true >/dev/null
# Runs that draw how long they take: their CPU times do not depend on each other, whatever else the host does
$measure measure --runs 300 --seconds 1min --json measure/cpu.json -- \
    sh -c 'n=$(od -An -N2 -tu2 /dev/urandom); while [ $((n -= 8)) -gt 0 ]; do :; done' >/dev/null
written measure --builtin copy --processes 6
written measure --builtin copy --processes 2
written compare --runs 10 --precision 0.9 true 'sleep 0.001'
written compare --runs 3 true true
written compare --runs 2 --cleanup false true true
awk 'BEGIN { for (n = 1; n <= 40; n++) print n % 20, 500 * int((359 * (n % 20) + 83 * (n * 5 % 6)) / 500) }' >table
put short '1 3' '2 6' '3 9'
written fit table
written fit short

# A schema for each command that writes JSON, and no other
for program in "$tmr0" "$measure"; do
    for command in $(commands "$program"); do
        $program "$command" --help | grep -q -e --json && echo "$command.json"
    done
done | sed s/compare/measure/ | sort -u >writes
ls "$root/docs/schema" | grep -v -e sweep-summary -e capture-socket >schemas
report json-commands "$(comm -3 writes schemas | sed 's|\t*\(.*\)|\1 in docs/schema/ or written with --json, expected both;|')"

# scripts/m68k.sh has `program`; `differ` is of an unknown fault
cd "$root" || exit 1
# shellcheck disable=SC2046 # names
report json "$(tests/schema.py "$folder" --unseen '[].differ' $(ls docs/schema/*.json | grep -v program) 2>&1)"
exit $bad
