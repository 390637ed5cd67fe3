// SPDX-License-Identifier: MIT
// The count sources: the scaler that makes F1-F5 from X2, and the active edges that the counters and FOUT take.
//
// Sources as CM11-8 and MM7-4 number them: 0 TCN-1 (for FOUT: F1), 1-5 SRC1-5, 6-10 GATE1-5, 11-15 F1-F5. CM12 selects
// the falling edge. TCN-1 of counter 1 is TC of counter 5.
// F1 is X2. F2-F5 are F1 divided by 16, 256, 4096, 65536; with the BCD scaler (MM15) by 10, 100, 1000, 10000. The data
// sheet does not specify the phase of the taps: here all stages start at 0 and a tap is high in the upper half of its
// stage.
//
// Most ticks are rises of X2 that only counters on F1 count. The other sources are computed only while one of them is
// selected (other_source_used).
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module am9513a_sources (
    input  wire        clk,
    input  wire        i_por,
    // Pins: edges of X2 in this tick, levels of the others
    input  wire        i_x2_rise,
    input  wire        i_x2_fall,
    input  wire [4:0]  i_gate,
    input  wire [4:0]  i_src,
    // From the core
    input  wire [24:0] i_select,         // CM12-8 of each counter (edge, source), counter 1 lowest
    input  wire [3:0]  i_fout_source,    // MM7-4, F1 always 11
    input  wire        i_fout_direct,    // FOUT shows the source itself: both edges count
    input  wire        i_bcd,            // MM15
    input  wire        i_modes_written,  // the above may have been written in the last tick
    input  wire        i_reset,          // master reset in this tick: what it does to TC is no edge
    input  wire [4:0]  i_deaf,           // counters that TC does not reach in this tick
    input  wire [4:0]  i_tc,             // TC of the counters
    input  wire [4:0]  i_tc_gates,       // counters gated by TC of the next lower counter
    // Active edges in this tick
    output wire [4:0]  o_edge,
    output wire        o_fout_rise,
    output reg         o_fout_fall,
    // Scaler stages, from the lowest, four bits each; GATE and TC before this tick
    output reg  [15:0] o_scaler,
    output reg  [4:0]  o_gate_was,
    output reg  [4:0]  o_tc_was,
    // Scheduling, as in am9513a_core
    input  wire        clk_core,
    output reg         o_x2_fall_used,   // falling edges of X2 count; an FPGA has no use for it
    output wire        o_tick_now        // an edge comes in the next tick
);
    localparam [4:0] TCN_RISE = 5'h00, TCN_FALL = 5'h10, F1_RISE = 5'h0b, F1_FALL = 5'h1b;
    localparam [3:0] F1 = 4'd11;

    // ---- Selections, decoded once after a mode register is written
    reg [4:0] on_f1, on_tcn_rise, on_tcn_fall;
    reg [3:0] full;                  // last count of a scaler stage
    reg       other_source_used, fout_f1;

    function [4:0] all;              // counters that select this edge and source
        input [24:0] select;
        input [4:0]  wanted;
        integer n;
        for (n = 0; n < 5; n = n + 1)
            all[n] = select[5*n +: 5] == wanted;
    endfunction

    always @(`TMR0_EDGE clk_core)
        if (i_modes_written) begin
            full              <= i_bcd ? 4'd9 : 4'd15;
            on_f1             <= all(i_select, F1_RISE);
            on_tcn_rise       <= all(i_select, TCN_RISE);
            on_tcn_fall       <= all(i_select, TCN_FALL);
            other_source_used <= i_fout_source != F1 || i_fout_direct ||
                                 (all(i_select, F1_RISE) | all(i_select, TCN_RISE) | all(i_select, TCN_FALL)) != 5'h1f;
            fout_f1           <= i_fout_source == F1;
            o_x2_fall_used    <= all(i_select, F1_FALL) != 0 || (i_fout_source == F1 && i_fout_direct);
        end

    // ---- Edges of TCN-1
    reg  [4:0] src;                  // SRC before this tick
    reg  [4:0] tc, moved, tcn_edge;  // of the counter below
    reg        tcn_now;
    always @* begin                  // an `if`: simulators work it out only then
        {tc, moved, tcn_edge, tcn_now} = 0;
        if (i_tc != o_tc_was) begin
            tc       = {i_tc[3:0], i_tc[4]};
            moved    = tc ^ {o_tc_was[3:0], o_tc_was[4]};
            tcn_edge = moved & ~i_deaf & ((tc & on_tcn_rise) | (~tc & on_tcn_fall));
            tcn_now  = (tcn_edge | (moved & i_tc_gates)) != 0;
        end
    end
    wire [3:0] half       = full >> 1;               // last count of a stage's lower half
    wire       pins_moved = i_src != src || i_gate != o_gate_was;
    assign o_tick_now = pins_moved || tcn_now;

    // ---- Edges of all sources but TCN-1 and the rise of F1, by number of edge and source
    integer    m;
    reg [31:0] edge_of;
    reg [4:0]  other;
    reg        other_rise;               // of FOUT's source
    reg        f2_fall, f3_fall, f4_fall, f5_fall, f2_rise, f3_rise, f4_rise, f5_rise;
    always @* begin
        {f2_fall, f3_fall, f4_fall, f5_fall, f2_rise, f3_rise, f4_rise, f5_rise} = 0;
        edge_of     = 0;
        other       = 0;
        other_rise  = 0;
        o_fout_fall = 0;
        if (other_source_used) begin
            // A tap falls when its stage returns to 0, carrying into the next, and rises half-way through
            f2_rise = i_x2_rise && o_scaler[3:0] == half;
            f2_fall = i_x2_rise && o_scaler[3:0] >= full;
            f3_rise = f2_fall && o_scaler[7:4] == half;
            f3_fall = f2_fall && o_scaler[7:4] >= full;
            f4_rise = f3_fall && o_scaler[11:8] == half;
            f4_fall = f3_fall && o_scaler[11:8] >= full;
            f5_rise = f4_fall && o_scaler[15:12] == half;
            f5_fall = f4_fall && o_scaler[15:12] >= full;
            edge_of = {f5_fall, f4_fall, f3_fall, f2_fall, i_x2_fall, ~i_gate & o_gate_was, ~i_src & src, 1'b0,
                       f5_rise, f4_rise, f3_rise, f2_rise, 1'b0, i_gate & ~o_gate_was, i_src & ~src, 1'b0};
            for (m = 0; m < 5; m = m + 1)
                other[m] = edge_of[i_select[5*m +: 5]];
            other_rise  = edge_of[{1'b0, i_fout_source}];
            o_fout_fall = edge_of[{1'b1, i_fout_source}];
        end
    end

    assign o_edge      = (i_x2_rise ? on_f1 : 5'd0) | tcn_edge | other;
    assign o_fout_rise = fout_f1 ? i_x2_rise : other_rise;

    always @(`TMR0_EDGE clk)
        if (i_por) begin
            o_scaler   <= 0;
            src        <= 0;
            o_gate_was <= 0;
            o_tc_was   <= 0;
        end else begin
            src        <= i_src;
            o_gate_was <= i_gate;
            o_tc_was   <= i_reset ? 5'd0 : i_tc;
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

