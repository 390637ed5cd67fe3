#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture: how many observations of a parameter hold, are broken or stay unsure in captures made by hand, sampled
# every ns: recovery after F9, lines with glitches, an X2 that is unknown for a while. Runs from the root of the tree.
set -eu
. tests/check.sh
cat >"$folder/head" <<'EOF'
$timescale 1 ns $end
$scope module top $end
$var wire 1 r RD $end $var wire 1 w WR $end $var wire 1 c C/D $end $var wire 1 x X2 $end
$var wire 8 d D [7:0] $end
$upscope $end
$enddefinitions $end
EOF
cd "$folder"

# name, parameter, "holds broken unsure", lines of the dump, more options
verdicts() {
    { cat head && printf '%b\n' "$4"; } >hand.vcd
    rm -f hand.json
    status=0
    # shellcheck disable=SC2086 # options
    "$tmr0" capture hand.vcd --rate 1GHz --quiet --json hand.json ${5-} >log 2>&1 || status=$?
    got=$(python3 - "$2" 2>&1 <<'EOF' || :
import json, sys
told = json.load(open("hand.json"))
claim = {**told["parameters"], **told["delays"]}.get(sys.argv[1], {})
print(claim.get("holds"), claim.get("broken"), claim.get("unsure"))
EOF
    )
    [ "$got" = "$3" ] || got="$got, expected $3; status $status: $(tail -n 3 log)"
    report "$1" "${got#"$3"}"
}

