// SPDX-License-Identifier: MIT
// $width: from an edge to the opposite one at least limit_ps; a pulse of at most THRESHOLD is none, and the condition
// is that of the edge that begins. $period: from an edge to the next one at least limit_ps.
`timescale 1ps / 1ps
`default_nettype none
`ifndef SPECIFY_SEVERITY
`define SPECIFY_SEVERITY 1
`endif
module specify_span #(
    parameter CHECK = "",                        // for messages
    parameter SEVERITY = `SPECIFY_SEVERITY,      // of messages: 0 none, 1 $warning, 2 $error
    parameter PERIOD = 0,
    parameter [5:0] REF_EDGES = 6'b111111,
    parameter signed [63:0] LIMIT = 0,
    parameter signed [63:0] THRESHOLD = -1
) (
    input  wire i_ref,
    input  wire i_ref_if,                        // 0: its movements are no events
    output reg  o_toggle
);
    /*verilator no_inline_module*/               // one copy of the code for all instances
`include "specify.vh"
    localparam signed [63:0] NEVER = -64'sh4000_0000_0000_0000;
    reg signed [63:0] limit_ps = LIMIT;          // an SDF file's is written here
    reg               ref_was, begins, ends;
    reg signed [63:0] from = NEVER, now;

    always @(i_ref) begin
        now    = $time;
        begins = edge_in(REF_EDGES, ref_was, i_ref) && i_ref_if !== 1'b0 && now != 0;
        ends   = PERIOD != 0 ? begins : edge_in(~REF_EDGES, ref_was, i_ref);
        if (ends && from != NEVER && now - from < limit_ps && now - from > THRESHOLD)
            `SPECIFY_VIOLATED(limit_ps, now - from)
        if (begins)
            from = now;
        else if (ends && PERIOD == 0)
            from = NEVER;
        ref_was = i_ref;
    end
endmodule
`default_nettype wire
