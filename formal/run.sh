#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the proofs of formal/tasks with yosys and yosys-abc, and prints a row for each: what is
# claimed, how, what came out, seconds. A claim fails if its result is not the expected one or if one of its covers is
# not reached: then it may be vacuous. --broken: breaks the modules as formal/broken says, each time expecting a
# counterexample. Files of the runs are left in build/formal.
# Usage: formal/run.sh [--quick|--broken] [--json FILE] [TASK...]
# Exit status: 0 if all came out as expected, 1 if not, 2 wrong usage or a program is missing.
set -eu
cd "$(dirname "$0")/.."
out=build/formal
tasks=formal/tasks
broken=no quick=no json=
usage() {
    echo "usage: formal/run.sh [--quick|--broken] [--json FILE] [TASK...]" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=yes ;;
    --broken) broken=yes ;;
    --json)
        [ $# -gt 1 ] || usage
        json=$2
        shift
        ;;
    -*) usage ;;
    *) break ;;
    esac
    shift
done
[ $quick$broken != yesyes ] || usage
needs() { # programs, and the Debian package that each is from, after a colon
    for program; do
        command -v "${program%:*}" >/dev/null && continue
        echo "formal/run.sh: no ${program%:*}, expected the Debian package ${program#*:}" >&2
        exit 2
    done
}
needs yosys:yosys yosys-abc:yosys
for name; do
    grep -q "^$name *|" $tasks || { echo "formal/run.sh: no task $name, expected a name of $tasks" >&2; exit 2; }
done
wanted=" $* "
mkdir -p $out

field() { # of $line, by number
    printf '%s\n' "$line" | awk -F ' +[|] +' -v n="$1" '{ print $n }'
}
seconds() { # since the time in nanoseconds
    awk -v from="$1" -v to="$(date +%s%N)" 'BEGIN { printf "%.1f", (to - from) / 1e9 }'
}

# ---- One design. $top has MODULE PARAMETER=VALUE...; $proved and $used name files, with and without their properties.
# what: assert, cover
design() {
    what=$1
    module=${top%% *}
    {
        echo "read_verilog -formal -Iformal -Irtl/timing -Ibuild/gen $proved"
        [ "$used" = none ] || echo "read_verilog -Irtl/timing -Ibuild/gen $used"
        for setting in ${top#"$module"}; do
            echo "chparam -set ${setting%=*} ${setting#*=} $module"
        done
        echo "prep -top $module -flatten"
        if [ "$what" = cover ]; then
            echo "chformal -assert -remove"
            echo "techmap -map formal/cover_as_assert.v"
        else
            echo "chformal -cover -remove"
        fi
        echo "async2sync"
        echo "techmap; dffunmap; dfflegalize -cell \$_DFF_P_ 01; simplemap; abc -g AND"
        echo "delete -port o:*; opt_clean"
        echo "write_aiger -zinit -map $out/$task.$what.aim $out/$task.$what.aig"
    } >"$out/$task.$what.ys"
    yosys -q "$out/$task.$what.ys" >"$out/$task.$what.log" 2>&1 || {
        echo "$out/$task.$what.log: yosys failed" >&2
        tail -n 3 "$out/$task.$what.log" >&2
        exit 1
    }
}

solve() { # commands of abc, on the assertions as one output
    yosys-abc -c "read $out/$task.assert.aig; fold; orpos; strash; $1" >"$out/$task.abc.log" 2>&1
}

# ---- Methods; each sets $result
method_pdr() { # unbounded, from all reachable states
    solve "scorr; dc2; pdr -n"
    result=unknown
    ! grep -q '^Property proved' "$out/$task.abc.log" || result=proved
    ! grep -q 'was asserted in frame' "$out/$task.abc.log" || result=counterexample
}
method_induct() { # k-induction: no assertion fails in the first k ticks, nor in a tick after k in which none has failed
    solve "bmc3 -F $1"
    result=unknown
    if grep -q 'was asserted in frame' "$out/$task.abc.log"; then
        result=counterexample
    elif grep -q '^No output asserted' "$out/$task.abc.log"; then
        solve "ind -F $1 -C 0"
        ! grep -q '^Networks are equivalent' "$out/$task.abc.log" || result=proved
    fi
}
method_sat() { # a module without a clock: all inputs
    solve sat
    result=unknown
    ! grep -q '^UNSATISFIABLE' "$out/$task.abc.log" || result=proved
    ! grep -q '^SATISFIABLE' "$out/$task.abc.log" || result=counterexample
}
method_bounded() { # the first ticks from power-up
    solve "bmc3 -F $1; write_cex -n $out/$task.cex"
    result="bounded to $1"
    ! grep -q 'was asserted in frame' "$out/$task.abc.log" || result=counterexample
}

# Each cover is an output: reached, if there is a trace to it
covers() { # command of abc that finds a trace; sets $reached, $covered
    design cover
    reached=0 covered=$(awk 'NR == 1 { print $7; exit }' "$out/$task.cover.aig" | tr -d '\000')
    [ "$covered" -gt 0 ] || return 0
    commands=
    while [ $reached -lt "$covered" ]; do
        commands="$commands read $out/$task.cover.aig; fold; cone -s -O $reached; strash; $1;"
        reached=$((reached + 1))
    done
    yosys-abc -c "$commands" >"$out/$task.cover.abc.log" 2>&1
    reached=$(grep -c -e 'was asserted in frame' -e '^SATISFIABLE' "$out/$task.cover.abc.log") || :
}

# ---- A task: its line has the name, method, depth of covers, expected result, top, files with properties, files
# without, quick or -, the claim in words
failed=0 rows=0
json_text() {
    printf '%s' "$1" | sed 's/[\\"]/\\&/g'
}
row() { # name, claim, method, result, expected, covers, seconds
    good=true
    [ "$4" = "$5" ] || good=false
    [ "${6%/*}" = "${6#*/}" ] || good=false
    [ $good = true ] || failed=$((failed + 1))
    printf '%-20s %-10s %-16s %-7s %7s\n' "$1" "$3" "$4" "$6" "$7"
    printf '%s%s\n' "$2" "$([ $good = true ] || printf ' FAIL, expected %s and every cover' "$5")" |
        fold -s -w 96 | sed 's/^/    /; s/ *$//'
    [ -z "$json" ] || printf '%s{"name": "%s", "claim": "%s", "method": "%s", "result": "%s", "expected": "%s", "covers": %d, "covers_reached": %d, "seconds": %s, "pass": %s}' \
        "$([ $rows -eq 0 ] || printf ',\n  ')" "$1" "$(json_text "$2")" "$3" "$4" "$5" "${6#*/}" "${6%/*}" "$7" $good >>"$out/rows.json"
    rows=$((rows + 1))
}

read_task() { # $line; sets the variables that follow
    fields=$(printf '%s\n' "$line" | awk -F ' +[|] +' '{ print NF }')
    [ "$fields" -eq 9 ] || { echo "$tasks: $fields fields, expected 9: $line" >&2; exit 2; }
    task=$(field 1) method=$(field 2) depth=$(field 3) expected=$(field 4) top=$(field 5)
    proved=$(field 6) used=$(field 7) group=$(field 8) claim=$(field 9)
    case $method in pdr | sat | "induct "[1-9]* | "bounded "[1-9]*) ;; *)
        echo "$tasks: $task: method $method, expected pdr, sat, induct K or bounded K" >&2
        exit 2
        ;;
    esac
}

