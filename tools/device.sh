#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints what am9513a_device and timer_board_device need of the parts: the words on i_fig for each chip, PAL and corner,
# as the simulator reads them from parts/, and a counter and a report for each check.
# Usage: tools/device.sh "CHIP..." "PAL..."
set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp -rL parts machines "$dir"
number() { sed -n "s/^.define FIG_$1 //p" build/gen/figures.vh; }

# the macro's parameter, name of the part, settings, numbers of its words (none: all): a line of the macro for each corner
words() {
    corner=0
    for name in min typ max; do
        printf '%s\ncorner %s\nwait 1us\n' "$3" $name >"$dir/part.scn"
        build/tmr0 run --quiet --data "$dir" --calls "$dir/calls" "$dir/part.scn" >"$dir/log" ||
            { cat "$dir/log" >&2; exit 1; }
        awk -v part="$2" -v parameter="$1" -v corner=$corner -v own=" $4 " '
            $1 == "F" && (own == "  " || index(own, " " $2 " ")) { value[$2] = $3 }
            $1 == "F" { words++ }
            END {
                printf "    %s == \"%s\" && CORNER == %d ? {", parameter, part, corner
                for (n = words - 1; n >= 0; n--)
                    printf "32'\''d%.0f%s", value[n] < 0 ? value[n] + 4294967296 : value[n], (n ? ", " : "")
                print "} : \\"
            }' "$dir/calls"
        corner=$((corner + 1))
    done
}
names() { # macro, parts
    printf '    0)\n`define %s "%s"\n' "$1" "$(echo "$2" | sed 's/ / or /g')"
}

echo '// Made by tools/device.sh from parts/ and sim/figures/figures.def'
echo '`define DEVICE_FIGURES(PART, CORNER) ( \'
for chip in $1; do
    words PART "$chip" "target chip
part $chip" ""
done
names DEVICE_PARTS "$1"
echo '`define DEVICE_PAL(PAL, CORNER) ( \'
for pal in $2; do
    words PAL "$pal" "pal-part $pal" "$(number PAL_TPD) $(number PAL_SKEW)"
done
names DEVICE_PALS "$2"

# Count and report of each check, by the path of its record: of the chip at CHIP, of the board around it
checks() { # macro, path of the records, path in the macro, text with SYMBOL, NOTE and RECORD
    printf '`define %s \\\n' "$1"
    awk -F '[(,)] *' -v path="$2" -v at="$3" -v text="$4" '/^CHECK\(/ && index($(NF - 1), path) == 1 {
        line = text
        sub(/RECORD/, at substr($(NF - 1), length(path) + 1), line)
        sub(/NOTE/, / NOTE, / ? 1 : 0, line)
        gsub(/SYMBOL/, $2, line)
        print "    " line " \\"
    }' sim/figures/figures.def
    echo
}
counter='reg [31:0] SYMBOL = 0;' check='`DEVICE_CHECK(SYMBOL, "SYMBOL", NOTE, RECORD)'
checks DEVICE_COUNTERS board.chip. '' "$counter"
checks 'DEVICE_CHECKS(CHIP)' board.chip. CHIP. "$check"
checks BOARD_COUNTERS board.flipflop. '' "$counter"
checks BOARD_CHECKS board.flipflop. board.flipflop. "$check"
