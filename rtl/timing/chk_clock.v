// SPDX-License-Identifier: MIT
// A clock: high, low and period of its first whole cycle, from rise to rise; with EVERY of each cycle.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module chk_clock #(
    parameter EVERY = 0
) (
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
    output reg                o_missed,      // a cycle short of a limit by more than a sixteenth is over; with EVERY
                                             // it ends with this rise
    output wire               o_tick_now     // clk_bus is needed at once
);
    reg [1:0]  edges;                        // seen: a rise, a fall, a rise
    reg [63:0] rise_ps, fall_ps;             // without a reset: set before they are read
    reg        judged;
    wire       over = edges == 3 && !judged;

    assign o_fall_used = edges < 2;
    assign o_tick_now  = over;

    // [E] the sixteenth: no data sheet has it. A chip is known to have worked 3.7 % below its limit
    function short;
        input [63:0] ps;
        input [31:0] limit_ps;
        short = ps < {32'd0, limit_ps - (limit_ps >> 4)};
    endfunction
    always @* begin                          // an `if`: simulators work it out only then
        o_missed = 0;
        if (EVERY != 0 ? edges == 2 && i_rise : over)
            o_missed = short(i_now_ps - rise_ps, i_period_ps) || short(fall_ps - rise_ps, i_high_ps) ||
                       short(i_now_ps - fall_ps, i_low_ps);
    end

    always @(`TMR0_EDGE clk)
        if (i_por)
            edges <= 0;
        else if (EVERY != 0 && edges == 3) begin // the next cycle began with this rise
            edges   <= i_fall ? 2 : 1;
            rise_ps <= i_now_ps;
            fall_ps <= i_now_ps;
        end else if (edges != 3)
            if (edges == 1 ? i_fall : i_rise) begin
                edges <= edges + 1;
                if (edges == 0) rise_ps <= i_now_ps;
                if (edges == 1) fall_ps <= i_now_ps;
            end

    always @(`TMR0_EDGE clk_bus)
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
    //   1 It judges the first whole cycle from rise to rise when that is over: period, high and low time. With EVERY it
    //     judges each later one as well; without, none.
    //   2 It reports each exactly if that time is below its limit, and nothing before or after.
    //   3 It says which cycle is below a limit by more than a sixteenth as it judges it, with EVERY already at the rise
    //     that ends it.
    //   4 It hands these times to chk_record, each with its limit and the access of that tick, and nothing else.
    // Reached: a period that is too short with good halves; a high time that is too short; with EVERY after a cycle in
    // which nothing was.
`include "time.vh"
    reg [2:0]  f_state = 0;                  // 0 waits for a rise, 1 for a fall, 2 for a rise, 3 judges, 4 over
    reg [63:0] f_rise_ps, f_fall_ps, f_end_ps;
    reg        f_judged = 0, f_good = 0;     // f_good: a cycle without a report
    reg [63:0] f_cycle_ps, f_high_ps, f_low_ps;  // of the cycle judged, and the limits then
    reg [31:0] f_period, f_high, f_low;
    (* hierconn *) wire [128:0] \period.observation , \high.observation , \low.observation ;
    wire [386:0] f_sees = f_state != 3 ? 387'd0 :
        {1'b1, i_access, i_period_ps, i_now_ps - f_rise_ps, 1'b1, i_access, i_high_ps, f_fall_ps - f_rise_ps,
         1'b1, i_access, i_low_ps, i_now_ps - f_fall_ps};
    always @(posedge clk) begin
        f_state <= i_por ? 0 : f_state == 0 && i_rise ? 1 : f_state == 1 && i_fall ? 2 : f_state == 2 && i_rise ? 3 :
                   f_state == 3 ? (EVERY == 0 ? 4 : i_fall ? 2 : 1) : f_state;
        if (f_state == 0 || (EVERY != 0 && f_state == 3)) f_rise_ps <= i_now_ps;
        if (f_state == 1 || (EVERY != 0 && f_state == 3)) f_fall_ps <= i_now_ps;
        if (f_state == 2) f_end_ps <= i_now_ps;
        f_judged <= !i_por && f_state == 3;
        {f_cycle_ps, f_high_ps, f_low_ps} <= {f_end_ps - f_rise_ps, f_fall_ps - f_rise_ps, f_end_ps - f_fall_ps};
        {f_period, f_high, f_low} <= {i_period_ps, i_high_ps, i_low_ps};
        f_good <= !i_por && (f_good || (f_judged && !o_period_broken && !o_high_broken && !o_low_broken));
    end
    always @* begin
        assume (!i_period_ps[31] && !i_high_ps[31] && !i_low_ps[31]);
        if (f_ticked) begin
            if (o_tick_now) assume (i_now_ps == f_last_ps);
            assert (edges == (f_state > 3 ? 2'd3 : f_state[1:0]) && f_state <= (EVERY == 0 ? 4 : 3));
            assert (judged == (EVERY == 0 ? f_state == 4 : f_judged) && (EVERY != 0 || !f_judged || f_state == 4));
            assert (EVERY == 0 || !f_judged || f_state == 1 || f_state == 2);
            assert (f_state == 0 || (rise_ps == f_rise_ps && f_rise_ps <= f_last_ps));
            assert (f_state <= 1 || (fall_ps == f_fall_ps && f_rise_ps <= f_fall_ps && f_fall_ps <= f_last_ps));
            assert (f_state != 3 || f_end_ps == f_last_ps);
            assert (!f_judged || f_end_ps == f_last_ps);
            assert (i_por || {\period.observation , \high.observation , \low.observation } == f_sees);       // 4
            assert (o_period_broken == (f_judged && f_cycle_ps < {32'd0, f_period}));                         // 1, 2
            assert (o_high_broken == (f_judged && f_high_ps < {32'd0, f_high}));
            assert (o_low_broken == (f_judged && f_low_ps < {32'd0, f_low}));
            assert (o_missed == ((EVERY != 0 ? f_state == 2 && i_rise : f_state == 3) &&                      // 3
                                 (i_now_ps - rise_ps + {36'd0, i_period_ps[31:4]} < {32'd0, i_period_ps} ||
                                  fall_ps - rise_ps + {36'd0, i_high_ps[31:4]} < {32'd0, i_high_ps} ||
                                  i_now_ps - fall_ps + {36'd0, i_low_ps[31:4]} < {32'd0, i_low_ps})));
        end
        cover (f_past && o_period_broken && !o_high_broken && !o_low_broken);
        cover (f_past && o_high_broken && !o_low_broken);
        if (EVERY != 0) cover (f_past && o_low_broken && f_good);
    end
`endif
endmodule
`default_nettype wire
