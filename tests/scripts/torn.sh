#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 experiment torn in its quick form: measured and worked out agree, the same bytes with the same seed, others with another; a
# carry that takes longer tears more; bad input gives one line and exit status 2.
set -eu
cd "$(dirname "$0")/../.."
out=build/test/torn
rm -rf $out
mkdir -p $out
tmr0=build/tmr0

fail() {
    echo "torn.sh: $*"
    exit 1
}

quick() { # output, options
    to=$1
    shift
    $tmr0 experiment torn --saves 400 --delay 0ns --delay 800ns --json "$to.json" "$@" >"$to.txt" || fail "status $? of: $*"
}

quick $out/one --seed 3
quick $out/again --seed 3
quick $out/other --seed 4
cmp -s $out/one.txt $out/again.txt || fail "two runs with one seed differ"
cmp -s $out/one.json $out/again.json || fail "two documents of one seed differ"
! cmp -s $out/one.json $out/other.json || fail "two seeds give the same"
grep -q 'seed 3$' $out/one.txt || fail "the seed is not printed"
grep -q '^verdict: pass, all 4 rows' $out/one.txt || fail "no verdict"

# 0 ns: never; 800 ns of 4 us: about 80 and 85 of 400
torn=$(sed -n 's/.*"torn":[^0-9]*\([0-9]*\),*$/\1/p' $out/one.json | tr '\n' ' ')
# shellcheck disable=SC2086 # four numbers
set -- $torn
[ $# -eq 4 ] || fail "four rows expected, not $#"
[ "$1" -eq 0 ] && [ "$2" -eq 0 ] || fail "torn without a delay"
[ "$3" -gt 40 ] && [ "$3" -lt 130 ] && [ "$4" -gt 40 ] && [ "$4" -lt 140 ] || fail "torn with 800 ns: $3, $4"

refused() { # what must be in the message, options
    text=$1
    shift
    status=0
    $tmr0 experiment torn "$@" >$out/refused 2>&1 || status=$?
    [ $status -eq 2 ] || fail "status $status, not 2: $*"
    grep -q -e "$text" $out/refused || fail "no '$text': $(cat $out/refused)"
}
refused 'expected a time 0ns..1us' --delay 2us
refused 'expected a time 0ns..1us' --delay -1ns
refused 'expected a time 0ns..1us' --delay 10
refused '16..64' --modulus 15
refused '16..64' --modulus 65
refused '1..1000000' --saves 0
refused 'expected options only' extra
refused 'nosuch' --part nosuch
refused 'not of kind chip' --part pal16xx
rm -rf $out
