#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs all tests and the timing table with the programs that count what runs in the C code, and prints a table of lines
# by folder. tools/coverage/run.sh calls it after `make` has built the programs below build/cov/tree/build. Left in
# build/cov: test.log, files.txt (one file per line) and functions.txt (one function per line).
set -eu
cd "$(dirname "$0")/../.."
out=build/cov
tree=$out/tree
for entry in *; do
    [ "$entry" = build ] || ln -sfn "../../../$entry" "$tree/$entry"
done
# Not counted: what the tests compare or install
for entry in tmr0-eval lib; do
    ln -sfn ../../../$entry $tree/build/$entry
done
rm -f $out/*.profraw

# Programs that end at the same time merge their counts into the same four files.
export LLVM_PROFILE_FILE="$PWD/$out/%4m.profraw"
$tree/build/tmr0 timing >$out/timing.txt || { tail -n 40 $out/timing.txt >&2; exit 1; }
SAN=no $tree/tools/test.sh >$out/test.log 2>&1 ||
    { tail -n 40 $out/test.log >&2; exit 1; }
llvm-profdata-14 merge -o $out/all.profdata $out/*.profraw
set -- $tree/build/tmr0 -object $tree/build/test/tmr0-test -object $tree/build/test/vector-runner \
    -instr-profile=$out/all.profdata
llvm-cov-14 report "$@" >$out/files.txt
llvm-cov-14 report "$@" -show-functions cli driver-sim measure model sim >$out/functions.txt

awk '
    function folder_of(file) { sub(/\/[^\/]*$/, "", file); return file }
    $1 ~ /\.[ch]$/ && $1 !~ /^tests\// {
        folder = folder_of($1)
        if (!(folder in lines)) order[++folders] = folder
        lines[folder] += $8
        missed[folder] += $9
    }
    END {
        print "\n## Lines of the C code\n"
        print "Counted by clang while all tests run: unit tests, scenarios, vectors, scripts and the timing table.\n"
        print "| folder | lines reached | of | % |\n|---|---|---|---|"
        for (n = 1; n <= folders; n++) {
            folder = order[n]
            share = 100 * (1 - missed[folder] / lines[folder])
            printf "| %s | %d | %d | %.1f%s |\n", folder, lines[folder] - missed[folder], lines[folder], share, share < 90 ? " **below 90**" : ""
        }
    }' $out/files.txt
