#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0-measure from outside: its libraries; what measure, compare and fit print, write and refuse.
. tests/check.sh
cd "$folder" || exit 1

# tmr0-measure has no libraries of the simulator
ldd "$measure" >said
report measure-libraries "$(grep -q libgsl said && ! grep -q -e systemc -e libstdc said || echo "libraries: $(tr '\n' ' ' <said)")"
check measure-data 2 "tmr0-measure: option '--data', expected --help or --version" "$measure --data . plan"
check measure-run 2 "tmr0-measure: unknown command 'run'" "$measure run good.scn"
check measure-full 3 'tmr0-measure: standard output: cannot write: No space left' "$measure --help >/dev/full"
printf '1\n' >one
check one-duration 1 'one: 1 duration
' "$measure measure --file one"
# 10 bytes a run: the duration and its place in time
seq 1000000 >many
check many-runs 0 'less than 20 MB' "python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
kib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(kib if kib > 20000 else \"less than 20 MB\")' $measure measure --file many"
check one-run 1 'empty: 1 run in' "$measure measure --builtin empty --runs 1"
check five-runs 1 '; no interval: the widest, from the least to th' "$measure measure --runs 5 -- true"
check six-runs 0 'unless the host changes slowly' "$measure measure --runs 6 -- sleep 0.01"
check raw-runs 0 '-: 6 durations' \
    "$measure measure --runs 6 --raw runs -- sleep 0.01 && $measure measure --file - <runs; rm runs"
check raw-refused 0 '2 and 1' "$measure measure --runs 2 --raw runs --svg runs.svg --builtin copy
    echo \$(wc -l <runs) and \$(grep -c '</svg>' runs.svg); rm runs runs.svg"
check slow-svg 0 '</svg>' "$measure measure --clock coarse --runs 40 --builtin copy --svg slow.svg
    grep -o '</svg>' slow.svg; rm slow.svg"
for runs in 6 7 8 9 10 11 12; do
    seq 1000 1000 ${runs}000 | awk '{ print NR * 5 % 13, $1 }' | sort -n | cut -d ' ' -f 2 >times
    $measure measure --file times 2>/dev/null | awk '/^median/ { print $2, $7, $9, $10 }'
done >medians
check few-in-order 0 ', range 1 us to 12 us of all runs' "seq 1000 1000 12000 | $measure measure --file -"
check few-medians 0 '3 1 to 6
4 1 to 7
4 1 to 8
5 2 to 8
5 2 to 9
6 2 to 10
6 3 to 10' 'cat medians'
check prepare-fails 1 'false: exit status 1' "$measure measure --prepare false --runs 6 -- true"
log() { echo "echo $* >>log"; }
hooks="-s '$(log s)' -p '$(log p)' -c '$(log c)' -S sh"
check hooks 0 's p r p r p r p r c' "$measure measure $hooks -w 2 -r 2 -- '$(log r)' 2>&1 >/dev/null; echo \$(cat log); rm log"
check hooks-failed 0 's p c' "$measure measure $hooks -- false; echo \$(cat log); rm log"
check hooks-each 0 '1 p1 1 p2' "$measure compare -p '$(log 'p{n}')' -p '$(log p2)' -S sh -w 0 -r 1 true true \
    --parameter n=1 >/dev/null 2>&1; echo \$(sort log | uniq -c); rm log"
check hooks-many 2 '--prepare 3 times, expected it once or for each command' "$measure compare -p a -p b -p c true true"
check hooks-few 2 '--setup 2 times, expected it once or for each command' "$measure compare -s true -s true true true true"
check names-few 0 '3: sleep 0.3' "$measure compare -M 11 -n one -n two 'sleep 0.01' 'sleep 0.1' 'sleep 0.3'"
check cleanup-fails 1 '6 runs in' "$measure measure -r 6 -c false -- sleep 0.01"
check setup-fails 1 'false: exit status 1, expected 0' "$measure measure -r 6 -s false -- true"
# The sixth run of twenty fails, after a warm-up
fails="-S sh -r 20 --raw raw --json json 'echo >>count; [ \$(wc -l <count) -ne 7 ]'; wc -l <raw; cat json; rm -f raw json count"
check failed-run 0 'exit status 1, expected 0; --ignore-failure takes such runs
6' "$measure measure $fails"
says failed-run-json '"runs":.*5,' '"failure":.*exit status 1' 'failed_runs":.*0,'
check ignored-run 0 'failed     1 of the runs, which are in all results' "$measure measure -i $fails"
says ignored-run-json '"runs":.*20,' 'failed_runs":.*1,'
check no-input 0 'read 0 in 6' "echo y | $measure measure -r 6 --show-output -- cat >said; sed -n 's/^cat: \(.*\) runs.*/read '\$(grep -cx y said)' in \1/p' said"
check input 0 'read 7' "echo y >in; $measure measure -r 6 --input in --show-output -- cat >said; echo read \$(grep -cx y said); rm in"
check input-missing 2 'none: cannot read' "$measure measure --input none -- true"
check input-standard 2 'expected a file' "$measure measure --input - -- true"
check input-kept 2 'one: would be written over what is read' "$measure measure --input one --raw one -- true"
check shell-options 1 "sh: exit status 1" "$measure measure -S 'sh -e' -n sh -- 'false; true'"
check shell-none 2 'expected the words of one command' "$measure compare -N -S sh 'true | true' true"
check shell-default 0 '6 runs in' "$measure measure -S default -r 6 -- 'sleep 0.01 | true'"
check shell-unknown 2 'none-such: cannot run' "$measure measure -S none-such -- true"
check ten-runs 0 'sleep 0.55: 10 runs in ' "$measure measure -- sleep 0.55"
check two-runs 1 'sleep 0.55: 2 runs in ' "$measure measure -m 2 --seconds 1s -- sleep 0.55"
check few-rows 0 'rows 6' "$measure measure --file times | sed '1,/ runs\$/d' >said; echo rows \$(wc -l <said)"
script -qec "stty cols 78; $measure measure -r 30 -- sleep 0.02" /dev/null | tr -d '\r' >text
check progress 0 ' runs, 0 of 5 s' cat text
report narrow "$(sed 's/.*\x1b\[K//' text | awk 'length > 78')"
check warmup-builtin 2 'are for commands' "$measure measure --warmup 2 --builtin copy"
check shell-arguments 2 '--shell with 2 arguments, expected one' "$measure measure --shell sh -- sleep 1"
check shell-twice 2 'would be written twice' "$measure measure --shell sh --svg x --json x -- true"
check processes-command 2 'each run of a command is a process already' "$measure measure --processes 3 -- true"
check processes-runs 2 '--processes is for a builtin without --runs' "$measure measure --processes 3 --runs 5 --builtin copy"
check processes 0 '; tick 10
1' "$measure measure --builtin copy --processes 6 --raw runs --svg runs.svg
    $measure fit runs --tick 10 2>/dev/null | head -1; grep -c '</svg>' runs.svg; rm runs runs.svg"
check processes-alone 2 'each run of sleep is timed' "$measure measure --processes 3 --builtin sleep"
check processes-slow 2 'each run of copy is timed' "$measure measure --processes 3 --clock coarse --builtin copy"
check processes-tmpdir 3 'No such file or directory; TMPDIR names the folder' "TMPDIR=none $measure measure --builtin copy"
check processes-short 1 'allow more --seconds, or fewer --processes' "$measure measure --builtin copy --seconds 20ms"
check waited 0 'times their CPU time: the command waits' "$measure measure --runs 6 -- sleep 0.05"
never builtin-cpu-time 'CPU time' "$measure measure --builtin copy --runs 50"

# Two commands. Of sleeping ones the wall time is known.
compare="$measure compare --runs 11 --precision 0.2"
$compare 'sleep 0.01' 'sleep 0.1' --raw raw --export-csv csv --export-markdown md >said
check compare 0 ' times faster than sleep 0.1, wall time (95 % interval)' "grep '^sleep 0.01 is [1-9][0-9.]* to' said"
awk -F, 'NR > 1 { n[$2, $3]++; first[$3] += NR % 2 == 0 }
    END { for (k in n) if (n[k] != 1) print k, n[k]; print (first[1] && first[2] ? "both" : "one"), "first" }' raw >rows
check compare-order 0 'both first' 'cat rows'
same compare-rounds "$(wc -l <rows)" 1
check compare-csv 0 '"sleep 0.1",0.1' 'cat csv'
check compare-markdown 0 '| `sleep 0.1` |' 'cat md'
rm raw csv
check compare-printed 0 '' "$measure compare --runs 6 true 'sleep 0.01' --raw raw --json j >said
    $root/tests/printed.py said j raw; rm raw j"
check compare-same 0 '
no difference is seen between sleep 0.01 and sleep 0.01
' "$measure compare 'sleep 0.01' 'sleep 0.01' --precision 0.3"
check compare-few 1 'these runs do not compare true and true' "$measure compare -r 5 true true"
check compare-less 0 ' faster than sleep 0.09, wall time' "$compare 'sleep 0.09' 'sleep 0.06' | grep '^sleep 0.06 is 1[0-9.]* to'"
check compare-words 2 "'a | b', expected the words of one command; --shell sh allows more" "$measure compare 'a | b' true"
check compare-shell 0 '
1: sleep 0.01 | sleep 0.02
' "$compare --shell sh 'sleep 0.01 | sleep 0.02' 'sleep 0.01; sleep 0.03'"
check compare-value 2 'names a variable that is not set' "$measure compare 'a \$NONE' true"
check compare-nothing 2 "'' is no command" "$measure compare '' true"
check compare-parameter 0 '3: sleep 0.03' "$compare -P n .01 .03 -D .01 'sleep {n}'"
check compare-list 0 '3: sleep .01 0.085' "$compare -L n .01,.02 --parameter m=0.01..0.085..0.075 'sleep {n} {m}'"
check compare-unused 2 'no command has {m}' "$measure compare --parameter m=1..3 true true"
for range in 1..65 2..1 1..1..0 1.. 1..2..3..4; do
    check compare-range-$range 2 'a range of 1 to 64 numbers' "$measure compare --parameter m=$range 'sleep {m}'"
done
check compare-step 2 'without --parameter-scan' "$measure compare -D 2 true true"
check compare-scan 2 'expected NAME and two numbers' "$measure compare -P n 1"
check list-letters 2 "invalid option -- 'x'" "$measure compare -L n -r -x"
check scan-option 2 "unrecognized option '--bogus'" "$measure measure -P n 1 8 --bogus -- true"
check compare-most 2 'none: cannot run' "$measure compare --parameter m=1..64 'none {m}'"
check compare-unnamed 2 'expected NAME=1..8 or NAME=a,b,c' "$measure compare --parameter =1 true true"
check compare-precision 2 'expected less than 1' "$measure compare --precision 1 true true"
check measure-parameter 0 '2: sleep 0.2' "$measure measure --runs 11 --parameter n=1,2 -- sleep '0.{n}'"
check measure-drawings 2 '--svg draws the runs of one command' "$measure measure --svg x --parameter n=1,2 -- sleep '{n}'"
check calls-row 2 'expected --runs too' "$measure measure --builtin copy --export-markdown x"
check measure-folder 2 '/tmp: cannot read: Is a directory' "$measure measure --file /tmp"

# The table of fit: the lines are printed without gnuplot too, also from standard input.
awk 'BEGIN { for (n = 1; n <= 40; n++) print n % 20, 500 * int((359 * (n % 20) + 83 * (n * 5 % 6)) / 500) }' >times
check fit-no-gnuplot 0 'no drawing: gnuplot is not installed' "PATH=/nowhere $measure fit times --plot times.svg"
check fit-input 0 'standard input: 40 runs at 20 different N' "$measure fit - <times"
printf '1 \0002\n' >times-nul
check fit-nul 2 'times-nul:1: a NUL byte, expected text' "$measure fit times-nul"
check fit-long 2 'standard input:2: line too long' "(echo 1 2; head -c 300 /dev/zero | tr '\0' 1) | $measure fit -"
check fit-same 2 'times: would be written over what is read' "$measure fit times --json times"
# Noise that the runs of one N share, in the order of N: refused, with what to do. A slope below 0; N;T
awk 'BEGIN { srand(1); for (n = 1; n <= 40; n++) { c = 20 * rand()
        for (k = 0; k < 5; k++) print n, int(1000 * (1000 + 100 * n + c + rand())) / 1000 } }' >times
check fit-in-order 1 'Measure the N in random order' "$measure fit times"
sort -k 2.3 times >shuffled
never fit-not-in-order 'random order' "$measure fit shuffled"
awk 'BEGIN { srand(1); for (; i < 400; i++) print (n = i * 7 % 20 + 1), n * (100 + 2 * rand() + 20 * (i < 15)) }' >times
check fit-start 0 'leave out the first runs' "$measure fit times"
for t in 0 7 0.1 1000000.1; do
    awk -v t=$t 'BEGIN { for (n = 0; n < 40; n++) print n % 20, t }' >times
    check "fit-constant-$t" 0 '' \
        "$measure fit times --plot constant.svg 2>&1 >fit.log | grep -v 'no method'; rm fit.log constant.svg"
done
awk 'BEGIN { for (n = 1; n <= 15; n++) print n ";" 100 - 3 * n }' >times
check fit-falls 0 'T falls while N grows' "$measure fit times"
printf '%s %s\n' 1 30 1 10 2 30 2 40 4 50 4 90 16 240 16 160 64 1680 128 2410 >times
check fit-few-skewed 1 'the spread of the times' "$measure fit times"
exit $bad
