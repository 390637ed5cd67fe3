// SPDX-License-Identifier: MIT
// Two ordinary models: they behave like the parts, and they check nothing.
`timescale 1ps / 1ps

module flipflop (input clk, input clear_n, input d, output reg q);
    always @(posedge clk or negedge clear_n)
        if (!clear_n)
            q <= 0;
        else
            q <= d;
endmodule

module sram (input ce_n, input we_n, input [3:0] address, input [7:0] data, output [7:0] q);
    reg [7:0] memory [0:15];
    assign q = memory[address];
    always @(posedge we_n)
        if (!ce_n)
            memory[address] <= data;
endmodule
