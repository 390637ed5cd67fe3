#!/bin/sh
# SPDX-License-Identifier: MIT
# Proves with Yosys that a fuse map is the translator of rtl/board/: for all levels of its pins and of its fed-back
# outputs each output is driven to the same level.
# Usage: tools/pal/prove.sh flipflop|direct FILE.jed
# Exit status: 0 proved, 1 not equal, 2 no such translator or a tool is missing.
set -eu
name=$1 map=$2
here=$(dirname "$0")
[ -f "$here/$name.v" ] || { echo "tools/pal/prove.sh: no translator $name, expected flipflop or direct" >&2; exit 2; }
command -v yosys >/dev/null || { echo "tools/pal/prove.sh: no yosys, install yosys" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/jed-to-verilog.sh" "$map" fuse_map >"$work/map.v"
# holds is the model of a race. gate_delay stays a box whose pins become ports.
[ "$name" = direct ] || hold='connect -set holds 1'\''b0;'
if yosys -q -p "
    read_verilog -Irtl/timing -Irtl/board rtl/timing/gate_delay.v rtl/timing/chk_record.v rtl/board/pal_$name.v
    hierarchy -top pal_$name; blackbox *gate_delay* *chk_record*; proc; cd pal_$name; ${hold-} cd ..
    expose -evert pal_$name; setattr -mod -unset top pal_$name
    read_verilog \"$work/map.v\" $here/$name.v
    proc; flatten; opt_clean -purge
    equiv_make rtl gal equal; hierarchy -top equal
    equiv_simple; equiv_status -assert" >"$work/log" 2>&1; then
    echo "$map: every output is that of rtl/board/pal_$name.v for all levels"
else
    cat "$work/log"
    echo "$map: not proved equal to rtl/board/pal_$name.v"
    exit 1
fi
