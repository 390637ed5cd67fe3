#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 timing from outside: the verdict of each machine, names that are nearly right, [expect]; the word of a verdict on
# both sides of its bound, and its cure; machines by their path; machines at most.
. tests/check.sh
cd "$folder" || exit 1

# The status of timing is the verdict of the board: 0 only if each machine works with the translator asked for
timing="$tmr0 timing --reads 4 --machine"
check timing-works 0 'sun3-50: works: TWHDX 8.7 ns to spare [GK]
verdict: works. With the flip-flop translator it works in 1 machine.' "$timing sun3-50"
check timing-marginal 1 'verdict: marginal. With the flip-flop translator it is marginal in 1 machine.' "$timing sun3-60"
check timing-fails 1 'verdict: fails. With the flip-flop translator it fails in 1 machine.' "$timing sun3-160:drawn"
check timing-pal-part 0 'sun3-60: works: TWHDX 5 ns to spare' "$timing sun3-60 --pal-part tibpal16l8-25"
check timing-pal 1 'sun3-50: fails: TAVRL 25 ns short [GK]; no cure in parts/
verdict: fails. With the direct translator it fails in 1 machine.' "$timing sun3-50 --pal direct"
check timing-worst 1 'verdict: marginal. With the flip-flop translator it works in 1, is marginal in 1 of 2 machines.' \
    "$timing sun3-60 --machine sun3-50"
check timing-answer-first 0 'With the flip-flop translator it works in 1 machine.' "$timing sun3-50 | head -n 1"
never timing-no-marks Unverified "$timing sun3-60"
check timing-marks 1 'sun3-60 [E]: HOST_READ' "$timing sun3-60 --marks"
check timing-terminal 0 '1 of 2 machines' "script -qec '$timing sun3-60 --machine sun3-50' /dev/null | tr '\r' '\n'"
check near-machine 2 'tmr0 timing: no machine "Sun-3/160", did you mean sun3-160?' "$timing Sun-3/160"
check near-variant 2 'no machine "SUN 3 160", did you mean sun3-160?' "$timing 'SUN 3 160:drawn'"
check near-edit 2 'no machine "sum3-60", did you mean sun3-60?' "$timing sum3-60"
check near-part 2 'no part "AM9513-A", did you mean am9513a?' "$timing sun3-60 --part AM9513-A"
check near-control 2 'no machine "sun3?160", did you mean' "$timing \"\$(printf 'sun3\\033160')\""
check far-machine 2 'no machine "sun-3", expected one of' "$timing sun-3"
check far-digit 2 'no machine "sun3-80", expected one of' "$timing sun3-80"
check far-longer 2 'no machine "sun3-160-vme", expected one of' "$timing sun3-160-vme"

# [expect] is only compared if that is asked for, and is of its own file alone
check expected 0 'all 4 rows as expected' "$timing sun3-160:drawn --expected"
check expected-part 2 '--expected with cts9513-2 and pal16xx, expected am9513a and pal16xx' "$timing sun3-60 --part cts9513-2 --expected"
mkdir data
cp -rL "$root/parts" "$root/machines" data
sed '/^\[expect\]/,$d; /^\[strobe_hold\]/,/^value/s/^value = .*/value = 60ns/' data/machines/sun3-60.ini >kept
mine() { # a figure, its value, more lines: a board of one's own like the Sun-3/60, but for strobe_hold
    { sed "/^\[$1\]/,/^value/s/^value = .*/value = $2/" kept && printf '%b' "${3-}"; } >data/machines/mine.ini
}
own="$timing mine --data data"
mine strobe_hold 55ns
check own-works 0 'verdict: works.' "$own"
check own-none 2 'no machine asked for has [expect] in its file, expected it with --expected' "$own --expected"
check own-beside 0 'all 4 rows as expected; 4 more have no [expect]' "$own --machine sun3-60 --expected"
mine strobe_hold 54.999ns
check own-marginal 1 'mine: marginal: TWHDX 0.001 ns short [GK]; cure: a PAL of at most 34 ns (pal16xxa)' "$own"
mine strobe_hold 55ns "$(sed -n '/^\[expect\]/,$p' data/machines/sun3-60.ini)\n"
check own-differs 1 '2 of 4 rows differ from [expect]' "$own --expected"
check own-differs-row 0 '    expected  flipflop.slow = TWHDX
    found     flipflop.slow = clean' "$own --expected | grep flipflop.slow"

