#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints which vectors check which rule, which lines and branches of the RTL the vectors and scenarios reach, and which
# share of the C code all tests reach; writes the same to docs/coverage.md. Called by `make coverage`. Exit status 1 if a
# rule has no vector, if a line or branch of the RTL that is not reached has no reason in tools/coverage/reasons.txt, or
# if a folder of the C code is below 90 %.
set -eu
cd "$(dirname "$0")/../.."
out=build/cover

play() { # points, files...: plays the files and merges their points
    points=$1
    shift
    rm -rf $out/runs
    mkdir $out/runs
    for file; do
        TMR0_COVERAGE=$out/runs/${file##*/}.dat build/tmr0-cover run "$file" >$out/log || { cat $out/log; exit 1; }
    done
    verilator_coverage --write "$points" $out/runs/*.dat >/dev/null
    rm -rf $out/runs $out/log
}

play $out/vectors.dat tests/vectors/*/*.txt
play $out/scenarios.dat tests/scenarios/*/*.scn
verilator_coverage --write $out/all.dat $out/vectors.dat $out/scenarios.dat >/dev/null
{
    awk -f tools/coverage/rules.awk tests/vectors/RULES tests/vectors/*/*.txt
    awk -f tools/coverage/points.awk tools/coverage/reasons.txt $out/vectors.dat $out/all.dat
    tools/coverage/c.sh
} >$out/coverage.md
cat $out/coverage.md
mv $out/coverage.md docs/coverage.md
! grep -q '\*\*' docs/coverage.md
