#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 program: accesses, violations, verdicts, --trace, --wave; ends of a program, exceptions; bad input. The clocks are
# in scripts/m68k-clocks.sh, --gdb in scripts/m68k-debugger.sh.
# shellcheck disable=SC2086 # options are words
plain=yes
. tests/check.sh
. tests/m68k/m68k.sh

# The example, from a copy outside the tree
check example 0 'driver.c:' "make -s -C example check TMR0=$tmr0"
cp example/*.elf .
check as-in-0.3.0 0 '' "$tmr0 system --program driver.elf >out/log"
# All violations, and margins on a pass too
told hasty 1 'expected violations: none; found: TWHRL, TWHWL' hasty.elf
says hasty-violations '^TWHRL x 1, ' '^TWHWL x 16, ' '  first: 4.6075us, access 3: TWHWL: required 1.5us \[GK\], observed 780ns' \
    '    at 00001038, driver.c:20 from driver.c:38: move.b d2, (a0)'
same below-access "$(echo "$said" | sed -n '/^[0-9].*access 8: .*, at /{N; s/.*\n.*access 8: \(TWHWL\).*/\1/p}')" TWHWL
told driver 0 ': Hold 2 = 0x0000, at ' driver.elf
says driver-words 'us, access 1: select the control port, at 0000' 'load 1 2 3 4 5 (0x5f), at ' 'write 0x20, low byte of Mode 5, at ' \
    'write 0x0b: Mode 5 = 0x0b20: F1, repeat, down, OUT low, at 0000[0-9a-f]*, driver.c:20 from driver.c:38$' \
    '^  TWHWL *1500 \[GK\] *[0-9.]* *[0-9.]* *[0-9]* *0  recovery'
# What is wrong with the bytes' order shows
{ # PORT:VALUE, or PORT alone to read; the waits are long
    for access in 2 0:0 2:0xff 2:0x01 0 2:0x0b 2:0x28 0:0 2 2:0x21 2:0xa1 2:0xef 2:0x02 0 2:0x12 2:0x34; do
        case $access in
        *:*) echo "move.b #${access#*:},0x1c000${access%:*}" ;;
        *) echo "move.b 0x1c000${access%% *},%d0" ;;
        esac
        printf 'move.w #200,%%d1\n1: dbf %%d1,1b\n'
    done
    echo 'move.l #0,0x1e0004'
} >words.S
build words words.S
check words-stand 1 'expected counters that count; one that was saved has not' "$program words --expect clean"
changed words-unarmed 1 'counter 1 was never armed, and SAVE has saved its count' \
    's/#0x21/#0x11/; s/#0xef/#0x11/; s/#0x02/#0x11/; s/#0x[13][24],\(.*\)/\1,%d0/' words '--expect clean'
check words 0 'access 1: read 0x' "$program words --accesses --expect violation=FF_UNKNOWN --json json/words"
says words-each 'access 1: read 0x.., port unknown, at 00001000' 'write 0x28: Mode 1 = 0x280b: .*, TC toggles by code 3, at 000010' \
    'status 0x..: OUT1-5 .....,.* byte next, at' 'write 0x12: Mode 2 = 0xff12: ' 'write 0x34: Load 2 = 0xff34, at ' \
    '^note, access 10: counter 1 is armed in a mode' '^note, access 10: counter 1 has not counted'
runs unknown 1 'access 1: FF_UNKNOWN, flip-flop used' 'move.b 0x1c0002,%d0\nmove.l #0,0x1e0004' '--json out/unknown.json' # no limit: it has happened
report unknown-limit "$(sed '/"margins"/,$d' out/unknown.json 2>&1 | grep -e '"required_ps"' -e sed:)"
# Where an accessor was called, and what an interrupt did: its own first access has no caller. The console's text ends
printf '%b\n' 'bsr.w main' 'main: move.l #1f,0x74' 'move.l #97,0x1e0000' 'bsr get' 'pea 0' 'move.b 0x1c0000,%d0' 'move.b #1,0x1e0008' \
    'move.l #get,%a0' 'stop #0x2000' 'jsr (%a0)' 'move.l #0,0x1e0004' '1: move.b 0x1c0000,%d0' 'bsr.w get' rte 'get: nop' \
    'move.b 0x1c0000,%d0' rts >calls.S
