// SPDX-License-Identifier: MIT
// Replays a record of calls (board_config.calls) on am9513a_chip, the chip as an FPGA has it, and compares its
// outputs with those recorded.   vvp replay_chip.vvp +calls=FILE
// The record must be of the chip's pins, of a part whose delays are all 0, and of whole ps of X2. Prints the number of
// runs compared and of differences. The order within an instant is that of docs/manual.md.
`include "figures.vh"
`default_nettype none
module replay_chip;
    reg         clk = 0, por = 1, x2 = 0, x2_rise = 0, x2_fall = 0, write = 0, read_end = 0;
    reg         cs_n = 1, rd_n = 1, wr_n = 1, cd = 1, driven = 0, read_was = 0, write_was = 0, cd_was = 1;
    reg [15:0]  data = 16'hffff, bus_was = 16'hffff, shown = 16'hffff;
    reg [9:0]   pins = 0, driven_pins = 0;           // GATE, SRC: as the chip sees them; as driven
    reg [29:0]  wired = 0;
    reg [31:0]  fig [0:`FIG_RTL-1];
    wire [4:0]  out, out_z;
    wire        fout, bus16, busy;
    wire [15:0] word;
    wire [7:0]  status;
    wire [15:0] bus = driven ? data : 16'hffff;

    am9513a_chip chip (
        .clk(clk), .i_por(por), .o_out(out), .o_out_z(out_z), .i_x2(x2), .i_x2_rise(x2_rise), .i_x2_fall(x2_fall),
        .o_fout(fout), .i_src(pins[4:0]), .i_gate(bus16 ? pins[9:5] : pins[9:5] & bus[12:8]),
        .i_first_retriggers(fig[`FIG_FIRST_GATE_EDGE] != 0), .i_tc_ends(fig[`FIG_TC_WHEN_DISARMED] != 0),
        .i_load_disarms(fig[`FIG_LOAD_INTO_TC_DISARMS] != 0), .i_arm_runs_on(fig[`FIG_ARM_AGAIN] != 0),
        .i_write(write), .i_write_control(cd_was), .i_write_data(bus_was), .i_read_end(read_end),
        .o_word(word), .o_status(status), .o_bus16(bus16), .o_busy(busy)
    );

    integer     file, fields, number, value, n, runs, differences;
    reg [8*512-1:0] name;
    reg [7:0]   kind;
    reg [63:0]  now, until, next, e_now, unused_ticks;
    reg         unused_idle;
    reg [31:0]  unused;
    reg [15:0]  e_data;
    reg [4:0]   e_out, e_out_z;
    reg         e_fout, watched;                    // watched: the record has FOUT
    reg [9:0]   levels;

    task tick;
        begin
            #1 clk = 1;
            #1 clk = 0;
            {x2_rise, x2_fall, write, read_end} = 0;
        end
    endtask

    // Until nothing is under way: then the wires carry the outputs' levels, high impedance as 1, to the inputs
    task settle;
        begin
            levels = ~pins;
            while (busy || levels != pins) begin
                tick;
                levels = driven_pins;
                for (n = 0; n < 10; n = n + 1)
                    if (wired[3*n +: 3] == 6)
                        levels[n] = fout;
                    else if (wired[3*n +: 3] != 0)
                        levels[n] = out[wired[3*n +: 3] - 1] || out_z[wired[3*n +: 3] - 1];
                if (!busy && levels != pins) begin
                    pins   = levels;
                    levels = ~pins;
                end
            end
        end
    endtask

    // The pins of the last I: SRC and GATE, then the bus
    task move;
        begin
            settle;
            if (write_was && (cs_n || wr_n)) begin
                write = 1;
                tick;
                settle;
            end
            if (read_was && (cs_n || rd_n) && !cd_was) begin
                read_end = 1;
                tick;
                settle;
            end
            if (!read_was && !cs_n && !rd_n)
                shown = cd ? {8'hff, status} : word;
            read_was  = !cs_n && !rd_n;
            write_was = !cs_n && !wr_n;
            cd_was    = cd;
            bus_was   = bus;
        end
    endtask

    // X2 is low at 0 and rises after its low time
    task run;
        begin
            move;
            while (next <= until) begin
                x2      = !x2;
                x2_rise = x2;
                x2_fall = !x2;
                next    = next + (x2 ? fig[`FIG_OSC_HIGH] : fig[`FIG_OSC_LOW]);
                tick;
                settle;
            end
            now = until;
        end
    endtask

    task compare;
        begin
            runs = runs + 1;
            if ({e_now, e_data, e_out, e_out_z, e_fout} !==
                {now, read_was ? shown : 16'hffff, out, out_z, fout && watched}) begin
                differences = differences + 1;
                if (differences <= 10)
                    $display("run %0d: now %0d/%0d data %h/%h out %b/%b z %b/%b f %b/%b", runs, e_now, now, e_data,
                             read_was ? shown : 16'hffff, e_out, out, e_out_z, out_z, e_fout, fout);
            end
        end
    endtask

    initial begin
        now = 0;
        runs = 0;
        differences = 0;
        if (!$value$plusargs("calls=%s", name))
            name = 0;
        file = $fopen(name, "r");
        while (file != 0 && $fscanf(file, " %c", kind) == 1)
            case (kind)
                "S": fields = $fscanf(file, "%d %d %d %d %d %d %d", unused, unused, unused, unused, watched, unused,
                                      wired);
                "F": begin
                    fields = $fscanf(file, "%d %d", number, value);
                    fig[number] = value;
                end
                "P": begin
                    tick;
                    por  = 0;
                    next = fig[`FIG_OSC_LOW];
                end
                "I": fields = $fscanf(file, "%d %d %d %d %d %d %d %d %d", unused, cs_n, rd_n, wr_n, cd, driven, data,
                                      driven_pins[4:0], driven_pins[9:5]);
                "R": begin
                    fields = $fscanf(file, "%d %d", until, unused_idle);
                    run;
                end
                default: begin
                    fields = $fscanf(file, "%d %d %d %d %d %d %d %d %d", e_now, unused_ticks, unused, unused, unused,
                                     e_data, e_out, e_out_z, e_fout);
                    compare;
                end
            endcase
        $display("replay_chip: %0d runs, %0d differences", runs, differences);
        $finish;
    end
endmodule
`default_nettype wire
