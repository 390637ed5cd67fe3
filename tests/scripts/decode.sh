#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 decode: what it prints leads back to the value, and it refuses all else.
. tests/check.sh
cd "$folder" || exit 1

# Each value's words, and the whole lines, encoded, print the same lines.
round_trip() { # name, option, values
    # shellcheck disable=SC2086 # option and values are words, or none
    $tmr0 decode $2 $3 >decoded
    sed 's/^[^:]*: //' decoded | tr '\n' '\0' | xargs -0 "$tmr0" decode $2 --encode >encoded 2>&1
    why=$(cmp decoded encoded 2>&1)
    # shellcheck disable=SC2086
    tr '\n' '\0' <decoded | xargs -0 "$tmr0" decode $2 --encode >encoded 2>&1
    why=$why$(cmp decoded encoded 2>&1)
    [ "$(wc -l <decoded)" -ge 200 ] || why="$(wc -l <decoded) lines, expected 200 or more"
    report "decode-$1" "$why"
}
round_trip commands --command "$(seq 0 255)"
round_trip modes '' "$(seq 0 211 65535)"
round_trip masters --master "$(seq 0 211 65535)"

check decode-mode 0 '0x0b22, mode D: F1, repeat, down, TC toggles' "$tmr0 decode 0x0b22"
# A letter for each of the special gate, reload and repeat: without a gate, with a level, with an edge
# shellcheck disable=SC2046 # a list
same letters "$($tmr0 decode $(seq 0 63 | awk '{ print $1 % 8 * 8192 + int($1 / 8) * 32 }') | sed 's/.*mode \(.\).*/\1/' | tr -d '\n')" \
    ABBBBBCCDEEEEEFFGHHHHHIIJKKKKKLLMNNNNNOOPQQQQQRRSTTTTTUUVWWWWWXX
check decode-undefined 0 'mode M, which the data sheet does not define: F1,' "$tmr0 decode 0x0b80"
check decode-decimal 0 '0x0b22' "$tmr0 decode 2850"
check decode-large 2 "'256', expected a number 0..0xff" "$tmr0 decode --command 256"
check decode-not 2 "tmr0 decode: 'x', expected a number 0..0xffff" "$tmr0 decode 0x0b22 x"
check decode-empty 2 "'', expected a number" "$tmr0 decode ''"
check decode-both 2 '--command and --master, expected one' "$tmr0 decode --command --master 1"
check dash 2 'decode: an operand that begins with - comes after --' "$tmr0 decode -1"
check decode-data 2 '--data /none, expected it with' "$tmr0 decode --data /none 1"
check encode-word 2 'expected BCD | down | up, after "F1, repeat"' "$tmr0 decode --encode 'F1, repeat, downwards'"
check encode-end 2 'expected the end, after "F1, repeat, down, TC toggles"' "$tmr0 decode --encode 'F1, repeat, down, TC toggles, BCD'"
check encode-case 2 'expected TC of N-1 | SRC1' "$tmr0 decode --encode 'f1, repeat, down, TC toggles'"
check encode-mode 0 '0x0b22, mode D: F1' "$tmr0 decode --encode 'mode D: F1, repeat, down, TC toggles'"
check encode-wrong-mode 2 "'mode E', expected '0x0b22, mode D' before these words" \
    "$tmr0 decode --encode 'mode E: F1, repeat, down, TC toggles'"
check encode-wrong-value 2 "'0x62', expected '0x61' before these words" \
    "$tmr0 decode --command --encode \"0x62: $($tmr0 decode --command 0x61 | sed 's/.*: //')\""
check encode-other-kind 2 'expected a command such as' "$tmr0 decode --command --encode 'F1, repeat, down, TC toggles'"
exit $bad
