// SPDX-License-Identifier: MIT
// Width: at least i_limit_ps pass from i_begin to the next i_end. A pulse that a gate before the pin has swallowed has
// a width of 0.
`default_nettype none
module chk_width (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_limit_ps,
    // Events of this tick
    input  wire               i_begin,
    input  wire               i_end,
    input  wire               i_lost,  // swallowed
    output wire               o_broken
);
    reg        in_pulse;
    reg [63:0] begin_ps;                // without a reset: set before it is read

    always @(posedge clk)
        if (i_por)
            in_pulse <= 0;
        else if (i_begin) begin
            in_pulse <= 1;
            begin_ps <= i_now_ps;
        end else if (i_end)
            in_pulse <= 0;

    chk_record rec (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen((in_pulse && i_end) || i_lost), .i_from_now(i_lost), .i_from_ps(begin_ps),
        .i_to_now(1'b1), .i_to_ps(64'd0),
        .i_limit_ps(i_limit_ps), .o_broken(o_broken)
    );
endmodule
`default_nettype wire
