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
named 100 10 '100 MHz' "10ns by the rate in the file's \$comment$"
named 66.667 10 '66.667 MHz' "15ns by the rate in the file's \$comment, times rounded to 10ns"
named 100 1 '500 MHz' '11ns at most, by the least step'
named 100 10 'a high rate' '20ns at most, by the least step'
check named-contradicts 2 "named.vcd: its \$comment's rate is one sample in 1us, but two times of the file are 10ns apart" \
    "sed -i 's/a high rate/1 MHz/' named.vcd; $tmr0 capture --quiet named.vcd"
grid 24 0 41.667ns
grid 24 1 42ns
printf 'target chip\nrepeat 30 {\n  wait 1.234us\n  timing TWHDX 12ns\n  data 0x55\n}\n' >hold.scn
waves hold.scn hold
sample hold --rate 1e9 --unit 1
check grid-broken 1 'TWHDX     20ns [GK]       12ns' "$tmr0 capture --quiet capture.vcd"
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
sample hold --rate 1e9 --unit 1
check grid-unit 1 'sampling interval 2ns at most: all that the file' "$tmr0 capture --quiet capture.vcd"
check rate-contradicts 2 'capture.vcd: --rate is one sample in 1ms, but two times of the file are 1ns apart' \
    "$tmr0 capture --quiet capture.vcd --rate 1kHz"
check nothing-judged 2 'capture.vcd: no access could be judged: a time between two edges is uncertain by 900.003us' \
    "$tmr0 capture --quiet capture.vcd --jitter 900us"
report grid-broken-all "$($tmr0 capture --quiet capture.vcd | grep -q '^TWHDX .* 0 *30 *0  ' || echo 'not 30 broken')"
sample limits --rate 200e6
check always-unsure 1 'always unsure, as the samples are too far apart (--rate, if the analyser was faster): TRLQX' \
    "$tmr0 capture --quiet capture.vcd"
check always-unsure-rate 1 'always unsure, as the samples are too far apart: TRLQX' \
    "$tmr0 capture --quiet capture.vcd --rate 200MHz"
$tmr0 capture --quiet limits.vcd >out/log 2>&1
never never-unsure 'always unsure' cat out/log

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
    report "$name" "$(python3 "$root/tests/capture/delayed.py" out/delays.json "$unsure" "$@" 2>&1 | tr '\n' ' ')"
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
sample slow --rate 100e6
delayed delays-late capture.vcd 10000 TWHYV=700000 TEHYV=150000

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
waves status.scn status
$tmr0 capture status.vcd | sed -n 's/.*: status/status/p' >got
cat >want <<'END'
status 0x03: OUT1-5 10000, low byte next
status 0x05: OUT1-5 01000, low byte next
status 0x09: OUT1-5 00100, low byte next
status 0x11: OUT1-5 00010, low byte next
status 0x21: OUT1-5 00001, low byte next
status 0x00: OUT1-5 00000, high byte next
END
report words-status "$(diff want got)"
says() { # name, text, arguments
    name=$1 text=$2
    shift 2
    $tmr0 capture "$@" >out/log 2>&1
    report "$name" "$(grep -qF -- "$text" out/log || echo "no '$text' in: $(tail -4 out/log)")"
}
sample program --from 6500000
says middle-unknown 'known from here: arming of 1' capture.vcd
says middle-pointer 'known from here: data pointer' capture.vcd
says middle-no-width 'unknown at the end: data pointer, bus width' capture.vcd
never middle-no-register 'Hold 1 = ' "$tmr0 capture capture.vcd"
sample program --from 9000000
says middle-bus 'Hold 1 = 0x3fd8' capture.vcd --bus 8
printf '%s\n' 'target chip' 'cmd 0xe7' 'cmd 0x17' 'data 0x2c 0x03' 'cmd 0x02' 'data 0x22 0x0b' >master.scn
waves master.scn master
says middle-master 'Mode 2 = 0x0b22' master.vcd
sample program --rate 10e6
says slow-reads 'the samples leave bits 0xff uncertain' capture.vcd
says x2-fast 'X2 is too fast' capture.vcd --jitter 100ns
sample program --rate 24e6
says uneven-steps " at most, by the least step of the file's times: --rate says more" capture.vcd

