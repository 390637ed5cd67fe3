#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares every variant of every machine of machines/ with the bounds at the socket under which the flip-flop
# translator is proved (formal/tasks), and prints those outside with each bound that they break. The pause between two strobes is
# at least strobe_hold and rw_setup (rtl/board/des_bus.v).
# Usage: formal/variants.sh
# Exit status: 0, also if some are outside; 2 wrong usage.
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 0 ] || { echo "usage: formal/variants.sh" >&2; exit 2; }
bounds=$(sed -n 's/^flipflop *|.*| translator \([^|]*\)|.*/\1/p' formal/tasks)

chain() { # machine, variant: its files, the one that it inherits from first
    parent=$(sed -n 's/^inherit *= *//p' "machines/$1.ini")
    [ -z "$parent" ] || chain "$parent" "$2"
    echo "machines/$1.ini"
    [ ! -e "machines/$1/$2.ini" ] || echo "machines/$1/$2.ini"
}
compare() { # machine, variant or nothing
    # shellcheck disable=SC2046 # file names
    awk -v name="$1${2:+:$2}" -v bounds="$bounds" '
        function ns(text) { # of a figure with its unit
            return text + 0 == 0 ? 0 : text ~ /ps$/ ? text / 1000 : text ~ /us$/ ? text * 1000 : text + 0
        }
        function compare(bound, what, ns_there) {
            if (ns_there < 5 * weakest[bound])
                broken = broken (broken ? "; " : "") what " " ns_there " ns, bound " 5 * weakest[bound]
        }
        /^\[/ { section = substr($0, 2, index($0, "]") - 2) }
        /^(value|min|max) *=/ {
            at = ns($3)
            if ($1 == "value") value[section, "min"] = value[section, "max"] = at
            else value[section, $1] = at
        }
        END {
            for (i = split(bounds, bound, " "); i; i--) { split(bound[i], part, "="); weakest[part[1]] = part[2] }
            pause = value["strobe_hold", "min"]
            pause = (pause > 0 ? pause : 0) + value["rw_setup", "min"]
            compare("MAS_LOW", "control strobe low in a read", value["control_strobe_read", "min"])
            compare("MAS_LOW", "control strobe low in a write", value["control_strobe_write", "min"])
            compare("MDS_LOW", "data strobe low", value["data_strobe", "min"])
            compare("MAS_TO_MAS", "control strobe to control strobe", pause)
            compare("MAS_TO_MDS", "control strobe to data strobe", pause)
            compare("MDS_TO_MAS", "data strobe to control strobe", pause)
            compare("MDS_TO_MDS", "data strobe to data strobe", pause)
            compare("RW_SETUP", "R/W before a strobe falls", value["rw_setup", "min"])
            compare("RW_HOLD", "R/W after a strobe rises", value["strobe_hold", "min"] - value["strobe_delay", "max"])
            if (broken)
                print name ": " broken
        }' $(chain "$1" "$2")
}
for file in machines/*.ini; do
    name=${file##*/}
    name=${name%.ini}
    # shellcheck disable=SC2046 # file names
    variants=$(sed -n 's/^variants *= *//p' $(chain "$name" ""))
    for variant in ${variants:-""}; do
        compare "$name" "$variant"
    done
done
