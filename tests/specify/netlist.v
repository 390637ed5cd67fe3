// SPDX-License-Identifier: MIT
// Cells for a netlist of the Am9513A from Yosys, one per gate, and a bench: all five counters count edges of X2, which
// moves 500 ps after each rise of the clock. cost.sh has the flip-flop.
`timescale 1ps / 1ps
`define GATE(NAME, VALUE) module NAME (input A, input B, output Y); \
    assign Y = VALUE; specify (A => Y) = 20; (B => Y) = 20; endspecify endmodule
`define GATE3(NAME, C, VALUE) module NAME (input A, input B, input C, output Y); \
    assign Y = VALUE; specify (A => Y) = 20; (B => Y) = 20; (C => Y) = 20; endspecify endmodule
module NOT (input A, output Y); assign Y = ~A; specify (A => Y) = 20; endspecify endmodule
`GATE(AND, A & B)
`GATE(NAND, ~(A & B))
`GATE(OR, A | B)
`GATE(NOR, ~(A | B))
`GATE(XOR, A ^ B)
`GATE(XNOR, ~(A ^ B))
`GATE3(AOI3, C, ~(A & B | C))
`GATE3(OAI3, C, ~((A | B) & C))
`GATE3(MUX, S, S ? B : A)

module bench;
    reg clk = 0, por = 1, x2 = 0, rise = 0, fall = 0, write = 0, control = 0;
    reg [15:0] data = 0;
    integer    period, periods, n, edges = 0;
    wire [4:0] out;
    am9513a_chip chip (
        .clk(clk), .i_por(por), .o_out(out), .i_x2(x2), .i_x2_rise(rise), .i_x2_fall(fall), .i_src(5'd0),
        .i_gate(5'd31),
        .i_choices(9'd0), .i_write(write),
        .i_write_control(control), .i_write_data(data), .i_read_end(1'b0)
    );
    always @(out) edges = edges + 1;
    task tick;
        begin
            #500 clk = 1;
            #500 clk = 0;
        end
    endtask
    task put;
        input       to_control;
        input [7:0] value;
        begin
            {control, data, write} = {to_control, 8'd0, value, 1'b1};
            tick;
            write = 0;
            repeat (4) tick;
        end
    endtask
    initial begin
        if (!$value$plusargs("periods=%d", periods)) $finish;
        repeat (4) tick;
        por = 0;
        repeat (4) tick;
        for (n = 1; n <= 5; n = n + 1) begin
            put(1, n);                           // mode and load register of counter n
            put(0, 8'h22);                       // toggles its output, down, repeatedly
            put(0, 8'h0b);                       // source F1, no gate
            put(0, 2 + 3 * n);
            put(0, 0);
        end
        put(1, 8'h7f);                           // load and arm all
        for (period = 0; period < periods; period = period + 1) begin
            tick;
            {x2, rise, fall} = {!x2, !x2, x2};
        end
        if (edges < periods / 8) $display("%0d edges of OUT in %0d periods: the counters do not count", edges, periods);
        $finish;
    end
endmodule
