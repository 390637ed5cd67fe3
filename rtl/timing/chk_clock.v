// SPDX-License-Identifier: MIT
// A clock that never changes: high, low and period of its first whole cycle, from rise to rise.
`default_nettype none
module chk_clock (
    input  wire               clk,           // every tick: edges
    input  wire               clk_bus,       // records
    input  wire               i_por,
    input  wire [63:0]        i_now_ps,
    input  wire [31:0]        i_access,
    input  wire signed [31:0] i_period_ps,
    input  wire signed [31:0] i_high_ps,
    input  wire signed [31:0] i_low_ps,
    // Events of this tick
    input  wire               i_rise,
    input  wire               i_fall,
    output wire               o_fall_used,   // the fall is still to come
    output wire               o_period_broken,
    output wire               o_high_broken,
    output wire               o_low_broken,
    output wire               o_tick_now     // clk_bus is needed at once
);
    reg [1:0]  edges;                        // seen: a rise, a fall, a rise
    reg [63:0] rise_ps, fall_ps;             // without a reset: set before they are read
    reg        judged;
    wire       over = edges == 3 && !judged;

    assign o_fall_used = edges < 2;
    assign o_tick_now  = over;

    always @(posedge clk)
        if (i_por)
            edges <= 0;
        else if (edges != 3 && (edges == 1 ? i_fall : i_rise)) begin
            edges <= edges + 1;
            if (edges == 0) rise_ps <= i_now_ps;
            if (edges == 1) fall_ps <= i_now_ps;
        end

    always @(posedge clk_bus)
        judged <= !i_por && edges == 3;

    chk_record period (
        .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(over), .i_from_now(1'b0), .i_from_ps(rise_ps), .i_to_now(1'b1), .i_to_ps(64'd0),
        .i_limit_ps(i_period_ps), .o_broken(o_period_broken)
    );
    chk_record high (
        .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(over), .i_from_now(1'b0), .i_from_ps(rise_ps), .i_to_now(1'b0), .i_to_ps(fall_ps),
        .i_limit_ps(i_high_ps), .o_broken(o_high_broken)
    );
    chk_record low (
        .clk(clk_bus), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access),
        .i_seen(over), .i_from_now(1'b0), .i_from_ps(fall_ps), .i_to_now(1'b1), .i_to_ps(64'd0),
        .i_limit_ps(i_low_ps), .o_broken(o_low_broken)
    );
endmodule
`default_nettype wire
