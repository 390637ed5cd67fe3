# SPDX-License-Identifier: MIT
# Signals of a VCD file as rows that gnuplot reads: of each, its values over time.
#
# Usage: fst2vcd DUMP | awk -v signals="NAME..." -f tools/pictures/vcd.awk
# A NAME is a path below top.tmr0_top, without its range. Prints for each a block that `index NAME` finds:
#   # NAME from to value
#   FROM TO VALUE    times in ns, VALUE a decimal number; one line for each time span without a change
# Exit status: 0 good, 1 a signal is not in the dump (a line to standard error).

BEGIN {
    wanted = split(signals, name, " ")
    for (n = 1; n <= wanted; n++) number["top.tmr0_top." name[n]] = n
}

# The value of the signals with identifier `id` from now on
function change(id, value,    list, count, n) {
    count = split(signals_of[id], list, " ")
    for (n = 1; n <= count; n++) {
        if (value_of[list[n]] != "") rows[list[n]] = rows[list[n]] span(list[n])
        value_of[list[n]] = value
        since[list[n]] = now
    }
}

function span(n) { return now > since[n] ? sprintf("%.3f %.3f %d\n", since[n] / 1e3, now / 1e3, value_of[n]) : "" }

function decimal(binary,    value, n) {
    for (n = 1; n <= length(binary); n++) value = 2 * value + substr(binary, n, 1)
    return value + 0
}

/^\$scope/ { path[depth + 1] = path[depth] $3 "."; depth++; next }
/^\$upscope/ { depth--; next }
/^\$var/ { if (path[depth] $5 in number) { n = number[path[depth] $5]; signals_of[$4] = signals_of[$4] " " n; found[n] = 1 }; next }
/^#/ { now = substr($0, 2) + 0; next }
/^b/ { if ($2 in signals_of) change($2, decimal(substr($1, 2))); next }
/^[01]/ { if (substr($0, 2) in signals_of) change(substr($0, 2), substr($0, 1, 1)) }

END {
    for (n = 1; n <= wanted; n++) {
        if (!(n in found)) {
            print "vcd.awk: no signal " name[n] " in the dump" >"/dev/stderr"
            missing = 1
        }
        printf "# %s from to value\n%s%s\n\n", name[n], rows[n], span(n)
    }
    exit missing
}
