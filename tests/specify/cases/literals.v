`timescale 10ns/1ps
// limits with a unit of their own, and arguments of a macro with commas in brackets of each kind
`define CHECK(DATA, LIMIT) $setup(DATA, posedge c, LIMIT)
`define BOTH(A, B) (A == B)
module dff (input c, input d, input [1:0] a);
    specify
        $setup(d, posedge c, 0.1ns);
        `CHECK(d, 0.1);
        `CHECK(d &&& `BOTH({a[0], a[1]}, 2'd1), 2000ps);
    endspecify
endmodule
module bench;
    dff u (1'b0, 1'b0, 2'd0);
    initial #1 $display("%0d %0d %0d", u.checks.setup_1.rec.before_ps, u.checks.setup_2.rec.before_ps,
                        u.checks.setup_3.rec.before_ps);
endmodule
