// SPDX-License-Identifier: MIT
// Set-up: data has been stable for i_limit_ps when the reference edge comes. Data that moves with the edge has a set-up
// of 0 if i_window covers that tick; data that moves later, while i_window lasts, is late: its set-up is negative.
`default_nettype none
module chk_setup (
    input  wire               clk,
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_limit_ps,
    // Events of this tick
    input  wire               i_data,  // data moved
    input  wire               i_ref,   // reference edge
    input  wire               i_window, // data still counts for the last reference edge
    output wire               o_broken
);
    reg        known;                  // data has moved at all
    // Without a reset: set before they are read
    reg [63:0] data_ps;
    reg [63:0] ref_ps;

    wire in_window = i_window && i_data;   // with the edge, or after it

    always @(posedge clk)
        if (i_por)
            known <= 0;
        else begin
            if (i_data) begin
                known   <= 1;
                data_ps <= i_now_ps;
            end
            if (i_ref)
                ref_ps <= i_now_ps;
        end

    chk_record rec (
        .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(in_window || (i_ref && known)),
        .i_from_now(in_window), .i_from_ps(data_ps), .i_to_now(i_ref), .i_to_ps(ref_ps),
        .i_limit_ps(i_limit_ps), .o_broken(o_broken)
    );
endmodule
`default_nettype wire
