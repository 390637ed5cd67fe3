#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture: sampled waves of our own at several rates, with jitter, glitches and lost samples; words, knowledge,
# differences from the model; files that are no captures. Runs from the root of the tree.
set -u
. tests/check.sh
cp tests/capture/*.scn "$folder"
cd "$folder" || exit 1
mkdir out

# A scenario's waves as VCD: FILE, NAME
waves() {
    rm -f "$2.vcd"
    fresh "$2.json" $tmr0 run "$1" --wave "$2.vcd" --json "$2.json"
}
# Arguments of the analyser after the dump's name
sample() {
    dump=$1
    shift
    rm -f capture.vcd
    python3 "$root/tests/capture/analyser.py" "$dump.vcd" capture.vcd "$@"
}
clips="python3 $root/tests/capture/clips.py"

captured() { # name, status, text, statements of the scenario "target chip" whose dump it is, options
    printf 'target chip\n%b\n' "$4" >"$1.scn"
    waves "$1.scn" "$1"
    check "$1" "$2" "$3" "$tmr0 capture $1.vcd ${5-}"
}

# ---- Nothing is claimed to hold or to be broken that is not so
waves near-limits.scn limits
waves near-edges.scn edges
claims() { # name, dump, rate in MHz, option of capture, options of the analyser
    name=$1 dump=$2 rate=$3 option=$4
    shift 4
    sample "$dump" --rate "${rate}e6" "$@"
    # shellcheck disable=SC2086 # option and value
    fresh out/claims.json $tmr0 capture capture.vcd --rate "${rate}MHz" $option --json out/claims.json
    why=$("$root/tests/capture/claims.py" "$dump.json" out/claims.json 2>&1 | tr '\n' ' ')
    ! grep -q otherwise out/log || why="$why$(grep -A 2 otherwise out/log)"
    report "$name-$dump" "$why"
}
for dump in limits edges; do
    claims 500MHz "$dump" 500 ''
    total=$(sed -n 's/.*"\(holds\|broken\)":\t\([0-9]*\).*/\2/p' out/claims.json | awk '{ all += $1 } END { print all }')
    report "told-at-500MHz-$dump" "$([ "$total" -ge 1000 ] || echo "$total observations are certain, expected 1000 or more")"
    claims 500MHz-noise "$dump" 500 '--jitter 2ns' --jitter 0.4 --glitches 40 --lost 100 --seed 2
    for seed in 1 2; do
        claims "100MHz-$seed" "$dump" 100 '' --seed "$seed"
        claims "100MHz-noise-$seed" "$dump" 100 '--jitter 10ns' --jitter 0.4 --glitches 40 --lost 20 --seed "$seed"
        claims "24MHz-$seed" "$dump" 24 '' --seed "$seed"
        claims "24MHz-noise-$seed" "$dump" 24 '--jitter 42ns' --jitter 0.4 --glitches 20 --lost 10 --seed "$seed"
        claims "10MHz-$seed" "$dump" 10 '' --seed "$seed"
        claims "10MHz-noise-$seed" "$dump" 10 '--jitter 100ns' --jitter 0.4 --glitches 10 --lost 5 --seed "$seed"
    done
done

# ---- The sampling interval without --rate: the grid of the times, also of times that are rounded to the file's unit
grid() { # rate in MHz, unit in ns or 0 (1 ps), interval expected
    sample limits --rate "${1}e6" --unit "$2"
    fresh out/claims.json $tmr0 capture capture.vcd --quiet --json out/claims.json
    why=$(head -n 1 out/log | grep -q "interval $3[ ,]" || shown out/log)
    why="$why$("$root/tests/capture/claims.py" limits.json out/claims.json 2>&1 | tr '\n' ' ')"
    report "grid-$1MHz-$2" "$why"
}
grid 1000 0 1ns
grid 1000 1 2ns
grid 500 1 2ns
grid 400 1 3ns
grid 300 1 4ns
grid 150 1 7ns
grid 100 1 11ns
grid 100 10 20ns
# The rate that libsigrok writes, in place of the unit; a longer interval that the times show stays
named() { # rate in MHz, unit in ns, rate in the comment, first words of the line expected
    sample limits --rate "${1}e6" --unit "$2"
    sed "1i\\\$comment\n  Acquisition with 8/13 channels at $3\n\$end" capture.vcd >named.vcd
    fresh out/claims.json $tmr0 capture named.vcd --quiet --json out/claims.json
    why=$(head -n 1 out/log | grep -q "interval $4" || shown out/log)
    why="$why$("$root/tests/capture/claims.py" limits.json out/claims.json 2>&1 | tr '\n' ' ')"
    report "named-$1MHz-$2-$3" "$why"
}
named 100 10 '100 MHz' "10ns by the rate that the file names$"
named 66.667 10 '66.667 MHz' "15ns by the rate that the file names, times rounded to 10ns"
named 100 1 '500 MHz' '11ns at most, by the least step'
named 100 10 'a high rate' '20ns at most, by the least step'
check named-contradicts 2 "named.vcd: the rate in its comment is one sample in 1us, but two times of the file are 10ns apart" \
    "sed -i 's/a high rate/1 MHz/' named.vcd; $tmr0 capture --quiet named.vcd"
