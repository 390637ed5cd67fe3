#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/timing outside the tree under Icarus and Verilator: both print what rtl/timing/README.md shows. A check whose
# limit is -2^31 is off.
set -e
plain=yes
. tests/check.sh

sed -n '/^every time at its limit/,/^errors of the models/p' rtl/timing/README.md | sort >"$folder/want"
cp -r examples/timing "$folder"
cd "$folder/timing"
run() { # name, target, the wanted lines
    # not the compilers of the make that runs the tests
    # shellcheck disable=SC2086 # several words
    env -u CC -u CXX make -s $least "TIMING=$root/rtl/timing" "$2" >"$folder/said" 2>&1 || echo "status $?" >>"$folder/said"
    report "$1" "$(sed '/\$finish/d; /^- /d; s/: TOP\./: /' "$folder/said" | sort | diff "$3" -)"
}
run 'Icarus' icarus "$folder/want"
run 'Verilator' verilator "$folder/want"

sed -i "s/chk_setup setup (\`CHECKED, .i_limit_ps(20000)/chk_setup setup (\`CHECKED, .i_limit_ps(32'sh8000_0000)/" bench.v
grep -v 'checks\.setup' "$folder/want" >"$folder/less"
run 'a check that is off' icarus "$folder/less"

# Where the unit is 1 ns an event has its fraction of it, and not the unit before or after
cat >"$folder/fraction.v" <<'END'
`timescale 1ns/1ps
module fraction;
    reg         pin = 0;
    wire        clk, por, rise, fall;
    wire [63:0] now_ps;
    pin_events events (.i_pins(pin), .clk(clk), .o_por(por), .o_now_ps(now_ps), .o_rise(rise), .o_fall(fall));
    always @(posedge clk) $display("%0d ps: %b", now_ps, {por, rise, fall});
    initial begin
        #1.249 pin = 1;
        #0.252 pin = 0;
        #2 $finish;
    end
endmodule
END
iverilog -g2005 -o "$folder/fraction" "$folder/fraction.v" "$root/rtl/timing/pin_events.v"
vvp -n "$folder/fraction" | grep -v finish >"$folder/said"
report 'a fraction of the unit' "$(printf '%s\n' '0 ps: 100' '1249 ps: 010' '1501 ps: 001' | diff - "$folder/said" || :)"
exit $bad
