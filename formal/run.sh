#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the proofs of formal/tasks with yosys and yosys-abc, and prints a row for each: what is
# claimed, how, what came out, seconds. A claim fails if its result is not the expected one or if one of its covers is
# not reached: then it may be vacuous. --broken: breaks the modules as formal/broken says, each time expecting a
# counterexample. Files of the runs are left in build/formal, of --broken in build/formal-negative.
# Without TASK the group long is left out, unless --long asks for that group alone. A named TASK is played, whatever its
# group. BREAKS=N: at most N breaks of each file, whichever its task, drawn by SEED (1).
# Usage: formal/run.sh [--broken] [--quick|--long] [--json FILE] [TASK...]
# Exit status: 0 if all came out as expected, 1 if not, 2 wrong usage or a program is missing.
set -eu
cd "$(dirname "$0")/.."
broken=no only= json=
usage() {
    echo "usage: formal/run.sh [--broken] [--quick|--long] [--json FILE] [TASK...]" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --quick | --long) only=${1#--} ;;
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
# shellcheck source=formal/methods.sh
. formal/methods.sh
[ $broken = no ] || out=$out-negative
needs yosys:yosys yosys-abc:yosys
for name; do
    grep -q "^$name *|" $tasks || { echo "formal/run.sh: no task $name, expected a name of $tasks" >&2; exit 2; }
done
wanted=" $* "
mkdir -p $out

# Each cover is an output: reached, if there is a trace to it
covers() { # command of abc that finds a trace; sets $reached, $covered
    reached=0 covered=$(awk 'NR == 1 { print $7 + 0; exit }' "$out/$task.cover.aig" | tr -d '\000')
    [ "$covered" -gt 0 ] || return 0
    commands=
    while [ $reached -lt "$covered" ]; do
        commands="$commands read $out/$task.cover.aig; fold; cone -s -O $reached; strash; $1;"
        reached=$((reached + 1))
    done
    yosys-abc -c "$commands" >"$out/$task.cover.abc.log" 2>&1
    reached=$(grep -c -e 'was asserted in frame' -e '^SATISFIABLE' "$out/$task.cover.abc.log") || :
}

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
    printf '%s%s\n' "$2" "$([ $good = true ] || printf ' FAIL: expected %s and every cover' "$5")" |
        fold -s -w 96 | sed 's/^/    /; s/ *$//'
    [ -z "$json" ] || printf '%s{"name": "%s", "claim": "%s", "method": "%s", "result": "%s", "expected": "%s", "covers": %d, "covers_reached": %d, "seconds": %s, "pass": %s}' \
        "$([ $rows -eq 0 ] || printf ',\n  ')" "$1" "$(json_text "$2")" "$3" "$4" "$5" "${6#*/}" "${6%/*}" "$7" $good >>"$out/rows.json"
    rows=$((rows + 1))
}

is_wanted() {
    case $wanted$only in
    '  ') [ "$group" != long ] ;;
    "  $only") [ "$group" = "$only" ] ;;
    *) case $wanted in *" $task "*) ;; *) return 1 ;; esac ;;
    esac
}

run_task() {
    started=$(date +%s%N)
    case $method/$depth in
    sat/*) trace=sat ;;
    */-) trace= ;;
    *) trace="bmc3 -g -F $depth" ;;
    esac
    design assert ${trace:+cover}
    # shellcheck disable=SC2086 # a method and its depth
    method_$method
    reached=0 covered=0
    [ "$task" != direct ] || awk -f formal/scenario.awk $out/direct.assert.aim $out/direct.cex >$out/direct.scn
    [ -z "$trace" ] || covers "$trace"
    row "$task" "$claim" "$method" "$result" "$expected" "$reached/$covered" "$(seconds "$started")"
}

# formal/broken: task, file, sed commands, what they break, group. The file of the task is replaced by its broken copy.
run_broken() {
    played=
    while IFS=$tab read -r name file change why its_group; do
        task_row=$(rows $tasks | grep "^$name$tab") || { echo "formal/broken: no task $name" >&2; exit 2; }
        read_task "$task_row"
        group=${its_group:-$group}
        is_wanted || continue
        [ "$(echo "$played" | tr '|' '\n' | grep -cxF "$file")" -lt "${BREAKS:-1000}" ] || continue
        played="$played|$file"
        started=$(date +%s%N)
        copy=$out/broken/${file##*/}
        mkdir -p "$out/broken"
        sed "$change" "$file" >"$copy"
        ! cmp -s "$file" "$copy" || { echo "formal/broken: $name: no change in $file by $change" >&2; exit 2; }
        proved=$(echo " $proved " | sed "s| $file | $copy |; s/^ *//; s/ *$//")
        used=$(echo " $used " | sed "s| $file | $copy |; s/^ *//; s/ *$//")
        task=$name-broken
        design assert
        # shellcheck disable=SC2086 # a method and its depth
        method_$method
        # The induction has refused it: is the fault reached from power-up?
        [ "$result" != unknown ] || method_bounded 40
        row "$name" "$why" "$method" "$result" counterexample 0/0 "$(seconds "$started")"
    done <<END
$(rows formal/broken | awk -v seed="${SEED:-1}" -v drawn="${BREAKS:+yes}" 'BEGIN { srand(seed) }
    { print (drawn ? rand() : NR) "\t" $0 }' | sort -n | cut -f 2-)
END
}

rm -f $out/rows.json
printf '%-20s %-10s %-16s %-7s %7s\n' task method result covers seconds
if [ $broken = yes ]; then
    run_broken
else
    while read -r line; do
        read_task "$line"
        ! is_wanted || run_task
    done <<END
$(rows $tasks)
END
fi
if [ "$broken$only$wanted" = "no  " ]; then
    outside=$(formal/variants.sh)
    [ -z "$outside" ] || printf 'machines that break a bound of task flipflop, of which nothing is proved:\n%s\n' "$outside" |
        fold -s -w 96 | sed 's/ *$//'
    unread=$(for file in rtl/*/*.v; do grep -q " $file " $tasks || printf ' %s' "${file#rtl/}"; done)
    printf 'files of rtl/ that no task reads:%s\n' "$unread" | fold -s -w 96 | sed 's/ *$//'
fi
[ -z "$json" ] || { printf '{"rows": [\n  '; cat $out/rows.json; printf '\n], "failed": %d}\n' $failed; } >"$json"
[ $rows -gt 0 ] || { echo "verdict: FAIL, nothing to prove"; exit 1; }
echo "verdict: $([ $failed -eq 0 ] && echo "pass, all $rows rows as expected" || echo "FAIL, $failed of $rows rows")"
[ $failed -eq 0 ]
