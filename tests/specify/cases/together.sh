#!/bin/sh
# SPDX-License-Identifier: MIT
# The cases of this folder that need no SDF file and no x, as one source for Verilator: modules get the name of their case.
set -eu
cd "$(dirname "$0")"
for file in *.v; do
    name=${file%.v}
    [ ! -e "$name.sdf" ] || continue
    case $name in
    macro_* | zero_* | delay_full | directives | edges_x | width_glitch) continue ;;
    port_expression) continue ;;                  # Verilator 5.006: no such ports
    esac
    change=''
    for module in $(sed -n 's/^\(module\|primitive\|package\) \([a-z0-9_]*\).*/\2/p' "$file" | sort -u); do
        change="$change;s/\\b$module\\b/${name}_$module/g"
    done
    tr -d '\r' <"$file" | sed "${change#;};s/\\\$finish;/;/;s/\\\$display(\"/&$name: /"
    names="${names-} $name"
done
echo 'module bench;'
printf '    %s_bench u_%s ();\n' $(for name in $names; do echo "$name $name"; done)
echo '    initial #100000 $finish;'
echo endmodule
