#!/bin/sh
# SPDX-License-Identifier: MIT
# experiment of both programs from outside: files, drawings; Ctrl-C; the page of --all, in Chromium; bad input.
. tests/check.sh
cd "$folder" || exit 1
experiment="$measure experiment"

# Equal bytes for equal seeds, whatever settings the user has for gnuplot.
$experiment danzig-fig2 --quick --out one >/dev/null
echo 'set xrange [2e-5:3e-5]' >.gnuplot
HOME=$PWD $experiment danzig-fig2 --quick --out two >/dev/null
check same-bytes 0 '' diff -r one two
check drawn 0 'danzig-fig2-repetitions.svg' ls one
check drawn-title 0 'Repetitions that a clock of 20 ms needs' cat one/danzig-fig2-repetitions.svg

# Ctrl-C: what is complete stays, and is marked. Progress is shown on a terminal alone.
timeout --preserve-status -k 60 -s INT 1 $experiment krutar-tick --out cut >text 2>&1
same stopped-status $? 130
check stopped 0 'verdict: incomplete, ended by Ctrl-C' cat text
check stopped-text 0 '' cmp text cut/krutar-tick.txt
(sleep 1; printf '\003') | script -qec "$experiment krutar-tick" /dev/null >text
same progress-status $? 130
check progress 0 ' % of 1 us, the board' cat text

# Without gnuplot the tables are written too, and an old drawing is not left beside them.
PATH=/nowhere $experiment danzig-fig2 --quick --out two >text 2>&1
check no-gnuplot 0 'two/danzig-fig2-repetitions.svg: no drawing: gnuplot is not installed' cat text
check no-gnuplot-verdict 0 'verdict: differs, explained' cat text
check no-gnuplot-files 0 'danzig-fig2.txt ' 'ls two | tr "\n" " "'

# What is printed is what the files have, and files that are there are written again.
for lost in one/danzig-fig2.txt one/danzig-fig2-repetitions.svg; do : >$lost; done
$experiment danzig-fig2 --quick --out one >text
check again-text 0 '' cmp text one/danzig-fig2.txt
HOME=$PWD $experiment danzig-fig2 --quick --out two >/dev/null
check again-same-bytes 0 '' diff -r one two

# One run at a time writes into a folder; what a killed one left goes.
: >one/danzig-fig2-repetitions.svg.part.abcdef
: >one/other.part.abcdef
check locked 2 'one: another run writes into it' "flock one $experiment danzig-fig2 --quick --out one"
check locked-all 2 'one: another run writes into it' "flock one $experiment --all --quick --out one"
$experiment danzig-fig2 --quick --out one >/dev/null 2>&1
check parts-of-others 0 'danzig-fig2.txt other.part.abcdef ' 'ls one | tr "\n" " "'
check parts-gone 0 '' 'ls one | grep svg.part; :'
rm one/other.part.abcdef

# A run that is ended while it draws leaves no text of another run.
$experiment danzig-fig2 --quick --out mixed >/dev/null
mkdir bin
printf '#!/bin/sh\nkill -TERM $PPID\nsleep 1\n' >bin/gnuplot
chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH $experiment danzig-fig2 --quick --seed 2 --out mixed >text 2>&1
report ended-status "$([ $? -eq 143 ] || shown text)"
report ended-files "$(ls mixed | grep txt)"

# gnuplot ends with status 0 on a full disk too: half a drawing is none.
printf '#!/bin/sh\necho "<svg><g>" >"$4"\n' >bin/gnuplot
check half-drawing 3 'mixed/danzig-fig2-repetitions.svg: cannot write: the drawing is not whole' \
    "PATH='$PWD/bin':\$PATH $experiment danzig-fig2 --quick --seed 2 --out mixed"
check half-drawing-kept 0 '' cmp one/danzig-fig2-repetitions.svg mixed/danzig-fig2-repetitions.svg

# All, and their pages; those of no paper without gnuplot
try board 0 'written: board/index.html' "$tmr0 experiment --all --quick --out board"
try proofs 0 'written: missing/index.html' "PATH=/nowhere $root/build/test/measure-proofs --all --quick --out missing"
try all 0 'danzig-fig2     differs, explained; 2 figures' "$experiment --all --quick --out all"
echo "$said" >text
report all-width "$(awk 'length > 100' text all/*.txt board/*.txt missing/*.txt)"
for file in all/*.txt board/*.txt missing/*.txt; do
    report "lines-$file" "$([ "$(wc -l <"$file")" -ge 10 ] || shown "$file")"
done
for page in all board missing; do
    check page-well-formed-$page 0 '' "python3 $root/tests/report/page.py $page/index.html"
done
if have chromium chromium; then
    . "$root/tests/report/draw.sh"
    for page in all board; do
        ask intervals-$page $page/index.html "$root/tests/report/intervals.js"
        for width in 1280 390; do
            echo "const width = $width;" | cat - "$root/tests/report/fits.js" >fits.js
            ask fits-$page-$width $page/index.html fits.js
        done
    done
    draw all/index.html missing/index.html intervals-all.html intervals-board.html fits-all-1280.html:1280 \
        fits-board-1280.html:1280 fits-all-390.html:500 fits-board-390.html:500
    judge intervals-all intervals-board fits-all-1280 fits-board-1280 fits-all-390 fits-board-390
    look all/index.html
    shows total ' experiments pass: each figure agrees or is explained. Of '
    shows badge 'danzig-fig2</a> <span class="badge good">differs, explained</span>'
    shows paper 'Beilner: Measuring with Slow Clocks'
    shows row '10 us to 2 digits</th><td class="number">800000</td><td class="number">767908</td>'
    shows finding 'differs, finding 11<br>'
    shows follows 'It follows if n is rounded up'
    shows command 'tmr0-measure experiment danzig-fig2 --seed 1 --quick'
    shows alt 'alt="Repetitions that a clock of 20 ms needs, confidence 0.95. Ten times'
    check drawn-no-markdown 0 '' 'sed "/<script>/,/<.script>/d" $dom | tr -cd "\140"' # backquotes
    shows whole '<li>nothing</li>'
    look missing/index.html
    shows badge-agrees 'race</a> <span class="badge good">pass</span>'
    shows no-gnuplot 'race-ten-minutes.svg: no drawing (gnuplot draws it'
fi
try all-stopped 130 '' "mv all stopped; timeout --preserve-status -k 60 -s INT 1 $tmr0 experiment --all --out stopped >text 2>&1"
if have chromium chromium >/dev/null; then
    draw stopped/index.html
    look stopped/index.html
    shows stopped 'incomplete</span>'
    shows not-run 'It was not run.'
fi

check bad-all-name 2 'expected --all with --out DIR' "$experiment --all danzig-fig2 --out x"
check bad-all-out 2 'expected --all with --out DIR' "$experiment --all"
check bad-name 2 'no experiment danzig-fig3, expected one of' "$experiment danzig-fig3"
check bad-folder 2 'board/index.html: not a folder' "$experiment --all --out board/index.html"
check bad-long 2 'characters, expected at most' "$experiment danzig-fig2 --out $(printf '%4090s' | tr ' ' x)"
check experiment-out-nowhere 3 'none/x: cannot make the folder: No such file' "$measure experiment beilner-tables --out none/x"
check experiment-data 2 'no folders parts and machines in it' "$tmr0 experiment danzig-board --quick --data ."
check measure-experiment 2 'no experiment danzig-board' "$measure experiment danzig-board"
exit $bad
