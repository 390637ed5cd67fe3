// SPDX-License-Identifier: MIT
// What a SAVE copies to Hold. With effects on, a SAVE whose counter had a source edge closer before it than TEHWH may
// take the count from before that edge. The value is ready one tick early: no counter counts in the tick before a
// write.
`default_nettype none
module am9513a_early_save (
    input  wire        clk,
    input  wire        clk_bus,
    input  wire        i_effects,
    input  wire [4:0]  i_edge,           // active edges at the counters in this tick
    input  wire [4:0]  i_early,          // counters of which a SAVE in the next tick takes the earlier count
    input  wire [15:0] i_count1,
    input  wire [15:0] i_count2,
    input  wire [15:0] i_count3,
    input  wire [15:0] i_count4,
    input  wire [15:0] i_count5,
    output reg  [15:0] o_save1,
    output reg  [15:0] o_save2,
    output reg  [15:0] o_save3,
    output reg  [15:0] o_save4,
    output reg  [15:0] o_save5
);
    // All without a reset: a counter is early only after an edge, and a write comes only after a tick of clk_bus
    reg [15:0] earlier1, earlier2, earlier3, earlier4, earlier5;     // before the last edge

    always @(posedge clk)
        if (i_effects) begin
            if (i_edge[0]) earlier1 <= i_count1;
            if (i_edge[1]) earlier2 <= i_count2;
            if (i_edge[2]) earlier3 <= i_count3;
            if (i_edge[3]) earlier4 <= i_count4;
            if (i_edge[4]) earlier5 <= i_count5;
        end

    always @(posedge clk_bus) begin
        o_save1 <= i_early[0] ? earlier1 : i_count1;
        o_save2 <= i_early[1] ? earlier2 : i_count2;
        o_save3 <= i_early[2] ? earlier3 : i_count3;
        o_save4 <= i_early[3] ? earlier4 : i_count4;
        o_save5 <= i_early[4] ? earlier5 : i_count5;
    end
endmodule
`default_nettype wire
