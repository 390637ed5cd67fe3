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
endmodule
`default_nettype wire
