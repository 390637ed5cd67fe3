#!/bin/sh
# SPDX-License-Identifier: MIT
# The clocks of the 68020: worked out by hand, of random programs, of interrupts and waits; mistakes in their table.
# shellcheck disable=SC2086 # options are words
plain=yes
. tests/check.sh
. tests/m68k/m68k.sh

test=$root/build/test/m68k-test
cp -rL "$root/parts" "$root/machines" .
check clocks 0 '' "$test parts/m68020.ini"
for random in "$test" "${SAN_TEST-$root/build/san/m68k-test}"; do
    [ ! -x "$random" ] || check "random-${random#"$root/build/"}" 0 '300 programs, seeds 340 to 639: ' \
        "ASAN_OPTIONS=detect_leaks=0 $random parts/m68020.ini 300 340"
done

# Branches, in clocks of the best case: moveq 0, 2 x dbf taken 3, expired 10, bra 3 over a nop, the end: 5 + 0 for its #
runs branches 0 ' 24 clocks' 'moveq #2,%d0\n1: dbf %d0,1b\nbra.s 2f\nnop\n2: move.l #0,0x1e0004' '--expect exit=0 --cycles best'
# In the worst case 3 + 2 x 9 + 10 + 9 + 14; in the cache case, whose long words are read once: 3 + 9 + 6 + 10 + 9 + 14
check branches-worst 0 ' 54 clocks' "$program branches --expect exit=0 --cycles worst"
check branches-cache 0 ' 51 clocks' "$program branches --expect exit=0"
# Figures that are open: [lea-ind] has 6 clocks, or 4
runs open 0 'figures on' 'lea (%a0),%a1\nmove.l #0,0x1e0004' '--expect exit=0'
said=$(echo "$said" | xargs)
says open-clocks '; 6 clocks are figures on which sources disagree, and would be 4 by the other'
# The cache has 64 long words. Two turns of 124 moveq from 1002 on fit: the first 3 worst, of the others 62 worst and 62
# not, dbf 9, then all 2, dbf 10, the end 14. Of 126 the loop's ends are 100 bytes apart (hexadecimal), and miss each time
for turn in 124:594 126:604; do
    runs "turn-${turn%:*}" 0 " ${turn#*:} clocks" "moveq #1,%d0\n1: .rept ${turn%:*}\nmoveq #0,%d1\n.endr\ndbf %d0,1b
move.l #0,0x1e0004" '--expect exit=0'
done

# Clock interrupts are switched off while one is pending: none comes, nor that one when they are on again
runs off 0 ' 0 clock interrupts' 'move.l #9f,0x74\nmove.l #1,0x1e0008\nmove.l #40000,%d0\n1: subq.l #1,%d0\nbne.s 1b
move.l #0,0x1e0008\nmove.w #0x2000,%sr\nnop\nmove.l #1,0x1e0008\nnop\nmove.l #0,0x1e0004\n9: rte' '--expect exit=0'
changed on 0 ' 1 clock interrupts' 's/move.l #0,0x1e0008/nop/' off '--expect exit=0'
# Another exception leaves it pending
changed trap 0 ' 1 clock interrupts' 's/move.l #9f,0x74/&\nmove.l #9f,0x80/; s/move.l #0,0x1e0008/trap #0/' off '--expect exit=0'

# Mask 4 lets an interrupt in, 5 does not. Its handler has mask 5; its frame is of format 0
runs mask 0 ' 1 clock interrupts' 'move.l #1f,0x74\nmove.b #1,0x1e0008\nstop #0x2400\n1: move.w %sr,%d0\nlsr.w #8,%d0
eor.w #0x74,6(%sp)\nadd.w 6(%sp),%d0\nmove.l %d0,0x1e0004' '--expect exit=37'
changed lower 0 ' 1 clock interrupts' 's/0x2400/0x2200/' mask '--expect exit=37'
changed masked 1 ' 0 clock interrupts' 's/0x2400/0x2500/' mask '--limit 100ms'

# What a program may read: clocks, and the time, which advances by as many. Two moves 3 + 3 and two nops 2 + 2 in the
# best case; the exit code has both in four bits each: 0xaa. Then the upper half of the time: 9.6 ms are 2 * 2^32 ps and more
runs times 0 pass 'move.l 0x1e000c,%d5\nmove.l 0x1e0018,%d1\nmove.l 0x1e0014,%d2\nnop\nnop\nmove.l 0x1e0018,%d3\nmove.l 0x1e0014,%d4
sub.l %d1,%d3\nsub.l %d2,%d4\ndivu.l %d5,%d4\nmulu.l #16,%d4\nor.l %d4,%d3\nmove.l %d3,0x1e0004' '--cycles best --expect exit=170'
runs upper 0 pass 'move.l #20000,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l 0x1e0010,%d0\nmove.l %d0,0x1e0004' '--expect exit=2'

