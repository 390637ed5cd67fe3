// SPDX-License-Identifier: MIT
// A test bench of the two models, once with every time at its limit and once with every time 1 ps shorter. The models
// do the same both times, and the simulator reports nothing. The checks report each time that is too short.
`timescale 1ps / 1ps
/* verilator lint_off ZERODLY */  // delays that depend on a variable: none is 0

// The limits are those of this example.
module flipflop_checks (input clk, input clear_n, input d);
    wire        tick, por;
    wire [63:0] now_ps;
    wire        clk_rises, clear_begins, d_rises, clk_falls, clear_ends, d_falls;
    pin_events #(.PINS(3), .UNIT_PS(1)) events (
        .i_pins({clk, !clear_n, d}), .clk(tick), .o_por(por), .o_now_ps(now_ps),
        .o_rise({clk_rises, clear_begins, d_rises}), .o_fall({clk_falls, clear_ends, d_falls})
    );
    wire d_moves = d_rises || d_falls;

`define CHECKED .clk(tick), .i_por(por), .i_now_ps(now_ps), .i_access(32'd0)
    chk_setup setup (`CHECKED, .i_limit_ps(20000), .i_data(d_moves), .i_ref(clk_rises), .i_window(clk_rises),
                     .o_broken());
    chk_hold hold (`CHECKED, .i_limit_ps(3000), .i_ref(clk_rises), .i_data(d_moves), .i_window(1'b0),
                   .o_broken());
    chk_width high (`CHECKED, .i_limit_ps(16000), .i_begin(clk_rises), .i_end(clk_falls), .i_lost(1'b0),
                    .o_broken());
    chk_width low (`CHECKED, .i_limit_ps(16000), .i_begin(clk_falls), .i_end(clk_rises), .i_lost(1'b0),
                   .o_broken());
    chk_width clear (`CHECKED, .i_limit_ps(16000), .i_begin(clear_begins), .i_end(clear_ends), .i_lost(1'b0),
                     .o_broken());
    chk_width recovery (`CHECKED, .i_limit_ps(8000), .i_begin(clear_ends), .i_end(clk_rises), .i_lost(1'b0),
                        .o_broken());
endmodule

module sram_checks (input ce_n, input we_n, input [3:0] address, input [7:0] data);
    wire        tick, por;
    wire [63:0] now_ps;
    wire [12:0] rises, falls;
    wire        write = !ce_n && !we_n;
    pin_events #(.PINS(13), .UNIT_PS(1)) events (
        .i_pins({write, address, data}), .clk(tick), .o_por(por), .o_now_ps(now_ps), .o_rise(rises), .o_fall(falls)
    );
    wire address_moves = (rises[11:8] | falls[11:8]) != 0;
    wire data_moves    = (rises[7:0] | falls[7:0]) != 0;

    chk_stable address_stable (`CHECKED, .i_setup_ps(10000), .i_hold_ps(5000),
                               .i_data(address_moves), .i_begin(rises[12]),
                               .i_end(falls[12]), .o_setup_broken(), .o_hold_broken());
    chk_setup data_setup (`CHECKED, .i_limit_ps(40000), .i_data(data_moves), .i_ref(falls[12]), .i_window(falls[12]),
                          .o_broken());
    chk_hold data_hold (`CHECKED, .i_limit_ps(5000), .i_ref(falls[12]), .i_data(data_moves), .i_window(1'b0),
                        .o_broken());
    chk_width pulse (`CHECKED, .i_limit_ps(60000), .i_begin(rises[12]), .i_end(falls[12]), .i_lost(1'b0),
                     .o_broken());
endmodule
`undef CHECKED

module bench;
    reg        clk, clear_n, d, ce_n, we_n;
    reg  [3:0] address;
    reg  [7:0] data;
    wire       q;
    wire [7:0] read;
    flipflop dut (.clk(clk), .clear_n(clear_n), .d(d), .q(q));
    sram ram (.ce_n(ce_n), .we_n(we_n), .address(address), .data(data), .q(read));
    flipflop_checks checks (.clk(clk), .clear_n(clear_n), .d(d));
    sram_checks ram_checks (.ce_n(ce_n), .we_n(we_n), .address(address), .data(data));

    // Every time `shorter` ps shorter than the limit
    integer shorter, errors;
    task flipflop_cycle;
        begin
            clear_n = 0;
            #(16000 - shorter) clear_n = 1;
            #(8000 - shorter) clk = 1;               // recovery
            #(16000 - shorter) clk = 0;
            #20000 d = 0;
            #(16000 - shorter) d = 1;
            #(20000 - shorter) clk = 1;              // set-up
            #(3000 - shorter) d = 0;                 // hold
            #50000 if (q !== 1) errors = errors + 1;
            clk = 0;
            #(16000 - shorter) clk = 1;
            #50000 if (q !== 0) errors = errors + 1;
            clk = 0;
            #50000;
        end
    endtask
    task sram_cycle;
        begin
            data = 8'h00;
            #10000 address = address + 1;
            #(10000 - shorter) we_n = 0;             // set-up of the address
            #(20000 - shorter) data = 8'ha5;
            #(40000 - shorter) we_n = 1;             // set-up of data; width of the pulse
            #(5000 - shorter) data = 8'h5a;          // hold
            address = address + 1;
            #50000 address = address - 1;
            #50000 if (read !== 8'ha5) errors = errors + 1;
        end
    endtask

    initial begin
        {clk, clear_n, d, ce_n, we_n, address, data} = {5'b01001, 12'd0};
        errors = 0;
        #100000;
        for (shorter = 0; shorter < 2; shorter = shorter + 1) begin
            $display("every time %0s", shorter == 0 ? "at its limit" : "1 ps below its limit");
            flipflop_cycle;
            sram_cycle;
        end
        $display("errors of the models: %0d", errors);
        $finish;
    end
endmodule
