#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture: words, knowledge, differences from the model, wrong clips, and the capture as a scenario.
. tests/check.sh
. tests/capture/capture.sh

# ---- Words, through sigrok-cli; from the middle
put program.scn 'target chip' 'cmd 0xff' 'cmd 0x01' 'data 0x22 0x0b 0x00 0x40' 'cmd 0x61' 'wait 10us' \
    'cmd 0xa1' 'cmd 0x11' 'read -> low high' 'status -> s'
waves program.scn program
sample program --unit 1
sigrok-cli -I vcd -i capture.vcd -O vcd -o sigrok.vcd
$tmr0 capture sigrok.vcd | sed -n 's/^ *[0-9.]*us  access/access/p; s/^ \{10,\}\(Mode\|Load\|Hold\)/\1/p' >got
cat >want <<'END'
access 2: point to Mode 1 (0x01)
access 3: write 0x22
access 4: write 0x0b
Mode 1 = 0x0b22: F1, repeat, down, TC toggles
access 5: write 0x00
access 6: write 0x40
Load 1 = 0x4000
access 7: load and arm 1 (0x61)
access 8: save 1 (0xa1)
access 9: point to Hold 1 (0x11)
access 10: read 0xd8
access 11: read 0x3f
Hold 1 = 0x3fd8
access 12: status 0x01: OUT1-5 00000, low byte next
END
report words-sigrok "$(diff want got)"
sample program --from 6500000
check middle 2 'unknown at the end: data pointer, bus width' "$tmr0 capture capture.vcd"
says middle-unknown 'arming of 1-5, count 1-5' # it may end, of whatever mode it is
never middle-no-register 'Hold 1 = ' "$tmr0 capture capture.vcd"
sample program --from 9000000
check middle-bus 2 'Hold 1 = 0x3fd8' "$tmr0 capture capture.vcd --bus 8"
captured middle-master 2 'Mode 2 = 0x0b22' 'cmd 0xe7 0x17\ndata 0x2c 0x03\ncmd 0x02\ndata 0x22 0x0b'
sample program --rate 10e6
check slow-reads 2 'the samples leave bits 0xff uncertain' "$tmr0 capture capture.vcd"
ends x2-fast 2 'X2 is too fast for this sample rate (--osc 4MHz); ' "$tmr0 capture capture.vcd --jitter 100ns"
sample program --rate 24e6
check uneven-steps 0 " at most, by the least step of the file's times: --rate says more" "$tmr0 capture capture.vcd"

