`timescale 1ns/1ps
// a bit's negative limit from SDF delays the reference for all bits, whatever the others have
module pair (input c, input [1:0] d, output reg [1:0] q);
    reg n;
    wire c_d;
    wire [1:0] d_d;
    always @(posedge c_d) q <= d_d;
    specify $setuphold(posedge c, d, 0.1, 0.1, n,,, c_d, d_d); endspecify
endmodule
module bench;
    reg c = 0;
    reg [1:0] d = 0;
    wire [1:0] q;
    pair u (c, d, q);
    specify_limits limits ();
    initial begin
        #1 d[1] = 1;
        #1 c = 1;
        #0.05 d[0] = 1;
        #1 $display("violations %0d %0d, q=%b, expected 0 0 and 11", u.checks.setuphold_1[0].bit_.rec.violations,
                    u.checks.setuphold_1[1].bit_.rec.violations, q);
    end
endmodule
