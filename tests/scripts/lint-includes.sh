#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/lint-includes.sh and tools/lint-house.sh pass this tree, and fail on each kind of fault in a small tree made for it.
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
calls() { # name, another name that it calls
    echo "void $2(void); void $1(void); void $1(void) { $2(); }" >"$folder/$1.c"
    clang -c -o "$folder/$1.o" "$folder/$1.c"
}
calls run step && calls step stop && calls stop stop
check no-circle-of-calls 0 '' "ar rc $folder/calls.a $folder/*.o && $lint $folder calls.a"
calls stop run
check circle-of-calls 1 'a circle of calls, expected none: ' "ar rc $folder/calls.a $folder/*.o && $lint $folder calls.a"
rm "$folder"/*.c "$folder"/*.o
file sim/new/new.c sim/board/board.h
check new-folder 1 'sim/new/new.c: in a folder that the table' $lint "$folder"
if have git git; then
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

    house=tools/lint-house.sh
    check house 0 '' $house
    source() { # name, a line
        mkdir -p "$folder/$(dirname "$1")"
        echo "$2" >"$folder/$1"
        git -C "$folder" add "$1"
    }
    source cli/page.c 'bool less = strcmp("a", b) < 0 && n <most; /* <p>, a comment */'
    check no-tag 0 '' $house "$folder"
    source cli/page.c '(void)fprintf(f, "%s</td>", text);'
    check tag 1 'cli/page.c: HTML in a C string, </td>, expected it in a file of pages/' $house "$folder"
    source cli/page.c '(void)fputs("\"a\" <p>", f);'
    check tag-after-quotes 1 'cli/page.c: HTML in a C string, <p>,' $house "$folder"
    source cli/page.c '(void)fputs("", f);'
    source sim/diagram/diagram_svg.c '(void)fputs("<text/>", f);'
    check svg 0 '' $house "$folder"
    seq 601 | sed 's/.*/;/' >"$folder/cli/page.c"
    check long 1 'cli/page.c: 601 lines, expected at most 600' $house "$folder"
fi
exit $bad