# ---- The model
says osc-wrong 'answers differently' capture.vcd --osc 1MHz
says osc-wrong-choices 'choices that would explain it: none' capture.vcd --osc 1MHz
says osc-other 'X2 as given, 1.000000 MHz; the captured one has 4.0000' capture.vcd --osc 1MHz
says osc-right ', all agree' capture.vcd --osc 4MHz
never osc-same 'captured one' "$tmr0 capture capture.vcd --osc 4MHz"
$tmr0 run "$root/tests/scenarios/repair/lost-arm.scn" --wave out/lost.vcd >out/log 2>&1
check stands-still 1 'captured: Hold 1 = 0x0000; model: 0x0' "$tmr0 capture out/lost.vcd"
explained() { # choice, its other value, what the model has instead
    waves "$root/tests/vectors/choices/$1-$2.txt" "$1"
    sample "$1"
    says "$1" "choices that would explain it: $1" capture.vcd
    says "$1-values" "$3" capture.vcd
}
explained arm_again runs-on 'captured: Hold 1 = 0x0005; model: 0x0007'
explained first_gate_edge retriggers 'captured: Hold 1 = 0x0004; model: 0x7777'
explained tc_when_disarmed ends 'captured: Hold 1 = 0x0004; model: 0x0005'
explained load_into_tc_disarms yes 'captured: Hold 1 = 0x0002; model: 0x0003'
printf '%s\n' 'target chip' 'set choice.reload_one stays' 'cmd 0xff' 'cmd 0x01' 'data 0x22 0x01 0x01 0x00' 'cmd 0x61' \
    'wait 1us' 'pulse src1 300ns 3' 'wait 2us' 'status -> a' 'pulse src1 300ns' 'wait 2us' 'status -> b' >reload.scn
waves reload.scn reload
says reload_one 'choices that would explain it: reload_one' reload.vcd
waves "$root/tests/vectors/choices/arm_again-stops.txt" stops
sample stops
says agrees 'reads compared with the model: 3, all agree' capture.vcd
waves "$root/tests/vectors/gates/gate-up.txt" gates
says neighbours 'reads compared with the model: 30, all agree' gates.vcd # GATE1 gates counter 5

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
for vector in bus/status-off gates/gate-na-level chain/chain choices/tc_when_disarmed-stays; do
    waves "$root/tests/vectors/$vector.txt" vector
    fresh out/vector.scn $tmr0 capture vector.vcd --quiet --scenario out/vector.scn
    never "trip-$vector" '^out/[a-z]*.scn:[0-9]' "$tmr0 run out/vector.scn"
done
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
says vector 'access 1: master reset (0xff)' vector.vcd
says vector-short 'access 2: point to Mode 1 (0x01)' vector.vcd
says vector-time '1.2us  access 1' vector.vcd
says not-captured 'TRHSH (CS), TSLRL (CS), TSLWH (CS)' vector.vcd
says not-captured-pins 'TEHYV (OUT1-5)' vector.vcd
says not-observed 'nothing to observe: TAVRL, TRHAX,' vector.vcd
says inside 'inside the chip: TCMD, TFN, TCARRY' vector.vcd
says map-bits '(0x80)' vector.vcd --map 'd7=DATA[0],d0=DATA[7],rd_n=top.u1.READ' --rate 100MHz
sed 's/DATA .7:0./DATA [0:7]/' vector.vcd >ascending.vcd
says map-ascending '(0x80)' ascending.vcd --map 'd7=DATA[7],d0=DATA[0],rd_n=top.u1.READ' --rate 100MHz
sed 's/^#30000000.*/#30000000 b1 dd xb\n#30500000 0b/' vector.vcd >unknown.vcd
sed 's/100 fs/1 ns/; s/^#30000000.*/#30000000 0b\n#30000001 1b/; s/^#32000000.*/#40000000 0b\n#40000001 1b/' vector.vcd >runt.vcd
says runts-unsure '  1       0       2  write pulse' runt.vcd --rate 1GHz
says strobe-unknown 'a strobe was unknown' unknown.vcd
says strobe-unknown-state 'no longer known: bus width' unknown.vcd

