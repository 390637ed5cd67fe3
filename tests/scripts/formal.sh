#!/bin/sh
# SPDX-License-Identifier: MIT
# The quick tasks of formal/run.sh, at least one of each method, end as expected (`make formal` and `make formal-long`
# play all), a broken module gives a counterexample, and wrong usage and missing programs are reported.
set -e
cd "$(dirname "$0")/../.."
. tests/check.sh
have yosys yosys || exit $bad
check "quick proofs" 0 "verdict: pass" formal/run.sh --quick --json "'$folder/quick.json'"
report "width" "$(printf '%s' "$said" | awk 'length > 100')"
check json 0 True python3 -c "\"import json; rows = json.load(open('$folder/quick.json'))['rows']; print(bool(rows) and all(row['pass'] for row in rows))\""
check "the counterexample on the simulator" 0 "pass" "$tmr0" run build/formal/direct.scn
check "a broken flip-flop" 0 "verdict: pass, all 1 rows" formal/run.sh --broken flipflop-selects
check "a named task of another group" 0 "verdict: pass, all 1 rows" formal/run.sh --long not-inductive
check "a task that nothing breaks" 1 "verdict: FAIL, nothing to prove" formal/run.sh --broken direct
check "no such task" 2 "no task nothing" formal/run.sh nothing
check "no such option" 2 "usage:" formal/run.sh --fast
# The table of docs/formal.md has the bounds of formal/tasks, which are in units of 5 ns
bounds=$(awk -F ' +[|] +' '/^flipflop / {
    n = split($5, bound, " ")
    for (i = 2; i <= n; i++) { sub(/.*=/, "", bound[i]); printf "%d ", 5 * bound[i] } }' formal/tasks)
same "bounds of docs/formal.md" "$(awk -F ' +[|] +' '/^$/ { table = 0 }
    table { printf "%d ", $2 }
    /^\|---\|---\|---\|/ { table = 1 }' docs/formal.md)" "$bounds"
check "bounds, wrong usage" 2 "usage:" formal/bounds.sh --fast
# The machines whose figures break these bounds are those that docs/formal.md names
same "machines outside the bounds" "$(formal/variants.sh | sed 's/: .*//' | xargs)" \
    "sun3-140:drawn sun3-150:drawn sun3-160:drawn sun3-75:drawn"
mkdir "$folder/bin"
ln -s "$(command -v sh)" "$(command -v dirname)" "$folder/bin"
check "no yosys" 2 "expected the Debian package yosys" "PATH='$folder/bin' formal/run.sh"
exit $bad
