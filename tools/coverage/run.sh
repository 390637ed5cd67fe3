#!/bin/sh
# SPDX-License-Identifier: MIT
# Which rule which vectors check, which lines, branches and bits of the core are reached by the vectors and by the
# scenarios that play with the effects of violations on, and which lines and branches of what stands around the core by
# all of them. Prints the table, and writes it to docs/coverage.md. Called by
# `make coverage`. Exit status 1 if a rule has no vector, or something that is not reached has no reason in
# tools/coverage/reasons.txt.
set -eu
cd "$(dirname "$0")/../.."
out=build/cover

play() { # points, files...: what they reach
    points=$1
    shift
    rm -f "$points"
    for file; do
        TMR0_COVERAGE=$out/data build/tmr0-cover run "$file" >$out/log || { cat $out/log; exit 1; }
        grep -a '^C ' $out/data >>"$points"
    done
    rm -f $out/data $out/log
}

effects=$(grep -l '^effects on' tests/scenarios/*/*.scn | tr '\n' ' ')
others=$(grep -L '^effects on' tests/scenarios/*/*.scn | tr '\n' ' ')
play $out/vectors.points tests/vectors/*/*.txt
# shellcheck disable=SC2086 # names without blanks
play $out/effects.points $effects
# shellcheck disable=SC2086
play $out/others.points $others
{
    awk -f tools/coverage/rules.awk tests/vectors/RULES tests/vectors/*/*.txt
    awk -v effects="$effects" -f tools/coverage/points.awk tools/coverage/reasons.txt $out/vectors.points $out/effects.points $out/others.points
} >$out/coverage.md
cat $out/coverage.md
mv $out/coverage.md docs/coverage.md
rm -f $out/*.points
! grep -q '\*\*' docs/coverage.md
