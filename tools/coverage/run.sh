#!/bin/sh
# SPDX-License-Identifier: MIT
# Which rule which vectors check, and which lines, branches and bits of the core the vectors reach. Prints the table,
# and writes it to docs/coverage.md. Called by `make coverage`. Exit status 1 if a rule has no vector, or something
# that is not reached has no reason in tools/coverage/reasons.txt.
set -eu
cd "$(dirname "$0")/../.."
out=build/cover
rm -f $out/points
for file in tests/vectors/*.txt; do
    TMR0_COVERAGE=$out/data build/tmr0-cover run "$file" >$out/log || { cat $out/log; exit 1; }
    grep -a '^C ' $out/data >>$out/points
done
rm -f $out/data $out/log
{
    awk -f tools/coverage/rules.awk tests/vectors/RULES tests/vectors/*.txt
    awk -f tools/coverage/points.awk tools/coverage/reasons.txt $out/points
} >$out/coverage.md
cat $out/coverage.md
mv $out/coverage.md docs/coverage.md
rm -f $out/points
! grep -q '^\*\*' docs/coverage.md
