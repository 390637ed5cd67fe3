#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows a run in GTKWave: a scenario of waves/ by its name, or any scenario by its path. Its lines such as
# "# Mark 35790000ps MAS- falls" become marks A to Z, to which it is zoomed; without them, to what the command
# of `tmr0 run --wave` shows. `make view` calls this.
# Usage: [BUILD=no] tools/view.sh NAME|PATH
set -eu

if [ -f "waves/$1.scn" ]; then
    scenario=waves/$1.scn
elif [ -f "$1" ]; then
    scenario=$1
else
    echo "make view: expected SCENARIO=any/path.scn or one of: $(cd waves && echo *.scn | sed 's/\.scn//g')" >&2
    exit 2
fi
name=build/view/$(basename "$scenario" .scn)
[ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] || {
    echo "make view: no display, expected DISPLAY or WAYLAND_DISPLAY to be set; 'build/tmr0 run $scenario --wave ${name##*/}.fst'" \
        "writes the dump alone" >&2
    exit 2
}
tools/setup.sh view
[ "${BUILD-}" = no ] || make --no-print-directory build/tmr0
mkdir -p build/view
status=0
build/tmr0 run "$scenario" --wave "$name.fst" 2>build/view/messages || status=$?
cat build/view/messages >&2
[ $status -le 1 ] || exit $status
if ! grep -q '^# Mark ' "$scenario"; then
    eval "$(sed -n 's/^open them: //p' build/view/messages)"
    exit
fi

# The view that fits the dump, with the marks: their times after the zoom and the cursor, and rows that say what they are
grep -q 'board\.gtkw' build/view/messages && view=waves/board.gtkw || view=waves/chip.gtkw
sed -n 's/^# Mark \([0-9]*\)ps /\1 /p' "$scenario" >build/view/marks
awk -v letters=ABCDEFGHIJKLMNOPQRSTUVWXYZ '
    NR == FNR { time[FNR] = $1; $1 = ""; rows = rows "-" substr(letters, FNR, 1) " " $0 "\n"; next }
    /^\*/ {
        printf "*0 %s", time[1]
        for (n = 1; n <= length(letters); n++)
            printf " %s", n in time ? time[n] : -1
        $0 = ""
    }
    /^-(SOCKET|BUS)$/ { printf "-MARKERS\n%s", rows }
    { print }' build/view/marks "$view" >"$name.gtkw"
# A quarter of the time between them before the first and after the last
read -r TMR0_FROM TMR0_TO <<RANGE
$(sort -n build/view/marks | awk 'NR == 1 { first = $1 } { room = ($1 - first) / 4 } END { printf "%.0f %.0f\n", first - room, $1 + room }')
RANGE
export TMR0_FROM TMR0_TO
gtkwave --rcvar 'scale_to_time_dimension n' -S waves/zoom.tcl "$name.fst" "$name.gtkw"