# Commands, or R, which reads the status; each with the ns from the end of the one before it
accesses() {
    now=3000
    printf '#0 1r 1w 1c 0x b11111111 d\n'
    while [ $# -gt 0 ]; do
        strobe=w
        [ "$1" != R ] || strobe=r
        [ "$1" = R ] || printf '#%s b%s d\n' $((now + $2)) "$1"
        printf '#%s 0%s\n#%s 1%s\n' $((now + $2)) $strobe $((now + $2 + 300)) $strobe
        now=$((now + $2 + 300))
        shift 2
    done
    echo "#$((now + 3000))"
}
reset=11111111 f8=11111000 f9=11111001 point=00000001

# After F9, up to F8, an access wants 1000 ns after a write, else 1500 ns
verdicts short-write-write TWHWL '3 3 0' \
    "$(accesses $reset 0 $f9 1498 $point 1002 $point 998 $f8 1002 $point 1498 $point 1502)"
verdicts short-write-read TWHRL '1 2 0' "$(accesses $reset 0 $f9 1600 R 1002 $f9 1600 R 998 $f8 1600 R 1498)"
verdicts no-short-reads TRHRL '0 1 0' "$(accesses $f9 0 R 1600 R 998)"
# A reset ends it too, when it acts
verdicts short-reset TWHWL '2 1 0' "$(accesses $f9 0 $point 1002 $reset 1002 $point 1498)"
verdicts short-reset-holds TWHWL '3 0 0' "$(accesses $f9 0 $point 1002 $reset 1002 $point 1502)"
# A capture that begins later does not say which of both
verdicts short-unknown TWHWL '1 1 1' "$(accesses $point 0 $point 1002 $point 998 $point 1502)"
verdicts short-unknown-read TWHRL '1 1 1' "$(accesses $point 0 R 1002 $point 1600 R 998 $point 1600 R 1502)"

# A movement for one sample may be a glitch, or that of a line whose set-up or hold is then broken
begin='#0 1r 1w 1c 0x b11111111 d\n'
verdicts data-quiet TDVWH '1 0 0' "$begin"'#3000 0w\n#3100 b00000001 d\n#3300 1w\n#6000'
verdicts data-glitch TDVWH '0 0 1' "$begin"'#3000 0w\n#3100 b00000001 d\n#3250 b00000011 d\n#3251 b00000001 d\n#3300 1w\n#6000'
verdicts data-glitch-before TDVWH '1 0 0' \
    "$begin"'#3000 0w\n#3050 b11110111 d\n#3051 b11111111 d\n#3100 b00000001 d\n#3300 1w\n#6000'
verdicts data-glitch-after TWHDX '0 0 1' \
    "$begin"'#3000 0w\n#3100 b00000001 d\n#3300 1w\n#3310 b00000011 d\n#3311 b00000001 d\n#3400 b11111111 d\n#6000'
verdicts port-quiet TAVWH '1 0 0' "$begin"'#2000 0c\n#3000 0w\n#3300 1w\n#6000'
verdicts port-glitch TAVWH '0 0 1' "$begin"'#2000 0c\n#3000 0w\n#3250 1c\n#3251 0c\n#3300 1w\n#6000'
verdicts read-quiet TAVRL '1 0 0' "$begin"'#2000 0c\n#3000 0r\n#3300 1r\n#6000'
verdicts read-glitch TAVRL '0 0 1' "$begin"'#2000 0c\n#2990 1c\n#2991 0c\n#3000 0r\n#3300 1r\n#6000'
verdicts read-glitch-inside TRHAX '0 0 1' "$begin"'#2000 0c\n#3000 0r\n#3250 1c\n#3251 0c\n#3300 1r\n#6000'
# What moves inside one read is judged there alone
verdicts read-inside-alone TAVRL '1 2 0' \
    "$begin"'#2000 0c\n#3000 0r\n#3010 1c\n#3300 1r\n#4990 0c\n#5000 0r\n#5300 1r\n#7000 0r\n#7300 1r\n#9000'

# Where a strobe becomes unknown the access may end, and it may not
verdicts strobe-known TAVWH '1 0 0' "$begin"'#2900 0c\n#3000 0w\n#3300 1w\n#6000'
verdicts strobe-unknown TAVWH '1 0 1' "$begin"'#2900 0c\n#3000 0w\n#3010 xw\n#3300 1w\n#6000 0w\n#6300 1w\n#9000'
verdicts strobe-unknown-hold TWHAX '1 0 1' \
    "$begin"'#2900 0c\n#3000 0w\n#3300 xw\n#3310 1c\n#3320 1w\n#6000 0w\n#6300 1w\n#9000'
verdicts strobe-unknown-after TWHWL '0 0 1' "$begin"'#3000 0w\n#3010 xw\n#3300 1w\n#4700 0w\n#5000 1w\n#6000'
verdicts strobe-quiet TWHWL '1 0 0' "$begin"'#3000 0w\n#3300 1w\n#5000 0w\n#5300 1w\n#8000'
verdicts strobe-glitch TWHWL '0 0 1' "$begin"'#3000 0w\n#3300 1w\n#4000 0r\n#4001 1r\n#5000 0w\n#5300 1w\n#8000'

verdicts strobe-glitch-write TWHWL '0 0 1' "$begin"'#3000 0w\n#3300 1w\n#4000 0w\n#4001 1w\n#5000 0w\n#5300 1w\n#8000'

# Nothing is said of the time into and out of an X2 that is unknown
access='#3000 0w\n#3300 1w\n#6000'
for parameter in 'TCHCL 2 0 0' 'TCLCH 2 0 0' 'TCHCH 2 0 0'; do
    verdicts "x2-$parameter" "${parameter%% *}" "${parameter#* }" \
        "$begin"'#100 1x\n#200 0x\n#300 1x\n#400 0x\n#500 1x\n#560 xx\n#570 0x\n#580 xx\n'"$access"
done

# Of data that are let go before the write ends, or with it, the bits that moved are not known; nor is the port, if C/D
# moves before. Held for longer they are, and where the samples allow a legal hold
words() { # name, rate and options, text or none, lines of the dump
    { cat head && printf '%b\n' "$4"; } >hand.vcd
    # shellcheck disable=SC2086 # rate and options
    "$tmr0" capture hand.vcd --rate $2 >log 2>&1 || :
    if [ "$3" = none ]; then
        report "$1" "$(grep 'uncertain\|moves with' log)"
    else
        report "$1" "$(grep -q "$3" log || cat log)"
    fi
}
left='the samples leave bits 0xe8 uncertain'
words data-held 1GHz none "$begin"'#3000 0w\n#3050 b00010111 d\n#3300 1w\n#3301 b11111111 d\n#6000'
words data-left-with 1GHz "$left" "$begin"'#3000 0w\n#3050 b00010111 d\n#3300 b11111111 d\n1w\n#6000'
words data-left 1GHz "$left" "$begin"'#3000 0w\n#3050 b00010111 d\n#3299 b11111111 d\n#3300 1w\n#6000'
words data-left-middle 1GHz "$left" "$begin"'#3000 0w\n#3050 b00010111 d\n#3222 b11111111 d\n#3300 1w\n#6000'
words data-set-up 1GHz none "$begin"'#3000 0w\n#3050 b00010111 d\n#3219 b11111111 d\n#3300 1w\n#6000'
words data-left-open 20MHz none "$begin"'#3000 0w\n#3050 b00010111 d\n#3300 b11111111 d\n1w\n#6000'
words data-left-before 40MHz "$left" "$begin"'#3000 0w\n#3050 b00010111 d\n#3275 b11111111 d\n#3300 1w\n#6000'
words port-held 1GHz none "$begin"'#2000 0c\n#3000 0w\n#3300 1w\n#3301 1c\n#6000'
words port-with 1GHz none "$begin"'#2000 0c\n#3000 0w\n#3300 1w\n1c\n#6000'
words port-left 1GHz 'C/D moves with' "$begin"'#2000 0c\n#3000 0w\n#3299 1c\n#3300 1w\n#6000'
# That is so of the write alone, and bits and a port that were unknown before stay so
words port-left-read 1GHz 'access 2: status' "$begin"'#2000 0c\n#3000 0w\n#3299 1c\n#3300 1w\n#5000 0r\n#5300 1r\n#8000'
words data-left-read 1GHz "$left" "$begin"'#3000 0w\n#3050 b00010111 d\n#3299 b11111111 d\n#3300 1w\n#5000 0r\n#5300 1r\n#8000'
report data-left-alone "$(sed -n '/access 2/,$p' log | grep uncertain)"
words data-left-unknown 1GHz "$left" "$begin"'#2500 bx1111111 d\n#3000 0w\n#3050 bx0010111 d\n#3299 bx1111111 d\n#3300 1w\n#6000'
words port-unknown 1GHz 'C/D moves with' "$begin"'#2000 xc\n#3000 0w\n#3300 1w\n#6000'

# Accesses of 300 ns: cXX a command, tXX a status read, dXX data written, rXX data read; s is a pulse of SRC1, near one
# just after a command, inside one inside a read; long is 10 ms;
# gate is a pulse of GATE1
bus() {
    accesses_of "$@" | sort -s -t '#' -k 2n
}
accesses_of() {
    now=3000
    echo "$begin" | sed 's/.n$//'
    for access in "$@"; do
        strobe=w control=0
        case $access in
        s | near)
            [ "$access" = s ] || now=$((now - 2100))
            printf '#%s 1s\n#%s 0s\n' $now $((now + 200))
            now=$((now + 3000))
            continue
            ;;
        s1*) # the gate comes so many ns before it
            printf '#%s 1g\n#%s 1s\n#%s 0s\n#%s 0g\n' $((now - ${access#s})) $now $((now + 200)) $((now + 400))
            now=$((now + 3000))
            continue
            ;;
        gate)
            printf '#%s 1g\n#%s 0g\n' $now $((now + 200))
            now=$((now + 3000))
            continue
            ;;
        long)
            now=$((now + 10000000))
            continue
            ;;
        inside)
            printf '#%s 1s\n#%s 0s\n' $((now - 2650)) $((now - 1650))
            continue
            ;;
        c*) control=1 ;;
        t*) strobe=r control=1 ;;
        r*) strobe=r ;;
        esac
        value=$(echo "$((0x${access#?}))" | awk '{ for (n = 128; n; n = int(n / 2)) { printf "%d", ($1 >= n); $1 = $1 % n } }')
        printf '#%s %sc\n#%s 0%s\n#%s b%s d\n#%s 1%s\n#%s b11111111 d\n' $now $control $((now + 200)) $strobe \
            $((now + 250)) "$value" $((now + 500)) $strobe $((now + 550))
        now=$((now + 3000))
    done
    echo "#$now"
}
# Counts of an X2 that is unknown once are not compared, though each of its periods that is seen is as long as the others
x2() { # what it is in the 10th of 20 periods
    echo "$begin" | sed 's/.n$//'
    for n in $(seq 1 20); do
        printf '#%s 1x\n' $((n * 250))
        [ "$n" -ne 10 ] || printf '#%s %sx\n' $((n * 250 + 60)) "$1"
        [ "$n" -ne 12 ] || printf '#%s 0w\n' $((n * 250 + 30))
        [ "$n" -ne 14 ] || printf '#%s 1w\n' $((n * 250 + 30))
        printf '#%s 0x\n' $((n * 250 + 125))
    done
}
words x2-whole 1GHz 'X2 as captured, 4.000000 MHz' "$(x2 1)"
words x2-gap 1GHz 'X2 stops or changes: counts of F1-F5 were not compared' "$(x2 x)"
# After a reset the first bit of the status is known, and compared unless it is unknown in the capture
words status-compared 1GHz '1, all agree' "$(bus cff t01)"
words status-other 1GHz 'captured: status 0x00' "$(bus cff t00)"
words status-unknown 1GHz 'reads compared with the model: 0$' "$(bus cff t01 | sed 's/ b00000001 d/ b0000000x d/')"
# A count that was saved may be one off where edges are not seen; a Hold that is written after that is not
saved='cff c01 d22 d0b d00 d40 c61 ca1 c11'
# shellcheck disable=SC2086 # a list
{
    words hold-written 1GHz '1, all agree' "$(bus $saved d34 d12 c11 r34 r12)"
    words hold-written-other 1GHz 'captured: Hold 1 = 0x1235; model: 0x1234' "$(bus $saved d34 d12 c11 r35 r12)"
    words hold-reset 1GHz 'captured: Hold 1 = 0x0001; model: 0x0000' "$(bus $saved cff c11 r01 r00)"
}
sed -i 's/^.upscope/$var wire 1 s SRC1 $end\n$var wire 1 g GATE1 $end\n&/' head
begin=$begin'0s\n0g\n'
# Nor is one exact that a gate saved, 24 counts of F1 after the one before it; one more or less is possible
gated='cff c01 da0 dcb d00 d10 c61 gate c01 gate c11'
# shellcheck disable=SC2086 # a list
{
    words hold-gated-more '1GHz --osc 4MHz' '1, all agree' "$(bus $gated re7 r0f)"
    words hold-gated '1GHz --osc 4MHz' '1, all agree' "$(bus $gated re8 r0f)"
    words hold-gated-less '1GHz --osc 4MHz' '1, all agree' "$(bus $gated re9 r0f)"
    words hold-gated-other '1GHz --osc 4MHz' 'captured: Hold 1 = 0x0fe5; model: 0x0fe' "$(bus $gated re5 r0f)"
    words hold-gated-written '1GHz --osc 4MHz' 'captured: Hold 1 = 0x0fe9; model: 0x0fe8' "$(bus $gated de8 d0f c11 re9 r0f)"
}
# Of edges of SRC1 such a count is exact, unless one is nearer to the gate than 100 ns; LOAD AND ARM ends that
counted='cff c01 da0 dc1 d00 d10 c61'
# shellcheck disable=SC2086 # a list
{
    words gated-counts 1GHz '1, all agree' "$(bus $counted gate s s s gate c11 rfd r0f)"
    words gated-counts-other 1GHz 'captured: Hold 1 = 0x0ffc; model: 0x0ffd' "$(bus $counted gate s s s gate c11 rfc r0f)"
    words gated-near 1GHz '1, all agree' "$(bus $counted gate s s s100 c11 rfe r0f)"
    words gated-near-other 1GHz '1, all agree' "$(bus $counted gate s s s100 c11 rfd r0f)"
    words gated-far-other 1GHz 'captured: Hold 1 = 0x0ffd; model: 0x0ffe' "$(bus $counted gate s s s103 c11 rfd r0f)"
    words gated-loaded-other 1GHz 'captured: Hold 1 = 0x0ffc; model: 0x0ffd' \
        "$(bus $counted gate s s100 s c61 gate s s s gate c11 rfc r0f)"
}
# LOAD ends what a rate of X2 that is off by 0.01 % adds up: of 4 MHz 3 us take 12 counts, and 4 of those of 10 ms
again='cff c01 d20 d0b d00 d10 c61 long'
# shellcheck disable=SC2086 # a list
{
    words rate-long '1GHz --osc 4MHz' '1, all agree' "$(bus $again c61 ca1 c11 rf4 r0f)"
    words rate-short '1GHz --osc 4MHz' 'captured: Hold 1 = 0x0ff0; model: 0x0ff4' "$(bus $again c61 ca1 c11 rf0 r0f)"
}
# GATE chooses between Load and Hold in mode V: while it is unknown the count may be of either
chosen='cff c01 de1 d01 d10 d00 d20 d00 c61 s gate s s ca1 c11'
# shellcheck disable=SC2086 # a list
{
    words gate-chooses 1GHz 'captured: Hold 1 = 0x000c; model: 0x000d' "$(bus $chosen r0c r00)"
    words gate-unknown 1GHz 'reads compared with the model: 0$' "$(bus $chosen r0c r00 | sed 's/ 1g$/ xg/')"
}
# A count is exact again after LOAD AND ARM, though an edge came too near to an earlier command
counts='cff c01 d21 d01 d10 d00 c61'
# shellcheck disable=SC2086 # a list
{
    words edges-counted 1GHz '1, all agree' "$(bus $counts s s s ca1 c11 r0d r00)"
    words edges-lost 1GHz 'captured: Hold 1 = 0x000c; model: 0x000d' "$(bus $counts s s s ca1 c11 r0c r00)"
    words edge-near 1GHz '1, all agree' "$(bus $counts near s s ca1 c11 r0c r00)"
    words edges-lost-later 1GHz 'captured: Hold 1 = 0x000c; model: 0x000d' "$(bus $counts near c61 s s s ca1 c11 r0c r00)"
    words edge-near-saves 1GHz '1, all agree' "$(bus $counts near s s ca1 ca2 c11 r0c r00)"
    words edge-near-writes 1GHz '1, all agree' "$(bus $counts near s s ca1 c12 d34 d12 c11 r0c r00)"
}
# After a write the next register may have been read ahead, or not: prefetch on/off is unknown
words prefetch-unknown '1GHz --bus 8' 'with the model: 0' "$(bus ce0 c09 d78 d56 c01 d34 d12 c01 d34 d12 r35 r12)"
words prefetch-known '1GHz --bus 8' 'captured: Load 1 = 0x1235; model: 0x5678' "$(bus cf8 ce0 c09 d78 d56 c01 d34 d12 c01 d34 d12 r35 r12)"
# After strobes that were low together nothing is expected of a read, in a scenario neither
words both 1GHz\ --scenario\ both.scn 'RD and WR low together' \
    "$( (bus cff c09 d34 d12 c09 r34 s r12 && echo '#22000 0r 0w' && echo '#22500 1r 1w') | sort -s -t '#' -k 2n)"
