`timescale 1ns/1ps
// each pair of edges by itself, at every limit and 1 ps to both sides (IEEE 1364-2005, 15.3.2, 15.3.3, 15.3.6)
module skews (input r, input d);
    specify
        $timeskew(posedge r, posedge d, 0.05);
        $timeskew(posedge r, posedge d, 0.05,, 1);
        $timeskew(posedge r, posedge d, 0.05,, 1, 1);
    endspecify
endmodule
module full (input r, input d);
    specify
        $fullskew(posedge r, posedge d, 0.05, 0.07);
        $fullskew(posedge r, posedge d, 0.05, 0.07,, 1);
        $fullskew(posedge r, posedge d, 0.05, 0.07,, 1, 1);
        $skew(posedge r, posedge d, 0.05);
        $skew(posedge d, posedge r, 0.07);
    endspecify
endmodule
module pauses (input r, input d, input e);
    specify
        $timeskew(posedge r &&& e, posedge d, 0.05);
        $timeskew(posedge r &&& e, posedge d, 0.05,, 0, 1);
        $timeskew(posedge r &&& e, posedge d, 0.05,, 1);
        $timeskew(posedge r &&& e, posedge d, 0.05,, 1, 1);
        $fullskew(posedge r &&& e, posedge d, 0.05, 0.07,, 1);
        $fullskew(posedge r &&& e, posedge d, 0.05, 0.07,, 1, 1);
    endspecify
endmodule
module levels (input r, input d, input e);
    specify
        $nochange(posedge r, d, 0.01, 0.02);
        $nochange(posedge r, d, 0, 0);
        $nochange(negedge r, d, 0, 0);
        $nochange(posedge r, d &&& e, 0.01, 0.02);
        $nochange(posedge r &&& e, d, 0.01, 0.02);
    endspecify
endmodule
// $timeskew: the timer ends its wait, data too; event-based only a violation does; with both flags nothing does
module skew_trial (input signed [31:0] O);
    /*verilator no_inline_module*/
    reg r = 0, d = 0;
    skews u (r, d);
    initial begin
        #1 fork
            begin #1 r = 1; #0.1 r = 0; #1.9 r = 1; end
            begin #(1 + O * 0.001) d = 1; #0.2 d = 0; #0.3 d = 1; #0.2 d = 0; end
            #3.001 d = 1;
        join
        #(1 + O * 0.001) $display("timeskew %0d: %0d %0d %0d", O, u.checks.timeskew_1.rec.violations,
                             u.checks.timeskew_2.rec.violations, u.checks.timeskew_3.rec.violations);
    end
endmodule
// $fullskew: either edge begins a wait, the other ends it in time, and if late begins the next. At once is never late
module full_trial (input signed [31:0] O);
    /*verilator no_inline_module*/
    reg r = 0, d = 0;
    full u (r, d);
    initial begin
        #1 repeat (3) fork
            begin #1 r = 1; #1 r = 0; end
            begin #(1 + O * 0.001) d = 1; #0.5 d = 0; #0.2 d = 1; #0.3 d = 0; end
        join
        #1 r = 1; #0.01 r = 0; #0.01 d = 1; r = 1; #0.2 d = 0; #0.1 d = 1; // at once, in time: no wait goes on
        #(1 + O * 0.001) $display("fullskew %0d: %0d %0d %0d, %0d %0d", O, u.checks.fullskew_1.rec.violations,
                                  u.checks.fullskew_2.rec.violations, u.checks.fullskew_3.rec.violations,
                                  u.checks.skew_1.rec.violations, u.checks.skew_2.rec.violations);
    end
endmodule
// An edge whose condition is false ends the wait too, if it need not remain active
module pause_trial (input FALSE, input signed [31:0] O);
    /*verilator no_inline_module*/
    reg r = 0, d = 0, e = 1;
    pauses u (r, d, e);
    initial begin
        #1 r = 1;
        #0.01 r = 0;
        e = 0;
        #0.01 r = FALSE;
        #(O * 0.001 - 0.02) d = 1;
        #0.1 $display("pause %0d %0d: %0d %0d %0d %0d %0d %0d", FALSE, O,
                      u.checks.timeskew_1.rec.violations, u.checks.timeskew_2.rec.violations,
                      u.checks.timeskew_3.rec.violations, u.checks.timeskew_4.rec.violations,
                      u.checks.fullskew_1.rec.violations, u.checks.fullskew_2.rec.violations);
    end
endmodule
// The second cell has its reference through a gate, after data of the same instant
`define BOTH(N) u.checks.nochange_``N``.rec.violations, gated.checks.nochange_``N``.rec.violations
module level_trial (input signed [31:0] O);
    /*verilator no_inline_module*/
    reg r = 0, d = 0, e = 0;
    wire late;
    buf (late, r);
    levels u (r, d, e), gated (late, d, e);
    initial begin
        #1 e = O < 99; // from 99 ps on d is no event of the fourth, r none of the fifth
        fork
            begin #1 r = 1; #0.1 r = 0; end
            #(1 + O * 0.001) d = 1;
        join
        // A second level, which is none of the fourth and fifth
        #1 e = 0;
        #1 r = 1;
        #0.01 d = 0;
        #0.01 r = 0;
        #(5 + O * 0.001) $display("nochange %0d: %0d%0d %0d%0d %0d%0d %0d%0d %0d%0d", O,
                                  `BOTH(1), `BOTH(2), `BOTH(3), `BOTH(4), `BOTH(5));
    end
endmodule
module bench;
    skew_trial s [1:5] ({-32'sd1, 32'd0, 32'd49, 32'd50, 32'd51});
    full_trial f [1:7] ({-32'sd71, -32'sd70, -32'sd69, 32'd0, 32'd49, 32'd50, 32'd51});
    pause_trial p1 (1'b0, 50), p2 (1'b0, 51), p3 (1'b1, 50), p4 (1'b1, 51);
    level_trial n [1:12] ({-32'sd11, -32'sd10, -32'sd9, -32'sd1, 32'd0, 32'd1, 32'd99, 32'd100, 32'd101, 32'd119,
                           32'd120, 32'd121});
    initial #20 $finish;
endmodule
