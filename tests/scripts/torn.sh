#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 experiment torn in its quick form: measured and worked out agree, the same bytes with the same seed, others with
# another; a carry that takes longer tears more; bad input gives one line and exit status 2.
. tests/check.sh
cd "$folder" || exit 1
torn="$tmr0 experiment torn"

for to in 3/one 3/again 4/other; do
    $torn --saves 400 --delay 0ns --delay 800ns --seed "${to%/*}" >"${to#*/}" || report "seed ${to%/*}" "status $?"
done
counts() { awk '$3 == "bits" { printf "%s ", $4 }' "$1"; }
check one-seed 0 '' cmp one again
report two-seeds "$([ "$(counts one)" != "$(counts other)" ] || counts one)"
check seed-printed 0 'seed 3' grep "'seed 3\$'" one
check verdict 0 'verdict: pass, all 4 rows' cat one

# 0 ns: never; 800 ns of 4 us: about 80 and 85 of 400
report numbers "$(counts one | awk 'NF == 4 && $1 == 0 && $2 == 0 && $3 > 40 && $3 < 130 && $4 > 40 && $4 < 140 { good = 1 }
    END { if (!good) print "torn: " $0 }')"

check long-delay 2 'expected a time 0ns..1us' $torn --delay 2us
check negative-delay 2 'expected a time 0ns..1us' $torn --delay -1ns
check no-unit 2 'expected a time 0ns..1us' $torn --delay 10
check small-modulus 2 '--modulus 15, expected a number 16..64' $torn --modulus 15
check large-modulus 2 '--modulus 65, expected a number 16..64' $torn --modulus 65
check no-saves 2 '--saves 0, expected a number 1..1000000' $torn --saves 0
check extra 2 'expected options only' $torn extra
check part 2 'no part "nosuch"' $torn --part nosuch
check kind 2 'pal16xx.ini: not of kind chip' $torn --part pal16xx
exit $bad
