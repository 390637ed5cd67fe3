#!/bin/sh
# SPDX-License-Identifier: MIT
# Machine code on the 68020: tmr0 program. Exit status 0: all as expected.
set -eu
plain=yes
. tests/check.sh
work=$folder
fail() {
    echo "m68k.sh: FAIL, $*"
    exit 1
}

# Needs no code: clocks, and random programs
have build/tmr0-m68k.so libunicorn-dev || exit $bad
build/test/m68k-test parts/m68020.ini || fail "clocks differ from those worked out by hand"
for test in build/test/m68k-test ${SAN_TEST-build/san/m68k-test}; do
    [ ! -x "$test" ] || ASAN_OPTIONS=detect_leaks=0 "$test" parts/m68020.ini 300 340 || fail "$test: random programs"
done
have m68k-linux-gnu-gcc gcc-m68k-linux-gnu || exit $bad

# expect STATUS PATTERN OPTIONS...: what the run ends with and prints
expect() {
    want=$1 pattern=$2 status=0
    shift 2
    timeout 250 "$tmr0" program "$@" >"$work/out" 2>&1 || status=$?
    [ "$status" = "$want" ] || { cat "$work/out"; fail "status $status, expected $want: $*"; }
    grep -q -e "$pattern" "$work/out" || { cat "$work/out"; fail "expected \"$pattern\": $*"; }
}
build() { # NAME FILE: links a file as it is; a line of assembly comes in as the file -
    m68k-linux-gnu-gcc -m68020 -nostdlib -static -Wl,-Ttext="${3-0x1000}" -Wl,"--build-id=${5-none}" -Wl,-e,"${4-0x1000}" -Wl,-z,noexecstack \
        ${6-} -x assembler-with-cpp -o "$work/$1" "$2" 2>"$work/cc" || { cat "$work/cc"; fail "$2 is not assembled"; }
}
line() { # NAME ASSEMBLY
    printf '%b\n' "$2" >"$work/line.S"
    build "$1" "$work/line.S"
}

# The example, from a copy outside the tree
cp -r examples/m68k "$work/example"
make -s -C "$work/example" check TMR0="$tmr0" >"$work/out" 2>&1 || { cat "$work/out"; fail "the example"; }
grep -q 'driver.c:[0-9]*: move.b' "$work/out" || fail "the example names no source line"
"$tmr0" system --program "$work/example/driver.elf" >"$work/out" || fail "system --program, as in 0.3.0"
expect 1 'found: TWHRL, TWHWL' "$work/example/hasty.elf"
# All violations, and margins on a pass too; the JSON has the same
says() { grep -q -e "$1" "$work/out" || { cat "$work/out"; fail "expected \"$1\""; }; }
mkdir "$work/json"
expect 1 '^TWHRL x 1, ' "$work/example/hasty.elf"
says '^TWHWL x 16, '
says '  first: 4.6075us, access 3: TWHWL: required 1.5us \[GK\], observed 780ns'
says '  worst: 14.4475us, access 8: TWHWL: required 1.5us \[GK\], observed 300ns'
says '    at 00001038, driver.c:20 from driver.c:38: move.b d2, (a0)'
[ "$(grep -c worst: "$work/out")" = 1 ] || fail "the only violation of TWHRL is said twice"
told() { # STATUS PATTERN PROGRAM OPTIONS...: text and JSON say the same
    want=$1 pattern=$2 program=$3
    shift 3
    expect "$want" "$pattern" --accesses --json "$work/json/$(basename "$program")" "$program" "$@"
    tests/m68k/json_text.py "$work/json/$(basename "$program")" "$work/out" || fail "text and JSON differ: $program"
}
told 1 '^TWHWL x 16, ' "$work/example/hasty.elf"
told 0 ': Hold 2 = 0x0000, at ' "$work/example/driver.elf"
expect 0 '^  TWHWL *1500 \[GK\] *[0-9.]* *[0-9.]* *[0-9]* *0  recovery' "$work/example/driver.elf"
grep -q ' x [0-9]' "$work/out" && fail "a violation of a run without one"
# Each access in words; what is wrong with the bytes' order shows
expect 0 'write 0x0b: Mode 5 = 0x0b20: F1, repeat, down, OUT low, at 0000[0-9a-f]*, driver.c:20 from driver.c:38$' "$work/example/driver.elf" --accesses
says 'us, access 1: select the control port, at 0000'
says 'load 1 2 3 4 5 (0x5f), at '
says 'write 0x20, low byte of Mode 5, at '
says ': Hold 2 = 0x0000, at '
{ # PORT:VALUE, or PORT alone to read; the waits are long
    for access in 2 0:0 2:0xff 2:0x01 0 2:0x0b 2:0x28 0:0 2 2:0xef 2:0x02 0 2:0x12 2:0x34; do
        case $access in
        *:*) echo "move.b #${access#*:},0x1c000${access%:*}" ;;
        *) echo "move.b 0x1c000${access%% *},%d0" ;;
        esac
        printf 'move.w #200,%%d1\n1: dbf %%d1,1b\n'
    done
    echo 'move.l #0,0x1e0004'
} >"$work/words.S"
build words "$work/words.S"
expect 0 'access 1: read 0x.., port unknown, at 00001000' "$work/words" --accesses --expect violation=FF_UNKNOWN
says 'write 0x28: Mode 1 = 0x280b: .*, TC toggles by code 3, at 000010'
says 'status 0x..: OUT1-5 .....,.* byte next, at'
says 'write 0x12: Mode 2 = 0xff12: '
says 'write 0x34: Load 2 = 0xff34, at '
line unknown 'move.b 0x1c0002,%d0\nmove.l #0,0x1e0004'
expect 1 '^FF_UNKNOWN x 1' "$work/unknown" --json "$work/unknown.json" # no limit: it has happened
sed '/"margins"/,$d' "$work/unknown.json" | grep -q '"required_ps"' && fail "a limit of what has none"
expect 1 'access 8: TWHWL: required' "$work/example/hasty.elf" --accesses # below their access
[ "$(grep -c '^[0-9].*access 8: ' "$work/out")" = 2 ] || fail "access 8 and its violation are not two lines"
[ "$(grep -n '^[0-9].*access 8: ' "$work/out" | sed -n 's/:.*TWHWL.*//p')" = \
    "$(($(grep -n 'access 8: .*, at ' "$work/out" | cut -d : -f 1) + 1))" ] || fail "a violation is not below its access"