# ---- The model
check osc-wrong 1 'answers differently' "$tmr0 capture capture.vcd --osc 1MHz"
says osc-other 'choices that would explain it: none' 'X2 as given, 1.000000 MHz; the captured one has 4.0000'
ends osc-right 0 '; 2 of 2 registers agree with the model; it acquits ' "$tmr0 capture capture.vcd --osc 4MHz"
report osc-same "$(echo "$said" | grep 'captured one')"
check osc-beyond 2 'tmr0 capture: capture.vcd: X2 of 1000MHz, expected one that the model takes' "$tmr0 capture capture.vcd --osc 1GHz"
# Counts of a chain: how wrong they may be for want of X2's rate follows from the Load of the counter below
chain() { # name, X2's rate, status, text
    captured "chain-$1" "$3" "$4" "osc $2\ncmd 0xff 0x01\ndata 0x22 0x0b 0x64 0x00\ncmd 0x02\ndata 0x28 0x00 0x01 0x00
cmd 0x63\nwait 2.5ms\ncmd 0xa2 0x12\nread -> low high" '--quiet --osc 4MHz'
}
chain near 4.04MHz 1 '1 of 1' # by a count
chain far 4.08MHz 1 'captured: Hold 2 = 0x0067; model: 0x0064 to 0x0066'
captured chain-bcd 1 '1 of 1' 'osc 4.0007MHz\ncmd 0xff 0x01\ndata 0x32 0x0b 0x10 0\ncmd 0x02\ndata 0x28 0 1 0
cmd 0x63\nwait 25.5ms\ncmd 0xa2 0x12\nread -> low high' '--quiet --osc 4MHz'
# The scaler's periods, too: F2 of a BCD scaler is X2 by 10
captured scaler-near 1 '1 of 1' 'osc 4.0012MHz\ncmd 0xff 0x17\ndata 0x00 0x80\ncmd 0x01\ndata 0x22 0x0c 0x00 0x00
cmd 0x61\nwait 26ms\ncmd 0xa1 0x11\nread -> low high' '--quiet --osc 4MHz'
captured beside 2 '2 of 3' 'corner max\ncmd 0xff 0x01\ndata 0x28 1 0 0 0 0 0x22 0x0b 4 0 0 0 0xc0 3 4 0 9 0\ncmd 0x67\nwait 50ns
pulse src1 73ns 9\nwait 1300ns\nstatus -> s\ncmd 0x64\nwait 500ns\npulse gate3 200ns 1\ncmd 0xa5 0x11\nread -> low high
cmd 0x13\nread -> low high\nwait 2us' --quiet
$tmr0 run "$root/tests/scenarios/repair/lost-arm.scn" --wave out/lost.vcd >out/log 2>&1
check stands-still 1 'captured: Hold 1 = 0x0000; model: 0x0' "$tmr0 capture out/lost.vcd"
explained() { # choice, its other value, what the model has instead
    waves "$root/tests/vectors/choices/$1-$2.txt" "$1"
    sample "$1"
    check "$1" 1 "choices that would explain it: $1" "$tmr0 capture capture.vcd"
    says "$1-values" "$3"
}
explained arm_again runs-on 'captured: Hold 1 = 0x0005; model: 0x0007'
explained first_gate_edge retriggers 'captured: Hold 1 = 0x0004; model: 0x7777'
explained tc_when_disarmed ends 'captured: Hold 1 = 0x0004; model: 0x0005'
explained load_into_tc_disarms yes 'captured: Hold 1 = 0x0002; model: 0x0003'
captured reload_one 1 'choices that would explain it: reload_one' 'set choice.reload_one stays\ncmd 0xff 0x01\ndata 0x22 0x01 0x01 0x00\ncmd 0x61
wait 1us\npulse src1 300ns 3\nwait 2us\nstatus -> a\npulse src1 300ns\nwait 2us\nstatus -> b'
waves "$root/tests/vectors/choices/arm_again-stops.txt" stops
sample stops
check agrees 2 '7 of 7' "$tmr0 capture capture.vcd" # all reads of the vector
# A choice that an earlier read contradicts explains nothing
mv capture.vcd first.vcd
sample arm_again
awk 'FNR == NR { print; if (/^#/) end = substr($0, 2); next } /^#/ { printf "#%d\n", substr($0, 2) + end + 1000000; next }
    values { print } /^.enddefinitions/ { values = 1 }' first.vcd capture.vcd >both.vcd
check explained-once 1 'choices that would explain it: none' "$tmr0 capture both.vcd"
says explained-once-values 'captured: Hold 1 = 0x0005; model: 0x0007'
# Choices are tried for a difference up to access 10,000
differs() { # access
    vcd many.vcd 'w:WR r:RD c:C/D' "$(awk -v n="$1" 'BEGIN { printf "#1000 0w #1500 1w #1600 b00000001"
        for (a = 2; a <= n; a++) printf " #%d%s 0r #%d 1r", 3000 * a, a == n ? " b00000000" : "", 3000 * a + 500 }') #40000000"
}
differs 10000
check tried 1 'choices that would explain it: none' "$tmr0 capture --quiet --rate 1GHz many.vcd"
differs 10001
check untried-differs 1 'access 10001: the captured chip answers differently' "$tmr0 capture --quiet --rate 1GHz many.vcd"
report untried "$(echo "$said" | grep 'choices that')"
waves "$root/tests/vectors/gates/gate-up.txt" gates
check neighbours 0 '30 of 30' "$tmr0 capture gates.vcd" # GATE1 gates counter 5