report both-scenario "$(grep '^read' both.scn | tr '\n' ' ' | grep -qx 'read & 0xff = 0x34 read -> none ' || cat both.scn)"
# OUT that moves inside one status read says nothing of the next
# shellcheck disable=SC2086 # a list
verdicts status-inside-alone TRHEH '1 1 0' "$(bus cff c01 d21 d01 d02 d00 c61 s t02 inside t00 t00 s)"

# Data lines of which nothing can be said: one that never moves, and two that are equal in 32 values, not in 31
for line in 0 1 2 3 4 5 6 7; do
    point=$([ $line -eq 1 ] && echo 01 || echo 02) value=$(printf %02x $((0xff - (1 << line))))
    stuck=$(bus c$point d$value d00 c$point r$value r00 | sed "s/\( b.\{$((7 - line))\}\)1/\10/")
    words line-$line-stuck '1GHz --bus 8' 'verdict: none, data lines were not seen' "$stuck"
    [ $line -gt 0 ] || continue
    for other in 0 $((line - 1)); do
        for count in 31 32; do
            said=$([ $count -eq 32 ] && echo 'verdict: none, data lines were not seen' || echo 'reads agree with the model')
            tokens=$(python3 - $line $other $count <<'EOF'
import sys
line, other, count = map(int, sys.argv[1:])
point, *values = sorted((v for v in range(1, 256) if (v >> line ^ v >> other) & 1 == 0))[:count]
values += values[-1:] * (len(values) % 2)
print(*(f"c{point:02x} d{low:02x} d{high:02x} c{point:02x} r{low:02x} r{high:02x}" for low, high in zip(values[::2], values[1::2])))
EOF
            )
            # shellcheck disable=SC2086 # a list
            words line-$line-$other-$count '1GHz --bus 8' "$said" "$(bus $tokens)"
        done
    done