grid 24 0 41.667ns
grid 24 1 42ns
captured hold 1 'TWHDX' 'repeat 30 {\n  wait 1.234us\n  timing TWHDX 12ns\n  data 0x55\n}' --quiet
sample hold --rate 1e9 --unit 1
check grid-broken 1 'TWHDX     20ns [GK]       12ns' "$tmr0 capture --quiet capture.vcd"
says grid-broken-all '^TWHDX .* 0 *30 *0  '
for hold in 18 20.5 25; do
    sed "s/12ns/${hold}ns\n  timing TWLWH 300ns/" hold.scn >rounded.scn
    waves rounded.scn rounded
    for rounded in '66.667 10' '80 10' '96 10' '64 10' '48 10' '960 1' '800 1'; do
        sample rounded --rate "${rounded% *}e6" --unit "${rounded#* }"
        for given in '' "--rate ${rounded% *}MHz"; do
            # shellcheck disable=SC2086 # option and value
            fresh out/rounded.json $tmr0 capture capture.vcd --quiet $given --json out/rounded.json
            report "rounded-$hold-$rounded $given" "$("$root/tests/capture/claims.py" rounded.json out/rounded.json 2>&1)"
        done
    done
done
# All times are multiples of 10 units but one, by which data are held: farther off than rounding moves it, or not
odd() { # units
    python3 - "$1" >odd.vcd <<'END'
import sys
print("$timescale 1 ns $end\n$var wire 1 r RD $end\n$var wire 1 w WR $end\n$var wire 1 c CD $end\n$var wire 8 d D $end")
print("$enddefinitions $end\n#0\n1r\n1w\n0c\nb0 d")
at = 0
for n in range(60):
    at += 1600 + 10 * (n * 37 % 53)
    print(f"#{at}\nb{n + 1:b} d\n#{at + 200}\n0w\n#{at + 400}\n1w\n#{at + 400 + (int(sys.argv[1]) if n == 40 else 40)}\nb0 d")
END
}
odd 11
check grid-odd-rounded 2 'sampling interval 10ns, whose multiples' "$tmr0 capture odd.vcd"
odd 13
check grid-odd 1 'TWHDX     20ns [GK]       13ns        76.84us      59       1       0' "$tmr0 capture --quiet odd.vcd"
sample hold --rate 1e9 --unit 1
check grid-unit 1 'sampling interval 2ns at most: all that the file' "$tmr0 capture --quiet capture.vcd"
check rate-contradicts 2 'capture.vcd: --rate is one sample in 1ms, but two times of the file are 1ns apart' \
    "$tmr0 capture --quiet capture.vcd --rate 1kHz"
check nothing-judged 2 'capture.vcd: no access could be judged: a time between two edges is uncertain by 900.003us' \
    "$tmr0 capture --quiet capture.vcd --jitter 900us"
# Data and C/D that end before the write does: the times of a dump are exact
below() { # check, time applied, row's text, set-up's row
    captured "below-zero-$1-$2" 1 "$3" "cmd 0x1f\ntiming $1 $2\ncmd 0x1f\nwait 2us" --quiet
    says "below-zero-set-up-$1-$2" "$4"
}
below TWHDX -1ps 'TWHDX     20ns [GK]       -1ps ' '^TDVWH .* 1 *0 *0  '
below TWHDX -59ns 'TWHDX     20ns [GK]      -59ns ' '^TDVWH .* 1 *0 *0  '
below TWHAX -1ps 'TWHAX     20ns [GK]       -1ps ' '^TAVWH .* 1 *0 *0  '
below TWHAX -74.999ns 'TWHAX     20ns [GK]  -74.999ns ' '^TAVWH .* 1 *0 *0  '
below TWHAX -75ns 'TAVWH    170ns [GK]       75ns ' '^TAVWH .* 1 *1 *0  '
sample limits --rate 200e6
check unsure-driver 1 'always unsure, as levels do not show when the chip begins to drive: TRLQX' "$tmr0 capture --quiet capture.vcd"
report unsure-driver-alone "$(echo "$said" | grep 'always unsure' | sed 1d)"
sample limits --rate 10e6
check unsure-samples 1 'always unsure, as the samples are too far apart (--rate, if the analyser was faster): ' "$tmr0 capture --quiet capture.vcd"
check unsure-samples-rate 1 'always unsure, as the samples are too far apart: ' "$tmr0 capture --quiet capture.vcd --rate 10MHz"
captured short 2 'verdict: none, no read was' 'cmd 0xf9\nwait 3us\nrepeat 3 {\n  timing TWHWL 1us\n  timing TWLWH 300ns\n  cmd 0x01\n}' --quiet
sample short --rate 1e9
check unsure-after-f9 2 'verdict: none, no read was' "$tmr0 capture capture.vcd --quiet --rate 1GHz"
report unsure-none "$(echo "$said" | grep 'always unsure' | grep TWHWL)"
sample short --rate 1e9 --from 2000000
check unsure-prefetch 2 'always unsure, as prefetch on/off (F8, F9) was not captured before: TWHWL' "$tmr0 capture capture.vcd --quiet --rate 1GHz"
never never-unsure 'always unsure' "$tmr0 capture --quiet limits.vcd"

# ---- A dump of tmr0 itself: by its own names, and every parameter as tmr0 run judged it
for dump in limits edges; do
    fresh out/claims.json $tmr0 capture $dump.vcd --quiet --json out/claims.json
    report own-claims-$dump "$("$root/tests/capture/claims.py" --exact $dump.json out/claims.json 2>&1 | tr '\n' ' ')"
    report own-reads-$dump "$(grep -q ', all agree' out/log || shown out/log)"
done

