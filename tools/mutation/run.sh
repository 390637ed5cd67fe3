#!/bin/sh
# SPDX-License-Identifier: MIT
# Which mutants of the RTL and of the C model the tests detect. Prints a summary of each part that is run, and writes
# its section of docs/mutation.md; the other section stays as it is. Called by `make mutate`.
# Usage: tools/mutation/run.sh [rtl] [model]
# Exit status 1 if an undetected mutant has no reason in tools/mutation/reasons.txt.
set -eu
cd "$(dirname "$0")/../.."
out=build/mutation-report
mkdir -p $out
sed '/^## C model/,$d' docs/mutation.md >$out/rtl.md
sed -n '/^## C model/,$p' docs/mutation.md >$out/model.md
for part in "$@"; do
    case $part in
    rtl) mutants=build/mutant/rtl/mutants.txt drawn=build/mutant/drawn.txt suites="random_pins timing_board" ;;
    model)
        mutants=build/mutant-model/mutants.txt drawn=build/mutant-model/drawn.txt
        suites="model_board model_board_checks model_checks model_interface model_rules random_pins"
        ;;
    esac
    begin=$(date +%s)
    # shellcheck disable=SC2086 # words on purpose: suites
    "build/mutation-$part" "$part" "$(wc -l <$mutants)" $suites tests/vectors/*/*.txt tests/scenarios/*/*.scn >$out/results.txt
    seconds=$(($(date +%s) - begin))
    awk -v part="$part" -v drawn="$(cat "$drawn")" -v list="$out/$part-all.md" -f tools/mutation/report.awk \
        tools/mutation/reasons.txt "$mutants" $out/results.txt >$out/section.md
    mv $out/section.md "$out/$part.md"
    sed -n '/^[0-9]* of/,/equivalent ones/p; /^### Undetected/,${/^|/p}' "$out/$part.md"
    echo "written: docs/mutation.md, part $part; $seconds s on $(nproc) cores"
done
cat $out/rtl.md $out/model.md >$out/mutation.md
mv $out/mutation.md docs/mutation.md
! grep -q '\*\*' docs/mutation.md