done

# OUT2 at comparator 2 needs Alarm 2, not Alarm 1
compared='c17 d08 d00 c02 d01 d0b c0a d05 d00 cc2 c42 c42 c07 d05 d00'
# shellcheck disable=SC2086 # a list
{
    words alarm-unknown '1GHz --bus 8' '1, all agree' "$(bus $compared t05)"
    words alarm-known '1GHz --bus 8' 'then one differs' "$(bus $compared c0f d04 d00 t05)"
    words alarm-agrees '1GHz --bus 8' '1, all agree' "$(bus $compared c0f d05 d00 t05)"
}

# Nothing is said of the time from before a level of a source that is unknown
# shellcheck disable=SC2086 # a list
for parameter in TELEH TEHEH; do verdicts "source-unknown-$parameter" $parameter '1 0 0' \
    "$(bus $counts | grep -v '#24000')"'\n#25000 1s\n#25200 0s\n#26000 1s\n#26020 xs\n#26040 0s\n#26060 1s\n#26200 0s\n#30000'; done

# Of a read that begins with C/D unknown nothing is said, nor of the one before it
unclear="$begin"'#2000 0c\n#3000 0r\n#3100 b00000001 d\n#3300 1r\n#5000 xc\n#6000 0r\n'
# Data that move in one read alone are judged there alone
verdicts moves-once TRLQV '1 0 0' \
    "$begin"'#2000 0c\n#3000 0r\n#3060 b00000001 d\n#3300 1r\n#3350 b11111111 d\n#6000 0r\n#6300 1r\n#9000'