# A blank in the path of the source
mkdir "$work/a folder"
cp "$work"/example/[!M]*.* "$work/a folder"
make -s -C "$work/a folder" -f "$work/example/Makefile" driver.elf >"$work/cc" 2>&1 || { cat "$work/cc"; fail "a folder"; }
expect 0 'access 1: select the control port, at 0000[0-9a-f]*, driver.c:20 from driver.c:56$' "$work/a folder/driver.elf" --accesses
# The chip on 16 bits: the board has 8
line wide 'move.b #0,0x1c0000\nnop\nmove.b #0xef,0x1c0002\nmove.l #0,0x1e0004'
expect 1 'expected the chip at an 8-bit bus' "$work/wide"
expect 1 'expected the chip at an 8-bit bus' "$work/wide" --expect exit=0 --expect clean
expect 0 'verdict: pass' "$work/wide" --expect exit=0
sed 's/#0xef/#0xe7/' "$work/line.S" >"$work/narrow.S"
build narrow "$work/narrow.S"
expect 0 'verdict: pass' "$work/narrow"
expect 1 'expected violations: TWHRL; found: none' "$work/example/driver.elf" --expect violation=TWHRL
# Wider accesses are one bus cycle a byte, the highest first: port, port, data, data; a word read of Mode 1's bytes 00 0b
line widths 'move.l #0x0000ff01,0x1c0000\nnop\nmove.b 0x1c0000,%d0\n.rept 20\nnop\n.endr\nmove.w 0x1c0002,%d0\nmove.l %d0,0x1e0004'
told 1 '^exit code 11 ' "$work/widths"
for access in 1:select 2:select 3:master.reset 4:point.to.Mode.1 6:read.0x00 7:read.0x0b; do
    says "access ${access%:*}: ${access#*:}"
done
# The second violation is the worst, by nops. The last access is 1024 bytes after the second: each has its own line
printf '%b\n' 'move.b #0,0x1c0000\n.rept 8\nnop\n.endr\nmove.b #0xff,0x1c0002\nnop\nnop\nnop\nnop\nmove.b #0xff,0x1c0002\nmove.b #0xff,0x1c0002
.rept 496\nnop\n.endr\nmove.b #0xff,0x1c0002\nmove.l #0,0x1e0004' >"$work/far.S"
build far "$work/far.S" 0x1000 0x1000 none -g
told 1 '^TWHWL x 2, ' "$work/far"
says '^  worst: .* access 4: TWHWL'
says ', access 2: .*, at 00001018, far.S:5$'
says ', access 5: .*, at 00001418, far.S:15$'
# Nothing judged is not good: an access that reaches the chip is due, unless only the exit code was asked for
line away 'move.b #1,0x1b0002\nmove.l #0,0x1e0004' # an address of memory for the socket's
line selects 'move.b #0,0x1c0000\nmove.l #0,0x1e0004'
line reaches 'move.b #0,0x1c0000\n.rept 5\nnop\n.endr\nmove.b #0xff,0x1c0002\nmove.l #0,0x1e0004'
for idle in away selects; do
    for asked in '' '--expect clean' '--expect clean --expect exit=0' '--expect exit=any --expect clean'; do
        expect 1 'expected accesses to the chip; found none, nothing was judged' "$work/$idle" $asked
    done
    for code in 0 any; do
        expect 0 'verdict: pass' "$work/$idle" --expect exit=$code
    done
done
expect 0 'verdict: pass' "$work/reaches"
expect 1 'expected on the console: hello' "$work/example/driver.elf" --expect "console=a read" --expect console=hello
grep -q 'on the console: a read' "$work/out" && fail "what was on the console was not found there"
line prints 'move.b #97,0x1e0000\nmove.b #0,0x1e0000\nmove.b #7,0x1e0000\nmove.b #10,0x1e0000\nmove.b #126,0x1e0000\nmove.l #0,0x1e0004'
expect 0 '^a??$' "$work/prints" --expect exit=0 --expect 'console=~' # after the 0
says '^~exit code 0'
expect 0 'verdict: pass' "$work/example/driver.elf" --expect violation=TWHRL --expect clean # the last word
expect 2 'console=TEXT (up to 8)' "$work/prints" $(yes -- '--expect console=a' | head -n 9)
expect 0 pass "$work/prints" --expect exit=0 $(yes -- '--expect console=a' | head -n 8)
expect 1 'expected exit code 3' "$work/example/driver.elf" --expect exit=3
expect 0 'verdict: pass' "$work/example/driver.elf" --engine both --expect clean
for case in best cache worst; do
    expect 0 pass "$work/example/driver.elf" --cycles $case --expect exit=0
    cp "$work/out" "$work/$case"
