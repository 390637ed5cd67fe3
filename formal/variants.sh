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

chain() { # a machine's files, the one that it inherits from first
    parent=$(sed -n 's/^inherit *= *//p' "machines/$1.ini")
    [ -z "$parent" ] || chain "$parent"
    echo "machines/$1.ini"
}
for file in machines/*.ini; do
    name=${file##*/}
    name=${name%.ini}
    # shellcheck disable=SC2046 # file names
    awk -v name="$name" -v bounds="$bounds" '
        function ns(text) { # of a figure with its unit
            return text + 0 == 0 ? 0 : text ~ /ps$/ ? text / 1000 : text ~ /us$/ ? text * 1000 : text + 0
        }
        function figure(key, which) { # of this reading
            return (reading, key, which) in value ? value[reading, key, which] : value["", key, which]
        }
        function compare(bound, what, ns_there) {
            if (ns_there < 5 * weakest[bound])
                broken = broken (broken ? "; " : "") what " " ns_there " ns, bound " 5 * weakest[bound]
        }
        /^\[/ {
            section = substr($0, 2, index($0, "]") - 2)
            of = ""
            if (split(section, part, ":") == 2) {
                of = part[1]
                section = part[2]
            }
        }
        section == "machine" && /^readings *=/ { sub(/^readings *= */, ""); readings = $0 }
        /^(value|min|max) *=/ {
            at = ns($3)
            if ($1 == "value") value[of, section, "min"] = value[of, section, "max"] = at
            else value[of, section, $1] = at
        }
        END {
            for (i = split(bounds, bound, " "); i; i--) { split(bound[i], part, "="); weakest[part[1]] = part[2] }
            n = split(readings, each, " ")
            for (i = n ? 1 : 0; i <= n; i++) {
                reading = i ? each[i] : ""
                broken = ""
                pause = figure("strobe_hold", "min")
                pause = (pause > 0 ? pause : 0) + figure("rw_setup", "min")
                compare("MAS_LOW", "control strobe low in a read", figure("control_strobe_read", "min"))
                compare("MAS_LOW", "control strobe low in a write", figure("control_strobe_write", "min"))
                compare("MDS_LOW", "data strobe low", figure("data_strobe", "min"))
                compare("MAS_TO_MAS", "control strobe to control strobe", pause)
                compare("MAS_TO_MDS", "control strobe to data strobe", pause)
                compare("MDS_TO_MAS", "data strobe to control strobe", pause)
                compare("MDS_TO_MDS", "data strobe to data strobe", pause)
                compare("RW_SETUP", "R/W before a strobe falls", figure("rw_setup", "min"))
                compare("RW_HOLD", "R/W after a strobe rises", figure("strobe_hold", "min") - figure("strobe_delay", "max"))
                if (broken)
                    print name (reading ? ":" reading : "") ": " broken
            }
        }' $(chain "$name")
done