# ---- The chip's delays: exact in our own dump, to one sample in a capture, and one after the other beyond its limit
all='TRLQV=65000 TEHYV=150000 TEHYV_COMPARE=175000 TEHFV=250000 TWHYV=375000'
delayed() { # name, file, unsure in ps, delays
    name=$1 file=$2 unsure=$3
    shift 3
    fresh out/delays.json $tmr0 capture "$file" --quiet --json out/delays.json
    report "$name" "$(python3 "$root/tests/capture/claims.py" out/delays.json "$unsure" "$@" 2>&1 | tr '\n' ' ')"
}
waves delays.scn delays
# shellcheck disable=SC2086 # a list
{
    delayed delays-own delays.vcd 0 $all TRLQX=42500 TRHQX=28750 TRHQZ=47500
    sample delays --rate 500e6
    delayed delays-500MHz capture.vcd 2000 $all TRHQX=28750
    sample delays --rate 100e6
    delayed delays-100MHz capture.vcd 10000 $all TRHQX=28750
    sample delays --rate 24e6
    delayed delays-24MHz capture.vcd 42000 $all
}
for slow in TRLQV=130000 TRLQX=5000 TRHQX=4000 TRHQZ=95000 TEHYV=350000 TEHYV_COMPARE=400000 TEHFV=650000 TWHYV=700000; do
    sed "s/^osc.*/&\nset part.${slow%=*} ${slow#*=}ps/" delays.scn >slow.scn
    waves slow.scn slow
    delayed "delays-$slow" slow.vcd 0 $slow
done
# OUT of a comparator that was switched off is slow as any other
sed '/^cmd 0x02/,/^data 0x02 0x0b/d; /^cmd 0x63/,$d' delays.scn >off.scn
printf '%s\n' 'cmd 0x61' 'wait 2us' 'pulse src1 700ns 12' 'cmd 0x17' 'data 0x10 0x01' 'wait 2us' 'pulse src1 700ns 12' >>off.scn
sed -i 's/^osc.*/&\nset part.TEHYV 350ns/' off.scn
waves off.scn off
delayed delays-comparator-off off.vcd 0 TEHYV=350000 TEHYV_COMPARE=175000
sample slow --rate 100e6
delayed delays-late capture.vcd 10000 TWHYV=700000 TEHYV=150000
# Of a word whose lower byte is ones, as the bus before it, the upper byte shows them
captured upper 2 'Load 1 = 0x12ff' 'cmd 0xff 0xef 0x09\nword 0x12ff\ncmd 0x09\nreadw = 0x12ff\nwait 2us'
sample upper --rate 500e6
delayed delays-upper capture.vcd 2000 TRLQV=65000 TRHQX=28750
# Data lines that move apart: from RD low to the last of them, and from RD high to the first
$clips capture.vcd late D13 20000 >apart.vcd
delayed delays-apart apart.vcd 2000 TRLQV=85000 TRHQX=28750

# ---- Words, through sigrok-cli; from the middle
cat >program.scn <<'END'
target chip
cmd 0xff
cmd 0x01
data 0x22 0x0b 0x00 0x40
cmd 0x61
wait 10us
cmd 0xa1
cmd 0x11
read -> low high
status -> s
END
waves program.scn program
sample program --unit 1
sigrok-cli -I vcd -i capture.vcd -O vcd -o sigrok.vcd
$tmr0 capture sigrok.vcd | sed -n 's/^ *[0-9.]*us  access/access/p; s/^ \{10,\}\(Mode\|Load\|Hold\)/\1/p; /^reads/p' >got
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
reads compared with the model: 2, all agree
END
report words-sigrok "$(diff want got)"
sample program --from 6500000
never middle-unknown 'known from here: arming' "$tmr0 capture capture.vcd" # it may end, of whatever mode it is
check middle 2 'known from here: data pointer' "$tmr0 capture capture.vcd"
says middle-no-width 'unknown at the end: data pointer, bus width'
never middle-no-register 'Hold 1 = ' "$tmr0 capture capture.vcd"
sample program --from 9000000
check middle-bus 0 'Hold 1 = 0x3fd8' "$tmr0 capture capture.vcd --bus 8"
captured middle-master 2 'Mode 2 = 0x0b22' 'cmd 0xe7 0x17\ndata 0x2c 0x03\ncmd 0x02\ndata 0x22 0x0b'
sample program --rate 10e6
check slow-reads 2 'the samples leave bits 0xff uncertain' "$tmr0 capture capture.vcd"
check x2-fast 2 'X2 is too fast' "$tmr0 capture capture.vcd --jitter 100ns"
sample program --rate 24e6
check uneven-steps 0 " at most, by the least step of the file's times: --rate says more" "$tmr0 capture capture.vcd"

