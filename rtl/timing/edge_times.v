// SPDX-License-Identifier: MIT
// The time at which each of five events last happened, for checks that look back.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module edge_times (
    input  wire        clk,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire [4:0]  i_edge,       // events in this tick
    output reg  [4:0]  o_edge,       // in the last tick; without a reset
    output reg  [4:0]  o_had,        // ever
    output reg  [319:0] o_ps         // the time of each one's last, 64 bits
);
    integer n;
    always @(`TMR0_EDGE clk)
        if (i_por) begin
            o_had <= 0;
            o_ps  <= 0;
        end else begin
            o_edge <= i_edge;
            if (i_edge != 0) begin
                for (n = 0; n < 5; n = n + 1)
                    if (i_edge[n])
                        o_ps[64*n +: 64] <= i_now_ps;
                o_had <= o_had | i_edge;
            end
        end

`ifdef FORMAL
    // ---- Proved, under A1 and A2 (formal/time.vh), for any one of the five, f_n. Rules:
    //   1 o_edge is the events of the last tick, o_had those of all ticks since power-up.
    //   2 Its time in o_ps is that of its last event, 0 before the first.
    // Reached: two events of the fifth at different times.
`include "time.vh"
    (* anyconst *) wire [2:0] f_n;
    reg [4:0]  f_edge = 0, f_had = 0;
    reg [63:0] f_ps = 0, f_before = 0;
    always @(posedge clk) begin
        f_edge <= i_edge;
        f_had  <= i_por ? 0 : f_had | i_edge;
        if (i_por || i_edge[f_n]) begin
            f_ps     <= i_por ? 0 : i_now_ps;
            f_before <= i_por ? 0 : f_ps;
        end
    end
    always @* begin
        assume (f_n < 5);
        if (f_past) assert (o_edge == f_edge);                                                                // 1
        if (f_ticked) assert (o_had == f_had && o_ps[64*f_n +: 64] == f_ps);                                  // 1, 2
        cover (f_past && f_n == 4 && f_edge[f_n] && f_before != 0 && f_ps > f_before);
    end
`endif
endmodule
`default_nettype wire