build calls calls.S 0x1000 0x1000 none -g
check calls 0 '1: select' "$program calls --accesses --expect exit=0"
says calls-each '^[0-9.]*us, access 1: .*, calls.S:16 from calls.S:4$' 'access 2: .*, calls.S:6 from calls.S:1$' \
    'access 3: .*, calls.S:12, in an interrupt$' 'access 4: .*, calls.S:16 from calls.S:13, in an interrupt$' \
    'access 5: .*, calls.S:16 from calls.S:10$'
# A blank in the path of the source
mkdir 'a folder'
cp example/[!M]*.* 'a folder'
make -s -C 'a folder' -f ../example/Makefile driver.elf >out/log 2>&1
check blank 0 ', driver.c:20 from driver.c:56' "$program 'a folder/driver.elf' --accesses"
# The chip on 16 bits: the board has 8
runs wide 1 'expected the chip at an 8-bit bus' 'move.b #0,0x1c0000\nnop\nmove.b #0xef,0x1c0002\nmove.l #0,0x1e0004'
check wide-clean 1 'expected the chip at an 8-bit bus' "$program wide --expect exit=0 --expect clean"
check wide-exit 0 'verdict: pass' "$program wide --expect exit=0"
changed narrow 0 'verdict: pass' 's/#0xef/#0xe7/' wide
check violation-expected 1 'expected violations: TWHRL; found: none' "$program driver.elf --expect violation=TWHRL"
# Wider accesses are one bus cycle a byte, the highest first: port, port, data, data; a word read of Mode 1's bytes 00 0b
code widths 'move.l #0x0000ff01,0x1c0000\nnop\nmove.b 0x1c0000,%d0\n.rept 20\nnop\n.endr\nmove.w 0x1c0002,%d0\nmove.l %d0,0x1e0004'
told widths 1 'exit code 11 ' widths
says widths-each 'access 1: select' 'access 2: select' 'access 3: master reset' 'access 4: point to Mode 1' \
    'access 6: read 0x00' 'access 7: read 0x0b'
# The second violation is the worst, by nops. The last access is 1024 bytes after the second: each has its own line
printf '%b\n' 'move.b #0,0x1c0000\n.rept 8\nnop\n.endr\nmove.b #0xff,0x1c0002\nnop\nnop\nnop\nnop\nmove.b #0xff,0x1c0002
move.b #0xff,0x1c0002\n.rept 496\nnop\n.endr\nmove.b #0xff,0x1c0002\nmove.l #0,0x1e0004' >far.S
build far far.S 0x1000 0x1000 none -g
told far 1 'TWHWL x 2, ' far
says far-lines '^  worst: .* access 4: TWHWL' ', access 2: .*, at 00001018, far.S:5$' ', access 5: .*, at 00001418, far.S:15$'
# Nothing judged is not good: an access that reaches the chip is due, unless only the exit code was asked for
code away 'move.b #1,0x1b0002\nmove.l #0,0x1e0004' # an address of memory for the socket's
code selects 'move.b #0,0x1c0000\nmove.l #0,0x1e0004'
for idle in away selects; do
    for asked in '' '--expect clean' '--expect clean --expect exit=0' '--expect exit=any --expect clean'; do
        check "$idle $asked" 1 'expected accesses to the chip; found none, nothing was judged' "$program $idle $asked"
    done
    for exit in 0 any; do check "$idle-exit-$exit" 0 'verdict: pass' "$program $idle --expect exit=$exit"; done
done
runs reaches 0 'verdict: pass' 'move.b #0,0x1c0000\n.rept 5\nnop\n.endr\nmove.b #0xff,0x1c0002\nmove.l #0,0x1e0004'
check console 1 'expected on the console: hello' "$program driver.elf --expect 'console=a read' --expect console=hello"
report console-found "$(echo "$said" | grep 'on the console: a read')"
runs prints 0 'a??
~
exit code 0' 'move.b #97,0x1e0000\nmove.b #0,0x1e0000\nmove.b #7,0x1e0000\nmove.b #10,0x1e0000\nmove.b #126,0x1e0000\nmove.l #0,0x1e0004' \
    "--expect exit=0 --expect 'console=~'" # after the 0
check last-word 0 'verdict: pass' "$program driver.elf --expect violation=TWHRL --expect clean"
check consoles-9 2 'console=TEXT (up to 8)' "$program prints $(yes -- '--expect console=a' | head -n 9 | xargs)"
check consoles-8 0 pass "$program prints --expect exit=0 $(yes -- '--expect console=a' | head -n 8 | xargs)"
check exit-expected 1 'expected exit code 3' "$program driver.elf --expect exit=3"
check engine-both 0 'verdict: pass' "$program driver.elf --engine both --expect clean"
for case in best cache worst; do
    check "cycles-$case" 0 pass "$program driver.elf --cycles $case --expect exit=0"
    echo "$said" | sed -n 's/.* instructions, \([0-9]*\) clocks .*/\1/p' >>cases
