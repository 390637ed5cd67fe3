#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays what the report of bus timing shows, and makes the page: the table of all machines, a diagram of each of its
# rows, a grid of two figures, random delays on three machines, limits of five figures. `make report` runs it.
# Usage: tools/report.sh [FOLDER]        (default: build/report)
set -eu
cd "$(dirname "$0")/.."
folder=${1-build/report}
rm -rf "$folder"
mkdir -p "$folder"

said() { # command line: quiet unless it fails for another reason than its verdict
    status=0
    "$@" >"$folder/said" 2>&1 || status=$?
    [ $status -le 1 ] || { cat "$folder/said" >&2; exit $status; }
}

said build/tmr0 timing --json "$folder/timing.json"
sed -n '/^machine /,/^$/s/^\([a-z][^ ]*\) .*/\1/p' "$folder/said" | sed 1d | sort -u >"$folder/machines"
while read -r machine; do
    for pal in flipflop direct; do
        for corner in max min; do
            name=$folder/run-$(echo "$machine" | tr : -)-$pal-$corner
            said build/tmr0 run waves/$pal-read-data.scn --machine "$machine" --corner $corner \
                --json "$name.json" --diagram "$name.svg"
        done
    done
done <"$folder/machines"

said build/tmr0 sweep --machine sun3-60 --vary machine.strobe_hold=20ns..80ns/1ns --vary pal.pal_tpd=0ns..35ns/1ns \
    --out "$folder/sweep-shmoo"
for machine in sun3-60 sun3-160:window sun4-260:w4; do
    said build/tmr0 sweep --machine $machine --random 5000 --out "$folder/sweep-$(echo $machine | tr : -)"
done
said build/tmr0 sweep --limit machine.control_strobe_read --limit machine.strobe_hold --limit pal.pal_tpd \
    --limit part.TRLQV --limit osc --pal flipflop --json "$folder/limits.json"
rm "$folder/said" "$folder/machines"
build/tmr0 report --out "$folder/index.html" "$folder"/timing.json "$folder"/sweep-* "$folder"/limits.json "$folder"/run-*.json