# ---- The model
check osc-wrong 1 'answers differently' "$tmr0 capture capture.vcd --osc 1MHz"
says osc-other 'choices that would explain it: none' 'X2 as given, 1.000000 MHz; the captured one has 4.0000'
check osc-right 0 ', all agree' "$tmr0 capture capture.vcd --osc 4MHz"
report osc-same "$(echo "$said" | grep 'captured one')"
check osc-beyond 2 'tmr0 capture: capture.vcd: X2 of 1000MHz, expected one that the model takes' "$tmr0 capture capture.vcd --osc 1GHz"
# Counts of a chain: how wrong they may be for want of X2's rate follows from the Load of the counter below
chain() { # name, X2's rate, status, text
    captured "chain-$1" "$3" "$4" "osc $2\ncmd 0xff 0x01\ndata 0x22 0x0b 0x64 0x00\ncmd 0x02\ndata 0x28 0x00 0x01 0x00
cmd 0x63\nwait 10ms\ncmd 0xa2 0x12\nread -> low high" '--quiet --osc 4MHz'
}
chain near 4.01MHz 0 '1 read agrees with the model'
chain far 4.04MHz 1 'captured: Hold 2 = 0x0195; model: 0x0191'
# The scaler's periods, too: F2 of a BCD scaler is X2 by 10
captured scaler-near 0 '1 read agrees with the model' 'osc 4.00053MHz\ncmd 0xff 0x17\ndata 0x00 0x80\ncmd 0x01\ndata 0x22 0x0c 0x00 0x00
cmd 0x61\nwait 75ms\ncmd 0xa1 0x11\nread -> low high' '--quiet --osc 4MHz'
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
check agrees 0 'reads compared with the model: 7, all agree' "$tmr0 capture capture.vcd" # all reads of the vector
# A choice that an earlier read contradicts explains nothing
mv capture.vcd first.vcd
sample arm_again
awk 'FNR == NR { print; if (/^#/) end = substr($0, 2); next } /^#/ { printf "#%d\n", substr($0, 2) + end + 1000000; next }
    values { print } /^.enddefinitions/ { values = 1 }' first.vcd capture.vcd >both.vcd
check explained-once 1 'choices that would explain it: none' "$tmr0 capture both.vcd"
says explained-once-values 'captured: Hold 1 = 0x0005; model: 0x0007'
waves "$root/tests/vectors/gates/gate-up.txt" gates
check neighbours 0 'reads compared with the model: 30, all agree' "$tmr0 capture gates.vcd" # GATE1 gates counter 5

# A byte written and one read are no word
captured mixed 0 'reads compared with the model: 1, all agree' 'cmd 0xff 0x14\ndata 0xcf 0x00\ncmd 0x14\ndata 0xa6\nread -> high\ncmd 0x14\nread -> low
data 0x12\ncmd 0x14\nread -> low high\nwait 2us'
report mixed-words "$(echo "$said" | sed -n 's/^ *Hold 4 = //p' | xargs | grep -vx '0x00cf 0x12a6')"
# A low byte that is unknown stays so through a read of the status
captured low 0 'Load 1 = 0x1235' 'cmd 0xff 0x09\ndata 0x35 0x12\ncmd 0x09\nread -> low\nstatus -> s\nread -> high\nwait 2us'
sample low --rate 500e6
awk '{ print; code[$5] = $4 } $0 == "0" code["RD"] && !falls++ { print "x" code["D0"] }
    $0 == "1" code["RD"] && falls == 1 && !rises++ { print "1" code["D0"] }' capture.vcd >unsure.vcd
check unsure-low 0 'Load 1 = 0x123?' "$tmr0 capture unsure.vcd"
# A byte of a saved count and one that was written are no exact value: X2 is 75 ppm faster than --osc says
captured counted-half 0 'reads compared with the model: 2, all agree' 'osc 4.0003MHz\ncmd 0xff 0x01\ndata 0x28 0x0b 0x00 0x00\ncmd 0x61\nwait 10ms
cmd 0xa1 0x11\nread -> low\ndata 0x12\ncmd 0x11\nread -> low high\ncmd 0x11\ndata 0x34\ncmd 0xa1\nread -> high\ncmd 0x11
read -> low high\ncmd 0x11\ndata 0x34\ncmd 0xa1\ndata 0x12\ncmd 0x11\nread -> low high\ncmd 0x11
data 0x34 0x12\ncmd 0x11\ndata 0x56\ncmd 0x11\nread -> low high\nwait 2us' '--osc 4MHz'
# The upper byte of a 16-bit bus that is not captured is unknown
captured upper-exact 0 'Load 2 = 0x5a01' 'cmd 0xff 0xef 0x0a\nword 0x5a01\ncmd 0x0a\nreadw -> x\nwait 2us'
sample upper-exact --rate 500e6
sed -i 's/ D\([89]\|1[0-5]\) / other\1 /' capture.vcd
check upper-unseen 2 'Load 2 = 0x??01' "$tmr0 capture capture.vcd"
says upper-compared 'verdict: none, no read was compared'

# ---- Clips that are wrong; a good board is told nothing of them, nor a chip that answers otherwise
sample gates --rate 500e6
mv capture.vcd clips.vcd
clips() { # name, status, the verdict's end, arguments of clips.py
    name=$1 status=$2 text=$3
    shift 3
    $clips clips.vcd "$@" >capture.vcd
    ends "clips-$name" "$status" "$text" "$tmr0 capture capture.vcd --quiet"
}
clips good 0 'all agree verdict: pass, nothing is certainly violated; 30 reads agree with the model '
clips rd 2 'verdict: none, no read was compared with the model: RD- never fell ' high RD
clips wr 2 'verdict: none, no read was compared with the model: WR- never fell ' high WR
clips swapped 1 'no read was compared with the model: RD- and WR- may be swapped (the accesses make' swap RD WR
clips inverted 2 'low together in each access: RD- and WR- look inverted, expected' invert RD invert WR
clips stuck 2 'verdict: none, no read was compared with the model: D3 never moved ' low D3
clips shorted 1 'a read differs from the model: D5 equals D2 ' short D5 D2
clips shorted-high 2 'D5 equals D2' short D5 D2 invert D7
clips data 1 'a read differs from the model: D0 and D5 may be swapped (the accesses make' swap D0 D5
clips reversed 2 'D0 to D7 look reversed (the accesses make' swap D0 D7 swap D1 D6 swap D2 D5 swap D3 D4
clips cd-inverted 2 'C/D looks inverted (the accesses make' invert CD
clips data-last 2 'D6 and D7 may be swapped (the accesses make' swap D6 D7
clips cs 2 'CS is high whenever RD or WR is low' high CS
check other-chip 1 'a read differs from the model' "$tmr0 capture arm_again.vcd"
report other-chip-quiet "$(echo "$said" | tail -n 1 | grep -v '; a read differs from the model$')"

