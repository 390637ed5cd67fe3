// SPDX-License-Identifier: MIT
// The whole chip for an FPGA, on one fast clock of which every tick is used: core and count sources. The rest of an
// FPGA design supplies synchronised pins and one-tick strobes of X2's edges and of ended accesses. o_busy holds back
// the bus: a strobe of i_write or i_read_end comes only while it is low, and in a tick without an edge of X2, SRC or
// GATE. Simulation wires the same two modules in am9513a, with late edges between them.
`default_nettype none
module am9513a_chip (
    input  wire        clk,
    input  wire        i_por,
    // Pins
    output wire [4:0]  o_out,
    output wire [4:0]  o_out_z,          // high impedance
    input  wire        i_x2,
    input  wire        i_x2_rise,
    input  wire        i_x2_fall,
    output wire        o_fout,
    input  wire [4:0]  i_src,
    input  wire [4:0]  i_gate,
    // What the sources leave open, steady: 0 is what parts/am9513a.ini chooses
    input  wire        i_first_retriggers, // N, O, Q, R: the first gate edge saves and reloads too
    input  wire        i_tc_ends,        // TC by LOAD or STEP while disarmed: the next source edge leaves it
    input  wire        i_load_disarms,   // TC by LOAD disarms a mode that counts once
    input  wire        i_arm_runs_on,    // ARM leaves a count running that a gate edge has started
    // Bus
    input  wire        i_write,          // a write has ended
    input  wire        i_write_control,  // on the control port
    input  wire [15:0] i_write_data,
    input  wire        i_read_end,       // a read of the data port has ended
    output wire [15:0] o_word,           // what the data port shows
    output wire [7:0]  o_status,         // what the control port shows
    output wire        o_bus16,          // MM13: 16-bit bus; on the 8-bit bus DB8-12 are GATE nA
    output wire        o_busy,
    output wire        o_bus_waits       // an edge, or busy with other than outputs: enough where every tick is used
);
    wire [24:0] select;
    wire [3:0]  fout_source;
    wire [4:0]  edges, gate_was, tc, tc_was, tc_gates;
    wire [15:0] scaler;
    wire        fout_direct, bcd, modes_written, reset, fout_rise, fout_fall, tick_now, x2_fall_used;
    am9513a_sources sources (
        .clk(clk), .clk_bus(clk), .i_por(i_por), .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall),
        .i_gate(i_gate), .i_src(i_src), .i_select(select), .i_fout_source(fout_source),
        .i_fout_direct(fout_direct), .i_bcd(bcd), .i_modes_written(modes_written), .i_reset(reset), .i_tc(tc),
        .i_tc_gates(tc_gates), .o_edge(edges), .o_fout_rise(fout_rise), .o_fout_fall(fout_fall),
        .o_scaler(scaler), .o_gate_was(gate_was), .o_tc_was(tc_was),
        .o_x2_fall_used(x2_fall_used), .o_tick_now(tick_now)
    );

    wire [15:0] count1, count2, count3, count4, count5;
    wire [15:0] unused_mode1, unused_mode2, unused_mode3, unused_mode4, unused_mode5;
    wire [4:0]  unused_armed, unused_gate_active;
    wire [1:0]  unused_compared;
    wire        unused_short_write, prefetch_next, unused_out_changed;
    assign o_bus_waits = tick_now || prefetch_next || i_x2_rise || (i_x2_fall && x2_fall_used);
    am9513a_core core (
        .clk(clk), .clk_bus(clk), .i_por(i_por), .i_write(i_write), .i_write_control(i_write_control),
        .i_write_data(i_write_data), .i_read_end(i_read_end), .o_word(o_word), .o_status(o_status), .o_bus16(o_bus16),
        .o_short_write(unused_short_write), .i_edge(edges), .i_fout_rise(fout_rise), .i_fout_fall(fout_fall),
        .i_scaler(scaler), .i_gate_was(gate_was), .i_tc_was(tc_was), .o_select(select), .o_fout_source(fout_source),
        .o_fout_direct(fout_direct), .o_bcd(bcd), .o_modes_written(modes_written), .o_reset(reset), .o_tc(tc),
        .o_tc_gates(tc_gates), .i_x2(i_x2), .i_gate(i_gate), .i_src(i_src),
        .o_out(o_out), .o_out_z(o_out_z), .o_fout(o_fout), .o_compared(unused_compared),
        .o_count1(count1), .o_count2(count2), .o_count3(count3), .o_count4(count4), .o_count5(count5),
        .i_save1(count1), .i_save2(count2), .i_save3(count3), .i_save4(count4), .i_save5(count5),
        .o_mode1(unused_mode1), .o_mode2(unused_mode2), .o_mode3(unused_mode3), .o_mode4(unused_mode4),
        .o_mode5(unused_mode5), .o_armed(unused_armed), .o_gate_active(unused_gate_active),
        .i_first_retriggers(i_first_retriggers), .i_tc_ends(i_tc_ends), .i_load_disarms(i_load_disarms),
        .i_arm_runs_on(i_arm_runs_on),
        .i_fout_used(1'b1), .i_tick_now(tick_now), .o_prefetch_next(prefetch_next),
        .o_out_changed(unused_out_changed), .o_busy(o_busy)
    );

`ifdef FORMAL
    // ---- Proved, from every reachable state. Assumed, as this file's first lines say: the first tick is power-up; a
    // write or the end of a read comes only while o_busy is low, not both, and without an edge of X2. Rules:
    //   1 The data pointer is always a legal one, and on a 16-bit bus the low byte is always next.
    //   2 A code that is not in the command table changes no register, counter, pointer or latch.
    //   3 ARM, LOAD, DISARM, SAVE, set, clear and STEP change only the counters that they name.
    //   4 SAVE, also with DISARM, changes no count.
    //   5 The prefetch latch changes only by a prefetch. Then it holds the register that is pointed at.
    //   6 A prefetch follows LDP, a complete data read, a complete data write unless F9, and a reset; nothing else.
    // Reached: an illegal code; a prefetch of Hold of counter 3; a SAVE of a count that is not 0.
    (* hierconn *) wire [4:0]  \core.data_pointer.pointer ;
    (* hierconn *) wire        \core.data_pointer.low_next , \core.prefetch_writes , \core.prefetch_next ;
    (* hierconn *) wire        \core.reset_was ;
    (* hierconn *) wire [15:0] \core.master , \core.alarm1 , \core.alarm2 , \core.latch ;
    (* hierconn *) wire [15:0] \core.counter1.o_mode , \core.counter1.o_load , \core.counter1.o_hold ;
    (* hierconn *) wire [15:0] \core.counter1.o_count ;
    (* hierconn *) wire        \core.counter1.o_tc , \core.counter1.o_toggle , \core.counter1.o_armed ;
    wire [66:0] f_counter1 = {\core.counter1.o_mode , \core.counter1.o_load , \core.counter1.o_hold ,
                              \core.counter1.o_count , \core.counter1.o_tc , \core.counter1.o_toggle ,
                              \core.counter1.o_armed };
    (* hierconn *) wire [15:0] \core.counter2.o_mode , \core.counter2.o_load , \core.counter2.o_hold ;
    (* hierconn *) wire [15:0] \core.counter2.o_count ;
    (* hierconn *) wire        \core.counter2.o_tc , \core.counter2.o_toggle , \core.counter2.o_armed ;
    wire [66:0] f_counter2 = {\core.counter2.o_mode , \core.counter2.o_load , \core.counter2.o_hold ,
                              \core.counter2.o_count , \core.counter2.o_tc , \core.counter2.o_toggle ,
                              \core.counter2.o_armed };
    (* hierconn *) wire [15:0] \core.counter3.o_mode , \core.counter3.o_load , \core.counter3.o_hold ;
    (* hierconn *) wire [15:0] \core.counter3.o_count ;
    (* hierconn *) wire        \core.counter3.o_tc , \core.counter3.o_toggle , \core.counter3.o_armed ;
    wire [66:0] f_counter3 = {\core.counter3.o_mode , \core.counter3.o_load , \core.counter3.o_hold ,
                              \core.counter3.o_count , \core.counter3.o_tc , \core.counter3.o_toggle ,
                              \core.counter3.o_armed };
    (* hierconn *) wire [15:0] \core.counter4.o_mode , \core.counter4.o_load , \core.counter4.o_hold ;
    (* hierconn *) wire [15:0] \core.counter4.o_count ;
    (* hierconn *) wire        \core.counter4.o_tc , \core.counter4.o_toggle , \core.counter4.o_armed ;
    wire [66:0] f_counter4 = {\core.counter4.o_mode , \core.counter4.o_load , \core.counter4.o_hold ,
                              \core.counter4.o_count , \core.counter4.o_tc , \core.counter4.o_toggle ,
                              \core.counter4.o_armed };
    (* hierconn *) wire [15:0] \core.counter5.o_mode , \core.counter5.o_load , \core.counter5.o_hold ;
    (* hierconn *) wire [15:0] \core.counter5.o_count ;
    (* hierconn *) wire        \core.counter5.o_tc , \core.counter5.o_toggle , \core.counter5.o_armed ;
    wire [66:0] f_counter5 = {\core.counter5.o_mode , \core.counter5.o_load , \core.counter5.o_hold ,
                              \core.counter5.o_count , \core.counter5.o_tc , \core.counter5.o_toggle ,
                              \core.counter5.o_armed };
    reg        f_past = 0;                   // no power-up in the last tick
    reg        f_ticked = 0;
    reg        f_write, f_code, f_read, f_prefetch, f_reset;
    reg [7:0]  f_value;
    reg [4:0]  f_pointer;
    reg        f_low, f_prefetch_writes, f_bus16;
    reg [15:0] f_master, f_alarm1, f_alarm2, f_latch;
    reg [66:0] f_was1, f_was2, f_was3, f_was4, f_was5;
    reg [7:0]  f_status;
    wire [2:0] f_group   = f_pointer[2:0];
    wire [66:0] f_of     = f_group == 2 ? f_was2 : f_group == 3 ? f_was3 : f_group == 4 ? f_was4 :
                           f_group == 5 ? f_was5 : f_was1;
    wire [15:0] f_register = f_group == 7 ? (f_pointer[4:3] == 0 ? f_alarm1 : f_pointer[4:3] == 1 ? f_alarm2 :
                                             f_pointer[4:3] == 2 ? f_master : {8'hff, f_status}) :
                             f_pointer[4:3] == 0 ? f_of[66:51] : f_pointer[4:3] == 1 ? f_of[50:35] : f_of[34:19];
    wire       f_unused  = (f_value < 8'h20 && (f_value[2:0] == 0 || f_value[2:0] == 6)) || f_value == 8'hf0 ||
                           f_value == 8'hf6 || f_value == 8'hf7 || (f_value >= 8'hfa && f_value != 8'hff);
    // Counters that a code names; all if it is a reset
    wire [4:0] f_named   = f_value[7:5] == 0 ? 5'd0 : f_value[7:5] < 7 ? f_value[4:0] : f_value == 8'hff ? 5'h1f :
                           f_value[4:3] == 3 || f_value[2:0] == 0 || f_value[2:0] > 5 ? 5'd0 :
                           5'd1 << (f_value[2:0] - 3'd1);
    wire       f_command = f_past && f_write && f_code;
    wire       f_word    = f_bus16 || !f_low;        // the access completed a word
    reg        f_after_reset;                        // or power-up
    wire       f_asked   = f_after_reset || (f_write && f_code && f_value < 8'h20 && !f_unused) ||
                           (f_word && (f_read || (f_write && !f_code && f_prefetch_writes)));
    always @(posedge clk) begin
        f_past   <= !i_por;
        f_ticked <= 1;
        {f_write, f_code, f_read, f_value} <= {i_write, i_write_control, i_read_end, i_write_data[7:0]};
        f_reset <= reset;
        {f_pointer, f_low, f_prefetch_writes} <= {\core.data_pointer.pointer , \core.data_pointer.low_next ,
                                                  \core.prefetch_writes };
        {f_master, f_alarm1, f_alarm2, f_latch} <= {\core.master , \core.alarm1 , \core.alarm2 , \core.latch };
        {f_was1, f_was2, f_was3, f_was4, f_was5} <= {f_counter1, f_counter2, f_counter3, f_counter4, f_counter5};
        {f_bus16, f_status} <= {o_bus16, o_status};
        f_after_reset <= f_reset || !f_past;
        f_prefetch   <= \core.prefetch_next && !reset;
    end
    always @* begin
        if (!f_ticked) assume (i_por);
        assume (!(i_write && i_read_end) && !(i_x2_rise && i_x2_fall));
        if (i_write || i_read_end) assume (!o_busy && !i_x2_rise && !i_x2_fall);
        if (f_past) begin
            assert (\core.data_pointer.pointer [2:0] != 0 && \core.data_pointer.pointer [2:0] != 6);          // 1
            assert (!o_bus16 || \core.data_pointer.low_next );
            if (f_command && f_unused)
                assert ({\core.data_pointer.pointer , \core.data_pointer.low_next , \core.prefetch_writes ,
                         \core.master , \core.alarm1 , \core.alarm2 , \core.latch } ==
                        {f_pointer, f_low, f_prefetch_writes, f_master, f_alarm1, f_alarm2, f_latch});        // 2
            if (f_command) begin                                                                              // 2, 3
                assert (f_named[0] || f_counter1 == f_was1);
                assert (f_named[1] || f_counter2 == f_was2);
                assert (f_named[2] || f_counter3 == f_was3);
                assert (f_named[3] || f_counter4 == f_was4);
                assert (f_named[4] || f_counter5 == f_was5);
            end
            if (f_command && (f_value[7:5] == 4 || f_value[7:5] == 5))                                        // 4
                assert ({f_counter1[18:3], f_counter2[18:3], f_counter3[18:3], f_counter4[18:3], f_counter5[18:3]} ==
                        {f_was1[18:3], f_was2[18:3], f_was3[18:3], f_was4[18:3], f_was5[18:3]});
            assert (\core.latch == (f_prefetch ? f_register : f_latch));                                      // 5
            assert (\core.prefetch_next == (f_asked && !f_reset));                                           // 6
        end
        cover (f_command && f_unused);
        cover (f_past && f_prefetch && f_pointer == 5'h13);
        cover (f_command && f_value == 8'ha1 && f_counter1[18:3] != 0);
    end
`endif
endmodule
`default_nettype wire
