#!/bin/sh
# SPDX-License-Identifier: MIT
# What checks cost: instructions a clock period of a design without and with checks, under valgrind.
#   cost.sh toggle N   N flip-flops that all toggle (the default, of 20)
#   cost.sh chain N    a shift register of N flip-flops; one in eight moves
#   cost.sh netlist    the Am9513A from rtl/chip, synthesized by Yosys to gates and flip-flops; minutes
# From the root of the tree.
set -eu
what=${1-toggle} n=${2-20}
root=$PWD
convert=$root/specify/specify2checks.py
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >plain.v <<'END_OF_CELL'
`timescale 1ps / 1ps
module DFF (output reg Q = 0, input C, input D);
    reg notifier;
    always @(posedge C) Q <= D;
    specify
        $setuphold(posedge C, D, 100, 50, notifier);
        $width(posedge C, 200, 0, notifier);
    endspecify
endmodule
END_OF_CELL
$convert -o checked.v plain.v >convert.log

# Input of the first, what comes before the number of a net at the others, its distance. Nets are public: else Verilator
# leaves out flip-flops that do nothing.
flipflops() {
    echo '`timescale 1ps / 1ps'
    echo 'module bench;'
    echo '    reg clk = 0; integer period = 0, periods;'
    for i in $(seq "$n"); do
        [ "$i" = 1 ] && input=$1 || input=$2$((i - $3))
        echo "    wire n$i /*verilator public_flat_rd*/; DFF u$i (.Q(n$i), .C(clk), .D($input));"
    done
    cat <<'END_OF_BENCH'
    initial begin
        if (!$value$plusargs("periods=%d", periods)) $finish;
        for (period = 0; period < periods; period = period + 1) begin
            #500 clk = 1;
            #500 clk = 0;
        end
        $finish;
    end
endmodule
END_OF_BENCH
}
case $what in
toggle) flipflops '~n1' '~n' 0 >design.v ;;
chain) flipflops 'period[3]' n 1 >design.v ;;
netlist)
    yosys -q -p "read_verilog $root/rtl/chip/*.v; synth -flatten -top am9513a_chip; dfflegalize -cell \$_DFF_P_ 01;
        abc -g AND,NAND,OR,NOR,XOR,XNOR,MUX,AOI3,OAI3; splitnets; opt_clean -purge; tee -q -o stat.log stat;
        write_verilog -noattr -noexpr yosys.v" >yosys.log 2>&1 || { cat yosys.log; exit 1; }
    sed 's/\\\$_\([A-Z0-9]*\)_\(P_\)\? */\1 /' yosys.v | cat "$root/tests/specify/netlist.v" - >design.v
    awk '/_DFF_/ { dff = $2 } /Number of cells/ { all = $4 } END { print dff " flip-flops, " all - dff " gates" }' stat.log
    ;;
esac

count() { # program, options
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : //p; /do not count/p'
}
row() { # name, periods, program, options
    name=$1 periods=$2
    shift 2
    printf '%-18s %12d\n' "$name" $((($(count "$@" "+periods=$((periods + 20))") - $(count "$@" +periods=20)) / periods))
}
for cells in plain checked; do
    verilator --binary --timing -DSPECIFY_ZERO_DELAY -Wno-fatal -Wno-WIDTH --top-module bench -Mdir $cells \
        $cells.v design.v >$cells.log 2>&1 || cat $cells.log
    row "Verilator, $cells" 1000 $cells/Vbench
    [ "$what" != netlist ] || continue # too slow under Icarus in valgrind
    iverilog -g2005 -DSPECIFY_ZERO_DELAY -s bench -o $cells.vvp $cells.v design.v
    row "Icarus, $cells" 10 vvp -n $cells.vvp
done
