// SPDX-License-Identifier: MIT
// $skew: each data event comes at most limit_ps after the last reference event. A skew of 0 is never too long.
`timescale 1ps / 1ps
`default_nettype none
`ifndef SPECIFY_SEVERITY
`define SPECIFY_SEVERITY 1
`endif
module specify_skew #(
    parameter CHECK = "",                        // for messages
    parameter SEVERITY = `SPECIFY_SEVERITY,      // of messages: 0 none, 1 $warning, 2 $error
    parameter [5:0] REF_EDGES = 6'b111111,
    parameter [5:0] DATA_EDGES = 6'b111111,
    parameter signed [63:0] LIMIT = 0
) (
    input  wire i_ref,
    input  wire i_ref_if,                        // 0: its movements are no events
    input  wire i_data,
    input  wire i_data_if,
    output reg  o_toggle
);
    /*verilator no_inline_module*/               // one copy of the code for all instances
`include "specify.vh"
    reg signed [63:0] limit_ps = LIMIT;          // an SDF file's is written here
    reg               ref_was, data_was, seen = 0;
    reg signed [63:0] from, to;

    always @(i_ref) begin
        if (edge_in(REF_EDGES, ref_was, i_ref) && i_ref_if !== 1'b0 && $time != 0) begin
            seen = 1;
            from = $time;
        end
        ref_was = i_ref;
    end

    always @(i_data) begin
        to = $time;
        if (edge_in(DATA_EDGES, data_was, i_data) && i_data_if !== 1'b0 && seen && to - from > limit_ps)
            `SPECIFY_VIOLATED(limit_ps, to - from)
        data_was = i_data;
    end
endmodule
`default_nettype wire