done
clocks() { sed -n 's/.* instructions, \([0-9]*\) clocks .*/\1/p' "$work/$1"; }
[ "$(clocks best)" -lt "$(clocks cache)" ] && [ "$(clocks cache)" -lt "$(clocks worst)" ] || fail "cases: $(clocks best) $(clocks cache) $(clocks worst)"

expect 0 '^               -> d0=00000003$' "$work/example/driver.elf" --trace
says '^               -> a7=001bfffc$'
expect 1 '^4.6075us, access 3: TWHWL' "$work/example/hasty.elf" --trace
line again 'moveq #5,%d0\nmoveq #5,%d0\nmoveq #6,%d1\nmove.l #0,0x1e0004'
expect 0 pass "$work/again" --expect exit=0 --trace
[ "$(grep -e '->' "$work/out" | tr -s ' \n' ' ')" = ' -> d0=00000005 -> d1=00000006 ' ] || fail "not what changed"

# Waves: PC and instruction as --trace prints them, at the same times, each access within its own; standard output too
cp "$work/example/driver.elf" "$work"
expect 0 'verdict: pass' "$work/driver.elf" --trace
mv "$work/out" "$work/trace"
expect 0 'gtkwave.*m68k.gtkw' "$work/driver.elf" --engine rtl --wave "$work/code.fst"
fst2vcd -f "$work/code.fst" -o "$work/code.vcd"
tests/m68k/code_waves.py "$work/code.vcd" "$work/trace" || fail "the waves are not what --trace prints"
"$tmr0" program "$work/driver.elf" --engine rtl --wave - >"$work/piped.vcd" 2>"$work/out" || fail "--wave -"
tests/m68k/code_waves.py "$work/piped.vcd" "$work/trace" || fail "the waves on standard output are not what --trace prints"
expect 1 'gtkwave' "$work/example/hasty.elf" --engine rtl --wave "$work/hasty.fst" # a verdict is no reason to lose them
[ -s "$work/hasty.fst" ] || fail "no waves of a run that fails"
"$tmr0" system --samples 1 --processes 1 --engine rtl --wave "$work/c.fst" >"$work/out" 2>&1 || fail "waves of the virtual CPU"
says 'gtkwave.*board.gtkw'
[ -s "$work/c.fst" ] || fail "no waves of the virtual CPU"
expect 2 'waves of engine model, expected rtl' "$work/driver.elf" --wave "$work/none.fst"
[ ! -e "$work/none.fst" ] || fail "waves of the model"

# Exceptions, modes, STOP, code that changes itself
build exceptions tests/m68k/exceptions.S 0
expect 0 'exit code 5 ' "$work/exceptions" --expect exit=5
grep -q '1 clock interrupts' "$work/out" || fail "one clock interrupt was expected"

build frames tests/m68k/frames.S 0
expect 0 'exit code 25 ' "$work/frames" --expect exit=25

# Condition codes under interrupts, at the clock of each machine
build codes tests/m68k/codes.S 0
for machine in sun3-60 sun3-50:w4 sun3-160:window sun3-260:w4; do
    expect 0 'exit code 0' "$work/codes" --expect exit=0 --machine $machine
done

# Branches, in clocks of the best case: moveq 0, 2 x dbf taken 3, expired 10, bra 3 over a nop, the end: 5 + 0 for its #
line branches 'moveq #2,%d0\n1: dbf %d0,1b\nbra.s 2f\nnop\n2: move.l #0,0x1e0004'
expect 0 ' 24 clocks' "$work/branches" --expect exit=0 --cycles best

# Figures that are open: [lea-ind] has 6 clocks, or 4
line open 'lea (%a0),%a1\nmove.l #0,0x1e0004'
expect 0 pass "$work/open" --expect exit=0
tr -s '\n ' ' ' <"$work/out" | grep -q '; 6 clocks are figures on which sources disagree, and would be 4 by the other' || fail "open clocks"

# In the worst case 3 + 2 x 9 + 10 + 9 + 14; in the cache case, whose long words are read once: 3 + 9 + 6 + 10 + 9 + 14
expect 0 ' 54 clocks' "$work/branches" --expect exit=0 --cycles worst
expect 0 ' 51 clocks' "$work/branches" --expect exit=0
# The cache has 64 long words. Two turns of 124 moveq from 1002 on fit: the first 3 worst, of the others 62 worst and 62
# not, dbf 9, then all 2, dbf 10, the end 14. Of 126 the loop's ends are 100 bytes apart (hexadecimal), and miss each time
for turn in 124:594 126:604; do
    line turn "moveq #1,%d0\n1: .rept ${turn%:*}\nmoveq #0,%d1\n.endr\ndbf %d0,1b\nmove.l #0,0x1e0004"
    expect 0 " ${turn#*:} clocks" "$work/turn" --expect exit=0
