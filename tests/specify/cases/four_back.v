`timescale 1ns/1ps
// Of the last four events the nearest one in the window counts: 420 before 450. N later ones are outside the window.
module back (input r, input d);
    specify
        $setuphold(posedge r, posedge d, 500, -400);
        $setuphold(posedge d, posedge r, -400, 500);
    endspecify
endmodule
module trial #(parameter N = 0);
    reg r = 0, d = 0;
    back u (r, d);
    initial begin
        #550 d = 1;
        #10 d = 0;
        #20 d = 1;
        repeat (N) begin
            #10 d = 0;
            #40 d = 1;
        end
        #(420 - 50 * N) r = 1;
        #N $display("after %0d: %0d %0d", N, u.checks.setuphold_1.rec.violations * u.checks.setuphold_1.rec.earlier,
                    u.checks.setuphold_2.rec.violations * u.checks.setuphold_2.rec.earlier);
    end
endmodule
module bench;
    trial #(1) t1 ();
    trial #(2) t2 ();
    trial #(3) t3 ();
    trial #(4) t4 ();
    initial #5000 $finish;
endmodule