# The word of a verdict on both sides of its bound, and its cure
from=data
said_of_mine() { # more options: the verdict of mine, in one line
    $tmr0 timing --data $from --machine mine --reads 20 "$@" | sed -n '/^mine\( with .*\)*$/,$p' | tr -s '\n ' ' '
}
verdict() { # name, figure that differs, its value, how the flip-flop's verdict begins
    mine "$2" "$3"
    check "verdict-$1" 0 "mine flip-flop: $4" said_of_mine
}
hold="TWHDX (write high to data don't care)" pulse='TWLWH (write pulse)'
missed() { # name, figure and value as above, word, by how much the limit is missed, the parts that cure it, ns more that do
    case $2 in strobe_hold) limit=$hold ;; *) limit=$pulse ;; esac
    case $4 in marginal) corner=' with the slowest parts' ;; *) corner= ;; esac
    verdict "$1" "$2" "$3" "$4: $limit short by up to $5$corner; holds with $6, or $7 ns more $2. direct"
}
xxa='pal16xxa (25 ns [E])' xxb='pal16xxb (15 ns [E])'
verdict works strobe_hold 55ns "works: the tightest limit is $hold, kept with 0 ns to spare [GK]. direct: fails"
missed not-works strobe_hold 54.999ns marginal '0.001 ns [GK]' "a PAL of at most 34 ns, such as $xxa" 1
both='part cts9513-2 and a PAL of at most'
missed marginal strobe_hold 20ns marginal '35 ns [GK] and wrong reads' "$both 20 ns, such as $xxb" 35
missed fails strobe_hold 19.999ns fails '35.001 ns [GK] and wrong reads' "$both 19 ns, such as $xxb" 36
# The slowest PAL within the limit; another chip if none is; none
missed grade strobe_hold 45ns marginal '10 ns [GK]' "a PAL of at most 25 ns, such as $xxa" 10
missed next-grade strobe_hold 44.999ns marginal '10.001 ns [GK]' "a PAL of at most 24 ns, such as $xxb" 11
missed last-grade strobe_hold 35ns marginal '20 ns [GK]' "a PAL of at most 15 ns, such as $xxb" 20
missed no-grade strobe_hold 34.999ns marginal '20.001 ns [GK] and wrong reads' "$both 34 ns, such as $xxa" 21
verdict pulse control_strobe_write 150ns "works: the tightest limit is $pulse, kept with 0 ns"
missed chip control_strobe_write 149.999ns fails '0.001 ns [GK]' 'part cts9513-2' 1
missed chip-most control_strobe_write 75ns fails '75 ns [GK]' 'part cts9513-2' 75
verdict no-chip control_strobe_write 74.999ns "fails: $pulse short by up to 75.001 ns [GK]; no PAL or chip of parts/ \
cures it, but 76 ns more control_strobe_write does. direct"
# The cure is tried: with it the board works, and with 1 ps more it does not. The rows are not those of the machine's file.
mine strobe_hold 45ns
put data/parts/gal.ini '[part]' 'title = Mine' 'inherit = pal16xxa' '[pal_tpd]' 'min = 0ns' 'typ = 9ns' 'max = 40ns' \
    'source = [HW] measured'
