`timescale 1ns/1ps
// 2^31 ps and more
module cell_ (input c, input d);
    specify
        $setuphold(posedge c, d, 2147484, 3000001);
    endspecify
endmodule
module bench;
    reg c = 0, d = 0;
    cell_ u (c, d);
    initial begin
        #1 d = 1;
        #2147484 c = 1;
        #3000001 d = 0;
        #9000000 c = 0;
        d = 1;
        #2147483 c = 1;
        #3000000 d = 0;
        #1 $display("violations %0d, expected 2", u.checks.setuphold_1.rec.violations);
    end
endmodule
