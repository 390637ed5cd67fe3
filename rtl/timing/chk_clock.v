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

`ifdef FORMAL
    // ---- Proved; clk and clk_bus tick together, and each tick that o_tick_now asks for comes at the same instant.
    // Assumed besides A1 and A2 (formal/time.vh): no limit is negative. Rules:
    //   1 It judges once, when the first whole cycle from rise to rise is over: period, high and low time.
    //   2 It reports each exactly if that time is below its limit, and nothing before or after.
    // Reached: a period that is too short with good halves; a high time that is too short.
`include "time.vh"
    reg [2:0]  f_state = 0;                  // 0 waits for a rise, 1 for a fall, 2 for a rise, 3 judges, 4 over
    reg [63:0] f_rise_ps, f_fall_ps, f_end_ps;
    reg        f_judged = 0;
    reg [31:0] f_period, f_high, f_low;      // limits then
    always @(posedge clk) begin
        f_state <= i_por ? 0 : f_state == 0 && i_rise ? 1 : f_state == 1 && i_fall ? 2 : f_state == 2 && i_rise ? 3 :
                   f_state == 3 ? 4 : f_state;
        if (f_state == 0) f_rise_ps <= i_now_ps;
        if (f_state == 1) f_fall_ps <= i_now_ps;
        if (f_state == 2) f_end_ps <= i_now_ps;
        f_judged <= !i_por && f_state == 3;
        {f_period, f_high, f_low} <= {i_period_ps, i_high_ps, i_low_ps};
    end
    always @* begin
        assume (!i_period_ps[31] && !i_high_ps[31] && !i_low_ps[31]);
        if (f_ticked) begin
            if (o_tick_now) assume (i_now_ps == f_last_ps);
            assert (edges == (f_state > 3 ? 2'd3 : f_state[1:0]) && f_state <= 4);
            assert (judged == (f_state == 4) && (!f_judged || f_state == 4));
            assert (f_state == 0 || (rise_ps == f_rise_ps && f_rise_ps <= f_last_ps));
            assert (f_state <= 1 || (fall_ps == f_fall_ps && f_rise_ps <= f_fall_ps && f_fall_ps <= f_last_ps));
            assert (f_state != 3 || f_end_ps == f_last_ps);
            assert (!f_judged || f_end_ps == f_last_ps);
            assert (o_period_broken == (f_judged && f_end_ps - f_rise_ps < {32'd0, f_period}));               // 1, 2
            assert (o_high_broken == (f_judged && f_fall_ps - f_rise_ps < {32'd0, f_high}));
            assert (o_low_broken == (f_judged && f_end_ps - f_fall_ps < {32'd0, f_low}));
        end
        cover (f_past && o_period_broken && !o_high_broken && !o_low_broken);
        cover (f_past && o_high_broken && !o_low_broken);
    end
`endif
endmodule
`default_nettype wire
