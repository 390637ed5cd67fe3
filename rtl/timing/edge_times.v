// SPDX-License-Identifier: MIT
// The time at which each of five events last happened, for checks that look back.
`default_nettype none
module edge_times (
    input  wire        clk,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire [4:0]  i_edge,       // events in this tick
    output reg  [4:0]  o_edge,       // in the last tick; without a reset
    output reg  [4:0]  o_had,        // ever
    output reg  [63:0] o_ps1,
    output reg  [63:0] o_ps2,
    output reg  [63:0] o_ps3,
    output reg  [63:0] o_ps4,
    output reg  [63:0] o_ps5
);
    always @(posedge clk)
        if (i_por) begin
            o_had <= 0;
            {o_ps1, o_ps2, o_ps3, o_ps4, o_ps5} <= 0;
        end else begin
            o_edge <= i_edge;
            if (i_edge != 0) begin
                if (i_edge[0]) o_ps1 <= i_now_ps;
                if (i_edge[1]) o_ps2 <= i_now_ps;
                if (i_edge[2]) o_ps3 <= i_now_ps;
                if (i_edge[3]) o_ps4 <= i_now_ps;
                if (i_edge[4]) o_ps5 <= i_now_ps;
                o_had <= o_had | i_edge;
            end
        end
endmodule
`default_nettype wire