`ifdef FORMAL
    // ---- Proved. Assumed: the first tick is power-up; what is selected changes only in ticks of i_modes_written, of
    // which the first is one; edges of X2 are apart; clk and clk_core tick together. Rules, in other ticks:
    //   1 A counter gets an edge exactly if its source moves the way that it selects, and it is not deaf to TC. FOUT
    //     does so, too; falls only if it shows the source itself.
    //   2 The scaler counts rises of X2 in four digits, decimal or hexadecimal. A tap is high in the upper half of its
    //     digit.
    //   3 A tick is needed at once for an edge that X2 did not bring, and if TC of a gate moves. Falls of X2 are needed
    //     if one gives an edge.
    // Reached: a rise of F2 at counter 3, a rise of TC at counter 1, a fall of GATE5 at FOUT.
    reg         f_ticked = 0;
    reg         f_bcd = 0;                   // as in the last tick of i_modes_written
    reg  [30:0] f_selected;
    reg  [14:0] f_pins;                      // GATE, SRC, TC before this tick
    reg  [15:0] f_before, f_now, f_rises, f_falls;           // levels and edges of the sources but TC
    reg  [15:0] f_count, f_next;             // the scaler's
    reg         f_carry;
    reg  [4:0]  f_edge;
    reg  [3:0]  f_source;
    integer     f_k;
    wire [3:0]  f_top     = f_bcd ? 4'd9 : 4'd15;
    wire [30:0] f_selects = {i_select, i_fout_source, i_fout_direct, i_bcd};
    wire [4:0]  f_tc = {i_tc[3:0], i_tc[4]}, f_tc_was = {f_pins[3:0], f_pins[4]};  // of the counter below
    always @(posedge clk) begin
        f_ticked   <= 1;
        f_selected <= f_selects;
        if (i_modes_written) f_bcd <= i_bcd;
        f_pins     <= i_por ? 15'd0 : {i_gate, i_src, i_reset ? 5'd0 : i_tc};
        f_count    <= i_por ? 16'd0 : f_next;
    end
    always @* begin
        f_carry = i_x2_rise;
        for (f_k = 0; f_k < 4; f_k = f_k + 1) begin
            f_next[4*f_k +: 4] = !f_carry ? f_count[4*f_k +: 4]
                               : f_count[4*f_k +: 4] >= f_top ? 4'd0 : f_count[4*f_k +: 4] + 4'd1;
            f_carry = f_carry && f_count[4*f_k +: 4] >= f_top;
            f_before[12 + f_k] = f_count[4*f_k +: 4] > f_top / 2;
            f_now[12 + f_k]    = f_next[4*f_k +: 4] > f_top / 2;
        end
        f_before[11:0] = {1'b0, f_pins[14:5], 1'b0};
        f_now[11:0]    = {1'b0, i_gate, i_src, 1'b0};
        f_rises = (f_now & ~f_before) | {4'd0, i_x2_rise, 11'd0};
        f_falls = (f_before & ~f_now) | {4'd0, i_x2_fall, 11'd0};
        for (f_k = 0; f_k < 5; f_k = f_k + 1) begin
            f_source = i_select[5*f_k +: 4];
            f_edge[f_k] = f_source == 0 ? f_tc[f_k] != f_tc_was[f_k] && f_tc[f_k] != i_select[5*f_k + 4] && !i_deaf[f_k]
                        : i_select[5*f_k + 4] ? f_falls[f_source] : f_rises[f_source];
        end
    end
    always @* begin
        if (!f_ticked) assume (i_por);
        assume (i_fout_source != 0 && !(i_x2_rise && i_x2_fall));
        if (f_ticked && !i_modes_written) assume (f_selects == f_selected);
        if (!f_ticked) assume (i_modes_written);
        if (f_ticked) assert ({o_gate_was, src, o_tc_was, o_scaler} == {f_pins, f_count});
        if (f_ticked && !i_modes_written) begin
            assert (o_edge == f_edge);                                                                        // 1, 2
            assert (o_fout_rise == f_rises[i_fout_source] && (!i_fout_direct || o_fout_fall == f_falls[i_fout_source]));
            assert (o_tick_now || i_x2_rise || i_x2_fall || (f_edge == 0 && !o_fout_rise && !o_fout_fall));   // 3
            assert (o_tick_now || ((f_tc ^ f_tc_was) & i_tc_gates) == 0);
            assert (o_x2_fall_used || !i_x2_fall || o_tick_now || (o_edge == 0 && (!i_fout_direct || !o_fout_fall)));
        end
        cover (f_ticked && !i_modes_written && o_edge[2] && i_select[14:10] == 5'h0c);
        cover (f_ticked && !i_modes_written && o_edge[0] && i_select[4:0] == 0);
        cover (f_ticked && !i_modes_written && i_fout_direct && o_fout_fall && i_fout_source == 10);
    end
`endif
endmodule
`default_nettype wire
