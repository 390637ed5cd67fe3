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
    endspecify
endmodule
module pauses (input r, input d, input e);
    specify
        $timeskew(posedge r &&& e, posedge d, 0.05);
        $timeskew(posedge r &&& e, posedge d, 0.05,, 0, 1);
        $timeskew(posedge r &&& e, posedge d, 0.05,, 1);
        $timeskew(posedge r &&& e, posedge d, 0.05,, 1, 1);
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
module skew_trial #(parameter signed O = 0);
    reg r = 0, d = 0;
    skews u (r, d);
    initial begin
        fork
            begin #1 r = 1; #0.1 r = 0; #1.9 r = 1; end
            begin #(1 + O * 0.001) d = 1; #0.2 d = 0; #0.3 d = 1; #0.2 d = 0; end
            #3.001 d = 1;
        join
        #(1 + O * 0.001) $display("timeskew %0d: %0d %0d %0d", O, u.checks.timeskew_1.rec.violations,
                             u.checks.timeskew_2.rec.violations, u.checks.timeskew_3.rec.violations);
    end
endmodule
// $fullskew: either edge begins a wait, the other ends it; event-based as above. A late edge begins the next wait.
module full_trial #(parameter signed O = 0);
    reg r = 0, d = 0;
    full u (r, d);
    initial begin
        repeat (3) fork
            begin #1 r = 1; #1 r = 0; end
            begin #(1 + O * 0.001) d = 1; #1 d = 0; end
        join
        #(1 + O * 0.001) $display("fullskew %0d: %0d %0d %0d", O, u.checks.fullskew_1.rec.violations,
                                  u.checks.fullskew_2.rec.violations, u.checks.fullskew_3.rec.violations);
    end
endmodule
// An edge whose condition is false ends the wait too, if it need not remain active
module pause_trial #(parameter FALSE = 0, O = 0);
    reg r = 0, d = 0, e = 1;
    pauses u (r, d, e);
    initial begin
        #1 r = 1;
        #0.01 r = 0;
        e = 0;
        #0.01 r = FALSE;
        #(O * 0.001 - 0.02) d = 1;
        #0.1 $display("pause %0d %0d: %0d %0d %0d %0d", FALSE, O,
                      u.checks.timeskew_1.rec.violations, u.checks.timeskew_2.rec.violations,
                      u.checks.timeskew_3.rec.violations, u.checks.timeskew_4.rec.violations);
    end
endmodule
`define SUM(N) u.checks.nochange_``N``.rec.violations
module level_trial #(parameter signed O = 0);
    reg r = 0, d = 0, e = O < 99; // from 99 ps on d is no event of the fourth, r none of the fifth
    levels u (r, d, e);
    initial begin
        fork
            begin #1 r = 1; #0.1 r = 0; end
            #(1 + O * 0.001) d = 1;
        join
        // A second level, which is none of the fourth and fifth
        #1 e = 0;
        #1 r = 1;
        #0.01 d = 0;
        #0.01 r = 0;
        #(5 + O * 0.001) $display("nochange %0d: %0d %0d %0d %0d %0d", O, `SUM(1), `SUM(2), `SUM(3), `SUM(4), `SUM(5));
    end
endmodule
module bench;
    skew_trial #(-1) s1 ();
    skew_trial #(0) s2 ();
    skew_trial #(49) s3 ();
    skew_trial #(50) s4 ();
    skew_trial #(51) s5 ();
    full_trial #(-71) f1 ();
    full_trial #(-70) f2 ();
    full_trial #(-69) f3 ();
    full_trial #(0) f4 ();
    full_trial #(49) f5 ();
    full_trial #(50) f6 ();
    full_trial #(51) f7 ();
    pause_trial #(0, 50) p1 ();
    pause_trial #(0, 51) p2 ();
    pause_trial #(1, 50) p3 ();
    pause_trial #(1, 51) p4 ();
    level_trial #(-11) n1 ();
    level_trial #(-10) n2 ();
    level_trial #(-9) n3 ();
    level_trial #(-1) n4 ();
    level_trial #(0) n5 ();
    level_trial #(1) n6 ();
    level_trial #(99) n7 ();
    level_trial #(100) n8 ();
    level_trial #(101) n9 ();
    level_trial #(119) n10 ();
    level_trial #(120) n11 ();
    level_trial #(121) n12 ();
    initial #20 $finish;
endmodule
