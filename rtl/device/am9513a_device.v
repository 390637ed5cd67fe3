// SPDX-License-Identifier: MIT
// The Am9513A as a part in your own test bench: the pins of the DIP, ordinary simulated time, delays and checks of the
// data sheet. It needs no clock and no harness. `make device` puts everything into one file,
// build/device/am9513a_device.v.
//
// Under Icarus the bench may have any `timescale. Under Verilator (--timing) everything needs 1ps / 1ps: in 5.006 the
// delays of a module are wrong if its timescale differs from the top's. The part then reports that it cannot keep time
// and ends the simulation. Verilator also needs --converge-limit 10000, as one instant may take more than 100 cycles.
//
//   PART       a file of parts/: "am9513a", "cts9513-2"
//   CORNER     of the part's delays: 0 min, 1 typ, 2 max
//   EFFECTS    1: violations have the consequences of docs/violations.md, drawn with SEED
//   STOP_ON_VIOLATION  1: $stop at the first violation
//
// A violation prints one line, `am9513a_device (instance path): TIME ns SYMBOL required NS observed NS`, and counts in
// violations.SYMBOL, which a bench can read (dut.violations.TAVRL). Edges near a command (notes) are only counted.
// An input that is x or z is taken as high, like an open TTL input. The first such input after time 0 is reported, and
// so is the first write of x or z on DB0-DB7. X1 is not modelled; DB8-DB15 need a pull-up on the 8-bit bus. Levels that
// move in one instant count as simultaneous.
`include "figures.vh"
`include "device.vh"
`timescale 1ps / 1ps
`default_nettype none
module am9513a_device #(
    parameter PART = "am9513a",
    parameter CORNER = 1,
    parameter EFFECTS = 0,
    parameter SEED = 1,
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
    localparam [63:0] NEVER = 64'h7fff_ffff_ffff_ffff;
    /* verilator lint_off WIDTH */
    localparam [`FIG_RTL*32-1:0] DEVICE_FIGURES = `DEVICE_FIGURES(PART, CORNER);
    /* verilator lint_on WIDTH */
    localparam FIRST_ROUND = 1, LAST_ROUND = 4;

    // ---- Pins: known levels
    wire [30:0] pins = {x2, cs_n, rd_n, wr_n, cd, db, src, gate};
    reg  [30:0] known;                       // x and z as 1
    reg         unknown;
    wire        drives;                      // the chip drives DB
    reg         driven;                      // something else drives DB
    reg  [8*256-1:0] path;                   // of this instance, as reports begin
    integer     n;
    always @* begin
        known = pins;
        for (n = 0; n < 31; n = n + 1)
            known[n] = pins[n] !== 1'b0;
        unknown = (^{x2, cs_n, rd_n, wr_n, cd, src, gate}) === 1'bx;
        driven  = !drives && db[7:0] !== 8'hzz;
    end

    // ---- Ticks. A round is a simulation cycle: after pins have moved, or a tick has ended, some pass until all has
    // settled; then comes the next tick of this instant, or a wake-up is ordered for a later one
    reg         clk, por, wake, gathering;
    reg  [2:0]  round;
    reg  [63:0] now_ps, instant, wake_ps, delay;
    reg  [30:0] taken;                       // the pins of the last tick
    reg         taken_driven, x2_rise, x2_fall, same_instant, reported;
    reg         x2_level, missed;            // X2 without the pulses that the chip misses
    wire [63:0] edge_ps, bus_ps;
    wire        tick_now;
    wire [63:0] next_ps = tick_now ? 0 : edge_ps < bus_ps ? edge_ps : bus_ps;
    wire        moved   = {driven, known} != {taken_driven, taken};
    wire        idle    = !clk && round == LAST_ROUND && !moved && !gathering && next_ps > now_ps;

    initial begin
        clk       = 0;
        por       = 1;
        wake      = 0;
        gathering = 0;
        round     = LAST_ROUND;
        now_ps    = 0;
        instant   = NEVER;
        wake_ps   = NEVER;
        {taken, taken_driven, x2_rise, x2_fall, same_instant} = 0;
        $sformat(path, "am9513a_device (%m):");
        if (DEVICE_FIGURES == 0)
            $fatal(1, "%0s PART \"%0s\", CORNER %0d, expected %0s, 0-2", path, PART, CORNER, `DEVICE_PARTS);
        #1;
        if ($realtime != 1.0)
            $fatal(1, "%0s cannot keep time, expected `timescale 1ps / 1ps for all modules", path);
        gathering = 1;
        wake      = 1;
    end

    always @(pins or clk or wake or round)
        if (clk) begin
            clk   <= 0;
            round <= FIRST_ROUND;
        end else if (round != LAST_ROUND)
            round <= round + 1;
        else if (moved && !gathering && !por) begin
            gathering = 1;
            round    <= FIRST_ROUND;
        end else if (gathering || (!por && next_ps <= $time)) begin
            now_ps       = $time;
            same_instant = now_ps == instant;
            instant      = now_ps;
            x2_rise      = !por && known[30] && !taken[30] && !missed;
            x2_fall      = !por && !known[30] && taken[30] && x2_level;
            gathering    = 0;
            clk         <= 1;
        end else if (!por && next_ps != wake_ps && next_ps != NEVER) begin
            wake_ps = next_ps;
            delay   = next_ps - $time;
`ifdef VERILATOR
            fork                             // 5.006 never wakes from the other form
                begin
                    #(delay) wake = !wake;
                end
            join_none
`else
            wake <= #(delay) !wake;          // Icarus 11 loses a process that a loop forks
`endif
        end

    // ---- Registers of the inputs: the edges of X2 come a tick before what moves with them
    reg [31:0] chance;
    reg [31:0] access;
    reg        strobe_was;
    reg [30:0] shown;
    reg        shown_driven;
    wire       x2_lossy;
`include "random.vh"
    localparam [31:0] SALT = 32'h05c11a70;
    always @(posedge clk) begin
        taken        <= por ? 31'd0 : known;
        taken_driven <= por ? 1'b0 : driven;
        {shown_driven, shown} <= por ? {1'b0, 1'b0, 4'hf, 16'hffff, 10'd0} : {driven, known};
        por <= 0;
        // The number of the access is that of its strobe
        strobe_was <= !por && !known[29] && !(known[28] && known[27]);
        if (por)
            access <= 0;
        else if (!strobe_was && !known[29] && !(known[28] && known[27]))
            access <= access + 1;
        if (por) begin
            x2_level <= 0;
            missed   <= 0;
            chance   <= seeded(SEED, SALT);
        end else if (known[30] && !taken[30]) begin
            x2_level <= !missed;
            if (x2_lossy) begin
                missed <= chance[31:30] == 0;
                chance <= stepped(chance);
            end
        end else if (!known[30])
            x2_level <= 0;
    end

    // ---- The chip
    wire [15:0] data;
    wire        valid, unused_check_event, unused_x2_fall_used;
    wire [4:0]  chip_out, chip_out_z;
    am9513a chip (
        .o_out(chip_out), .o_out_z(chip_out_z), .i_x2(x2_level), .i_x2_rise(x2_rise), .i_x2_fall(x2_fall),
        .o_fout(fout), .i_cd(shown[26]), .i_wr_n(shown[27]), .i_cs_n(shown[29]), .i_rd_n(shown[28]),
        .i_data(shown[25:10]), .i_data_driven(shown_driven), .o_data(data), .o_data_driven(drives),
        .o_data_valid(valid), .i_src(shown[9:5]), .i_gate(shown[4:0]), .clk(clk), .clk_bus(clk), .i_por(por),
        .i_now_ps(now_ps), .i_same_instant(same_instant), .o_tick_now(tick_now), .o_edge_ps(edge_ps),
        .o_bus_ps(bus_ps), .i_fig(DEVICE_FIGURES), .i_access(access), .i_rd_lost(1'b0), .i_wr_lost(1'b0),
        .i_rd_pause_lost(1'b0), .i_wr_pause_lost(1'b0), .o_check_event(unused_check_event), .i_effects(EFFECTS != 0),
        .i_seed(SEED), .o_x2_lossy(x2_lossy), .i_fout_used(1'b1), .o_x2_fall_used(unused_x2_fall_used)
    );
    assign db[7:0]  = drives ? valid ? data[7:0] : 8'hxx : 8'hzz;
    assign db[15:8] = drives && chip.bus16 ? valid ? data[15:8] : 8'hxx : 8'hzz;
    genvar m;
    generate
        for (m = 1; m <= 5; m = m + 1) begin : outputs
            assign out[m] = chip_out_z[m - 1] ? 1'bz : chip_out[m - 1];
        end
    endgenerate

    // ---- Reports
    generate
        if (1) begin : violations
            `DEVICE_COUNTERS
        end
    endgenerate
    reg reported_data, written_x;            // a write is under way, of x or z
    initial {reported, reported_data, written_x} = 0;
    task report;
        input [8*8-1:0]     symbol;
        input signed [31:0] required;
        input signed [63:0] observed;
        begin
            $display("%0s %0.3f ns %0s required %0.3f observed %0.3f", path, now_ps / 1000.0, symbol,
                     required / 1000.0, observed / 1000.0);
            if (STOP_ON_VIOLATION != 0)
                $stop;
        end
    endtask
`define DEVICE_CHECK(SYMBOL, NAME, NOTE, RECORD) \
        if (violations.SYMBOL != chip.RECORD.broken) begin \
            violations.SYMBOL = chip.RECORD.broken; \
            if (!NOTE) \
                report(NAME, chip.RECORD.required, chip.RECORD.observed); \
        end
    always @(negedge clk) begin
        `DEVICE_CHECKS
        if (unknown && !reported && now_ps > 1) begin
            reported = 1;
            $display("%0s %0.3f ns x or z is taken as high, {x2, cs_n, rd_n, wr_n, cd, src, gate} = %b", path,
                     now_ps / 1000.0, {x2, cs_n, rd_n, wr_n, cd, src, gate});
        end
        if (written_x && (known[29] || known[27]) && !reported_data) begin
            reported_data = 1;
            $display("%0s %0.3f ns x or z is taken as high, in the data of a write", path, now_ps / 1000.0);
        end
        written_x = !known[29] && !known[27] && (^db[7:0]) === 1'bx;
    end
endmodule
`default_nettype wire
