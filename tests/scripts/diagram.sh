#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 run --diagram: what the picture says, that it is XML and the same in each run, and that bad input leaves no file
# and changes none.
. tests/check.sh
waves=$root/waves
mkdir "$folder/work" "$folder/pictures"
cd "$folder/work" || exit 1 # what the script itself writes is above

# name, exit status, arguments of tmr0 run: the picture is out.svg
picture() {
    name=$1 want=$2
    shift 2
    rm -f out.svg
    status=0
    "$tmr0" run --diagram out.svg "$@" >../said 2>&1 || status=$?
    cp out.svg "../pictures/$name.svg"
    report "$name" "$([ $status -eq "$want" ] || echo "status $status, expected $want: $(head -c 300 ../said)")"
}

# name, entries of the key, and no others
key() {
    name=$1
    shift
    same "$name" "$(sed '1,/>Key</d' out.svg | sed -n 's/^<text x.*>\(.*\)<.text>/\1/p')" "$(printf '%s\n' "$@")"
}

# name, texts that the picture must have
texts() {
    name=$1 why=
    shift
    for text; do
        grep -qF -- ">$text<" out.svg || why="$why no text \"$text\";"
    done
    report "$name" "$why"
}

# name, texts that it must not have anywhere
lacks() {
    name=$1 why=
    shift
    for text; do
        ! grep -qF -- "$text" out.svg || why="$why \"$text\";"
    done
    report "$name" "$why"
}

put chip.scn 'target chip' 'cmd 0xff' 'cmd 0x01' 'data 0x22' 'timing TWHDX 19ns' 'data 0x0b' 'timing legal' 'data 4' \
    'data 0'
put many.scn 'target chip' 'repeat 20 {' 'cmd 0xff' '}' 'wait 50us'
put none.scn 'target chip' 'wait 50us'

# The board: both sides of the translator, a bus with its value, arrows with symbol, required and observed figure
picture board 0 "$waves/direct-read-data.scn" --from 23.2us --to 23.95us
texts board-lines MAS- MDS- R/W D0-7 C/D RD- WR- CS- X2 socket chip 'tied low' 0x56
texts board-title "$waves/direct-read-data.scn" \
    'board, machine sun3-160:window, pal direct, part am9513a, oscillator period 250ns, corner max, seed 1' \
    'Times in ns from the start of access 12, 23.28us after power-on' 'access 12, line 24: r 0 = 0x56'
texts board-arrows 'TAVRL 0ns VIOLATED (≥ 25ns [GK])' 'TRLRH 400ns (≥ 160ns [GK])' 'HOST_READ 245ns (≥ 0ns [E])' \
    'access 12: TAVRL: required 25ns [GK], observed 0ns (C/D valid to read low)'
texts board-key Key
doubt='[GK] recalled, not confirmed'
key board-key-all 'driven by the chip' 'driven by the chip, not valid' 'not driven' 'observed time (≥ required time)' \
    'VIOLATED: observed time below the required time' 'required time' 'required time, violated' 'goes on outside' "$doubt" '[E] estimate'
