// SPDX-License-Identifier: MIT
// The timer board as a part in your own test bench: the pins of the DES chip's socket, and those of the counters. The
// oscillator, the PAL that makes RD, WR and C/D of the socket's strobes, and the Am9513A are in it. `make device` puts
// everything into one file, build/device/timer_board_device.v. A test bench with both takes both files, in any order.
// The head of am9513a_device.v has what both have in common: simulators, time, reports, x and z.
//
//   PART       the chip, as in am9513a_device
//   PAL        strobe translator: "flipflop", "direct"
//   PAL_PART   a file of parts/: "pal16xx", "pal16xxa", "pal16xxb", "pal22v10", "pal22v10a",
//              "tibpal16l8-25"
//   CORNER, EFFECTS, SEED, SEVERITY, STOP_ON_VIOLATION   as in am9513a_device; CORNER also of the PAL's delay, SEED
//              also of the flip-flop's level at power-up and of its races
//   OSC_LOW, OSC_HIGH  the oscillator's times, ps: low at time 0, high after OSC_LOW
//
// An access is a strobe, MAS (offset 2 of the socket) or MDS (offset 0), with R/W before, during and after it:
// docs/manual.md, "The socket's two offsets". MCS and C/K are tied low, and the DES clock is not used.
`include "figures.vh"
`include "device.vh"
`timescale 1ps / 1ps
`default_nettype none
module timer_board_device #(
    parameter PART = "am9513a",
    parameter PAL = "flipflop",
    parameter PAL_PART = "pal16xx",
    parameter CORNER = 1,
    parameter EFFECTS = 0,
    parameter SEED = 1,
    parameter SEVERITY = 1,
    parameter STOP_ON_VIOLATION = 0,
    parameter OSC_LOW = 125000,
    parameter OSC_HIGH = 125000
) (
    input  wire       mas_n,
    input  wire       mds_n,
    input  wire       rw,                    // 1: read
    inout  wire [7:0] mp,                    // data
    input  wire [5:1] src,
    input  wire [5:1] gate,
    output wire [5:1] out,
    output wire       fout
);
    /* verilator lint_off WIDTH */
    localparam DIRECT = PAL == "direct";
    localparam [`FIG_RTL*32-1:0] CHIP_FIGURES = `DEVICE_FIGURES(PART, CORNER);
    localparam [`FIG_RTL*32-1:0] PAL_FIGURES = `DEVICE_PAL(PAL_PART, CORNER);
    localparam [`FIG_RTL*32-1:0] FIGURES = CHIP_FIGURES == 0 ? 0 : CHIP_FIGURES | PAL_FIGURES;
    /* verilator lint_on WIDTH */
    localparam NAME = "timer_board_device", INPUT_NAMES = "{mas_n, mds_n, rw, src, gate}";
    initial begin
        if (!DIRECT && PAL != "flipflop")
            $fatal(1, "timer_board_device (%m): PAL \"%0s\", expected flipflop or direct", PAL);
        if (CHIP_FIGURES != 0 && PAL_FIGURES == 0)
            $fatal(1, "timer_board_device (%m): PAL_PART \"%0s\", expected %0s", PAL_PART, `DEVICE_PALS);
        if (OSC_LOW < 1 || OSC_HIGH < 1)
            $fatal(1, "timer_board_device (%m): OSC_LOW %0d, OSC_HIGH %0d, expected at least 1", OSC_LOW, OSC_HIGH);
    end

    // ---- Ticks
    wire        clk, clk_pins, por, same_instant, unused_idle, drives, valid;
    wire [7:0]  data, unused_high;
    wire [4:0]  chip_out, chip_out_z;
    wire [63:0] now_ps, socket_ps, bus_ps, next_ps;
    wire [63:0] pins_ps = socket_ps < bus_ps ? socket_ps : bus_ps;
    wire [21:0] taken, unused_were;          // the pins of this tick
    reg  [21:0] shown;                       // to the board a tick later: the edges of X2 come first
`define BUS mp
`include "device_driven.vh"
    device_ticks #(.WIDTH(22), .RESTING({4'b0111, 8'hff, 10'd0})) ticks (
        .i_pins({driven, mas_n, mds_n, rw, driven ? mp : 8'hff, src, gate}),
        .i_outputs({11'd0, chip_out, chip_out_z, fout, drives, valid, data}),
        .i_next_ps(next_ps < pins_ps ? next_ps : pins_ps), .i_pins_ps(pins_ps), .clk(clk), .clk_pins(clk_pins),
        .o_por(por), .o_now_ps(now_ps), .o_same_instant(same_instant), .o_pins(taken), .o_pins_were(unused_were),
        .o_idle(unused_idle)
    );

    // ---- The board. The number of an access is that of its strobe
    wire        strobe = !taken[20] || !taken[19];
    wire        writes = strobe && !taken[18];
    reg         strobe_was;
    reg  [31:0] access;
    always @(posedge clk_pins) begin
        shown      <= taken;
        strobe_was <= strobe;
        access     <= por ? 0 : access + {31'd0, strobe && !strobe_was};
    end

    wire        unused_check_event, unused_pal_event, unused_core_now, unused_check_now;
    timer_board board (
        .clk(clk), .clk_socket(clk_pins), .clk_bus(clk_pins), .clk_core(clk_pins), .clk_check(clk_pins), .i_por(por),
        .i_now_ps(now_ps), .i_same_instant(same_instant), .i_access(access), .i_fig(FIGURES), .i_osc_high_ps(OSC_HIGH),
        .i_osc_low_ps(OSC_LOW), .i_osc_high_part(64'd0), .i_osc_low_part(64'd0), .i_osc_parts(64'd0), .i_seed(SEED),
        .i_direct(DIRECT), .i_every_edge(1'b0), .i_fout_used(1'b1), .i_effects(EFFECTS != 0), .i_mas_n(shown[20]),
        .i_mds_n(shown[19]), .i_rw(shown[18]), .i_data(shown[17:10]), .i_data_driven(shown[21]), .o_data_driven(drives),
        .o_data_valid(valid), .i_clip(1'b0), .i_clip_cs_n(1'b1), .i_clip_rd_n(1'b1), .i_clip_wr_n(1'b1),
        .i_clip_cd(1'b1), .i_clip_data(16'hffff), .i_clip_driven(1'b0), .o_data({unused_high, data}),
        .i_src(shown[9:5]), .i_gate(shown[4:0]), .o_out(chip_out), .o_out_z(chip_out_z), .o_fout(fout),
        .o_check_event(unused_check_event), .o_pal_event(unused_pal_event), .o_socket_ps(socket_ps), .o_bus_ps(bus_ps),
        .o_core_now(unused_core_now), .o_check_now(unused_check_now), .o_next_ps(next_ps)
    );
    assign mp = drives ? valid ? data : 8'hxx : 8'hzz;

    // ---- Reports
    wire [12:0] inputs  = {mas_n, mds_n, rw, src, gate};
    wire [7:0]  written = mp;
`define CHECKS `DEVICE_CHECKS(board.chip) `BOARD_CHECKS
`define COUNTERS `DEVICE_COUNTERS `BOARD_COUNTERS
`include "device_violations.vh"
endmodule
`default_nettype wire
