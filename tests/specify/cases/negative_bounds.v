`timescale 1ns/1ps
// negative limits with delayed signals: at each limit, 1 ps to both sides, and what the model takes (IEEE
// 1364-2005, 15.8). What violates, also with a clock that another check delays, makes it x, and it stays x.
module early (input c, input d, output reg q); // data must hold from 100 to 30 ps before the clock
    reg n;
    wire c_d, d_d;
    always @(posedge c_d) q <= d_d;
    always @(n) q <= 1'bx;
    specify
        $setuphold(posedge c, d, 0.1, -0.03, n,,, c_d, d_d);
    endspecify
endmodule
module late (input c, input d, input s, output reg q); // from 20 to 50 ps after the clock; s from -30 to 10
    reg n;
    wire c_d, d_d, s_d;
    always @(posedge c_d) q <= d_d & s_d;
    always @(n) q <= 1'bx;
    specify
        $setuphold(posedge c, d, -0.02, 0.05, n,,, c_d, d_d);
        $setuphold(posedge c, s, 0.03, 0.01, n,,, c_d, s_d);
    endspecify
endmodule
module resets (input c, input r, output reg q); // reset must not end from 40 to 10 ps before the clock; $recrem
    reg n;
    wire c_d, r_d;
    always @(posedge c_d or negedge r_d) q <= r_d;
    always @(n) q <= 1'bx;
    specify
        $recrem(posedge r, posedge c, 0.04, -0.01, n,,, r_d, c_d);
    endspecify
endmodule
module bench;
    reg c = 0, d = 0;
    wire [2:0] q; // of reset, late, early
    wire tied;
    real e_c = 0, e_d = 0, l_c = 0, l_d = 0; // when the models see clock and data: never at once
    always @(posedge e.c_d) e_c = $realtime;
    always @(posedge e.d_d) e_d = $realtime;
    always @(posedge l.c_d) l_c = $realtime;
    always @(posedge l.d_d) l_d = $realtime;
    early e (c, d, q[0]);
    late l (c, d, d, q[1]);
    resets r (c, d, q[2]);
    early t (c, 1'b1, tied);
    integer n, O;
    reg [2:0] broken;
    reg [95:0] sums = 0, were;
    initial begin
        for (n = 0; n < 19; n = n + 1) begin // data at O ps from the clock
            O = {32'd51, 32'd50, 32'd49, 32'd21, 32'd20, 32'd19, 32'd0, -32'd9, -32'd10, -32'd11, -32'd29, -32'd30,
                 -32'd31, -32'd39, -32'd40, -32'd41, -32'd99, -32'd100, -32'd101} >> 32 * n;
            #1 fork
                #1 c = 1;
                #(1 + O * 0.001) d = 1;
            join
            #1 were = sums;
            sums = {r.checks.recrem_1.rec.violations, l.checks.setuphold_1.rec.violations,
                    e.checks.setuphold_1.rec.violations};
            broken = {sums[95:64] != were[95:64], sums[63:32] != were[63:32], sums[31:0] != were[31:0]};
            $display("negative %0d: violations %b, q=%b%b, in order %b", O, broken, tied, q,
                     {l_c != l_d, e_c != e_d} | broken[1:0]);
            c = 0;
            #1 d = 0;
        end
        $finish;
    end
endmodule
