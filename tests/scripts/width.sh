#!/bin/sh
# SPDX-License-Identifier: MIT
# What each command prints is at most 100 columns wide, and so are its --help and `make help`. Exempt are messages about
# a file ("FILE:LINE: ...") and the words of `decode`, which are one line to a value. scripts/experiment.sh has the
# experiments, scripts/driver.sh the table of defences, scripts/m68k.sh `program`.
. tests/check.sh
cd "$folder" || exit 1

printf 'machine sun3-60:drawn\n' >none.scn
put late.scn 'target chip' 'osc 4MHz' 'cmd 0xff' 'cmd 0x01' 'data 0x22' 'data 0x0b' 'data 0x04' 'data 0x00' \
    'cmd 0x61' 'wait 10us' 'timing TWHDX 19ns' 'cmd 0xa1' 'data 0x00'
put table '1 12' '10 30' '20 52' '40 95' '80 170' '160 340' '3 15' '5 21'
put board.scn 'machine sun3-160:drawn' 'corner max' 'repeat 3 {' 'w 0 0' 'w 2 0xff' 'r 0' 'r 2' '}' 'w 0 0x12'
narrow run 1 20 $tmr0 run late.scn board.scn --log
narrow make-help 0 30 make -s --no-print-directory -C "$root" help
$tmr0 run late.scn --quiet --wave late.vcd --json late.json >out 2>&1
narrow capture 1 30 $tmr0 capture late.vcd
narrow report 0 1 $tmr0 report late.json
narrow timing 1 120 $tmr0 timing --reads 10
narrow margins 1 90 $tmr0 timing --reads 10 --margins --machine sun3-160:drawn
narrow cts9513-2 1 90 $tmr0 timing --reads 2 --part cts9513-2
narrow limit 0 20 $tmr0 sweep --limit machine.data_strobe_after_des_clock --limit osc --reads 2
narrow sweep 1 5 $tmr0 sweep --random 20 --reads 2 --machine sun3-60 --out sweep
narrow explore 1 20 $tmr0 explore
narrow system 0 10 $tmr0 system --plain --samples 5
narrow figure1 0 40 $tmr0 experiment figure1 --reads 1 --engine model
narrow torn 0 10 $tmr0 experiment torn --saves 20
narrow choices 0 20 $tmr0 choices
narrow tell 0 1 $tmr0 choices --tell late.scn
narrow decode 0 3 $tmr0 decode 0x1025 0x0b22 0x0b80
narrow plan 0 3 $measure plan --tick 1ms --duration 1us --digits 2
narrow compare 0 6 $measure compare --runs 10 --precision 0.9 true "sleep 0.00000000000000000000000000000000000000000000000001"
narrow fit 1 6 $measure fit table
narrow ticks2ns 0 6 $measure ticks2ns --rate 3GHz --interval 1h
narrow clock 0 10 $measure clock
# On a loaded host the runs may support no result.
narrow measure 01 6 $measure measure --builtin empty --runs 1000
narrow experiments 0 5 $tmr0 experiment --list
narrow measure-experiments 0 7 $measure experiment --list
narrow help 0 20 $tmr0 --help
for program in "$tmr0" "$measure"; do
    for command in $(commands "$program"); do
        narrow "help-${program##*/}-$command" 0 3 $program "$command" --help
    done
done
exit $bad
