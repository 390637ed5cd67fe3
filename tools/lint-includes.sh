#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks who includes whom. Fails on an include that the table below does not allow, on a relation of the table that no
# file uses, on an include that is found neither beside the file nor from the root, and on a circle between folders or
# between headers. With archives of objects it also fails on a circle of calls between files, except those of model/.
# Also fails on more than 19 folders at the top, and on HTML in a C string. Prints "FILE: what, expected what", or without FILE.
# Usage: tools/lint-includes.sh [ROOT [ARCHIVE...]]        (default: the tree that holds this script)
set -eu
cd "${1-$(dirname "$0")/..}"
[ $# -eq 0 ] || shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A folder and the folders that its files may include besides their own; * for all. The direction is
# sim/command -> the rooms of its questions -> sim/language, sim/workstation -> sim/board -> sim/figures -> cli.
cat >"$work/table" <<'TABLE'
cli
pages                    cli
pages/web                sim/command sim/language sim/figures cli
model
model/example            model
measure
driver-sim
measure/experiments      measure cli pages
measure/cli              measure/experiments measure cli pages
measure/tests            tests measure/cli measure/experiments measure cli
sim/figures              cli
sim/board                sim/figures cli model
sim/language             sim/board sim/figures cli
sim/diagram              sim/language cli pages
sim/workstation          sim/m68k sim/board sim/figures cli driver-sim
sim/m68k                 sim/figures cli
include
examples
sim/explore              sim/workstation sim/board cli model driver-sim
sim/sweep                measure sim/workstation sim/figures cli pages
sim/capture              measure sim/board sim/figures cli model
sim/experiments          measure/experiments measure sim/workstation sim/board cli driver-sim
sim/command              sim/capture sim/experiments sim/sweep sim/explore sim/diagram sim/language sim/workstation sim/board sim/figures cli pages model measure/cli
tests                    cli
tests/bench              *
tests/fuzz               *
tests/unit               *
tests/m68k               *
tools/mutation           *
TABLE
# Headers found on other paths, and the folders that they count as: those that make writes below build/gen, and the
# installed one that the example of libam9513 includes
cat >"$work/made" <<'MADE'
records.h        sim/figures
page_templates.h pages
language.h       sim/command
am9513.h         model
MADE

find . -name build -prune -o -name .git -prune -o \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.def' \) -print | cut -c3- | sort >"$work/files"
# Those that are checked: in a git work tree the tracked ones
if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
    git ls-files | LC_ALL=C sort >"$work/tracked"
    LC_ALL=C sort "$work/files" | LC_ALL=C comm -12 - "$work/tracked" >"$work/checked"
else
    cp "$work/files" "$work/checked"
fi
# FILE INCLUDED, as it is written
xargs awk -F'"' '/^[ \t]*#[ \t]*include[ \t]*"/ { print FILENAME, $2 }' <"$work/checked" >"$work/includes"

# Prints what is wrong to standard output, FILE INCLUDED to the file edges and FOLDER FOLDER to the file folders.
awk -v work="$work" '
function folder(file) { return file ~ /\// ? substr(file, 1, match(file, /\/[^\/]*$/) - 1) : "." }
# The longest folder of the table that holds this one: tests/unit speaks for tests/unit/cli.
function row(name) {
    while (!(name in may) && name ~ /\//)
        name = folder(name)
    return name
}
FILENAME == work "/table" { for (n = 2; n <= NF; n++) allowed[$1, $n] = 1; may[$1] = 1; next }
FILENAME == work "/made" { made[$1] = $2; next }
FILENAME == work "/files" { there[$1] = 1; next }
{
    from = folder($1); beside = from "/" $2
    if (beside in there) next_file = beside
    else if ($2 ~ /\// && $2 in there) next_file = $2
    else if ($2 in made) next_file = made[$2] "/" $2
    else {
        print $1 ": includes \"" $2 "\", expected the bare name of a header beside it or a path from the root"
        next
    }
    print $1, next_file >work "/edges"
    to = folder(next_file)
    if (from == to) {
        if ($2 ~ /\//)
            print $1 ": includes \"" $2 "\", expected the bare name of a header beside it"
        next
    }
    from = row(from); to = row(to)
    if (from == to)
        next
    print from, to >work "/folders"
    used[from, to] = 1
    if (!(from in may))
        print $1 ": in a folder that the table of tools/lint-includes.sh does not have, expected a row for " folder($1)
    else if (!((from, to) in allowed) && !((from, "*") in allowed))
        print $1 ": includes " next_file ", expected none of " to " in " from
}
END {
    for (pair in allowed)
        if (!(pair in used) && pair !~ /\*/ && split(pair, part, SUBSEP))
            print "tools/lint-includes.sh: allows " part[1] " to include " part[2] ", expected only what a file does"
}' "$work/table" "$work/made" "$work/files" "$work/includes" >"$work/wrong"
cat "$work/wrong"

# User and definer of each name. The two-file form of model/ answers its circles; Verilator's runtime is not ours.
[ $# -eq 0 ] || nm -A -g "$@" | awk '
{ split($1, at, ":"); file = at[1] ":" at[2] }
at[2] ~ /^(am9513|verilated)/ { next }
$2 == "U" { use[file, $3] = 1 }
$2 ~ /^[TDBRC]$/ { of[$3] = file }
END {
    for (pair in use) {
        split(pair, part, SUBSEP)
        if (part[2] in of && of[part[2]] != part[1])
            print part[1], of[part[2]]
    }
}' >"$work/calls"

# Files that write or look for SVG or XML, and tests, which look for tags
cat >"$work/tagged" <<'TAGGED'
^sim/diagram/diagram_svg\.c$
^measure/cli/histogram\.c$
^pages/gnuplot\.c$
^sim/command/run_junit\.c$
^tests/
^measure/tests/
TAGGED
grep -vf "$work/tagged" "$work/checked" | xargs grep -soHE '"([^"\\]|\\.)*"' |
    sed -nE 's,^([^:]*):.*(</?[a-zA-Z!][a-z0-9]*>?).*,\1: HTML in a C string\, \2\, expected it in a file of pages/,p' |
    sort -u | tee -a "$work/wrong"
folders=$([ ! -e "$work/tracked" ] || sed -n 's,/.*,,p' "$work/tracked" | sort -u | grep -cv '^\.')
[ "${folders:-0}" -le 19 ] || echo "$folders folders at the top, expected at most 19" | tee -a "$work/wrong"

touch "$work/edges" "$work/folders" "$work/calls"
for what in folders edges calls; do
    if ! tsort "$work/$what" >/dev/null 2>"$work/loop"; then
        echo "lint-includes: a circle of $([ $what = calls ] && echo calls || echo includes), expected none: $(sed -n 's/^tsort: //p' "$work/loop" | grep -v ' loop:' | tr '\n' ' ')"
        echo circle >>"$work/wrong"
    fi
done
[ ! -s "$work/wrong" ]
