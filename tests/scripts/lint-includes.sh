#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/lint-includes.sh passes this tree, and fails on each kind of fault in a small tree made for it. One line a check:
# "NAME: pass" or "NAME: FAIL, why". Runs from the root of the tree; the exit status is 0 if all passed.
set -u
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
bad=0

check() { # name, status, text that must be printed ("": nothing is), tree
    status=0
    tools/lint-includes.sh "$4" >"$tree/printed" 2>&1 || status=$?
    if [ $status -ne "$2" ] || { [ -n "$3" ] && ! grep -qF -- "$3" "$tree/printed"; } ||
        { [ -z "$3" ] && [ -s "$tree/printed" ]; }; then
        echo "$1: FAIL, status $status, expected $2 and '$3': $(head -c 400 "$tree/printed")"
        bad=1
    else
        echo "$1: pass"
    fi
}

file() { # name, what it includes
    name=$1
    shift
    mkdir -p "$tree/$(dirname "$name")"
    for included; do echo "#include \"$included\""; done >"$tree/$name"
}

check this-tree 0 '' .
file cli/error.h
file sim/figures/data.h cli/error.h
file sim/board/board.h sim/figures/data.h cli/error.h
file sim/board/board.c board.h
file tests/unit/cli/test_error.c cli/error.h sim/board/board.h
check small-tree 0 '' "$tree"
file cli/error.c sim/figures/data.h
check upwards 1 'cli/error.c: includes sim/figures/data.h, expected none of sim/figures in cli' "$tree"
check circle-of-folders 1 'a circle of includes, expected none: ' "$tree"
rm "$tree/cli/error.c"
file sim/board/rig.h board.h
check no-circle-of-headers 0 '' "$tree"
file sim/board/board.h rig.h
check circle-of-headers 1 'a circle of includes, expected none: sim/board/board.h sim/board/rig.h' "$tree"
file sim/board/board.h ../figures/data.h
check path 1 'sim/board/board.h: includes "../figures/data.h", expected the bare name' "$tree"
file sim/board/board.h data.h
check bare-name 1 'sim/board/board.h: includes "data.h", expected the bare name' "$tree"
file sim/board/board.h sim/board/rig.h
check own-path 1 'includes "sim/board/rig.h", expected the bare name of a header beside it' "$tree"
file sim/board/board.h
file sim/new/new.c sim/board/board.h
check new-folder 1 'sim/new/new.c: in a folder that the table' "$tree"
exit $bad