done

# Clock interrupts are switched off while one is pending: none comes, nor that one when they are on again
line off 'move.l #9f,0x74\nmove.l #1,0x1e0008\nmove.l #40000,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0008\nmove.w #0x2000,%sr
nop\nmove.l #1,0x1e0008\nnop\nmove.l #0,0x1e0004\n9: rte'
expect 0 ' 0 clock interrupts' "$work/off" --expect exit=0
sed 's/move.l #0,0x1e0008/nop/' "$work/line.S" >"$work/on.S"
build on "$work/on.S"
expect 0 ' 1 clock interrupts' "$work/on" --expect exit=0
# Another exception leaves it pending
sed 's/move.l #9f,0x74/&\nmove.l #9f,0x80/; s/move.l #0,0x1e0008/trap #0/' "$work/line.S" >"$work/trap.S"
build trap "$work/trap.S"
expect 0 ' 1 clock interrupts' "$work/trap" --expect exit=0

# Mask 4 lets an interrupt in, 5 does not. Its handler has mask 5; its frame is of format 0
line mask 'move.l #1f,0x74\nmove.b #1,0x1e0008\nstop #0x2400\n1: move.w %sr,%d0\nlsr.w #8,%d0\neor.w #0x74,6(%sp)\nadd.w 6(%sp),%d0
move.l %d0,0x1e0004'
expect 0 ' 1 clock interrupts' "$work/mask" --expect exit=37
sed 's/0x2400/0x2200/' "$work/line.S" >"$work/lower.S"
build lower "$work/lower.S"
expect 0 ' 1 clock interrupts' "$work/lower" --expect exit=37
sed 's/0x2400/0x2500/' "$work/line.S" >"$work/masked.S"
build masked "$work/masked.S"
expect 1 ' 0 clock interrupts' "$work/masked" --limit 100ms

# What a program may read: clocks, and the time, which advances by as many. Two moves 3 + 3 and two nops 2 + 2 in the
# best case; the exit code has both in four bits each: 0xaa.
# Then the upper half of the time
line times 'move.l 0x1e000c,%d5\nmove.l 0x1e0018,%d1\nmove.l 0x1e0014,%d2\nnop\nnop\nmove.l 0x1e0018,%d3\nmove.l 0x1e0014,%d4
sub.l %d1,%d3\nsub.l %d2,%d4\ndivu.l %d5,%d4\nmulu.l #16,%d4\nor.l %d4,%d3\nmove.l %d3,0x1e0004'
expect 0 pass "$work/times" --cycles best --expect exit=170
line upper 'move.l #20000,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l 0x1e0010,%d0\nmove.l %d0,0x1e0004'
expect 0 pass "$work/upper" --expect exit=2 # 9.6 ms are 2 * 2^32 ps and more

# A loop that waits is computed, not run, unless each instruction is printed: time and counts are the same
line waits 'move.l #3f,0x74\nmove.l #1,0x1e0008\nmove.w #0x2000,%sr\nmoveq #29,%d1\n2: move.l #2000,%d0\n1: subq.l #1,%d0\nbne.s 1b
move.b 0x1c0000,%d2\ndbf %d1,2b\nmove.l #0,0x1e0004\n3: rte'
for machine in sun3-60 sun3-50:w4; do
    expect 0 ' [2-9] clock interrupts' "$work/waits" --expect exit=0 --machine $machine
    cp "$work/out" "$work/computed"
    expect 0 'subq.l #\$1, d0' "$work/waits" --expect exit=0 --machine $machine --trace
    grep -v '^ *[0-9.]* us  \|^ *->' "$work/out" | cmp - "$work/computed" || fail "a computed wait differs, $machine"
done
line wait 'move.l #0xffffffff,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004'
expect 0 '8589934592 instructions' "$work/wait" --expect exit=0 --limit 10000s

# The display takes memory's time: a loop in the cache does not notice, one that reads memory does
line cached 'move.l #20000,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004'
line reads 'move.l #20000,%d0\n1: move.l 0x2000.w,%d1\nsubq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004'
us() { # PROGRAM OPTIONS
    expect 0 pass "$work/$1" --machine sun3-50:w4 --expect exit=0 ${2-}
    sed -n 's/exit code 0 after \([0-9]*\).*/\1/p' "$work/out"
}
[ "$(us cached)" = "$(us cached --blank)" ] || fail "the display slows a loop in the cache"
[ "$(us reads)" -gt "$(us reads --blank)" ] || fail "the display does not slow reads of memory"
sed 's/0x2000/0x2001/' "$work/line.S" >"$work/odd.S"
build odd "$work/odd.S"
[ "$(us odd)" -gt "$(us reads)" ] || fail "a long word at an odd address is one bus cycle"