# A loop that waits is computed, not run, unless each instruction is printed: time and counts are the same
code waits 'move.l #3f,0x74\nmove.l #1,0x1e0008\nmove.w #0x2000,%sr\nmoveq #29,%d1\n2: move.l #2000,%d0\n1: subq.l #1,%d0\nbne.s 1b
move.b 0x1c0000,%d2\ndbf %d1,2b\nmove.l #0,0x1e0004\n3: rte'
for machine in sun3-60 sun3-50:w4; do
    check "computed-$machine" 0 ' clock interrupts' "$program waits --expect exit=0 --machine $machine"
    says "computed-some-$machine" ' [2-9] clock interrupts'
    echo "$said" >computed
    $program waits --expect exit=0 --machine $machine --trace >run
    report "run-$machine" "$([ "$(grep -c 'subq.l #\$1, d0' run)" -ge 2000 ] || shown run
        grep -v '^ *[0-9.]* us  \|^ *->' run | diff - computed)"
done
runs wait 0 '8589934592 instructions' 'move.l #0xffffffff,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004' \
    '--expect exit=0 --limit 10000s'

# The display takes memory's time: a loop in the cache does not notice, one that reads memory does, and more at odd addresses
display='--machine sun3-50:w4 --expect exit=0'
runs cached 0 pass 'move.l #20000,%d0\n1: subq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004' "$display"
runs reads 0 pass 'move.l #20000,%d0\n1: move.l 0x2000.w,%d1\nsubq.l #1,%d0\nbne.s 1b\nmove.l #0,0x1e0004' "$display"
changed odd 0 pass s/0x2000/0x2001/ reads "$display"
us() { $program $display "$@" | sed -n 's/exit code 0 after \([0-9]*\).*/\1/p'; }
same display-cache "$(us cached)" "$(us cached --blank)"
{ us reads --blank && us reads && us odd; } >times
report display-reads "$([ "$(wc -l <times)" -eq 3 ] && sort -nuC times || shown times)"

bad_table() { # change for sed, text
    sed "$1" "parts/m68020.ini" >bad.ini
    check "table $1" 1 "$2" "$test bad.ini"
}
for wrong in 2/2 2/2/ 2/2/2x -2/2/2 2/-2/2 2/2/-2; do
    bad_table "s|^clocks = 2/2/2$|clocks = $wrong|" ": \"clocks = $wrong\", expected a key of the head of this file"
done
bad_table '1i clocks = 1/1/1' 'bad.ini:1: "clocks = 1/1/1", expected'
bad_table 's/^word = 0110/word = 110/' '"word = 110'
bad_table 's/^word = 0110/word = 2110/' '"word = 2110'
bad_table 's/^operand = word/operand = words/' '"operand = words"'
bad_table 's/^each = 3/each = 0/' '"each = 0"'
bad_table 's/^each = 3/each = 100/' '"each = 100"'
bad_table 's/^taken = 3/takes = 3/' '"takes = 3/6/9"'
bad_table 's/^expired = 10/expired = /' '"expired = /10/10"'
bad_table 's/^\[fetch.d16\]/[fetch.d17]/' 'no address [fetch.d17], expected one such as [fetch.d16]'
bad_table '/^\[fetch.d16\]/,/^source/s/^source.*//' 'the section above ends, expected its clocks and its source'
bad_table '/^\[nop\]/,/^clocks/s/^clocks.*//' 'the section above ends'
bad_table 's/^word = [.]*$/word = 1.............../' 'no last section for all other words'
bad_table d 'no last section for all other words'
room=$((160 - $(grep '^\[' parts/m68020.ini | grep -vc '^.fetch\|^.immediate')))
sections() { yes '[more]@word = ................@clocks = 1/1/1@source = x' | head -n $1 | tr @ '\n'; }
sections $((room + 1)) >more
bad_table '$r more' 'too many sections, expected at most 160'
sections $room | cat parts/m68020.ini - >bad.ini
check table-160 0 '' "$test bad.ini"
# A branch of three words is not taken, then taken; the table here tells them apart: 0 + 7 + 3 + the end, 5
sed -i '/^word = 0110[.]*11111111$/,/^source/s/^clocks = .*/clocks = 7\/7\/7/' parts/m68020.ini
runs long 0 ' 15 clocks' 'moveq #0,%d0\n.short 0x66ff,0,4,0x67ff,0,6\nnop\nmove.l #0,0x1e0004' '--data . --expect exit=0 --cycles best'
exit $bad
