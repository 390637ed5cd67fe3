#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 sweep from outside: files, a run that is killed and goes on, shares, a dead worker, bad input, no gnuplot or room.
. tests/check.sh
cd "$folder" || exit 1
sweep="$tmr0 sweep"

$sweep --machine sun3-60 --corner max --vary machine.strobe_hold=40ns..70ns/2ns --vary osc=3.9MHz..4.1MHz/100kHz --out grid >text
check grid-text 0 'verdict: marginal. It works at 24 of 48 points; C/D holds at 48' cat text
check grid-boundary 0 'repeated on the RTL: 6 points at a boundary' cat text
check grid-files 0 'points.csv shmoo.svg summary.json sweep.json' 'ls grid | tr "\n" " "'
same grid-rows "$(wc -l <grid/points.csv)" 49
check grid-svg 0 '</svg>' cat grid/shmoo.svg
$sweep --help >text
check help 0 'usage: tmr0 sweep [options] [[--task N] --of M] --out DIR
       tmr0 sweep [options] --limit KEY' cat text

# The status is the verdict: 0 only if the board works at every point
holds() { # name, status, word, range of the hold, works at
    try "verdict-$1" "$2" "verdict: $3. It works at $5 points; C/D holds at 2" \
        "$sweep --machine sun3-60 --corner max --vary machine.strobe_hold=$4/1ps --reads 2 --out held-$1"
}
holds works 0 works 55ns..55.001ns '2 of 2'
holds marginal 1 marginal 54.999ns..55ns '1 of 2'
holds fails 1 fails 54.998ns..54.999ns '0 of 2'
try share-has-none 0 'machine sun3-60' \
    "$sweep --machine sun3-60 --corner max --vary machine.strobe_hold=54ns..55ns/1ns --task 0 --of 1 --out held-share"

# A killed run goes on where it was, and ends with the same bytes.
many="$sweep --random 6000 --reads 2"
$many --out whole >/dev/null
$many --out killed >/dev/null &
pid=$!
wait_for 'ls killed/share-*.csv >/dev/null 2>&1'
check two-runs 2 'killed: another run writes into it' "$many --out killed"
kill -9 $pid
wait $pid 2>/dev/null
check killed 0 '-of-24.csv' 'ls killed'
sleep 0.5 # its children end a moment later, and delete what they had begun
check killed-left 0 '' 'ls killed | grep part; :'
: >killed/points.csv.part.abcdef # of a run that was killed with all its children
check resume-other 2 'of a sweep with other options or figures, or cut, expected "# tmr0 ' "$many --seed 2 --out killed"
$many --out killed >/dev/null
for file in points.csv summary.json margin.svg; do
    check "resumed-$file" 0 '' "cmp whole/$file killed/$file"
done
check resumed-files 0 'margin.svg points.csv summary.json sweep.json' 'ls killed | tr "\n" " "'
check resumed-again 2 'killed: holds a sweep that has ended' "$many --out killed"

# Shares become the bytes of the same sweep without them, in any order and when they begin at the same time. Slurm starts
# examples/slurm/sweep.sh, for each task with its number, and at last without one.
tasks="$sweep --random 3000 --reads 2 --seed 4"
slurm="env TMR0=$tmr0 $root/examples/slurm/sweep.sh 3"
$tasks --out alone >/dev/null
mkdir "it's"
for task in 2 0; do
    SLURM_ARRAY_TASK_ID=$task $slurm "it's/array" --random 3000 --reads 2 --seed 4 >/dev/null &
done
wait
finish="$tasks --of 3 --out it\\'s/array"
check share-other 2 "it's/array/share-2-of-3.csv: of a sweep with other options" \
    "$tasks --corner max --task 2 --of 3 --out it\\'s/array"