# A gate that floats, its own or that of DB8-12, makes the count unknown; other registers and counters stay known
captured float 0 '2 reads agree with the model' 'cmd 0xff 0x01\ndata 0x28 0x81 0x00 0x01\npin gate1 1\ncmd 0x61\npulse src1 300ns 7\nwait 2us
cmd 0xa1 0x11\nread -> low high\ncmd 0x09\nread -> low high\nwait 5us'
sample float --rate 500e6
mv capture.vcd clips.vcd
clips float-none 0 '2 reads agree with the model' high D8
clips float-na 0 'with the model: 1, all agree' float D8
check float-na-count 0 'unknown at the end: Hold 1, count 1-5, toggle output 1
' "$tmr0 capture capture.vcd --quiet"
clips float-gate 0 'with the model: 1, all agree' float GATE1
clips float-source 0 'with the model: 1, all agree' float SRC1
clips float-others 0 '2 reads agree with the model' float D9 float GATE2 float D13
clips gate-low 1 'a read differs from the model' low D8
$clips clips.vcd low D8 | awk '{ print; code[$5] = $4 } $0 == "1" code["SRC1"] { times = 1 }
    /^#/ && times { times++ } times == 3 { print "z" code["D8"] } times == 7 { print "0" code["D8"] }' >capture.vcd
never float-edges 'TGVEH broken' "$tmr0 capture capture.vcd"
sed -i 's/^z\(.\)$/1\1/' capture.vcd
check pulse-edges 1 'TGVEH broken' "$tmr0 capture capture.vcd"

# ---- As a scenario: it gives the same reads
cat >trip.scn <<'END'
target chip
cmd 0xff
cmd 0x01
data 0x22 0x0b 0x00 0x40
cmd 0x02
data 0x21 0x01 0x09 0x00
cmd 0x63
pin src1 1
wait 10us
pulse src1 300ns 3
cmd 0xa3
cmd 0x19
read -> low high
read -> low high
status -> s
cmd 0xef
cmd 0x0a
word 0x1234
cmd 0x0a
readw -> x
status -> s
END
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

# ---- Other writers' forms: vectors, aliases, no CS, x and z, times in fs
cat >vector.vcd <<'END'
$comment a tool $end
$timescale 100 fs $end
$scope module top $end $scope module u1 $end
$var wire 1 a nRD $end $var wire 1 b WR# $end $var wire 1 c C/D $end
$var reg 8 dd DATA [7:0] $end
$var real 64 r level $end
$var wire 1 a READ $end
$upscope $end $upscope $end
$enddefinitions $end
$dumpvars
xa 1b zc bx dd r0.5 r
$end
#0 1a 1c b11111111 dd
#10000000 0b
#12000000 1b r1e-9 r
#30000000 b1 dd 0b
#32000000 1b
#50000000
END
check vector 2 'access 1: master reset (0xff)' "$tmr0 capture vector.vcd"
says vector-rest '1.2us  access 1' 'TRHSH (CS), TSLRL (CS), TSLWH (CS)' 'TEHYV (OUT1-5)' 'nothing to observe: TAVRL, TRHAX,' 'inside the chip: TCMD, TFN, TCARRY'
check map-bits 2 '(0x80)' "$tmr0 capture vector.vcd --map 'd7=DATA[0],d0=DATA[7],rd_n=top.u1.READ' --rate 100MHz"
sed 's/^#30000000.*/#30000000 b1 dd xb\n#30500000 0b/' vector.vcd >unknown.vcd
check strobe-unknown 2 'a strobe was unknown' "$tmr0 capture unknown.vcd"
says strobe-unknown-state 'no longer known: bus width'
sed 's/100 fs/1 ns/; s/^#30000000.*/#30000000 0b\n#30000001 1b/; s/^#32000000.*/#40000000 0b\n#40000001 1b/' vector.vcd >runt.vcd
check runts-unsure 2 '  1       0       2  write pulse' "$tmr0 capture runt.vcd --rate 1GHz"
sed 's/.*READ.*/$var wire 1 q CS $end/; s/^xa 1b/0q &/; s/^#30000000/#20000000 xq\n#20500000 0q\n&/' vector.vcd >select.vcd
check select-unknown 2 'a strobe was unknown' "$tmr0 capture select.vcd --rate 100MHz"

