#!/bin/sh
# SPDX-License-Identifier: MIT
# The logic of a GAL16V8's fuse map as a Verilog module, read back by MAME's jedutil: i2 is the level of pin 2, o19 what
# drives pin 19. An output that the array reads is also an input. Outputs without a product are left out.
# Usage: tools/pal/jed-to-verilog.sh FILE.jed MODULE
set -eu
command -v jedutil >/dev/null || { echo "tools/pal/jed-to-verilog.sh: no jedutil, install mame-tools" >&2; exit 2; }
jedutil -view "$1" GAL16V8 | tr -d '\r' | awk -v module="$2" '
    /^Equations:/ { equations = 1; next }
    !equations || /\.oe = vcc$/ || !NF { next }
    /\.oe/ { print FILENAME ": " $0 ", expected outputs that are always on" >"/dev/stderr"; exit bad = 1 }
    $2 == "=" { name = $1; $1 = $2 = ""; sum[name] = "" }
    { sum[name] = sum[name] $0 }
    END {
        if (bad || !equations)
            exit 1
        for (name in sum) {
            text = sum[name]
            if (text ~ /^ *$/)
                continue
            number = substr(name, name ~ /^\// ? 3 : 2)
            gsub(/o/, "i", text)
            gsub(/\+/, "|", text)
            gsub(/\//, "~", text)
            ports = ports ", output o" number
            body = body "    assign o" number " = " (name ~ /^\// ? "~" : "") "(" text ");\n"
        }
        for (pin = 1; pin < 20; pin++)
            inputs = inputs (pin > 1 ? ", " : "") "i" pin
        printf "module %s (input %s%s);\n%sendmodule\n", module, inputs, ports, body
    }'
