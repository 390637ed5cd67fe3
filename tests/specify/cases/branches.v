`timescale 1ns/1ps
// of `ifdef, `elsif and `else one is read
`define FIRST
`define SECOND
module dff (input c, input d);
    specify
`ifdef FIRST
        $setup(d, posedge c, 0.001);
`elsif NONE
        $setup(d, posedge c, 0.002);
`else
        $setup(d, posedge c, 0.003);
`endif
`ifdef NONE
        $setup(d, posedge c, 0.001);
`elsif SECOND
        $setup(d, posedge c, 0.002);
`else
        $setup(d, posedge c, 0.003);
`endif
`ifdef NONE
        $setup(d, posedge c, 0.001);
`elsif NEITHER
        $setup(d, posedge c, 0.002);
`else
        $setup(d, posedge c, 0.003);
`endif
`ifdef FIRST
        $setup(d, posedge c, 0.001);
`elsif SECOND
        $setup(d, posedge c, 0.002);
`elsif FIRST
        $setup(d, posedge c, 0.003);
`endif
    endspecify
endmodule
module bench;
    dff u (1'b0, 1'b0);
    initial #1 $display("%0d %0d %0d %0d", u.checks.setup_1.before_ps, u.checks.setup_2.before_ps,
                        u.checks.setup_3.before_ps, u.checks.setup_4.before_ps);
endmodule
