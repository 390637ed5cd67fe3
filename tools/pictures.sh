#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the pictures of docs/pictures/ from runs of the programs: the same read of the data port by each of the two strobe
# translators, for the same time; the waveform of docs/first-hour.md; the drawings of experiments that
# measure/docs/measuring.md shows. `make pictures` runs it.
# Usage: tools/pictures.sh [FOLDER]        (default: docs/pictures)
# Exit status: 0 drawn, else that of the run that failed; its picture is then unchanged.
set -eu
cd "$(dirname "$0")/.."
folder=${1-docs/pictures}
mkdir -p "$folder"

draw() { # scenario of waves/, from, to
    build/tmr0 run "waves/$1.scn" --diagram "$folder/$1.svg" --from "$2" --to "$3" >/dev/null
}

draw flipflop-read-data 35.56us 36.31us
draw direct-read-data 23.2us 23.95us

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(page=$PWD/docs/first-hour.md blocks=$PWD/tests/blocks.awk && cd "$work" && awk -f "$blocks" "$page")
(tmr0=$PWD/build/tmr0 && cd "$work" && "$tmr0" run step.scn --diagram step.svg --from 15us >/dev/null)
cp "$work/step.svg" "$folder/first-hour-step.svg"

experiment() { # program, name, drawings
    program=$1 name=$2
    shift 2
    $program "$name" --quick --out "$work" >/dev/null
    for drawing; do
        cp "$work/$name-$drawing.svg" "$folder/$name-$drawing.svg"
    done
}

experiment 'build/tmr0-measure experiment' danzig-fig2 repetitions
experiment 'build/tmr0-measure experiment' krutar-tick gcd
experiment 'build/tmr0-measure experiment' krutar-fit excess
experiment 'build/tmr0-measure experiment' tsc-skew bounds
experiment build/test/measure-proofs race ten-minutes