# Ends
line last 'move.l #255,0x1e0004'
expect 0 'exit code 255' "$work/last" --expect exit=255 --part cts9513-2 --json "$work/other.json"
grep -q '"part":.*"cts9513-2"' "$work/other.json" || fail "the JSON names another part"
line beyond 'move.l #256,0x1e0004'
expect 1 'exit code 0x100, expected 0 to 0xff' "$work/beyond" --expect exit=any
status=0
"$tmr0" program "$work/last" --expect exit=255 >/dev/full 2>"$work/out" || status=$?
[ $status = 3 ] && grep -q 'No space left' "$work/out" || fail "status $status on a full disk, expected 3"
mkfifo "$work/pipe"
(: <"$work/pipe") & # reads nothing, so that each line is one too many
"$tmr0" program "$work/last" --trace --limit 1s >"$work/pipe" 2>"$work/out" && fail "a broken pipe is no fault"
wait
[ ! -s "$work/out" ] || { cat "$work/out"; fail "a broken pipe, expected no words of it"; }
line forever 'bra .'
told 1 'still running at the limit, 1000\.' "$work/forever" --limit 1ms
says '^    at 00001000: bra'
line stopped 'stop #0x2700'
expect 1 'still running at the limit' "$work/stopped" --limit 100ms
# Ctrl-C: where it is, and what was written
status=0
timeout --foreground --preserve-status -s INT 2 "$tmr0" program "$work/forever" --limit 1000000s --engine rtl --json "$work/json/ended" \
    --wave "$work/ended.vcd" >"$work/out" 2>&1 || status=$?
[ $status = 130 ] || { cat "$work/out"; fail "status $status at Ctrl-C, expected 130"; }
says '^interrupted after [0-9.]* us$'
says '^    at 00001000: bra'
says '^verdict: FAIL$'
grep -q '"end":.*"interrupted"' "$work/json/ended" || fail "no end in the JSON"
grep -q enddefinitions "$work/ended.vcd" || fail "no waves after Ctrl-C"
line wild 'move.l #0x12345678,%d3\nmove.l %d3,0x40000000'
expect 1 'bus error (vector 2), write of 0x40000000 without a handler' "$work/wild"
says '^    at 00001006: move.l *d3, \$40000000'
says 'D3 12345678 .* D7 00000000$'
says '^A0 00000000 .* A7 001c0000$'
grep -q 'move.l *d3, \$40000000' "$work/out" || fail "no registers or no instruction"
line history '.rept 20\nnop\n.endr\nillegal'
expect 1 'illegal instruction' "$work/history"
[ "$(grep -n '^  0000' "$work/out" | sed -n '1s/.*:  //p; $=' | tr '\n' ' ')" = '0000100a  nop  16 ' ] || fail "not the last 16 instructions"
# Zeros are no code, wherever a wild jump leads to
line zeros 'nop\njmp 0x8000'
expect 1 'ran into zeros at 0x00008000, expected instructions' "$work/zeros"
line last-zeros 'jmp 0x1bfffc'
expect 1 'ran into zeros at 0x001bfffc' "$work/last-zeros"
line one 'jmp 2f\n.short 0,0\n2: .short 0,1\nmove.l #0,0x1e0004' # ori.b #1,d0 is code
expect 0 pass "$work/one" --expect exit=0
# The file's own headers are no vectors, but memory from 400 on
for at in 0x3fc 0x400; do
    echo "SECTIONS { . = $at + SIZEOF_HEADERS; .text : { *(.text) } }" >"$work/headers.ld"
    printf '_start: lea %s,%%a0\n1: or.b (%%a0)+,%%d0\ncmp.l #_start,%%a0\nbne 1b\nmove.l %%d0,0x1e0004\n' $at >"$work/headers.S"
    m68k-linux-gnu-gcc -m68020 -nostdlib -static -Wl,-T,"$work/headers.ld" -Wl,--build-id=none -Wl,-z,max-page-size=4 \
        -Wl,-z,noexecstack -x assembler-with-cpp -o "$work/headers$at" "$work/headers.S" 2>"$work/cc" || fail "headers at $at"
done
expect 0 pass "$work/headers0x3fc" --expect exit=0
expect 1 'expected exit code 0' "$work/headers0x400" --expect exit=0
# Loaded where it is to be in memory, not where it runs
echo 'SECTIONS { . = 0x1000; .text : { *(.text) } .data 0x5000 : AT(0x3000) { *(.data) } }' >"$work/headers.ld"
printf 'move.l 0x3000,%%d0\nadd.l %%d0,%%d0\nadd.l 0x5000,%%d0\nmove.l %%d0,0x1e0004\n.data\n.long 7\n' >"$work/placed.S"
m68k-linux-gnu-gcc -m68020 -nostdlib -static -Wl,-T,"$work/headers.ld" -Wl,--build-id=none -x assembler-with-cpp -o "$work/placed" "$work/placed.S" \
    2>"$work/cc" || fail "not linked"
expect 0 pass "$work/placed" --expect exit=14 # 7 would be where it runs
line everywhere 'move.w #0x2700,%sr\nlea 0x10000,%a0\n1: move.l #-1,(%a0)+\nbra 1b'
expect 1 'bus error\|exit code\|limit' "$work/everywhere" --limit 1s
line crash '.short 0xc537,0x37c5\n.rept 20\n.short 0xc537,0xdaaa,0xbbf2,0xf003,0xf193\n.endr'
expect 1 'without a handler\|signal' "$work/crash"

