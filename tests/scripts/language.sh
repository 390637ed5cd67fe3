#!/bin/sh
# SPDX-License-Identifier: MIT
# Statements of scenarios: the model alone gives what the RTL gives; what `show` and `print` print; lines that fail.
. tests/check.sh

# The margins of notes, which the model does not all know, are at the end, in lines that begin with two blanks.
for scenario in tests/scenarios/language/*.scn; do
    for engine in rtl model; do
        "$tmr0" run --log --engine $engine "$scenario" | grep -v '^  [A-Z]' >"$folder/$engine"
    done
    report "$(basename "$scenario" .scn)" "$(grep -q ': pass$' "$folder/model" || echo 'fails on the model;'
        diff "$folder/rtl" "$folder/model" | head -5)"
done

cd "$folder" || exit 1
put show.scn 'target chip' 'cmd 0xff 0x01' 'data 0x22 0x0b 4 0' 'word 0x1234             # a byte of Hold 1' \
    'cmd 0x61' 'wait until out1 = 1 at most 5us' show 'print "text # no comment"' 'print "at" $now' 'print $now hex'
cat >shown <<'END'
show.scn:7: at 13.275us:
  data pointer: Hold 1, high byte next; prefetched 0x0000
  alarm 1 0x0000, alarm 2 0x0000
  master mode 0x0000: FOUT F1 by code 0, divided by 16
  counter 1: load 0x0004, hold 0x0034, count 0x0003, armed, toggle on, OUT1 high
    mode 0x0b22, D: F1, repeat, down, TC toggles
  counter 2: load 0x0000, hold 0x0000, count 0x0000, disarmed, OUT2 low
    mode 0x0b00, A: F1, once, down, OUT low
  counter 3: load 0x0000, hold 0x0000, count 0x0000, disarmed, OUT3 low
    mode 0x0b00, A: F1, once, down, OUT low
  counter 4: load 0x0000, hold 0x0000, count 0x0000, disarmed, OUT4 low
    mode 0x0b00, A: F1, once, down, OUT low
  counter 5: load 0x0000, hold 0x0000, count 0x0000, disarmed, OUT5 low
    mode 0x0b00, A: F1, once, down, OUT low
show.scn:8: text # no comment
show.scn:9: at 13275000
show.scn:10: 0xca8f78
END
for engine in rtl model; do
    report "show-$engine" "$("$tmr0" run --engine $engine show.scn | sed '1d; /: pass$/d; /: 1 note: /d; /: note, /d' | diff shown - | head -5)"
done

fails() { # name, line that the message names, statements
    case=$1 text=fail.scn:$2
    shift 2
    put fail.scn 'target chip' "$@"
    for engine in rtl model; do
        check "$case-$engine" 1 "$text" "'$tmr0' run --engine $engine fail.scn"
    done
}
fails wait-pin '2: at 1us: out1 is 0, expected 1 within 1us' 'wait until out1 = 1 at most 1us'
fails wait-read '2: at 195ns: status: read 0x01, expected 0x00 within 100ns' 'wait until status & 1 = 0 at most 100ns'
fails count '2: at 0ns: count 3 is 0, expected 7 +- 2' 'expect count 3 = 7 +- 2'
fails relation '3: at 0ns: value 5, expected < 5' 'let n = 5' 'expect $n < 5'
fails bounds '8: at 0ns: value 5, expected 7 +- 1
fail.scn: FAIL, 7 expectations' 'expect 5 < 5' 'expect 5 > 5' 'expect 5 <= 4' 'expect 5 >= 6' 'expect 5 != 5' \
    'expect 5 = 3 +- 1' 'expect 5 = 7 +- 1' 'expect count 3 = 0'

# Other files: the message names the file, its line, and the lines that lead there
mkdir sub
put include.scn 'target chip' '' 'include "sub/a.inc"'
put sub/a.inc 'cmd 0xff' 'include "b.inc"'
include_fails() { # name, message, the file that is included last
    case=$1 text=$2
    shift 2
    put sub/b.inc "$@"
    check "include-$case" 2 "tmr0 run: $text" "'$tmr0' run include.scn"
}
chain='(included at sub/a.inc:2, include.scn:3)'
include_fails parse "sub/b.inc:2: unknown statement 'cmt', expected 'cmd'? $chain" 'wait 1us' 'cmt 7'
include_fails play "sub/b.inc:3: division by zero $chain" '' '' 'let a = 1 / ($now - $now)'
include_fails missing 'sub/b.inc:1: sub/none: cannot read: No such file' 'include "none"'
include_fails folder 'sub/b.inc:1: /: cannot read: Is a directory' 'include "/"'
include_fails text "sub/b.inc:1: unexpected 'none', expected a text in quotes $chain" 'include none'
include_fails more "sub/b.inc:1: unexpected '7', expected the end of the line" 'include "b.inc" 7'
include_fails empty 'sub/b.inc:1: "" is no name' 'include ""'
include_fails long 'sub/b.inc:1: name "0000000000000000000000000000000000000000..." is too long, expected at most 255 bytes' \
    "include \"$(printf %0260d 0)\""
include_fails deep 'sub/b.inc:1: include is nested too deep, expected at most 8 files' 'include "b.inc"'
include_fails large 'sub/b.inc:1: /dev/zero: more than 4 MiB with what it includes' 'include "/dev/zero"'
include_fails block 'sub/b.inc:1: the block that begins with this repeat does not end' 'repeat 2 {'
include_fails end 'sub/b.inc:1: } without a block' '}'
include_fails setting "sub/b.inc:1: osc comes after a statement, expected above" 'osc 4MHz'
include_fails one-line 'sub/b.inc:1: include inside a block of one line' 'repeat 2 { include "a.inc" }'
put sub/b.inc 'timing TWHDX 19ns' 'cmd 0xff' 'cmd 0x1f' 'expect 1 = 2'
check include-verdict 1 'sub/b.inc:3: at 3.499us, access 3: TWHDX' "'$tmr0' run include.scn"
check include-expect 1 'sub/b.inc:4: at 3.5us: value 1, expected 2' "'$tmr0' run include.scn"
check include-log 1 'access 3, line sub/b.inc:3: cmd 0x1f' "'$tmr0' run --log include.scn"
put sub/b.inc 'target chip' 'osc 4MHz'
printf 'include "sub/b.inc"\nosc 5MHz\ncmd 0xff' >twice.scn
check include-twice 2 'twice.scn:2: osc is given in line sub/b.inc:2 already' "'$tmr0' run twice.scn"
put print.scn 'target chip' 'cmd 0xff' 'print 0xffffffffffffffff' 'print 0xffffffffffffffff hex' \
    'repeat 2 { print 0xa + 1 hex }'
check print-decimal 0 'print.scn:3: -1' "$tmr0 run print.scn"
check print-hex 0 'print.scn:4: 0xffffffffffffffff' "$tmr0 run print.scn"
check print-hex-in-block 0 'print.scn:5: 0xb' "$tmr0 run print.scn"
put days.scn 'target chip' 'let n = 60' 'wait $n d'
check unit-of-value 2 'days.scn:3: wait 60 * 86400000000000000ps is out of range' "$tmr0 run days.scn"
exit $bad
