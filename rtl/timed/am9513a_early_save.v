// SPDX-License-Identifier: MIT
// What a SAVE copies to Hold. With effects on, a SAVE whose counter had a source edge closer before it than TEHWH may
// take the count from before that edge.
`default_nettype none
module am9513a_early_save (
    input  wire        clk,
    input  wire        i_effects,
    input  wire [4:0]  i_edge,           // active edges at the counters in this tick
    input  wire [4:0]  i_early,          // counters of which a SAVE in this tick takes the earlier count
    input  wire [15:0] i_count1,
    input  wire [15:0] i_count2,
    input  wire [15:0] i_count3,
    input  wire [15:0] i_count4,
    input  wire [15:0] i_count5,
    output wire [15:0] o_save1,
    output wire [15:0] o_save2,
    output wire [15:0] o_save3,
    output wire [15:0] o_save4,
    output wire [15:0] o_save5
);
    // Before the last edge. Without a reset: a counter is early only after an edge
    reg [15:0] earlier1, earlier2, earlier3, earlier4, earlier5;

    always @(posedge clk)
        if (i_effects) begin
            if (i_edge[0]) earlier1 <= i_count1;
            if (i_edge[1]) earlier2 <= i_count2;
            if (i_edge[2]) earlier3 <= i_count3;
            if (i_edge[3]) earlier4 <= i_count4;
            if (i_edge[4]) earlier5 <= i_count5;
        end

    assign o_save1 = i_early[0] ? earlier1 : i_count1;
    assign o_save2 = i_early[1] ? earlier2 : i_count2;
    assign o_save3 = i_early[2] ? earlier3 : i_count3;
    assign o_save4 = i_early[3] ? earlier4 : i_count4;
    assign o_save5 = i_early[4] ? earlier5 : i_count5;
endmodule
`default_nettype wire
