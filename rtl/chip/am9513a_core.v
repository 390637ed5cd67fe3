// SPDX-License-Identifier: MIT
// The Am9513A without its pins' timing: registers, commands, data pointer, prefetch, five counters, FOUT.
//
// Everything comes as one-tick strobes: edges of X2, an ended write (i_op), an ended read (i_read_end). Writes and
// reads never share a tick with edges; the wrapper sees to it (count sources first, then the bus). A prefetch takes
// one tick of its own at the same instant, after a reset two: o_fetch asks for them, and no write or read comes with
// them.
//
// clk_bus is clk without the ticks in which nothing happens but edges; on an FPGA it is clk.
// Chosen where the sources are silent or differ (each is one line to change):
//   Power-up is as after a master reset, and the contents of the counters are 0. A master reset leaves the contents,
//   disarms, ends TC, clears the toggle outputs and both alarms, points at status (1F), least significant byte next.
//   Pointer groups 0 and 6, and commands F0, F6, F7, FA-FE, do nothing. E7 and EF set the byte pointer as well.
//   The prefetch latch holds 16 bits: both bytes of a read come from one prefetch. Prefetches come after LDP, after a
//   complete data read, and after a complete data write unless F9; commands and saves do not refresh the latch. A byte
//   written goes to its half of the register at once. Status through the data port is as of its prefetch.
//   STEP counts like an edge, also into and out of TC, and disarms like one. LOAD ends TC, or enters it from one before,
//   and does not disarm. The toggle flip-flop follows every TC, whatever the output mode.
//   FOUT keeps its place and, unless divided by 1, its level over a change of source or divider; a place beyond the
//   divider runs on to 16.
//   A write to master mode moves the pointer by the old MM13 and MM14.
//   TCN-1 of counter 1 is TC of counter 5. Output codes 3, 6, 7 are low. Status bits 6 and 7 are 0.
//
// Bits of the data pointer: {E2,E1} element, {G4,G2,G1} group: 1-5 a counter, 7 control, 0 and 6 reserved (ignored).
`default_nettype none
module am9513a_core (
    input  wire        clk,
    input  wire        clk_bus,
    input  wire        i_por,
    // Count sources: X2 and its edges in this tick, levels of the pins
    input  wire        i_x2,
    input  wire        i_x2_rise,
    input  wire        i_x2_fall,
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    output wire        o_x2_fall_used,
    output wire [4:0]  o_edge,       // active edges of the counters' sources, this tick
    output wire [15:0] o_mode1,
    output wire [15:0] o_mode2,
    output wire [15:0] o_mode3,
    output wire [15:0] o_mode4,
    output wire [15:0] o_mode5,
    output wire [4:0]  o_armed,
    output wire [4:0]  o_open,       // their gates
    output wire        o_again,      // an edge is due in the next tick, at this instant
    // Consequences of violations
    input  wire        i_effects,
    input  wire [4:0]  i_early,      // saves of these counters take the count from before their last edge
    input  wire [63:0] i_now_ps,
    input  wire [31:0] i_carry_ps,   // delay of a carry to the next counter
    input  wire [31:0] i_tap_ps,     // and from one tap of the scaler to the next
    output wire [63:0] o_late_ps,    // the next edge that is late
    // Bus
    input  wire        i_op,         // a write has ended
    input  wire        i_op_control, // on the control port
    input  wire [15:0] i_op_data,
    input  wire        i_read_end,   // a read of the data port has ended
    output wire [15:0] o_word,       // what the data port shows
    output wire [7:0]  o_status,     // OUT bits as of the last tick of clk_bus
    output wire        o_short,      // short data write: no prefetch after a write (command F9)
    output wire        o_fetch,      // a prefetch comes
    // Pins
    output reg  [4:0]  o_out,        // as of the last tick of clk_bus
    output reg  [4:0]  o_out_z,
    output wire        o_fout,
    input  wire        i_watch_fout, // somebody sees FOUT
    output wire        o_moved,      // one of them may have moved in the last tick
    output wire        o_wide        // MM13: 16-bit bus
);
    // ---- Registers of the bus side
    reg [15:0] master;
    reg [15:0] alarm1, alarm2;
    reg [4:0]  pointer;
    reg        low_next;             // byte pointer, SR0: the least significant byte is next
    reg        prefetch_writes;
    reg [15:0] latch;
    reg        sort;                 // modes may have been written in the last tick
    reg        fetch;                // prefetch in this tick
    reg        reset_was;            // a reset in the last tick: prefetch in the next
    reg        master_was;           // the master mode register was written in the last tick

    wire wide   = master[13];        // 16-bit bus
    wire frozen = master[14];        // the data pointer stays

    // ---- Commands
    wire [7:0] cmd     = i_op_data[7:0];
    wire       command = i_op && i_op_control;
    wire       data    = i_op && !i_op_control;
    wire       named   = cmd[2:0] >= 1 && cmd[2:0] <= 5;       // N4 N2 N1, or a group: a counter
    wire [4:0] only    = 5'd1 << (cmd[2:0] - 3'd1);            // none for 0, 6 and 7

    wire       c_pointer  = command && cmd[7:5] == 3'b000 && (named || cmd[2:0] == 7);
    wire       c_reset    = command && cmd == 8'hff;
    wire [4:0] c_arm      = command && (cmd[7:5] == 3'b001 || cmd[7:5] == 3'b011) ? cmd[4:0] : 5'd0;
    wire [4:0] c_load     = command && (cmd[7:5] == 3'b010 || cmd[7:5] == 3'b011) ? cmd[4:0] : 5'd0;
    wire [4:0] c_disarm   = command && (cmd[7:5] == 3'b100 || cmd[7:5] == 3'b110) ? cmd[4:0] : 5'd0;
    wire [4:0] c_save     = command && (cmd[7:5] == 3'b100 || cmd[7:5] == 3'b101) ? cmd[4:0] : 5'd0;
    wire [4:0] c_clear    = command && cmd[7:3] == 5'b11100 ? only : 5'd0;
    wire [4:0] c_set      = command && cmd[7:3] == 5'b11101 ? only : 5'd0;
    wire [4:0] c_step     = command && cmd[7:3] == 5'b11110 ? only : 5'd0;
    wire       c_sequence = command && (cmd == 8'he0 || cmd == 8'he8);   // MM14
    wire       c_fout     = command && (cmd == 8'he6 || cmd == 8'hee);   // MM12
    wire       c_bus      = command && (cmd == 8'he7 || cmd == 8'hef);   // MM13
    wire       c_prefetch = command && (cmd == 8'hf8 || cmd == 8'hf9);

    // ---- Data port
    wire [1:0]  element = pointer[4:3];
    wire [2:0]  group   = pointer[2:0];
    wire        control = group == 7;
    wire [1:0]  bytes   = wide ? 2'b11 : low_next ? 2'b01 : 2'b10;
    wire [15:0] value   = wide ? i_op_data : {2{i_op_data[7:0]}};
    wire        moves   = data || i_read_end;
    wire        whole   = moves && (wide || !low_next);        // the word is complete

    wire [1:0] write        = data ? bytes : 2'b00;
    wire [1:0] write_alarm1 = control && element == 0 ? write : 2'b00;
    wire [1:0] write_alarm2 = control && element == 1 ? write : 2'b00;
    wire [1:0] write_master = control && element == 2 ? write : 2'b00;

    // Element cycle: Mode, Load, Hold, Mode of the next counter. Hold cycle: Hold 1 .. 5. Control cycle: Alarm 1,
    // Alarm 2, Master mode. Status does not advance.
    function [4:0] advanced;
        input [1:0] e;
        input [2:0] g;
        if (g == 7)
            advanced = e == 3 ? {e, g} : e == 2 ? {2'd0, g} : {e + 2'd1, g};
        else if (e == 0 || e == 1)
            advanced = {e + 2'd1, g};
        else
            advanced = {e & {2{e[0]}}, g == 5 ? 3'd1 : g + 3'd1};
    endfunction

    // ---- Counters
    wire [15:0] load1, load2, load3, load4, load5;
    wire [15:0] hold1, hold2, hold3, hold4, hold5;
    wire [15:0] count1, count2, unused_count3, unused_count4, unused_count5;
    wire [4:0]  tc, toggle, counters_moved;
    wire        fout_moved;

    // The comparators of counters 1 and 2: with one on, the pulse outputs show equality in place of TC. With time of day
    // on, the second one is true only when both counters match, whether the first comparator is on or not.
    wire        compare1 = master[2];
    wire        compare2 = master[3];
    reg         equal1, pulse1, pulse2;

    function out_level;
        input [2:0] choice;          // CM2-0
        input       in_tc, toggled;  // in_tc: or equality
        case (choice)
            3'b001:  out_level = in_tc;
            3'b101:  out_level = !in_tc;
            3'b010:  out_level = toggled;
            default: out_level = 0;
        endcase
    endfunction
    assign o_moved = counters_moved != 0 || (fout_moved && i_watch_fout);

    function shown;                  // status bit: the OUT level; with the output off, TC in the polarity of CM2
        input [2:0] choice;
        input       in_tc, toggled;
        shown = choice[1:0] == 0 ? in_tc ^ choice[2] : out_level(choice, in_tc, toggled);
    endfunction
    assign o_word   = wide ? latch : {8'hff, low_next ? latch[7:0] : latch[15:8]};
    assign o_short  = !prefetch_writes;
    assign o_fetch  = fetch || reset_was;
    assign o_wide   = wide;

    reg [4:0] outs;
    assign o_status = {2'b00, outs, low_next};

    // Levels, worked out only in ticks of the bus side: none reaches a pin or a reader but through it
    /* verilator lint_off BLKSEQ */
    always @(posedge clk_bus) begin
        equal1 = count1 == alarm1;
        pulse1 = compare1 ? equal1 : tc[0];
        pulse2 = compare2 ? count2 == alarm2 && (master[1:0] == 0 || equal1) : tc[1];
        o_out    <= {out_level(o_mode5[2:0], tc[4], toggle[4]), out_level(o_mode4[2:0], tc[3], toggle[3]),
                     out_level(o_mode3[2:0], tc[2], toggle[2]), out_level(o_mode2[2:0], pulse2, toggle[1]),
                     out_level(o_mode1[2:0], pulse1, toggle[0])};
        if (sort)
            o_out_z <= {o_mode5[2:0] == 4, o_mode4[2:0] == 4, o_mode3[2:0] == 4, o_mode2[2:0] == 4, o_mode1[2:0] == 4};
        outs     <= {shown(o_mode5[2:0], tc[4], toggle[4]), shown(o_mode4[2:0], tc[3], toggle[3]),
                     shown(o_mode3[2:0], tc[2], toggle[2]), shown(o_mode2[2:0], pulse2, toggle[1]),
                     shown(o_mode1[2:0], pulse1, toggle[0])};
    end

    // Intermediate values of the prefetch, worked out only when there is one
    reg [15:0] mode, load, hold;

    always @(posedge clk_bus)
        if (i_por || c_reset) begin
            master          <= 0;
            alarm1          <= 0;
            alarm2          <= 0;
            pointer         <= 5'h1f;
            low_next        <= 1;
            prefetch_writes <= 1;
            fetch           <= 0;
            sort            <= 1;
            reset_was       <= 1;
            master_was      <= 0;
        end else begin
            sort      <= i_op;
            reset_was <= 0;                        // prefetches too, when the levels of the status have settled
            fetch     <= reset_was || c_pointer || (whole && (i_read_end || prefetch_writes));

            if (c_pointer) begin
                pointer  <= cmd[4:0];
                low_next <= 1;
            end else if (moves) begin
                low_next <= wide || !low_next;
                if (whole && !frozen)
                    pointer <= advanced(element, group);
            end
            if (c_bus)
                low_next <= 1;

            master_was <= write_master != 0;
            if (write_alarm1[0]) alarm1[7:0]  <= value[7:0];
            if (write_alarm1[1]) alarm1[15:8] <= value[15:8];
            if (write_alarm2[0]) alarm2[7:0]  <= value[7:0];
            if (write_alarm2[1]) alarm2[15:8] <= value[15:8];
            if (write_master[0]) master[7:0]  <= value[7:0];
            if (write_master[1]) master[15:8] <= value[15:8];
            if (c_sequence)      master[14]   <= cmd[3];
            if (c_bus)           master[13]   <= cmd[3];
            if (c_fout)          master[12]   <= cmd[3];
            if (c_prefetch)      prefetch_writes <= !cmd[0];

            if (fetch) begin
                case (group)
                    2: begin mode = o_mode2; load = load2; hold = hold2; end
                    3: begin mode = o_mode3; load = load3; hold = hold3; end
                    4: begin mode = o_mode4; load = load4; hold = hold4; end
                    5: begin mode = o_mode5; load = load5; hold = hold5; end
                    default: begin mode = o_mode1; load = load1; hold = hold1; end
                endcase
                case (element)
                    0: latch <= control ? alarm1 : mode;
                    1: latch <= control ? alarm2 : load;
                    2: latch <= control ? master : hold;
                    default: latch <= control ? {8'hff, o_status} : hold;
                endcase
            end
        end
    /* verilator lint_on BLKSEQ */

    // ---- Count sources, counters, FOUT
    wire [3:0] fout_source = master[7:4] == 0 ? 4'd11 : master[7:4];     // 0 is F1 too
    wire       fout_rise, fout_fall;
    wire [15:0] scaler;
    wire [4:0] gate_was, tc_was, tc_gates;
    am9513a_sources sources (
        .clk(clk), .clk_bus(clk_bus), .i_por(i_por),
        .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall), .i_src(i_src), .i_gate(i_gate), .i_tc(tc), .i_sort(sort), .i_reset(c_reset),
        .i_bcd(master[15]), .i_tc_gates(tc_gates),
        .i_choice({o_mode5[12:8], o_mode4[12:8], o_mode3[12:8], o_mode2[12:8], o_mode1[12:8]}),
        .i_fout(fout_source), .i_fout_direct(master[11:8] == 1),
        .o_edge(o_edge), .o_fout_rise(fout_rise), .o_fout_fall(fout_fall), .o_scaler(scaler),
        .o_gate(gate_was), .o_tc(tc_was),
        .i_effects(i_effects), .i_now_ps(i_now_ps), .i_carry_ps(i_carry_ps), .i_tap_ps(i_tap_ps), .o_late_ps(o_late_ps),
        .o_again(o_again), .o_x2_fall_used(o_x2_fall_used)
    );

    wire [4:0] gate_active, gate_edge;
    assign o_open = gate_active;
    am9513a_gates gates (
        .clk_bus(clk_bus), .i_sort(sort),
        .i_control({o_mode5[15:13], o_mode4[15:13], o_mode3[15:13], o_mode2[15:13], o_mode1[15:13]}),
        .i_now(i_gate), .i_was(gate_was), .i_tc_now(tc), .i_tc_was(tc_was),
        .o_active(gate_active), .o_edge(gate_edge), .o_tc_used(tc_gates)
    );

    am9513a_fout fout (
        .clk(clk), .i_por(i_por), .i_off(master[12]), .i_by(master[11:8]),
        .i_rise(fout_rise), .i_fall(fout_fall),
        .i_chosen(master_was), .i_source(fout_source), .i_x2(i_x2), .i_src(i_src), .i_gate(i_gate),
        .i_scaler(scaler), .i_bcd(master[15]), .o_fout(o_fout), .o_moved(fout_moved)
    );

`define COUNTER(NAME, N, TOD, COMPARE, MODE, LOAD, HOLD, COUNT) \
    am9513a_counter #(.TIME_OF_DAY(TOD)) NAME ( \
        .clk(clk), .clk_bus(clk_bus), .i_por(i_por), .i_edge(o_edge[N - 1]), \
        .i_gate(gate_active[N - 1]), .i_gate_edge(gate_edge[N - 1]), .i_gate_n(gate_was[N - 1]), \
        .i_tod(master[1:0]), .i_watch(COMPARE), .i_effects(i_effects), .i_early(i_early[N - 1]), .i_op(i_op), .i_reset(c_reset), \
        .i_arm(c_arm[N - 1]), .i_disarm(c_disarm[N - 1]), .i_load(c_load[N - 1]), .i_save(c_save[N - 1]), \
        .i_step(c_step[N - 1]), .i_set(c_set[N - 1]), .i_clear(c_clear[N - 1]), \
        .i_write_mode(group == N && element == 0 ? write : 2'b00), \
        .i_write_load(group == N && element == 1 ? write : 2'b00), \
        .i_write_hold(group == N && element[1] ? write : 2'b00), .i_data(value), \
        .o_mode(MODE), .o_load(LOAD), .o_hold(HOLD), .o_count(COUNT), \
        .o_tc(tc[N - 1]), .o_toggle(toggle[N - 1]), .o_armed(o_armed[N - 1]), .o_moved(counters_moved[N - 1]) \
    );
    `COUNTER(counter1, 1, 1, compare1 || compare2, o_mode1, load1, hold1, count1)
    `COUNTER(counter2, 2, 2, compare2, o_mode2, load2, hold2, count2)
    `COUNTER(counter3, 3, 0, 1'b0, o_mode3, load3, hold3, unused_count3)
    `COUNTER(counter4, 4, 0, 1'b0, o_mode4, load4, hold4, unused_count4)
    `COUNTER(counter5, 5, 0, 1'b0, o_mode5, load5, hold5, unused_count5)
`undef COUNTER
endmodule
`default_nettype wire
