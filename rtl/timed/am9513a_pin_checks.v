// SPDX-License-Identifier: MIT
// The Am9513A's requirements on its SRC and GATE pins, according to how the counters' mode registers use them.
//   count source   TEHEH period, TEHEL active level, TELEH the other level; for falling edges the mirrored times
//   gate           TGVGV active pulse, where a pulse starts or retriggers: edges, and levels with CM7
// A pin that no counter uses is not checked. If several pins move at once, the one with the least time is observed.
`include "edge.vh"
`default_nettype none
module am9513a_pin_checks (
    input  wire        clk,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_access,
    input  wire signed [31:0] i_teheh_ps,
    input  wire signed [31:0] i_tehel_ps,
    input  wire signed [31:0] i_teleh_ps,
    input  wire signed [31:0] i_tgvgv_ps,
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    input  wire [44:0] i_mode,       // CM15-7 of each counter: gate control, edge and source, special gate
    input  wire [4:0]  i_armed,
    // Counters whose gate is a pin that moved in the last tick; those of them for which TGVEH and TEHGV hold
    output reg  [4:0]  o_gate_moved,
    output reg  [4:0]  o_level_moved,
    // Pins that moved in the last tick: count sources; gates whose pulses are checked; gates of those counters for
    // which TGVEH and TEHGV hold, unless they are sources
    output reg  [9:0]  o_source_pins,
    output reg  [4:0]  o_trigger_pins,
    output reg  [4:0]  o_level_pins,
    output wire        o_teheh_broken,
    output wire        o_tehel_broken,
    output wire        o_teleh_broken,
    output wire        o_tgvgv_broken,
    output wire        o_tick_now    // a tick is needed at once
);
    reg [9:0]  levels_was;           // GATE5-1, SRC5-1 before this tick
    reg [9:0]  had, had_two;         // movements since power-up
    reg        period, active, passive, pulse;         // observed in the last tick
    // Without a reset: set before they are read
    reg [63:0] last_ps [0:9];        // the last movement
    reg [63:0] prior_ps [0:9];       // and the one before it, the other way
    reg [63:0] period_ps, active_ps, passive_ps, pulse_ps;

    // A period is never observed without `passive`, a pulse never without a movement of a gate
    assign o_tick_now = {i_gate, i_src} != levels_was || active || passive || o_gate_moved != 0;

    // Intermediate values, worked out only when a pin moves
    /* verilator lint_off BLKSEQ */
    reg [9:0] now, moved;
    reg [9:0] rises, falls;          // pins whose rises or falls are counted
    reg [4:0] highs, lows;           // gates whose high or low pulses start something
    reg [4:0] gates, levels, level_pins;
    reg [8:0] mode;
    reg [3:0] source;
    reg [2:0] control;
    reg [4:0] gate;                  // the pin that gates this counter
    reg [63:0] period_at, active_at, passive_at, pulse_at;
    integer   n;

    always @(`TMR0_EDGE clk) begin
        {period, active, passive, pulse} <= 0;
        {o_gate_moved, o_level_moved, o_source_pins, o_trigger_pins, o_level_pins} <= 0;
        if (i_por)
            {levels_was, had, had_two} <= 0;
        else if ({i_gate, i_src} != levels_was) begin
            now   = {i_gate, i_src};
            moved = now ^ levels_was;
            {rises, falls, highs, lows, gates, levels, level_pins} = 0;
            for (n = 0; n < 5; n = n + 1) begin
                mode = i_mode[9*n +: 9];
                {control, source} = {mode[8:6], mode[4:1]};
                if (source >= 1 && source <= 10) begin
                    if (mode[5]) falls[source - 4'd1] = 1;
                    else                   rises[source - 4'd1] = 1;
                end
                gate = control < 2 ? 5'd0 : 5'd1 << (control == 2 ? (n + 1) % 5 : control == 3 ? (n + 4) % 5 : n);
                if ((gate & moved[9:5]) != 0) begin
                    gates[n]  = 1;
                    levels[n] = !mode[0] && i_armed[n];
                    if (levels[n]) level_pins = level_pins | gate;
                end
                if (i_armed[n] && (mode[0] || control[2:1] == 3)) begin
                    if (control == 5 || control == 7) lows  = lows | gate;
                    else                              highs = highs | gate;
                end
            end

            {period_at, active_at, passive_at, pulse_at} = 0;
            for (n = 0; n < 10; n = n + 1)
                if (moved[n]) begin
                    if (had_two[n] && (now[n] ? rises[n] : falls[n])) begin
                        period <= 1;
                        if (prior_ps[n] > period_at) period_at = prior_ps[n];
                    end
                    if (had[n] && (now[n] ? falls[n] : rises[n])) begin
                        active <= 1;
                        if (last_ps[n] > active_at) active_at = last_ps[n];
                    end
                    if (had[n] && (now[n] ? rises[n] : falls[n])) begin
                        passive <= 1;
                        if (last_ps[n] > passive_at) passive_at = last_ps[n];
                    end
                    if (n >= 5 && had[n] && (now[n] ? lows[n - 5] : highs[n - 5])) begin
                        pulse <= 1;
                        if (last_ps[n] > pulse_at) pulse_at = last_ps[n];
                    end
                    prior_ps[n] = last_ps[n];
                    last_ps[n]  = i_now_ps;
                end
            {period_ps, active_ps, passive_ps, pulse_ps} <= {period_at, active_at, passive_at, pulse_at};
            levels_was     <= now;
            had            <= had | moved;
            had_two        <= had_two | (had & moved);
            o_gate_moved   <= gates;
            o_level_moved  <= levels;
            o_source_pins  <= moved & (rises | falls);
            o_trigger_pins <= moved[9:5] & (highs | lows);
            o_level_pins   <= moved[9:5] & level_pins & ~(rises[9:5] | falls[9:5]);
        end
    end
    /* verilator lint_on BLKSEQ */

`define TO_NOW .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access), \
               .i_from_now(1'b0), .i_to_now(1'b1), .i_to_ps(64'd0)
    chk_record teheh (
        `TO_NOW, .i_seen(period), .i_from_ps(period_ps), .i_limit_ps(i_teheh_ps), .o_broken(o_teheh_broken)
    );
    chk_record tehel (
        `TO_NOW, .i_seen(active), .i_from_ps(active_ps), .i_limit_ps(i_tehel_ps), .o_broken(o_tehel_broken)
    );
    chk_record teleh (
        `TO_NOW, .i_seen(passive), .i_from_ps(passive_ps), .i_limit_ps(i_teleh_ps), .o_broken(o_teleh_broken)
    );
    chk_record tgvgv (
        `TO_NOW, .i_seen(pulse), .i_from_ps(pulse_ps), .i_limit_ps(i_tgvgv_ps), .o_broken(o_tgvgv_broken)
    );
`undef TO_NOW

`ifdef FORMAL
    // ---- Proved, besides A1 and A2 (formal/time.vh) assumed:
    //   A3 The next tick is of the same instant if o_tick_now asks for it.
    // Rules, one tick after movements of pins, each time with the limit of its record and the access of that tick:
    //   1 TEHEH is handed a time exactly if a pin made an edge that a counter counts, at least its third movement: from
    //     its last edge of that direction.
    //   2 TEHEL, TELEH: exactly if such a pin left the level that its edge began, or made that edge: from its last
    //     movement.
    //   3 TGVGV: exactly if a gate ended a pulse that starts or retriggers an armed counter: from its last movement.
    //   4 If one pin alone gives such a time, f_p, it is that one's.
    //   5 The outputs name the counters whose gate moved, those of them that are armed and gated by levels, and the
    //     pins that moved: those counted, those of pulses that start, the gates of those counters unless counted.
    // Reached: a period of a pin; a pulse of GATE3; two pins that end at once.
`include "time.vh"
    (* anyconst *) wire [3:0] f_p;
    reg  [9:0]  f_level = 0, f_had = 0, f_twice = 0;
    reg  [63:0] f_move_ps, f_prior_ps;                       // of f_p: its last movement, and the one before
    wire [9:0]  f_pins  = {i_gate, i_src};
    wire [9:0]  f_moved = f_pins ^ f_level;
    reg  [9:0]  f_rises, f_falls, f_highs, f_lows;           // counted edges, pulses that start
    reg  [4:0]  f_gated, f_levels;                           // counters whose gate moved; of them those of rule 5
    reg  [9:0]  f_level_pins;
    reg  [8:0]  f_mode;
    integer     f_k, f_pin;
    always @* begin
        {f_rises, f_falls, f_highs, f_lows, f_gated, f_levels, f_level_pins} = 0;
        for (f_k = 0; f_k < 5; f_k = f_k + 1) begin
            f_mode = i_mode[9*f_k +: 9];
            for (f_pin = 0; f_pin < 10; f_pin = f_pin + 1) begin
                if (f_mode[4:1] == f_pin + 1 && !f_mode[5]) f_rises[f_pin] = 1;
                if (f_mode[4:1] == f_pin + 1 && f_mode[5]) f_falls[f_pin] = 1;
                if (f_mode[8:6] >= 4 ? f_pin == 5 + f_k : f_mode[8:6] == 3 ? f_pin == 5 + (f_k + 4) % 5 :
                    f_mode[8:6] == 2 && f_pin == 5 + (f_k + 1) % 5) begin
                    if (f_moved[f_pin]) f_gated[f_k] = 1;
                    if (f_moved[f_pin] && i_armed[f_k] && !f_mode[0]) {f_levels[f_k], f_level_pins[f_pin]} = 3;
                    if (i_armed[f_k] && (f_mode[0] || f_mode[8:6] >= 6)) begin
                        if (f_mode[8:6] == 5 || f_mode[8:6] == 7) f_lows[f_pin] = 1;
                        else                                      f_highs[f_pin] = 1;
                    end
                end
            end
        end
    end
    wire [9:0]  f_counted = (f_pins & f_rises) | (~f_pins & f_falls);
    wire [9:0]  f_leaves  = (f_pins & f_falls) | (~f_pins & f_rises);
    // Of the last tick: pins that give a time to TEHEH, TEHEL, TELEH, TGVGV; that of f_p
    reg  [9:0]  f_periods = 0, f_actives = 0, f_passives = 0, f_pulses = 0;
    reg  [63:0] f_period_ps, f_width_ps;
    reg  [29:0] f_outputs = 0;                               // what rule 5 says
    reg         f_due = 0;
    always @(posedge clk) begin
        f_level   <= i_por ? 10'd0 : f_pins;
        f_had     <= i_por ? 10'd0 : f_had | f_moved;
        f_twice   <= i_por ? 10'd0 : f_twice | (f_had & f_moved);
        f_due     <= o_tick_now && !i_por;
        f_periods <= i_por ? 10'd0 : f_moved & f_twice & f_counted;
        f_actives <= i_por ? 10'd0 : f_moved & f_had & f_leaves;
        f_passives <= i_por ? 10'd0 : f_moved & f_had & f_counted;
        f_pulses  <= i_por ? 10'd0 : f_moved & f_had & ((f_pins & f_lows) | (~f_pins & f_highs));
        f_outputs <= i_por ? 30'd0 : {f_gated, f_levels, f_moved & (f_rises | f_falls),
                                      f_moved[9:5] & (f_highs[9:5] | f_lows[9:5]),
                                      f_level_pins[9:5] & ~(f_rises[9:5] | f_falls[9:5])};
        f_period_ps <= i_now_ps - f_prior_ps;
        f_width_ps  <= i_now_ps - f_move_ps;
        if (f_moved[f_p]) {f_move_ps, f_prior_ps} <= {i_now_ps, f_move_ps};
    end
    (* hierconn *) wire [128:0] \teheh.observation , \tehel.observation , \teleh.observation , \tgvgv.observation ;
    function handed;                                         // as rules 1 to 4 say
        input [128:0] observation;
        input [31:0]  limit;
        input [9:0]   giving;
        input [63:0]  time_ps;                               // of f_p
        handed = observation[128] == (giving != 0) &&
                 (giving == 0 || observation[127:64] == {i_access, limit}) &&
                 (giving != 10'd1 << f_p || observation[63:0] == time_ps);
    endfunction
    always @* begin
        assume (f_p < 10);
        if (f_ticked && f_due) assume (i_now_ps == f_last_ps);                                               // A3
        // State, without which the rules are not inductive
        if (f_ticked) begin
            assert (levels_was == f_level && had == f_had && had_two == f_twice && (f_twice & ~f_had) == 0);
            assert (!f_had[f_p] || (last_ps[f_p] == f_move_ps && f_move_ps <= f_last_ps));
            assert (!f_twice[f_p] || (prior_ps[f_p] == f_prior_ps && f_prior_ps <= f_move_ps));
        end
        if (f_ticked)
            assert ({o_gate_moved, o_level_moved, o_source_pins, o_trigger_pins, o_level_pins} == f_outputs);    // 5
        if (f_past && !i_por) begin
            assert (handed(\teheh.observation , i_teheh_ps, f_periods, f_period_ps));                        // 1, 4
            assert (handed(\tehel.observation , i_tehel_ps, f_actives, f_width_ps));                         // 2, 4
            assert (handed(\teleh.observation , i_teleh_ps, f_passives, f_width_ps));
            assert (handed(\tgvgv.observation , i_tgvgv_ps, f_pulses, f_width_ps));                          // 3, 4
        end
        cover (f_past && f_periods != 0);
        cover (f_past && f_pulses == 10'h080);
        cover (f_past && f_actives == 10'h003);
    end
`endif
endmodule
`default_nettype wire
