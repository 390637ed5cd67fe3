#!/bin/sh
# SPDX-License-Identifier: MIT
# What each command and each make target with a choice says when there is nothing to judge: never status 0. A command of
# --help, or a variable of a target's text in `make` and in tests/README.md, without a row here is a failure.
# scripts/run.sh has the rows of scenarios.
. tests/check.sh
cd "$folder" || exit 1

rows=
nothing() { # command, status, text, arguments: of $program
    rows="$rows $program-$1"
    check "$program-$1 ${4:-alone}" "$2" "$3" "\$$program $1 $4"
}
: >empty
mkdir none none/parts none/machines folder
cp "$root"/parts/*.ini none/parts
printf 'target chip\nexpect clean\n' >clean.scn
printf '[]\n' >list.json
vcd dead.vcd 'r:RD w:WR c:CD' '#1000 0c b0 #2000'
program=tmr0
nothing timing 2 'none/machines: no machine files, expected one or more' '--data none'
nothing timing 2 '--reads 1, expected a number 2' '--reads 1' # no pair to compare
nothing sweep 2 'expected one of --out DIR and --limit KEY' ''
nothing sweep 2 '--random 0, expected a number 1' '--random 0 --out out'
nothing sweep 2 '--reads 1, expected a number 2' '--random 1 --reads 1 --out out'
nothing sweep 2 '3 shares of 2 points, expected --of with a point in each' '--random 2 --task 0 --of 3 --out out'
nothing sweep 2 'the range is reversed' '--vary machine.strobe_hold=20ns..10ns/1ns --machine sun3-60 --out out'
nothing report 2 'no results, expected a folder' ''
nothing report 2 'list.json: no such results' 'list.json'
nothing report 2 'folder/sweep.json: cannot read' 'folder'
nothing run 2 'no file, expected one or more' ''
nothing run 2 'empty:1: no statements' 'empty'
nothing run 1 'judged: nothing' 'clean.scn'
nothing choices 2 'clean.scn: no access in the run' '--tell clean.scn'
nothing capture 2 '0 files, expected one' ''
nothing capture 2 'empty:1: the file ends' 'empty'
nothing capture 2 'no access was captured' 'dead.vcd'
nothing decode 2 'no value, expected one or more' ''
nothing decode 2 'no words, expected some' '--encode'
nothing explore 2 '--readers 0, expected a number 1' '--readers 0'
nothing system 2 '--samples 0, expected a number 1' '--samples 0'
nothing program 2 'expected exit=N, exit=any, console=TEXT' 'empty --expect console='
nothing program 2 'expected exit=N, exit=any, console=TEXT' 'empty --expect violation='
nothing experiment 2 '0 names, expected one of' ''
nothing experiment 2 '--saves 0, expected a number 1' 'torn --saves 0'
program=measure
nothing plan 2 '--duration 0s, expected a time above 0' '--tick 1ms --duration 0s --digits 2'
nothing clock 2 '--cpus , expected CPU numbers, each once' "--cpus ''"
nothing ticks2ns 2 '--rate and --interval are both needed' ''
nothing measure 2 'expected one of --builtin NAME, --file FILE and -- COMMAND' ''
nothing measure 2 'empty: no durations' '--file empty'
nothing measure 2 '--runs 0, expected a number 1' '--builtin empty --runs 0'
nothing compare 2 'expected two commands at least' 'true'
nothing compare 1 'these runs say nothing' '--runs 5 true true'
nothing fit 2 'empty: no runs' 'empty'
nothing experiment 2 '0 names, expected one of' ''
for command in $(commands "$tmr0" | sed s/^/tmr0-/) $(commands "$measure" | sed s/^/measure-/); do
    case " $rows " in *" $command "*) report "rows of $command" '' ;; *) report "rows of $command" none ;; esac
done

# Targets: what make runs, with a choice of nothing
cd "$root" || exit 1
chosen=
target() { # variable, status, text, command line, the program that it needs, its package
    chosen="$chosen $1"
    [ $# -eq 4 ] || have "$5" "$6" || return
    check "$1" "$2" "$3" "$4"
}
program=build/san/tmr0-test
[ -e $program ] || program=build/test/tmr0-test # with SAN=no
target SUITES 2 'none; usage: tmr0-test' "$program none"
target TASKS 2 'no task none' 'formal/run.sh none' yosys yosys
target MUTANTS 1 '0 mutants, expected 1 to' "tools/mutation/mutator.py 1 0 '$folder' rtl/board/osc.v"
target MUTATED 1 '0 mutants, expected 1 to 0' "tools/mutation/mutator.py 1 all '$folder'"
target PARTS 2 'nothing to change' tools/mutation/run.sh
target JUDGE 2 'JUDGE=none, expected all or vectors' 'JUDGE=none tools/mutation/run.sh rtl'
target PROGRAMS 1 '0 programs' 'build/test/m68k-test parts/m68020.ini 0 1' build/test/m68k-test libunicorn-dev
target EDGES 1 '0 passed, 0 failed, 1 left out' \
    'tools/replay.py --edges 1 --on none tests/vectors/counter/load-zero.txt'
target HOURS 2 'HOURS=0, expected' 'tools/soak.sh 0 1'
target SCENARIO 2 'expected SCENARIO=' 'tools/view.sh none'
target PROFILE 2 'usage: tmr0' "$tmr0"
# These choose nothing, or another target: make refuses one that it does not know
chosen="$chosen BOARD BREAKS FUZZ_SEED JSON LONG SEED SETUP STEPS"
for name in $(awk -f tools/help.awk Makefile | cat - tests/README.md | grep -o '\<[A-Z_]\{4,\}=' | tr -d = | sort -u); do
    case " $chosen " in *" $name "*) report "rows of $name" '' ;; *) report "rows of $name" none ;; esac
done
exit $bad