# No coprocessor; MOVE from SR is for the supervisor
line fpu '.short 0xf200,0x0004\nmove.l #0,0x1e0004'
expect 1 'line F (vector 11) without a handler' "$work/fpu"
for one in 'jmp 0x2001:address error (vector 3)' 'illegal:illegal instruction (vector 4)' 'divu.w #0,%d0:division by 0 (vector 5)' \
    'chk.w #-1,%d0:CHK (vector 6)' 'move.w #2,%ccr\ntrapv:TRAPV (vector 7)' '.short 0xa000:line A (vector 10)' 'trap #3:TRAP (vector 35)' \
    'move.w #0,%sr\nmove.w %sr,%d0:privilege violation (vector 8)' 'pea 0x1000\npea 0\nrte:format error (vector 14)' \
    'lea 0x40000000,%sp\nrte:bus error (vector 2), read of 0x40000000' 'jmp 0x40000000:bus error (vector 2), read of 0x40000000'; do
    line named "${one%%:*}"
    expect 1 "${one#*:} without a handler, expected its address at 0x" "$work/named"
done
says '^PC 40000000'
line named 'jmp 0x2001'
expect 1 'address error' "$work/named"
says '^    at 00002001: dc.w'
line double 'move.l #0x1000,0x10\nlea 0x3001,%sp\nillegal'
expect 1 'double bus fault: illegal instruction (vector 4), and no memory for its frame at 0x00002ff9' "$work/double"
line supervisor 'move.w %sr,%d0\nmove.w #0,%sr\nmove.w %ccr,%d1\nlsr.w #8,%d0\nmove.l %d0,0x1e0004'
expect 0 pass "$work/supervisor" --expect exit=39
# What reaches a device is begun once: 3 + 6 clocks or more, 2 instructions
line once 'move.l 0x1e0018,%d0\nmove.l #0,0x1e0004'
expect 0 '^2 instructions' "$work/once" --expect exit=0 --trace
[ "$(grep -c 'us  0' "$work/out")" = 2 ] || fail "an instruction is traced twice"
line self 'moveq #3,%d0\n1: dbf %d0,1b\nmove.l #0,0x1e0004' # a jump to itself is begun again
expect 0 '^6 instructions' "$work/self" --expect exit=0

