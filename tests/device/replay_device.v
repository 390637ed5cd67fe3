// SPDX-License-Identifier: MIT
// Replays a file of calls (tmr0 run --calls) on a part in simulated time and compares its pins after each call: on
// am9513a_device, with X2 of that file, or with BOARD defined on timer_board_device, behind the workstation's side of
// the socket.   +calls=FILE
// Says why a file is none for these parameters.
`include "figures.vh"
`timescale 1ps / 1ps
`default_nettype none
module replay_device #(
    parameter PART = "am9513a",
    parameter PAL = "flipflop",
    parameter CORNER = 1,
    parameter EFFECTS = 0,
    parameter SEED = 1
);
`include "calls.vh"
    reg         powered = 0;
    reg  [63:0] now = 0, wait_ps;
    reg  [15:0] shown;                               // on the data pins, what the file has if nothing valid
    reg  [9:0]  latched;
    reg         ask = 0, spin = 0;
    wire [5:1]  out;
    wire        fout;

`ifdef BOARD
    wire        bus_clk, bus_por, bus_idle, mas_n, mds_n, rw, host_driven, socket_driven, bus_driven, bus_valid, busy;
    wire        read_driven, read_valid, unused_clk_pins, unused_same_instant, unused_check_event;
    wire [7:0]  host_data, socket_data, bus_data, read;
    wire [8:0]  unused_out_lost;
    wire [9:0]  unused_in_lost;
    wire [63:0] bus_now_ps, bus_ps, out_ps, in_ps;
    wire        clipped = 0;
    wire        idle    = dut.unused_idle && bus_idle;
    reg         asked = 0;                           // moves with each request
    wire [10:0] taken, were;
    wire [7:0]  mp;
    wire        board_drives, valid;
`ifdef VERILATOR                                     // neither x nor z
    assign mp           = socket_driven ? socket_data : dut.drives ? 8'hzz : 8'hff;
    assign board_drives = dut.drives;
    assign valid        = dut.drives && dut.valid;