# A byte written and one read are no word
captured mixed 2 '1 of ' 'cmd 0xff 0x14\ndata 0xcf 0x00\ncmd 0x14\ndata 0xa6\nread -> high\ncmd 0x14\nread -> low
data 0x12\ncmd 0x14\nread -> low high\nwait 2us'
same mixed-words "$(echo "$said" | sed -n 's/^ *Hold 4 = //p' | xargs)" '0x00cf 0x12a6'
# A low byte that is unknown stays so through a read of the status
captured low 0 'Load 1 = 0x1235' 'cmd 0xff 0x09\ndata 0x35 0x12\ncmd 0x09\nread -> low\nstatus -> s\nread -> high\nwait 2us'
sample low --rate 500e6
awk '{ print; code[$5] = $4 } $0 == "0" code["RD"] && !falls++ { print "x" code["D0"] }
    $0 == "1" code["RD"] && falls == 1 && !rises++ { print "1" code["D0"] }' capture.vcd >unsure.vcd
check unsure-low 2 'Load 1 = 0x123?' "$tmr0 capture unsure.vcd"
# A byte of a saved count and one that was written are no exact value: X2 is 75 ppm faster than --osc says
captured counted-half 2 '2 of ' 'osc 4.0003MHz\ncmd 0xff 0x01\ndata 0x28 0x0b 0x00 0x00\ncmd 0x61\nwait 10ms
cmd 0xa1 0x11\nread -> low\ndata 0x12\ncmd 0x11\nread -> low high\ncmd 0x11\ndata 0x34\ncmd 0xa1\nread -> high\ncmd 0x11
read -> low high\ncmd 0x11\ndata 0x34\ncmd 0xa1\ndata 0x12\ncmd 0x11\nread -> low high\ncmd 0x11
data 0x34 0x12\ncmd 0x11\ndata 0x56\ncmd 0x11\nread -> low high\nwait 2us' '--osc 4MHz'
# The upper byte of a 16-bit bus that is not captured is unknown
captured upper-exact 0 'Load 2 = 0x5a01' 'cmd 0xff 0xef 0x0a\nword 0x5a01\ncmd 0x0a\nreadw -> x\nwait 2us'
sample upper-exact --rate 500e6
sed -i 's/ D\([89]\|1[0-5]\) / other\1 /' capture.vcd
check upper-unseen 2 'Load 2 = 0x??01' "$tmr0 capture capture.vcd"
says upper-compared 'the samples leave open'

# ---- Clips that are wrong; a good board is told nothing of them, nor a chip that answers otherwise
sample gates --rate 500e6
mv capture.vcd good.vcd
clip() { # name, status, the verdict's end, arguments of clips.py
    name=$1 status=$2 text=$3
    shift 3
    $wrong_clips good.vcd "$@" >capture.vcd
    ends "clip-$name" "$status" "$text" "$tmr0 capture capture.vcd --quiet"
}
clip good 0 '; X2 as captured, 4.000000 MHz; 30 of 30 registers agree with the model; it '
clip rd 2 '; no read was compared with the model: RD- never fell ' high RD
clip wr 2 '; no read was compared with the model: WR- never fell ' high WR
clip swapped 1 'no read was compared with the model: RD- and WR- may be swapped (the accesses make' swap RD WR
clip inverted 2 'they are low together: RD- and WR- look inverted, expected one ' invert RD invert WR
clip stuck 2 '; no read was compared with the model: D3 never moved ' low D3
clip joined 1 'no read was compared with the model: WR- equals D2' short D2 WR
clip cs-cd 1 'CS- and C/D may be swapped (the accesses make' swap CS CD
clip data-inverted 2 'D3 looks inverted (the accesses make' invert D3
clip data 1 'a read differs from the model: D0 and D5 may be swapped (the accesses make' swap D0 D5
clip reversed 2 'D0 to D7 look reversed (the accesses make' swap D0 D7 swap D1 D6 swap D2 D5 swap D3 D4
clip cd-inverted 2 'C/D looks inverted (the accesses make' invert CD
clip cs 2 'falls and rises while CS is low: CS- never fell' high CS
ends other-chip 1 '; a read differs from the model ' "$tmr0 capture arm_again.vcd"

