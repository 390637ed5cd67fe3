#!/bin/sh
# SPDX-License-Identifier: MIT
# Which mutants of the RTL and of the C model the tests detect. Prints a summary of each part that is run, and writes
# its section of build/mutation.md; the other section stays as it is. Called by `make mutate`. With JUDGE=vectors the
# vectors alone judge, as for an implementer who has nothing else; the results go to build/mutation-vectors.md.
# Usage: [JUDGE=vectors] tools/mutation/run.sh [rtl] [model]
# Exit status 1 if an undetected mutant has no reason in tools/mutation/reasons.txt.
set -eu
[ $# -gt 0 ] || { echo "tools/mutation/run.sh: nothing to change, expected PARTS=rtl, model or both" >&2; exit 2; }
cd "$(dirname "$0")/../.."
judge=${JUDGE:-all} page=mutation alone=
case $judge in
all) tests=$(echo tests/vectors/*/*.txt tests/scenarios/*/*.scn) ;;
vectors) tests=$(echo tests/vectors/*/*.txt) page=mutation-vectors alone=--alone ;;
*) echo "tools/mutation/run.sh: JUDGE=$judge, expected all or vectors" >&2; exit 2 ;;
esac
out=build/$page-report
mkdir -p $out
touch $out/rtl.md $out/model.md
for part in "$@"; do
    case $part in
    rtl) mutants=build/mutant/rtl/mutants.txt drawn=build/mutant/drawn.txt suites="random_pins timing_board" ;;
    model)
        mutants=build/mutant-model/mutants.txt drawn=build/mutant-model/drawn.txt
        suites="model_board model_checks model_interface model_save model_moves model_board_save model_time model_words random_pins"
        ;;
    esac
    [ $judge = all ] || suites=
    begin=$(date +%s)
    # shellcheck disable=SC2086 # words on purpose: alone, suites, tests
    "build/mutation-$part" $alone "$part" "$(wc -l <$mutants)" $suites $tests >$out/results.txt
    seconds=$(($(date +%s) - begin))
    awk -v part="$part" -v drawn="$(cat "$drawn")" -v judge=$judge -v list="$out/$part-all.md" -f tools/mutation/table.awk \
        tools/mutation/reasons.txt "$mutants" $out/results.txt >$out/section.md
    mv $out/section.md "$out/$part.md"
    sed -n '/^[0-9]* of/,/equivalent ones/p; /^### Undetected/,${/^|/p}' "$out/$part.md"
    echo "written: build/$page.md, part $part; $seconds s on $(nproc) cores"
done
cat $out/rtl.md $out/model.md >build/$page.md
! grep -q '\*\*' build/$page.md