# ---- Files that are no captures
mkdir input
cd input || exit 1
bad_file() { # name, text, sed command on vector.vcd
    sed "$3" ../vector.vcd >bad.vcd
    check "$1" 2 "$2" "$tmr0 capture bad.vcd --json j"
}
bad_file bad-value "bad.vcd:15: a word 'q', expected a time such as #10" 's/^#12000000.*/#12000000 q/'
bad_file bad-time "bad.vcd:15: a time '#5', expected none before the last one" 's/^#12000000.*/#5/'
bad_file bad-time-large "a time '#99999999999999999999', expected one below 26 days" 's/^#50000000/#99999999999999999999/'
bad_file bad-time-digit "a time '#5x', expected # and a whole number" 's/^#50000000/#5x/'
bad_file bad-scale "bad.vcd:2: timescale '3fs', expected 1, 10 or 100 of s" 's/100 fs/3 fs/'
bad_file bad-no-scale 'no $timescale before $enddefinitions' '/timescale/d'
bad_file bad-missing 'bad.vcd: no signal for wr_n, expected --at socket, or --map wr_n=SIGNAL with one of: nRD WR2 C/D DATA' 's/WR#/WR2/'
bad_file bad-second "bad.vcd:7: 'top.u1.RD' is a second signal for rd_n after that of line 4" 's/.*READ.*/$var wire 1 q RD $end/'
bad_file bad-twice "bad.vcd:7: 'top.u1.WR#' is declared a second time, after line 4, expected one signal" \
    's/.*READ.*/$var wire 1 q WR# $end/'
bad_file bad-vector-strobe 'bad.vcd:4: the signal for wr_n has 8 bits, expected one; choose it with --map wr_n=NAME[0]' \
    's/wire 1 b WR#/wire 8 b WR# [7:0]/'
bad_file bad-real 'bad.vcd:4: the signal for wr_n is no logic signal, expected a wire or reg' 's/wire 1 b/real 64 b/'
bad_file bad-one-net 'bad.vcd:4: one signal is rd_n and wr_n, expected a signal of its own for each' 's/wire 1 b/wire 1 a/'
check bad-one-map 2 'one signal is rd_n and wr_n' "$tmr0 capture ../vector.vcd --map wr_n=nRD,rd_n=nRD"
sed 's/.*READ.*/$var wire 1 q LINE $end/' ../vector.vcd >line.vcd
for map in d=C/D d0=DATA[1] x2=WR# src1=DATA[0],gate1=DATA[0] out1=LINE,fout=LINE d7=LINE,gate1=LINE; do
    check "bad-one-net-$map" 2 ': one signal is ' "$tmr0 capture line.vcd --map '$map'"
done
check one-net-tied 0 'master reset' "$tmr0 capture line.vcd --rate 100MHz --map gate1=LINE,gate2=LINE,src2=LINE,out3=LINE"
sed 's/^\(#.*\)\([01]\)b/\1\2b \2a/' ../vector.vcd >bad.vcd
check bad-one-net-twice 2 'bad.vcd: RD and WR are low together in each access, expected a signal of its own for each' \
    "$tmr0 capture bad.vcd"
sed 's/$scope module u1/$scope module top $end $scope module u1/; s/.*READ.*/$upscope $end $var wire 1 q WR# $end $scope module u1 $end/' \
    ../vector.vcd >bad.vcd
check bad-two 2 "'top.top.WR#' is a second signal for wr_n" "$tmr0 capture bad.vcd"
check two-chosen 0 'master reset' "$tmr0 capture bad.vcd --rate 100MHz --map wr_n=top.top.u1.WR#"
bad_file no-access 'bad.vcd: no access was captured: neither RD nor WR is ever low, expected one that begins and ends' \
    's/0b/1b/; s/xa 1b/1a 1b/'
