#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture claims nothing that is not so. The captures are dumps of tmr0, sampled at several rates, with jitter,
# glitches and lost samples. Also: what is unsure and why, the sampling interval, the chip's delays.
. tests/check.sh
. tests/capture/capture.sh
waves near-limits.scn limits
waves near-edges.scn edges
for dump in limits edges; do
    echo "own-$dump | $dump | | exact compared=1"
    while read -r rate glitches lost jitter clean noisy; do
        echo "${rate}MHz-$dump | $dump --rate ${rate}e6 | --rate ${rate}MHz | certain=$clean"
        for seed in 1 2; do
            noise="$dump --rate ${rate}e6 --jitter 0.4 --glitches $glitches --lost $lost --seed $seed"
            echo "${rate}MHz-noise-$seed-$dump | $noise | --rate ${rate}MHz --jitter $jitter | certain=$noisy"
        done
    done <<'END'
500 40 100 2ns 1000 1000
100 40 20 10ns 1000 1000
24 20 10 42ns 1000 300
10 10 5 100ns 300 15
END
done | $claims || bad=1

# ---- The sampling interval without --rate. It is the grid of the times, which may be rounded to the file's unit.
while read -r rate unit interval; do
    echo "grid-${rate}MHz-$unit | limits --rate ${rate}e6 --unit $unit | | interval ${interval}[ ,]"
done <<'END' | $claims || bad=1
1000 0 1ns
1000 1 2ns
500 1 2ns
400 1 3ns
300 1 4ns
150 1 7ns
100 1 11ns
100 10 20ns
24 0 41.667ns
24 1 42ns
END
# The rate that libsigrok writes in a comment is taken. An interval that the times show, and that is longer, stays.
$claims <<'END' || bad=1
named-100 | limits --rate 100e6 --unit 10 --named 100_MHz | | interval 10ns by the rate that the file names$
named-66.667 | limits --rate 66.667e6 --unit 10 --named 66.667_MHz | | 15ns by the rate that .*, times rounded to 10ns
named-500 | limits --rate 100e6 --unit 1 --named 500_MHz | | 11ns at most, by the least step
named-other | limits --rate 100e6 --unit 10 --named a_high_rate | | 20ns at most, by the least step
END
sample limits --rate 100e6 --unit 10 --named 1_MHz
check named-contradicts 2 'the rate in its comment is one sample in 1us, but two times of the file are 10ns apart' \
    "$tmr0 capture --quiet capture.vcd"
captured hold 1 'TWHDX' 'repeat 30 {\n  wait 1.234us\n  timing TWHDX 12ns\n  data 0x55\n}' --quiet
sample hold --rate 1e9 --unit 1
check grid-broken 1 'TWHDX     20ns [GK]       12ns' "$tmr0 capture --quiet capture.vcd"
says grid-broken-all '^TWHDX .* 0 *30 *0  '
for hold in 18 20.5 25; do
    sed "s/12ns/${hold}ns\n  timing TWLWH 300ns/" hold.scn >rounded.scn
    waves rounded.scn "hold-$hold"
    for rounded in '66.667 10' '80 10' '96 10' '64 10' '48 10' '960 1' '800 1'; do
        for given in '' "--rate ${rounded% *}MHz"; do
            echo "rounded-$hold-$rounded $given | hold-$hold --rate ${rounded% *}e6 --unit ${rounded#* } | $given | certain=700"
        done
    done
done | $claims || bad=1
# All times but one are multiples of 10 units. That one is off the grid by as much as rounding moves a time, or by more.
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
check nothing-judged 2 'verdict: none, no time is certain (sample faster); possibly violated: ' \
    "$tmr0 capture --quiet capture.vcd --jitter 900us"
check nothing-judged-json 2 '"timing":	"not judged"' "$tmr0 capture --quiet capture.vcd --jitter 900us --json -"
# Data and C/D end before the write does. The times of a dump are exact.
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
check unsure-driver 1 'TRLQX         >=' "$tmr0 capture --quiet capture.vcd"
says unsure-driver-row '^TRLQX .* 0 *0 *[1-9]'
captured short 2 'verdict: none, nothing is certainly violated; ' \
    'cmd 0xf9\nwait 3us\nrepeat 3 {\n  timing TWHWL 1us\n  timing TWLWH 300ns\n  cmd 0x01\n}' --quiet
sample short --rate 1e9
check unsure-after-f9 2 'verdict: none, nothing is certainly violated; ' "$tmr0 capture capture.vcd --quiet --rate 1GHz"
says unsure-none '^TWHWL .* [1-9] *0 *[0-9]* '
sample short --rate 1e9 --from 2000000
check unsure-prefetch 2 '3 accesses; ' "$tmr0 capture capture.vcd --quiet --rate 1GHz"
says unsure-prefetch-row '^TWHWL .* 0 *0 *[1-9] '
never never-unsure 'possibly violated' "$tmr0 capture --quiet limits.vcd"

# ---- The chip's delays. Each is exact in a dump, and right to one sample in a capture. Each is once beyond its limit.
all='TRLQV TEHYV TEHYV_COMPARE TEHFV TWHYV'
waves delays.scn delays
for slow in TRLQV=130000 TRLQX=5000 TRHQX=4000 TRHQZ=95000 TEHYV=350000 TEHYV_COMPARE=400000 TEHFV=650000 TWHYV=700000; do
    sed "s/^osc.*/&\nset part.${slow%=*} ${slow#*=}ps/" delays.scn >slow.scn
    waves slow.scn "slow-$slow"
    echo "delays-$slow | slow-$slow | | $slow"
done | $claims || bad=1
# After a comparator is switched off, its OUT has the delay of any other
sed '/^cmd 0x02/,/^data 0x02 0x0b/d; /^cmd 0x63/,$d' delays.scn >off.scn
printf '%s\n' 'cmd 0x61' 'wait 2us' 'pulse src1 700ns 12' 'cmd 0x17' 'data 0x10 0x01' 'wait 2us' 'pulse src1 700ns 12' >>off.scn
sed -i 's/^osc.*/&\nset part.TEHYV 350ns/' off.scn
waves off.scn off
# The lower byte of a word equals the bus before it, ones. The upper byte shows when the word came.
captured upper 2 'Load 1 = 0x12ff' 'cmd 0xff 0xef 0x09\nword 0x12ff\ncmd 0x09\nreadw = 0x12ff\nwait 2us'
# The data lines move apart. A delay from RD low goes to the last of them, one from RD high to the first.
sample upper --rate 500e6
$wrong_clips capture.vcd late D13 20000 >apart.vcd
$claims <<END || bad=1
delays-own | delays | | $all TRLQX TRHQX TRHQZ
delays-500MHz | delays --rate 500e6 | | unsure=2000 $all TRHQX
delays-100MHz | delays --rate 100e6 | | unsure=10000 $all TRHQX
delays-24MHz | delays --rate 24e6 | | unsure=42000 $all
delays-comparator-off | off | | TEHYV=350000 TEHYV_COMPARE
delays-late | slow-TWHYV=700000 --rate 100e6 | | unsure=10000 TWHYV=700000 TEHYV
delays-upper | upper --rate 500e6 | | unsure=2000 TRLQV TRHQX
delays-apart | upper apart.vcd | | unsure=2000 TRLQV=85000 TRHQX
END
exit $bad
