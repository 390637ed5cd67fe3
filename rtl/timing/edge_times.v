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

`ifdef FORMAL
    // ---- Proved, under A1 and A2 (formal/time.vh). Rules, for counter 1; the other four are written in the same way:
    //   1 o_edge is the events of the last tick, o_had those of all ticks since power-up.
    //   2 o_ps1 is the time of its last event, 0 before the first.
    // Reached: two events of counter 1 at different times.
`include "time.vh"
    reg [4:0]  f_edge = 0, f_had = 0;
    reg [63:0] f_ps = 0, f_before = 0;
    always @(posedge clk) begin
        f_edge <= i_edge;
        f_had  <= i_por ? 0 : f_had | i_edge;
        if (i_por || i_edge[0]) begin
            f_ps     <= i_por ? 0 : i_now_ps;
            f_before <= i_por ? 0 : f_ps;
        end
    end
    always @* begin
        if (f_past) assert (o_edge == f_edge);                                                                // 1
        if (f_ticked) assert (o_had == f_had && o_ps1 == f_ps);                                               // 1, 2
        cover (f_past && f_edge[0] && f_before != 0 && f_ps > f_before);
    end
`endif
endmodule
`default_nettype wire