has board-violated out.svg "<g class='violated'><title>access 12: TAVRL"
report board-red "$(grep -q "\.violated \.shaft{stroke:#c00000;[^}]*dasharray" out.svg || echo 'not in red and dashed')"
cp out.svg first.svg
# Each edge, value and arrow is where the waves of the run have it.
scale() { # name, arguments of tmr0 run
    name=$1
    shift
    "$tmr0" run --diagram out.svg --wave ../out.vcd "$@" >../said 2>&1
    cp out.svg "../pictures/scale-$name.svg"
    report "scale-$name" "$(python3 "$root/tests/diagram/scale.py" out.svg ../out.vcd 2>&1)"
}
scale chip chip.scn
scale violation "$waves/direct-read-data.scn"
scale inside "$waves/direct-read-data.scn" --from 23.2us --to 23.95us
put pins.scn 'target chip' 'cmd 0xff 0x01' 'data 0x22 0x0b' 'cmd 0xe9' 'pulse src2 200ns' 'pulse gate3 200ns' \
    'cmd 0xe1 0xe9'
scale pins pins.scn --from 6us
texts scale-lines SRC2 GATE3 OUT1
put long.scn 'target chip' 'wait 2us' 'cmd 0xff' 'wait 24.99us' 'cmd 0x17'
scale long long.scn --from 1us
scale fine "$waves/direct-read-data.scn" --from 23.464us --to 23.466us # ticks of less than 1 ns
put floats.scn 'target chip' 'cmd 0xff 0x01' 'data 4 0x0b' 'cmd 0x01' 'data 0x22 0x0b'
scale floats floats.scn --from 5us
texts floats-key 'not driven'
put pins.scn 'target chip' 'cmd 0xff 1' 'wait 2us' 'pulse src1 200ns' 'wait 2us' 'cmd 0xe9' 'pin src1 1' \
    'pin src2 1' 'cmd 0xe1'
scale together pins.scn --from 6us
scale left-out pins.scn
put words.scn 'target chip' 'cmd 0xff 0xef 0x0a' 'word 0x1234' 'cmd 0x0a' readw 'wait 1us'
scale word words.scn --from 8.2us
texts word-bus D0-15 0x1234
put long.scn 'target chip' 'cmd 0xff 0x01' 'data 0x22 0x0b 20 0' 'cmd 0x61' 'wait 24us'
scale cut long.scn --from 8.41us --to 20us # the first of its accesses, and the last of the next, are not whole
scale cut-last long.scn --from 0us --to 9.95us
scale unknown "$root/tests/scenarios/board/ff-unknown.scn"
scale race "$root/tests/scenarios/board/ff-race.scn"
scale read "$waves/flipflop-read-data.scn"
picture board-again 0 "$waves/direct-read-data.scn" --from 23.2us --to 23.95us
report same-bytes "$(cmp first.svg out.svg >../said 2>&1 || cat ../said)"

# The key of writes: to a chip without X2 and with a figure of its own, to a board. Both begin after the first write.
put set.scn 'target chip' 'set part.TWHDX 19ns' 'osc 1kHz' 'cmd 0xff 1' 'data 5'
picture set 0 set.scn
key set-key 'driven by the host' 'not driven' 'observed time (≥ required time)' 'required time' 'goes on outside' "$doubt" \
    '[SET] set by the user'
put write.scn 'machine sun3-60' 'osc 1kHz' 'w 0 0' 'w 2 0xff'
picture write 0 write.scn --from 1us
texts write-key 'driven by the workstation'
# 0 is where the first access in the picture begins, else where the picture does; each access after the third makes it 250 wider
picture zero 1 chip.scn --from 3.4us
texts zero-time 'Times in ns from the start of access 4, 4.96us after power-on'
picture zero-exact 1 chip.scn --from 4.96us
texts zero-exact-time 'Times in ns from the start of access 4, 4.96us after power-on'
picture zero-none 1 chip.scn --from 3.31us --to 3.45us
texts zero-none-time 'Times in ns from 3.31us after power-on'
picture wider 1 chip.scn --from 0us
report wider-by-3 "$(grep -q "^<svg[^>]* width='1630'" out.svg || echo 'not 880 + 3 * 250 wide')"
put pulses.scn 'target chip' 'cmd 0xff 1' 'data 0x21 1' 'cmd 0x61' 'wait 1us' 'pulse src1 200ns 5' 'wait 1us'
picture pulses 0 pulses.scn --from 6us
texts pulses-least 'access 5: TEHEL: required 70ns [GK], observed 200ns (source high), the least of 5'
picture clean 0 "$waves/flipflop-read-data.scn" --from 35.56us --to 36.31us
texts clean-arrows 'TAVRL 4.319us (≥ 25ns [GK])'
lacks clean-no-red VIOLATED "class='violated'"

# Without a time: the first violation that is reported, its neighbours, and nothing else
picture chip 1 chip.scn
texts chip-accesses 'access 3, line 4: data 0x22' 'access 4, line 6: data 0x0b' 'access 5, line 8: data 0x04' \
    'TWHDX 19ns VIOLATED (≥ 20ns [GK])' 'left out' 'driven by the host'
lacks chip-others 'access 2,' 'access 6,' MAS- socket tied
sed 's/^data 0x0b/&\nexpect violation TWHDX/; $a timing TWHDX 18ns\ndata 1' chip.scn >both.scn
picture reported-first 1 both.scn
texts reported-first-arrow 'TWHDX 18ns VIOLATED (≥ 20ns [GK])'
lacks reported-first-other 'TWHDX 19ns'
picture no-violation 0 many.scn
texts no-violation-accesses 'access 19, line 3: cmd 0xff' 'access 20, line 3: cmd 0xff'
lacks no-violation-others 'access 18,'
picture effects 0 "$waves/../tests/scenarios/effects/effect-tavrl.scn"
# A long time: the whole with each arrow of 10 px and more, its accesses with the others; OUT with length and period
picture details 0 long.scn --from 8us
texts details-length 'Its accesses' '5us, period 10us' 'not drawn, too many edges: X2'
report details-once "$(grep -o '<title>access [^<]*' out.svg | sort | uniq -d | head -n 3)"
drawn_in() { # name, arrow, the lines for sed of the part that must have it: of the whole, or of its accesses
    report "$1" "$(sed -n "$3p" out.svg | grep -q ">$2 " || echo "no $2")"
}
whole='1,/Its accesses/' accesses='/Its accesses/,$'
picture bound-long 0 long.scn --from 9us --to 20.7us # 150 ns are 10 px
drawn_in bound-long-arrow TWLWH "$whole"
drawn_in bound-long-other TWHAX "$accesses"
picture bound-short 0 long.scn --from 9us --to 20.701us
drawn_in bound-short-arrow TWLWH "$accesses"
picture same-scale 0 long.scn --from 9.93us --to 10.5us # one access: its own picture would not be larger
lacks same-scale-alone 'Its accesses'
# A required time that is longer than the observed one has its text beside the arrow: no piece of shaft runs backwards
put short-pause.scn 'machine sun3-160:window' 'w 0 0' 'w 2 0xff' 'w 2 0x19' 'r 0 -> none'
picture long-bar 1 short-pause.scn
texts long-bar-arrow 'TWHWL 240ns VIOLATED (≥ 1.5us [GK])'
report long-bar-shaft "$(grep -o "class='shaft' d='M[0-9.]* [0-9.]*H[0-9.]*" out.svg | tr MH '  ' |
    awk '$3 + 0 > $5 + 0 {print $3 " to " $5}')"
