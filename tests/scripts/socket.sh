#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 capture --at socket: the machines of machines/ as captured, exactly and sampled, against the RTL; a machine file of
# a capture; faults; clips that are wrong; what is no capture of a socket.
. tests/check.sh
. tests/capture/capture.sh
analyser="$analyser --at socket"

{
    for file in "$root"/machines/*.ini; do echo "$(basename "$file" .ini) flipflop typ 100"; done
    cat <<'END'
sun3-160:window flipflop max 200,24
sun3-260:w8 direct min 24
sun4-260:w4 direct max 50
sun3-50 flipflop min 500,24 -30ns
sun3-50 flipflop max 100 -30ns
sun3-50 direct max 100,24 -12ns
sun3-260:w4 direct max 100 -12ns
sun3-50 flipflop min 100,24 -2ns
sun3-50 flipflop min 24 2ns
each sun3-50
END
} | "$root/tests/capture/socket_claims.py" "$tmr0" || bad=1
# The claims are the same, whichever translator --pal names
agree() { # name, capture with the flip-flop, capture with the direct one: the claims of both translators
    for json in "$2" "$3"; do sed '/^\t"translators"/,/^\t}/!d' "$json" >"$json.claims"; done
    report "translators-$1" "$([ -s "$2.claims" ] && diff "$2.claims" "$3.claims" 2>&1 | head -n 5 || echo none)"
}
fresh run.vcd $tmr0 run socket.scn --machine sun3-50 --wave run.vcd
for pal in flipflop direct; do
    fresh out/$pal.json $tmr0 capture --at socket --machine sun3-50 --pal $pal run.vcd --quiet --json out/$pal.json
done
agree chosen out/flipflop.json out/direct.json
# Read data pass the machine's buffer, whatever the capture ends with
for last in 'w 2 1' 'r 2'; do
    { cat socket.scn && printf '%s\nwait 3us\n' "$last"; } >last.scn
    fresh last.vcd $tmr0 run last.scn --machine sun3-160 --wave last.vcd
    $tmr0 capture --at socket --machine sun3-160 --quiet last.vcd | grep 'HOST_READ  ' >"last-${last%% *}"
done
report buffer-at-end "$([ -s last-w ] || echo none; diff last-w last-r)"

# ---- Words, a fault, the verdicts' words
socket="$tmr0 capture --at socket --machine sun3-50"
verdict() { # name, status, what the verdict has, capture and options
    ends "$1" "$2" "$3" "$socket --quiet $4"
}
pass='verdict: pass, nothing is certainly violated;' agrees='18 of 18 registers agree with the model'
x2_captured='X2 as captured, 4.000000 MHz;' x2_board="X2 as the board's, 4.000000 MHz;"
check works 0 'TWHDX                 20ns [GK]     43.7ns not           26.2ns not            8.7ns not' "$socket --quiet run.vcd"
check words-select 0 'access 10: selects the data port' "$socket run.vcd"
check words-flipflop 0 'access 9: point to Mode 1 (0x01)' "$socket run.vcd"
check words-direct 1 'access 6: load 5 (0x50)' "$socket run.vcd --pal direct"
check reads-agree 0 '; 18 of 18 registers agree' "$socket --quiet run.vcd"
sed '1i set machine.strobe_hold 40ns' socket.scn >short.scn
fresh short.vcd $tmr0 run short.scn --machine sun3-50 --wave short.vcd
check fault 1 'TWHDX                 20ns [GK]       20ns not            2.5ns not            -15ns certainly' "$socket --quiet short.vcd"
check fault-figure 1 'strobe_hold                              63.7ns [E]       40ns       40ns' "$socket --quiet short.vcd"
check fault-direct 1 'TAVRL                 25ns [GK]      -25ns certainly      -25ns certainly' "$socket --quiet --pal direct short.vcd"
$analyser short.vcd sampled.vcd --rate 100e6
check fault-sampled 1 'TWHDX                 20ns [GK]       20ns not            2.5ns possibly       -15ns certainly' \
    "$socket --quiet sampled.vcd"
# Data that end at WR- or before it end too early, whatever side of it they are on: no set-up is in doubt
check fault-near 1 'TDVWH                 80ns [GK]      270ns not          287.5ns not            305ns not' "$socket --quiet sampled.vcd"

# After F9 a write wants 1000 ns after one, else 1500: which it is was seen, or was not
while IFS='|' read -r name status gap before text; do
    printf 'gap 1600ns\nw 0 0\n%s\ngap %s\nw 2 1 2 3\n' "$before" "$gap" >form.scn
    fresh form.vcd $tmr0 run form.scn --machine sun3-50 --wave form.vcd
    check "$name" "$status" "$text violated: TWHWL" "$socket --quiet form.vcd"
done <<'END'
form-unknown|2|1050ns||possibly
form-known|1|1050ns|w 2 0xff|certainly
form-short|1|800ns||certainly
END
# Without ARM all counts are 0. That the bytes agree with the direct translator says nothing
cat >idle.scn <<'END'
gap 1600ns
w 0 0
w 2 0xff 0x5f 0x01
r 0 -> none
w 2 0x25 0x0b 0 0
repeat 12 {
    w 0 0
    w 2 0xa1 0x11
    r 0 -> none
    r 2 -> low high
}
END
fresh idle.vcd $tmr0 run idle.scn --machine sun3-50 --wave idle.vcd
verdict idle 2 'verdict: none, nothing is certainly violated; X2 as captured, 4.000000 MHz; 12 of 12 registers agree with the model, but all reads are 00' idle.vcd

# The read data are the captured chip's: late ones, both sides of the latch
printf '[machine]\ninherit = sun3-50\n\n[read_latch]\nvalue = 20ns\nsource = [E] chosen for this test\n' >latch.ini
read_late() { # name, status, TRLQV, slack and claim
    sed "1i set part.TRLQV $3" socket.scn >late.scn
    fresh late.vcd $tmr0 run late.scn --machine sun3-50 --wave late.vcd
    check "$1" "$2" "HOST_READ                   0ns $4" "$tmr0 capture --at socket --quiet --machine ./latch.ini late.vcd"
}
read_late read-in-time 1 344.7ns '       0ns not'
read_late read-late 1 344.701ns '      -1ps certainly'
# The last of the lines that move counts: one that is 20 ns late takes as much of the slack
$analyser run.vcd together.vcd --rate 500e6
$wrong_clips together.vcd late D3 20000 >apart.vcd
report read-apart "$(for data in together apart; do
    $tmr0 capture --at socket --quiet --machine ./latch.ini $data.vcd
done | awk '$1 == "HOST_READ" { slack[n++] = $3 + 0 } END { if (n != 2 || slack[0] - slack[1] != 20) print slack[0], slack[1] }')"

# ---- The translator, recognised; clips that are wrong. A good board is told nothing of them
$tmr0 run socket.scn --machine sun3-50 --pal direct --wave direct.vcd >out/log 2>&1
verdict good 0 "$pass $x2_captured $agrees; it acquits the chip and the bus, not the driver " run.vcd
verdict good-given 0 'verdict: pass' 'run.vcd --pal flipflop'
sed '1i osc 3.7MHz' socket.scn >crystal.scn
fresh crystal.vcd $tmr0 run crystal.scn --machine sun3-50 --wave crystal.vcd
verdict crystal 1 "$x2_board the captured one has 3.700000 MHz" crystal.vcd
verdict crystal-given 0 'X2 as captured, 3.700000 MHz' 'crystal.vcd --osc 3.7MHz'
verdict direct-found 1 "verdict: FAIL, certainly violated: TAVRL, TWHAX; $x2_captured 20 of 24 registers agree with the model, the others are of one byte " direct.vcd
$tmr0 run "$root/tests/scenarios/board/direct-read32.scn" --wave out/read.vcd >out/log 2>&1
verdict direct-quiet 1 '4 of 4 registers agree with the model ' out/read.vcd
check direct-found-words 1 'whether it is violated; translator direct:' "$socket direct.vcd --quiet"
# More than half of the reads agree, those of one byte among them, or half
for of in '4 direct' '5 flipflop'; do
    printf 'gap 1600ns\nw 2 0xff\nrepeat 5 {\n w 2 9\n w 0 0x34 0x12\n w 2 9\n r 0 -> low high\n}\nrepeat %s {\n w 2 9\n r 0 -> low\n}\n' \
        "${of%% *}" >half.scn
    fresh half.vcd $tmr0 run half.scn --machine sun3-50 --pal direct --wave half.vcd
    report "half-${of%% *}" "$($socket half.vcd --quiet | grep -q "translator ${of#* }:" || shown half.scn)"
done
never direct-only '^flipflop ' "$socket --quiet direct.vcd"
verdict sampled-certain 1 'verdict: marginal, certainly violated with the slowest parts: TWHDX; X2 ' sampled.vcd
sed '1i set machine.strobe_hold 50ns' socket.scn >near.scn
fresh near.vcd $tmr0 run near.scn --machine sun3-50 --wave near.vcd
$analyser near.vcd near-sampled.vcd --rate 100e6
verdict sampled-possible 0 "$pass possibly violated with the slowest parts: TWHDX; $x2_board $agrees; it " near-sampled.vcd
# What timing calls marginal is that here, in its words; with the PAL that cures it both are content
verdict slowest 1 'verdict: marginal, certainly violated with the slowest parts: TWHDX; X2 ' near.vcd
check slowest-timing 0 'short by up to 5 ns [GK] with the slowest parts; holds with a PAL of at most 30 ns' \
    "$tmr0 timing --machine sun3-60 --reads 20 | tr -s '\\n ' ' '"
verdict all-and-slowest 1 'verdict: FAIL, certainly violated: TAVRL, TWHAX; certainly violated with the slowest parts: TWHDX; ' \
    'near.vcd --pal direct'
verdict slowest-cured 0 "$pass X2 " 'near.vcd --pal-part pal16xx:30ns'
verdict slowest-not-cured 1 'verdict: FAIL, certainly violated: TWHDX; X2 ' 'near.vcd --pal-part pal16xx:30.001ns'
check pal-part-chip 2 '--pal-part without --at socket' "$tmr0 capture --pal-part pal16xxa near.vcd"
$analyser run.vcd good.vcd --rate 500e6
clip() { # name, status, the last line's end, arguments of clips.py
    name=$1 status=$2 text=$3
    shift 3
    $wrong_clips good.vcd "$@" >clipped.vcd
    verdict "clip-$name" "$status" "$text" clipped.vcd
}
# Of an access that is not played nothing is judged. One that the capture cuts off takes no verdict away
more() { # changes after the good ones
    cp good.vcd more.vcd
    printf '%s\n' "$@" '#140000000' >>more.vcd
}
more '#130000000' '0#' '#130200000' '0!' '#130300000' '1#' '#130500000' '1!'
verdict unplayed 2 'verdict: none, nothing is certainly violated; not played: 1, R/W moves inside the strobe (see to its clip); X2' more.vcd
check unplayed-machine 2 'more.vcd: accesses were not played; no machine was written' "$socket more.vcd --write-machine none.ini"
more '#130000000' '0#' '#130200000' '0!' '#130500000' '1!' '#130600000' '1#'
verdict unplayed-none 0 'verdict: pass' more.vcd
more '#130200000' '0!'
verdict unplayed-cut 0 'verdict: pass' more.vcd
none='X2 as the board'\''s, 4.000000 MHz, which no count shows (clip it, or read a counter); no read was compared with the model'
verdict clip-good 0 "$pass $x2_board $agrees; it " good.vcd
# A strobe that is unknown at the beginning changes nothing; later it may have been an access
sed '0,/^1!/s//x!/; 0,/^#/!{0,/^#/s//#16000\n1!\n#/}' good.vcd >lost.vcd
verdict strobe-lost 0 "$pass X2 " lost.vcd
awk '/^1!/ && ++n == 9 { print "x!"; x = 1; next } { print } x && /^#/ { print "1!"; x = 0 }' good.vcd >lost.vcd
verdict strobe-lost-told 2 'verdict: none, nothing is certainly violated; a strobe was unknown' lost.vcd
clip mds 2 "$none: MDS- never fell, no access selects a port " high MDS
clip mas 2 "$none: MAS- never fell " high MAS
clip both 2 'clipped.vcd: no access was captured in which one of MAS- and MDS- falls and rises: MAS- never fell, MDS- never fell, no access' \
    high MAS high MDS
clip strobes 2 "$none: MAS- and MDS- may be swapped (the accesses make sense the other way round) " swap MAS MDS
clip mas-inverted 2 "$none: MAS- looks inverted " invert MAS
clip mds-inverted 2 'MDS- looks inverted ' invert MDS
clip inverted 2 'MAS- and MDS- look inverted, expected one' invert MAS invert MDS
clip rw 2 "$none: R/W never fell " high R/W
clip rw-inverted 2 "$none: R/W looks inverted (the accesses make sense the other way round) " invert R/W
clip stuck 2 'but lines were not seen: D3 never moved ' low D3
clip swapped 1 'a read differs from the model: D2 and D3 may be swapped (the accesses' swap D3 D2
clip swapped-far 1 'a read differs from the model: D0 and D7 may be swapped (the accesses' swap D0 D7
clip reversed 1 'a read differs from the model: D0 to D7 look reversed (the accesses' swap D0 D7 swap D1 D6 swap D2 D5 swap D3 D4
clip reversed-not 1 'a read differs from the model ' swap D0 D7 swap D1 D6 swap D2 D5
$tmr0 run "$root/tests/scenarios/board/no-strobe-on-read.scn" --wave out/silent.vcd >out/log 2>&1
verdict no-mas-in-reads 2 'MAS- never fell in a read' out/silent.vcd
sed '/^ *w 0 0/d; /^r 0/d' socket.scn >ports.scn
$tmr0 run ports.scn --machine sun3-50 --wave ports.vcd >out/log 2>&1
verdict no-port 2 'MDS- never fell, no access selects a port ' ports.vcd

# ---- A machine file, which timing judges as the machine itself where MDS- does not matter
mkdir data
cp -rL "$root/parts" "$root/machines" data
margins() { # machine, translator: parameters with slack and violations
    fresh out/timing.json $tmr0 timing --data data --machine "$1" --reads 2 --json out/timing.json
    python3 - "$2" <<'PY'
import json, sys
for row in json.load(open("out/timing.json")):
    if row["pal"] == sys.argv[1]:
        checks = ("TDVWH", "TWHDX", "TWLWH") + (("TRLRH", "HOST_READ") if sys.argv[1] == "flipflop" else ())
        print(row["corner"], [(n, row["margins"][n]["slack_ps"], row["margins"][n]["broken"]) for n in checks])
PY
}
check write-machine 0 'as measured: tmr0 timing --machine data/machines/mine.ini' "$socket run.vcd --write-machine data/machines/mine.ini"
for pal in flipflop direct; do
    mine=$(margins mine $pal)
    report "measured-$pal" "$([ "$mine" ] && [ "$mine" = "$(margins sun3-50:w4 $pal)" ] || echo "another: $mine")"
done
check measured-expects-nothing 2 'no machine asked for has [expect]' "$tmr0 timing --data data --machine mine --reads 2 --expected"
check measured-source 0 ', +-0ns by the sampling' "grep '^source = .HW. measured in run.vcd: least of' data/machines/mine.ini"
# What is possible in a capture is violated at one corner
check measured-range 0 'possibly violated with the slowest parts: TWHDX' \
    "$socket --quiet near-sampled.vcd --write-machine data/machines/range.ini"
has measured-range-hold data/machines/range.ini 'value = 60.002ns'
has measured-range-delay data/machines/range.ini 'max = 20.004ns'
margins range flipflop >out/range
report measured-range-rows "$(grep -q '^slow .* -[0-9]*, [1-9]' out/range && ! grep -q '^fast.* -[0-9]*, [1-9]' out/range || shown out/range)"
# The same of a machine that is read from its path
check path-write 0 'as measured: tmr0 timing --machine out/own.ini' "$socket run.vcd --write-machine out/own.ini"
check path-again 0 'as measured: ' "$socket run.vcd --write-machine ./out/own.ini"
same path-margins "$(margins out/own.ini flipflop)" "$(margins mine flipflop)"
check path-socket 0 'verdict: pass' "$tmr0 capture --at socket --machine out/own.ini --quiet run.vcd"
check path-inherits 2 '--write-machine with --machine out/own.ini, expected a name of machines/ to inherit' \
    "$tmr0 capture --at socket --machine out/own.ini run.vcd --write-machine out/other.ini"
check write-name 2 '--write-machine run.json, expected a name that ends in .ini' "$socket run.vcd --write-machine run.json"
check write-standard 0 'title = Sun-3/50, measured' "$socket run.vcd --quiet --write-machine -"
# No file of the folders that are read is replaced
for other in mine sun3-50 sun3-60 base/sun; do
    check "replaces-$other" 2 'would be written over what is read' "$socket run.vcd --data data --write-machine data/machines/$other.ini"
done
check replaces-part 2 'data/parts/pal16xxb.ini: would be written over what is read' "$socket run.vcd --data data --json data/parts/pal16xxb.ini"
report replaces-none "$(cmp "$root/machines/sun3-60.ini" data/machines/sun3-60.ini 2>&1)"
$wrong_clips good.vcd high MDS >clipped.vcd
check measured-none 2 'no machine was written, expected a capture with a verdict' "$socket clipped.vcd --write-machine none.ini"
fresh far.vcd $tmr0 run socket.scn --machine sun3-260:w8 --corner max --wave far.vcd
check write-variant 1 'sun3-260:w8' "$tmr0 capture --at socket --machine sun3-260:w8 --quiet far.vcd --write-machine data/machines/far.ini"
far=data/machines/far.ini
report measured-variant "$(grep -q '^inherit = sun3-260:w8$' $far && grep -A 1 HOST_READ $far | grep -q 'value = 10ns' &&
    grep -A 1 read_latch $far | grep -q 'value = 25ns' || shown $far)"
check measured-timing 1 'far: marginal: TWHDX 27.5 ns short [GK]' "$tmr0 timing --data data --machine far --reads 2"

# ---- A hand-made capture: what no machine makes, the ends of the capture, no capture at all
strobes='m:MAS s:MDS r:RW'
rate='--rate 1GHz'
hand() { # name, status, text, changes, options: a capture of that name
    vcd "$1.vcd" "$strobes" "$4"
    check "hand-$1" "$2" "$3" "$socket $rate $1.vcd ${5-}"
}
write='#1000 0r b00010111 #1100 0m #1400 1m #1460 1r b11111111'
hand good 2 ' 2 accesses; sampling interval 1ns as given' "$write #3000 0s #3300 1s #9000 1r"
says hand-hold '^strobe_hold                              63.7ns \[E\]       60ns       60ns        1'
for names in '/ MAS / mas_n /; s/ MDS / MDS# /; s/ RW / mRW /' '/ MAS / nMAS /; s/ MDS / mds_n /; s/ RW / R_W- /'; do
    check "names-$names" 2 '2 accesses; sampling' "sed 's$names' good.vcd >out/named.vcd; $socket out/named.vcd $rate --quiet"
done
check hand-direct 1 'certainly violated: TAVRL' "$socket good.vcd $rate --pal direct"
hand both 2 'access 2: MAS- and MDS- are low together: not played' "$write #3000 0m 0s #3300 1m 1s #9000"
hand rw 2 'access 2: R/W moves inside the strobe: not played' "$write #3000 0m #3100 0r #3300 1m #3400 1r #9000"
hand unknown 2 'access 2: R/W is unknown (x or z): not played' "$write #2000 xr #3000 0m #3300 1m #4000 1r #5000 0m #5300 1m #9000"
never rw-unknown-strobes 'a strobe was unknown' "$socket unknown.vcd $rate --quiet"
vcd floats.vcd "$strobes" "$write #2000 zr #2900 1r #3000 0m #3300 1m #9000"
never rw-floats 'not played\|a strobe was unknown' "$socket floats.vcd $rate"
# After a select that is not played the port is unknown
hand select 2 'access 3: write, C/D moves with the strobe or is unknown' \
    '#1000 0r #1100 0s #1400 1s #1460 1r #3000 0s #3100 0r #3300 1s #3400 1r #5000 0r #5100 0m #5400 1m #5460 1r #9000'
hand late 2 'access 2: write data move inside the strobe: not played' "$write #3000 0r #3100 0m #3149 b00000001 #3200 1m #3300 1r #9000"
hand early 1 'strobe_hold                              63.7ns [E]      -50ns       60ns        2' \
    "$write #3000 0r b00000001 #3100 0m #3350 b11111111 #3400 1m #3500 1r #9000"
# Data that do not become ones may come late, unless no set-up is left: 80ns less the PAL's 35ns and the sampling's 1ns
late="$write #3000 0r #3100 0m"
hand no-set-up 1 'strobe_hold                              63.7ns [E]      -43ns       60ns        2' \
    "$late #3457 b00000001 #3500 1m #3560 1r b11111111 #9000"
hand may-be-late 2 'access 2: write data move inside the strobe: not played' "$late #3456 b00000001 #3500 1m #3560 1r b11111111 #9000"
ends may-be-late 2 'to its clip); X2 ' "$socket may-be-late.vcd $rate"
# Data end inside the strobe, with it or after it, R/W later: no read begins, and the machine has no such hold
data="$write #3000 0r b00000001 #3100 0m"
for end in '#3395 b11111111 #3400 1m' '#3399 b11111111 #3400 1m' '#3400 b11111111 1m' '#3400 1m #3401 b11111111'; do
    vcd held.vcd "$strobes" "$data $end #3460 1r #9000"
    verdict "data-alone-$end" 1 'verdict: FAIL, certainly violated: TWHDX; X2 ' "held.vcd $rate"
done
check data-alone-access 1 'TWHDX                 20ns [GK]      -19ns certainly    -36.5ns certainly      -54ns certainly        2' \
    "$socket held.vcd $rate"
hand data-alone 1 'write_data_setup                        31.85ns [E]      100ns      100ns        2' \
    "$data #3395 b11111111 #3400 1m #3460 1r #9000"
vcd apart.vcd "$strobes" "$data #3395 b11111111 #3400 1m #3460 1r #5000 0r b00000001 #5100 0m #5400 1m #5460 1r b11111111 #9000"
check data-alone-machine 2 'apart.vcd: R/W and data end apart, one of them inside the strobe, expected one hold of both' \
    "$socket apart.vcd $rate --write-machine alone.ini"
# R/W ends inside it, with it or after it, and data later
hand rw-before 1 'verdict: FAIL, certainly violated: TRLRH' "$data #3399 1r #3400 1m #3460 b11111111 #9000"
hand rw-with 2 'possibly violated: TRLRH, FF_RACE' "$data #3400 1m 1r #3460 b11111111 #9000"
vcd rw-after.vcd "$strobes" "$data #3400 1m #3401 1r #3460 b11111111 #9000"
never rw-after 'violated: TRLRH' "$socket rw-after.vcd $rate"
# Lines that do not move between two writes are held for half of that time, and set up for the other half
vcd moves.vcd "$strobes" '#1000 0r b00010111 #1100 0m #1400 1m #2200 1r b11111111 #2201 0r b00010111 #3000 0m #3300 1m #3400 1r b11111111 #9000'
vcd still.vcd "$strobes" '#1000 0r b00010111 #1100 0m #1400 1m #3000 0m #3300 1m #3400 1r b11111111 #9000'
for file in moves still; do $socket $rate --quiet $file.vcd | sed -n '/^flipflop  /,/^TWLWH/p' >out/$file; done
report still "$(grep -c ' not ' out/still | grep -vx 5; diff out/moves out/still)"
# Data of a read that come late count for the strobe that a translator reads with; those that are unknown do not
hand read 1 'HOST_READ                   0ns       10ns not' \
    "$write #3000 0s #3290 b00000001 #3300 1s #5000 b11111111 #6000 0m #6280 b00000001 #6300 1m #6900 b11111111 #8000 0m #8299 bxxxxxxxx #8300 1m #9000" \
    '--pal direct'
check read-flipflop 1 'HOST_READ                   0ns       20ns not' "$socket $rate --pal flipflop read.vcd"
for pal in flipflop direct; do fresh out/$pal.json $socket $rate --quiet --pal $pal read.vcd --json out/$pal.json; done
agree read-data out/flipflop.json out/direct.json
# Read data later than the slowest PAL and chip give, 145ns, by both sides of the bound
read_after() { # ns after the strobe's start, status, the verdict
    vcd late.vcd "$strobes" "$write #6000 0m #6$1 b00000001 #6400 1m #6500 b11111111 #9000"
    check "late-$1" "$2" "$3" "$socket --quiet --pal flipflop $rate late.vcd"
}
read_after 144 2 'nothing is certainly violated; X2'
read_after 145 2 'violated; possibly late: read data'
read_after 146 1 'FAIL, certainly late: read data'
# A check of the slowest parts alone, and its access
hand race 1 'FF_RACE                    71ns          -                    -                -31ns certainly        2' \
    "$write #3000 0r #3100 0s #3360 1r #3400 1s #9000"
hand cut 2 'the capture begins or ends inside 2 accesses: not played' "0m #100 1m $write #3000 0m #9000"
for odd in both rw unknown cut; do
    fresh out/odd.json $socket --quiet $rate $odd.vcd --json out/odd.json
    report "odd-$odd-printed" "$(python3 "$root/tests/printed.py" out/log out/odd.json 2>&1 | tail -n 1)"
done
hand glitch 2 'single samples ignored: 1' "$write #3000 0m #3001 1m #9000"
hand none 2 'none.vcd: no access was captured in which one of MAS- and MDS- falls and rises' '#1000 0r #2000 1r #9000'
hand together 2 'they are low together' '#1000 0m 0s #2000 1m 1s #9000'
check slow 2 'verdict: none, no time is certain (sample faster); possibly violated: ' "$socket good.vcd $rate --jitter 900us"
check slow-json 2 '"timing":	"not judged"' "$socket good.vcd $rate --jitter 900us --json -"
hand hold-only 2 'hold-only.vcd: strobe_hold was never seen, expected writes' \
    '#1000 0r b00010111 #1100 0m #1400 1m #9000' '--write-machine none.ini'
hand reads-only 2 'reads-only.vcd: rw_setup was never seen, expected writes in which R/W and data move' '#1000 0s #1400 1s #3000 0m #3300 1m #9000' \
    '--write-machine none.ini'
# The machine of samples every ns: the least set-ups and widths less 1ns, the least hold and 1ns more; what the socket does
# not show is of sun3-160's strobe_delay, 35ns, and of its buffer, 10ns
mkdir folder
vcd 'folder/b;1.vcd' "$strobes" '#1000 0r b00010111 #1100 0s #1400 1s #1460 1r b11111111 #3000 0r #3010 b00000001 #3090 0m #3420 1m #3450 1r #3455 b11111111 #9000'
$tmr0 capture --at socket --machine sun3-160 --pal direct $rate --quiet 'folder/b;1.vcd' --write-machine - 2>out/log |
    sed -n 's/^value = //p; s/^\(m..\|typ\) = //p; s/.*measured in \(b[^:]*\)$/\1/p' | tr '\n' ' ' >out/values
same measured-hand "$(cat out/values)" 'b?1.vcd 89ns 79ns 31ns 329ns 299ns 0ns 1ns 2ns 35ns 10ns '
sed '/MAS/d' good.vcd >no-mas.vcd
check no-mas 2 'no-mas.vcd: no signal for mas_n, expected --map '\''mas_n=SIGNAL'\'' with signals of: MDS, RW, D' "$socket no-mas.vcd"
check map-first 2 'no-mas.vcd: no signal Q for rw, expected one of: MDS, RW, D' "$socket no-mas.vcd --map rw=Q"
check map-pin 2 "--map 'wr_n', expected a pin: mas_n mds_n rw d0-d7 des_clock x2" "$socket good.vcd --map wr_n=MAS"
check map-8 2 "no-mas.vcd: no signal D8 for d0" "$socket no-mas.vcd --map d=D8-D15"
check map-9 2 "--map 'd=D8-D16', expected at most 8 signals" "$socket no-mas.vcd --map d=D8-D16"
check map-same 2 'one signal is mas_n and mds_n, expected a signal of its own for each' "$socket good.vcd --map mds_n=MAS"
check no-machine 2 '--at socket without --machine NAME' "$tmr0 capture --at socket good.vcd"
check chip-machine 2 '--machine without --at socket, expected both or neither' "$tmr0 capture --machine sun3-50 good.vcd"
check socket-bus 2 '--bus with --at socket, expected none' "$socket --bus 8 good.vcd"
check same-output 2 'same.ini: would be written twice' "$socket good.vcd --write-machine same.ini --json same.ini"
exit $bad