done
report cycles "$([ "$(wc -l <cases)" -eq 3 ] && sort -nuC cases || shown cases)"

narrow program 1 100 $tmr0 program hasty.elf --trace
check trace 0 '               -> d0=00000003
' "$program driver.elf --trace"
echo "$said" >trace
check trace-violation 1 '
4.6075us, access 3: TWHWL' "$program hasty.elf --trace"
runs again 0 pass 'moveq #5,%d0\nmoveq #5,%d0\nmoveq #6,%d1\nmove.l #0,0x1e0004' '--expect exit=0 --trace'
same trace-changed "$(echo "$said" | grep -e '->' | xargs)" '-> d0=00000005 -> d1=00000006'

# Waves: PC and instruction as --trace prints them, at the same times, each access within its own; standard output too
check wave 0 m68k.gtkw "$program driver.elf --engine rtl --wave out/code.fst"
fst2vcd -f out/code.fst -o out/code.vcd
check wave-is-trace 0 'elsewhere' "$here/code_waves.py out/code.vcd trace"
$program driver.elf --engine rtl --wave - >out/piped.vcd 2>out/log
check wave-piped 0 'elsewhere' "$here/code_waves.py out/piped.vcd trace"
check wave-of-failure 1 m68k.gtkw "$program hasty.elf --engine rtl --wave out/hasty.fst" # a verdict is no reason to lose them
check wave-of-virtual-cpu 0 board.gtkw "$tmr0 system --samples 1 --processes 1 --engine rtl --wave out/c.fst"
same wave-files "$(find out/hasty.fst out/c.fst -size +0 | wc -l)" 2
check wave-of-model 2 'waves of engine model, expected rtl' "$program driver.elf --wave none.fst"

# Exceptions, modes, STOP, code that changes itself
for name in exceptions frames codes; do build $name "$here/$name.S" 0; done
check exceptions 0 'exit code 5 ' "$program exceptions --expect exit=5"
says exceptions-clock ', 1 clock interrupts; '
check frames 0 'exit code 25 ' "$program frames --expect exit=25"
# Condition codes under interrupts, at the clock of each machine
for machine in sun3-60 sun3-50:w4 sun3-160:window sun3-260:w4; do
    check "codes-$machine" 0 'exit code 0' "$program codes --expect exit=0 --machine $machine"
done

# Ends
runs last 0 'exit code 255' 'move.l #255,0x1e0004' '--expect exit=255 --part cts9513-2 --json out/other.json'
check last-part 0 '"cts9513-2"' "grep '\"part\":' out/other.json"
runs beyond 1 'exit code 0x100, expected 0 to 0xff' 'move.l #256,0x1e0004' '--expect exit=any'
check full-disk 3 'standard output: cannot write: No space left' "$program last --expect exit=255 >/dev/full"
code forever 'bra .'
mkfifo pipe
(: <pipe) & # reads nothing: the program ends with the first line, not at its limit
check broken-pipe 141 '' "$program forever --trace --limit 1000000s 2>&1 >pipe"
wait
told limit 1 'still running at the limit, 1000.' forever '--limit 1ms'
says limit-place '^    at 00001000: bra'
runs stopped 1 'still running at the limit' 'stop #0x2700' '--limit 100ms'
# Ctrl-C: where it is, and what was written
check interrupted 130 'verdict: FAIL' "timeout --foreground --preserve-status -s INT 1 $tmr0 program forever --limit 1000000s \
    --engine rtl --json json/ended --wave out/ended.vcd"