put dense.scn 'target chip' 'osc 50MHz' 'cmd 0xff' 'wait 50us'
picture dense 1 dense.scn --to 40us
texts dense-key 'not drawn, too many edges: X2 FOUT'
sed 's/^osc.*//' dense.scn >x2.scn # 195 edges of X2 in 780 units are one in 4
picture dense-bound 0 x2.scn --to 24.5us
lacks dense-bound-none 'too many edges'
picture dense-beyond 0 x2.scn --to 24.501us
report dense-beyond-key "$(grep -q 'too many edges: X2' out.svg || echo 'X2 is drawn')"
put pulse.scn 'target chip' 'cmd 0xff' 'cmd 0x01' 'data 0x21' 'data 0x01' 'cmd 0x61' 'wait 1us' 'pulse src1 50ns' \
    'wait 1us'
picture source 1 pulse.scn
texts source-arrow 'TEHEL 50ns VIOLATED (≥ 70ns [GK])' SRC1
same source-guides "$(grep -o "class='guide violated'" out.svg | wc -l)" 2 # from the ends of its arrow to both edges of SRC1
cp many.scn 'a<b>&"c".scn'
picture hostile-name 0 'a<b>&"c".scn'
texts hostile-name-title 'a&lt;b&gt;&amp;&#34;c&#34;.scn'
cp many.scn "$(printf 'gr\366n.scn')"
picture latin-name 0 "$(printf 'gr\366n.scn')"
rm -f a\<b* gr*

echo old >old.svg
cksum * >../before
check order 2 '--from 2us --to 1us, expected --from before --to' $tmr0 run chip.scn --diagram old.svg --from 2us --to 1us
check order-equal 2 'expected --from before --to' $tmr0 run chip.scn --diagram old.svg --from 2us --to 2us
check past-end 2 '--to 1s, expected at most ' $tmr0 run chip.scn --diagram old.svg --to 1s
check after-end 2 '--from 1s, expected less than ' $tmr0 run chip.scn --diagram old.svg --from 1s
check no-access-there 2 '0 accesses from 60us to 70us, expected 1 to 16' $tmr0 run many.scn --diagram old.svg --from 60us --to 70us
check too-many 2 '20 accesses from 0ns to ' $tmr0 run many.scn --diagram old.svg --from 0s
check no-access 2 'no access in the run' $tmr0 run none.scn --diagram old.svg
check no-unit 2 '--from 20, expected a time' $tmr0 run chip.scn --diagram old.svg --from 20
check below-zero 2 '--to -1us, expected a time' $tmr0 run chip.scn --diagram old.svg --to=-1us
check alone 2 '--to without --diagram, expected it with that' $tmr0 run chip.scn --to 20us
check two-files 2 '--diagram with 2 files, expected one' $tmr0 run chip.scn many.scn --diagram old.svg
check model 2 '--diagram with --engine model, expected rtl' $tmr0 run chip.scn --diagram old.svg --engine model
check bad-scenario 2 'nowhere.scn: cannot read' $tmr0 run nowhere.scn --diagram old.svg
check nowhere 3 'none/x.svg: cannot write: No such file' $tmr0 run chip.scn --diagram none/x.svg
check no-file 2 '.: is a folder' $tmr0 run chip.scn --diagram .
check over-scenario 2 'chip.scn: would be written over what is read' $tmr0 run chip.scn --diagram chip.scn
check twice 2 'x: would be written twice' $tmr0 run chip.scn --diagram x --json x
report pictures-xml "$(python3 -c 'import sys, xml.dom.minidom
for name in sys.argv[1:]: xml.dom.minidom.parse(name)' ../pictures/*.svg 2>&1)"
# Nothing is on top of another thing, or outside
if have chromium chromium; then
    . "$root/tests/report/draw.sh"
    cd "$folder" || exit 1
    { echo '<!DOCTYPE html><title></title>' && sed '/<pattern/d' pictures/*.svg; } >pictures.html # an id is once in a page
    ask places pictures.html "$root/tests/diagram/places.js"
    draw places.html
    judge places
    cd work || exit 1
fi
report all-kept "$(cksum * | diff ../before -)"
exit $bad
