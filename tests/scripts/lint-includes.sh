#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/lint-includes.sh passes this tree, and fails on each kind of fault in a small tree made for it.
set -u
. tests/check.sh
lint=tools/lint-includes.sh

file() { # name, what it includes
    name=$1
    shift
    mkdir -p "$folder/$(dirname "$name")"
    for included; do echo "#include \"$included\""; done >"$folder/$name"
}

check this-tree 0 '' $lint .
file cli/error.h
file sim/figures/data.h cli/error.h
file sim/board/board.h sim/figures/data.h cli/error.h
file sim/board/board.c board.h
file tests/unit/cli/test_error.c cli/error.h sim/board/board.h
check small-tree 0 '' $lint "$folder"
file cli/error.c sim/figures/data.h
check upwards 1 'cli/error.c: includes sim/figures/data.h, expected none of sim/figures in cli' $lint "$folder"
check circle-of-folders 1 'a circle of includes, expected none: ' $lint "$folder"
rm "$folder/cli/error.c"
file sim/board/rig.h board.h
check no-circle-of-headers 0 '' $lint "$folder"
file sim/board/board.h rig.h
check circle-of-headers 1 'a circle of includes, expected none: sim/board/board.h sim/board/rig.h' $lint "$folder"
file sim/board/board.h ../figures/data.h
check path 1 'sim/board/board.h: includes "../figures/data.h", expected the bare name' $lint "$folder"
file sim/board/board.h data.h
check bare-name 1 'sim/board/board.h: includes "data.h", expected the bare name' $lint "$folder"
file sim/board/board.h sim/board/rig.h
check own-path 1 'includes "sim/board/rig.h", expected the bare name of a header beside it' $lint "$folder"
file sim/board/board.h
file sim/new/new.c sim/board/board.h
check new-folder 1 'sim/new/new.c: in a folder that the table' $lint "$folder"
if command -v git >/dev/null; then
    git -C "$folder" init -q
    git -C "$folder" add cli sim/figures sim/board tests
    check untracked 0 '' $lint "$folder"
    file sim/board/rig.c sim/new/new.h
    : >"$folder/sim/new/new.h"
    git -C "$folder" add sim/board
    check tracked-to-untracked 1 'sim/board/rig.c: includes sim/new/new.h, expected none of sim in sim/board' $lint "$folder"
    git -C "$folder" rm -qf sim/board/rig.c
    git -C "$folder" add sim/new
    check tracked 1 'sim/new/new.c: in a folder that the table' $lint "$folder"
    rm "$folder/sim/new/new.c"
    check tracked-missing 0 '' $lint "$folder"
else
    echo "tracked files: not checked, git is not installed"
fi
exit $bad
