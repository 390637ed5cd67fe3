// SPDX-License-Identifier: MIT
// The sixteen count sources, the scaler that makes F1-F5 from X2, and which of their edges each counter takes.
// Scaler: /1, /16, /256, /4096, /65536, or in BCD /1, /10, /100, /1000, /10000. The phase of the taps is not specified:
// here all stages start at 0 and a tap is high in the upper half of its stage.
//
// Most ticks are rises of X2 that only counters on F1 look at; what else there is to choose from is worked out only
// when somebody has chosen it (`others`).
`default_nettype none
module am9513a_sources (
    input  wire        clk,
    input  wire        clk_bus,
    input  wire        i_por,
    // Edges of X2, this tick; levels of the pins
    input  wire        i_x2_rise,
    input  wire        i_x2_fall,
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    input  wire [4:0]  i_tc,         // TC of the counters
    input  wire        i_sort,       // modes or FOUT's source may have been written in the last tick
    input  wire        i_reset,      // in this tick: what it does to TC is nobody's edge
    input  wire        i_bcd,        // MM15: scaler
    input  wire [4:0]  i_tc_gates,   // counters gated by TC of the one below
    // Choices: CM12-8 of each counter, counter 1 lowest (edge, source); FOUT's source
    input  wire [24:0] i_choice,
    input  wire [3:0]  i_fout,
    input  wire        i_fout_direct,  // FOUT shows the source itself
    // Edges taken, this tick
    output wire [4:0]  o_edge,
    output wire        o_fout_rise,
    output wire        o_fout_fall,
    output reg  [15:0] o_scaler,     // stages from the lowest, four bits each
    // Consequences of violations are on: carries to the next counter come i_carry_ps late, F2 comes i_tap_ps behind F1,
    // F3 behind F2 and so on. One edge a counter may be under way; another one makes it come at once
    input  wire        i_effects,
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_carry_ps,
    input  wire [31:0] i_tap_ps,
    output reg  [63:0] o_late_ps,    // the next
    // Gates and TC before this tick
    output reg  [4:0]  o_gate,
    output reg  [4:0]  o_tc,
    output wire        o_again,      // one more tick at this instant
    output reg         o_x2_fall_used
);
    // ---- Choices, sorted out once when they change
    reg [4:0] on_f1, on_tcn_rise, on_tcn_fall;
    reg [4:0] prompt;                // counters whose edges are not late
    reg       others, fout_f1;

    function is;
        input [4:0] choice, wanted;
        is = choice == wanted;
    endfunction
    function [4:0] all;              // counters whose choice is this one
        input [24:0] choice;
        input [4:0]  wanted;
        all = {is(choice[24:20], wanted), is(choice[19:15], wanted), is(choice[14:10], wanted),
               is(choice[9:5], wanted), is(choice[4:0], wanted)};
    endfunction
    localparam [4:0] TCN_RISE = 5'h00, TCN_FALL = 5'h10, F1_RISE = 5'h0b, F1_FALL = 5'h1b;


    function late_source;
        input [3:0] source;          // TCN-1, F2-F5
        late_source = source == 0 || source >= 12;
    endfunction

    always @(posedge clk_bus)
        if (i_sort) begin
            prompt         <= i_effects ? ~{late_source(i_choice[23:20]), late_source(i_choice[18:15]),
                              late_source(i_choice[13:10]), late_source(i_choice[8:5]), late_source(i_choice[3:0])} : 5'h1f;
            on_f1          <= all(i_choice, F1_RISE);
            on_tcn_rise    <= all(i_choice, TCN_RISE);
            on_tcn_fall    <= all(i_choice, TCN_FALL);
            others         <= (all(i_choice, F1_RISE) | all(i_choice, TCN_RISE) | all(i_choice, TCN_FALL)) != 5'h1f ||
                              i_fout != 4'd11 || i_fout_direct;
            fout_f1        <= i_fout == 4'd11;
            o_x2_fall_used <= all(i_choice, F1_FALL) != 0 || (i_fout == 4'd11 && i_fout_direct);
        end

    // ---- Edges
    reg [4:0]  src;

    // TCN-1 of counter 1 is TC of counter 5
    wire [4:0] tcn_rise = {i_tc[3:0], i_tc[4]} & ~{o_tc[3:0], o_tc[4]} & on_tcn_rise;
    wire [4:0] tcn_fall = ~{i_tc[3:0], i_tc[4]} & {o_tc[3:0], o_tc[4]} & on_tcn_fall;
    wire       pins     = i_src != src || i_gate != o_gate;

    reg  [4:0] due;                  // late edges whose time has come
    wire [4:0] tc_moved = {i_tc[3:0], i_tc[4]} ^ {o_tc[3:0], o_tc[4]};
    assign o_again = pins || (tcn_rise | tcn_fall | (tc_moved & i_tc_gates) | due) != 0;

    // What is not TCN-1 or the rise of F1, by choice
    reg [31:0] by_choice;
    reg [4:0]  other;
    reg        other_rise, other_fall;
    reg [3:0]  half, full;
    reg        f2_fall, f3_fall, f4_fall, f5_fall, f2_rise, f3_rise, f4_rise, f5_rise;
    always @* begin
        {half, full} = i_bcd ? 8'h49 : 8'h7f;
        {f2_fall, f3_fall, f4_fall, f5_fall, f2_rise, f3_rise, f4_rise, f5_rise} = 0;
        by_choice  = 0;
        other      = 0;
        other_rise = 0;
        other_fall = 0;
        if (others) begin
            // A tap falls when its stage starts anew, carrying into the next, and rises half-way through
            f2_rise = i_x2_rise && o_scaler[3:0] == half;
            f2_fall = i_x2_rise && o_scaler[3:0] >= full;
            f3_rise = f2_fall && o_scaler[7:4] == half;
            f3_fall = f2_fall && o_scaler[7:4] >= full;
            f4_rise = f3_fall && o_scaler[11:8] == half;
            f4_fall = f3_fall && o_scaler[11:8] >= full;
            f5_rise = f4_fall && o_scaler[15:12] == half;
            f5_fall = f4_fall && o_scaler[15:12] >= full;
            by_choice = {f5_fall, f4_fall, f3_fall, f2_fall, i_x2_fall, ~i_gate & o_gate, ~i_src & src, 1'b0,
                         f5_rise, f4_rise, f3_rise, f2_rise, 1'b0, i_gate & ~o_gate, i_src & ~src, 1'b0};
            other = {by_choice[i_choice[24:20]], by_choice[i_choice[19:15]], by_choice[i_choice[14:10]],
                     by_choice[i_choice[9:5]], by_choice[i_choice[4:0]]};
            other_rise = by_choice[{1'b0, i_fout}];
            other_fall = by_choice[{1'b1, i_fout}];
        end
    end

    wire [4:0] fresh = tcn_rise | tcn_fall | other;
    assign o_edge      = (i_x2_rise ? on_f1 : 5'd0) | (fresh & prompt) | due;
    assign o_fout_rise = fout_f1 ? i_x2_rise : other_rise;
    assign o_fout_fall = other_fall;

    // ---- Late edges
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;
    // Assigned in place: what only this block reads, and intermediate values
    /* verilator lint_off BLKSEQ */
    reg [4:0]  late;
    reg [63:0] late_ps [0:4];        // of those that are late; without a reset
    reg [63:0] first_ps;
    reg [3:0]  source;
    reg [4:0]  now_due;
    integer    n;

    always @(posedge clk)
        if (i_por) begin
            late       = 0;
            due       <= 0;
            o_late_ps <= NEVER;
        end else if (prompt != 5'h1f || (late | due) != 0) begin
            first_ps = NEVER;
            now_due  = 0;
            for (n = 0; n < 5; n = n + 1) begin
                source = n == 0 ? i_choice[3:0] : n == 1 ? i_choice[8:5] : n == 2 ? i_choice[13:10]
                       : n == 3 ? i_choice[18:15] : i_choice[23:20];
                if (late[n] && (late_ps[n] <= i_now_ps || (fresh[n] && !prompt[n]))) begin
                    now_due[n] = 1;
                    late[n]    = 0;
                end
                if (fresh[n] && !prompt[n]) begin
                    late_ps[n] = i_now_ps + (source == 0 ? {32'd0, i_carry_ps}
                                                         : {32'd0, i_tap_ps} * ({60'd0, source} - 64'd11));
                    late[n]    = 1;
                end
                if (late[n] && late_ps[n] < first_ps)
                    first_ps = late_ps[n];
            end
            due       <= now_due;
            o_late_ps <= first_ps;
        end
    /* verilator lint_on BLKSEQ */

    always @(posedge clk)
        if (i_por) begin
            o_scaler <= 0;
            src    <= 0;
            o_gate <= 0;
            o_tc   <= 0;
        end else begin
            src    <= i_src;
            o_gate <= i_gate;
            o_tc   <= i_reset ? 5'd0 : i_tc;
            if (i_x2_rise) begin
                o_scaler[3:0] <= o_scaler[3:0] >= full ? 4'd0 : o_scaler[3:0] + 4'd1;
                if (o_scaler[3:0] >= full) begin
                    o_scaler[7:4] <= o_scaler[7:4] >= full ? 4'd0 : o_scaler[7:4] + 4'd1;
                    if (o_scaler[7:4] >= full) begin
                        o_scaler[11:8] <= o_scaler[11:8] >= full ? 4'd0 : o_scaler[11:8] + 4'd1;
                        if (o_scaler[11:8] >= full)
                            o_scaler[15:12] <= o_scaler[15:12] >= full ? 4'd0 : o_scaler[15:12] + 4'd1;
                    end
                end
            end
        end
endmodule
`default_nettype wire
