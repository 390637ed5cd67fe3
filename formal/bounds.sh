#!/bin/sh
# SPDX-License-Identifier: MIT
# Searches the weakest bounds at the socket under which the flip-flop translator keeps its claim, in steps of 5 ns, and
# prints the table of docs/formal.md. The claim must be proved with the bounds of its line in formal/tasks. Then each is
# bisected from there down to 0, while the others keep their values. Weaker bounds allow more: what is proved at a value
# is proved above it, and a counterexample is one below it. Each bound ends between the two.
# Usage: formal/bounds.sh
# Exit status: 0 if the bounds of formal/tasks are the weakest, 1 if not, 2 wrong usage or a program is missing.
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 0 ] || { echo "usage: formal/bounds.sh" >&2; exit 2; }
# shellcheck source=formal/methods.sh
. formal/methods.sh
needs yosys:yosys yosys-abc:yosys
mkdir -p "$out"

read_task "$(rows "$tasks" | grep "^flipflop$tab")"
task=bounds row=$top
holds() { # with the bounds of $top: most counterexamples are short, and come at once
    design assert
    method_bounded 12
    [ "$result" = counterexample ] || method_pdr
    case $result in
    proved) ;;
    counterexample) return 1 ;;
    *)
        echo "$out/$task.abc.log: neither proved nor a counterexample" >&2
        exit 1
        ;;
    esac
}
holds || { echo "$tasks: flipflop is not proved with its bounds" >&2; exit 1; }

weaker=0
bound() { # name of the parameter, what it bounds
    given=${row#* "$1"=} given=${given%% *}
    least=0 high=$given
    while [ "$least" -lt "$high" ]; do
        middle=$(((least + high) / 2))
        top=$(echo "$row" | sed "s/ $1=$given\( \|\$\)/ $1=$middle\1/")
        if holds; then high=$middle; else least=$((middle + 1)); fi
    done
    [ "$high" -eq "$given" ] || weaker=$((weaker + 1))
    echo "| $2 | $((5 * high)) | $([ "$high" -eq 0 ] || echo "yes ")|"
}
echo "| bound at the socket | weakest, ns | 5 ns less breaks |"
echo "|---|---|---|"
bound START "power-up to the first strobe"
bound MAS_LOW "control strobe low"
bound MDS_LOW "data strobe low"
bound MAS_TO_MAS "control strobe to control strobe"
bound MAS_TO_MDS "control strobe to data strobe"
bound MDS_TO_MAS "data strobe to control strobe"
bound MDS_TO_MDS "data strobe to data strobe"
bound RW_SETUP "R/W before a strobe falls"
bound RW_HOLD "R/W after a strobe rises"
[ $weaker -eq 0 ] || { echo "$tasks: $weaker bounds of flipflop are not the weakest" >&2; exit 1; }
