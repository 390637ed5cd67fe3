#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints libam9513 as one C file: each file of model/*.c, and where it is first included each header but am9513.h.
# A program then needs that file and am9513.h; one that uses am9513_checks.h or am9513_board.h needs these too.
# Usage: tools/amalgamate.sh VERSION >am9513.c
set -eu
cd "$(dirname "$0")/../model"
awk -v version="$1" '
function paste(file,    line, word) {
    print "\n/* ======== " file " */"
    while ((getline line < file) > 0)
        if (split(line, word, "\"") < 2 || word[1] != "#include ")
            print line
        else if (!pasted[word[2]]++)
            paste(word[2])
}
BEGIN {
    print "/* SPDX-License-Identifier: MIT"
    print " * libam9513 " version " in one file, made by tools/amalgamate.sh of the tmr0 project from the files named below. */"
    print "#include \"am9513.h\""
    pasted["am9513.h"] = 1
    for (n = 1; n < ARGC; n++)
        paste(ARGV[n])
}' am9513*.c