$tasks --corner max --task=1 --of=3 --out "it's/array" >/dev/null
check finish-other 2 "it's/array/share-1-of-3.csv: of a sweep with other options" "$finish"
rm "it's/array/share-1-of-3.csv"
$tasks --task 1 --of 3 --out "it's/array" >/dev/null
cp "it's/array/share-1-of-3.csv" kept
head -c -3 kept >"it's/array/share-1-of-3.csv"
check finish-cut 2 "share-1-of-3.csv:1001: not a row of point 2000, expected those of points 1001 to 2000" "$finish"
head -c 20 kept >"it's/array/share-1-of-3.csv"
check finish-short 2 "share-1-of-3.csv: of a sweep with other options or figures, or cut, expected" "$finish"
head -n 1 kept >"it's/array/share-1-of-3.csv"
check finish-no-rows 2 'share-1-of-3.csv:2: not a row of point 1001' "$finish"
rm "it's/array/share-1-of-3.csv"
# Other figures of the same names, off the axes, are another sweep.
mkdir other
cp -rL "$root/parts" "$root/machines" other
sed '/^\[TWHDX\]/,/^value/s/^value = .*/value = 20.001ns/' "$root/parts/am9513a.ini" >other/parts/am9513a.ini
$tmr0 --data other sweep --random 3000 --reads 2 --seed 4 --task 1 --of 3 --out "it's/array" >/dev/null
check finish-figures 2 "share-1-of-3.csv: of a sweep with other options or figures" "$finish"
rm "it's/array/share-1-of-3.csv"
check other-of 2 'array: holds files, but none of 4 shares' "$tasks --of 4 --out it\\'s/array"
check task-of 2 'array: holds files, but none of 4 shares' "$tasks --task 0 --of 4 --out it\\'s/array"
cp -r "it's/array" lost # its task never ran
mv kept "it's/array/share-1-of-3.csv"
$tasks --of 3 --out "it's/array" >/dev/null
$slurm lost --random 3000 --reads 2 --seed 4 >/dev/null
for file in points.csv summary.json margin.svg; do
    check "finished-$file" 0 '' "cmp alone/$file it\\'s/array/$file && cmp alone/$file lost/$file"
done
check finished-files 0 '' 'ls lost | grep share; :'
check finished-again 2 'holds a sweep that has ended, expected another folder' "$finish"
check task-alone 2 '--task without --of, expected the number of shares' "$tasks --task 1 --out q"
check task-high 2 '--task 2 --of 2, expected a task below' "$tasks --task 2 --of 2 --out q"
check task-nowhere 2 'expected one of --out DIR and --limit KEY' "$tasks --task 1 --of 2"

# A worker that dies ends the sweep, which the same command continues.
$many --out dies >text 2>&1 &
pid=$!
wait_for 'pgrep -P $pid >worker'
kill -9 "$(head -n 1 worker)"
wait $pid
report worker-status "$([ $? -eq 3 ] || shown text)"
check worker-died 0 'a worker process died, expected it to end by itself' cat text
$many --out dies >/dev/null
check worker-resumed 0 '' cmp whole/points.csv dies/points.csv
check worker-parts 0 '' 'ls dies | grep -v -e csv -e json -e svg; :'

# Names of folders are no commands of gnuplot.
for called in "x'; system('touch drawn'); y='" '<touch drawn; cat ' 'two
lines'; do
    $sweep --vary phase=0ns..9ns/1ns --reads 2 --out "$called" >text 2>&1
    # shellcheck disable=SC2016 # check expands it
    check "drawn-name-${called%%[!a-z<]*}" 0 'margin.svg points.csv' 'ls "$called" | tr "\n" " "'
done
check drawn-command 0 '' 'ls | grep -x drawn; :'

# The progress counts the points of the shares that are there.
long="$sweep --random 3000 --reads 64 --seed 4"
$long --task 2 --of 3 --out tasks >/dev/null
script -qec "$long --of 3 --out tasks" /dev/null >text </dev/null
check progress 0 ' of 3000 points, ' cat text
check progress-most 0 '' "tr '\r' '\n' <text | awk '/ of 3000 points, / && \$1 > 3000'"

