#!/bin/sh
# SPDX-License-Identifier: MIT
# What checks cost: instructions a clock period of N flip-flops (default 20) that all toggle, under valgrind. With 1,000
# the build of the checked ones takes 5 minutes.   cost.sh [N]   (from the root of the tree)
#   plain    the cells without checks
#   checked  the output of specify2checks: $setuphold and $width
#   packed   without specify2checks: one process for all data pins and one for the clock, that report no instance
set -eu
n=${1-20}
convert=$PWD/rtl/timing/specify/specify2checks.py
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
{
    echo '`timescale 1ps / 1ps'
    echo 'module bench;'
    echo '    reg clk = 0; integer period, periods;'
    for i in $(seq "$n"); do
        echo "    wire n$i; DFF u$i (.Q(n$i), .C(clk), .D(~n$i));"
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
} >bench.v
{
    cat plain.v
    echo 'module every;'
    echo "    wire [$n-1:0] d = {bench.u1.D$(seq -f ', bench.u%.0f.D' 2 "$n" | tr -d '\n')};"
    cat <<END_OF_PACKED
    wire c = bench.clk;
    reg [$n-1:0] d_was = 0, moved = 0, rose = 0;
    reg c_was = 0;
    reg [63:0] d_ps = 0, c_ps = 0;
    integer violations = 0;
    always @(d) begin
        if (\$time - c_ps < 50 && \$time != c_ps && ((d ^ d_was) & rose) != 0) violations = violations + 1;
        moved = (d ^ d_was) | (\$time == d_ps ? moved : 0);
        {d_was, d_ps} = {d, \$time};
    end
    always @(c) begin
        if (\$time - d_ps < 100 && \$time != d_ps && c && !c_was && moved != 0) violations = violations + 1;
        if (\$time - c_ps < 200) violations = violations + 1;
        rose = c && !c_was ? ~0 : 0;
        {c_was, c_ps} = {c, \$time};
    end
endmodule
END_OF_PACKED
} >packed.v

count() { # program, options
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : //p'
}
row() { # name, periods, program, options
    name=$1 periods=$2
    shift 2
    printf '%-18s %12d\n' "$name" $((($(count "$@" "+periods=$((periods + 2))") - $(count "$@" +periods=2)) / periods))
}
sed 's/module bench;/module bench; every every ();/' bench.v >every.v
for cells in plain checked packed; do
    top=bench.v
    [ $cells = packed ] && top=every.v
    verilator --binary --timing -DSPECIFY_ZERO_DELAY -Wno-fatal -Wno-WIDTH --top-module bench -Mdir $cells \
        $cells.v $top >$cells.log 2>&1 || cat $cells.log
    row "Verilator, $cells" 1000 $cells/Vbench
    iverilog -g2005 -DSPECIFY_ZERO_DELAY -s bench -o $cells.vvp $cells.v $top
    row "Icarus, $cells" 10 vvp -n $cells.vvp
done
