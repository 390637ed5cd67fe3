#!/bin/sh
# SPDX-License-Identifier: MIT
# The table of symptoms in docs/repair.md: the dump of a row's scenario takes the place of the capture, and the row's
# command prints what the row says. Of the capture of a board without a fault it prints no such thing. Each scenario of
# tests/scenarios/repair has a row. Last, each as a run and as captures at chip and socket, sampled at 500 MHz.
. tests/check.sh
# shellcheck disable=SC2016 # the page's backquotes
cell='| \[[^]]*\](\.\./\(tests[^)]*\)) | `tmr0 \([^`]*\)`: `\([^`]*\)` |$'
sed -n "s,.*$cell,\1;\2;\3,p" docs/repair.md >"$folder/rows"
cd "$folder" || exit 1

dump() { # scenario: played once
    kept=${1##*/}
    [ -e "$kept.vcd" ] || $tmr0 run "$root/$1" --wave "$kept.vcd" --log >"$kept.log" 2>&1 || report "$1" "$(shown "$kept.log")"
    cp "$root/$1" board.scn
    ln -f "$kept.vcd" board.vcd
    cp "$kept.log" log
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

# What the run's log has; notes and verdict of the capture at the chip; at the socket. Or why none of them shows it
silent='it acquits the chip and the bus, not the driver'
at500() { # place, options: the last lines of the capture
    python3 "$root/tests/capture/analyser.py" board.vcd at500.vcd --rate 500e6 --at "$1"
    # shellcheck disable=SC2086 # options
    $tmr0 capture at500.vcd --quiet --at $1 $2 2>&1 | sed -n '/note,\|verdict: /,$p' | tr -s ' \n' ' ' >log
}
while IFS='|' read -r scenario run chip socket; do
    [ "${scenario#\#}" = "$scenario" ] || continue
    file=$(sed -n "s,;.*,,; /$scenario.scn/p" rows | head -n 1)
    dump "$file"
    report "run-$scenario" "$(grep -qF -e "$run" log || shown log)"
    at500 chip ''
    report "chip-$scenario" "$(grep -qF -e "${chip:-$silent}" log || shown log)"
    [ "$socket" ] || continue
    machine=$(sed -n 's/^machine //p' board.scn)
    at500 socket "--machine ${machine:-sun3-60}"
    report "socket-$scenario" "$(grep -qF -e "$socket" log || shown log)"
done <<'END'
save-one-by-one|saved by two commands|saved by two commands|saved by two commands
lost-arm|TWHWL|certainly violated: TWHWL|certainly violated: TWHWL
no-strobe-on-read|nothing drove the bus|RD- never fell|MAS- never fell in a read
reads-ff|HOST_READ|certainly violated: TRLRH|TRLRH, TWLWH; certainly violated with the slowest parts: HOST_READ
no-select|FF_UNKNOWN|capture from the reset on|capture from the reset on
fails-warm|TWHDX|certainly violated: TWHDX|TWHDX
old-pointer|without a data pointer command|without a data pointer command|without a data pointer command
stale-read|TWHRL|certainly violated: TWHRL|certainly violated: TWHRL
half-rate|X2 period 500ns|X2 as captured, 2.000000 MHz|
twice-rate|TCHCH|certainly violated: TCHCH|
# With so few reads the translator is not known at the socket
direct|TAVRL|certainly violated: TAVRL|MAS- never fell in a read
no-mds|FF_SHORT||FF_SHORT
# No rule says what is read where nothing drives D3
no-pull-up|r 0 = 0xf7, nothing drove the bus||1 of 1 registers agree
# The carry is inside the chip
torn-save|the count may be off by one||
# Each access is legal: two programs' mixed ones are those of one
two-readers|pass||4 of 4 registers agree
# OUT is right by the model, whatever the driver wanted; no register is read
out-inverted|access 2, line 5: cmd 0xe9|RD- never fell|
choice-toggle-flip-flop|pass|RD- never fell|
END

for file in "$root"/tests/scenarios/repair/*.scn; do
    has "row of ${file##*/}" "$root/docs/repair.md" "${file#"$root"/}"
done
report rows "$([ "$(wc -l <rows)" -ge 15 ] || echo "$(wc -l <rows), expected 15 or more")"
exit $bad