told 1 'line F' "$work/fpu"
tests/schema.py docs/schema/program.json "$work"/json/* || fail "the JSON is not as docs/schema/program.json says"

line hang '.short 0x53bb,0x2000,0x4848' # Unicorn's endless loop, which --limit does not end
expect 1 'Unicorn hangs' "$work/hang"
grep -q '^PC 0000100[04]' "$work/out" && grep -q '00001000  dc.w $53bb' "$work/out" || fail "no PC or no instruction of a hang"

# A debugger: packets of gdb's protocol, then gdb itself. A program that was stopped ends when it would have
packets() { # STATUS PROGRAM PACKET~ANSWER...
    want=$1 program=$2 status=0
    shift 2
    timeout 250 tests/m68k/gdb_protocol.py "$@" -- "$tmr0" program --json "$work/debugged" "$work/$program" --expect exit=0 >"$work/out" 2>"$work/err" || status=$?
    [ "$status" = "$want" ] || { cat "$work/out" "$work/err"; fail "status $status, expected $want: $*"; }
}
zeros=$(printf '%056d' 0)
packets 0 again '?~S05' g~"0{120}001c00000000270000001000" 'qSupported:x~PacketSize=1000;swbreak\+' 'vCont?~vCont;c;C;s;S' \
    s~S05 g~"0{7}5.*00001002" P1=12345678~OK P9=0000abcd~OK g~"0{7}512345678(0{8}){7}0000abcd.*" p1~ P10=00002000~E01 P12=00000000~E01 P11=00001004~E01 P11=00001002~OK G"$zeros"~OK m1004,2~7206 m1c0000,1~E01 m1e0010,4~E01 m100001000,2~E01 \
    m1bffff,1~00 m1bffff,2~E01 M1004,2:7207~OK m1004,2~7207 M1004,2:72~E01 M1004,2:7206~OK \
    Z2,1004,2~ Z0,1006,2~OK 'vCont;c~T05swbreak:;' g~"0{7}500000006.*00001006" z0,1006,2~OK BAD 'X~' 'vCont;X~' c~W00
grep -q 'exit code 0' "$work/out" || fail "no exit of a program that was debugged"
packets 1 forever '?~S05' c~- ^C~S02 s~S05 k~-
grep -q 'killed by the debugger after' "$work/out" && grep -q '"end":.*"killed"' "$work/debugged" || fail "not killed"
packets 1 last c~Wff
packets 1 beyond c~S0b g~'.*00001000' m1000,2~23fc c~X0b
line late 'nop\nnop\nillegal'
packets 1 late c~S0b g~'.*00001004' c~X0b
packets 1 stopped c~S18 c~X18
set --
for n in 0 1 2 3 4 5 6 7; do
    for k in 0 1 2 3 4 5 6 7; do set -- "$@" Z0,2$n${k}0,2~OK; done
done
packets 0 again "$@" Z0,2710,2~OK Z0,2800,2~E01 z0,2710,2~OK Z0,2800,2~OK c~W00
packets 0 again Z0,1002,2~OK Z0,1002,2~OK Z0,1006,2~OK z0,1002,2~OK C05~T05swbreak:\; 'g~.*00001006' vCont\;C05:1~W00 # the other one is left
packets 0 again END
packets 0 again Hg0~OK qAttached~1 'Z1,1002,2~OK' M1000,1:7~E01 c~T05swbreak:\; 'z1,1002,2~OK' vCont\;s:1~S05 D~OK
expect 2 'expected a number 0..65535\|65535' "$work/again" --gdb 65536
if have gdb-multiarch gdb-multiarch; then
    make -s -C "$work/example" clean driver.elf CFLAGS='-O0 -g'
    cp "$work/example/driver.elf" "$work/slow.elf"
    "$tmr0" program "$work/slow.elf" --accesses >"$work/alone"
    timeout 250 "$tmr0" program "$work/slow.elf" --accesses --gdb 0 >"$work/out" 2>"$work/err" &
    while ! grep -q localhost "$work/err"; do sleep 0.1; done
    port=$(sed -n 's/.*localhost:\([0-9]*\).*/\1/p' "$work/err")
    timeout 250 gdb-multiarch -nx -batch -ex "target remote localhost:$port" -x tests/m68k/driver.gdb "$work/slow.elf" >"$work/gdb" 2>&1 || fail "gdb fails"
    wait
    cmp "$work/out" "$work/alone" || fail "a run under the debugger differs"
    for line in 'Breakpoint 1, put (offset=2, value=5 .\\005.) at driver.c:20' 'data pointer: Mode 5, low byte next' \
        '^time .*us, port: control, violations: none' '^time .*us, port: data, violations: none' 'mode 0x0b20, D: F1, repeat, down, OUT low' '1 = 1$' '^sp .*0x1bff' '2 = 0x12345678$' 'Value returned is .3 = [0-9]' 'exited normally'; do
        grep -q -e "$line" "$work/gdb" || { cat "$work/gdb"; fail "gdb does not say \"$line\""; }
    done
    make -s -C "$work/example" hasty.elf
    timeout 250 "$tmr0" program "$work/example/hasty.elf" --gdb 0 >"$work/out" 2>"$work/waits-for" &
    while ! grep -qs localhost "$work/waits-for"; do sleep 0.1; done
    port=$(sed -n 's/.*localhost:\([0-9]*\).*/\1/p' "$work/waits-for")
    timeout 250 gdb-multiarch -nx -batch -ex "target remote localhost:$port" -ex 'monitor show' -ex 'break microseconds' -ex continue \
        -ex 'monitor show' "$work/example/hasty.elf" >"$work/hasty" 2>&1 || fail "gdb fails"
    wait
    for line in '^time .*, port: not selected, violations: none' '^time .*, port: control, violations: TWHWL x 1[0-9]$'; do
        grep -q -e "$line" "$work/hasty" || { cat "$work/hasty"; fail "gdb does not say \"$line\""; }
    done
    [ "$(grep 'counter 5:.* armed' "$work/gdb" | uniq | wc -l)" = 2 ] || fail "the counter stands while code waits"
    [ "$(grep -c 'data pointer: Mode 5, low' "$work/gdb")" = 1 ] || fail "the pointer was set before the access, or twice"
fi

# Bad input
expect 2 'no program for the 68020' /bin/true
# No output goes over the program, or the table of clocks
cp -rL parts machines "$work"
cp "$work/example/driver.elf" "$work/kept.elf"
# The program ends before the last write does at the chip: what that breaks is found, and said at once
sed '/^.strobe_hold/,/^source/s/50ns/0ns/' machines/sun3-60.ini >"$work/machines/sun3-60.ini"
told 1 '^TWHDX x 1, ' "$work/reaches" --data "$work" --machine sun3-60
expect 2 'kept.elf: would be written over what is read' "$work/kept.elf" --engine rtl --wave "$work/kept.elf"
expect 2 'm68020.ini: would be written over what is read' --data "$work" "$work/kept.elf" --engine rtl --wave "$work/parts/m68020.ini"
expect 2 'kept.elf: would be written over what is read' "$work/kept.elf" --json "$work/kept.elf"
expect 2 'same: would be written twice' "$work/kept.elf" --engine rtl --wave "$work/same" --json "$work/same"
cmp -s "$work/kept.elf" "$work/example/driver.elf" && cmp -s "$work/parts/m68020.ini" parts/m68020.ini || fail "what is read is lost"
expect 2 'cannot read' "$work/none"
line empty ''
expect 2 'nothing to load at the entry, 0x00001000' "$work/empty"
build outside "$work/line.S" 0x1000 0x0ffe
expect 2 'nothing to load at the entry, 0x00000ffe' "$work/outside"
m68k-linux-gnu-gcc -c -x assembler -o "$work/object" "$work/line.S"
expect 2 'no program for the 68020, expected an ELF file, 32 bits, linked' "$work/object"
# Cut at any place that is read; memory is filled to its last byte, not beyond
end=$(($(m68k-linux-gnu-readelf -lW "$work/branches" | awk '/LOAD/ { print $2 "+" $5 }')))
for cut in 0 1 51 52 83 2000 $((end - 1)); do
    head -c $cut "$work/branches" >"$work/cut"
    expect 2 'no program for\|the file ends before its segments, expected 2\|the file ends inside a segment' "$work/cut"
