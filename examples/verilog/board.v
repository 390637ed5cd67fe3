// SPDX-License-Identifier: MIT
// A test bench with the timer board in a DES socket: reset, microseconds in counters 1 and 2, the time between two
// events latched and read. It checks itself.
`timescale 1ps / 1ps
/* verilator lint_off ZERODLY */  // a delay that depends on a variable: it is not 0
module board;
    localparam NS = 1000;
    reg        mas_n = 1, mds_n = 1, rw = 1, driven = 0;
    reg  [7:0] data = 0;
    tri1 [7:0] mp;
    wire [5:1] out;
    wire       fout;
    assign mp = driven ? data : 8'hzz;
    timer_board_device timer (.mas_n(mas_n), .mds_n(mds_n), .rw(rw), .mp(mp), .src(5'd0), .gate(5'd0), .out(out),
                              .fout(fout));

    // ---- The processor's side: offset 0 is MDS, offset 2 is MAS
    reg [7:0] got;
    task access(input [1:0] offset, input is_read, input [7:0] value);
        begin
            {rw, driven, data} = {is_read, !is_read, value};
            #(60 * NS) {mas_n, mds_n} = offset == 0 ? 2'b10 : 2'b01;
            #(540 * NS) got = mp;
            {mas_n, mds_n} = 2'b11;
            #(180 * NS) {rw, driven} = 2'b10;
            #(1500 * NS);
        end
    endtask

    task control_port;                       // a write with MDS; the value means nothing
        access(0, 0, 0);
    endtask
    task data_port;                          // a read with MDS
        access(0, 1, 0);
    endtask
    task write(input [7:0] value);
        access(2, 0, value);
    endtask

    task counter(input [15:0] mode, input [15:0] load);
        begin
            write(mode[7:0]);
            write(mode[15:8]);
            write(load[7:0]);
            write(load[15:8]);
            write(0);
            write(0);
        end
    endtask

    reg [31:0] microseconds;
    integer    n;
    task latch_and_read;
        begin
            control_port;
            write(8'ha3);                    // SAVE counters 1, 2
            write(8'h19);                    // data pointer: Hold 1, hold cycle
            data_port;
            for (n = 0; n < 4; n = n + 1) begin
                access(2, 1, 0);
                microseconds = {got, microseconds[31:8]};
            end
        end
    endtask

    integer    errors = 0;
    reg [31:0] first;
    time       start;
    initial begin
        #(2000 * NS) control_port;
        write(8'hff);                        // master reset
        write(8'h5f);                        // LOAD all counters
        write(8'h01);                        // data pointer: mode register 1
        data_port;
        counter(16'h0028, 0);                // counter 1: TC of 5, up, repeats
        counter(16'h0028, 0);                // counter 2: TC of 1
        control_port;
        write(8'h05);                        // mode register 5
        data_port;
        counter(16'h0b20, 4);                // counter 5: 4 MHz / 4
        control_port;
        write(8'h73);                        // LOAD AND ARM counters 1, 2, 5
        #(100_000 * NS) start = $time;
        latch_and_read;
        first = microseconds;
        #(1_000_000 * NS - ($time - start));
        latch_and_read;
        if (microseconds - first !== 1000) begin
            errors = errors + 1;
            $display("%0d us, expected 1000", microseconds - first);
        end
        if (timer.violations.TAVWH + timer.violations.TWHAX + timer.violations.FF_UNKNOWN != 0) begin
            errors = errors + 1;
            $display("violations");
        end
        if (errors != 0)
            $fatal(1, "%0d errors", errors);
        $display("0 errors");
        $finish;
    end
endmodule
