#!/bin/sh
# SPDX-License-Identifier: MIT
# Which mutants of the RTL the vectors and scenarios detect. Prints a summary, writes docs/mutation.md. Called by
# `make mutate`. Exit status 1 if an undetected one has no reason in tools/mutation/reasons.txt.
set -eu
cd "$(dirname "$0")/../.."
out=build/mutant
mutants=$(wc -l <$out/rtl/mutants.txt)
begin=$(date +%s)
build/mutation "$mutants" tests/vectors/*/*.txt tests/scenarios/*/*.scn >$out/results.txt
seconds=$(($(date +%s) - begin))
awk -v drawn="$(cat $out/drawn.txt)" -v list=$out/all.md -f tools/mutation/report.awk \
    tools/mutation/reasons.txt $out/rtl/mutants.txt $out/results.txt >$out/mutation.md
mv $out/mutation.md docs/mutation.md
sed -n '/^[0-9]* of/,/^Elsewhere/p; /^## Undetected/,${/^|/p}' docs/mutation.md
echo "written: docs/mutation.md; $seconds s on $(nproc) cores"
! grep -q '\*\*' docs/mutation.md