# A gate that floats, its own or that of DB8-12, makes the count unknown; other registers and counters stay known
captured float 0 '2 of 2' 'cmd 0xff 0x01\ndata 0x28 0x81 0x00 0x01\npin gate1 1\ncmd 0x61\npulse src1 300ns 7\nwait 2us
cmd 0xa1 0x11\nread -> low high\ncmd 0x09\nread -> low high\nwait 5us'
sample float --rate 500e6
mv capture.vcd good.vcd
clip float-none 0 '2 of 2 registers agree with the model; ' high D8
clip float-na 2 '1 of 2 registers agree with the model, the others need the levels of SRC or GATE (clip them) ' float D8
check float-na-count 2 'unknown at the end: Hold 1, count 1-5, toggle output 1
' "$tmr0 capture capture.vcd --quiet"
clip float-gate 2 '1 of 2 registers' float GATE1
clip float-source 2 '1 of 2 registers' float SRC1
clip float-others 0 '2 of 2 registers' float D9 float GATE2 float D13
clip gate-low 1 'a read differs from the model' low D8
$wrong_clips good.vcd low D8 | awk '{ print; code[$5] = $4 } $0 == "1" code["SRC1"] { times = 1 }
    /^#/ && times { times++ } times == 3 { print "z" code["D8"] } times == 7 { print "0" code["D8"] }' >capture.vcd
never float-edges 'TGVEH broken' "$tmr0 capture capture.vcd"
sed -i 's/^z\(.\)$/1\1/' capture.vcd
check pulse-edges 0 'TGVEH broken' "$tmr0 capture capture.vcd"

# ---- As a scenario: it gives the same reads
put trip.scn 'target chip' 'cmd 0xff' 'cmd 0x01' 'data 0x22 0x0b 0x00 0x40' 'cmd 0x02' \
    'data 0x21 0x01 0x09 0x00' 'cmd 0x63' 'pin src1 1' 'wait 10us' 'pulse src1 300ns 3' 'cmd 0xa3' 'cmd 0x19' \
    'read -> low high' 'read -> low high' 'status -> s' 'cmd 0xef' 'cmd 0x0a' 'word 0x1234' 'cmd 0x0a' \
    'readw -> x' 'status -> s'
waves trip.scn trip
for rate in 500 100 24; do
    sample trip --rate "${rate}e6"
    fresh out/trip.scn $tmr0 capture capture.vcd --quiet --scenario out/trip.scn
    never "trip-$rate" '^out/[a-z]*.scn:[0-9]' "$tmr0 run out/trip.scn"
    report "trip-reads-$rate" "$(sed -n 's/^\(read\|status\).*= //p' out/trip.scn | tr '\n' ' ' |
        grep -qx '0xd[0-9] 0x3f 0x6 0x0 0x1 0x1234 0x1 ' || shown out/trip.scn)"
done
# Of the chip's vectors the chip reads what the model does, and their scenarios give the same reads;
# FOUT that is a source itself moves once for each edge of it
for file in "$root"/tests/vectors/bus/bus*.txt "$root"/tests/vectors/gates/*-each.txt "$root"/tests/vectors/modes/mode-[a-x].txt \
    "$root"/tests/vectors/*/status-off.txt "$root"/tests/vectors/*/gate-na-level.txt "$root"/tests/vectors/chain/chain.txt \
    "$root"/tests/vectors/counter/s*.txt "$root"/tests/vectors/choices/tc_when_disarmed-stays.txt; do
    vector=$(basename "$file" .txt)
    waves "$file" vector
    never "vector-$vector" 'differs from the model\|certainly violated: ' "$tmr0 capture vector.vcd --quiet --scenario out/vector-$vector.scn"
done
never trip-vectors '^out/[a-z-]*.scn:[0-9]' "$tmr0 run --quiet out/vector-*.scn"
waves "$root/tests/vectors/fout/fout-direct-each.txt" fout
fresh out/fout.json $tmr0 capture fout.vcd --quiet --json out/fout.json
report fout-each "$(python3 -c 'import json; d = json.load(open("out/fout.json"))["delays"]["TEHFV"]; d["holds"] == 10 or print(d)' 2>&1)"
sed 's/0x3f$/0x3e/' out/trip.scn >out/wrong.scn
check trip-wrong 1 'out/wrong.scn: FAIL' "$tmr0 run out/wrong.scn"
exit $bad