# ---- Tables (CSV): as the VCD that they are made of
table() { # name, its first line of the VCD's text replaced, the file
    name=$1 line=$2
    shift 2
    $tmr0 capture capture.vcd --quiet "$@" >out/vcd
    $tmr0 capture capture.csv --quiet >out/csv 2>&1
    report "$name" "$(grep -q "capture.csv: .*$line" out/csv || head -c 300 out/csv)$(grep -v '^capture' out/csv >out/a; grep -v '^capture' out/vcd | diff - out/a | head -4)"
}
as_table() {
    python3 "$root/tests/capture/table.py" capture.vcd "$@" >capture.csv
}
sample limits --rate 500e6 --unit 1
as_table science
table csv-science 'interval 2ns, of which all times are multiples'
as_table dsview 500e6
table csv-dsview 'interval 2ns, of which all times are multiples'
as_table saleae 0.000003 # negative times before the trigger
$tmr0 capture capture.csv --json out/claims.json >out/log 2>&1
report csv-trigger "$("$root/tests/capture/claims.py" limits.json out/claims.json 2>&1 | tr '\n' ' ')"
sed -n '/^capture/,$p' out/log >out/from
report csv-trigger-from "$(sed 1d out/from >out/a; sed 1d out/vcd | diff - out/a | head -3)"
sample limits --rate 24e6
as_table sigrok 24e6
table csv-sigrok-24MHz 'interval 41.667ns by the rate that the file names' --rate 24MHz
$tmr0 capture capture.csv --quiet --json out/claims.json >out/log 2>&1
report csv-sigrok-claims "$("$root/tests/capture/claims.py" limits.json out/claims.json 2>&1 | tr '\n' ' ')"
as_table dsview 24e6
$tmr0 capture capture.csv --quiet --json out/claims.json >out/log 2>&1
report csv-dsview-24MHz "$(grep -q 'interval 41.667ns by the rate that the file names' out/log || head -n 1 out/log)$("$root/tests/capture/claims.py" limits.json out/claims.json 2>&1 | tr '\n' ' ')"
sample hold --rate 100e6 --unit 10
sigrok-cli -I vcd -i capture.vcd -o capture.sr
for form in '' :time=true:dedup=true:label=channel :time=true:trigger=true; do
    sigrok-cli -i capture.sr -O "csv$form" >capture.csv
    table "csv-sigrok$form" 'interval 10ns by the rate that the file names' --rate 100MHz
done
check csv-rate-above 2 'capture.csv: --rate is 200000000 Hz, but the file names its rate, expected 100000000 Hz at most' \
    "$tmr0 capture --quiet capture.csv --rate 200MHz"
grep -v -e Samplerate capture.csv >rateless.csv
awk -F , '/^n/ {sub("nano", ""); sub("seconds", "samples")} /^[0-9]/ {sub(/^[0-9]*/, $1 / 10)} {print}' rateless.csv >samples.csv
check csv-samples 1 'sampling interval 10ns as given' "$tmr0 capture samples.csv --quiet --rate 100MHz"
sed 's/,/;/g' rateless.csv >semicolon.csv
check csv-semicolon 2 "semicolon.csv:4: cells separated by semicolons, expected commas" "$tmr0 capture semicolon.csv"
tr , '\t' <rateless.csv >tab.csv
check csv-tab 2 "tab.csv:4: cells separated by tabs, expected commas" "$tmr0 capture tab.csv"
check csv-rateless 2 'samples.csv: rows without times, and no rate named, expected --rate' "$tmr0 capture samples.csv"
sigrok-cli -i capture.sr -O csv:dedup=true:label=channel | uniq >changes.csv
check csv-changes 2 'changes.csv: each row is a change, expected a column of times, or every sample' "$tmr0 capture changes.csv"

# ---- Files that are no captures
mkdir input
cd input || exit 1
bad_file() { # name, text, sed command on vector.vcd
    sed "$3" ../vector.vcd >bad.vcd
    check "$1" 2 "$2" "$tmr0 capture bad.vcd --json j"
}
bad_file bad-time "bad.vcd:15: a time '#5', expected none before the last one" 's/^#12000000.*/#5/'
bad_file bad-time-large "a time '#99999999999999999999', expected one below 26 days" 's/^#50000000/#99999999999999999999/'
bad_file bad-scale "bad.vcd:2: timescale '3 fs \$end', expected 1, 10 or 100 of s" 's/100 fs/3 fs/'
for scale in 101 1000 0 01; do bad_file "bad-scale-$scale" "bad.vcd:2: timescale '$scale fs \$end', expected" "s/100 fs/$scale fs/"; done
bad_file bad-scale-unit "timescale '100 as \$end', expected" 's/100 fs/100 as/'
bad_file bad-scale-end "timescale '100 fs x \$end', expected" 's/100 fs/100 fs x/'
bad_file bad-no-scale 'no $timescale before $enddefinitions' '/timescale/d'
bad_file bad-missing 'bad.vcd: no signal for wr_n, expected --at socket, or --map '\''wr_n=SIGNAL'\'' with signals of: nRD, WR2, C/D, DATA' 's/WR#/WR2/'
bad_file bad-second "bad.vcd:7: 'top.u1.RD' is a second signal for rd_n after that of line 4" 's/.*READ.*/$var wire 1 q RD $end\n$var wire 1 p RD# $end/'
bad_file bad-twice "bad.vcd:7: 'top.u1.WR#' is declared a second time, after line 4, expected one signal" \
    's/.*READ.*/$var wire 1 q WR# $end/'
bad_file bad-vector-strobe 'bad.vcd:4: the signal for wr_n has 8 bits, expected one; choose it with --map wr_n=NAME[0]' \
    's/wire 1 b WR#/wire 8 b WR# [7:0]/; s/.*READ.*/$var wire 4 q nWR [3:0] $end/'
bad_file bad-real 'bad.vcd:4: the signal for wr_n is no logic signal, expected a wire or reg' 's/wire 1 b/real 64 b/'
bad_file bad-one-net 'bad.vcd:4: one signal is rd_n and wr_n, expected a signal of its own for each' 's/wire 1 b/wire 1 a/'
check bad-one-map 2 'one signal is rd_n and wr_n' "$tmr0 capture ../vector.vcd --map wr_n=nRD,rd_n=nRD"
sed 's/.*READ.*/$var wire 1 q LINE $end/' ../vector.vcd >line.vcd
for map in d=C/D d0=DATA[1] x2=WR# src1=DATA[0],gate1=DATA[0] out1=LINE,fout=LINE d7=LINE,gate1=LINE; do
    check "bad-one-net-$map" 2 ': one signal is ' "$tmr0 capture line.vcd --map '$map'"
