#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that each signal of a GTKWave save file is in a dump, and prints each one that is not.
# Usage: tools/check-view.sh VIEW.gtkw DUMP.fst
# Exit status: 0 all signals are there, 1 one is not or the view has none, 2 wrong usage.
set -eu
[ $# -eq 2 ] || { echo "usage: tools/check-view.sh VIEW.gtkw DUMP.fst" >&2; exit 2; }

fst2vcd "$2" 2>/dev/null | sed '/^\$enddefinitions/q' | awk -v view="$1" -v dump="$2" '
    FILENAME == "-" && /^\$scope/ { depth++; path[depth] = path[depth - 1] $3 "." }
    FILENAME == "-" && /^\$upscope/ { depth-- }
    FILENAME == "-" && /^\$var/ { present[path[depth] $5 ($6 == "$end" ? "" : $6)] = 1 }
    FILENAME == "-" || /^[[*@^>-]/ { next } # the rest of the view: its settings, comments and blank rows
    {
        sub(/^\+\{[^}]*\} /, "") # the name that GTKWave shows instead
        signals++
        if (!($0 in present)) {
            print view ": no signal " $0 " in " dump
            missing++
        }
    }
    END {
        if (!signals)
            print view ": shows no signal"
        exit missing || !signals
    }' - "$1" >&2
