#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the pictures of docs/pictures/ from runs of build/tmr0: the same read of the data port by each of the two strobe
# translators, for the same time. `make pictures` runs it.
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
