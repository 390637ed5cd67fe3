// SPDX-License-Identifier: MIT
// The core beside a second description of it, written from the data sheet's tables and after model/am9513_registers.c.
// A write, the end of a read and every edge do the same in both, with every code and in every state. The counters are
// any (formal/instead/am9513a_counter.v): here it is proved what they are asked for. The edges that FOUT takes are any.
// Assumed: the first tick is power-up; a write shares no tick with an edge (task chip), nor with a read's end. Rules:
//   1 Each counter is asked for what the table of commands says, and told of its edges, its gate, its comparator and
//     the bytes written.
//   2 OUT and FOUT are the same, and what the core shows of its counters.
//   3 Data port and status show the same: pointers, prefetch, Master mode, alarms.
//   4 The data pointer never shows one of the reserved groups, and on a 16-bit bus the low byte is next.
//   5 It asks for a tick at once if its sources do or a late edge comes; it is busy then, before a prefetch, and if OUT
//     or FOUT may have changed: if a counter says so, or FOUT did.
// Reached: TC of an armed counter; prefetches of a Hold register and of an alarm; FOUT divided by 3.
`default_nettype none
module core (
    input wire        clk, i_por, i_write, i_write_control, i_read_end,
    input wire [15:0] i_write_data,
    input wire [4:0]  i_edge, i_gate, i_src,
    input wire        i_x2, i_x2_rise, i_x2_fall,
    input wire [79:0] i_save,
    input wire [7:0]  i_choices,
    input wire        i_late_now
);
    // ---- The counters of the chip: what they show, which is any, and what they are asked for
    (* hierconn *) wire [15:0] \chip.latch ;
    // Sources that FOUT takes
    (* hierconn *) wire        \chip.fout_rise , \chip.fout_fall ;
    (* hierconn *) wire [15:0] \chip.scaler ;
    (* hierconn *) wire        \chip.sources_now ;
    wire        fout_rise = \chip.fout_rise , fout_fall = \chip.fout_fall ;
    wire [15:0] scaler = \chip.scaler ;
    (* hierconn *) wire [64:0] \chip.counters[1].counter.asked , \chip.counters[2].counter.asked ,
                               \chip.counters[3].counter.asked , \chip.counters[4].counter.asked ,
                               \chip.counters[5].counter.asked ;
    (* hierconn *) wire [67:0] \chip.counters[1].counter.any , \chip.counters[2].counter.any ,
                               \chip.counters[3].counter.any , \chip.counters[4].counter.any ,
                               \chip.counters[5].counter.any ;
    wire [79:0] modes, loads, holds, counts;
    wire [4:0]  tc, toggle, armed, changed;
    wire [339:0] shown = {\chip.counters[5].counter.any , \chip.counters[4].counter.any ,
                          \chip.counters[3].counter.any , \chip.counters[2].counter.any ,
                          \chip.counters[1].counter.any };
    genvar n;
    generate for (n = 1; n <= 5; n = n + 1) begin : states
        assign {modes[16*n-1 -: 16], loads[16*n-1 -: 16], holds[16*n-1 -: 16], counts[16*n-1 -: 16], tc[n-1],
                toggle[n-1], armed[n-1], changed[n-1]} = shown[68*n-1 -: 68];
    end endgenerate

    // ---- Commands: the code's bits as the data sheet's table has them
    wire [7:0] code     = i_write_data[7:0];
    wire       command  = i_write && i_write_control;
    wire       data     = i_write && !i_write_control;
    reg        ldp, reset, pointing, frozen, width, wide, fout_switch, fout_off, short_switch;
    reg [4:0]  arm, load, disarm, save, step, clear, set;
    integer    k;
    always @* begin
        {ldp, reset, pointing, frozen, width, wide, fout_switch, fout_off, short_switch} = 0;
        {arm, load, disarm, save, step, clear, set} = 0;
        if (command)
            casez (code)
                8'b000_??_001, 8'b000_??_010, 8'b000_??_011, 8'b000_??_100, 8'b000_??_101, 8'b000_??_111: ldp = 1;
                8'b001_?????: arm = code[4:0];
                8'b010_?????: load = code[4:0];
                8'b011_?????: {load, arm} = {2{code[4:0]}};
                8'b100_?????: {disarm, save} = {2{code[4:0]}};
                8'b101_?????: save = code[4:0];
                8'b110_?????: disarm = code[4:0];
                8'he0, 8'he8: {pointing, frozen} = {1'b1, code == 8'he8};
                8'he6, 8'hee: {fout_switch, fout_off} = {1'b1, code == 8'hee};
                8'he7, 8'hef: {width, wide} = {1'b1, code == 8'hef};
                8'hf8, 8'hf9: short_switch = 1;
                8'hff: reset = 1;
            endcase
        for (k = 1; k <= 5; k = k + 1) begin
            clear[k-1] = command && code == 8'he0 + k;
            set[k-1]   = command && code == 8'he8 + k;
            step[k-1]  = command && code == 8'hf0 + k;
        end
    end

    // ---- What has come before this tick, as am9513a_sources keeps it
    reg [4:0] gate_was, tc_was;
    always @(posedge clk) {gate_was, tc_was} <= i_por ? 10'd0 : {i_gate, reset ? 5'd0 : tc};

    // ---- Registers
    reg [15:0] master, alarm1, alarm2, latch;
    reg [4:0]  pointer;
    reg        low, short_write, due, reset_was;
    wire [2:0] group   = pointer[2:0];
    wire [1:0] element = pointer[4:3];
    wire       wide_bus = master[13];
    wire [1:0] bytes   = wide_bus ? 2'b11 : low ? 2'b01 : 2'b10;
    wire [15:0] value  = wide_bus ? i_write_data : {code, code};
    wire [7:0] status;
    wire       passed  = data || i_read_end;
    wire       whole   = passed && (wide_bus || !low);

    function [4:0] next_place;
        input [4:0] p;
        case (p)
            5'h01, 5'h02, 5'h03, 5'h04, 5'h05: next_place = p + 5'h08;       // Mode to Load
            5'h09, 5'h0a, 5'h0b, 5'h0c, 5'h0d: next_place = p + 5'h08;       // Load to Hold
            5'h11, 5'h12, 5'h13, 5'h14:        next_place = p - 5'h0f;       // Hold to Mode of the next counter
            5'h15:                             next_place = 5'h01;
            5'h19, 5'h1a, 5'h1b, 5'h1c:        next_place = p + 5'h01;       // the hold cycle
            5'h1d:                             next_place = 5'h19;
            5'h07, 5'h0f:                      next_place = p + 5'h08;       // the control cycle
            5'h17:                             next_place = 5'h07;
            default:                           next_place = 5'h1f;           // Status
        endcase
    endfunction
    function [15:0] of;                      // the counter pointed at
        input [79:0] all;
        of = group == 5 ? all[79:64] : group == 4 ? all[63:48] : group == 3 ? all[47:32] : group == 2 ? all[31:16] :
             all[15:0];
    endfunction
    function [15:0] written;
        input [15:0] old;
        written = {bytes[1] ? value[15:8] : old[15:8], bytes[0] ? value[7:0] : old[7:0]};
    endfunction
    wire [15:0] pointed = pointer == 5'h07 ? alarm1 : pointer == 5'h0f ? alarm2 : pointer == 5'h17 ? master :
                          pointer == 5'h1f ? {8'hff, status} : element == 0 ? of(modes) :
                          element == 1 ? of(loads) : of(holds);
    always @(posedge clk)
        if (i_por || reset) begin
            {master, alarm1, alarm2, short_write, due} <= 0;
            pointer   <= 5'h1f;
            {low, reset_was} <= 2'b11;
        end else begin
            reset_was <= 0;
            due       <= reset_was || ldp || (whole && (i_read_end || !short_write));
            if (due) latch <= pointed;
            if (data && pointer == 5'h07) alarm1 <= written(alarm1);
            if (data && pointer == 5'h0f) alarm2 <= written(alarm2);
            if (data && pointer == 5'h17) master <= written(master);
            if (pointing) master[14] <= frozen;
            if (width) master[13] <= wide;
            if (fout_switch) master[12] <= fout_off;
            if (short_switch) short_write <= code == 8'hf9;
            if (ldp) pointer <= code[4:0];
            else if (whole && !master[14]) pointer <= next_place(pointer);
            if (ldp || width) low <= 1;
            else if (passed) low <= wide_bus || !low;
        end

    // ---- Gates and counters. Gate codes are looked at in the tick after a write; until then there are none if there
    // were none
    reg        looks, any_gate;
    wire [4:0] gated;
    always @(posedge clk) begin
        looks <= i_por || i_write;
        if (looks) any_gate <= gated != 0;
    end
    wire [4:0] open, gate_edge;
    wire [324:0] asked;
    generate for (n = 1; n <= 5; n = n + 1) begin : counters
        localparam ABOVE = n % 5, BELOW = (n + 3) % 5;       // bits of the neighbours
        wire [2:0] control = modes[16*n-1 -: 3];
        wire       now = control == 1 ? tc[BELOW] : control == 2 ? i_gate[ABOVE] : control == 3 ? i_gate[BELOW] :
                         i_gate[n-1];
        wire       was = control == 1 ? tc_was[BELOW] : control == 2 ? gate_was[ABOVE] :
                         control == 3 ? gate_was[BELOW] : gate_was[n-1];
        wire       falls = control == 5 || control == 7;
        assign gated[n-1]     = control != 0;
        assign open[n-1]      = !any_gate || control == 0 || control >= 6 || (was ^ falls);
        assign gate_edge[n-1] = any_gate && control != 0 && now != was && now != falls;
        // What the counter is asked for
        wire [1:0] mode_bytes = data && group == n && element == 0 ? bytes : 2'b00;
        wire [1:0] load_bytes = data && group == n && element == 1 ? bytes : 2'b00;
        wire [1:0] hold_bytes = data && group == n && element >= 2 ? bytes : 2'b00;
        wire [1:0] day        = n <= 2 ? n : 0;
        wire       compares   = n == 1 ? master[2] : n == 2 && master[3];
        assign asked[65*n-1 -: 65] = {
            day, i_por || i_write || i_edge[n-1] || gate_edge[n-1], i_edge[n-1], open[n-1], gate_edge[n-1],
            gate_was[n-1], master[1:0], compares, i_write, reset, arm[n-1], disarm[n-1], load[n-1], save[n-1],
            step[n-1], set[n-1], clear[n-1], i_save[16*n-1 -: 16], mode_bytes, load_bytes, hold_bytes,
            value, i_choices};
    end endgenerate

    // ---- Outputs, a tick later
    wire [1:0] equal = {counts[31:16] == alarm2 && (!(master[1:0] != 0 && master[2]) || counts[15:0] == alarm1),
                        counts[15:0] == alarm1};
    reg [4:0]  out, out_z, status_out, signals, toggles;
    always @* begin
        signals = {tc[4:2], master[3] ? equal[1] : tc[1], master[2] ? equal[0] : tc[0]};
        toggles = {toggle[4:2], master[3] ? equal[1] : toggle[1], master[2] ? equal[0] : toggle[0]};
    end
    generate for (n = 1; n <= 5; n = n + 1) begin : outputs
        wire [2:0] control = modes[16*n-14 -: 3];
        wire       level = control == 1 ? signals[n-1] : control == 5 ? !signals[n-1] :
                           (control == 2 || (control == 3 && !i_choices[7])) && toggles[n-1];
        always @(posedge clk) begin
            out[n-1]        <= level;
            if (looks) out_z[n-1] <= control == 4;
            status_out[n-1] <= control == 0 ? signals[n-1] : control == 4 ? !signals[n-1] : level;
        end
    end endgenerate
    assign status = {2'b00, status_out, low};

    // ---- FOUT: high for the first half of its periods; divided by 1, the source itself
    reg [3:0]  place;
    reg        fout, off, chosen;
    wire [3:0] source = master[7:4] == 0 ? 4'd11 : master[7:4], half = master[15] ? 4'd5 : 4'd8;
    wire [4:0] period = master[11:8] == 0 ? 5'd16 : {1'b0, master[11:8]};
    wire [15:0] levels = {scaler[15:12] >= half, scaler[11:8] >= half, scaler[7:4] >= half,
                          scaler[3:0] >= half, i_x2, i_gate, i_src, 1'b0};
    always @(posedge clk)
        if (i_por)
            {place, fout, off, chosen} <= 0;
        else begin
            off    <= master[12];
            chosen <= !reset && data && pointer == 5'h17;
            if (period == 1)
                fout <= chosen ? levels[source] : fout_rise || (fout && !fout_fall);
            else if (fout_rise) begin
                place <= place == period - 5'd1 ? 4'd0 : place + 4'd1;
                if (place == period - 5'd1) fout <= 1;
                else if (place + 5'd1 == period / 2) fout <= 0;
            end
        end

    wire [15:0] c_word;
    wire [7:0]  c_status;
    wire        c_bus16, c_short, c_modes_written, c_fout, c_next, c_now, c_out_changed, unused_core_now, c_busy;
    wire [24:0] c_select;
    wire [44:0] c_mode;
    wire [79:0] c_count;
    wire [4:0]  c_out, c_out_z, c_armed, c_active;
    wire [1:0]  c_compared;
    am9513a_core chip (
        .clk(clk), .clk_core(clk), .i_por(i_por), .i_write(i_write), .i_write_control(i_write_control),
        .i_write_data(i_write_data), .i_read_end(i_read_end), .o_word(c_word), .o_status(c_status),
        .o_bus16(c_bus16), .o_short_write(c_short), .i_x2(i_x2), .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall),
        .i_gate(i_gate), .i_src(i_src), .o_out(c_out), .o_out_z(c_out_z), .o_fout(c_fout), .o_compared(c_compared),
        .i_edge(i_edge), .o_count(c_count), .i_save(i_save), .o_select(c_select), .o_mode(c_mode),
        .o_modes_written(c_modes_written), .o_armed(c_armed), .o_gate_active(c_active),
        .i_choices({1'b0, i_choices}), .i_fout_used(1'b1), .i_late_now(i_late_now), .o_tick_now(c_now),
        .o_prefetch_next(c_next), .o_out_changed(c_out_changed), .o_core_now(unused_core_now), .o_busy(c_busy)
    );

    reg ticked = 0, past = 0, fout_was;
    always @(posedge clk) {ticked, past, fout_was} <= {1'b1, !i_por, fout && !off};
    always @* begin
        if (!ticked) assume (i_por && latch == \chip.latch );     // it has no reset: alike, whatever it is
        assume (!i_write || (i_edge == 0 && gate_edge == 0 && !i_read_end));
        if (past) begin
            assert (c_next == (due || reset_was) && c_short == short_write && c_modes_written == looks);      // 1
            assert ({\chip.counters[5].counter.asked , \chip.counters[4].counter.asked ,
                     \chip.counters[3].counter.asked , \chip.counters[2].counter.asked ,
                     \chip.counters[1].counter.asked } == asked);
            assert ({c_out, c_out_z, c_fout} == {out, out_z, fout && !off});                                  // 2
            assert ({c_count, c_armed, c_active, c_compared} == {counts, armed, open, master[3:2]});
            assert (c_select == {modes[76:72], modes[60:56], modes[44:40], modes[28:24], modes[12:8]});
            assert (c_mode == {modes[79:71], modes[63:55], modes[47:39], modes[31:23], modes[15:7]});
            assert (c_bus16 == wide_bus);
            assert (c_status == status);                                                                      // 3
            assert (c_word == (wide_bus ? latch : {8'hff, low ? latch[7:0] : latch[15:8]}));
            assert (group != 0 && group != 6 && (low || !wide_bus));                                          // 4
            assert (c_now == (\chip.sources_now || i_late_now) && c_busy == (c_now || c_next || c_out_changed));  // 5
            assert (c_out_changed || (changed == 0 && (fout && !off) == fout_was));
        end
        cover (past && tc[0] && armed[0]);
        cover (past && due && pointer == 5'h13 && holds[47:32] != 0);
        cover (past && due && pointer == 5'h0f && alarm2 != 0);
        cover (past && fout && master[11:8] == 3);
    end
endmodule
`default_nettype wire
