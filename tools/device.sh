#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints what am9513a_device needs of the parts: the words on i_fig for each part and corner, as the simulator reads
# them from parts/, a counter and a report for each check of the chip.
# Usage: tools/device.sh PART...
set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

echo '// Made by tools/device.sh from parts/ and sim/figures/figures.def'
echo '`define DEVICE_FIGURES(PART, CORNER) ( \'
for part; do
    number=0
    for corner in min typ max; do
        printf 'target chip\npart %s\ncorner %s\nwait 1us\n' "$part" "$corner" >"$dir/part.scn"
        build/tmr0 run --quiet --calls "$dir/calls" "$dir/part.scn" >"$dir/log" || { cat "$dir/log" >&2; exit 1; }
        awk -v part="$part" -v number="$number" '
            $1 == "F" { value[$2] = $3; if ($2 + 0 > last) last = $2 + 0 }
            END {
                printf "    PART == \"%s\" && CORNER == %d ? {", part, number
                for (n = last; n >= 0; n--)
                    printf "%s32'\''d%.0f", n < last ? ", " : "", value[n] < 0 ? value[n] + 4294967296 : value[n]
                print "} : \\"
            }' "$dir/calls"
        number=$((number + 1))
    done
done
echo '    0)'
printf '`define DEVICE_PARTS "'
printf '%s ' "$@" | sed 's/ $//; s/ / or /g'
echo '"'
# Count and report of each check, by the path of its record
for define in COUNTERS CHECKS; do
    printf '`define DEVICE_%s \\\n' $define
    awk -F '[(,)] *' -v define=$define '/^CHECK\(/ && $(NF - 1) ~ /^board\.chip\./ {
        path = $(NF - 1)
        sub(/^board\.chip\./, "", path)
        if (define == "COUNTERS")
            printf "    reg [31:0] %s = 0; \\\n", $2
        else
            printf "    `DEVICE_CHECK(%s, \"%s\", %d, %s) \\\n", $2, $2, / NOTE, /, path
    }' sim/figures/figures.def
    echo
done