done
check one-net-tied 2 'master reset' "$tmr0 capture line.vcd --rate 100MHz --map gate1=LINE,gate2=LINE,src2=LINE,out3=LINE"
for map in src1=LINE,x2 gate5=LINE,fout; do check "one-net-tied-$map" 2 'master reset' "$tmr0 capture line.vcd --rate 100MHz --map $map=LINE"; done
sed 's/DATA .7:0./DATA [15:8]/' ../vector.vcd >bits.vcd
check map-bit 2 'master reset' "$tmr0 capture bits.vcd --rate 100MHz --map 'd0=DATA[8]'"
for bit in 7 16; do check "map-bit-$bit" 2 "no signal DATA[$bit] for d0" "$tmr0 capture bits.vcd --map 'd0=DATA[$bit]'"; done
sed 's/^\(#.*\)\([01]\)b/\1\2b \2a/' ../vector.vcd >bad.vcd
check bad-one-net-twice 2 'bad.vcd: RD and WR are low together in each access' \
    "$tmr0 capture bad.vcd"
sed 's/$scope module u1/$scope module top $end $scope module u1/; s/.*READ.*/$upscope $end $var wire 1 q WR# $end $scope module u1 $end/' \
    ../vector.vcd >bad.vcd
check bad-two 2 "'top.top.WR#' is a second signal for wr_n" "$tmr0 capture bad.vcd"
check two-chosen 2 'master reset' "$tmr0 capture bad.vcd --rate 100MHz --map wr_n=top.top.u1.WR#"
bad_file no-access 'bad.vcd: no access was captured: RD- never fell, WR- never fell,' \
    's/0b/1b/; s/xa 1b/1a 1b/'
bad_file no-access-cut 'no access was captured: none both begins and ends in the file' '/^#12000000/,$d; s/^#10000000.*/&\n#11000000/'
sed 's/.*READ.*/$var wire 1 q CS $end/; s/^xa 1b/1q &/' ../vector.vcd >bad.vcd
check no-access-cs 2 'no access was captured: CS is high whenever RD or WR is low' "$tmr0 capture bad.vcd"
bad_file bad-comment 'bad.vcd:1: no $end up to the end' 's/a tool.*/a tool/; s/[$]end//g'
: >bad.vcd
check bad-empty 2 'bad.vcd:1: the file ends' "$tmr0 capture bad.vcd"

# A table
cat >../table.csv <<'END'
Time [s],RD,WR,CD,D0,D1,D2,D3,D4,D5,D6,D7,a volt
0.000000000,1,1,1,1,1,1,1,1,1,1,1,"1,5"
0.000001000,1,0,1,1,1,1,1,1,1,1,1,2
0.000001200,1,1,1,1,1,1,1,1,1,1,1,
0.000003000,1,0,1,1,0,0,0,0,0,0,0,
0.000003200,1,1,1,1,0,0,0,0,0,0,0,
END
table_file() { # name, status, text, sed command on table.csv
    sed "$4" ../table.csv >bad.csv
    check "$1" "$2" "$3" "$tmr0 capture bad.csv --rate 100MHz"
}
table_file csv-hand 2 '3.2us  access 2: point to Mode 1 (0x01)' ''
table_file csv-places 2 '3.2us  access 2: point to Mode 1' 's/^0.000001200/1.2E-06/; s/^0.000003200/3.2e-6/; s/^0.000003000/+3.e-6/'
for level in x X z Z; do table_file csv-unknown-$level 2 'a strobe was unknown' "3s/,0/,$level/"; done
check csv-no-newline 2 'access 2: point to Mode 1' "head -c -1 ../table.csv >bad.csv; $tmr0 capture bad.csv --rate 100MHz"
check csv-half 2 'bad.csv:6: the file ends in the middle of a line, expected a whole table' \
    "head -c -7 ../table.csv >bad.csv; $tmr0 capture bad.csv"
check csv-half-time 2 'the file ends in the middle of a line' "head -c -33 ../table.csv >bad.csv; $tmr0 capture bad.csv"
check csv-half-names 2 'bad.csv:1: the file ends in the middle of a line' "head -c 33 ../table.csv >bad.csv; $tmr0 capture bad.csv"
table_file csv-few 2 "bad.csv:3: too few cells in '0.000001000', expected one for each name" '3s/,2$//'
table_file csv-more 2 'bad.csv:3: a cell more:' '3s/$/,3/'
table_file csv-level 2 "bad.csv:3: a level '0.7', expected 0, 1, x or z" '3s/,0/,0.7/'
table_file csv-no-level 2 "bad.csv:3: a level '', expected 0, 1, x or z" '3s/,0/,/'
table_file csv-time 2 "bad.csv:3: a time '2022-11-01', expected a number such as 0.000000125: export without ISO 8601 timestamps" '3s/^[^,]*/2022-11-01/'
table_file csv-quoted-time 2 "bad.csv:2: a time '\"x\"', expected a number" '2s/^[^,]*/"x"/'
table_file csv-zero-byte 2 'bad.csv:3: a byte 0x00, expected the text of a table' '3s/,0/,\x00/'
table_file csv-same-time 2 "bad.csv:4: a time '1e-6', expected a later one than in the row before" '4s/^[^,]*/1e-6/'
table_file csv-negative 2 "bad.csv:4: a time '-1e-6', expected a later one" '4s/^[^,]*/-1e-6/'
table_file csv-late 2 "bad.csv:6: a time '1e40', expected one below 26 days" '6s/^[^,]*/1e40/'
table_file csv-long 2 "no signal for rd_n, expected" "1s/RD/$(printf '%09000d' 0)/"
table_file csv-names 2 "no signal for rd_n wr_n, expected --at socket, or --map 'rd_n=SIGNAL,wr_n=SIGNAL' with signals of: Channel 0, Channel 1, CD" \
    '1s/RD,WR/Channel 0,Channel 1/'