verdicts unclear-moves TRHQX 'None None None' "$unclear"'#6100 b00000011 d\n#6300 1r\n#9000'
verdicts unclear-floats TRHQZ 'None None None' "$unclear"'#6100 bzzzzzzzz d\n#6300 1r\n#9000'
verdicts floats-once TRHQZ '1 0 0' \
    "$begin"'#2000 0c\n#3000 0r\n#3100 b00000001 d\n#3300 1r\n#3350 bzzzzzzzz d\n#3500 b11111111 d\n#3600 bzzzzzzzz d\n#9000'
# A movement of OUT that is expected does not come after it was unknown; it comes after 250 ns, by an edge and by a write
sed -i 's/^.upscope/$var wire 1 o OUT1 $end\n&/' head
begin=$begin'0o\n'
# shellcheck disable=SC2086 # lists
for out in 'TEHYV cff c01 d21 d01 d02 d00 c61 s s' 'TWHYV cff c01 d22 d01 ce9'; do
    moves=$(bus ${out#* } | sed '$d') at=$(($(echo ${out#* } | wc -w) * 3000))
    [ "${out%% *}" = TEHYV ] || at=$((at + 500))
    verdicts "out-${out%% *}" "${out%% *}" '1 0 0' \
        "$(printf '%b' "$moves\n#$((at + 250)) 1o\n#$((at + 5000))" | sort -s -t '#' -k 2n)"
    verdicts "out-${out%% *}-unknown" "${out%% *}" 'None None None' \
        "$(printf '%b' "$moves\n#$((at + 20)) xo\n#$((at + 40)) 0o\n#$((at + 250)) 1o\n#$((at + 5000))" | sort -s -t '#' -k 2n)"
done
# A toggle command moves OUT whatever its level was; a counter that is armed, or in TC, may move it itself
# shellcheck disable=SC2086 # lists
for out in '1 1 0 0 c01 d22 d01 cc1 ce1' '0 None None None cff c01 d22 d01 c09 d04 d00 c61 ce9' \
    '0 None None None cff c01 d02 d01 c09 d02 d00 c61 s s ce9'; do
    set -- $out
    was=$1 count="$2 $3 $4"
    shift 4
    begin="#0 1r 1w 1c 0x b11111111 d\n0s ${was}o\n"
    at=$(($# * 3000 + 750))
    verdicts "toggled-$*" TWHYV "$count" "$(printf '%b' "$(bus "$@" | sed '$d')\n#$at $((!was))o\n#$((at + 5000))" |
        sort -s -t '#' -k 2n)" '--bus 8'
done

# Of two counters with a gate each, what one of them does leaves the other as it was
sed -i 's/^.upscope/$var wire 1 g GATE1 $end $var wire 1 t SRC2 $end $var wire 1 h GATE2 $end\n&/' head
two='cff c01 d21 d81 d10 d00 c02 d22 d82 d10 d00 c63' # up to 36500 ns
# shellcheck disable=SC2086 # a list
{
    begin='#0 1r 1w 1c 0x b11111111 d\n0s 0g 0t 0h\n'
    low=$(bus $two | sed '$d')
    verdicts two-gates TGVEH '2 0 0' "$low"'\n#40000 1g\n#41000 1h\n#42000 1s\n#42300 0s\n#43000 1t\n#43300 0t\n#50000'
    verdicts two-gates-retracted TGVEH '1 0 1' \
        "$low"'\n#40000 1g\n#41000 1h\n#42000 1s\n#42001 1t\n#42002 0g\n#43000 0s\n0t\n#50000' '--jitter 2ns'
    begin='#0 1r 1w 1c 0x b11111111 d\n0s 1g 0t 1h\n'
    gate2='#40400 0h\n#41400 1h\n#41450 1t\n#41750 0t'
    words two-near 1GHz '1, all agree' "$( (bus $two near s s ca1 c11 r0c r00 && printf '%b' "$gate2") | sort -s -t '#' -k 2n)"
}

# Of two limits of a time the row has that of the nearest one, and its time though another is less
words nearest-limit 1GHz 'TWHWL *1us .* 1.002us ' "$(accesses $reset 0 $f8 1600 $f9 1600 $f9 1002)"
words nearest-time 1GHz 'TWHWL *1.5us .* 1.502us ' "$(accesses $reset 0 $f9 1600 00000001 1100 $f8 1600 00000001 1502)"
# Of a strobe nothing is said that goes on after it, or CS, was unknown, nor of CS that falls after a capture's begin
sed -i 's/^.upscope/$var wire 1 k CS $end $var wire 1 f FOUT $end\n&/' head
begin='#0 1r 1w 1c 0x 0k b11111111 d\n0s 0g 0t 0h 0o 0f\n'
while read -r name parameter want lines; do
    verdicts "$name-$parameter" "$parameter" "$(echo $want | tr - ' ')" "$begin$(echo "$lines" | sed 's/ \([#0-9]\)/\\n\1/g')"
done <<'EOF'
again TWLWH None-None-None #3000 0w #3100 xw #3120 0w #3200 b00000001 d #3300 1w #6000
again-cs TWLWH None-None-None #3000 0w #3100 xk #3120 0k #3200 b00000001 d #3300 1w #6000
cs-later TWHSH 1-0-0 #3000 0w #3300 1w #4000 1k #6000
cs-unknown TWHSH None-None-None #3000 0w #3300 1w #3400 xk #3420 0k #4000 1k #6000
cs-low TSLWH None-None-None #3000 0w #3300 1w #6000
cs-falls TSLWH 1-0-0 #1000 1k #2000 0k #3000 0w #3300 1w #6000
two-samples TDVWH 0-1-0 #3000 0w #3100 b00000001 d #3250 b00000011 d #3252 b00000001 d #3300 1w #6000
unknown-sample TDVWH 0-0-1 #3000 0w #3100 b00000001 d #3250 b000000x1 d #3251 b00000001 d #3300 1w #6000
write-after-read TRHQX None-None-None #2000 0c #3000 0r #3100 b00000001 d #3300 1r #5000 0w #5050 b00000011 d #5300 1w #5500 b11111111 d #9000
floats-after-write TRHQZ None-None-None #2000 0c #3000 0r #3100 b00000001 d #3300 1r #5000 0w #5300 1w #5400 bzzzzzzzz d #9000
write-inside-read TRLQV None-None-None #1000 0w #1300 1w #2000 0c #3000 0r #3100 0w #3150 b00000001 d #3300 1w #3400 1r #9000
glitch-inside-read TRLQV None-None-None #2000 0c #3000 0r #3050 b11110111 d #3051 b11111111 d #3100 b00000001 d #3300 1r #9000
read-last TRHAX 1-0-0 #2000 0c #3000 0r #3300 1r #6000
read-by-cs TRLQV None-None-None #2000 0c 1k #3000 0r #3050 0k #3150 b00000001 d #3300 1r #9000
EOF
# A movement near the write's end may be on either side of it: then the one before it counts, too
for near in '3050 TDVWH 0 0 1' '3260 TDVWH 0 1 0' '3260 TWHDX 0 0 1'; do
    before=${near%% *} near=${near#* }
    verdicts "near-$before-${near%% *}" "${near%% *}" "${near#* }" \
        "$begin#3000 0w\n#$before b00000011 d\n#3295 b00000001 d\n#3300 1w\n#3500 b11111111 d\n#6000" '--jitter 10ns'
done
# A movement of each line for one sample is left out
for line in 1r 1w 1c 0x 0k 0s 0g 0t 0h 0o 0f; do
    pin=${line#?}
    words "single-$pin" 1GHz 'single samples ignored: 1 ' "$begin#3000 0w\n#3300 1w\n#4000 $((1 - ${line%?}))$pin\n#4001 $line\n#6000"
    case $pin in [rwk]) words "lost-$pin" 1GHz 'a strobe was unknown' "$begin#3000 0w\n#3300 1w\n#4000 x$pin\n#4100 $line\n#6000" ;; esac
done
words cs-tied 1GHz 'with the model: RD- never fell' "$(bus cff c01)"
words x2-begins 1GHz 'X2 as captured, 4.000000 MHz' "$(x2 1 | sed '1s/0x/xx/')"

# FOUT that follows SRC1
while read -r name value want lines; do
    # shellcheck disable=SC2086 # a list
    verdicts "fout-$name" TEHFV "$(echo $want | tr - ' ')" "$(bus cff c17 ${value#*-} ${value%-*} | sed '$d')\n$(echo "$lines" | sed 's/ \([#0-9]\)/\\n\1/g')"
done <<'EOF'
moves d01-d10 2-0-0 #20000 1s #20250 1f #21000 0s #21250 0f #30000
unknown d01-d10 None-None-None #20000 1s #20020 xf #20040 0f #20250 1f #21000 0s #21020 xf #21040 1f #21250 0f #30000
lost d01-d10 1-0-2 #20000 1s #20300 0s #20600 1s #20700 1f #21000 0s #21250 0f #22000 1s #22250 1f #30000
off d11-d10 None-None-None #20000 1s #20250 1f #21000 0s #21250 0f #30000
EOF
# Of two counters that a command names, or a gate gates, one source or gate is not captured, or none: the other is not alone
# shellcheck disable=SC2086 # lists
while read -r name parameter want list; do
    verdicts "hidden-$name" "$parameter" "$(echo $want | tr - ' ')" "$(bus cff $list)"
done <<'EOF'
no-source TWHEH 1-0-0 c01 d21 d01 c02 d21 d01 c63 s
source-1 TWHEH 0-0-1 c01 d21 d0c c02 d21 d01 c63 s
source-2 TWHEH 0-0-1 c01 d21 d01 c02 d21 d0c c63 s
no-gate TWHGV 1-0-0 c01 d21 d81 c02 d21 d61 c63 gate
gate-1 TWHGV 0-0-1 c01 d21 d61 c02 d21 d61 c63 gate
gate-2 TWHGV 0-0-1 c01 d21 d81 c02 d21 d41 c63 gate
no-edge TEHGV 2-0-0 c01 d21 d81 c02 d21 d61 c63 s gate
edge-1 TEHGV 0-0-2 c01 d21 d8c c02 d21 d61 c63 s gate
edge-2 TEHGV 0-0-2 c01 d21 d81 c02 d21 d6c c63 s gate
status-then-data TRHEH None-None-None c01 d21 d01 d02 d00 c61 s t02 r00 inside
EOF
verdicts first-edge-alone TWHEH '1 0 0' "$(bus cff c01 d21 d01 c02 d21 d02 c63 s | sed '$d')\n#50000 1t\n#51000"
# Of two movements of OUT that did not come, and one that does, it is not known which it is
verdicts out-lost TEHYV 'None None None' "$(bus cff c01 d21 d01 d02 d00 c61 s s s s | sed '$d')\n#33250 1o\n#40000"
# Pulses of a gate whose falls, or rises, count are judged by their low times, or high
for gate in 'e1 0 1 0' 'c1 2 0 0'; do
    verdicts "gate-${gate%% *}" TGVGV "${gate#* }" \
        "$(bus cff c01 d21 d${gate%% *} d10 d00 c61 | sed '$d')\n#40000 1g\n#41000 0g\n#41100 1g\n#42000 0g\n#50000"
done
# shellcheck disable=SC2086 # a list
words edges-load 1GHz 'captured: Hold 1 = 0x000c; model: 0x000d' "$(bus $counts near c41 s s s ca1 c11 r0c r00)"
# shellcheck disable=SC2086 # a list
words source-single 1GHz '1, all agree' "$( (bus $counts s s s ca1 c11 r0c r00 && printf '#25500 1s\n#25501 0s\n') | sort -s -t '#' -k 2n)"
# The error of X2's rate makes each OUT of the status uncertain after a while
for n in 1 2 3 4 5; do
    out=$(printf 't%02x' $(((1 << n) + 1))) list="cff c0$n d21 d0b d00 d10 $(printf 'c%02x' $((0x60 + (1 << (n - 1)))))"
    # shellcheck disable=SC2086 # a list
    words "status-long-$n" '1GHz --osc 4MHz' '1, all agree' "$(bus $list long $out)"
    # shellcheck disable=SC2086
    words "status-short-$n" '1GHz --osc 4MHz' 'then one differs' "$(bus $list $out)"
done
# What is unknown in the end, without the rate of X2
# shellcheck disable=SC2086 # lists
while read -r name list; do
    words "unknown-$name" 1GHz "^unknown at the end: ${list#*: }\$" "$(bus ${list%%:*})"
done <<'EOF'
reset cff: count 1-5
load cff c01 d22 d0b d00 d10 ce1 c41: count 2, count 3, count 4, count 5
load-again cff c01 d22 d0b d00 d10 c61 cc1 ce1 c41: count 2, count 3, count 4, count 5, toggle output 1
load-hold-armed cff c01 d61 d01 d10 d00 c61 c41: count 1-5, toggle output 1
day cff c01 d21 d01 d10 d00 c17 d01 d00 c41: count 1-5, toggle output 1, toggle output 2
EOF
words unknown-mode 1GHz '^unknown at the end: Mode 1, count 1-5, toggle output 1$' \
    "$(bus cff c01 | sed '$d')\n#9000 0c\n#9200 0w\n#9250 bx0010111 d\n#9500 1w\n#9550 b11111111 d\n#12000"
words unknown-write '1GHz --bus 8' 'no longer known: bus width, pointer stays or moves$' "$(bus ce0 d12)"

# A command, then an edge of SRC1 or GATE1 by both sides of its limit after the write's end, ns
bound() { # parameter, line, ns, accesses
    parameter=$1 line=$2 at=$(($3 + ($# - 3) * 3000 + 500))
    shift 3
    for side in '2 1 0 0' '-2 0 1 0'; do
        begins=$((at + ${side%% *}))
        verdicts "bound-$parameter-$*${side%% *}" "$parameter" "${side#* }" \
            "$(bus "$@" | sed '$d')\n#$begins 1$line\n#$((begins + 1000)) 0$line\n#$((begins + 9000))"
    done
}
bound TWHGV g 475 cff c01 d21 d81 d10 d00 c61
bound TWHGV g 475 cff c01 d21 d81 d10 d00 c41 c21
bound TWHEH s 700 cff c01 d21 d01 d10 d00 c61
bound TWHEH s 550 cff c01 d21 d01 d10 d00 c41 c21
# Of a counter whose source is GATE2 the count is known where that is captured, SRC2 or not
cp head all
for gone in 'SRC2 count 2, count 3, count 4, count 5' 'GATE2 count 1-5, toggle output 1'; do
    sed "s/ ${gone%% *} / none /" all >head
    words "source-without-${gone%% *}" 1GHz "^unknown at the end: ${gone#* }\$" "$(bus cff c01 d21 d07 d10 d00 c61)"
done
cp all head
# Without DB8-15 a word of the scenario is a byte
{ cat head && bus cff c01 d21 d0b; } >hand.vcd
"$tmr0" capture hand.vcd --rate 1GHz --quiet --scenario hand.scn >log 2>&1 || :
report scenario-8 "$([ "$(grep -c '^data 0x' hand.scn)" = 2 ] || cat hand.scn)"
# Samples whose period is no multiple of the file's ns, and others
words rate-rounded 400MHz 'as given, times rounded to 1ns' "$begin"'#3000 0w\n#3300 1w\n#9000'
words rate-whole 500MHz 'sampling interval 2ns as given$' "$begin"'#3000 0w\n#3300 1w\n#9000'
# A strobe that is low for one sample
words single-strobe 100MHz '^TRLRH .* 10ns  *3us  *1  *0  *1  ' "$begin"'#2000 0c\n#3000 0r\n#3010 1r\n#5000 0r\n#5300 1r\n#9000'

# Random programs on the RTL, as captured from the beginning, from later on, and written otherwise
for seed in 1 4 5 11 12 14; do
    report "programs-$seed" "$("$root/tests/capture/programs.py" "$tmr0" $seed 5 2>&1 | head -n 3)"
done
exit $bad