tried() { # PAL, how the flip-flop's verdict begins
    check "tried-$1" 0 "mine with PAL $1 flip-flop: $2" "said_of_mine --pal-part $1"
}
tried pal16xxa 'works: the tightest limit is'
tried pal16xx:25ns 'works: the tightest limit is'
tried pal16xx:25.001ns "fails: $hold short by up to 0.001 ns"
tried gal "marginal: $hold short by up to 15 ns"
check tried-expected 2 '--expected with am9513a and gal, expected am9513a and pal16xx' "$own --pal-part gal --expected"
check tried-unknown 2 'no part "pal"' "$tmr0 timing --pal-part pal"
check tried-chip 2 'am9513a.ini: not of kind pal' "$tmr0 timing --pal-part am9513a"
check tried-delay 2 'pal.pal_tpd: "3" has no unit' "$tmr0 timing --pal-part pal16xx:3"
rm data/parts/gal.ini
# A chip that needs more than the fast corner gives: no PAL cures it
sed '/^\[TDVWH\]/,/^value/s/^value = .*/value = 530ns/' data/parts/am9513a.ini >data/parts/needs.ini
mine strobe_hold 60ns
needs='TDVWH (data valid to write high) short by up to 5 ns [GK]'
check fastest 0 "marginal: $needs with the fastest parts; holds with part am9513a, or 5 ns more write_data_setup. direct" \
    'said_of_mine --part needs'
rm data/parts/needs.ini
sed 's/= 35ns/= 40ns/' data/parts/pal16xx.ini >data/parts/pal00.ini # slower than the board's, which is fast enough
missed own-pal control_strobe_write 140ns fails '10 ns [GK]' 'part cts9513-2' 10
missed with-grades strobe_hold 45ns marginal '10 ns [GK]' "a PAL of at most 25 ns, such as $xxa" 10
# A limit in whole ns, unless the PAL named has that very delay
sed 's/= 35ns/= 17.5ns/' data/parts/pal16xx.ini >data/parts/pal17.ini
own_limit='a PAL of at most 17.5 ns, such as pal17 (17.5 ns [E])'
missed whole-limit strobe_hold 37.501ns marginal '17.499 ns [GK]' "$own_limit" 18
missed own-limit strobe_hold 37.5ns marginal '17.5 ns [GK]' "$own_limit" 18
missed next-limit strobe_hold 37.499ns marginal '17.501 ns [GK]' "a PAL of at most 17 ns, such as $xxb" 18
rm data/parts/pal17.ini
mkdir -p data/few/parts data/few/machines
cp data/parts/am9513a.ini data/parts/pal16xx.ini data/few/parts
cp -r data/machines/base data/machines/mine.ini data/few/machines
from=data/few
check few-parts 0 '; no PAL or chip of parts/ cures it, but 18 ns more strobe_hold does. direct' said_of_mine
echo '[part]' >data/few/parts/broken.ini
check broken-part 2 'data/few/parts/broken.ini:1: [part] has no title' "$timing mine --data $from"

# A machine is read from its path as from its name in machines/, and may have variants of what it inherits
mkdir out
put out/two.ini '[machine]' 'inherit = sun3-160'
check path-variant 0 'out/two.ini:window: works' "$timing out/two.ini:window"
check path-variants 1 'out/two.ini:drawn flipflop' "$timing out/two.ini"
put out/own.ini '[machine]' 'inherit = sun3-50'
check path-no-variant 2 'out/own.ini: no variant "x", expected' "$timing out/own.ini:x"
check path-none 2 'out/none.ini: cannot read: No such file' "$timing out/none.ini"
check path-read 2 'out/own.ini: would be written over what is read' "$timing out/own.ini --json out/own.ini"
long=out/$(printf '%0200d' 0)
mkdir "$long"
for name in "$(printf '%046d' 0)" "$(printf '%047d' 0)"; do cp out/own.ini "$long/$name.ini"; done
check path-255 0 'verdict: works' "$timing $long/$(printf '%046d' 0).ini"
check path-256 2 'no machine "out/0000' "$timing $long/$(printf '%047d' 0).ini"

for n in $(seq 65); do cp kept "data/machines/m$n.ini"; done
check machine-files 2 'machine files, expected at most 64' "$tmr0 timing --data data --reads 2"
check machines-at-most 2 'expected at most 64 of them' "$tmr0 timing $(yes -- '--machine sun3-60' | head -n 65 | tr '\n' ' ')"
exit $bad
