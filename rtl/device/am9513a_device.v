// SPDX-License-Identifier: MIT
// The Am9513A as a part in your own test bench: the pins of the DIP, ordinary simulated time, delays and checks of the
// data sheet. It needs no clock and no harness. `make device` puts everything into one file,
// build/device/am9513a_device.v.
//
// Under Icarus the test bench may have any `timescale. Under Verilator (--timing) everything needs 1ps / 1ps: in 5.006
// the delays of a module are wrong if its timescale differs from the top's. The part then reports that it cannot keep
// time and ends the simulation. Verilator also needs --converge-limit 10000: an instant may take more than 100 cycles.
//
//   PART       a file of parts/: "am9513a", "cts9513-2"
//   CORNER     of the part's delays: 0 min, 1 typ, 2 max
//   EFFECTS    1: violations have the consequences of docs/violations.md, drawn with SEED
//   SEVERITY   of a violation: 0 it counts, 1 $warning too, 2 $error too, and an exit status that is not 0. Verilator
//              stops at the first error unless its program gets +verilator+error+limit+N; Icarus ends with $fatal
//   STOP_ON_VIOLATION  1: $stop at the first violation
//
// A violation says `am9513a_device (instance path): TIME ns SYMBOL required NS observed NS`, and counts in
// violations.SYMBOL and violations.total, which a test bench can read (dut.violations.total). Edges near a command
// (notes) count in violations.SYMBOL alone. The language is SystemVerilog: -g2012 of Icarus. Modules inside and macros
// have names of their own, and no macro is left behind; but `timescale is, as each file leaves it.
// An input that is x or z is taken as high, like an open TTL input. The first such input after time 0 is reported, and
// so is the first write of x or z on DB0-DB7. Verilator has neither: a bus or an OUT that nothing drives reads as 0
// there unless it is pulled up. Of a bus with pull-ups data that become ones in the second half of a write, too late
// for their set-up, count as let go of: a hold below 0. X1 is not modelled; DB8-DB15 need a pull-up on the 8-bit bus.
// Levels that move in one instant count as simultaneous.
`include "figures.vh"
`include "device.vh"
`timescale 1ps / 1ps
`default_nettype none
module am9513a_device #(
    parameter PART = "am9513a",
    parameter CORNER = 1,
    parameter EFFECTS = 0,
    parameter SEED = 1,
    parameter SEVERITY = 1,
    parameter STOP_ON_VIOLATION = 0
) (
    input  wire        x2,
    input  wire        cs_n,
    input  wire        rd_n,
    input  wire        wr_n,
    input  wire        cd,
    inout  wire [15:0] db,
    input  wire [5:1]  src,
    input  wire [5:1]  gate,
    output wire [5:1]  out,
    output wire        fout
);
    /* verilator lint_off WIDTH */
    localparam [`FIG_RTL*32-1:0] FIGURES = `DEVICE_FIGURES(PART, CORNER);
    /* verilator lint_on WIDTH */
    localparam NAME = "am9513a_device", INPUT_NAMES = "{x2, cs_n, rd_n, wr_n, cd, src, gate}";

    // ---- Ticks
    wire        clk, unused_clk_pins, por, same_instant, unused_idle, tick_now, drives, valid;
    wire [15:0] data;
    wire [4:0]  chip_out, chip_out_z;
    wire [63:0] now_ps, edge_ps, bus_ps;
    wire [31:0] taken;                       // the pins of this tick
    wire        x2_was;                      // a pin of the last
    wire [30:0] unused_were;
    reg  [30:0] shown;                       // to the chip a tick later: the edges of X2 come first
`define BUS db[7:0]
`include "device_driven.vh"
    device_ticks #(.WIDTH(32), .RESTING({6'b001111, 16'hffff, 10'd0})) ticks (
        .i_pins({driven, x2, cs_n, rd_n, wr_n, cd, db[15:8], driven ? db[7:0] : 8'hff, src, gate}),
        .i_outputs({3'd0, chip_out, chip_out_z, fout, drives, valid, data}),
        .i_next_ps(tick_now ? 0 : edge_ps < bus_ps ? edge_ps : bus_ps), .i_pins_ps(64'd0), .clk(clk),
        .clk_pins(unused_clk_pins), .o_por(por), .o_now_ps(now_ps), .o_same_instant(same_instant), .o_pins(taken),
        .o_pins_were({unused_were[30], x2_was, unused_were[29:0]}), .o_idle(unused_idle)
    );

    // ---- The chip. The number of an access is that of its strobe
    wire        writes = !taken[29] && !taken[27];
    wire        strobe = !taken[29] && !(taken[28] && taken[27]);
    reg         strobe_was;
    reg  [31:0] access;
    always @(posedge clk) begin
        shown      <= {taken[31], taken[29:0]};
        strobe_was <= strobe;
        access     <= por ? 0 : access + {31'd0, strobe && !strobe_was};
    end

    wire        unused_check_event, unused_core_now, unused_check_now, unused_x2_fall_used, unused_x2_lossy;
    am9513a #(.X2_VARIES(1)) chip (
        .o_out(chip_out), .o_out_z(chip_out_z), .i_x2(taken[30]), .i_x2_rise(taken[30] && !x2_was),
        .i_x2_fall(!taken[30] && x2_was), .o_fout(fout),
        .i_cd(shown[26]), .i_wr_n(shown[27]), .i_cs_n(shown[29]), .i_rd_n(shown[28]),
        .i_data(shown[25:10]), .i_data_driven(shown[30]), .o_data(data), .o_data_driven(drives),
        .o_data_valid(valid), .i_src(shown[9:5]), .i_gate(shown[4:0]), .clk(clk), .clk_bus(clk), .clk_core(clk),
        .clk_check(clk), .i_por(por), .i_now_ps(now_ps), .i_same_instant(same_instant),
        .o_tick_now(tick_now), .o_edge_ps(edge_ps), .o_bus_ps(bus_ps), .o_core_now(unused_core_now),
        .o_check_now(unused_check_now), .i_fig(FIGURES), .i_access(access), .i_lost(4'd0),
        .o_check_event(unused_check_event), .i_effects(EFFECTS != 0), .i_seed(SEED), .o_x2_lossy(unused_x2_lossy),
        .i_fout_used(1'b1), .o_x2_fall_used(unused_x2_fall_used)
    );
    assign db[7:0]  = drives ? valid ? data[7:0] : 8'hxx : 8'hzz;
    assign db[15:8] = drives && chip.bus16 ? valid ? data[15:8] : 8'hxx : 8'hzz;

    // ---- Reports
    wire [14:0] inputs  = {x2, cs_n, rd_n, wr_n, cd, src, gate};
    wire [7:0]  written = db[7:0];
`define CHECKS `DEVICE_CHECKS(chip)
`define COUNTERS `DEVICE_COUNTERS
`include "device_violations.vh"
endmodule
`default_nettype wire
