// SPDX-License-Identifier: MIT
// Replays a file of calls (board_config.calls) on the chip as an FPGA has it and compares its outputs with those
// in it: on am9513a_chip, or with FPGA defined on the pins of am9513a_fpga or of its netlist, where each movement of
// a pin gets SETTLE ticks.   vvp replay_chip.vvp +calls=FILE
// The file must be of the chip's pins, of a part whose delays are all 0, and of whole ps of X2. The order within an
// instant is that of docs/manual.md.
`include "figures.vh"
`default_nettype none
module replay_chip;
`include "calls.vh"
    reg         clk = 0, x2 = 0, read_was = 0;
    reg [15:0]  shown = 16'hffff;
    reg [9:0]   pins = 0;                            // GATE, SRC as the chip sees them
    wire [9:0]  driven_pins = {gate, src};           // as driven
    wire [4:0]  out, out_z;
    wire        fout;
    reg [63:0]  now = 0, next;                       // next: edge of X2

`ifdef FPGA
    // ---- Through the pins
    localparam SETTLE = 10;                          // synchronisers, wait for a free tick, prefetch, chain of TC
    reg         pin_cs_n = 1, pin_rd_n = 1, pin_wr_n = 1, pin_cd = 1, pin_driven = 0;
    reg [15:0]  pin_data = 16'hffff;
    tri1 [15:0] db = pin_driven ? pin_data : 16'hzzzz;
    wire [5:1]  pin_out;
    am9513a_fpga chip (
        .clk(clk), .i_x2(x2), .i_cs_n(pin_cs_n), .i_rd_n(pin_rd_n), .i_wr_n(pin_wr_n), .i_cd(pin_cd), .io_db(db),
        .i_src(pins[4:0]), .i_gate(pins[9:5]), .o_out(pin_out), .o_fout(fout)
    );
    genvar      number_of_out;
    generate
        for (number_of_out = 1; number_of_out <= 5; number_of_out = number_of_out + 1) begin : level
            assign out[number_of_out - 1]   = pin_out[number_of_out] === 1'b1;
            assign out_z[number_of_out - 1] = pin_out[number_of_out] === 1'bz;
        end
    endgenerate

    task act;                                        // until nothing is under way
        repeat (SETTLE) begin
            #1 clk = 1;
            #1 clk = 0;
        end
    endtask

    task power_up;
        begin
            next = osc_low;
            if ((fig[`FIG_FIRST_GATE_EDGE] | fig[`FIG_TC_WHEN_DISARMED] | fig[`FIG_LOAD_INTO_TC] |
                 fig[`FIG_LOAD_INTO_TC_DISARMS] | fig[`FIG_ARM_AGAIN] | fig[`FIG_RELOAD_ONE] |
                 fig[`FIG_TOGGLE_FLIP_FLOP] | fig[`FIG_OUTPUT_CODE_3] | fig[`FIG_CHAINED_LOAD]) != 0) begin
                $display("left out: 0 a choice that am9513a_fpga does not make");
                $finish;
            end else
                act;
        end
    endtask

    task x2_edge;                                    // settle shows it to the chip
        ;
    endtask

    // The pins of the last I: SRC and GATE, then the bus
    task move;
        begin
            settle;
            {pin_cs_n, pin_rd_n, pin_wr_n, pin_cd, pin_driven, pin_data} = {cs_n, rd_n, wr_n, cd, driven, data};
            settle;
            read_was = !cs_n && !rd_n;
            shown    = db;
        end
    endtask
`else
    // ---- On am9513a_chip
    reg         por = 1, x2_rise = 0, x2_fall = 0, write = 0, read_end = 0, write_was = 0, cd_was = 1;
    reg [15:0]  bus_was = 16'hffff;
    wire [15:0] bus = driven ? data : 16'hffff;
    wire        bus16, busy, unused_bus_waits;
    wire [15:0] word;
    wire [7:0]  status;
    am9513a_chip chip (
        .clk(clk), .i_por(por), .o_out(out), .o_out_z(out_z), .i_x2(x2), .i_x2_rise(x2_rise), .i_x2_fall(x2_fall),
        .o_fout(fout), .i_src(pins[4:0]), .i_gate(bus16 ? pins[9:5] : pins[9:5] & bus[12:8]),
        .i_choices({fig[`FIG_CHAINED_LOAD] != 0, fig[`FIG_OUTPUT_CODE_3] != 0, fig[`FIG_TOGGLE_FLIP_FLOP] != 0,
                    fig[`FIG_RELOAD_ONE] != 0, fig[`FIG_ARM_AGAIN] != 0, fig[`FIG_LOAD_INTO_TC_DISARMS] != 0,
                    fig[`FIG_LOAD_INTO_TC] != 0, fig[`FIG_TC_WHEN_DISARMED] != 0, fig[`FIG_FIRST_GATE_EDGE] != 0}),
        .i_write(write), .i_write_control(cd_was), .i_write_data(bus_was), .i_read_end(read_end),
        .o_word(word), .o_status(status), .o_bus16(bus16), .o_busy(busy), .o_bus_waits(unused_bus_waits)
    );

    task tick;
        begin
            #1 clk = 1;
            #1 clk = 0;
            {x2_rise, x2_fall, write, read_end} = 0;
        end
    endtask

    task act;                                        // until nothing is under way
        begin
            tick;
            while (busy)
                tick;
        end
    endtask

    task power_up;
        begin
            next = osc_low;
            tick;
            por = 0;
        end
    endtask

    task x2_edge;
        begin
            x2_rise = x2;
            x2_fall = !x2;
            tick;
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
`endif

    integer     n;
    reg [9:0]   levels;

    task figure;
        ;
    endtask
    task inputs;
        ;
    endtask
    task request;
        ;
    endtask

    // The wires carry the outputs' levels, high impedance as 1, to the inputs
    task settle;
        begin
            levels = ~pins;
            while (levels != pins) begin
                act;
                levels = driven_pins;
                for (n = 0; n < 10; n = n + 1)
                    if (wired[3*n +: 3] == 6)
                        levels[n] = fout;
                    else if (wired[3*n +: 3] != 0)
                        levels[n] = out[wired[3*n +: 3] - 1] || out_z[wired[3*n +: 3] - 1];
                if (levels != pins) begin
                    pins   = levels;
                    levels = ~pins;
                end
            end
        end
    endtask

    // X2 is low at 0 and rises after its low time
    task run;
        begin
            move;
            while (next <= until_ps) begin
                x2   = !x2;
                next = next + (x2 ? osc_high : osc_low);
                x2_edge;
                settle;
            end
            now = until_ps;
        end
    endtask

    task compare;
        if ({e_now, e_data, e_out | e_out_z, e_out_z, e_fout} !==
            {now, read_was ? shown : 16'hffff, out | out_z, out_z, fout && watched}) begin
            differences = differences + 1;
            if (differences <= 10)
                $display("run %0d: now %0d/%0d data %h/%h out %b/%b z %b/%b f %b/%b", runs, e_now, now, e_data,
                         read_was ? shown : 16'hffff, e_out, out, e_out_z, out_z, e_fout, fout);
        end
    endtask

    initial
        play;
endmodule
`default_nettype wire