# Each point of a plot is where its figures say.
$sweep --machine sun3-60 --corner max --vary machine.strobe_hold=40ns..70ns/2ns --reads 2 --out line >/dev/null
$sweep --machine sun3-60 --random 200 --reads 2 --out some >/dev/null
for plot in grid line some; do
    report "plot-$plot" "$(python3 "$root/tests/sweep/plot.py" $plot 2>&1)"
done

# The line at a slack of 0 is drawn only where the plot has that value: all points of `whole` pass.
same zero-drawn "$(grep -o 'stroke-width="2.00"' some/margin.svg | wc -l)" 3
same zero-outside "$(grep -o 'stroke-width="2.00"' whole/margin.svg | wc -l)" 2

check not-a-count 2 '"x" is not a number, expected digits' "$sweep --vary machine.floating_bus=0..x/1 --out q"
check unknown-key 2 'x: no such key, expected machine.X' "$sweep --vary x=1ns..2ns/1ns --out q"
check step-0 2 'the step is 0' "$sweep --vary osc=4MHz..5MHz/0Hz --out q"
check too-many 2 'more than 1000000000 points' "$sweep --vary osc=1MHz..50MHz/1Hz --vary phase=0ns..1us/1ns --out q"
check nothing 2 'expected --vary KEY=FROM..TO/STEP or --random N' "$sweep --out q"
check both 2 '--vary and --random, expected one of them' "$sweep --random 5 --vary phase=0ns..9ns/1ns --out q"
check other-files 2 '.: holds files, but none of 1 shares, expected a new or an empty folder' "$sweep --random 5 --out ."
check limit-key 2 'tmr0 sweep: --limit what: no such key' "$sweep --limit what"

check limit 0 'sun3-60         flipflop machine.strobe_hold, ns            least    37.500 TWHDX' \
    "$sweep --limit machine.strobe_hold --machine sun3-60"
check limit-reads 0 'most    275.999 wrong reads' "$sweep --limit part.TRLQV --machine sun3-160:window --pal flipflop"
# From a value that fails, and where none works; the width of a line
cp "$root/parts/am9513a.ini" other/parts
sed '/^\[strobe_hold\]/,/^value/s/^value = .*/value = 20ns/' "$root/machines/sun3-60.ini" >other/machines/short.ini
$tmr0 --data other sweep --limit machine.strobe_hold --limit phase --machine short >text
check limit-outward 0 'machine.strobe_hold, ns            fails as it is: TWHDX
                                                            least    37.500 TWHDX
                                                            most          - no failure' cat text
check limit-none 0 '                                                            none from -100000.000 to 100000.000' cat text
check limit-width 0 '' "grep -E '.{101}' text; :"
$sweep --limit pal.pal_tpd --machine sun3-60 --pal flipflop --json limit.json >/dev/null
check limit-json 0 '"last_pass":	30000' cat limit.json
$sweep --limit pal.pal_tpd --reads 2 >text
check limit-no-buffer 2 'machine sun3-60 has no buffer' "$sweep --limit buffer.buf_tpd --machine sun3-60"
check limit-machines 0 'sun4-280:w8     direct' cat text
check limit-no-blanks 0 '' "grep ' \$' text; :"

# Without gnuplot the tables come all the same.
PATH=/nowhere $sweep --vary phase=0ns..9ns/1ns --seed 18446744073709551615 --out plain >text
check seed-of-64-bits 0 '"seed":	"18446744073709551615"' cat plain/summary.json
check no-gnuplot 0 'no drawing: gnuplot is not installed' cat text
check no-gnuplot-files 0 'points.csv summary.json sweep.json' 'ls plain | tr "\n" " "'

# A share that does not fit: status 3, and what is complete stays. The same command plays what is missing.
try full 3 'cannot write' "ulimit -f 20; $tasks --of 3 --out full"
check full-left 0 '' 'ls full | grep -v "share-.-of-3.csv$"; :'
check full-resumed 0 'verdict: works. It works at 3000 of 3000 points' "$tasks --of 3 --out full >out; cat out; rm out"
exit $bad
