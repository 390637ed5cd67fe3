// SPDX-License-Identifier: MIT
// Replays a record of calls of the chip's pins (tmr0 run --calls) on am9513a_device in simulated time, with X2 of the
// record, and compares the pins after each call.   +calls=FILE
// Prints the number of calls compared and of differences, or why the record is none for these parameters: wires between
// pins, other figures or a choice that is not the first, other effects.
`include "figures.vh"
`timescale 1ps / 1ps
`default_nettype none
module replay_device #(
    parameter PART = "am9513a",
    parameter CORNER = 1,
    parameter EFFECTS = 0,
    parameter SEED = 1
);
    reg         x2 = 0, cs_n = 1, rd_n = 1, wr_n = 1, cd = 1, driven = 0;
    reg  [15:0] data = 16'hffff;
    reg  [5:1]  src = 0, gate = 0;
    tri1 [15:0] db = driven ? data : 16'hzzzz;
    wire [5:1]  out;
    wire        fout;
    am9513a_device #(.PART(PART), .CORNER(CORNER), .EFFECTS(EFFECTS), .SEED(SEED)) dut (
        .x2(x2), .cs_n(cs_n), .rd_n(rd_n), .wr_n(wr_n), .cd(cd), .db(db), .src(src), .gate(gate), .out(out), .fout(fout)
    );

    integer     file, fields, number, value, calls, differences, n;
    reg  [8*512-1:0] name;
    reg  [7:0]  kind;
    reg  [31:0] fig [0:`FIG_COUNT-1];
    reg  [31:0] unused, wired, seed, effects, clip;
    reg         other;                               // record
    reg         to_cs_n, to_rd_n, to_wr_n, to_cd, to_driven;
    reg  [15:0] to_data;
    reg  [4:0]  to_src, to_gate;
    reg         unused_idle, ask, spin, watched;
    reg  [63:0] until_ps, e_now, now, d;
    reg  [15:0] e_data, shown;
    reg  [4:0]  e_out, e_out_z, level, level_z;
    reg         e_fout;

    reg         running;                             // X2
    reg  [63:0] x2_d;
    initial begin
        running = 0;
        ask     = 0;
        spin    = 0;
    end
    always begin
        wait (running);
        x2_d = {32'd0, fig[`FIG_OSC_LOW]} - (x2_d == 0 ? now : 0);
        #(x2_d) x2 = 1;
        x2_d = {32'd0, fig[`FIG_OSC_HIGH]};
        #(x2_d) x2 = 0;
    end

    always @(ask)
        spin <= ask;                                 // a simulation cycle later

    task settle;                                     // until the part has done all of this instant
        begin
            repeat (4) begin
                ask = !ask;
                @(spin);
            end
            while (!dut.idle) begin
                ask = !ask;
                @(spin);
            end
        end
    endtask

    initial begin
        calls = 0;
        differences = 0;
        x2_d = 0;
        now = 0;
        if (!$value$plusargs("calls=%s", name))
            name = 0;
        file = $fopen(name, "r");
        if (file == 0) begin
            $display("replay_device: cannot read the record");
            $finish;
        end
        while ($fscanf(file, " %c", kind) == 1)
            case (kind)
                "S": fields = $fscanf(file, "%d %d %d %d %d %d %d", seed, unused, clip, unused, watched, effects,
                                      wired);
                "F": begin
                    fields = $fscanf(file, "%d %d", number, value);
                    fig[number] = value;
                end
                "P": begin
                    other = wired != 0 || clip != 1 || effects != EFFECTS || (EFFECTS != 0 && seed != SEED);
                    other = other || fig[`FIG_OSC_PARTS] != 0 || fig[`FIG_OSC_PARTS_UPPER] != 0; // X2 here: whole ps
                    for (n = 0; n < `FIG_RTL; n = n + 1)
                        if (n < `FIG_OSC_HIGH || n > `FIG_OSC_PARTS_UPPER)
                            other = other || fig[n] != dut.DEVICE_FIGURES[n * 32 +: 32];
                    if (other) begin
                        $display("replay_device: left out: wires between pins, other figures, choices or effects");
                        $finish;
                    end
                    #1;
                    #1;
                    settle;
                    now = 2;
                    running = fig[`FIG_OSC_LOW] != 0;
                end
                "I": begin
                    fields = $fscanf(file, "%d %d %d %d %d %d %d %d %d", unused, to_cs_n, to_rd_n, to_wr_n, to_cd,
                                     to_driven, to_data, to_src, to_gate);
                    {cs_n, rd_n, wr_n, cd, driven, data, src, gate} =
                        {to_cs_n, to_rd_n, to_wr_n, to_cd, to_driven, to_data, to_src, to_gate};
                end
                "R": begin
                    fields = $fscanf(file, "%d %d", until_ps, unused_idle);
                    settle;
                    if (until_ps > now) begin
                        d = until_ps - now;
                        #(d);
                        now = until_ps;
                    end
                    settle;
                end
                default: begin
                    fields = $fscanf(file, "%d %d %d %d %d %d %d %d %d", e_now, unused, unused, unused, unused,
                                     e_data, e_out, e_out_z, e_fout);
                    calls = calls + 1;
                    shown = driven || cs_n || rd_n || (^db) === 1'bx ? e_data : db;
                    for (n = 0; n < 5; n = n + 1) begin
                        level_z[n] = out[n + 1] === 1'bz;
                        level[n]   = out[n + 1] === 1'b1 || level_z[n];
                    end
                    if ({e_data, e_out | e_out_z, e_out_z, e_fout} !== {shown, level, level_z, fout && watched}) begin
                        differences = differences + 1;
                        if (differences <= 10)
                            $display("call %0d at %0d: data %h/%h out %b/%b z %b/%b f %b/%b", calls, e_now, e_data,
                                     shown, e_out, level, e_out_z, level_z, e_fout, fout);
                    end
                end
            endcase
        $display("replay_device: %0d calls, %0d differences", calls, differences);
        $finish;
    end
endmodule
`default_nettype wire
