#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws FILE from two runs of build/tmr0. `make pictures` runs it.
# Usage: tools/pictures/run.sh [FILE]        (default: docs/pictures/data-read.svg)
# Exit status: 0 drawn, 1 a run, a signal or a drawing failed; the picture is then unchanged.
set -eu
cd "$(dirname "$0")/../.."
file=${1-docs/pictures/data-read.svg}
out=build/pictures
mkdir -p $out

# $1: a scenario of waves/. Writes $out/$1.log and $out/$1.rows.
rows() {
    build/tmr0 run "waves/$1.scn" --log --wave "$out/$1.fst" >"$out/$1.log"
    fst2vcd "$out/$1.fst" >"$out/$1.vcd"
    awk -v signals="mas_n mds_n board.rd_n board.cd board.o_data board.o_data_driven board.o_data_valid
                    bus_data bus_driven bus_valid" -f tools/pictures/vcd.awk "$out/$1.vcd" >"$out/$1.rows"
}

rows flipflop-read-data
rows direct-read-data
# The last violation of TAVRL: "... required 25ns [GK], observed 0ns"
tavrl=$(sed -n 's/.*violation TAVRL: required \([0-9.]*\)ns .*observed \([0-9.]*\)ns$/required = \1; observed = \2/p' \
        $out/direct-read-data.log | tail -n 1)
[ -n "$tavrl" ] || { echo "$0: no violation of TAVRL in $out/direct-read-data.log" >&2; exit 1; }
gnuplot -e "flipflop = '$out/flipflop-read-data.rows'; direct = '$out/direct-read-data.rows'; $tavrl" \
    tools/pictures/data-read.gp >$out/data-read.svg
mv $out/data-read.svg "$file"
