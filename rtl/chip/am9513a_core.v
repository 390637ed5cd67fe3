// SPDX-License-Identifier: MIT
// The Am9513A without the timing of its pins: registers, commands, data pointer, prefetch, count sources, five
// counters, FOUT.
//
// Everything comes as strobes of one tick: edges of X2, an ended write, an ended read of the data port. The edges of
// the counters' sources leave and come in again, so that a simulation can delay them. A write or read never shares a
// tick with an edge, and comes only while o_busy is low. A prefetch takes the tick after the write or read that asks
// for it; after a reset it comes in the second tick.
//
// Chosen where the sources are silent or differ (each is one line to change):
//   Power-up is as after a master reset, and the contents of the counters are 0. A master reset leaves the contents,
//   disarms, ends TC, clears the toggle outputs and both alarms, and points at status (1F), low byte next.
//   Pointer groups 0 and 6, and commands F0, F6, F7, FA-FE, do nothing. E7 and EF set the byte pointer as well.
//   The prefetch latch holds 16 bits: both bytes of a read come from one prefetch. Prefetches come after LDP, after a
//   complete data read, and after a complete data write unless F9; commands and saves do not refresh the latch. A byte
//   written goes to its half of the register at once. Status through the data port is that of its prefetch.
//   STEP counts like an edge, also into and out of TC, and disarms like one. LOAD ends TC, or enters it from one
//   before; then it steps the Hold and Load sequence.
//   FOUT keeps its place and, unless divided by 1, its level when source or divider changes; a place beyond the
//   divider runs on to 16. FOUT off ends its pulse at once.
//   A write to master mode moves the pointer by the old values of MM13 and MM14.
//   TCN-1 of counter 1 is TC of counter 5. Output codes 6 and 7 are low. Status bits 6 and 7 are 0.
`default_nettype none
`ifndef TMR0_EDGE
`define TMR0_EDGE posedge
`endif
module am9513a_core (
    input  wire        clk,
    input  wire        i_por,
    // Bus
    input  wire        i_write,          // a write has ended
    input  wire        i_write_control,  // on the control port
    input  wire [15:0] i_write_data,
    input  wire        i_read_end,       // a read of the data port has ended
    output wire [15:0] o_word,           // what the data port shows
    output wire [7:0]  o_status,         // what the control port shows
    output wire        o_bus16,          // MM13: 16-bit bus
    output wire        o_short_write,    // short data write: no prefetch after a write (command F9)
    // Pins
    input  wire        i_x2,
    input  wire        i_x2_rise,        // in this tick
    input  wire        i_x2_fall,
    input  wire [4:0]  i_gate,
    input  wire [4:0]  i_src,
    output wire [4:0]  o_out,            // as of the last tick of clk_core
    output wire [4:0]  o_out_z,
    output wire        o_fout,
    output wire [1:0]  o_compared,       // OUT2, OUT1 are those of comparators
    // Counters, counter 1 lowest. Active edges of their sources in this tick, and those that reach them: on an FPGA all
    output wire [4:0]  o_edge,
    input  wire [4:0]  i_edge,
    // Counts, and what a SAVE in this tick copies: on an FPGA the counts
    output wire [79:0] o_count,
    input  wire [79:0] i_save,
    // What delays of edges and checks of the pins need to know
    output wire [24:0] o_select,         // CM12-8 of each: edge and source
    output wire [44:0] o_mode,           // CM15-7 of each: gate control, edge and source, special gate
    output reg         o_modes_written,  // they may have been written in the last tick
    output wire [4:0]  o_armed,
    output wire [4:0]  o_gate_active,
    input  wire [8:0]  i_choices,        // 7-0: am9513a_counter; 8: chained_load
    // Scheduling: which ticks a simulator can leave out. An FPGA ticks always
    input  wire        clk_core,         // clk in those ticks alone that o_core_now asks for; on an FPGA, clk
    input  wire        i_fout_used,      // something reads FOUT; on an FPGA, 1
    input  wire        i_late_now,       // an edge that is under way comes in the next tick; on an FPGA, 0
    output wire        o_x2_fall_used,   // falling edges of X2 count
    output wire        o_tick_now,       // an edge comes in the next tick
    output wire        o_prefetch_next,  // a tick of clk_core is needed; an FPGA has no use for it
    output wire        o_out_changed,    // the same: OUT or FOUT may have changed in the last tick
    output wire        o_core_now,       // the next tick needs clk_core; an FPGA has no use for it
    output wire        o_busy            // one of the three: an FPGA holds back writes and reads
);
    wire       chained_load = i_choices[8];     // LOAD: no count from the TC of another counter that it loads
    wire       code_3_low   = i_choices[7];

    // ---- Registers
    reg [15:0] master;
    reg [15:0] alarm1, alarm2;
    reg [15:0] latch;                    // prefetch
    reg        prefetch_writes;
    reg        master_written;
    reg [4:0]  deaf;                     // loaded in the last tick, and then not reached by TC
    reg        prefetch_next;
    reg        reset_was;                // a reset in the last tick: the next one brings no prefetch yet

    assign o_bus16       = master[13];
    assign o_short_write = !prefetch_writes;

    // ---- Commands
    wire [7:0] code = i_write_data[7:0];
    wire       c_pointer, c_reset, c_sequence, c_fout, c_bus, c_prefetch;
    wire [4:0] c_arm, c_load, c_disarm, c_save, c_clear, c_set, c_step;
    am9513a_commands commands (
        .i_command(i_write && i_write_control), .i_code(code),
        .o_pointer(c_pointer), .o_reset(c_reset), .o_arm(c_arm), .o_load(c_load), .o_disarm(c_disarm), .o_save(c_save),
        .o_clear(c_clear), .o_set(c_set), .o_step(c_step),
        .o_sequence(c_sequence), .o_fout(c_fout), .o_bus(c_bus), .o_prefetch(c_prefetch)
    );

    // ---- Data port
    wire        data = i_write && !i_write_control;
    wire [1:0]  element;
    wire [2:0]  group;
    wire        low_next, word_done;
    am9513a_pointer data_pointer (
        .clk_core(clk_core), .i_por(i_por), .i_reset(c_reset), .i_load(c_pointer), .i_value(code[4:0]),
        .i_accessed(data || i_read_end), .i_bus_command(c_bus), .i_bus16(master[13]), .i_frozen(master[14]),
        .o_element(element), .o_group(group), .o_low_next(low_next), .o_word_done(word_done)
    );

    wire        control      = group == 7;
    wire [15:0] value        = o_bus16 ? i_write_data : {2{code}};
    wire [1:0]  write        = !data ? 2'b00 : o_bus16 ? 2'b11 : low_next ? 2'b01 : 2'b10;   // by byte
    wire [1:0]  write_alarm1 = control && element == 0 ? write : 2'b00;
    wire [1:0]  write_alarm2 = control && element == 1 ? write : 2'b00;
    wire [1:0]  write_master = control && element == 2 ? write : 2'b00;

    // ---- Count sources
    wire [3:0]  fout_source = master[7:4] == 0 ? 4'd11 : master[7:4];     // 0 is F1 too
    wire [15:0] scaler;
    wire [4:0]  tc, tc_was, tc_gates, gate_was;
    wire        fout_rise, fout_fall, sources_now;
    am9513a_sources sources (
        .clk(clk), .clk_core(clk_core), .i_por(i_por), .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall),
        .i_gate(i_gate), .i_src(i_src), .i_select(o_select), .i_fout_source(fout_source),
        .i_fout_direct(master[11:8] == 1), .i_bcd(master[15]), .i_modes_written(o_modes_written), .i_reset(c_reset),
        .i_deaf(deaf), .i_tc(tc), .i_tc_gates(tc_gates), .o_edge(o_edge),
        .o_fout_rise(fout_rise), .o_fout_fall(fout_fall),
        .o_scaler(scaler), .o_gate_was(gate_was), .o_tc_was(tc_was),
        .o_x2_fall_used(o_x2_fall_used), .o_tick_now(sources_now)
    );
    assign o_tick_now = sources_now || i_late_now;

    // ---- Counters
    wire        compare1 = master[2];
    wire        compare2 = master[3];
    wire [4:0]  compared = {3'd0, compare2, compare1};
    wire [14:0] gate_control, out_control;
    wire [4:0]  toggle, out_changed, gate_edge;
    assign o_compared = {compare2, compare1};

    wire [4:0]  moves = {5{i_por || i_write}} | i_edge | gate_edge;
    genvar n;
    generate
        for (n = 1; n <= 5; n = n + 1) begin : counters
            localparam [2:0] NUMBER = n;
            wire [15:0] mode, load, hold, count;     // blocks read these: simulators then need no vectors
            am9513a_counter #(.TIME_OF_DAY(n < 3 ? n : 0)) counter (
                .clk(clk), .clk_core(clk_core), .i_por(i_por), .i_moves(moves[n - 1]), .i_edge(i_edge[n - 1]),
                .i_gate(o_gate_active[n - 1]),
                .i_gate_edge(gate_edge[n - 1]), .i_gate_n(gate_was[n - 1]), .i_tod(master[1:0]),
                .i_compared(compared[n - 1]), .i_write(i_write), .i_reset(c_reset), .i_arm(c_arm[n - 1]),
                .i_disarm(c_disarm[n - 1]), .i_load(c_load[n - 1]), .i_save(c_save[n - 1]), .i_step(c_step[n - 1]),
                .i_set(c_set[n - 1]), .i_clear(c_clear[n - 1]), .i_save_value(i_save[16*n - 16 +: 16]),
                .i_write_mode(group == NUMBER && element == 0 ? write : 2'b00),
                .i_write_load(group == NUMBER && element == 1 ? write : 2'b00),
                .i_write_hold(group == NUMBER && element[1] ? write : 2'b00), .i_data(value),
                .i_choices(i_choices[7:0]),
                .o_mode(mode), .o_load(load), .o_hold(hold), .o_count(count),
                .o_tc(tc[n - 1]), .o_toggle(toggle[n - 1]), .o_armed(o_armed[n - 1]),
                .o_out_changed(out_changed[n - 1])
            );
            wire [47:0] registers = {hold, load, mode};   // as a prefetch takes them
            assign o_count[16*n - 16 +: 16]     = count;
            assign o_mode[9*n - 9 +: 9]         = mode[15:7];
            assign gate_control[3*n - 3 +: 3]   = mode[15:13];
            assign o_select[5*n - 5 +: 5]       = mode[12:8];
            assign out_control[3*n - 3 +: 3]    = mode[2:0];
        end
    endgenerate

    am9513a_gates gates (
        .clk_core(clk_core), .i_modes_written(o_modes_written), .i_control(gate_control),
        .i_gate(i_gate), .i_gate_was(gate_was), .i_tc(tc), .i_tc_was(tc_was),
        .o_active(o_gate_active), .o_edge(gate_edge), .o_tc_used(tc_gates)
    );

    // ---- Outputs
    wire [4:0] status_out;
    wire       levels_due;
    am9513a_levels levels (
        .clk_core(clk_core), .i_modes_written(o_modes_written),
        .i_control(out_control), .i_code_3_low(code_3_low), .i_tc(tc), .i_toggle(toggle),
        .i_compare1(compare1), .i_compare2(compare2), .i_time_of_day(master[1:0] != 0),
        .i_count1(o_count[15:0]), .i_count2(o_count[31:16]), .i_alarm1(alarm1), .i_alarm2(alarm2),
        .o_out(o_out), .o_out_z(o_out_z), .o_status(status_out), .o_due(levels_due)
    );

    wire fout_changed;
    reg  bus_now;
    always @* begin                      // a block, of what no edge moves: simulators skip it at those
        bus_now = i_write || i_read_end;
        if (o_modes_written || o_prefetch_next) bus_now = 1;
    end
    am9513a_fout fout (
        .clk(clk), .i_por(i_por), .i_off(master[12]), .i_divider(master[11:8]),
        .i_rise(fout_rise), .i_fall(fout_fall), .i_chosen(master_written), .i_source(fout_source),
        .i_x2(i_x2), .i_gate(i_gate), .i_src(i_src), .i_scaler(scaler), .i_bcd(master[15]),
        .o_fout(o_fout), .o_changed(fout_changed)
    );

    assign o_status        = {2'b00, status_out, low_next};
    assign o_word          = o_bus16 ? latch : {8'hff, low_next ? latch[7:0] : latch[15:8]};
    assign o_prefetch_next = prefetch_next || reset_was;
    assign o_out_changed   = out_changed != 0 || (fout_changed && i_fout_used);
    assign o_core_now      = bus_now || out_changed != 0 || levels_due;
    assign o_busy          = o_tick_now || o_prefetch_next || o_out_changed;

    // ---- Writes and prefetch. Intermediate values of the prefetch are worked out only when there is one
    /* verilator lint_off BLKSEQ */
    reg [47:0] pointed;                  // Hold, Load and Mode of the counter that is pointed at

    always @(`TMR0_EDGE clk_core)
        if (i_por || c_reset) begin
            master          <= 0;
            alarm1          <= 0;
            alarm2          <= 0;
            prefetch_writes <= 1;
            prefetch_next   <= 0;
            o_modes_written <= 1;
            reset_was       <= 1;
            master_written  <= 0;
            deaf            <= 0;
        end else begin
            o_modes_written <= i_write;
            reset_was       <= 0;                  // prefetches too, when the levels of the status have settled
            prefetch_next   <= reset_was || c_pointer || (word_done && (i_read_end || prefetch_writes));
            master_written  <= write_master != 0;
            deaf            <= chained_load ? c_load : 5'd0;

            if (write_alarm1[0]) alarm1[7:0]  <= value[7:0];
            if (write_alarm1[1]) alarm1[15:8] <= value[15:8];
            if (write_alarm2[0]) alarm2[7:0]  <= value[7:0];
            if (write_alarm2[1]) alarm2[15:8] <= value[15:8];
            if (write_master[0]) master[7:0]  <= value[7:0];
            if (write_master[1]) master[15:8] <= value[15:8];
            if (c_sequence)      master[14]   <= code[3];
            if (c_bus)           master[13]   <= code[3];
            if (c_fout)          master[12]   <= code[3];
            if (c_prefetch)      prefetch_writes <= !code[0];

            if (prefetch_next) begin
                case (group)
                    2: pointed = counters[2].registers;
                    3: pointed = counters[3].registers;
                    4: pointed = counters[4].registers;
                    5: pointed = counters[5].registers;
                    default: pointed = counters[1].registers;
                endcase
                case (element)
                    0: latch <= control ? alarm1 : pointed[15:0];
                    1: latch <= control ? alarm2 : pointed[31:16];
                    2: latch <= control ? master : pointed[47:32];
                    default: latch <= control ? {8'hff, o_status} : pointed[47:32];
                endcase
            end
        end
    /* verilator lint_on BLKSEQ */
endmodule
`default_nettype wire