is_wanted() {
    case $wanted in "  " | *" $task "*) ;; *) return 1 ;; esac
    [ $quick = no ] || [ "$group" = quick ]
}

run_task() {
    started=$(date +%s%N)
    design assert
    # shellcheck disable=SC2086 # a method and its depth
    method_$method
    reached=0 covered=0
    [ "$task" != direct ] || awk -f formal/scenario.awk $out/direct.assert.aim $out/direct.cex >$out/direct.scn
    case $method in
    sat) covers sat ;;
    *) [ "$depth" = - ] || covers "bmc3 -F $depth" ;;
    esac
    row "$task" "$claim" "$method" "$result" "$expected" "$reached/$covered" "$(seconds "$started")"
}

# formal/broken: task, file, sed commands, what they break. The file of the task is replaced by its broken copy.
run_broken() {
    while read -r line; do
        case $line in '#'* | '') continue ;; esac
        name=$(field 1) file=$(field 2) change=$(field 3) why=$(field 4)
        line=$(grep "^$name *|" $tasks) || { echo "formal/broken: no task $name" >&2; exit 2; }
        read_task
        is_wanted || continue
        started=$(date +%s%N)
        copy=$out/broken/${file##*/}
        mkdir -p "$out/broken"
        sed "$change" "$file" >"$copy"
        ! cmp -s "$file" "$copy" || { echo "formal/broken: $name: no change in $file by $change" >&2; exit 2; }
        proved=$(echo " $proved " | sed "s| $file | $copy |; s/^ *//; s/ *$//")
        used=$(echo " $used " | sed "s| $file | $copy |; s/^ *//; s/ *$//")
        task=$name-broken
        design assert
        [ "$method" = sat ] || method="bounded 40"
        # shellcheck disable=SC2086 # a method and its depth
        method_$method
        row "$name" "$why" "$method" "$result" counterexample 0/0 "$(seconds "$started")"
    done <formal/broken
}

rm -f $out/rows.json
printf '%-20s %-10s %-16s %-7s %7s\n' task method result covers seconds
if [ $broken = yes ]; then
    run_broken
else
    while read -r line; do
        case $line in '#'* | '') continue ;; esac
        read_task
        ! is_wanted || run_task
    done <$tasks
fi
[ -z "$json" ] || { printf '{"rows": [\n  '; cat $out/rows.json; printf '\n], "failed": %d}\n' $failed; } >"$json"
echo "verdict: $([ $failed -eq 0 ] && echo "pass, all $rows rows as expected" || echo "FAIL, $failed of $rows rows")"
[ $failed -eq 0 ]
