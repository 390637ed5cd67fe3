#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks what keeps the house small: at most 19 folders at the top, and no HTML in C. Prints "FILE: what, expected
# what". Runs on the tracked files.
set -eu
cd "$(dirname "$0")/.."
tags=$(mktemp)
trap 'rm "$tags"' EXIT
[ -e .git ] || exit 0
bad=0
folders=$(git ls-files | sed -n 's,/.*,,p' | sort -u | grep -cv '^\.')
[ "$folders" -le 19 ] || { echo "$folders folders at the top, expected at most 19"; bad=1; }
# A C string with a tag: these files write or look for SVG and XML, and tests look for tags.
writes_tags() {
    case $1 in
    sim/diagram/diagram_svg.c | measure/cli/histogram.c | pages/gnuplot.c) : SVG ;;
    sim/command/run_junit.c) : 'JUnit XML' ;;
    tests/* | measure/tests/*) : tests ;;
    *) return 1 ;;
    esac
}
# FILE TAG of each; a file may be deleted but tracked
git ls-files '*.c' '*.h' '*.cpp' | xargs grep -soHE '"([^"\\]|\\.)*"' |
    sed -nE 's,^([^:]*):.*(</?[a-zA-Z!][a-z0-9]*>?).*,\1 \2,p' | sort -u >"$tags"
while read -r file tag; do
    writes_tags "$file" || { echo "$file: HTML in a C string, $tag, expected it in a file of pages/"; bad=1; }
done <"$tags"
exit $bad
