#!/bin/sh
# SPDX-License-Identifier: MIT
# The table of symptoms in docs/repair.md: the dump of a row's scenario takes the place of the capture, and the row's
# command prints what the row says. Of the capture of a board without a fault it prints no such thing. Each scenario of
# tests/scenarios/repair has a row.
. tests/check.sh
# shellcheck disable=SC2016 # the page's backquotes
cell='| \[[^]]*\](\.\./\(tests[^)]*\)) | `tmr0 \([^`]*\)`: `\([^`]*\)` |$'
sed -n "s,.*$cell,\1;\2;\3,p" docs/repair.md >"$folder/rows"
cd "$folder" || exit 1

dump() { # scenario
    cp "$root/$1" board.scn
    $tmr0 run "$root/$1" --wave board.vcd >log 2>&1 || report "$1" "$(shown log)"
}
printed() { # command, text: whether the command prints it
    # shellcheck disable=SC2086 # a command line
    $tmr0 $1 >log 2>&1
    grep -qF -e "$2" log
}

while IFS=';' read -r scenario command text; do
    dump "$scenario"
    report "$scenario" "$(printed "$command" "$text" || echo "tmr0 $command: no '$text'")"
done <rows

dump tests/scenarios/board/board-read32.scn
while IFS=';' read -r scenario command text; do
    [ "$command" = 'capture board.vcd' ] || continue
    report "a board without the fault of $scenario" "$(printed "$command" 'verdict: ' || echo silent
        ! printed "$command" "$text" || echo "said '$text'")"
done <rows

for file in "$root"/tests/scenarios/repair/*.scn; do
    has "row of ${file##*/}" "$root/docs/repair.md" "${file#"$root"/}"
done
report rows "$([ "$(wc -l <rows)" -ge 15 ] || echo "$(wc -l <rows), expected 15 or more")"
exit $bad
