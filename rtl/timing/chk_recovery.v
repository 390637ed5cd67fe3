// SPDX-License-Identifier: MIT
// Recovery: at least i_limit_ps pass from the end of one pulse to the beginning of the next.
`default_nettype none
module chk_recovery (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_limit_ps,
    // Events of this tick
    input  wire               i_end,
    input  wire               i_begin,
    input  wire               i_lost,  // the pause was swallowed on its way to the pin
    output wire               o_broken
);
    chk_width pause (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access), .i_limit_ps(i_limit_ps),
        .i_begin(i_end), .i_end(i_begin), .i_lost(i_lost), .o_broken(o_broken)
    );
endmodule
`default_nettype wire