`else
    assign mp           = socket_driven ? socket_data : 8'hzz;
    assign board_drives = !socket_driven && mp !== 8'hzz;
    assign valid        = board_drives && (^mp) !== 1'bx;
`endif
    timer_board_device #(.PART(PART), .PAL(PAL), .CORNER(CORNER), .EFFECTS(EFFECTS), .SEED(SEED)) dut (
        .mas_n(mas_n), .mds_n(mds_n), .rw(rw), .mp(mp), .src(src), .gate(gate), .out(out), .fout(fout)
    );
    device_ticks #(.WIDTH(11), .RESTING(11'h0ff)) ticks (
        .i_pins({asked, board_drives, valid, valid ? mp : 8'hff}),
        .i_outputs({20'd0, mas_n, mds_n, rw, socket_driven, socket_data}),
        .i_next_ps(bus_ps < out_ps ? (bus_ps < in_ps ? bus_ps : in_ps) : (out_ps < in_ps ? out_ps : in_ps)),
        .i_pins_ps(64'd0), .clk(bus_clk), .clk_pins(unused_clk_pins), .o_por(bus_por), .o_now_ps(bus_now_ps),
        .o_same_instant(unused_same_instant), .o_pins(taken), .o_pins_were(were), .o_idle(bus_idle)
    );
    des_bus bus (
        .clk(bus_clk), .i_por(bus_por), .i_now_ps(bus_now_ps), .i_access(access),
        .i_rw_setup_ps(fig[`FIG_RW_SETUP]), .i_wdata_setup_ps(fig[`FIG_WDATA_SETUP]),
        .i_strobe_hold_ps(fig[`FIG_STROBE_HOLD]), .i_mas_read_ps(fig[`FIG_MAS_READ]),
        .i_mas_write_ps(fig[`FIG_MAS_WRITE]), .i_mds_low_ps(fig[`FIG_MDS_LOW]),
        .i_mds_after_ps(fig[`FIG_MDS_AFTER]), .i_des_clock_ps(fig[`FIG_DES_CLOCK]),
        .i_read_latch_ps(fig[`FIG_READ_LATCH]), .i_host_read_ps(fig[`FIG_HOST_READ]),
        .i_mas_on_read(fig[`FIG_MAS_ON_READ] != 0), .i_float(fig[`FIG_FLOAT][7:0]),
        .i_req(taken[10] != were[10]), .i_req_control(req_control), .i_req_write(req_write), .i_req_data(req_data),
        .o_busy(busy), .o_read(read), .o_read_driven(read_driven), .o_read_valid(read_valid), .o_mas_n(mas_n),
        .o_mds_n(mds_n), .o_rw(rw), .o_data(host_data), .o_data_driven(host_driven), .i_data(bus_data),
        .i_data_driven(bus_driven), .i_data_valid(bus_valid), .o_check_event(unused_check_event), .o_next_ps(bus_ps)
    );
    gate_delay #(.WIDTH(9), .INITIAL(9'h0ff)) buffer_out (
        .clk(bus_clk), .i_por(bus_por), .i_now_ps(bus_now_ps), .i_delay_ps(fig[`FIG_BUF_TPD]),
        .i_in({host_driven, host_data}), .o_out({socket_driven, socket_data}), .o_lost(unused_out_lost),
        .o_next_ps(out_ps)
    );
    gate_delay #(.WIDTH(10), .INITIAL(10'h0ff)) buffer_in (
        .clk(bus_clk), .i_por(bus_por), .i_now_ps(bus_now_ps), .i_delay_ps(fig[`FIG_BUF_TPD]),
        .i_in(taken[9:0]), .o_out({bus_driven, bus_valid, bus_data}), .o_lost(unused_in_lost), .o_next_ps(in_ps)
    );
    integer     broken = 0;
    always @(negedge bus_clk)
        if (broken != bus.host_read.broken) begin    // of the workstation, not of the part
            broken = bus.host_read.broken;
            $display("workstation (%m): %0.3f ns HOST_READ required %0.3f observed %0.3f", bus_now_ps / 1000.0,
                     bus.host_read.required / 1000.0, bus.host_read.observed / 1000.0);
        end

    task request;
        asked = !asked;
    endtask

    task over;                                       // until the cycle at the socket is over
        while (busy) begin
            @(spin);
            settle;
            now = $time;
        end
    endtask

    task see;
        begin
            shown   = !valid ? e_data : {e_data[15:8], mp};
            latched = {read, read_driven, read_valid};
        end
    endtask
`else
    wire        busy = 0;
    reg         x2 = 0;
    tri1 [15:0] db = driven ? data : 16'hzzzz;
    am9513a_device #(.PART(PART), .CORNER(CORNER), .EFFECTS(EFFECTS), .SEED(SEED)) dut (
        .x2(x2), .cs_n(cs_n), .rd_n(rd_n), .wr_n(wr_n), .cd(cd), .db(db), .src(src), .gate(gate), .out(out), .fout(fout)
    );
    wire        clipped = 1;
    wire        idle    = dut.unused_idle;

    reg  [63:0] x2_ps = 0, x2_d;                     // the next edge
    always begin
        wait (powered);
        x2_ps = x2_ps + (x2 ? osc_high : osc_low);
        x2_d  = x2_ps - $time;
        #(x2_d) x2 = !x2;
    end

    task request;
        ;
    endtask

    task over;
        ;
    endtask

    task see;
        begin
            shown   = dut.drives && dut.valid ? db : e_data;
            latched = {e_read, e_driven, e_valid};
        end
    endtask
`endif

    always @(ask or busy)
        spin <= !spin;                               // a simulation cycle later

    task settle;                                     // until all of this instant is done
        begin
            repeat (4) begin
                ask = !ask;
                @(spin);
            end
            while (!idle) begin
                ask = !ask;
                @(spin);
            end
        end
    endtask

    task figure;
        ;
    endtask

    integer     n;
    task left_out;                                   // step: how far the checks came
        input integer    step;
        input [8*512-1:0] reason;
        begin
            $display("left out: %0d %0s", step, reason);
            $finish;
        end
    endtask

    localparam [`FIG_RTL-1:0] workstation = `FIG_WORKSTATION;
    task check_figures;                              // those of the workstation are not the part's
        for (n = 0; n < `FIG_RTL; n = n + 1)
            if (!workstation[n] && fig[n] != dut.FIGURES[n*32 +: 32]) begin
                $sformat(name, "another figure %0d", n);
                left_out(5, name);
                n = `FIG_RTL;
            end
    endtask

    task power_up;
        begin
            if (clip != clipped)
                left_out(1, "the pins of another part");
            if (direct != (PAL == "direct") && !clip)
                left_out(2, "another translator");
            if (wired != 0)
                left_out(3, "wires between pins");
            if (osc_parts != 0)
                left_out(3, "parts of a ps in X2");
`ifdef BOARD
            if (osc_high != dut.OSC_HIGH || osc_low != dut.OSC_LOW)
                left_out(3, "another oscillator");
`endif
            if (effects != (EFFECTS != 0) || ((effects || !clipped) && seed != SEED))
                left_out(4, "other effects or seed");
            check_figures;
            settle;
            powered = osc_low != 0;
        end
    endtask

    task inputs;
        ;
    endtask

    task run;
        begin
            settle;
            if (until_idle)
                over;
            else if (until_ps > now) begin
                wait_ps = until_ps - now;
                #(wait_ps);
                now = until_ps;
            end
            settle;
        end
    endtask

    reg  [4:0]  level, level_z;                      // high impedance as 1
    task compare;
        begin
            see;
            for (n = 0; n < 5; n = n + 1) begin
`ifdef VERILATOR
                level_z[n] = dut.chip_out_z[n];      // it has no z
`else
                level_z[n] = out[n + 1] === 1'bz;
`endif
                level[n]   = out[n + 1] === 1'b1 || level_z[n];
            end
            if ({e_now, e_read, e_driven, e_valid, e_data, e_out | e_out_z, e_out_z, e_fout} !==
                {now, latched, shown, level, level_z, fout && watched}) begin
                differences = differences + 1;
                if (differences <= 10)
                    $display("run %0d: now %0d/%0d read %h %b%b/%b data %h/%h out %b/%b z %b/%b f %b/%b", runs, e_now,
                             now, e_read, e_driven, e_valid, latched, e_data, shown, e_out, level, e_out_z, level_z,
                             e_fout, fout);
            end
        end
    endtask

    initial
        play;
endmodule
`default_nettype wire
