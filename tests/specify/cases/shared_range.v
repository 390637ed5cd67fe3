`timescale 1ns/1ps
// a port without a range of its own has that of the one before it
module pair (input c, input [1:0] a, b, output reg [1:0] q);
    reg n;
    always @(posedge c) q <= a ^ b;
    specify $setup(b, posedge c, 0.3, n); endspecify
endmodule
module bench;
    reg c = 0;
    reg [1:0] b = 0;
    wire [1:0] q;
    pair u (c, 2'b00, b, q);
    reg heard = 0;
    always @(u.n) heard = 1;
    initial begin
        #1 b[1] = 1;
        #0.2 c = 1;
        #1 $display("violation %b, expected 1", heard);
        $finish;
    end
endmodule
