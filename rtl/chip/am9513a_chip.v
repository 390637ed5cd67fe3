// SPDX-License-Identifier: MIT
// The core for an FPGA, on one fast clock of which every tick is used; no edge is late. The rest of an FPGA design
// supplies synchronised pins and one-tick strobes of X2's edges and of ended accesses. o_busy holds back the bus: a
// strobe of i_write or i_read_end comes only while it is low, and in a tick without an edge of X2, SRC or GATE.
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
    input  wire [8:0]  i_choices,        // constant, where documents disagree; 0: as parts/am9513a.ini
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
    wire [79:0] count;
    wire [44:0] unused_mode;
    wire [24:0] unused_select;
    wire [4:0]  edges, unused_armed, unused_gate_active;
    wire [1:0]  unused_compared;
    wire        unused_short_write, unused_modes_written, unused_out_changed, unused_core_now, x2_fall_used, tick_now;
    wire        prefetch_next;
    assign o_bus_waits = tick_now || prefetch_next || i_x2_rise || (i_x2_fall && x2_fall_used);
    am9513a_core core (
        .clk(clk), .clk_core(clk), .i_por(i_por), .i_write(i_write), .i_write_control(i_write_control),
        .i_write_data(i_write_data), .i_read_end(i_read_end), .o_word(o_word), .o_status(o_status), .o_bus16(o_bus16),
        .o_short_write(unused_short_write), .i_x2(i_x2), .i_x2_rise(i_x2_rise), .i_x2_fall(i_x2_fall),
        .i_gate(i_gate), .i_src(i_src), .o_out(o_out), .o_out_z(o_out_z), .o_fout(o_fout),
        .o_compared(unused_compared), .o_edge(edges), .i_edge(edges), .o_count(count), .i_save(count),
        .o_select(unused_select), .o_mode(unused_mode), .o_modes_written(unused_modes_written),
        .o_armed(unused_armed), .o_gate_active(unused_gate_active),
        .i_choices(i_choices),
        .i_fout_used(1'b1), .i_late_now(1'b0), .o_x2_fall_used(x2_fall_used),
        .o_tick_now(tick_now), .o_prefetch_next(prefetch_next), .o_out_changed(unused_out_changed),
        .o_core_now(unused_core_now), .o_busy(o_busy)
    );

`ifdef FORMAL
    // ---- Proved, whatever the counters do. Assumed, as this file's first lines say: the first tick is power-up; a
    // write or the end of a read comes only while o_busy is low, not both, and without an edge of X2. Rule:
    //   1 A write shares no tick with an edge of a source or of a gate (what formal/core.v assumes).
    // Reached: a write while counter 1 is gated by TCN-1.
    (* hierconn *) wire [4:0] \core.gate_edge , \core.tc_gates ;
    reg f_ticked = 0;
    always @(posedge clk) f_ticked <= 1;
    always @* begin
        if (!f_ticked) assume (i_por);
        assume (!(i_write && i_read_end) && !(i_x2_rise && i_x2_fall));
        if (i_write || i_read_end) assume (!o_busy && !i_x2_rise && !i_x2_fall);
        if (f_ticked && i_write && !i_por) assert (edges == 0 && \core.gate_edge == 0);                      // 1
        cover (f_ticked && i_write && \core.tc_gates [0]);
    end
`endif
endmodule
`default_nettype wire
