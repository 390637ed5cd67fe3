#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 timing from outside: the verdict of each machine, names that are nearly right, [expect], machines at most.
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
check timing-answer-first 0 'With the flip-flop translator it works' "$timing sun3-50 | head -n 1"
never timing-no-marks Unverified "$timing sun3-60"
check timing-marks 1 'sun3-60 [E]: HOST_READ' "$timing sun3-60 --marks"
check timing-terminal 0 '1 of 2 machines' "script -qec '$timing sun3-60 --machine sun3-50' /dev/null | tr '\r' '\n'"
check near-machine 2 'tmr0: no machine "Sun-3/160", did you mean sun3-160?' "$timing Sun-3/160"
check near-variant 2 'no machine "SUN 3 160", did you mean sun3-160?' "$timing 'SUN 3 160:drawn'"
check near-edit 2 'no machine "sun3-61", did you mean sun3-60?' "$timing sun3-61"
check near-part 2 'no part "AM9513-A", did you mean am9513a?' "$timing sun3-60 --part AM9513-A"
check near-control 2 'no machine "sun3?160", did you mean' "$timing \"\$(printf 'sun3\\033160')\""
check far-machine 2 'no machine "sun-3", expected one of' "$timing sun-3"
check far-longer 2 'no machine "sun3-160-vme", expected one of' "$timing sun3-160-vme"

# [expect] is only compared if that is asked for, and is of its own file alone
check expected 0 'all 4 rows as expected' "$timing sun3-160:drawn --expected"
check expected-part 2 '--expected with cts9513-2 and pal16xx, expected am9513a and pal16xx' "$timing sun3-60 --part cts9513-2 --expected"
cp -rL "$root/parts" "$root/machines" .
board() { # hold, more lines: a board of one's own like the Sun-3/60
    printf '[machine]\ninherit = sun3-60\n[strobe_hold]\nvalue = %s\nsource = [HW] seen\n%b' "$1" "${2-}" >machines/mine.ini
}
board 55ns
check own-works 0 'verdict: works.' "$timing mine --data ."
check own-none 2 'no machine asked for has [expect] in its file, expected it with --expected' "$timing mine --data . --expected"
check own-beside 0 'all 4 rows as expected; 4 more have no [expect]' "$timing mine --machine sun3-60 --data . --expected"
board 54.999ns
check own-marginal 1 'mine: marginal: TWHDX 0.001 ns short [GK]; cure: a PAL of at most 34 ns (pal16xxa)' "$timing mine --data ."
board 55ns "$(sed -n '/^\[expect\]/,$p' machines/sun3-60.ini)\n"
check own-differs 1 '2 of 4 rows differ from [expect]' "$timing mine --data . --expected"
check own-differs-row 0 '    expected  flipflop.slow = TWHDX
    found     flipflop.slow = clean' "$timing mine --data . --expected | grep flipflop.slow"
for n in $(seq 65); do cp machines/sun3-60.ini "machines/m$n.ini"; done
check machine-files 2 'machine files, expected at most 64' "$tmr0 timing --data . --reads 2"
check machines-at-most 2 'expected at most 64 of them' "$tmr0 timing $(yes -- '--machine sun3-60' | head -n 65 | tr '\n' ' ')"
exit $bad