bad_file no-access-cut 'no access was captured: none both begins and ends in the file' '/^#12000000/,$d; s/^#10000000.*/&\n#11000000/'
sed 's/.*READ.*/$var wire 1 q CS $end/; s/^xa 1b/1q &/' ../vector.vcd >bad.vcd
check no-access-cs 2 'no access was captured: CS is high whenever RD or WR is low' "$tmr0 capture bad.vcd"
long=$(printf '%0300d' 0 | tr 0 s)
sed "s/module top/module $long/" ../vector.vcd >long.vcd
check long-scope 0 'master reset' "$tmr0 capture long.vcd --rate 100MHz"
bad_file bad-range "signal 'DATA' of 8 bits, expected a name, and bits such as [7:0]" 's/7:0/6:0/'
bad_file bad-width "the width of a signal '0', expected a number" 's/reg 8/reg 0/'
bad_file bad-vector "the value of a vector 'b12', expected b and its bits" 's/b11111111/b12/'
bad_file bad-header 'the file ends, expected $enddefinitions' '/enddefinitions/,$d'
bad_file bad-vector-end 'the file ends, expected the code of a signal' 's/^#50000000/b1/'
bad_file bad-comment 'bad.vcd:1: no $end up to the end' 's/a tool.*/a tool/; s/[$]end//g'
bad_file bad-upscope "a '\$upscope', expected a \$scope before it" '/scope module/d'
printf '\0' >bad.vcd
check bad-byte 2 'bad.vcd:1: a byte 0x00, expected the text of a VCD' "$tmr0 capture bad.vcd"
: >bad.vcd
check bad-empty 2 'bad.vcd:1: the file ends' "$tmr0 capture bad.vcd"
# Bytes and lines that are wrong at random: read, or refused with the line
why=$(python3 - "$tmr0" <<'END'
import random, subprocess, sys
draw = random.Random(1)
good = open("../vector.vcd", "rb").read()
for n in range(150):
    bad = bytearray(good)
    for _ in range(draw.randrange(1, 4)):
        at, length = draw.randrange(len(bad)), draw.randrange(1, 9)
        bad[at:at + length] = draw.choice((b"", bytes(bad[at:at + length]) * 2, b"$end ", b"#99 ", b"bz1 dd ", bytes([draw.randrange(256)])))
    open("../random.vcd", "wb").write(bad)
    p = subprocess.run([sys.argv[1], "capture", "../random.vcd", "--quiet"], capture_output=True)
    if p.returncode not in (0, 1, 2) or (p.returncode == 2 and b"random.vcd:" not in p.stderr):
        print(f"draw {n}: status {p.returncode}, {p.stderr[-200:]!r};")
END
)
report bad-random "$why"
check bad-none 2 'none.vcd: cannot read' "$tmr0 capture none.vcd"
check bad-pipe 2 'no regular file' "$tmr0 capture /dev/null"
check bad-files 2 '0 files, expected one VCD' "$tmr0 capture"
check bad-map-pin 2 "--map 'foo', expected a pin: cs_n" "$tmr0 capture ../vector.vcd --map foo=bar"
check bad-map-form 2 "--map 'wr_n', expected PIN=SIGNAL" "$tmr0 capture ../vector.vcd --map wr_n"
check bad-map-empty 2 "--map '', expected PIN=SIGNAL" "$tmr0 capture ../vector.vcd --map ''"
check bad-map-name 2 'no signal Q for wr_n, expected one of: nRD' "$tmr0 capture ../vector.vcd --map wr_n=Q"
check bad-osc-bare 2 'with a unit (Hz kHz MHz GHz)' "$tmr0 capture ../vector.vcd --osc 4000000"
check bad-x2-osc 2 '--osc and --x2, expected one of them' "$tmr0 capture ../vector.vcd --osc 4MHz --x2 X"
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
