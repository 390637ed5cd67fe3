#!/bin/sh
# SPDX-License-Identifier: MIT
# Each signal of the GTKWave save files in waves/ is in a dump, and the check reports one that is not. At each mark of a
# scenario of waves/ something moves.
. tests/check.sh

dump() { # scenario, file
    "$tmr0" run "$1" --wave "$2" >"$folder/output" 2>&1 || report "$1" "$(shown "$folder/output")"
}
view() { # name, save file, its signals that are not in the dump
    fst2vcd "$folder/dump.fst" 2>/dev/null | sed '/^\$enddefinitions/q' | awk '
        /^\$scope/ { path = path $3 "." }
        /^\$upscope/ { sub(/[^.]*\.$/, "", path) }
        /^\$var/ { print path $5 ($6 == "$end" ? "" : $6) }' >"$folder/present"
    report "$1-signals" "$(grep -q '^+{' "$2" || echo none)"
    same "$1" "$(sed -n 's/^+{[^}]*} //p' "$2" | grep -vxF -f "$folder/present")" "$3"
}
dump tests/scenarios/chip/chip-out-times-typ.scn "$folder/dump.fst"
view chip waves/chip.gtkw ''
dump waves/flipflop-read-data.scn "$folder/dump.fst"
view board waves/board.gtkw ''
view m68k waves/m68k.gtkw ''
sed 's/\.board\.x2$/.board.x3/' waves/board.gtkw >"$folder/view.gtkw"
view lost "$folder/view.gtkw" top.tmr0_top.board.x3

still() { # scenario: its marks that are at no time of dump.vcd, where nothing moves then
    sed -n 's/^# Mark \([0-9]*\)ps .*/#\1/p' "$1" >"$folder/marks"
    grep -vxF -f "$folder/times" "$folder/marks"
}
for scenario in waves/*.scn; do
    dump "$scenario" "$folder/dump.vcd"
    grep '^#' "$folder/dump.vcd" >"$folder/times"
    report "marks of $scenario" "$(still "$scenario")"
done
# Each mark of the last one is seen to be still when it is moved to 3 ps after a nanosecond
sed 's/^\(# Mark [0-9]*\)[0-9]ps/\13ps/' "$scenario" >"$folder/moved.scn"
same 'marks at other times' "$(still "$folder/moved.scn" | wc -l)" "$(grep -c '^# Mark' "$scenario")"
exit $bad
