`timescale 1us/1ns
// 2^31 ps and more, and the longest unit of messages
module cell_ (input c, input d);
    specify
        $setuphold(posedge c, d, 2147.484, 3000.001);
    endspecify
endmodule
`timescale 1ns/1ps
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
