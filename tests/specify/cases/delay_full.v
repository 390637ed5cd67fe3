`timescale 1ns/1ps
// 63 changes within a delay all arrive; one more ends the simulation
module cell_(input clk, input d, output reg q);
    wire clk_d, d_d;
    reg n;
    always @(posedge clk_d) q <= d_d;
    specify
        $setuphold(posedge clk, d, -1, 3, n,,, clk_d, d_d);
    endspecify
endmodule
module bench;
    reg clk = 0, d = 0;
    wire q;
    integer seen = 0;
    cell_ m (clk, d, q);
    always @(m.clk_d) seen = seen + 1;
    initial begin
        #100 repeat (63) #0.010 clk = !clk;
        #100 $display("seen %0d, expected 64", seen); // the first is the initial one
        repeat (64) #0.010 clk = !clk;
        #1 $display("not here");
    end
endmodule
