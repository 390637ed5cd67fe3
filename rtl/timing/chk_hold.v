// SPDX-License-Identifier: MIT
// Hold: data stays stable for i_limit_ps after the reference edge. The first movement after the edge counts; movement
// before it, while i_window lasts, is early and gives a negative hold when the edge comes.
`default_nettype none
module chk_hold (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_limit_ps,
    // Events of this tick
    input  wire               i_ref,   // reference edge
    input  wire               i_data,  // data moved
    input  wire               i_window, // the reference edge is still to come; it ends with that edge, never without it
    output wire               o_broken
);
    reg        armed;                  // edge seen, movement not yet
    reg        early;                  // movement seen, edge not yet
    // Without a reset: set before they are read
    reg [63:0] data_ps;
    reg [63:0] ref_ps;
    reg [31:0] ref_access;

    always @(posedge clk)
        if (i_por) begin
            armed <= 0;
            early <= 0;
        end else if (i_ref) begin
            armed  <= !i_data && !early;
            early  <= 0;
            ref_ps <= i_now_ps;
            ref_access <= i_access;
        end else if (i_data) begin
            armed   <= 0;
            early   <= i_window;
            data_ps <= i_now_ps;
        end

    chk_record rec (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_ref ? i_access : ref_access),
        .i_seen(i_ref ? i_data || early : i_data && armed),
        .i_from_now(i_ref), .i_from_ps(ref_ps), .i_to_now(i_data), .i_to_ps(data_ps),
        .i_limit_ps(i_limit_ps), .o_broken(o_broken)
    );
endmodule
`default_nettype wire
