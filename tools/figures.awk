# SPDX-License-Identifier: MIT
# From sim/figures/figures.def: the numbers of the figures as macros of Verilog, and the paths of the checks' records as
# calls of C macros, written to the file `records`.
# Usage: awk -v records=build/gen/records.h -f tools/figures.awk sim/figures/figures.def >build/gen/figures.vh
BEGIN { FS = "[(,)] *"; number = 0 }
/^LIMIT\(/ {
    print "`define FIG_" $2 " " number
    print "LIMIT(FIG_" $2 ", " number ")" >records
}
/^CHECK\(/ {
    path = $(NF - 1)
    gsub(/\./, "__DOT__", path)
    print "RECORD(FIG_" $2 ", " number ", " path ")" >records
}
/^(CHECK|FORM|WORD|CHOICE)\(/ { bits = (/ (BUFFER|MACHINE), / ? 1 : 0) bits }
/^(CHECK|FORM|WORD|CHOICE|HOST)\(/ { print "`define FIG_" $2 " " number++ }
END { print "`define FIG_WORKSTATION " length(bits) "'b" bits " // bit FIG_x: it is the workstation's" }
