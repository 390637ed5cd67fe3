// SPDX-License-Identifier: MIT
// The Am9513A's requirements on its SRC and GATE pins, according to how the counters' mode registers use them.
//   count source   TEHEH period, TEHEL active level, TELEH the other level; for falling edges the mirrored times
//   gate           TGVGV active pulse, where a pulse starts or retriggers: edges, and levels with CM7
// A pin that no counter uses is not checked. If several pins move at once, the one with the least time is observed.
`include "figures.vh"
`default_nettype none
module am9513a_pin_checks (
    input  wire        clk,
    input  wire        i_por,
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_access,
    // Every module takes the whole table of figures and reads its own: one bus, one numbering
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire [`FIG_RTL*32-1:0] i_fig,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    // CM15-7 of each counter: gate control, edge and source, special gate
    input  wire [8:0]  i_mode1,
    input  wire [8:0]  i_mode2,
    input  wire [8:0]  i_mode3,
    input  wire [8:0]  i_mode4,
    input  wire [8:0]  i_mode5,
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
`define FIG(NUMBER) i_fig[NUMBER*32 +: 32]
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
    reg [4:0] gate;                  // the pin that gates this counter
    reg [63:0] period_at, active_at, passive_at, pulse_at;
    integer   n;

    always @(posedge clk)
        if (i_por) begin
            levels_was <= 0;
            had        <= 0;
            had_two    <= 0;
            {period, active, passive, pulse} <= 0;
            {o_gate_moved, o_level_moved, o_source_pins, o_trigger_pins, o_level_pins} <= 0;
        end else if ({i_gate, i_src} != levels_was) begin
            now   = {i_gate, i_src};
            moved = now ^ levels_was;
            {rises, falls, highs, lows, gates, levels, level_pins} = 0;
            for (n = 0; n < 5; n = n + 1) begin
                mode = n == 0 ? i_mode1 : n == 1 ? i_mode2 : n == 2 ? i_mode3 : n == 3 ? i_mode4 : i_mode5;
                if (mode[4:1] >= 1 && mode[4:1] <= 10) begin
                    if (mode[5]) falls[mode[4:1] - 4'd1] = 1;
                    else         rises[mode[4:1] - 4'd1] = 1;
                end
                gate = mode[8:6] < 2 ? 5'd0 : 5'd1 << (mode[8:6] == 2 ? (n + 1) % 5 : mode[8:6] == 3 ? (n + 4) % 5 : n);
                if ((gate & moved[9:5]) != 0) begin
                    gates[n]  = 1;
                    levels[n] = !mode[0] && i_armed[n];
                    if (levels[n]) level_pins = level_pins | gate;
                end
                if (i_armed[n] && (mode[0] || mode[8:7] == 3)) begin
                    if (mode[8:6] == 5 || mode[8:6] == 7) lows  = lows | gate;
                    else                                  highs = highs | gate;
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
        end else begin
            {period, active, passive, pulse} <= 0;
            {o_gate_moved, o_level_moved, o_source_pins, o_trigger_pins, o_level_pins} <= 0;
        end
    /* verilator lint_on BLKSEQ */

`define TO_NOW .clk(clk), .i_por(i_por), .i_now_ps(i_now_ps), .i_access(i_access), \
               .i_from_now(1'b0), .i_to_now(1'b1), .i_to_ps(64'd0)
    chk_record teheh (
        `TO_NOW, .i_seen(period), .i_from_ps(period_ps), .i_limit_ps(`FIG(`FIG_TEHEH)), .o_broken(o_teheh_broken)
    );
    chk_record tehel (
        `TO_NOW, .i_seen(active), .i_from_ps(active_ps), .i_limit_ps(`FIG(`FIG_TEHEL)), .o_broken(o_tehel_broken)
    );
    chk_record teleh (
        `TO_NOW, .i_seen(passive), .i_from_ps(passive_ps), .i_limit_ps(`FIG(`FIG_TELEH)), .o_broken(o_teleh_broken)
    );
    chk_record tgvgv (
        `TO_NOW, .i_seen(pulse), .i_from_ps(pulse_ps), .i_limit_ps(`FIG(`FIG_TGVGV)), .o_broken(o_tgvgv_broken)
    );
`undef TO_NOW
`undef FIG
endmodule
`default_nettype wire
