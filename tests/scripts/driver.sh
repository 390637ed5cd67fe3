#!/bin/sh
# SPDX-License-Identifier: MIT
# tmr0 explore, system and figure1 from outside: exit statuses, messages, quick forms of their answers.
. tests/check.sh

check explore 1 '12868   99.984 %' $tmr0 explore --out "'$folder'"
for witness in "$folder"/wrong-*.scn; do
    check "$(basename "$witness")" 0 ': pass' $tmr0 run "'$witness'"
done
check explore-masked 0 'pass, no interleaving' $tmr0 explore --reader kernel --reader syscall
check explore-three 0 'pass, no interleaving' $tmr0 explore --reader kernel --readers 3
check explore-kind 2 'expected one of user32' $tmr0 explore --reader user33
check explore-named 2 'expected at most --readers 1' $tmr0 explore --readers 1 --reader user32 --reader kernel
# Two of these readers have 232 states of one length, so 232 * 232 are asked for before the search.
check explore-about 2 'about 5e+04 states of one length, expected fewer' $tmr0 explore --readers 3 --still --states 53823
check explore-about-at 2 'more than 53824 states after' $tmr0 explore --readers 3 --still --states 53824
check explore-many-named 2 'is one too many, expected at most 8' $tmr0 explore $(yes -- '--reader kernel' | head -n 9)
check explore-out-empty 2 "--out '', expected the name of a folder" $tmr0 explore --reader user32 --reader kernel --out "''"
long=$folder/$(yes ./ | head -n 520 | tr -d '\n')
check explore-out-long 2 'expected the name of a folder, of 1 to 1006' $tmr0 explore --reader user32 --reader kernel --out "'$long'"
check explore-out-first 3 'no/no: cannot make the folder: No such file' "$tmr0 explore --readers 3 --out '$folder/no/no'"
check explore-out-new 1 'verdict: FAIL' "$tmr0 explore --reader user32 --reader kernel --out '$folder/new'"
check explore-out-written 0 'new/wrong-' "ls '$folder'/new/wrong-*.scn"
check explore-out-machine 2 'no machine "none"' "$tmr0 explore --machine none --out '$folder/none'"
check explore-out-none 0 '' "ls -d '$folder/none' 2>/dev/null; :"
for option in '--reader kernel' '--readers 2' '--out none'; do
    check "explore-defences-and$(echo "$option" | tr ' ' -)" 2 'expected --machine, --part' "$tmr0 explore --defences $option"
done
narrow defences 0 20 $tmr0 explore --defences --still
has explore-defences "$folder/said" '331420   41.414%   47.046%'
check explore-clock 1 '  right                                           38208    5.905 %' \
    $tmr0 explore --reader user32-checked --reader user32
# After two accesses there are two states: a limit of two goes on to the third access.
check states-over 2 'more than 1 states after 2 accesses' "$tmr0 explore --states 1"
check states-at 2 'more than 2 states after 3 accesses' "$tmr0 explore --states 2"
check one-schedule 0 ': 1 schedule, 8 accesses' "$tmr0 explore --readers 1"
touch "$folder/file"
check explore-folder 2 'file: not a folder' $tmr0 explore --reader user32 --reader kernel --out "'$folder/file'"
check figure1-display 0 'User 64-bit timeval             14.9!         17.3!
System call 32-bit              33.0          33.2 ' $tmr0 experiment figure1 --reads 100
says figure1 '22 of 24 cells'
check figure1-model 0 '22 of 24 cells' $tmr0 experiment figure1 --reads 100 --engine model
check figure1-cts 0 'judged for am9513a only' $tmr0 experiment figure1 --quick --engine model --part cts9513-2
check figure1-reads 2 '--reads 0, expected a number 1..' $tmr0 experiment figure1 --reads 0
check figure1-part 2 'no part "vax"' $tmr0 experiment figure1 --part vax
check plain-quantum 2 '--quantum with --plain, expected it with SystemC' "$tmr0 system --plain --quantum 5ns"
check quantum-bare 2 '--quantum 5, expected a time above 0 with a unit' "$tmr0 system --quantum 5"
check quantum-long 2 '--quantum below 1ns or above 1s' "$tmr0 system --quantum 2s"
check quantum-short 2 '--quantum below 1ns or above 1s' "$tmr0 system --quantum 999ps"
check quantum-least 0 'SystemC, 3 processes of 2 samples' "$tmr0 system --quantum 1ns --samples 2"
check systemc-missing 2 'tmr0-systemc.so: cannot open' "cp $tmr0 '$folder/alone' && '$folder/alone' --data . system --samples 2"
check system-processes 2 '--processes 0, expected a number 1..32' "$tmr0 system --processes 0"
check system-slice 2 '--slice 0, expected a number 1..' "$tmr0 system --slice 0"
check system-reader 2 '--reader kernel, expected user32' "$tmr0 system --reader kernel"
check system-plain 0 'verdict: pass' "$tmr0 system --plain --samples 20 --engine both"
check system-display 0 'The display slowed the machine by 33.9 %' "$tmr0 system --machine sun3-50:w4"
check system-blank 0 "of the machine's time.

Unverified" "$tmr0 system --machine sun3-50:w4 --blank --samples 20"
check system-wrong 1 'verdict: FAIL' "$tmr0 system --reader user32 --work 0 --keep-all --samples 6000"
# A slice of 76 minutes, longer than the 71.6 in which 32 bits go round: no reader is wrong for it
for reader in user32 user32-lock syscall syscalltimeval file64; do
    check "long-slice-$reader" 0 'verdict: pass' "$tmr0 system --plain --blank --reader $reader --machine sun3-60 --processes 2 \
        --slice 230000 --work 1000000000 --samples 120"
    says "long-slice-away-$reader" '^descheduled  *2 .* 2  *0  *0$'
done
exit $bad
