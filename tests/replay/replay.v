// SPDX-License-Identifier: MIT
// Replays a file of calls to the top (board_config.calls) under any Verilog simulator, and compares the outputs
// with those in the file.   vvp replay.vvp +calls=FILE
// It steps clk as sim/board/rtl_shim.cpp does. If one of the other clocks needs a tick, all of them tick: the ticks
// that rtl_shim.cpp leaves out change nothing.
`include "figures.vh"
`default_nettype none
module replay;
    reg         clk = 0, clk_bus = 0, por = 0, fig_write = 0;
    reg [63:0]  now = 0;
    reg         req = 0;
`include "calls.vh"
    wire [63:0] next_ps, socket_ps, bus_ps;
    wire        busy, read_driven, read_valid, fout;
    wire [7:0]  read;
    wire [15:0] chip_data;
    wire [4:0]  out, out_z;

    tmr0_top top (
        .clk(clk), .clk_socket(clk_bus), .clk_bus(clk_bus), .clk_core(clk_bus), .clk_check(clk_bus),
        .i_por(por), .i_now_ps(now), .o_next_ps(next_ps), .o_socket_ps(socket_ps),
        .o_bus_ps(bus_ps), .o_core_now(), .o_check_now(),
        .i_fig_write(fig_write), .i_fig_number(number[6:0]), .i_fig_value(value), .i_seed(seed),
        .i_direct(direct), .i_clip(clip), .i_every_edge(every_edge), .i_fout_used(watched),
        .i_effects(effects), .i_wire(wired[29:0]), .i_osc_high_ps(osc_high[31:0]), .i_osc_low_ps(osc_low[31:0]),
        .i_osc_high_part(osc_high_part), .i_osc_low_part(osc_low_part), .i_osc_parts(osc_parts),
        .i_access(access), .i_req(req), .i_req_control(req_control), .i_req_write(req_write), .i_req_data(req_data),
        .o_busy(busy), .o_read(read), .o_read_driven(read_driven), .o_read_valid(read_valid),
        .i_cs_n(cs_n), .i_rd_n(rd_n), .i_wr_n(wr_n), .i_cd(cd), .i_data(data), .i_data_driven(driven),
        .o_data(chip_data), .o_data_driven(), .o_data_valid(), .i_src(src), .i_gate(gate),
        .o_out(out), .o_out_z(out_z), .o_fout(fout), .o_check_event(), .o_socket_event()
    );

    reg [63:0]  ticks = 0, next;
    reg         touched = 0, over;

    task tick;
        input [63:0] at;
        input        bus;
        begin
            now = at;
            #1 clk = 1;
            clk_bus = bus;
            #1 clk = 0;
            clk_bus = 0;
            ticks = ticks + 1;
            touched = 0;
        end
    endtask

    task run;
        begin
            over = 0;
            while (!over) begin
                next = touched || next_ps < now ? now : next_ps;
                if (next > now && ((until_idle && !busy) || next > until_ps))
                    over = 1;
                else
                    tick(next, touched || socket_ps <= next || bus_ps <= next || every_edge);
            end
            if (!(until_idle && !busy) && now < until_ps)
                now = until_ps;
        end
    endtask

    task figure;
        begin
            por = 1;
            fig_write = 1;
            tick(0, 1'b1);
        end
    endtask

    task power_up;
        begin
            fig_write = 0;
            tick(0, 1'b1);
            por = 0;
            ticks = 0;
        end
    endtask

    task inputs;
        touched = 1;
    endtask

    task request;
        begin
            req = 1;
            tick(now, 1'b1);
            req = 0;
        end
    endtask

    task compare;
        if ({e_now, e_ticks, e_read, e_driven, e_valid, e_data, e_out, e_out_z, e_fout} !==
            {now, ticks, read, read_driven, read_valid, chip_data, out, out_z, fout}) begin
            differences = differences + 1;
            if (differences <= 10)
                $display("run %0d: now %0d/%0d ticks %0d/%0d read %h/%h %b%b/%b%b data %h/%h out %b/%b z %b/%b f %b/%b",
                         runs, e_now, now, e_ticks, ticks, e_read, read, e_driven, e_valid, read_driven, read_valid,
                         e_data, chip_data, e_out, out, e_out_z, out_z, e_fout, fout);
        end
    endtask

    initial
        play;
endmodule
`default_nettype wire
