#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 experiment from outside: the drawings, with and without gnuplot.
set -u
. tests/check.sh
cd "$folder" || exit 1
experiment="$tmr0 experiment"

# Equal bytes for equal seeds, whatever settings the user has for gnuplot.
$experiment danzig-fig2 --quick --out one >/dev/null
echo 'set title "mine"' >.gnuplot
HOME=$PWD $experiment danzig-fig2 --quick --out two >/dev/null
check same-bytes 0 '' diff -r one two
check drawn 0 'danzig-fig2-repetitions.svg' ls one
check drawn-title 0 'Repetitions that a clock of 20 ms needs' cat one/danzig-fig2-repetitions.svg

# Ctrl-C: what is complete stays, and is marked. Progress is shown on a terminal alone.
timeout --preserve-status -s INT 1 $experiment krutar-tick --out cut >text 2>&1
report stopped-status "$([ $? -eq 130 ] || echo "status $?")"
check stopped 0 'verdict: incomplete, ended by Ctrl-C' cat text
check stopped-files 0 '"complete":	false' cat cut/krutar-tick.json
check stopped-text 0 '' cmp text cut/krutar-tick.txt
(sleep 1; printf '\003') | script -qec "$experiment krutar-tick" /dev/null >text
report progress-status "$([ $? -eq 130 ] || echo "status $?")"
check progress 0 '% of 500 ns, the paper' cat text

# Without gnuplot the tables come all the same, and an old drawing is not left beside them.
PATH=/nowhere $experiment danzig-fig2 --quick --out two >text 2>&1
check no-gnuplot 0 'two/danzig-fig2-repetitions.svg: no drawing: gnuplot is not installed' cat text
check no-gnuplot-verdict 0 'verdict: pass' cat text
check no-gnuplot-files 0 'danzig-fig2.json danzig-fig2.txt ' 'ls two | tr "\n" " "'

exit $bad
