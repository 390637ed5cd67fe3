// SPDX-License-Identifier: MIT
// In place of rtl/timing/chk_record.v, for the proofs of the checks: it shows what a check hands it, and reports it as
// chk_record does (task chk-record).
`default_nettype none
module chk_record (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire               i_seen,
    input  wire               i_from_now,
    input  wire [63:0]        i_from_ps,
    input  wire               i_to_now,
    input  wire [63:0]        i_to_ps,
    input  wire signed [31:0] i_limit_ps,
    output reg                o_broken
);
    wire signed [63:0] time_ps = (i_to_now ? i_now_ps : i_to_ps) - (i_from_now ? i_now_ps : i_from_ps);
    wire [128:0] observation = i_seen && !i_por ? {1'b1, i_access, i_limit_ps, time_ps} : 129'd0;
    always @(posedge clk) o_broken <= !i_por && i_seen && time_ps < i_limit_ps;
endmodule
`default_nettype wire