check csv-map 2 'access 2: point to Mode 1' "$tmr0 capture bad.csv --rate 100MHz --map 'rd_n=Channel 0,wr_n=Channel 1'"
# Several signals at once, from either end; one less, and one that is not there
sed '1s/D\([0-9]\)/Channel \1/g' ../table.csv >bad.csv
check csv-map-none 2 "no signal for d0-d7, expected --at socket, or --map 'd=SIGNAL 0-7' with" "$tmr0 capture bad.csv"
several() { # name, text, what d is
    check "csv-map-$1" 2 "$2" "$tmr0 capture bad.csv --rate 100MHz --map 'd=$3'"
}
several several 'access 2: point to Mode 1 (0x01)' 'Channel 0-7'
several reversed 'access 2: disarm and save no counter (0x80)' 'Channel 7-0'
several names 'access 2: point to Mode 1 (0x01)' 'Channel 0-Channel 7'
several not 'no signal Channel 0-7x for d0, expected one of' 'Channel 0-7x'
several less "--map 'd=Channel 0-6', expected at least 8 signals" 'Channel 0-6'
several backwards "expected at least 8 signals" 'Channel 3-1'
several pins 'no signal Channel 8 for d8, expected one of' 'Channel 0-15'
several more-than-pins "--map 'd=Channel 0-16', expected at most 16 signals" 'Channel 0-16'
several huge 'expected at most 16 signals' 'Channel 0-99999999999999999999'
several more 'no signal Channel 8 for d7, expected one of' 'Channel 1-8'
sed -i '1s/Channel //g' bad.csv
several bare 'access 2: point to Mode 1 (0x01)' 0-7
# Bytes and lines that are wrong at random: read, or refused with the line
why=$(python3 - "$tmr0" <<'END'
import random, subprocess, sys
draw = random.Random(1)
for n in range(300):
    good = open("../table.csv" if n % 2 else "../vector.vcd", "rb").read()
    bad = bytearray(good)
    for _ in range(draw.randrange(1, 4)):
        at, length = draw.randrange(len(bad)), draw.randrange(1, 9)
        bad[at:at + length] = draw.choice((b"", bytes(bad[at:at + length]) * 2, b"$end ", b'"', b",", b"-", b"e9", b"\n", b"#99 ", b"bz1 dd ", bytes([draw.randrange(256)])))
    open("../random.vcd", "wb").write(bad)
    p = subprocess.run([sys.argv[1], "capture", "../random.vcd", "--quiet"], capture_output=True)
    if p.returncode not in (0, 1, 2) or (p.returncode == 2 and b"random.vcd:" not in p.stderr
                                         and b"\nverdict: none, " not in p.stdout):
        print(f"draw {n}: status {p.returncode}, {p.stderr[-200:]!r};")
END
)
report bad-random "$why"
check bad-none 2 'none.vcd: cannot read' "$tmr0 capture none.vcd"
check bad-pipe 2 'no regular file' "$tmr0 capture /dev/null"
check bad-map-pin 2 "--map 'foo', expected a pin: cs_n" "$tmr0 capture ../vector.vcd --map foo=bar"
check bad-map-form 2 "--map 'wr_n', expected PIN=SIGNAL" "$tmr0 capture ../vector.vcd --map wr_n"
check bad-map-empty 2 "--map '', expected PIN=SIGNAL" "$tmr0 capture ../vector.vcd --map ''"
check bad-map-name 2 'no signal Q for wr_n, expected one of: nRD' "$tmr0 capture ../vector.vcd --map wr_n=Q"
check bad-osc-bare 2 'with a unit (Hz kHz MHz GHz)' "$tmr0 capture ../vector.vcd --osc 4000000"
check bad-same-file 2 'expected' "$tmr0 capture ../vector.vcd --scenario ../vector.vcd"
# In two.vcd no signal has the code ~~~~~~~, and the last line of cut.vcd is not whole
awk '/^\$enddefinitions/ {v = 1} v && /^[01]/ && !n++ {print substr($0, 1, 1) "~~~~~~~"; next} {print}' ../edges.vcd >two.vcd
check code-unknown 2 "the code '~~~~~~~' is not declared, expected that of a \$var" "$tmr0 capture two.vcd"
awk '/^\$enddefinitions/ {v = 1} v && /^[01]/ && ++n == 9 {printf "%s", substr($0, 1, 1); exit} {print}' ../edges.vcd >cut.vcd
check code-cut 2 'the file ends in the middle of a line' "$tmr0 capture cut.vcd"
rm two.vcd cut.vcd
check scenario-full 3 's.scn: cannot write' "trap '' XFSZ; ulimit -f 1; $tmr0 capture ../edges.vcd --quiet --scenario s.scn"
check scenario-folder 3 'none/s.scn' "$tmr0 capture ../vector.vcd --quiet --scenario none/s.scn"
check bad-scenario 2 'bad.vcd:1: the file ends' "$tmr0 capture bad.vcd --scenario s.scn"
check bad-part 2 'no part "nopart"' "$tmr0 capture ../vector.vcd --part nopart"
exit $bad