says interrupted-place '^interrupted after [0-9.]* us$' '^    at 00001000: bra'
check interrupted-json 0 '"interrupted"' "grep '\"end\":' json/ended"
check interrupted-waves 0 enddefinitions 'grep enddefinitions out/ended.vcd'
runs wild 1 'bus error (vector 2), write of 0x40000000 without a handler' 'move.l #0x12345678,%d3\nmove.l %d3,0x40000000'
says wild-registers '^    at 00001006: move.l *d3, \$40000000' 'D3 12345678 .* D7 00000000$' '^A0 00000000 .* A7 001c0000$'
runs history 1 'illegal instruction' '.rept 20\nnop\n.endr\nillegal'
same history-16 "$(echo "$said" | grep '^  0000' | sed -n '1s/^  //p; $=' | xargs)" '0000100a nop 16'
# Zeros are no code, wherever a wild jump leads to
runs zeros 1 'ran into zeros at 0x00008000, expected instructions' 'nop\njmp 0x8000'
runs last-zeros 1 'ran into zeros at 0x001bfffc' 'jmp 0x1bfffc'
runs one 0 pass 'jmp 2f\n.short 0,0\n2: .short 0,1\nmove.l #0,0x1e0004' '--expect exit=0' # ori.b #1,d0 is code
# The file's own headers are no vectors, but memory from 400 on
for at in 0x3fc:0 0x400:255; do
    echo "SECTIONS { . = ${at%:*} + SIZEOF_HEADERS; .text : { *(.text) } }" >headers.ld
    printf '_start: lea %s,%%a0\n1: or.b (%%a0)+,%%d0\ncmp.l #_start,%%a0\nbne 1b\nmove.l %%d0,0x1e0004\n' "${at%:*}" >headers.S
    $cc -Wl,-T,headers.ld -Wl,--build-id=none -Wl,-z,max-page-size=4 -o headers headers.S
    check "headers-${at%:*}" $((${at#*:} > 0)) "exit code ${at#*:} " "$program headers --expect exit=0"
done
# Loaded where it is to be in memory, not where it runs: 7 would be there
echo 'SECTIONS { . = 0x1000; .text : { *(.text) } .data 0x5000 : AT(0x3000) { *(.data) } }' >headers.ld
printf 'move.l 0x3000,%%d0\nadd.l %%d0,%%d0\nadd.l 0x5000,%%d0\nmove.l %%d0,0x1e0004\n.data\n.long 7\n' >placed.S
$cc -Wl,-T,headers.ld -Wl,--build-id=none -o placed placed.S
check placed 0 pass "$program placed --expect exit=14"
runs everywhere 1 'bus error (vector 2), write of 0x001c2000 without a handler' \
    'move.w #0x2700,%sr\nlea 0x10000,%a0\n1: move.l #-1,(%a0)+\nbra 1b' '--limit 1s'
runs crash 1 '' '.short 0xc537,0x37c5\n.rept 20\n.short 0xc537,0xdaaa,0xbbf2,0xf003,0xf193\n.endr' '>out/log 2>&1'
check crash-why 0 ended "grep 'line F (vector 11) without a handler\|ended with signal' out/log"

# No coprocessor; MOVE from SR is for the supervisor
code fpu '.short 0xf200,0x0004\nmove.l #0,0x1e0004'
told fpu 1 'line F (vector 11) without a handler' fpu
for one in 'jmp 0x2001:address error (vector 3)' 'illegal:illegal instruction (vector 4)' 'divu.w #0,%d0:division by 0 (vector 5)' \
    'chk.w #-1,%d0:CHK (vector 6)' 'move.w #2,%ccr\ntrapv:TRAPV (vector 7)' '.short 0xa000:line A (vector 10)' 'trap #3:TRAP (vector 35)' \
    'move.w #0,%sr\nmove.w %sr,%d0:privilege violation (vector 8)' 'pea 0x1000\npea 0\nrte:format error (vector 14)' \
    'lea 0x40000000,%sp\nrte:bus error (vector 2), read of 0x40000000'; do
    number=${one##*vector }
    runs "vector-${number%%)*}" 1 "${one#*:} without a handler, expected its address at 0x" "${one%%:*}"
done
runs far-jump 1 'bus error (vector 2), read of 0x40000000 without a handler' 'jmp 0x40000000'
says far-jump-pc '^PC 40000000'
runs odd-jump 1 'address error' 'jmp 0x2001'
says odd-jump-place '^    at 00002001: dc.w'
runs double 1 'double bus fault: illegal instruction (vector 4), and no memory for its frame at 0x00002ff9' \
    'move.l #0x1000,0x10\nlea 0x3001,%sp\nillegal'
runs supervisor 0 pass 'move.w %sr,%d0\nmove.w #0,%sr\nmove.w %ccr,%d1\nlsr.w #8,%d0\nmove.l %d0,0x1e0004' '--expect exit=39'
# What reaches a device is begun once: 3 + 6 clocks or more, 2 instructions
runs once 0 '
2 instructions' 'move.l 0x1e0018,%d0\nmove.l #0,0x1e0004' '--expect exit=0 --trace'
same once-traced "$(echo "$said" | grep -c 'us  0')" 2
runs self 0 '
6 instructions' 'moveq #3,%d0\n1: dbf %d0,1b\nmove.l #0,0x1e0004' '--expect exit=0 --trace' # a jump to itself is begun again
ln -s json program
check schema 0 '' "$root/tests/schema.py . $root/docs/schema/program.json"
runs hang 1 'Unicorn hangs' '.short 0x53bb,0x2000,0x4848' # Unicorn's endless loop, which --limit does not end
says hang-place '^PC 0000100[04]' '00001000  dc.w $53bb'

# Bad input
check not-m68k 2 '/bin/true: no program for the 68020' "$program /bin/true"
# No output goes over the program, or the table of clocks
cp -rL "$root/parts" "$root/machines" .
cp driver.elf kept.elf
# The program ends before the last write does at the chip: what that breaks is found, and said at once
sed -i '/^.strobe_hold/,/^source/s/50ns/0ns/' machines/sun3-60.ini
told strobe-hold 1 'TWHDX x 1, ' reaches '--data . --machine sun3-60'
check over-program 2 'kept.elf: would be written over what is read' "$program kept.elf --engine rtl --wave kept.elf"
check over-table 2 'm68020.ini: would be written over what is read' "$program --data . kept.elf --engine rtl --wave parts/m68020.ini"
check over-program-json 2 'kept.elf: would be written over what is read' "$program kept.elf --json kept.elf"
check written-twice 2 'same: would be written twice' "$program kept.elf --engine rtl --wave same --json same"
check kept 0 '' "cmp kept.elf driver.elf && cmp parts/m68020.ini $root/parts/m68020.ini"
check no-file 2 'cannot read' "$program none"
runs empty 2 'nothing to load at the entry, 0x00001000' ''
build outside empty.S 0x1000 0x0ffe
check outside 2 'nothing to load at the entry, 0x00000ffe' "$program outside"
m68k-linux-gnu-gcc -c -x assembler -o object empty.S
check object 2 'no program for the 68020, expected an ELF file, 32 bits, linked' "$program object"
# Cut at any place that is read; memory is filled to its last byte, not beyond
code branches 'moveq #2,%d0\n1: dbf %d0,1b\nbra.s 2f\nnop\n2: move.l #0,0x1e0004'
end=$(($(m68k-linux-gnu-readelf -lW branches | awk '/LOAD/ { print $2 "+" $5 }')))
before='the file ends before its segments, expected 2' inside='the file ends inside a segment'
for cut in 0:'no program for' 1:'no program for' 51:'no program for' "52:$before" "83:$before" "2000:$inside" $((end - 1)):"$inside"; do
    head -c "${cut%%:*}" branches >cut
    check "cut-${cut%%:*}" 2 "${cut#*:}" "$program cut"
done
head -c $end branches >cut
check cut-nothing 0 pass "$program cut --expect exit=0"
for fill in 0xff6 0xff7; do
    printf 'move.l #0,0x1e0004\n.space %s\n' $fill >fill.S
    build $fill fill.S 0x1bf000 0x1bf000
done
check filled 0 pass "$program 0xff6 --expect exit=0"
check filled-over 2 'a segment at 0x001b' "$program 0xff7"
says filled-over-where 'a segment at 0x001b.*, expected all below 0x1c0000'
printf 'nop\n.globl idle\n.bss\nidle: .space 0x2000\n' >idle.S # memory, but nothing of the file
build idle idle.S 0x1000 idle
check idle 2 'nothing to load at the entry' "$program idle"
build idle idle.S 0x1bd000 0x1bd000
check idle-over 2 ', expected all below 0x1c0000' "$program idle"
for at in 0 1 2 3 4 5 16 17 18 19; do # each byte that says what the file is
    { head -c $at branches && printf '\376' && tail -c +$((at + 2)) branches; } >other
    check "other-byte-$at" 2 'no program for the 68020' "$program other"
done
build noted empty.S 0x1000 0x1000 sha1
check noted 2 ' build-id, expected -Wl,--build-id=none' "$program noted"
check expect-no 2 'expected exit=N' "$program wild --expect no"
check files-0 2 '0 files, expected one' "$program --limit 1ms"
mkdir bin
cp "$tmr0" bin
check without-cpu 2 'after `make m68k`' "bin/tmr0 --data '$root' program wild"
check installed 0 "-t '$folder/lib/tmr0'" "make -n -C '$root' install BUILD=no PREFIX='$folder'"
mkdir -p lib/tmr0 # where make install puts it
cp "$root/build/tmr0-m68k.so" lib/tmr0
check found-in-lib 0 pass "bin/tmr0 --data '$root' program branches --expect exit=0"
exit $bad
