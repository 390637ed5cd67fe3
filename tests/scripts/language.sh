#!/bin/sh
# SPDX-License-Identifier: MIT
# Statements of scenarios: the model alone gives what the RTL gives; what `show` and `print` print; lines that fail.
set -u
. tests/check.sh

# The margins of notes, which the model does not all know, are at the end, in lines that begin with two blanks.
for scenario in tests/scenarios/language/*.scn; do
    for engine in rtl model; do
        "$tmr0" run --log --engine $engine "$scenario" | grep -v '^  [A-Z]' >"$folder/$engine"
    done
    why=$(diff "$folder/rtl" "$folder/model" | head -5)
    grep -q ': pass$' "$folder/model" || why="fails on the model; $why"
    report "$(basename "$scenario" .scn)" "$why"
done

cd "$folder" || exit 1
cat >show.scn <<'END'
target chip
cmd 0xff 0x01
data 0x22 0x0b 4 0
word 0x1234             # a byte of Hold 1
cmd 0x61
wait until out1 = 1 at most 5us
show
print "text # no comment"
print "at" $now
print $now hex
END
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
    report "show-$engine" "$("$tmr0" run --engine $engine show.scn | sed '1d; /: pass$/d; /: 1 note: /d' | diff shown - | head -5)"
done

fails() { # name, line that the message names, statements
    printf 'target chip\n%b\n' "$3" >fail.scn
    for engine in rtl model; do
        check "$1-$engine" 1 "fail.scn:$2" "'$tmr0' run --engine $engine fail.scn"
    done
}
fails wait-pin '2: at 1us: out1 is 0, expected 1 within 1us' 'wait until out1 = 1 at most 1us'
fails wait-read '2: at 195ns: status: read 0x01, expected 0x00 within 100ns' 'wait until status & 1 = 0 at most 100ns'
fails count '2: at 0ns: count 3 is 0, expected 7 +- 2' 'expect count 3 = 7 +- 2'
fails relation '3: at 0ns: value 5, expected < 5' 'let n = 5\nexpect $n < 5'
bounds='expect 5 < 5\nexpect 5 > 5\nexpect 5 <= 4\nexpect 5 >= 6\nexpect 5 != 5\nexpect 5 = 3 +- 1\nexpect 5 = 7 +- 1'
fails bounds '8: at 0ns: value 5, expected 7 +- 1
fail.scn: FAIL, 7 expectations' "$bounds"

# Other files: the message names the file, its line, and the lines that lead there
mkdir sub
printf 'target chip\n\ninclude "sub/a.inc"\n' >include.scn
printf 'cmd 0xff\ninclude "b.inc"\n' >sub/a.inc
refused() { # name, message, the file that is included last
    printf '%b' "$3" >sub/b.inc
    check "include-$1" 2 "tmr0: $2" "'$tmr0' run include.scn"
}
chain='(included at sub/a.inc:2, include.scn:3)'
refused parse "sub/b.inc:2: unknown statement 'cmt', expected 'cmd'? $chain" 'wait 1us\ncmt 7'
refused play "sub/b.inc:3: division by zero $chain" '\n\nlet a = 1 / ($now - $now)'
refused missing 'sub/b.inc:1: sub/none: cannot read: No such file' 'include "none"'
refused folder 'sub/b.inc:1: /: cannot read: Is a directory' 'include "/"'
refused text "sub/b.inc:1: unexpected 'none', expected a text in quotes $chain" 'include none'
refused more "sub/b.inc:1: unexpected '7', expected the end of the line" 'include "b.inc" 7'
refused empty 'sub/b.inc:1: "" is no name' 'include ""'
refused long 'sub/b.inc:1: name "0000000000000000000000000000000000000000..." is too long, expected at most 255 bytes' "include \"$(printf %0260d 0)\""
refused deep 'sub/b.inc:1: include is nested too deep, expected at most 8 files' 'include "b.inc"'
refused large 'sub/b.inc:1: /dev/zero: more than 4 MiB with what it includes' 'include "/dev/zero"'
refused block 'sub/b.inc:1: the block that begins with this repeat does not end' 'repeat 2 {'
refused end 'sub/b.inc:1: } without a block' '}'
refused setting "sub/b.inc:1: osc comes after a statement, expected above" 'osc 4MHz'
refused one-line 'sub/b.inc:1: include inside a block of one line' 'repeat 2 { include "a.inc" }'
printf 'timing TWHDX 19ns\ncmd 0xff\ncmd 0x1f\nexpect 1 = 2\n' >sub/b.inc
check include-verdict 1 'sub/b.inc:3: at 3.499us, access 3: TWHDX' "'$tmr0' run include.scn"
check include-expect 1 'sub/b.inc:4: at 3.5us: value 1, expected 2' "'$tmr0' run include.scn"
check include-log 1 'access 3, line sub/b.inc:3: cmd 0x1f' "'$tmr0' run --log include.scn"
printf 'target chip\nosc 4MHz\n' >sub/b.inc
printf 'include "sub/b.inc"\nosc 5MHz\ncmd 0xff' >twice.scn
check include-twice 2 'twice.scn:2: osc is given in line sub/b.inc:2 already' "'$tmr0' run twice.scn"
printf 'target chip\nlet n = 60\nwait $n d\n' >days.scn
check unit-of-value 2 'days.scn:3: wait 60 * 86400000000000000ps is out of range' "$tmr0 run days.scn"
exit $bad