done
head -c $end "$work/branches" >"$work/cut"
expect 0 pass "$work/cut" --expect exit=0
for fill in 0xff6 0xff7; do
    printf 'move.l #0,0x1e0004\n.space %s\n' $fill >"$work/fill.S"
    build $fill "$work/fill.S" 0x1bf000 0x1bf000
done
expect 0 pass "$work/0xff6" --expect exit=0
expect 2 'a segment at 0x001b.*, expected all below 0x1c0000' "$work/0xff7"
printf 'nop\n.globl idle\n.bss\nidle: .space 0x2000\n' >"$work/idle.S" # memory, but nothing of the file
build idle "$work/idle.S" 0x1000 idle
expect 2 'nothing to load at the entry' "$work/idle"
build idle "$work/idle.S" 0x1bd000 0x1bd000
expect 2 'a segment at 0x001b.*, expected all below 0x1c0000' "$work/idle"
for at in 0 1 2 3 4 5 16 17 18 19; do # each byte that says what the file is
    { head -c $at "$work/branches" && printf '\376' && tail -c +$((at + 2)) "$work/branches"; } >"$work/other"
    expect 2 'no program for the 68020' "$work/other"
done
build noted "$work/line.S" 0x1000 0x1000 sha1
expect 2 'a segment at 0x80.*, expected all below 0x1c0000; if it is the .* build-id, expected -Wl,--build-id=none' "$work/noted"
expect 2 'expected exit=N' "$work/wild" --expect no
expect 2 '0 files, expected one' --limit 1ms
bad_table() { # SED MESSAGE
    sed "$1" parts/m68020.ini >"$work/bad.ini"
    build/test/m68k-test "$work/bad.ini" >"$work/out" && fail "a bad table was taken: $1"
    grep -q "bad.ini:.*$2" "$work/out" || { cat "$work/out"; fail "expected \"$2\" of a table with $1"; }
}
for wrong in 2/2 2/2/ 2/2/2x -2/2/2 2/-2/2 2/2/-2; do
    bad_table "s|^clocks = 2/2/2$|clocks = $wrong|" "[0-9]: \"clocks = $wrong\", expected a key of the head of this file"
done
bad_table '1i clocks = 1/1/1' '1: "clocks = 1/1/1", expected'
bad_table 's/^word = 0110/word = 110/' '"word = 110[.01]*", expected a key'
bad_table 's/^word = 0110/word = 2110/' '"word = 2110'
bad_table 's/^operand = word/operand = words/' '"operand = words"'
bad_table 's/^each = 3/each = 0/' '"each = 0"'
bad_table 's/^each = 3/each = 100/' '"each = 100"'
bad_table 's/^taken = 3/takes = 3/' '"takes = 3/6/9"'
bad_table 's/^expired = 10/expired = /' '"expired = /10/10"'
bad_table 's/^\[fetch.d16\]/[fetch.d17]/' 'no address .fetch.d17., expected one such as .fetch.d16.'
bad_table '/^\[fetch.d16\]/,/^source/s/^source.*//' 'the section above ends, expected its clocks and its source'
bad_table '/^\[nop\]/,/^clocks/s/^clocks.*//' 'the section above ends'
bad_table 's/^word = [.]*$/word = 1.............../' 'no last section for all other words'
bad_table d 'no last section for all other words'
room=$((160 - $(grep '^\[' parts/m68020.ini | grep -vc '^.fetch\|^.immediate')))
more() { yes '[more]@word = ................@clocks = 1/1/1@source = x' | head -n $1 | tr @ '\n'; }
more $((room + 1)) >"$work/more"
bad_table "\$r $work/more" 'too many sections, expected at most 160'
more $room | cat parts/m68020.ini - >"$work/bad.ini"
build/test/m68k-test "$work/bad.ini" >"$work/out" || fail "160 sections are refused"
# A branch of three words is not taken, then taken; the table here tells them apart: 0 + 7 + 3 + the end, 5
line long 'moveq #0,%d0\n.short 0x66ff,0,4,0x67ff,0,6\nnop\nmove.l #0,0x1e0004'
sed '/^word = 0110[.]*11111111$/,/^source/s/^clocks = .*/clocks = 7\/7\/7/' parts/m68020.ini >"$work/parts/m68020.ini"
expect 0 ' 15 clocks' --data "$work" "$work/long" --expect exit=0 --cycles best
mkdir "$work/bin"
cp build/tmr0 "$work/bin"
"$work/bin/tmr0" --data "$root" program "$work/wild" >"$work/out" 2>&1 && fail "ran without its CPU"
grep -q 'after `make m68k`' "$work/out" || { cat "$work/out"; fail "no word of make m68k"; }
mkdir -p "$work/lib/tmr0" # where make install puts it
make -n install BUILD=no PREFIX="$work" 2>"$work/make" | grep -q -F -e "-t '$work/lib/tmr0'" || fail "make install leaves the 68020 out"
cp build/tmr0-m68k.so "$work/lib/tmr0"
"$work/bin/tmr0" --data "$root" program "$work/branches" --expect exit=0 >"$work/out" 2>&1 || { cat "$work/out"; fail "not found in lib/tmr0"; }
[ $bad != 0 ] || echo "m68k.sh: pass"
exit $bad
